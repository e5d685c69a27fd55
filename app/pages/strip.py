"""Both sides → the strip above the sheet: figures and counts of each, and how many links there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from app.model import Diagnostic
from app.operations import Relation
from app.pages.column import Column
from app.pages.figures import Figure
from app.pages.marks import CHIPS
from app.pages.sheet import Spread
from app.pages.view import View


class Count(NamedTuple):
    """How many operations of one class a side has."""

    name: str
    title: str
    mark: str
    number: int


class SideSummary(NamedTuple):
    """What the strip says of one side."""

    letter: str
    isa: str
    short: str
    name: str
    target: str
    lines: int
    counts: Sequence[Count]
    other: int
    figures: Sequence[Figure]
    diagnostics: Sequence[Diagnostic]
    raw: str


class Tally(NamedTuple):
    """How many links of one relation there are."""

    relation: str
    word: str
    number: int


def summary(spread: Spread, column: Column, base: str, view: View) -> SideSummary:
    """The figures of one side, for the kernel that is shown or the whole file."""
    listing = column.side.listing
    title = column.side.isa.target_title(listing.target)
    return SideSummary(
        column.letter,
        column.side.isa.title,
        title.partition(" · ")[0] or column.side.isa.title,
        listing.source.name,
        listing.target or "",
        len(column.lines),
        [Count(chip.name, chip.title, chip.name, column.counts[chip.name]) for chip in CHIPS],
        column.counts["other"],
        spread.figures(column.letter, spread.kernel(view)),
        listing.diagnostics,
        f"{base}/raw/{'left' if column.letter == 'L' else 'right'}",
    )


def tallies(spread: Spread) -> Sequence[Tally]:
    """Links by relation."""
    counts = Counter(link.relation for link in spread.comparison.alignment.links)
    words = {Relation.EXACT: "exact", Relation.SAME_ROLE: "same role", Relation.ANALOGUE: "analogue"}
    return [Tally(relation.value, word, counts[relation]) for relation, word in words.items()]
