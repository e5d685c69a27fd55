"""Barriers and waits → what stands around them: they carry no values, but memory is used on both sides of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

ORDERING = frozenset({"barrier", "wait"})
"""Kinds that order other work and do none."""
_ORDERED = frozenset(
    {"load", "store", "shared_load", "shared_store", "tensor_load", "tensor_store", "atomic", "matrix"}
)
"""Kinds that touch memory, which others may wait for."""
NEAR = 4
"""How many of the memory operations next to a barrier count as its neighbours."""


class Surroundings(NamedTuple):
    """For each barrier and wait, by position, the memory operations next to it in the text, nearest first."""

    above: Mapping[int, Sequence[int]]
    below: Mapping[int, Sequence[int]]


def surroundings(kind: Sequence[str], work: Sequence[int]) -> Surroundings:
    """Looks up and down from each barrier to the next one that has memory operations between."""
    return Surroundings(_last(kind, work), _last(kind, work[::-1]))


def _last(kind: Sequence[str], work: Sequence[int]) -> dict[int, Sequence[int]]:
    found: dict[int, Sequence[int]] = {}
    run: list[int] = []
    fresh = True
    for place in work:
        if kind[place] in ORDERING:
            found[place] = tuple(reversed(run))
            fresh = kind[place] == "barrier" or fresh
        elif kind[place] in _ORDERED:
            if fresh:
                run = []
                fresh = False
            run.append(place)
    return found


def tell(places: Surroundings, facts: Mapping[str, list[int]], own: Sequence[int]) -> None:
    """Fills in the facts of barriers and waits: what is next to them, and what feeds that and is fed by it."""
    for where, near, far in ((places.above, "up", "before"), (places.below, "down", "after")):
        for place, others in where.items():
            for other in others:
                facts[near][place] |= own[other]
            for other in others[:NEAR]:
                facts[far][place] |= facts["up"][other] | facts["down"][other]
