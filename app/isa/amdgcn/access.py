"""A mnemonic and its operands → which of them it reads and which it writes.

The tables' roles decide; what they leave to the statement is decided here: an atomic on memory gives
the old value back only when a modifier says so, and the additions of gfx6 to gfx8 have a carry that
later ones of the same name lack.
"""

from __future__ import annotations

import re
from functools import lru_cache

from app.isa.amdgcn import assignment, instructions
from app.model import Access

_RETURNING = re.compile(r"glc|sc0|th:TH_ATOMIC_(?:\w*_)?RETURN\w*")
_OWN_DESTINATION = ("global_", "flat_", "scratch_")
"""Families whose returning atomics have a destination operand; others return into their data."""
_OLD_ADDITION = re.compile(r"v_(?:add|sub|subrev)_[iu]32(?:_e32|_e64|_sdwa|_dpp)?")
_WITH_CARRY = (Access.WRITE, Access.WRITE, Access.READ, Access.READ)


def accesses(
    mnemonic: str, operands: tuple[str, ...], modifiers: tuple[str, ...], target: str | None
) -> tuple[Access, ...]:
    """One access an operand; ``NONE`` for all of a mnemonic that the tables do not know."""
    atomic = "_atomic_" in mnemonic and not mnemonic.startswith("ds_")
    returns = atomic and any(map(_RETURNING.fullmatch, modifiers))
    return _accesses(mnemonic, tuple(map(assignment.kind, operands)), atomic, returns, target)


@lru_cache(maxsize=16384)
def _accesses(
    mnemonic: str, kinds: tuple[str, ...], atomic: bool, returns: bool, target: str | None
) -> tuple[Access, ...]:
    roles = instructions.roles(mnemonic, target)
    found = tuple(role.access for role in assignment.assign(roles, kinds))
    if atomic and found and roles:
        if mnemonic.startswith(_OWN_DESTINATION):
            return (Access.WRITE if returns or found[0] is Access.WRITE else Access.READ, *found[1:])
        return (Access.READWRITE if returns else Access.READ, *found[1:])
    if len(kinds) == len(_WITH_CARRY) and kinds[1] == "s" and _OLD_ADDITION.fullmatch(mnemonic):
        return _WITH_CARRY
    return found
