"""A mnemonic and its operands → which of them it reads and which it writes.

The tables' roles decide; what they leave to the statement is decided here: an atomic on memory gives
the old value back only when a modifier says so.
"""

from __future__ import annotations

import re

from app.isa.amdgcn import assignment, instructions
from app.model import Access

_RETURNING = re.compile(r"glc|sc0|th:TH_ATOMIC_(?:\w*_)?RETURN\w*")
_OWN_DESTINATION = ("global_", "flat_", "scratch_", "ds_")
"""Families whose returning atomics have a destination operand; others return into their data."""


def accesses(
    mnemonic: str, operands: tuple[str, ...], modifiers: tuple[str, ...], target: str | None
) -> tuple[Access, ...]:
    """One access an operand; ``NONE`` for all of a mnemonic that the tables do not know."""
    roles = assignment.assign(instructions.roles(mnemonic, target), operands)
    found = tuple(role.access for role in roles)
    if found and "_atomic_" in mnemonic and not mnemonic.startswith(_OWN_DESTINATION):
        returns = any(map(_RETURNING.fullmatch, modifiers))
        return (Access.READWRITE if returns else Access.READ, *found[1:])
    return found
