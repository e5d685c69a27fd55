"""One statement → the registers that it reads and writes, those that its text does not name included.

Three decisions keep dataflow useful:

* every vector instruction reads EXEC; it is listed only where an instruction names, saves or sets it;
* a lane that EXEC turns off keeps its old value; that alone does not make a write ``partial``. What
  does: half a register (``v5.h``, ``d16`` loads, SDWA with preserved bytes), one lane
  (``v_writelane``), DPP lanes that the masks leave out, an indirect destination;
* the old value that a partial write leaves in place is not listed as read.

A wave of 32 uses the low half of VCC alone; where VCC is not in the text, gfx10 and later read the low half.
"""

from __future__ import annotations

from functools import lru_cache

from app.isa.amdgcn import implicit
from app.isa.amdgcn.access import accesses
from app.isa.amdgcn.operands import split
from app.isa.amdgcn.registers import registers
from app.model import NO_EFFECTS, Access, Effects, Statement

_WITHOUT_CARRY = 3
"""Operands of a select whose condition is not in the text."""
_READS = frozenset({Access.READ, Access.READWRITE, Access.ADDRESS})
_WRITES = frozenset({Access.WRITE, Access.READWRITE})


def effects(statement: Statement, target: str | None) -> Effects:
    """Registers that ``statement`` reads and writes, each once, in the order of the text."""
    return _effects(statement.name, statement.args, target)


@lru_cache(maxsize=131072)
def _effects(name: str, args: str, target: str | None) -> Effects:
    if "::" in args:
        return _dual(name, args, target)
    operands, modifiers = split(args)
    beyond = implicit.of(name, target)
    reads: list[str] = []
    writes: list[str] = []
    partial = beyond.partial or (modifiers != () and implicit.leaves_part(name, modifiers))
    for text, access in zip(operands, accesses(name, operands, modifiers, target), strict=True):
        if access is Access.NONE:
            if text == "m0":
                reads.append(text)
            continue
        named = registers(text)
        # Where a write is partial by nature, the tables call the old value read.
        if access in _READS and not (beyond.partial and access is Access.READWRITE):
            reads += named
        if access in _WRITES:
            writes += named[: len(named) // 2] if beyond.returns_half else named
            partial = partial or (text.endswith((".l", ".h")) and named != ())
    reads += beyond.reads
    if beyond.carry and len(operands) == _WITHOUT_CARRY:
        reads += beyond.carry
    if "lds" in modifiers and "m0" not in reads:
        reads.append("m0")
    writes += beyond.writes
    if not reads and not writes:
        return NO_EFFECTS
    return Effects(_once(reads), _once(writes), partial)


def _dual(name: str, args: str, target: str | None) -> Effects:
    """Two operations that issue together, never three: both read before either writes."""
    first, second, *_ = args.split("::")
    mnemonic, _, rest = second.strip().partition(" ")
    one, two = _effects(name, first.strip(), target), _effects(mnemonic, rest.strip(), target)
    return Effects(_once([*one.reads, *two.reads]), _once([*one.writes, *two.writes]), one.partial or two.partial)


def _once(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
