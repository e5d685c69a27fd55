"""A spread and a view → the page of a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from app.model import Diagnostic
from app.pages.annotation import Annotation, about
from app.pages.marks import CHIPS
from app.pages.preview import Meta, preview, subtitle_of, title_of
from app.pages.reasons import reasons
from app.pages.rows import Painter, RowsPartial, Window
from app.pages.ruler import Ruler, ruler
from app.pages.search import Found, search
from app.pages.sheet import WINDOW, Sheet, Spread
from app.pages.source_note import SourceNote
from app.pages.source_pane import SourcePane, source_pane
from app.pages.strip import SideSummary, Tally, summary, tallies
from app.pages.view import Fold, View

WHOLE = 1500
"""Rows up to which the browser fetches every window, so that its own find sees them all."""
_FIRST = 3
"""Windows painted in the first answer."""
_HITS = 2000
"""Hits whose places the page carries."""


class Choice(NamedTuple):
    """One of several states, as a link."""

    title: str
    href: str
    current: bool
    value: str = ""


class Filter(NamedTuple):
    """A class of operations that can be struck out."""

    name: str
    title: str
    mark: str
    href: str
    on: bool


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    """The reading page."""

    template: ClassVar[str] = "comparison.html"
    base: str
    """Path of the page, without a query."""
    url: str
    """The permalink, origin and all."""
    query: str
    """The view's parameters, selection left out."""
    title: str
    subtitle: str
    meta: Meta
    left: SideSummary
    right: SideSummary
    folds: Sequence[Choice]
    kernels: Sequence[Choice]
    filters: Sequence[Filter]
    hidden: str
    """Class names for the sheet that strike out the filtered classes."""
    search: str
    found: str
    """How many lines the search found, or why none could be."""
    hits: str
    """Where: ``12:L120`` for row 12 and line 120 left, in order."""
    rows: int
    window: int
    whole: bool
    windows: Sequence[Window]
    rulers: Sequence[Ruler]
    annotation: Annotation | SourceNote | None
    focus: str
    side: str
    notes: Choice
    tallies: Sequence[Tally]
    unpaired: tuple[int, int]
    remarks: Sequence[Diagnostic]
    source: SourcePane | None = None
    pane: str = ""
    """``1`` when the source is to be shown on a screen of any width, ``0`` on none."""
    embedded: bool = False
    offline: bool = False
    awaits: str = ""
    """Where the two sides are being lined up; empty once they are."""


@dataclass(frozen=True, slots=True)
class NotLined:
    """The part of a page that says why its sides could not be lined up."""

    template: ClassVar[str] = "_not_lined.html"
    reason: str


def comparison_page(
    spread: Spread, base: str, view: View, *, title: str, url: str, embedded: bool = False, offline: bool = False
) -> ComparisonPage:
    """The page at ``base`` (a path) for ``view``; ``url`` is its address for others."""
    view = spread.settled(view)
    sheet = spread.sheet(view)
    found = _search(spread, view)
    painter = painter_of(spread, base, view, sheet, found)
    columns = spread.columns
    shown = shown_windows(spread, sheet, view, painter)
    left, right = (summary(spread, each, base, view) for each in columns)
    focus = f"{view.focus[0]}{view.focus[1]}" if view.focus else ""
    heading = title or title_of(columns)
    state = replace(view, fold=sheet.fold)
    return ComparisonPage(
        base=base,
        url=url,
        query=view.query_string(selection=False),
        title=heading,
        subtitle=subtitle_of(columns),
        meta=preview(spread, view, heading, url),
        left=left,
        right=right,
        folds=[Choice(each.words, _href(base, state.with_fold(each)), each is sheet.fold, each.value) for each in Fold],
        kernels=_kernels(spread, base, view),
        filters=_filters(base, view),
        hidden=" ".join(f"no-{name}" for name in view.hidden),
        search=view.query,
        found=_found(found, view),
        hits=_hits(sheet, found),
        rows=len(sheet.rows),
        window=WINDOW,
        whole=len(sheet.rows) <= WHOLE,
        windows=[painter.window(n, painted=n in shown or offline) for n in range(painter.count)],
        rulers=[ruler(sheet, letter, found, view.selected(letter)) for letter in "LR"],
        annotation=about(spread, base, view),
        focus=focus,
        side=view.side or view.usual_side,
        notes=Choice("Notes", _href(base, replace(view, notes=not view.notes)), view.notes),
        tallies=tallies(spread),
        unpaired=(columns[0].unpaired, columns[1].unpaired),
        remarks=spread.comparison.alignment.remarks,
        source=source_pane(spread.lineage, columns, base, view) if spread.lineage else None,
        pane=view.pane,
        embedded=embedded,
        offline=offline,
    )


