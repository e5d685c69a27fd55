"""Line tables of both sides → links between statements of one kind that come from one source line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from app.align.equivalent import claim
from app.align.graph import Graph
from app.align.links import Basis, Link
from app.model import Diagnostic, Severity
from app.program import Kernel

_ARITHMETIC = frozenset({"add", "mul", "fma"})
"""Kinds that compilers turn into each other: a product and a sum on one side are one instruction on the other."""
_CONFIDENCE = 0.95


class Place(NamedTuple):
    """A source line, by the file's own name: two builds seldom share their folders."""

    file: str
    line: int


def places(kernel: Kernel) -> dict[Place, list[int]]:
    """Instructions that the line table places, by source line."""
    found: dict[Place, list[int]] = {}
    names: dict[str, str] = {}
    for index in kernel.instructions:
        location = kernel.listing.locations[index]
        if location is not None and location.line:
            file = names.get(location.file)
            if file is None:
                file = names[location.file] = PurePosixPath(location.file.replace("\\", "/")).name
            found.setdefault(Place(file, location.line), []).append(index)
    return found


def usable(left: dict[Place, list[int]], right: dict[Place, list[int]]) -> bool:
    """Whether the two tables speak of the same sources: most lines of the shorter table are in the other."""
    fewer = min(len(left), len(right))
    return fewer > 0 and len(left.keys() & right.keys()) * 2 >= fewer


def links(one: Graph, other: Graph, ours: dict[Place, list[int]], theirs: dict[Place, list[int]]) -> list[Link]:
    """One link for each source line and kind that both sides have; what makes up an idiom counts as its kind."""
    left, right = one.kernel, other.kernel
    kinds = one.kinds(), other.kinds()
    found = []
    for place in sorted(ours.keys() & theirs.keys()):
        sides = _by_kind(kinds[0], ours[place]), _by_kind(kinds[1], theirs[place])
        rest: tuple[list[int], list[int]] = ([], [])
        for kind in sorted(sides[0].keys() | sides[1].keys()):
            mine, yours = sides[0].get(kind, []), sides[1].get(kind, [])
            if mine and yours:
                found.append(_link(left, mine, right, yours, place))
            elif kind in _ARITHMETIC:
                rest[0].extend(mine)
                rest[1].extend(yours)
        if rest[0] and rest[1]:
            found.append(_link(left, sorted(rest[0]), right, sorted(rest[1]), place))
    return found


def _by_kind(kinds: Mapping[int, str], indices: Sequence[int]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for index in indices:
        kind = kinds.get(index)
        if kind:
            found.setdefault(kind, []).append(index)
    return found


def _link(left: Kernel, ours: Sequence[int], right: Kernel, theirs: Sequence[int], place: Place) -> Link:
    said = claim(left, ours, right, theirs)
    reason = f"Both come from {place.file} line {place.line}. {said.caveat}".strip()
    return Link(tuple(ours), tuple(theirs), said.operation, said.relation, Basis.LOC, _CONFIDENCE, reason)


_SURE = 0.9
"""Confidence from which structure's word is worth an objection."""


def objections(left: Kernel, placed: Sequence[Link], structural: Sequence[Link]) -> list[Diagnostic]:
    """A remark where structure is sure of partners of which the line tables know none."""
    partners = {index: set(link.right) for link in placed for index in link.left}
    lines = sorted(
        left.listing.statements[link.left[0]].line
        for link in structural
        if link.confidence >= _SURE
        and all(index in partners and not partners[index] & set(link.right) for index in link.left)
    )
    if not lines:
        return []
    shown = ", ".join(map(str, lines[:5])) + (" …" if len(lines) > 5 else "")
    message = (
        f"The line tables and the structure of the code disagree on partners of line {shown}; the tables were followed."
    )
    return [Diagnostic(lines[0], Severity.INFO, message)]
