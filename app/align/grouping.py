"""How likely each pair of clusters belongs together → disjoint groups of clusters of both sides."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FLOOR = 0.45
"""Least likelihood that ties two clusters: below about half of the attainable F1 a link costs more than it brings."""
COHERENCE = 0.5
"""What a member's likelihood, averaged over the other side's instructions, must reach: at least half are true."""


class Group(NamedTuple):
    """Clusters of each side that do the same work."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    likelihood: float
    """Mean over the pairs of instructions."""


def group(
    likelihood: NDArray[np.float32],
    left_sizes: NDArray[np.float32],
    right_sizes: NDArray[np.float32],
    floor: float = FLOOR,
    coherence: float = COHERENCE,
) -> list[Group]:
    """Joins the likeliest first, as long as every member agrees with most of the other side."""
    owner_left = [[{n}, set()] for n in range(len(left_sizes))]
    owner_right = [[set(), {n}] for n in range(len(right_sizes))]
    rows, columns = np.nonzero(likelihood >= floor)
    order = np.argsort(-likelihood[rows, columns], kind="stable")
    for a, b in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        one, other = owner_left[a], owner_right[b]
        if one is other:
            continue
        lefts, rights = sorted(one[0] | other[0]), sorted(one[1] | other[1])
        part = likelihood[np.ix_(lefts, rights)]
        ours, theirs = left_sizes[lefts], right_sizes[rights]
        if (part @ theirs).min() < coherence * theirs.sum() or (ours @ part).min() < coherence * ours.sum():
            continue
        joined = [set(lefts), set(rights)]
        for n in lefts:
            owner_left[n] = joined
        for n in rights:
            owner_right[n] = joined
    found = []
    seen: set[int] = set()
    for each in owner_left:
        if id(each) in seen or not each[1]:
            continue
        seen.add(id(each))
        lefts, rights = sorted(each[0]), sorted(each[1])
        weights = np.outer(left_sizes[lefts], right_sizes[rights])
        mean = float((likelihood[np.ix_(lefts, rights)] * weights).sum() / weights.sum())
        found.append(Group(tuple(lefts), tuple(rights), mean))
    return found
