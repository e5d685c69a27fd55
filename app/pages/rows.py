"""A sheet and a view → painted windows of rows, ready for the template."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from app.model import Kind
from app.pages.column import Column
from app.pages.folds import Form, Unit
from app.pages.lineage import Lineage
from app.pages.marks import MARKS
from app.pages.notes import note
from app.pages.ribbons import ROW, Strand, Stub, Tick, ribbons
from app.pages.search import Found
from app.pages.sheet import WINDOW, Bracket, Half, Sheet
from app.pages.view import View
from app.paint import Ink, counted, inside_comments, marked, paint, stemmed

_FITS = 40
"""Characters that fit any column, a phone's too."""
_LABEL_EVERY = 30
"""Rows between two labels of one loop, so that one is always in sight."""


class Cell(NamedTuple):
    """One row of one column."""

    form: str
    """``line``, ``run``, ``fold``, ``open`` or ``gap``."""
    letter: str = "L"
    line: int = 0
    last: int = 0
    css: str = ""
    href: str = ""
    mark: str = ""
    """Name of the mark of its class; empty for none."""
    inks: Sequence[Ink] = ()
    long: bool = False
    """Whether its text may be wider than a column."""
    note: str = ""
    """A word in the margin; in a gap, why nothing stands there."""
    link: int = -1
    origins: str = ""
    """Lines of the kernel's source that it comes from: ``12 13``."""
    peer: str = ""
    """Lines on the other side, short: ``615 +3``."""
    peer_href: str = ""
    text: str = ""
    """What a fold says."""
    more: str = ""
    """The fold or run that its button opens, ``L120``; empty for none."""
    more_href: str = ""
    more_title: str = ""


class Loop(NamedTuple):
    """The part of a loop's bracket in one window, in pixels."""

    path: str
    x: float
    labels: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Window:
    """Some rows of a sheet that are painted together."""

    number: int
    top: int
    """Pixels from the top of the sheet."""
    height: int
    rows: int
    first: int
    """Its first row, from 0."""
    painted: bool
    href: str
    """Address of a page that shows it without script."""
    left: Sequence[Cell] = ()
    right: Sequence[Cell] = ()
    strands: Sequence[Strand] = ()
    stubs: Sequence[tuple[Stub, str]] = ()
    """With the address of the other end."""
    ticks: Sequence[Tick] = ()
    left_loops: Sequence[Loop] = ()
    right_loops: Sequence[Loop] = ()


@dataclass(frozen=True, slots=True)
class RowsPartial:
    """Windows on their own, for a page that is open."""

    template: ClassVar[str] = "_rows.html"
    windows: tuple[Window, ...]


