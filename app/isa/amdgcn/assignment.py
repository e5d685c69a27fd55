"""The operands of a statement and the roles of its mnemonic → which operand plays which role.

Some roles are optional: an atomic has a destination only when it returns the old value, an
address may or may not have a scalar base. The kinds of register that a role takes decide.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations

from app.isa.amdgcn.families import Role
from app.model import Access

UNKNOWN = Role("operand", Access.NONE, "")
"""For operands beyond those that the mnemonic takes."""

_INNER = re.compile(r"^(?:-|neg\(|abs\(|sext\(|\||\s)+")
_VECTOR = re.compile(r"(?:v|a|acc)(?:\d|\[)|\[\s*[va]\d")
_SCALAR = re.compile(
    r"(?:s|ttmp)(?:\d|\[)|\[\s*(?:s\d|ttmp)"
    r"|(?:vcc|exec|m0|null|flat_scratch|xnack_mask|scc|vccz|execz|tba|tma|src_\w+|shared_base|shared_limit|private_\w+|pops\w*)"
    r"(?:_lo|_hi)?\b"
)
_NUMBER = re.compile(r"[-+~]?\s*(?:0x[0-9a-fA-F]|\.?\d)")


@lru_cache(maxsize=65536)
def kind(text: str) -> str:
    """``v`` vector register, ``s`` scalar one, ``i`` number, ``o`` the word ``off``, ``x`` a symbol or expression."""
    if text == "off":
        return "o"
    bare = _INNER.sub("", text)
    if _VECTOR.match(bare):
        return "v"
    if _SCALAR.match(bare):
        return "s"
    return "i" if _NUMBER.match(bare) else "x"


def _fits(role: Role, found: str) -> bool:
    return found == "x" or found in role.kinds


@lru_cache(maxsize=4096)
def assign(roles: tuple[Role, ...], kinds: tuple[str, ...]) -> tuple[Role, ...]:
    """One role an operand. Optional roles are left out until the counts agree and the kinds fit."""
    spare = len(roles) - len(kinds)
    if spare <= 0:
        return roles + (UNKNOWN,) * -spare
    optional = [i for i, role in enumerate(roles) if role.optional]
    candidates = [
        tuple(role for i, role in enumerate(roles) if i not in dropped)
        for dropped in combinations(optional, min(spare, len(optional)))
    ]
    if not candidates:
        return roles[: len(kinds)]
    return max(candidates, key=lambda chosen: sum(map(_fits, chosen, kinds)))[: len(kinds)]


def missing(roles: tuple[Role, ...], count: int) -> tuple[Role, ...]:
    """The roles that are needed beyond ``count`` operands."""
    needed = [role for role in roles if not role.optional]
    return tuple(needed[count:]) if count < len(needed) else ()
