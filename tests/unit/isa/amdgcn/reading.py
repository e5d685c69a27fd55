"""A text → its listing, and short ways to look into one."""

from __future__ import annotations

from app.isa.amdgcn import effects, parser
from app.model import Effects, Kind, Listing, Routine
from app.sources import read_source


def read(text: str) -> Listing:
    return parser.read(read_source(text.encode(), "test.s"))


def code(listing: Listing, routine: Routine | None = None) -> list[str]:
    """The instructions of a routine (of all the file without one) as text."""
    span = listing.statements[routine.first : routine.last] if routine else listing.statements
    return [f"{s.name} {s.args}".strip() for s in span if s.kind is Kind.INSTRUCTION]


def effect(text: str, target: str | None = "gfx950") -> Effects:
    return effects.effects(parser.statement(text), target)
