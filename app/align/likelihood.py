"""Evidence for each pair of clusters → how likely the two do the same work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from app import paths, tables
from app.align.clusters import Clusters
from app.align.features import FEATURES, Matrix
from app.errors import BadTable

Vector = NDArray[np.float32]

SECOND = ("first", "rival", "behind", "up_agrees", "down_agrees", "order_agrees")
"""What the second look adds: the first look's score, its lead over the best rival, and how well the
neighbours in the dataflow and in the text fit a pairing of these two."""


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic model: fitted on kernels whose line tables tell the truth (``benchmarks/fit.py``)."""

    bias: float
    weights: dict[str, float]

    def vector(self, names: tuple[str, ...]) -> Matrix:
        """The weights in the order of ``names``; a name that the table lacks or has too much is a ``BadTable``."""
        if set(names) != set(self.weights):
            raise BadTable(f"weights.toml: {sorted(set(names) ^ set(self.weights))}")
        return np.array([self.weights[name] for name in names], dtype=np.float32)


FAMILIES = {
    "matrix": ("matrix",),
    "memory": ("load", "store", "atomic", "shared_load", "shared_store", "tensor_load", "tensor_store"),
    "order": ("barrier", "wait", "shuffle", "vote"),
    "arithmetic": (),
}
"""Kinds for which the same evidence weighs alike; the last holds all others."""


def families(kind: Sequence[str]) -> NDArray[np.int64]:
    """The position in ``FAMILIES`` of each kind."""
    place = {name: number for number, names in enumerate(FAMILIES.values()) for name in names}
    return np.array([place.get(name, len(FAMILIES) - 1) for name in kind], dtype=np.int64)


Model = tuple[Sequence[Weights], Sequence[Weights]]
"""The first look's weights and the second look's, one entry a family."""


@cache
def weights() -> Model:
    """The fitted weights."""
    path = paths.APP / "align" / "weights.toml"
    data = tables.load(path)
    first, second = (
        tuple(tables.row(Weights, data[look][family], f"{path.name}: {look}.{family}") for family in FAMILIES)
        for look in ("first", "second")
    )
    return first, second


def likelihood(
    left: Clusters, right: Clusters, features: Matrix, same: NDArray[np.bool_], model: Model | None = None
) -> Matrix:
    """``(left, right)``, 0 to 1; 0 for pairs of different kinds. ``model`` stands in for ``weights()``."""
    first, second = model or weights()
    family = np.broadcast_to(families(left.kind)[:, None], same.shape)[same]
    score = weigh(features, family, first, FEATURES)
    for _ in range(2):
        extra = np.concatenate([features, look_again(left, right, chances(score, same), same)], axis=-1)
        score = weigh(extra, family, second, (*FEATURES, *SECOND))
    return chances(score, same)


def weigh(features: Matrix, family: NDArray[np.int64], model: Sequence[Weights], names: tuple[str, ...]) -> Vector:
    """The score of each pair, by the weights of its left side's family."""
    answer: Vector = np.zeros(len(features), dtype=np.float32)
    for number, each in enumerate(model):
        own = family == number
        answer[own] = features[own] @ each.vector(names) + np.float32(each.bias)
    return answer


def chances(score: Vector, same: NDArray[np.bool_]) -> Matrix:
    """Scores of the pairs of one kind → ``(left, right)`` likelihoods, 0 for other pairs."""
    answer = np.zeros(same.shape, dtype=np.float32)
    answer[same] = 1 / (1 + np.exp(-np.clip(score, -30, 30)))
    return answer


def look_again(left: Clusters, right: Clusters, chance: Matrix, same: NDArray[np.bool_]) -> Matrix:
    """The features of ``SECOND`` for the pairs of one kind, from the likelihoods of a first look."""
    logit = np.log(np.clip(chance, 1e-4, 1 - 1e-4) / (1 - np.clip(chance, 1e-4, 1 - 1e-4)))
    columns = (
        logit,
        _lead(np.where(same, logit, -10.0)),
        _behind(np.where(same, logit, -10.0)),
        _neighbours(chance, left.above, right.above),
        _neighbours(chance, left.below, right.below),
        _order(chance, left, right),
    )
    return np.stack([column[same] for column in columns], axis=-1).astype(np.float32)


def _lead(score: Matrix) -> Matrix:
    """How far a pair is ahead of the best other pair in its row or column, whichever is nearer."""
    return np.minimum(_ahead(score), _ahead(score.T).T)


def _behind(score: Matrix) -> Matrix:
    """How far a pair is behind the best pair of its row and of its column together; at most 0."""
    behind: Matrix = 2 * score - score.max(1, keepdims=True, initial=-10) - score.max(0, keepdims=True, initial=-10)
    return np.clip(behind, -6, 0)


def _ahead(score: Matrix) -> Matrix:
    if score.shape[1] < 2:
        return np.full(score.shape, 3.0, dtype=np.float32)
    top = np.partition(score, -2, axis=1)[:, -2:]
    rival = np.where(score >= top[:, 1:2], top[:, 0:1], top[:, 1:2])
    return np.clip(score - rival, -3, 3)


def _neighbours(chance: Matrix, left: NDArray[np.bool_], right: NDArray[np.bool_]) -> Matrix:
    """Mean over the neighbours of both, of the likelihood of their best partner among the other's neighbours.

    ``left[a, b]`` says that ``b`` is a neighbour of ``a``. Where neither has neighbours the answer is a half.
    """
    ours, theirs = left.astype(np.float32), right.astype(np.float32)
    count = ours.sum(1)[:, None] + theirs.sum(1)[None, :]
    total = ours @ _best(chance, right) + (theirs @ _best(chance.T, left)).T
    answer: Matrix = np.where(count > 0, total / np.maximum(count, 1), 0.5)
    return answer


def _best(chance: Matrix, near: NDArray[np.bool_]) -> Matrix:
    """``(n, m)``: the likelihood of ``n``'s best partner among the neighbours of ``m``; 0 where it has none."""
    answer = np.zeros((chance.shape[0], near.shape[0]), dtype=np.float32)
    rows, columns = np.nonzero(near)
    if len(rows):
        present, starts = np.unique(rows, return_index=True)
        answer[:, present] = np.maximum.reduceat(chance[:, columns], starts, axis=1)
    return answer


def _order(chance: Matrix, left: Clusters, right: Clusters) -> Matrix:
    """Share of the likely pairs elsewhere that stand on the same side of both."""
    tops = (chance.max(axis, keepdims=True, initial=0) for axis in (1, 0))  # a side may have no clusters at all
    best = np.logical_and.reduce([chance >= top for top in tops]) & (chance > 0.5)
    rows, columns = np.nonzero(best)
    if not len(rows):
        return np.full(chance.shape, 0.5, dtype=np.float32)
    ours, theirs = left.places, right.places
    before_left = np.sign(ours[:, None] - ours[rows][None, :])
    before_right = np.sign(theirs[:, None] - theirs[columns][None, :])
    answer: Matrix = (0.5 + 0.5 * (before_left @ before_right.T) / len(rows)).astype(np.float32)
    return answer
