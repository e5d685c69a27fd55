"""Kernel → shared memory that ordinary stores write and the asynchronous proxy reads with no fence between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.program import Kernel

WORK = 1_000_000
"""Most blocks to visit for one routine."""


class Unfenced(NamedTuple):
    """A read by the asynchronous proxy that a store reaches."""

    at: int
    store: int


def unfenced(kernel: Kernel) -> Iterator[Unfenced]:
    """For each asynchronous read the nearest store on a way without ``fence.proxy.async``."""
    isa, statements = kernel.isa, kernel.listing.statements
    roles = {index: role for index in kernel.instructions if (role := isa.proxy(statements[index]))}
    if not {"write", "read"} <= set(roles.values()):
        return
    entering: list[frozenset[int]] = [frozenset() for _ in kernel.blocks]
    within = [[index for index in kernel.within(block.first, block.last) if index in roles] for block in kernel.blocks]
    waiting = list(range(len(kernel.blocks)))[::-1]
    visited = 0
    while waiting and visited < WORK:
        visited += 1
        position = waiting.pop()
        written = _through(within[position], roles, entering[position])
        for successor in kernel.blocks[position].successors:
            if not written <= entering[successor]:
                entering[successor] |= written
                waiting.append(successor)
    for position, indices in enumerate(within):
        written = entering[position]
        for index in indices:
            if roles[index] == "read":
                if written:
                    yield Unfenced(index, max(written))
                    written = frozenset()
            else:
                written = _through([index], roles, written)


def _through(indices: list[int], roles: dict[int, str], written: frozenset[int]) -> frozenset[int]:
    """The last stores after some statements; one stands for those before it in the same block."""
    for index in indices:
        if roles[index] == "write":
            written = frozenset((index,))
        elif roles[index] == "fence":
            written = frozenset()
    return written
