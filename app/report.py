"""Comparison → the JSON values that other programs read: both sides, links by line, what has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.align.links import Link
from app.comparison import Comparison, Side
from app.model import Kind, Statement


def report(comparison: Comparison) -> dict[str, Any]:
    """The contract's object. Lines are 1-based; a line is in at most one link a side."""
    sides = comparison.left, comparison.right
    left, right = (side.listing.statements for side in sides)
    links = joined(comparison.alignment.links, left, right)
    return {
        "left": _side(comparison.left),
        "right": _side(comparison.right),
        "links": [
            {
                "left": ours,
                "right": theirs,
                "operation": link.operation,
                "relation": link.relation.value,
                "basis": link.basis.value,
                "confidence": round(link.confidence, 4),
                "reason": link.reason,
            }
            for link, ours, theirs in links
        ],
        "unpaired": {
            "left": _unpaired(left, [line for _, ours, _ in links for line in ours]),
            "right": _unpaired(right, [line for _, _, theirs in links for line in theirs]),
        },
        "remarks": [
            {"line": each.line, "severity": each.severity.value, "message": each.message}
            for each in comparison.alignment.remarks
        ],
    }


def joined(
    links: Sequence[Link], left: Sequence[Statement], right: Sequence[Statement]
) -> list[tuple[Link, list[int], list[int]]]:
    """Links with their lines. Of two links with statements on one line the surer one has that line."""
    owners: list[dict[int, int]] = [{}, {}]
    surest = sorted(range(len(links)), key=lambda number: -links[number].confidence)
    for owner, statements, side in zip(owners, (left, right), ("left", "right"), strict=True):
        for number in surest:
            for index in getattr(links[number], side):
                owner.setdefault(statements[index].line, number)
    found = []
    for number, link in enumerate(links):
        ours, theirs = (
            sorted({line for index in indices if owner[line := statements[index].line] == number})
            for owner, statements, indices in zip(owners, (left, right), (link.left, link.right), strict=True)
        )
        if ours and theirs:
            found.append((link, ours, theirs))
    return found


def _unpaired(statements: Sequence[Statement], linked: Sequence[int]) -> list[int]:
    lines = {each.line for each in statements if each.kind is Kind.INSTRUCTION}
    return sorted(lines.difference(linked))


def _side(side: Side) -> dict[str, Any]:
    listing = side.listing
    return {
        "isa": listing.isa,
        "target": listing.target,
        "name": listing.source.name,
        "lines": len(listing.source.lines),
        "kernels": [
            {"name": routine.name, "line": routine.line, "end_line": routine.end_line}
            for routine in listing.routines
            if routine.is_kernel
        ],
        "diagnostics": [
            {"line": each.line, "severity": each.severity.value, "message": each.message}
            for each in listing.diagnostics
        ],
    }
