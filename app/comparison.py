"""Two sources → everything that the pages and the contract's JSON are made of."""

from __future__ import annotations

from dataclasses import dataclass

from app import isa as registry
from app.align import align
from app.align.links import Alignment
from app.isa.base import Isa
from app.model import Listing, Source
from app.program import Program, understand


@dataclass(frozen=True, slots=True)
class Side:
    """One column."""

    isa: Isa
    listing: Listing
    program: Program


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sides and how they line up."""

    left: Side
    right: Side
    alignment: Alignment


def side(source: Source, isa: str) -> Side:
    """Reads and understands one source as ``isa``."""
    reader = registry.get(isa)
    listing = reader.read(source)
    return Side(reader, listing, understand(listing, reader))


def beside(left: Source, left_isa: str, right: Source, right_isa: str) -> Comparison:
    """Both sides read and understood, and nothing lined up: what can be shown while ``compare`` takes its time."""
    return Comparison(side(left, left_isa), side(right, right_isa), Alignment((), ()))


def compare(left: Source, left_isa: str, right: Source, right_isa: str, *, use_loc: bool = True) -> Comparison:
    """The whole pipeline. ``use_loc`` lets line tables on both sides decide what belongs together."""
    sides = side(left, left_isa), side(right, right_isa)
    return Comparison(*sides, align(sides[0].program, sides[1].program, use_loc=use_loc))
