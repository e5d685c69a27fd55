"""A sheet → the overview at each edge: where the classes are, the loops, the hits, the selection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from app.pages.folds import Form
from app.pages.marks import MARKS
from app.pages.search import Found
from app.pages.sheet import Half, Sheet
from app.pages.view import Span

HEIGHT = 1000
"""Units of the drawing from the first row to the last."""
_TICK = 2


class Ruler(NamedTuple):
    """One edge. Paths are in units of ``HEIGHT``."""

    letter: str
    classes: Sequence[tuple[str, str]]
    """Style and path, one for each class that occurs."""
    loops: str
    hits: str
    selection: str


_STILL: WeakKeyDictionary[Sheet, dict[str, tuple[Sequence[tuple[str, str]], str]]] = WeakKeyDictionary()


def ruler(sheet: Sheet, letter: str, found: Found, selected: Span | None) -> Ruler:
    """The overview of one column."""
    half = sheet.half(letter)
    total = max(len(sheet.rows), 1)
    still = _STILL.setdefault(sheet, {})
    if letter not in still:
        still[letter] = _still(half, total)
    classes, loops = still[letter]
    hit_slots = {_slot(half, hit.line, total) for hit in found.hits if hit.letter == letter}
    chosen = (
        {_slot(half, line, total) for line in range(selected.first, selected.last + 1)}
        if selected and selected.last - selected.first < 9
        else set()
    )
    if selected and not chosen:
        chosen = set(range(_slot(half, selected.first, total), _slot(half, selected.last, total) + 1))
    return Ruler(letter, classes, loops, _ticks(sorted(hit_slots), 0, 14), _ticks(sorted(chosen), 0, 14))


def _still(half: Half, total: int) -> tuple[Sequence[tuple[str, str]], str]:
    """What stays the same whatever is selected: the classes and the loops."""
    slots: dict[str, set[int]] = {}
    for at, unit in enumerate(half.units):
        style = half.column.styles[unit.first]
        if unit.form in (Form.LINE, Form.RUN) and style in MARKS:
            slots.setdefault(style, set()).add(half.row_of[at] * HEIGHT // total // _TICK)
    classes = [(style, _ticks(sorted(slots[style]), 3, 8)) for style in MARKS if style in slots]
    loops = "".join(
        f"M{1 + bracket.depth} {bracket.first * HEIGHT / total:.1f}V{(bracket.last + 1) * HEIGHT / total:.1f}"
        for bracket in half.brackets
        if bracket.depth < 3
    )
    return classes, loops


def _slot(half: Half, line: int, total: int) -> int:
    return half.row(line) * HEIGHT // total // _TICK


def _ticks(slots: Sequence[int], left: int, width: int) -> str:
    """One path of bars, neighbours joined."""
    path = []
    start = -1
    for at, slot in enumerate(slots):
        if start < 0:
            start = slot
        if at + 1 == len(slots) or slots[at + 1] != slot + 1:
            path.append(f"M{left} {start * _TICK}h{width}v{(slot - start + 1) * _TICK - 0.4:g}h-{width}z")
            start = -1
    return "".join(path)
