"""One kernel's clusters → which of them are copies of one piece of source, set apart by peeling or pipelining."""

from __future__ import annotations

import numpy as np

from app.align.clusters import Clusters
from app.align.features import Matrix, jaccard, masks

_ALIKE = 0.85
"""Least likeness of surroundings: what stands in and out of a loop never has quite the same."""


def copies(clusters: Clusters) -> Matrix:
    """``(n, n)``: how alike two clusters of one side are; 0 in one loop or where what they do differs."""
    facts = masks(clusters)
    alike = sum(
        (np.where(_both_empty(facts[name]), 1, jaccard(facts[name], facts[name])) for name in _SURROUNDINGS),
        start=np.zeros((len(clusters.kind), len(clusters.kind)), dtype=np.float32),
    ) / len(_SURROUNDINGS)
    keys = list(zip(clusters.kind, facts["base"], facts["constants"], strict=True))
    number = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    codes = np.array([number[key] for key in keys])
    loops = [clusters.graph.loops[places[0]] for places in clusters.members]
    nests = sorted(set(loops))
    order = {loop: row for row, loop in enumerate(nests)}
    peeled = np.array([[_peeled(clusters, one, other) for other in nests] for one in nests], dtype=bool)
    rows = np.array([order[loop] for loop in loops], dtype=np.int64)
    elsewhere = peeled[np.ix_(rows, rows)] if nests else np.zeros((0, 0), dtype=bool)
    answer: Matrix = np.where((codes[:, None] == codes[None, :]) & elsewhere & (alike >= _ALIKE), alike, 0).astype(
        np.float32
    )
    np.fill_diagonal(answer, 1)
    return answer


def _peeled(clusters: Clusters, one: int, other: int) -> bool:
    """Whether one of two loops is around the other: rounds are peeled to where the loop stands."""
    if one == other:
        return False
    loops = clusters.graph.kernel.loops
    for inner, outer in ((one, other), (other, one)):
        at: int | None = inner if inner >= 0 else None
        while at is not None:
            at = loops[at].parent
            if (-1 if at is None else at) == outer:
                return True
    return False


_SURROUNDINGS = ("up", "down", "before", "after")


def _both_empty(facts: list[int]) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    empty = np.array([not mask for mask in facts], dtype=bool)
    answer: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = empty[:, None] & empty[None, :]
    return answer


def speak_for_each_other(likelihood: Matrix, left: Matrix, right: Matrix) -> Matrix:
    """Gives each cluster the likelihoods of its likeliest copy, weakened by how alike the two are."""
    found = likelihood.copy()
    for side, along in ((left, 0), (right, 1)):
        before = found.copy()
        rows, columns = np.nonzero(side)
        for one, other in zip(rows.tolist(), columns.tolist(), strict=True):
            if one == other:
                continue
            if along == 0:
                found[one] = np.maximum(found[one], before[other] * side[one, other])
            else:
                found[:, one] = np.maximum(found[:, one], before[:, other] * side[one, other])
    return found
