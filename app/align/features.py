"""Two kernels' clusters → for every pair of one kind, how alike they are by each sort of evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from app.align.clusters import Clusters

Matrix = NDArray[np.float32]

TRANSPORT = frozenset({"shuffle", "shared_load", "shared_store", "tensor_load", "tensor_store", "convert", "wait"})
"""Kinds that carry values without computing."""

FEATURES = (
    "base", "arguments", "constants", "up", "down", "before", "after", "history", "future", "beyond_up", "beyond_down",
    "no_base", "no_arguments", "no_constants", "both_loop", "neither_loop", "loop", "place", "place_in_loop", "amount",
    "element", "carried", "rank", "loop_rank", "alone",
)  # fmt: skip


def describe(left: Clusters, right: Clusters) -> tuple[Matrix, NDArray[np.bool_]]:
    """``(pair, feature)`` for the pairs of one kind, row by row, and which those are: ``(left, right)``."""
    sides = (_Side(left), _Side(right))
    a, b = sides
    same = np.array([[one == other for other in right.kind] for one in left.kind], dtype=bool).reshape(
        len(left.kind), len(right.kind)
    )
    shared = _or(a.masks["constants"]) & _or(b.masks["constants"])
    columns: dict[str, Matrix] = {}
    for name in (
        "base",
        "arguments",
        "constants",
        "up",
        "down",
        "before",
        "after",
        "history",
        "future",
        "beyond_up",
        "beyond_down",
    ):
        one, other = a.masks[name], b.masks[name]
        if name == "constants":
            one, other = [m & shared for m in one], [m & shared for m in other]
        columns[name] = jaccard(one, other, telling=True)
        if name in ("base", "arguments", "constants"):
            columns[f"no_{name}"] = np.outer([not m for m in one], [not m for m in other]).astype(np.float32)
    columns["both_loop"] = np.outer(a.looped, b.looped)
    columns["neither_loop"] = np.outer(1 - a.looped, 1 - b.looped)
    columns["loop"] = containment(a.masks["loop"], b.masks["loop"]) * columns["both_loop"]
    columns["place"] = np.abs(a.place[:, None] - b.place[None, :])
    columns["place_in_loop"] = np.abs(a.place_in_loop[:, None] - b.place_in_loop[None, :]) * columns["both_loop"]
    columns["amount"] = np.minimum(np.abs(a.amount[:, None] - b.amount[None, :]), 4) / 4
    columns["element"] = np.array(
        [[float(one == other) for other in b.element] for one in a.element], dtype=np.float32
    ).reshape(same.shape)
    columns["rank"] = np.abs(a.rank[:, None] - b.rank[None, :])
    columns["loop_rank"] = np.abs(a.loop_rank[:, None] - b.loop_rank[None, :]) * columns["both_loop"]
    columns["alone"] = 1 / np.maximum(same.sum(1, keepdims=True), same.sum(0, keepdims=True)).clip(1)
    columns["carried"] = 1 - np.abs(a.carried[:, None] - b.carried[None, :])
    return np.stack([columns[name][same].astype(np.float32) for name in FEATURES], axis=-1), same


class _Side:
    """What is known of one kernel's clusters, as columns."""

    def __init__(self, clusters: Clusters) -> None:
        graph = clusters.graph
        count = len(clusters.members)
        first = [places[0] for places in clusters.members]
        own = [_or(graph.own[p] for p in places) for places in clusters.members]
        self.masks = masks(clusters)
        preds = [np.flatnonzero(row).tolist() for row in clusters.above]
        succs = [np.flatnonzero(row).tolist() for row in clusters.below]
        self.masks["history"] = _closure(own, preds)
        self.masks["future"] = _closure(own, succs)
        self.masks["beyond_up"] = _beyond(own, preds, clusters.kind)
        self.masks["beyond_down"] = _beyond(own, succs, clusters.kind)
        loop_facts: dict[int, int] = {}
        for places, mask in zip(clusters.members, own, strict=True):
            loop = graph.loops[places[0]]
            loop_facts[loop] = loop_facts.get(loop, 0) | mask
        self.masks["loop"] = [loop_facts[graph.loops[p]] for p in first]
        self.looped = np.array([graph.loops[p] >= 0 for p in first], dtype=np.float32)
        self.place = clusters.places
        spans: dict[int, tuple[int, int]] = {}
        for places in clusters.members:
            loop = graph.loops[places[0]]
            low, high = spans.get(loop, (places[0], places[-1]))
            spans[loop] = (min(low, places[0]), max(high, places[-1]))
        self.place_in_loop = np.array(
            [
                (np.mean(places) - spans[graph.loops[places[0]]][0])
                / max(1, spans[graph.loops[places[0]]][1] - spans[graph.loops[places[0]]][0])
                for places in clusters.members
            ],
            dtype=np.float32,
        )
        self.rank = _ranks(clusters)
        nests = sorted(loop for loop in loop_facts if loop >= 0)
        order = {loop: place for place, loop in enumerate(sorted(nests, key=lambda n: graph.kernel.loops[n].line))}
        self.loop_rank = np.array(
            [order.get(graph.loops[p], 0) / max(1, len(order) - 1) for p in first], dtype=np.float32
        )
        instructions = [graph.kernel.instruction(graph.indices[p]) for p in first]
        self.element = [instruction.element for instruction in instructions]
        self.amount = np.log2(np.array([len(places) for places in clusters.members], dtype=np.float32))
        self.carried = np.array([float(clusters.feeds[n, n]) for n in range(count)], dtype=np.float32)


