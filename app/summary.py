"""Comparison → what a reviewer wants to know of it, as Markdown for a pull request or text for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from app.align.links import Link
from app.comparison import Comparison, Side
from app.model import Kind, Severity
from app.operations import Group, Relation, operation
from app.report import joined

_RELATIONS = {Relation.EXACT: "exact", Relation.SAME_ROLE: "same role", Relation.ANALOGUE: "analogue"}
_MOST = 40
"""Rows of a list before it says how many more there are."""


class _Row(NamedTuple):
    """A label and a figure a side."""

    label: str
    left: str
    right: str


def markdown(comparison: Comparison, url: str = "") -> str:
    """Tables of both sides' figures and of the links between key operations; ``url`` is its permalink, if any."""
    heads = [_head(side) for side in (comparison.left, comparison.right)]
    lines = [f"### {heads[0]} beside {heads[1]}", ""]
    if url:
        lines += [f"[Side by side]({url})", ""]
    lines += ["| | left | right |", "|---|---:|---:|"]
    lines += [f"| {row.label} | {row.left} | {row.right} |" for row in _figures(comparison)]
    lines += ["", _tally(comparison), ""]
    rows, more = _links(comparison)
    if rows:
        lines += ["| operation | left | right | relation |", "|---|---|---|---|"]
        lines += [f"| {title} | {left} | {right} | {relation} |" for title, left, right, relation in rows]
        lines += [f"\n… and {more:,} more." if more else ""]
    lines += [f"- {remark}" for remark in _remarks(comparison)]
    return "\n".join(lines).rstrip() + "\n"


def plain(comparison: Comparison) -> str:
    """The same for a terminal."""
    figures = [_Row("", "left", "right"), *_figures(comparison)]
    widths = [max(len(row[column]) for row in figures) for column in range(3)]
    lines = [f"left   {_head(comparison.left)}", f"right  {_head(comparison.right)}", ""]
    lines += [f"{row.label:<{widths[0]}}  {row.left:>{widths[1]}}  {row.right:>{widths[2]}}" for row in figures]
    lines += ["", _tally(comparison)]
    rows, more = _links(comparison)
    if rows:
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        lines += ["", *("  ".join(c.ljust(w) for c, w in zip(row, (*widths, 0), strict=True)).rstrip() for row in rows)]
        lines += [f"… and {more:,} more"] if more else []
    lines += ["", *_remarks(comparison)]
    return "\n".join(lines).rstrip() + "\n"


def _head(side: Side) -> str:
    listing = side.listing
    return f"{listing.source.name} ({side.isa.title}{f' for {listing.target}' if listing.target else ''})"


def _figures(comparison: Comparison) -> list[_Row]:
    sides = comparison.left, comparison.right
    counts = [_groups(side) for side in sides]
    rows = [
        _Row("lines", *(f"{len(side.listing.source.lines):,}" for side in sides)),
        _Row("kernels", *(f"{sum(each.is_kernel for each in side.listing.routines):,}" for side in sides)),
        _Row("instructions", *(f"{sum(count.values()):,}" for count in counts)),
    ]
    for group in Group:
        if any(count[group] for count in counts):
            rows.append(_Row(group.value, *(f"{count[group]:,}" for count in counts)))
    return rows


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


def _links(comparison: Comparison) -> tuple[list[tuple[str, str, str, str]], int]:
    left, right = (side.listing.statements for side in (comparison.left, comparison.right))
    found = [
        (operation(link.operation).title, _lines(ours), _lines(theirs), _relation(link))
        for link, ours, theirs in joined(comparison.alignment.links, left, right)
        if operation(link.operation).key
    ]
    return found[:_MOST], max(0, len(found) - _MOST)


def _relation(link: Link) -> str:
    return _RELATIONS.get(link.relation, link.relation.value)


def _lines(lines: Sequence[int]) -> str:
    shown = ", ".join(map(str, lines[:3]))
    return shown if len(lines) <= 3 else f"{shown} and {len(lines) - 3} more"


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