class Painter:
    """Paints windows of one sheet for one view. ``reasons`` says, by row, why a gap is there."""

    def __init__(
        self,
        base: str,
        sheet: Sheet,
        view: View,
        found: Found,
        reasons: Mapping[tuple[str, int], str],
        lineage: Lineage | None = None,
    ) -> None:
        self._base = base
        self._sheet = sheet
        self._view = view
        self._found = found
        self._reasons = reasons
        self._lineage = lineage
        self._hits = {(hit.letter, hit.line) for hit in found.hits}
        self._ribbons = ribbons(sheet, WINDOW)
        query = view.query_string(selection=False)
        self._query = f"{base}?{query}{'&' if query else ''}"
        self._inside = {half.column.letter: inside_comments(half.column.lines) for half in (sheet.left, sheet.right)}
        self._chosen = self._links_chosen()

    @property
    def count(self) -> int:
        """How many windows the sheet has."""
        return -(-len(self._sheet.rows) // WINDOW)

    def window(self, number: int, *, painted: bool = True) -> Window:
        """The window at position ``number``; unpainted it only keeps the place."""
        first = number * WINDOW
        rows = self._sheet.rows[first : first + WINDOW]
        place = (number, first * ROW, len(rows) * ROW, len(rows), first)
        href = f"{self._query}from={first}"
        if not painted:
            return Window(*place, False, href)
        stubs = self._ribbons.stubs.get(number, ())
        return Window(
            *place,
            True,
            href,
            [self._cell(self._sheet.left, row.left, at) for at, row in enumerate(rows, first)],
            [self._cell(self._sheet.right, row.right, at) for at, row in enumerate(rows, first)],
            self._ribbons.strands.get(number, ()),
            [(stub, f"{self._query}{'R' if stub.side == 'L' else 'L'}={stub.line}") for stub in stubs],
            self._ribbons.ticks.get(number, ()),
            _loops(self._sheet.left.brackets, first, len(rows)),
            _loops(self._sheet.right.brackets, first, len(rows)),
        )

    def _links_chosen(self) -> Collection[int]:
        found: set[int] = set()
        for half in (self._sheet.left, self._sheet.right):
            span = self._view.selected(half.column.letter)
            if span:
                found.update(half.column.links[span.first : span.last + 1])
        return found - {-1}

    def _cell(self, half: Half, at: int, row: int) -> Cell:
        if at < 0:
            return Cell("gap", note=self._reasons.get((half.column.letter, row), ""))
        unit = half.units[at]
        if unit.form in (Form.FOLD, Form.OPEN):
            return self._fold(half, unit)
        return self._line(half, unit)

    def _fold(self, half: Half, unit: Unit) -> Cell:
        letter = half.column.letter
        name = f"{letter}{unit.first}"
        opened = unit.form is Form.OPEN
        others = [each for each in self._view.opened if each != name]
        chosen = others if opened else [*others, name]
        lines = f"{unit.size:,} line{'s' if unit.size != 1 else ''}"
        selected = self._view.selected(letter)
        css = "fold" + (" sel" if selected and not opened and unit.first in selected else "")
        return Cell(
            "open" if opened else "fold",
            letter,
            unit.first,
            unit.last,
            css,
            self._opening(chosen),
            "less" if opened else "more",
            text=f"{lines} · {unit.what}" if not (opened and "." in unit.what) else unit.what,
        )

    def _opening(self, opened: Sequence[str]) -> str:
        """The address of the page with these folds open."""
        return f"{self._base}?{replace(self._view, opened=tuple(opened)).query_string()}"

    def _line(self, half: Half, unit: Unit) -> Cell:
        column, line = half.column, unit.first
        text = column.lines[line - 1]
        inks: Sequence[Ink] = paint(column.side.isa.lexer, text, line in self._inside[column.letter])
        index = column.statements[line]
        style = column.styles[line]
        statement = column.side.listing.statements[index] if index >= 0 else None
        margin = ""
        if statement and statement.kind is Kind.INSTRUCTION:
            instruction = column.side.isa.instruction(statement.name, column.side.listing.target)
            inks = stemmed(inks, instruction.stem)
            if self._view.notes and column.operations[statement.name].key:
                margin = note(instruction, unit.size)
        if unit.form is Form.RUN:
            inks = counted(inks, unit.size)
        hit = any((column.letter, each) in self._hits for each in unit.members)
        if hit and (column.letter, line) in self._hits:
            inks = marked(inks, self._found.ranges(text))
        link = self._link(half, unit)
        peer, peer_href = self._peer(column.letter, link)
        return Cell(
            "run" if unit.form is Form.RUN else "line",
            column.letter,
            line,
            unit.last,
            self._css(column, unit, style, link, hit),
            f"{self._query}{column.letter}={line}",
            MARKS.get(style, ""),
            inks,
            sum(len(ink.text) for ink in inks if ink.style != "el") > _FITS,
            unit.what or margin,
            link,
            " ".join(map(str, self._origins(column.letter, unit))),
            peer,
            peer_href,
            "",
            *self._more(column.letter, unit),
        )

    def _more(self, letter: str, unit: Unit) -> tuple[str, str, str]:
        """What opens a run, or what is hidden after a line: its name, address and title."""
        if unit.form is Form.RUN:
            name, title = f"{letter}{unit.first}", "Show every line of this run"
        elif unit.hidden:
            lines = f"{unit.hidden:,} line{'s' if unit.hidden != 1 else ''}"
            name, title = f"{letter}{unit.last + 1}", f"Show {lines} hidden after this one"
        else:
            return "", "", ""
        return name, self._opening([*self._view.opened, name]), title

    def _origins(self, letter: str, unit: Unit) -> Sequence[int]:
        """Source lines that a row comes from, each once."""
        if self._lineage is None:
            return ()
        origins = self._lineage.origins[letter]
        return sorted({origins[line] for line in unit.members} - {0})

    def _css(self, column: Column, unit: Unit, style: str, link: int, hit: bool) -> str:
        words = [f"c-{style}" if style else "c-plain"]
        if unit.first in column.heads:
            words.append("head")
        selected = self._view.selected(column.letter)
        if selected and unit.first <= selected.last and unit.last >= selected.first:
            words.append("sel")
        elif (link >= 0 and link in self._chosen) or self._from_chosen(column.letter, unit):
            words.append("grp")
        if hit:
            words.append("hit")
        return " ".join(words)

    def _from_chosen(self, letter: str, unit: Unit) -> bool:
        span = self._view.source
        return span is not None and any(line in span for line in self._origins(letter, unit))

    @staticmethod
    def _link(half: Half, unit: Unit) -> int:
        links = half.column.links
        return next((links[line] for line in unit.members if links[line] >= 0), -1)

    def _peer(self, letter: str, link: int) -> tuple[str, str]:
        joint = self._sheet.joints[link] if link >= 0 else None
        if joint is None:
            return "", ""
        other = "R" if letter == "L" else "L"
        members = joint.right if letter == "L" else joint.left
        line = self._sheet.half(other).units[members[0]].first
        more = f" +{len(members) - 1}" if len(members) > 1 else ""
        return f"{line}{more}", f"{self._query}{other}={line}"


def _loops(brackets: Sequence[Bracket], first: int, count: int) -> list[Loop]:
    """What stands of each loop's bracket in rows ``first`` to ``first + count``."""
    found = []
    for bracket in brackets:
        top, bottom = max(bracket.first, first), min(bracket.last, first + count - 1)
        if top > bottom or bracket.depth > 3:
            continue
        x = 12.0 + 6 * (bracket.depth - 1)
        end = 26
        start = f"M{end} {top * ROW + 1}H{x + 5:g}Q{x:g} {top * ROW + 1} {x:g} {top * ROW + 6}"
        path = start if top == bracket.first else f"M{x:g} {top * ROW}"
        edge = (bottom + 1) * ROW - 1
        path += f"V{edge - 5}Q{x:g} {edge} {x + 5:g} {edge}H{end}" if bottom == bracket.last else f"V{edge + 1}"
        spots = range(bracket.first + 1, bracket.last - 6, _LABEL_EVERY)
        labels = tuple(spot * ROW for spot in spots if first <= spot < first + count)
        found.append(Loop(path, x, labels, bracket.label))
    return found