def masks(clusters: Clusters) -> dict[str, list[int]]:
    """For each sort of fact what the members of each cluster have of it together."""
    graph = clusters.graph
    columns = {**graph.facts, "base": graph.base, "arguments": graph.arguments, "constants": graph.constants}
    return {
        name: [_or(column[place] for place in places) for places in clusters.members]
        for name, column in columns.items()
    }


def _ranks(clusters: Clusters) -> Matrix:
    """Mean place of each cluster's members among all of their kind, 0 to 1."""
    seen: dict[str, int] = {}
    number = {}
    for place in clusters.graph.work:
        kind = clusters.graph.kind[place]
        seen[kind] = number[place] = seen.get(kind, 0) + 1
    return np.array(
        [
            (sum(number[p] for p in places) / len(places) - 0.5) / seen[kind]
            for places, kind in zip(clusters.members, clusters.kind, strict=True)
        ],
        dtype=np.float32,
    )


def _or(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _closure(own: Sequence[int], edges: Sequence[Sequence[int]]) -> list[int]:
    found = [0] * len(own)
    changed = True
    while changed:
        changed = False
        for place, sources in enumerate(edges):
            mask = found[place]
            for source in sources:
                mask |= own[source] | found[source]
            if mask != found[place]:
                found[place] = mask
                changed = True
    return found


def _beyond(own: Sequence[int], edges: Sequence[Sequence[int]], kind: Sequence[str]) -> list[int]:
    """The nearest work of another kind that computes: reductions and what carries values are looked through."""
    answer = [0] * len(own)
    for name in set(kind):
        found = [0] * len(own)
        changed = True
        while changed:
            changed = False
            for place, sources in enumerate(edges):
                mask = found[place]
                for source in sources:
                    mask |= found[source] if kind[source] == name or kind[source] in TRANSPORT else own[source]
                if mask != found[place]:
                    found[place] = mask
                    changed = True
        for place, each in enumerate(kind):
            if each == name:
                answer[place] = found[place]
    return answer


def _hot(masks: Sequence[int], width: int) -> Matrix:
    size = (width + 7) // 8 or 1
    raw = np.frombuffer(b"".join(mask.to_bytes(size, "little") for mask in masks), dtype=np.uint8)
    bits = np.unpackbits(raw.reshape(len(masks), size), axis=1, bitorder="little")
    answer: Matrix = bits.astype(np.float32)
    return answer


def _overlap(left: Sequence[int], right: Sequence[int], telling: bool = False) -> tuple[Matrix, Matrix, Matrix]:
    width = max((mask.bit_length() for mask in (*left, *right)), default=1)
    one, other = _hot(left, width), _hot(right, width)
    if telling:
        total = len(left) + len(right)
        weight = np.sqrt(np.log((total + 1) / (one.sum(0) + other.sum(0) + 0.5)))
        one, other = one * weight, other * weight
        return one @ other.T, (one * one).sum(1)[:, None], (other * other).sum(1)[None, :]
    return one @ other.T, one.sum(1)[:, None], other.sum(1)[None, :]


def jaccard(left: Sequence[int], right: Sequence[int], telling: bool = False) -> Matrix:
    """Shared facts over all facts; 0 where neither side has any."""
    both, ours, theirs = _overlap(left, right, telling)
    answer: Matrix = (both / np.maximum(ours + theirs - both, 1e-6)).astype(np.float32)
    return answer


def containment(left: Sequence[int], right: Sequence[int]) -> Matrix:
    """Shared facts over those of the side that has fewer."""
    both, ours, theirs = _overlap(left, right)
    answer: Matrix = (both / np.maximum(np.minimum(ours, theirs), 1)).astype(np.float32)
    return answer