def rows_partial(spread: Spread, base: str, view: View, number: int) -> RowsPartial:
    """One window of the same page, by the row it starts at in ``view.start`` or by ``number``."""
    view = spread.settled(view)
    sheet = spread.sheet(view)
    painter = painter_of(spread, base, view, sheet, _search(spread, view))
    return RowsPartial((painter.window(max(0, min(number, painter.count - 1))),))


def painter_of(spread: Spread, base: str, view: View, sheet: Sheet, found: Found) -> Painter:
    """A painter, kept with the spread while the view stays the same."""
    key = (base, view)
    if spread.painter is None or spread.painter[0] != key:
        spread.painter = (key, Painter(base, sheet, view, found, reasons(sheet), spread.lineage))
    return spread.painter[1]


def shown_windows(spread: Spread, sheet: Sheet, view: View, painter: Painter) -> range:
    """Positions of the windows that the first answer paints: those around the selection, else the first."""
    row = view.start
    place = view.near or spread.place(view)
    if place:
        row = sheet.half(place[0]).row(place[1])
    middle = min(row // WINDOW, max(painter.count - 1, 0))
    before = 1 if place and row % WINDOW < WINDOW // 2 else 0
    first = max(0, middle - before)
    return range(first, first + _FIRST)


def _search(spread: Spread, view: View) -> Found:
    if spread.found is None or spread.found[0] != view.query:
        spread.found = (view.query, search(view.query, spread.columns))
    return spread.found[1]


def _href(base: str, view: View) -> str:
    query = view.query_string()
    return f"{base}?{query}" if query else base


def _kernels(spread: Spread, base: str, view: View) -> Sequence[Choice]:
    pairs = spread.comparison.alignment.routines
    if len(pairs) < 2:
        return ()
    chosen = spread.kernel(view)
    clear = replace(view, opened=(), left=None, right=None)
    found = [Choice("whole files", _href(base, replace(clear, kernel=None)), chosen is None, "")]
    left, right = (column.side.listing.routines for column in spread.columns)
    for number, pair in enumerate(pairs):
        names = [
            left[pair.left].name if pair.left is not None else "",
            right[pair.right].name if pair.right is not None else "",
        ]
        name = names[0] or names[1] or "nameless"
        only = " (left only)" if pair.right is None else " (right only)" if pair.left is None else ""
        found.append(Choice(name + only, _href(base, replace(clear, kernel=number)), chosen == number, str(number)))
    return found


def _filters(base: str, view: View) -> Sequence[Filter]:
    found = []
    for chip in CHIPS:
        on = chip.name not in view.hidden
        hidden = (*view.hidden, chip.name) if on else tuple(name for name in view.hidden if name != chip.name)
        found.append(Filter(chip.name, chip.title, chip.name, _href(base, replace(view, hidden=hidden)), on))
    return found


def _found(found: Found, view: View) -> str:
    if not view.query:
        return ""
    if found.error:
        return found.error
    return f"{len(found.hits):,} line{'s' if len(found.hits) != 1 else ''}"


def _hits(sheet: Sheet, found: Found) -> str:
    places = sorted((sheet.half(hit.letter).row(hit.line), hit.letter, hit.line) for hit in found.hits[: 4 * _HITS])
    return " ".join(f"{row}:{letter}{line}" for row, letter, line in places[:_HITS])
