"""A spread and a view → what the page is called, and what a link to it shows where it is posted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.pages.column import Column
from app.pages.sheet import Spread
from app.pages.view import View


@dataclass(frozen=True, slots=True)
class Meta:
    """What a link preview shows."""

    title: str
    description: str
    url: str


def preview(spread: Spread, view: View, title: str, url: str) -> Meta:
    """What a link preview shows: title, targets, the selected lines."""
    columns = spread.columns
    texts = [(column.letter, column.side.isa.title, column.lines) for column in columns]
    if spread.lineage:
        texts.append(("S", spread.lineage.source.name, spread.lineage.source.lines))
    parts = []
    for letter, name, lines in texts:
        span = view.selected(letter)
        if span:
            chosen = [line.strip() for line in lines[span.first - 1 : span.first + 2]]
            parts.append(f"{name} {span}: {' · '.join(line for line in chosen if line)}")
    lines_of = " beside ".join(
        f"{column.side.isa.title} for {column.side.listing.target or 'an unnamed target'}, {len(column.lines):,} lines"
        for column in columns
    )
    return Meta(f"{title} · {subtitle_of(columns)}", (" — ".join(parts) or lines_of)[:300], url)


def title_of(columns: Sequence[Column]) -> str:
    """The first kernel's name."""
    names = [each.side.listing.routines[0].name for each in columns if each.side.listing.routines]
    named = [name for name in names if name]
    return named[0] if named else "Two listings"


def subtitle_of(columns: Sequence[Column]) -> str:
    """Both targets."""
    targets = [each.side.listing.target or each.side.isa.title for each in columns]
    return " and ".join(targets)
