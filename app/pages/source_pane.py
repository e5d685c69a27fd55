"""A lineage and a view → the third pane: the kernel's source, and beside each line what it became on either side."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from app.pages.column import Column
from app.pages.lineage import Lineage
from app.pages.view import View
from app.paint import Ink

_WHOLE = 800
"""Lines up to which a source is shown whole; of a longer one, what leads somewhere and what stands around it."""
_AROUND = 15
"""Lines around one that leads somewhere."""
_MOST = 1600
"""Lines that are shown at most."""


class Became(NamedTuple):
    """What one line became on one side."""

    side: str
    number: int
    """Instructions."""
    share: int
    """Of the most that a line became on that side, in eighths, rounded up."""
    line: int
    """The first of them."""
    href: str


class SourceRow(NamedTuple):
    """One line of the source, or some that are left out."""

    line: int
    skipped: int
    """Lines that are left out from ``line`` on; 0 for a line itself."""
    css: str
    href: str
    inks: Sequence[Ink] = ()
    became: Sequence[Became] = ()


class SourcePane(NamedTuple):
    """The kernel's source beside both sides."""

    name: str
    rows: Sequence[SourceRow]
    remark: str
    raw: str
    """Address of the whole file."""
    toggle: str
    """Address of the page with the pane shown or hidden, whichever it isn't."""


def source_pane(found: Lineage, columns: Sequence[Column], base: str, view: View) -> SourcePane:
    """The pane for a view."""
    query = view.query_string(selection=False)
    start = f"{base}?{query}{'&' if query else ''}"
    most = {letter: max(map(len, table.values()), default=1) for letter, table in found.table.items()}
    kin = _kin(found, columns, view)
    rows = []
    for line, skipped in _shown(found, kin | set(view.source or ())):
        if skipped:
            rows.append(SourceRow(line, skipped, "", ""))
            continue
        chosen = view.source is not None and line in view.source
        css = "sel" if chosen else "grp" if line in kin else ""
        became = []
        for letter in "LR":
            lines = found.became(letter, line)
            first = lines[0] if lines else 0
            became.append(
                Became(letter, len(lines), -(-8 * len(lines) // most[letter]), first, f"{start}{letter}={first}")
            )
        rows.append(SourceRow(line, 0, css, f"{start}S={line}", found.painted[line - 1], became))
    state = replace(view, pane="0" if view.pane == "1" else "1").query_string()
    raw = f"{base}/raw/source"
    return SourcePane(found.source.name, rows, found.remark, raw, f"{base}?{state}")


def _kin(found: Lineage, columns: Sequence[Column], view: View) -> set[int]:
    """Source lines that the selected lines of both sides come from."""
    lines: set[int] = set()
    for column in columns:
        span = view.selected(column.letter)
        if span:
            lines.update(found.origins[column.letter][span.first : span.last + 1])
    return lines - {0}


def _shown(found: Lineage, wanted: Collection[int]) -> Iterator[tuple[int, int]]:
    """Lines in order, each with 0; what is left out as its first line and how many they are."""
    count = len(found.source.lines)
    if count <= _WHOLE:
        yield from ((line, 0) for line in range(1, count + 1))
        return
    useful = sorted({line for table in found.table.values() for line in table}.union(wanted))
    near = sorted({line for each in useful for line in range(each - _AROUND, each + _AROUND + 1) if 0 < line <= count})
    last = 0
    for line in (near or range(1, count + 1))[:_MOST]:
        if line > last + 1:
            yield last + 1, line - last - 1
        yield line, 0
        last = line
    if last < count:
        yield last + 1, count - last
