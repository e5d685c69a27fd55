"""A scalar statement, what is known of the registers that it reads → what is known of the bits that it leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.isa import bits
from app.isa.amdgcn.numbers import integer
from app.isa.amdgcn.operands import split
from app.isa.bits import Bits
from app.model import Statement

_OF_TWO: Mapping[str, Callable[[Bits, Bits], Bits]] = {"s_or_b32": bits.either, "s_and_b32": bits.both}


def known(statement: Statement, inputs: Mapping[str, Bits]) -> Bits | None:
    """``None`` when nothing is known or the statement is none of those that build constants."""
    two = _OF_TWO.get(statement.name)
    if two is None and statement.name not in ("s_mov_b32", "s_movk_i32"):
        return None
    sources = [_source(text, inputs) for text in split(statement.args).positional[1:]]
    if len(sources) != (2 if two else 1):
        return None
    found = two(*sources) if two else sources[0]
    return found if found.known else None


def _source(text: str, inputs: Mapping[str, Bits]) -> Bits:
    value = integer(text)
    return bits.constant(value, 32) if value is not None else inputs.get(text, bits.unknown(32))
