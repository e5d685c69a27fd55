"""A column and a level of folding → the units that stand on one row each: lines, runs of one mnemonic, folds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from app.operations import Group
from app.pages.column import Column, Rank
from app.pages.view import Fold, Span

_SHOWN = {Fold.ALL: Rank.SILENT, Fold.CODE: Rank.ADDRESS, Fold.MATH: Rank.WORK, Fold.SKELETON: Rank.KEY}
_QUIET = 12
"""Directives, comments and blank lines fewer than this go without a word."""
SILENT = "directives and comments"


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
    """What a fold holds; of a run, what each of its instructions comes with."""
    lines: tuple[int, ...] = ()
    """A run's own lines; the others from its first to its last are hidden."""
    hidden: int = 0
    """Lines with instructions that are hidden right after it without a row of their own."""

    @property
    def members(self) -> Sequence[int]:
        """The lines that it stands for."""
        return self.lines or range(self.first, self.last + 1)


def lines(column: Column, span: Span, fold: Fold, opened: Collection[int]) -> Iterator[Unit]:
    """The lines that a level shows, and what stands for those between them.

    ``opened`` holds the first lines of stretches to show whole. A skeleton says nothing of what it leaves out.
    """
    line = span.first
    while line <= span.last:
        if column.ranks[line] <= _SHOWN[fold]:
            yield Unit(Form.LINE, line, line)
            line += 1
            continue
        first = line
        while line <= span.last and column.ranks[line] > _SHOWN[fold]:
            line += 1
        if first in opened:
            yield Unit(Form.OPEN, first, line - 1, line - first, _what(column, first, line - 1))
            yield from (Unit(Form.LINE, each, each) for each in range(first, line))
        elif fold is not Fold.SKELETON:
            yield from _fold(column, first, line - 1)


def _fold(column: Column, first: int, last: int) -> Iterator[Unit]:
    working = [line for line in range(first, last + 1) if column.ranks[line] < Rank.SILENT]
    if len(working) == 1:
        yield Unit(Form.LINE, working[0], working[0])
    elif working or last - first + 1 >= _QUIET:
        yield Unit(Form.FOLD, first, last, last - first + 1, _what(column, first, last))


def _what(column: Column, first: int, last: int) -> str:
    shown = [line for line in range(first, last + 1) if column.ranks[line] < Rank.SILENT]
    if not shown:
        return SILENT
    groups = {column.styles[line] for line in shown} - {"label"}
    if groups <= {Group.MOVE.value}:
        return "moves"
    if min(column.ranks[line] for line in shown) == Rank.ADDRESS:
        return "address math"
    plain = {Group.ARITHMETIC.value, Group.MOVE.value, Group.CONVERT.value, Group.HINT.value}
    return "arithmetic" if groups <= plain else "other operations"


def hiding(column: Column, found: Sequence[Unit], span: Span) -> Iterator[Unit]:
    """The same units, each with how much is hidden right after it."""
    for unit, following in zip(found, [*(each.first for each in found[1:]), span.last + 1], strict=True):
        between = range(unit.last + 1, following)
        yield unit._replace(hidden=sum(column.ranks[line] < Rank.SILENT for line in between))


def opener(column: Column, unit: Unit | None, line: int, fold: Fold) -> int:
    """The line to open so that ``line``, for which ``unit`` stands if any does, has a row; 0 when nothing must be."""
    if unit is not None:
        hides = unit.form is Form.FOLD or (unit.form is Form.RUN and unit.first != line)
        return unit.first if hides else 0
    if column.ranks[line] <= _SHOWN[fold]:
        return 0
    while line > 1 and column.ranks[line - 1] > _SHOWN[fold]:
        line -= 1
    return line
