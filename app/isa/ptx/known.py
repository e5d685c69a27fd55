"""A statement, what is known of the registers that it reads → what is known of the bits that it leaves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from app.isa import bits
from app.isa.bits import Bits
from app.isa.ptx.immediates import number
from app.isa.ptx.text import operands
from app.model import Statement

_WIDTH = re.compile(r"[bus](16|32|64)$")
_OF_TWO: Mapping[str, Callable[[Bits, Bits], Bits]] = {"or": bits.either, "and": bits.both, "add": bits.total}


def known(statement: Statement, inputs: Mapping[str, Bits]) -> Bits | None:
    """``None`` when nothing is known or the statement is none of those that build constants."""
    parts = statement.name.split(".")
    width = _WIDTH.match(parts[-1])
    if statement.guard or width is None or "cc" in parts:
        return None
    texts = operands(statement.args)[1:]
    size = int(width[1])
    two = _OF_TWO.get(parts[0])
    if two is not None and len(texts) == 2:
        return _some(two(_source(texts[0], size, inputs), _source(texts[1], size, inputs)))
    if parts[0] == "mov" and len(texts) == 1:
        return _some(_moved(texts[0], size, inputs))
    if parts[0] == "cvt" and len(texts) == 1 and parts[1:-1] in (["u64"], ["u32"]) and parts[-1][0] == "u":
        return _some(bits.resized(_source(texts[0], size, inputs), int(parts[1][1:])))
    if parts[0] == "bfe" and parts[-1][0] == "u" and len(texts) == 3:
        first, count = number(texts[1]), number(texts[2])
        if first is not None and count is not None and 0 <= first < size and 0 < count <= size:
            return _some(bits.slice_of(_source(texts[0], size, inputs), first, count))
    return None


def _moved(text: str, size: int, inputs: Mapping[str, Bits]) -> Bits:
    if text[:1] != "{":
        return _source(text, size, inputs)
    pieces = [piece.strip() for piece in text.strip("{} ").split(",")]
    return bits.joined([_source(piece, size // len(pieces), inputs) for piece in pieces])


def _source(text: str, size: int, inputs: Mapping[str, Bits]) -> Bits:
    value = number(text)
    if value is not None:
        return bits.constant(value, size)
    found = inputs.get(text)
    return found if found is not None and found.width == size else bits.unknown(size)


def _some(found: Bits) -> Bits | None:
    return found if found.known else None
