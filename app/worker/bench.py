"""What one analysing process has open: pairs read lately, ready for the next question about them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from app.comparison import beside, compare
from app.pages.sheet import Spread
from app.sources import read_source


class Text(NamedTuple):
    """One side, or the source of both, by the hash of its bytes."""

    digest: str
    name: str
    isa: str = ""
    """Empty for a source."""


class Pair(NamedTuple):
    """Two sides and what they were compiled from; equal pairs have equal analyses."""

    left: Text
    right: Text
    source: Text | None = None
    lined: bool = True
    """Whether the sides are lined up, or stand beside each other only; that takes a part of the time."""

    @property
    def texts(self) -> tuple[Text, ...]:
        """Everything in it that has bytes: left, right, and the source if there is one."""
        return (self.left, self.right, *((self.source,) if self.source else ()))


class Bench:
    """Spreads by pair, the longest unused put away when they hold more than ``room`` lines together."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._open: OrderedDict[Pair, Spread] = OrderedDict()

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """What is open, the longest unused first."""
        return tuple(self._open)

    def spread(self, pair: Pair, texts: Sequence[bytes] | None) -> Spread:
        """The pair, opened. ``texts`` are the bytes of ``pair.texts``, and needed when it isn't open yet."""
        found = self._open.pop(pair, None)
        if found is None:
            if texts is None:
                raise KeyError(pair)
            parts = ("left", "right", "source")
            left, right, *rest = (
                read_source(raw, text.name, side=part)
                for raw, text, part in zip(texts, pair.texts, parts, strict=False)
            )
            self._make_room(len(left.lines) + len(right.lines))
            comparison = (compare if pair.lined else beside)(left, pair.left.isa, right, pair.right.isa)
            found = Spread(comparison, rest[0] if rest else None)
        self._open[pair] = found
        return found

    def _make_room(self, lines: int) -> None:
        held = sum(map(_lines, self._open.values()))
        while self._open and held + lines > self._room:
            held -= _lines(self._open.popitem(last=False)[1])


def _lines(spread: Spread) -> int:
    sides = spread.comparison.left, spread.comparison.right
    return sum(len(side.listing.source.lines) for side in sides)
