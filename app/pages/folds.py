"""A column and a level of folding → the units that stand on one row each: lines, runs of one mnemonic, folds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import IntEnum
from typing import NamedTuple

from app.model import Kind
from app.operations import Group
from app.pages.column import Column, Rank
from app.pages.view import Fold, Span

_SHOWN = {Fold.ALL: Rank.SILENT, Fold.CODE: Rank.ADDRESS, Fold.MATH: Rank.WORK, Fold.SKELETON: Rank.KEY}
_QUIET = 12
"""Directives, comments and blank lines fewer than this go without a word."""
_BETWEEN = 10
"""Lines of address arithmetic that a run may hold between two of its instructions."""


class Form(IntEnum):
    """What a unit is."""

    LINE = 0
    RUN = 1
    FOLD = 2
    OPEN = 3
    """The heading of a fold that is open; its lines follow."""


class Unit(NamedTuple):
    """One row's worth of one column."""

    form: Form
    first: int
    last: int
    size: int = 1
    """Instructions in a run; source lines in a fold."""
    what: str = ""
    """What a fold holds."""


def units(column: Column, span: Span, fold: Fold, opened: Collection[int]) -> list[Unit]:
    """The units of ``span`` in file order. ``opened`` holds the first lines of folds and runs to show whole."""
    lines = list(_lines(column, span, int(_SHOWN[fold]), opened))
    if fold in (Fold.MATH, Fold.SKELETON):
        return list(_runs(column, lines, opened, matrix=fold is Fold.SKELETON))
    return lines


def _lines(column: Column, span: Span, shown: int, opened: Collection[int]) -> Iterator[Unit]:
    ranks = column.ranks
    start = 0
    for line in range(span.first, span.last + 1):
        if ranks[line] > shown:
            start = start or line
            continue
        if start:
            yield from _fold(column, start, line - 1, opened)
            start = 0
        yield Unit(Form.LINE, line, line)
    if start:
        yield from _fold(column, start, span.last, opened)


def _fold(column: Column, first: int, last: int, opened: Collection[int]) -> Iterator[Unit]:
    ranks = [column.ranks[line] for line in range(first, last + 1)]
    count = last - first + 1
    if min(ranks) == Rank.SILENT and count < _QUIET:
        return
    working = [line for line, rank in enumerate(ranks, first) if rank < Rank.SILENT]
    if len(working) == 1:
        yield Unit(Form.LINE, working[0], working[0])
        return
    form = Form.OPEN if first in opened else Form.FOLD
    yield Unit(form, first, last, count, _what(column, first, last, min(ranks)))
    if form is Form.OPEN:
        for line in range(first, last + 1):
            yield Unit(Form.LINE, line, line)


def _what(column: Column, first: int, last: int, rank: int) -> str:
    if rank == Rank.SILENT:
        return "directives and comments"
    shown = (line for line in range(first, last + 1) if column.ranks[line] < Rank.SILENT)
    groups = {column.styles[line] for line in shown} - {"label"}
    if groups <= {Group.MOVE.value}:
        return "moves"
    if rank == Rank.ADDRESS:
        return "address math"
    plain = {Group.ARITHMETIC.value, Group.MOVE.value, Group.CONVERT.value, Group.HINT.value}
    return "arithmetic" if groups <= plain else "other operations"


def _runs(column: Column, found: list[Unit], opened: Collection[int], *, matrix: bool) -> Iterator[Unit]:
    """Joins neighbours of one mnemonic, across short folds of address arithmetic, into one unit with a count."""
    at = 0
    while at < len(found):
        unit = found[at]
        name = _joinable(column, unit, matrix)
        end, count = at, 1
        if name:
            ahead = at + 1
            while ahead < len(found):
                each = found[ahead]
                if _joinable(column, each, matrix) == name:
                    end, count = ahead, count + 1
                elif not (each.form is Form.FOLD and each.size <= _BETWEEN and each.what != "directives and comments"):
                    break
                ahead += 1
        if count > 1 and unit.first not in opened:
            yield Unit(Form.RUN, unit.first, found[end].last, count)
        elif count > 1:
            yield Unit(Form.OPEN, unit.first, found[end].last, count, name)
            yield from found[at : end + 1]
        else:
            yield unit
        at = end + 1


def _joinable(column: Column, unit: Unit, matrix: bool) -> str:
    index = column.statements[unit.first]
    if unit.form is not Form.LINE or index < 0:
        return ""
    statement = column.side.listing.statements[index]
    style = column.styles[unit.first]
    if statement.kind is not Kind.INSTRUCTION or style == Group.CONTROL or (style == Group.MATRIX and not matrix):
        return ""
    return statement.name
