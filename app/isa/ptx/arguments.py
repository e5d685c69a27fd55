"""``ld.param`` → which registers hold which bytes of the kernel arguments."""

from __future__ import annotations

import re

from app.isa.base import ArgumentLoad
from app.isa.ptx.text import elements, operands
from app.model import Routine, Statement

_ADDRESS = re.compile(r"\[\s*([A-Za-z_$%][\w$]*)\s*(?:\+\s*(0[xX][0-9a-fA-F]+|\d+)\s*)?\]$")
_WIDTH = re.compile(r"\.[busf](8|16|32|64|128)$")


def argument_load(statement: Statement, routine: Routine) -> ArgumentLoad | None:
    """A load from a parameter of ``routine``, or a move of its address (what is passed by value: a tensor map)."""
    parts = statement.name.split(".")
    if not routine.is_kernel or parts[0] not in ("ld", "mov"):
        return None
    if parts[0] == "ld" and not any(part.startswith("param") for part in parts):
        return None
    texts = operands(statement.args)
    if len(texts) < 2:
        return None
    found = _ADDRESS.match(texts[1] if parts[0] == "ld" else f"[{texts[1]}]")
    if not found:
        return None
    offset = next((p.offset for p in routine.parameters if p.name == found[1]), None)
    if offset is None:
        return None
    width = _WIDTH.search(statement.name)
    step = max(1, int(width[1]) // 8) if width else 4
    start = offset + (int(found[2], 0) if found[2] else 0)
    return ArgumentLoad((), {register: start + step * place for place, register in enumerate(elements(texts[0]))})
