"""A comparison at one level of folding → the sheet: rows of both columns, where each line stands, loops, strands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from app.align.rows import lay_out
from app.comparison import Comparison, Side
from app.model import Source
from app.operations import Group
from app.pages.column import Column, column
from app.pages.figures import Figure, figures
from app.pages.folds import Form, Unit, opener
from app.pages.lineage import Lineage, lineage
from app.pages.runs import units
from app.pages.view import Fold, Span, View

WINDOW = 64
"""Rows that are painted and sent together."""
_FITS = 100
"""Rows up to which the longest loop opens at "No address math"; above, the skeleton opens first."""
_SELECTED = 400
"""Lines of a selection for which folds are opened."""
_NESTED = 4
"""Folds and runs within each other."""
_SHEETS = 12
"""Sheets that one spread keeps: levels and folds that readers go back and forth between."""
FAINT = frozenset({Group.ARITHMETIC.value, Group.MOVE.value, Group.HINT.value, Group.OTHER.value})


class Row(NamedTuple):
    """Positions of the units on one row; -1 is a gap."""

    left: int
    right: int


class Joint(NamedTuple):
    """The units that one link joins, in order."""

    left: tuple[int, ...]
    right: tuple[int, ...]


class Bracket(NamedTuple):
    """A loop's extent in rows, ``last`` included."""

    first: int
    last: int
    depth: int
    label: str


@dataclass(frozen=True, slots=True)
class Half:
    """One column of a sheet."""

    column: Column
    units: Sequence[Unit]
    unit_of: Sequence[int]
    """By line, the unit that shows it; -1 when nothing does."""
    row_of: Sequence[int]
    """By unit, its row."""
    brackets: tuple[Bracket, ...]

    def row(self, line: int) -> int:
        """The row of ``line``, or of the nearest shown line before it; 0 when there is none."""
        for each in range(min(line, len(self.unit_of) - 1), 0, -1):
            if self.unit_of[each] >= 0:
                return self.row_of[self.unit_of[each]]
        return 0


@dataclass(frozen=True, eq=False)
class Sheet:
    """Everything about the rows that does not depend on what is selected or searched for."""

    fold: Fold
    left: Half
    right: Half
    rows: Sequence[Row]
    joints: Sequence[Joint | None]
    """By link, the units it joins; ``None`` when a side of it is not in the sheet."""

    def half(self, letter: str) -> Half:
        """The column called ``L`` or ``R``."""
        return self.left if letter == "L" else self.right


