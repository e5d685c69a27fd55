"""Comparison → what a reviewer wants to know of it, as Markdown for a pull request or text for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from app.align.links import Link
from app.comparison import Comparison, Side
from app.hazards import lint
from app.model import Kind, Severity
from app.operations import Group, Relation, operation
from app.pages.figures import figures
from app.report import joined

_RELATIONS = {Relation.EXACT: "exact", Relation.SAME_ROLE: "same role", Relation.ANALOGUE: "analogue"}
_MOST = 40
"""Rows of a list before it says how many more there are."""


_FINDINGS = 10
"""Findings of one side that are quoted."""


class _Row(NamedTuple):
    """A label, a figure a side, and between two listings of one ISA what changed."""

    label: str
    left: str
    right: str
    change: str = ""


def markdown(comparison: Comparison, url: str = "") -> str:
    """Tables of both sides' figures and of the links between key operations, and what lint finds.

    ``url`` is its permalink, if there is one: lines then link to it.
    """
    heads = [_head(side) for side in (comparison.left, comparison.right)]
    lines = [f"### {heads[0]} beside {heads[1]}", ""]
    if url:
        lines += [f"[Side by side]({url})", ""]
    table = _figures(comparison)
    width = 4 if any(row.change for row in table) else 3
    lines += [_cells(("", "left", "right", "change")[:width]), _cells(("---", "---:", "---:", "---:")[:width])]
    lines += [_cells(row[:width]) for row in table]
    lines += ["", _tally(comparison), ""]
    rows, more = _links(comparison, url)
    if rows:
        lines += ["| operation | left | right | relation |", "|---|---|---|---|"]
        lines += [_cells(row) for row in rows]
        lines += [f"\n… and {more:,} more." if more else ""]
    lines += [f"- {remark}" for remark in (*_remarks(comparison), *_findings(comparison, url))]
    return "\n".join(lines).rstrip() + "\n"


def plain(comparison: Comparison) -> str:
    """The same for a terminal."""
    table = [_Row("", "left", "right"), *_figures(comparison)]
    widths = [max(len(row[column]) for row in table) for column in range(4)]
    lines = [f"left   {_head(comparison.left)}", f"right  {_head(comparison.right)}", ""]
    for label, left, right, change in table:
        line = f"{label:<{widths[0]}}  {left:>{widths[1]}}  {right:>{widths[2]}}  {change:>{widths[3]}}"
        lines.append(line.rstrip())
    lines += ["", _tally(comparison)]
    rows, more = _links(comparison)
    if rows:
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        lines += ["", *("  ".join(c.ljust(w) for c, w in zip(row, (*widths, 0), strict=True)).rstrip() for row in rows)]
        lines += [f"… and {more:,} more"] if more else []
    lines += ["", *_remarks(comparison), *_findings(comparison)]
    return "\n".join(lines).rstrip() + "\n"


def _head(side: Side) -> str:
    listing = side.listing
    return f"{listing.source.name} ({side.isa.title}{f' for {listing.target}' if listing.target else ''})"


def _cells(words: Sequence[str]) -> str:
    return f"| {' | '.join(words)} |"


def _figures(comparison: Comparison) -> list[_Row]:
    sides = comparison.left, comparison.right
    same = sides[0].isa is sides[1].isa

    def row(label: str, counts: Sequence[int]) -> _Row:
        change = f"{counts[1] - counts[0]:+,}" if same and counts[0] != counts[1] else ""
        return _Row(label, f"{counts[0]:,}", f"{counts[1]:,}", change)

    counts = [_groups(side) for side in sides]
    rows = [
        row("lines", [len(side.listing.source.lines) for side in sides]),
        row("kernels", [sum(each.is_kernel for each in side.listing.routines) for side in sides]),
        *_held(sides),
        row("instructions", [sum(count.values()) for count in counts]),
    ]
    for group in Group:
        if any(count[group] for count in counts):
            rows.append(row(group.value, [count[group] for count in counts]))
    return rows


def _held(sides: Sequence[Side]) -> list[_Row]:
    """Registers, memory, occupancy and work of a loop's round, of the longest kernel of each side."""
    found = [{each.label: f"{each.value} {each.unit}".strip() for each in figures(side, None)} for side in sides]
    labels = [label for label in {**found[0], **found[1]} if label != "instructions"]
    return [_Row(label, found[0].get(label, ""), found[1].get(label, "")) for label in labels]


def _groups(side: Side) -> Counter[Group]:
    listing = side.listing
    names = Counter(each.name for each in listing.statements if each.kind is Kind.INSTRUCTION)
    groups: Counter[Group] = Counter()
    for name, count in names.items():
        groups[operation(side.isa.instruction(name, listing.target).operation).group] += count
    return groups


def _tally(comparison: Comparison) -> str:
    counts = Counter(link.relation for link in comparison.alignment.links)
    words = ", ".join(f"{counts[relation]:,} {word}" for relation, word in _RELATIONS.items() if counts[relation])
    return f"{len(comparison.alignment.links):,} links{f': {words}' if words else ''}."


def _links(comparison: Comparison, url: str = "") -> tuple[list[tuple[str, str, str, str]], int]:
    left, right = (side.listing.statements for side in (comparison.left, comparison.right))
    found = [
        (operation(link.operation).title, _lines(ours, url, "L"), _lines(theirs, url, "R"), _relation(link))
        for link, ours, theirs in joined(comparison.alignment.links, left, right)
        if operation(link.operation).key
    ]
    return found[:_MOST], max(0, len(found) - _MOST)


def _relation(link: Link) -> str:
    return _RELATIONS.get(link.relation, link.relation.value)


def _lines(lines: Sequence[int], url: str, letter: str) -> str:
    shown = ", ".join(_line(line, url, letter) for line in lines[:3])
    return shown if len(lines) <= 3 else f"{shown} and {len(lines) - 3} more"


def _line(line: int, url: str, letter: str) -> str:
    return f"[{line}]({url}?{letter}={line})" if url else str(line)


def _findings(comparison: Comparison, url: str = "") -> list[str]:
    """What lint finds on each side, waits that are merely strict left out."""
    said = []
    for name, side in (("left", comparison.left), ("right", comparison.right)):
        found = [each for each in lint(side.program) if each.severity is not Severity.INFO]
        for each in found[:_FINDINGS]:
            said.append(f"{name} line {_line(each.line, url, name[0].upper())}, {each.severity.value}: {each.message}")
        if len(found) > _FINDINGS:
            said.append(f"{name}: {len(found) - _FINDINGS:,} more findings")
    return said or ["lint finds no hazard on either side."]


def _remarks(comparison: Comparison) -> list[str]:
    remarks = [each.message for each in comparison.alignment.remarks]
    for name, side in (("left", comparison.left), ("right", comparison.right)):
        counts = Counter(each.severity for each in side.listing.diagnostics)
        remarks += [
            f"{name}: {counts[severity]:,} {noun}"
            for severity, noun in ((Severity.ERROR, "errors"), (Severity.WARNING, "warnings"))
            if counts[severity]
        ]
    return remarks
