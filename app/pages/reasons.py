"""A sheet → why gaps are there, where the table of equivalences knows: one sentence for one stretch of gap."""

from __future__ import annotations

import re

from app.model import Kind
from app.operations import Relation, covering
from app.pages.folds import Form
from app.pages.sheet import WINDOW, Half, Sheet

_ROW = 46
"""Characters of italic that fit one row of a remark."""
_SENTENCE = re.compile(r"(?<=[a-z)\d])[.:;] (?=[A-Z\d]|$)|\.$")
_AGAIN = 60
"""Rows before the same sentence is said again."""


def reasons(sheet: Sheet) -> dict[tuple[str, int], str]:
    """By side and row the remark that starts there. One that does not fit its gap is left out."""
    found: dict[tuple[str, int], str] = {}
    for letter in ("L", "R"):
        half = sheet.half("R" if letter == "L" else "L")
        said: dict[str, int] = {}
        for first, count in _gaps(sheet, letter):
            for row in range(first, first + count):
                unit = sheet.rows[row].right if letter == "L" else sheet.rows[row].left
                text = _why(half, unit, sheet.half(letter).column.side.isa.name)
                height = -(-len(text) // _ROW)
                if not text or said.get(text, -_AGAIN) + _AGAIN > row:
                    continue
                start = _start(first, count, height)
                if start is not None:
                    said[text] = row
                    found[letter, start] = text
                    break
    return found


def _start(first: int, count: int, height: int) -> int | None:
    """Where ``height`` rows stand in the middle of a gap, or as near to it as keeps them in one window."""
    if height + 1 > count:
        return None
    middle = first + (count - height) // 2
    edge = (middle + height - 1) // WINDOW * WINDOW
    if middle >= edge:
        return middle
    return next((row for row in (edge - height, edge) if first <= row <= first + count - height), None)


def _gaps(sheet: Sheet, letter: str) -> list[tuple[int, int]]:
    """First row and number of rows of each stretch of at least two without a unit."""
    found, start = [], -1
    for number, row in enumerate([*sheet.rows, None]):
        empty = row is not None and (row.left if letter == "L" else row.right) < 0
        if empty and start < 0:
            start = number
        elif not empty and start >= 0:
            if number - start > 1:
                found.append((start, number - start))
            start = -1
    return found


def _why(half: Half, unit: int, other: str) -> str:
    """Why ``other`` has nothing for what a unit does; empty when that is not known."""
    if unit < 0 or half.units[unit].form is Form.FOLD:
        return ""
    column = half.column
    index = column.statements[half.units[unit].first]
    if index < 0 or column.links[half.units[unit].first] >= 0:
        return ""
    statement = column.side.listing.statements[index]
    if statement.kind is not Kind.INSTRUCTION or not column.operations[statement.name].key:
        return ""
    instruction = column.side.isa.instruction(statement.name, column.side.listing.target)
    for entry in covering(column.side.isa.name, instruction):
        if entry.relation is Relation.NONE and other in entry.sides and not entry.sides[other]:
            return first_sentence(entry.caveat)
    return ""


def first_sentence(text: str) -> str:
    """The first sentence or clause of a caveat, with a full stop."""
    found = _SENTENCE.search(text)
    return (text[: found.start()] if found else text.rstrip(".")) + "."
