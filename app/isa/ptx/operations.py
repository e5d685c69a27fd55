"""A statement → its operation where the operands, not the mnemonic, decide it."""

from __future__ import annotations

from app.isa.ptx.instructions import lookup
from app.isa.ptx.registers import named
from app.isa.ptx.text import operands
from app.model import Statement

_READ = (
    ("%clock", "clock"),
    ("%globaltimer", "clock"),
    ("%laneid", "lane.id"),
    ("%lanemask", "lane.id"),
)


def operation(statement: Statement, target: str | None) -> str:
    """``mov`` from a clock reads a clock, from a symbol takes its address; all else goes by the mnemonic."""
    found = lookup(statement.name, target).operation
    if found != "move" or not statement.name.startswith("mov."):
        return found
    source = operands(statement.args)[-1:]
    if not source:
        return found
    for start, special in _READ:
        if source[0].startswith(start):
            return special
    text = source[0]
    if (text[0].isalpha() or text[0] in "_$") and text != "WARP_SZ" and not named(text, True):
        return "address.of"
    return found
