"""Links and the lines shown on each side → rows: which two lines stand beside each other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.align.links import Alignment
from app.model import Listing


class Row(NamedTuple):
    """One row of the page; a side is ``None`` where it has nothing there."""

    left: int | None
    right: int | None


Group = tuple[Sequence[int], Sequence[int]]
"""Lines of one link on each side, ascending."""


def rows(
    alignment: Alignment,
    left: Listing,
    right: Listing,
    shown_left: Sequence[int] | None = None,
    shown_right: Sequence[int] | None = None,
) -> tuple[Row, ...]:
    """Each side's shown lines (ascending; all of them when ``None``), in file order, side by side.

    Links that keep their order put their lines on one row; links that would cross do not move anything.
    Between two such rows the lines of both sides stand beside each other from the top, so that no gap is larger
    than it must be. O(n log n) in lines and linked statements.
    """
    if shown_left is None:
        shown_left = range(1, len(left.source.lines) + 1)
    if shown_right is None:
        shown_right = range(1, len(right.source.lines) + 1)
    groups: list[Group] = [
        ([left.statements[index].line for index in link.left], [right.statements[index].line for index in link.right])
        for link in alignment.links
    ]
    for pair in alignment.routines:
        if pair.left is not None and pair.right is not None:
            groups.append(([left.routines[pair.left].line], [right.routines[pair.right].line]))
    return lay_out(groups, shown_left, shown_right)


def lay_out(groups: Iterable[Group], left: Sequence[int], right: Sequence[int]) -> tuple[Row, ...]:
    """``rows`` on plain lines."""
    candidates: list[tuple[int, int]] = []
    for ours, theirs in groups:
        candidates.extend(_pairs(_places(ours, left), _places(theirs, right)))
    found: list[Row] = []
    at_left = at_right = 0
    for place_left, place_right in (*_longest(candidates), (len(left), len(right))):
        gap_left, gap_right = left[at_left:place_left], right[at_right:place_right]
        for offset in range(max(len(gap_left), len(gap_right))):
            found.append(
                Row(
                    gap_left[offset] if offset < len(gap_left) else None,
                    gap_right[offset] if offset < len(gap_right) else None,
                )
            )
        if place_left < len(left) and place_right < len(right):
            found.append(Row(left[place_left], right[place_right]))
        at_left, at_right = place_left + 1, place_right + 1
    return tuple(found)


def _places(lines: Sequence[int], shown: Sequence[int]) -> list[int]:
    """Positions in ``shown`` of those lines that are shown."""
    found = []
    for line in lines:
        place = bisect_left(shown, line)
        if place < len(shown) and shown[place] == line:
            found.append(place)
    return found


def _pairs(left: Sequence[int], right: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Members of one group spread over each other: the fewer take every so-manieth of the more."""
    fewer, more = len(left), len(right)
    if fewer > more:
        return [(a, b) for b, a in _pairs(right, left)]
    return [(left[place], right[place * more // fewer]) for place in range(fewer)]


def _longest(candidates: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most pairs that rise on both sides, by patience sorting."""
    ordered = sorted(set(candidates), key=lambda pair: (pair[0], -pair[1]))
    tails: list[int] = []
    holders: list[int] = []
    before: list[int] = []
    for number, (_, right) in enumerate(ordered):
        place = bisect_left(tails, right)
        before.append(holders[place - 1] if place else -1)
        if place == len(tails):
            tails.append(right)
            holders.append(number)
        else:
            tails[place] = right
            holders[place] = number
    found = []
    number = holders[-1] if holders else -1
    while number >= 0:
        found.append(ordered[number])
        number = before[number]
    found.reverse()
    return found
