"""A statement → the registers it reads and writes."""

from __future__ import annotations

from functools import lru_cache

from app.isa.ptx.operands import assign, shape_of
from app.isa.ptx.registers import named
from app.isa.ptx.text import elements, operands
from app.model import NO_EFFECTS, Access, Effects, Statement

_WRITES = (Access.WRITE, Access.READWRITE)


def effects(statement: Statement) -> Effects:
    """See ``Isa.effects``. A guarded write is partial; so is one to a part of a register (``%r1.b0``, ``%v.x``)."""
    return _effects(statement.name, statement.args, statement.guard)


@lru_cache(maxsize=65536)
def _effects(name: str, args: str, guard: str) -> Effects:
    texts = operands(args)
    reads: list[str] = [guard.lstrip("@!")] if guard else []
    if not texts:
        return Effects(tuple(reads)) if reads else NO_EFFECTS
    writes: list[str] = []
    partial = bool(guard)
    roles = assign(name, tuple([shape_of(text) for text in texts])).roles
    for text, given in zip(texts, roles, strict=True):
        parts = text.split("|") if len(given) > 1 else (text,)
        for part, role in zip(parts, given, strict=False):
            access = role.access
            if access is Access.NONE:
                continue
            if access in _WRITES and part[:1] != "[":
                found = named(part, part[:1] == "(")
                writes.extend(found)
                partial = partial or ("." in part and any("." in each for each in elements(part)))
                if access is Access.READWRITE:
                    reads.extend(found)
            else:
                reads.extend(named(part, role.symbol or part[:1] in ("[", "(")))
    return Effects(tuple(dict.fromkeys(reads)), tuple(dict.fromkeys(writes)), partial and bool(writes))
