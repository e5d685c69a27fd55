"""Facts of single instructions → what of them reaches others along the edges of a graph."""

from __future__ import annotations

from collections.abc import Sequence

PASSES = 6
"""Most rounds in which facts may travel round nested loops."""


def reversed_edges(edges: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """For each place the places that it is a source of."""
    found: list[list[int]] = [[] for _ in edges]
    for place, sources in enumerate(edges):
        for source in sources:
            found[source].append(place)
    return [tuple(each) for each in found]


def carry(own: Sequence[int], edges: Sequence[tuple[int, ...]], kind: Sequence[str]) -> list[int]:
    """What each instruction has of itself and gets through glue alone."""
    found = list(own)
    for _ in range(PASSES):
        changed = False
        for place, sources in enumerate(edges):
            before = mask = found[place]
            for source in sources:
                if not kind[source]:
                    mask |= found[source]
            if mask != before:
                found[place] = mask
                changed = True
        if not changed:
            break
    return found


def nearest(own: Sequence[int], edges: Sequence[tuple[int, ...]], kind: Sequence[str], backward: bool) -> list[int]:
    """``own`` of the nearest work along ``edges``, glue looked through."""
    found = [0] * len(own)
    order = range(len(own) - 1, -1, -1) if backward else range(len(own))
    for _ in range(PASSES):
        changed = False
        for place in order:
            before = mask = found[place]
            for source in edges[place]:
                mask |= own[source] if kind[source] else found[source]
            if mask != before:
                found[place] = mask
                changed = True
        if not changed:
            break
    return found


def everything(own: Sequence[int], edges: Sequence[tuple[int, ...]], backward: bool) -> list[int]:
    """``own`` of all that is reached along ``edges`` in one pass, loops not taken round."""
    found = [0] * len(own)
    for place in range(len(own) - 1, -1, -1) if backward else range(len(own)):
        mask = 0
        for source in edges[place]:
            mask |= own[source] | found[source]
        found[place] = mask
    return found
