"""How likely each pair of clusters belongs together → disjoint groups of clusters of both sides."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FLOOR = 0.4
"""Least likelihood that ties two clusters, and what an unlinked instruction counts: below about half of the
attainable F1 a link costs more than it brings."""
STEEPNESS = 12.0
"""How sharply a member's chance of being right turns with the share of its partners that are likely true."""


Matrix = NDArray[np.float32]
Vector = NDArray[np.float32]


class Group(NamedTuple):
    """Clusters of each side that do the same work."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    likelihood: float
    """Mean over the pairs of instructions."""


def group(likelihood: Matrix, left_sizes: Vector, right_sizes: Vector, floor: float = FLOOR) -> list[Group]:
    """Joins the likeliest first, each time if more instructions can then be expected to be linked right than before.

    So a pair that is sure of itself is not thrown together with what is only fairly likely, while what has no
    partner of its own joins the group it fits best.
    """
    owner_left = [_Open({n}, set(), floor * float(size)) for n, size in enumerate(left_sizes)]
    owner_right = [_Open(set(), {n}, floor * float(size)) for n, size in enumerate(right_sizes)]
    rows, columns = np.nonzero(likelihood >= floor)
    order = np.argsort(-likelihood[rows, columns], kind="stable")
    for a, b in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        one, other = owner_left[a], owner_right[b]
        if one is other:
            continue
        lefts, rights = sorted(one.left | other.left), sorted(one.right | other.right)
        worth = _worth(likelihood[np.ix_(lefts, rights)], left_sizes[lefts], right_sizes[rights])
        if worth <= one.worth + other.worth:
            continue
        joined = _Open(set(lefts), set(rights), worth)
        for n in lefts:
            owner_left[n] = joined
        for n in rights:
            owner_right[n] = joined
    return _closed(owner_left, likelihood, left_sizes, right_sizes)


class _Open(NamedTuple):
    """A group while it grows."""

    left: set[int]
    right: set[int]
    worth: float


def _worth(part: Matrix, ours: Vector, theirs: Vector) -> float:
    """How many instructions of a group can be expected to have at least half of their partners right."""
    with np.errstate(invalid="ignore"):  # some BLAS raise the flag on lanes that they pad with
        return float(ours @ _chance(part @ theirs / theirs.sum()) + theirs @ _chance(ours @ part / ours.sum()))


def _chance(share: Vector) -> Vector:
    answer: Vector = 1 / (1 + np.exp(-STEEPNESS * (share - 0.5)))
    return answer


def _closed(owners: list[_Open], likelihood: Matrix, left_sizes: Vector, right_sizes: Vector) -> list[Group]:
    found = []
    seen: set[int] = set()
    for each in owners:
        if id(each) in seen or not each.right:
            continue
        seen.add(id(each))
        lefts, rights = sorted(each.left), sorted(each.right)
        weights = np.outer(left_sizes[lefts], right_sizes[rights])
        mean = float((likelihood[np.ix_(lefts, rights)] * weights).sum() / weights.sum())
        found.append(Group(tuple(lefts), tuple(rights), mean))
    return found