class Spread:
    """One comparison, opened for reading: facts by line, and the sheets made so far.

    Sheets are remembered, so keep a spread as long as its comparison is being read.
    """

    def __init__(self, comparison: Comparison, source: Source | None = None) -> None:
        """``source`` is the text that both sides were compiled from, if it came with them."""
        self.comparison = comparison
        self._source = source
        self.painter: tuple[object, Any] | None = None
        """The last painter, and what it was made for."""
        self.found: tuple[str, Any] | None = None
        """The last search and what it found."""
        self._figures: dict[tuple[str, int | None], list[Figure]] = {}
        self._sheets: dict[tuple[Fold, int | None, tuple[str, ...]], Sheet] = {}

    @cached_property
    def columns(self) -> tuple[Column, Column]:
        """Facts by line, left and right."""
        links = self.comparison.alignment.links
        return column("L", self.comparison.left, links), column("R", self.comparison.right, links)

    @cached_property
    def lineage(self) -> Lineage | None:
        """Which lines of the kernel's source became which instructions; ``None`` when no source came with the sides."""
        return lineage(self._source, self.columns) if self._source else None

    def settled(self, view: View) -> View:
        """The view without what this comparison does not have, and with nothing folded that it selects."""
        return self.unfolded(view if self._source else view.without_source())

    def place(self, view: View) -> tuple[str, int] | None:
        """The side and line that the view is about; of a line of the source the first that it became."""
        if view.focus is None or view.focus[0] != "S":
            return view.focus
        if self.lineage:
            for letter in "LR":
                became = self.lineage.became(letter, view.focus[1])
                if became:
                    return letter, became[0]
        return None

    @cached_property
    def usual_fold(self) -> Fold:
        """The level at which a reader meets the kernels."""
        for letter in ("L", "R"):
            half = self._sheet(Fold.MATH, None, ()).half(letter)
            if any(bracket.last - bracket.first >= _FITS for bracket in half.brackets) and len(half.units) > 2 * _FITS:
                return Fold.SKELETON
        return Fold.MATH

    def sheet(self, view: View) -> Sheet:
        """The sheet that ``view`` asks for."""
        return self._sheet(view.fold or self.usual_fold, self.kernel(view), view.opened)

    def unfolded(self, view: View) -> View:
        """The view with every fold opened that would hide what it selects."""
        for _ in range(_NESTED):
            closed = self._closed(self.sheet(view), view)
            if not closed:
                break
            view = replace(view, opened=(*view.opened, *closed))
        return view

    def _closed(self, sheet: Sheet, view: View) -> Sequence[str]:
        """Names of the folds and runs that hide selected lines."""
        found: dict[str, None] = {}
        for half in (sheet.left, sheet.right):
            letter, span = half.column.letter, view.selected(half.column.letter)
            last = min(span.last, len(half.column.lines), span.first + _SELECTED) if span else 0
            for line in range(span.first if span else 1, last + 1):
                at = half.unit_of[line]
                first = opener(half.column, half.units[at] if at >= 0 else None, line, sheet.fold)
                if first:
                    found[f"{letter}{first}"] = None
        return [name for name in found if name not in view.opened]

    def figures(self, letter: str, kernel: int | None) -> list[Figure]:
        """Figures of one side, for a pair of routines or the whole file; added up once."""
        if (letter, kernel) not in self._figures:
            side = self.comparison.left if letter == "L" else self.comparison.right
            pair = None if kernel is None else self.comparison.alignment.routines[kernel]
            routine = None if pair is None else pair.left if letter == "L" else pair.right
            self._figures[letter, kernel] = figures(side, routine)
        return self._figures[letter, kernel]

    def kernel(self, view: View) -> int | None:
        """The pair of routines that ``view`` shows alone, when there is such a one."""
        count = len(self.comparison.alignment.routines)
        return view.kernel if view.kernel is not None and view.kernel < count else None

    def _sheet(self, fold: Fold, kernel: int | None, opened: tuple[str, ...]) -> Sheet:
        key = (fold, kernel, tuple(sorted(set(opened))))
        found = self._sheets.pop(key, None) or self._make(*key)
        self._sheets[key] = found
        while len(self._sheets) > _SHEETS:
            del self._sheets[next(iter(self._sheets))]
        return found

    def _make(self, fold: Fold, kernel: int | None, opened: tuple[str, ...]) -> Sheet:
        halves = [self._half(each, fold, self._span(each, kernel), opened) for each in self.columns]
        joints = self._joints(*halves)
        anchors = [part for joint in joints if joint for part in parts(joint, *halves)]
        left, right = (range(len(half.units)) for half in halves)
        order = [
            Row(-1 if row.left is None else row.left, -1 if row.right is None else row.right)
            for row in lay_out([*anchors, *self._heads(*halves)], left, right)
        ]
        for half, letter in zip(halves, "LR", strict=True):
            at = [0] * len(half.units)
            for number, row in enumerate(order):
                unit = row.left if letter == "L" else row.right
                if unit >= 0:
                    at[unit] = number
            half = replace(half, row_of=at)
            halves["LR".index(letter)] = replace(half, brackets=_brackets(half))
        return Sheet(fold, halves[0], halves[1], order, joints)

    def _span(self, each: Column, kernel: int | None) -> Span:
        if kernel is None:
            return Span(1, len(each.lines))
        pair = self.comparison.alignment.routines[kernel]
        position = pair.left if each.letter == "L" else pair.right
        if position is None:
            return Span(1, 0)
        routine = each.side.listing.routines[position]
        return Span(routine.line, routine.end_line)

    @staticmethod
    def _half(each: Column, fold: Fold, span: Span, opened: tuple[str, ...]) -> Half:
        lines = frozenset(int(name[1:]) for name in opened if name[0] == each.letter)
        found = units(each, span, fold, lines)
        place = [-1] * (len(each.lines) + 1)
        for number, unit in enumerate(found):
            if unit.form is not Form.OPEN:
                for line in unit.members:
                    place[line] = number
        return Half(each, found, place, (), ())

    def _joints(self, left: Half, right: Half) -> list[Joint | None]:
        joints: list[Joint | None] = []
        for link in self.comparison.alignment.links:
            ours = _units_of(left, link.left)
            theirs = _units_of(right, link.right)
            if not ours or not theirs:
                joints.append(None)
                continue
            joints.append(Joint(ours, theirs))
        return joints

    def _heads(self, left: Half, right: Half) -> list[Joint]:
        """Matched routines start on one row."""
        found = []
        for pair in self.comparison.alignment.routines:
            if pair.left is not None and pair.right is not None:
                ours = left.unit_of[left.column.side.listing.routines[pair.left].line]
                theirs = right.unit_of[right.column.side.listing.routines[pair.right].line]
                if ours >= 0 and theirs >= 0:
                    found.append(Joint((ours,), (theirs,)))
        return found


def parts(joint: Joint, left: Half, right: Half) -> list[Joint]:
    """A joint by where its members stand, before, in and after the main loops; members without a mate are left out."""
    regions: dict[int, tuple[list[int], list[int]]] = {}
    for number, (half, members) in enumerate(((left, joint.left), (right, joint.right))):
        for at in members:
            regions.setdefault(_region(half, at), ([], []))[number].append(at)
    mated = [pair for _, pair in sorted(regions.items()) if pair[0] and pair[1]]
    return [Joint(tuple(ours), tuple(theirs)) for ours, theirs in mated] or [joint]


def _region(half: Half, at: int) -> int:
    first, last = half.column.main
    line = half.units[at].first
    return 1 if not last or line < first else 2 if line <= last else 3


def _units_of(half: Half, indices: Sequence[int]) -> tuple[int, ...]:
    """Units that show statements, each once, in order; folds don't count, they hide."""
    found = {half.unit_of[half.column.line(index)] for index in indices}
    return tuple(sorted(at for at in found if at >= 0 and half.units[at].form is not Form.FOLD))


def _brackets(half: Half) -> tuple[Bracket, ...]:
    found = []
    side: Side = half.column.side
    statements = side.listing.statements
    for kernel in side.program.kernels:
        real = [loop for loop in kernel.loops if not kernel.is_spin(loop)]
        for number, loop in enumerate(real, 1):
            blocks = [kernel.blocks[position] for position in kernel.blocks_in(loop)]
            first = statements[min(block.first for block in blocks)].line
            last = statements[max(block.last for block in blocks) - 1].end_line
            shown = [at for at in set(half.unit_of[first : last + 1]) if at >= 0]
            if shown:
                trips = kernel.trips(loop)
                often = f" · {trips:,} rounds" if trips is not None else ""
                label = f"loop · {number} of {len(real)}{often}"
                rows_of = [half.row_of[at] for at in shown]
                found.append(Bracket(min(rows_of), max(rows_of), loop.depth, label))
    return tuple(found)
