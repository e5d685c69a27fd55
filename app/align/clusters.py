"""A graph of work → clusters: instructions that are copies of one another, and how clusters feed each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.align.flow import nearest
from app.align.graph import Graph
from app.align.ordering import NEAR

LIMIT = 700
"""Most clusters of a kernel; past it the view that tells copies apart gets coarser."""


@dataclass(slots=True)
class Clusters:
    """The clusters of one kernel, in the order of their first members."""

    graph: Graph
    members: list[list[int]]
    """Positions of instructions, ascending."""
    kind: list[str]
    feeds: NDArray[np.bool_]
    """``feeds[a, b]``: something in ``a`` feeds something in ``b`` through glue alone."""
    above: NDArray[np.bool_]
    """``above[a, b]``: ``b`` feeds ``a``, or ``a`` is a barrier or wait and ``b`` stands next to it, above."""
    below: NDArray[np.bool_]
    """The other way round."""
    places: NDArray[np.float32]
    """Where each stands in the code: the mean position of its members, 0 to 1."""
    sizes: NDArray[np.float32]
    """Number of statements."""
    coarse: bool
    """Whether clusters had to be coarser than one would like."""

    def statements(self, number: int) -> list[int]:
        """Listing indices of a cluster's instructions, with those that its members stand for."""
        extras = self.graph.extras
        found = [each for place in self.members[number] for each in (place, *extras.get(place, ()))]
        return sorted(self.graph.indices[place] for place in found)


_VIEWS: tuple[Callable[[Graph, int], tuple[object, ...]], ...] = (
    lambda g, p: (
        g.loops[p],
        g.base[p],
        g.arguments[p],
        g.constants[p],
        *(g.facts[view][p] for view in ("up", "down", "before", "after")),
    ),
    lambda g, p: (g.loops[p], g.base[p], g.constants[p], g.facts["up"][p], g.facts["down"][p]),
    lambda g, p: (g.loops[p], g.base[p], g.constants[p], g.facts["up"][p]),
    lambda g, p: (g.loops[p], g.base[p]),
    lambda g, p: (),
)
"""What makes two instructions of one kind copies, finest first."""


def cluster(graph: Graph, limit: int = LIMIT) -> Clusters:
    """Groups work by what stands around it, as finely as ``limit`` allows."""
    found: dict[tuple[object, ...], list[int]] = {}
    coarse = False
    for number, view in enumerate(_VIEWS):
        found = {}
        for place in graph.work:
            found.setdefault((graph.kind[place], *view(graph, place)), []).append(place)
        coarse = number > 0
        if len(found) <= limit:
            break
    members = sorted(found.values())
    total = max(1, len(graph.indices))
    feeds = _feeds(graph, members)
    return Clusters(
        graph,
        members,
        [graph.kind[each[0]] for each in members],
        feeds,
        feeds.T | _beside(graph.around.above, members),
        feeds | _beside(graph.around.below, members),
        np.array([sum(each) / len(each) / total for each in members], dtype=np.float32),
        np.array([sum(1 + len(graph.extras.get(p, ())) for p in each) for each in members], dtype=np.float32),
        coarse,
    )


def _beside(around: Mapping[int, Sequence[int]], members: list[list[int]]) -> NDArray[np.bool_]:
    number = {place: row for row, places in enumerate(members) for place in places}
    matrix = np.zeros((len(members), len(members)), dtype=bool)
    for place, others in around.items():
        matrix[number[place], [number[other] for other in others[:NEAR]]] = True
    return matrix


def _feeds(graph: Graph, members: list[list[int]]) -> NDArray[np.bool_]:
    own = [0] * len(graph.indices)
    for number, places in enumerate(members):
        for place in places:
            own[place] = 1 << number
    sources = nearest(own, graph.data, graph.kind, backward=False)
    matrix = np.zeros((len(members), len(members)), dtype=bool)
    for number, places in enumerate(members):
        mask = 0
        for place in places:
            mask |= sources[place]
        while mask:
            low = mask & -mask
            matrix[low.bit_length() - 1, number] = True
            mask ^= low
    return matrix
