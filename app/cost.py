"""A kernel understood → the operations it does and the bytes it moves, in all and in each round of its loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.isa import work
from app.isa.bits import constants
from app.model import Cost
from app.program import Kernel, Loop
from app.program.constants import known_bits

TRAFFIC: Mapping[str, str] = {
    "load.global": "global_load",
    "load.generic": "global_load",
    "load.scalar": "scalar_load",
    "load.global.matrix": "global_load",
    "async.copy.tensor.load": "global_load",
    "async.copy.bulk.load": "global_load",
    "async.copy.lane": "global_load",
    "store.global": "global_store",
    "store.generic": "global_store",
    "store.scalar": "scalar_store",
    "store.global.matrix": "global_store",
    "async.copy.tensor.store": "global_store",
    "async.copy.bulk.store": "global_store",
    "async.copy.lane.store": "global_store",
    "load.shared": "shared_load",
    "load.shared.matrix": "shared_load",
    "store.shared": "shared_store",
    "store.shared.matrix": "shared_store",
    "atomic.global": "global_atomic",
    "atomic.generic": "global_atomic",
    "atomic.scalar": "global_atomic",
    "async.reduce": "global_atomic",
    "atomic.shared": "shared_atomic",
    "load.local": "local_load",
    "store.local": "local_store",
}
"""Where the bytes of an operation are counted. An asynchronous copy counts on its global side."""


@dataclass(frozen=True, slots=True)
class Work:
    """What one warp or wave, or one workgroup, does: all lanes active and every branch gone through.

    What a single thread issues for its block (a tile copy) counts once either way.
    """

    flops: int | None
    """``None`` when some instruction's share can't be told from the text."""
    bytes: Mapping[str, int | None]
    """For each kind of traffic that occurs; ``None`` when a share of it can't be told."""
    unknown: tuple[int, ...] = ()
    """Listing indices of the instructions that left something untold."""


@dataclass(frozen=True, slots=True)
class Bill:
    """What a kernel does."""

    lanes: int | None
    """Lanes of the warp or wave that the figures without ``workgroup`` are for."""
    threads: int | None
    """Threads of its workgroup: as the text fixes them, else the most that it allows."""
    total: Work
    """Loops times their rounds; ``None`` in it where rounds are not constant and matter."""
    once: Work
    """Each instruction once: what the text holds."""
    rounds: tuple[Work, ...]
    """One round of each of ``Kernel.loops``, the loops inside it times their own rounds."""
    workgroup_rounds: tuple[Work, ...]
    """The same of a whole workgroup of ``threads``: what can be held against another ISA's. Empty when ``threads``
    or ``lanes`` is not known. Every warp is taken to go every way, so roles that warps share out count too often."""
    operations: Mapping[str, int]
    """Instructions of each operation, each counted once."""


def charge(kernel: Kernel) -> Bill:
    """Adds up a kernel. Rounds of loops that only retry a wait count as one."""
    isa, listing = kernel.isa, kernel.listing
    ledger = _Ledger(kernel)
    everything = kernel.instructions
    return Bill(
        isa.wave_size(kernel.routine, listing.target),
        isa.workgroup_size(kernel.routine),
        ledger.sum(everything, None),
        ledger.sum(everything, None, times=False),
        tuple(ledger.sum(ledger.inside(loop), loop) for loop in kernel.loops),
        tuple(ledger.sum(ledger.inside(loop), loop, whole=True) for loop in kernel.loops) if ledger.waves else (),
        Counter(kernel.operations.values()),
    )


class _Ledger:
    """Costs of one kernel's instructions, each looked up once."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._lanes = kernel.isa.wave_size(kernel.routine, kernel.listing.target)
        self._threads = kernel.isa.workgroup_size(kernel.routine)
        self.waves = bool(self._lanes and self._threads)
        """Whether a workgroup's number of waves is known."""
        self._entries = {index: self._entry(index) for index in kernel.instructions}
        self._rounds = {loop.position: 1 if kernel.is_spin(loop) else kernel.trips(loop) for loop in kernel.loops}

    def _entry(self, index: int) -> tuple[str, Cost | None]:
        statement, target = self._kernel.listing.statements[index], self._kernel.listing.target
        operation = self._kernel.operation(index)
        if operation not in TRAFFIC and not work.computes(operation):
            return operation, None
        cost = self._kernel.isa.cost(statement, target, self._lanes)
        if cost is None and operation.startswith("matrix.mma"):
            cost = self._kernel.isa.cost(statement, target, self._lanes, constants(known_bits(self._kernel, index)))
        return operation, cost

    def inside(self, loop: Loop) -> Iterable[int]:
        """Indices of a loop's instructions, inner loops included."""
        blocks = self._kernel.blocks
        for position in self._kernel.blocks_in(loop):
            yield from self._kernel.within(blocks[position].first, blocks[position].last)

    def sum(self, indices: Iterable[int], within: Loop | None, *, times: bool = True, whole: bool = False) -> Work:
        """Adds up ``indices``, each times the rounds of its loops inside ``within``; ``whole`` for a workgroup."""
        flops: int | None = 0
        traffic: dict[str, int | None] = {}
        unknown = []
        for index in indices:
            operation, cost = self._entries[index]
            kind = TRAFFIC.get(operation)
            if operation == "unknown":
                flops = None
                unknown.append(index)
                continue
            if kind is None and not work.computes(operation):
                continue
            rounds = self._times(index, within) if times else 1
            if whole and cost is not None:
                rounds = _times(rounds, self._issues(cost))
            if kind is not None:
                share = _times(cost.bytes if cost else None, rounds)
                traffic[kind] = _plus(traffic.get(kind, 0), share)
            else:
                share = _times(cost.flops if cost else None, rounds)
                flops = _plus(flops, share)
            if share is None:
                unknown.append(index)
        return Work(flops, traffic, tuple(unknown))

    def _issues(self, cost: Cost) -> int:
        """How often a workgroup issues what one warp or wave, warpgroup or thread issues once."""
        if cost.lanes == 1 or not self._lanes or not self._threads:
            return 1
        return -(-self._threads // (cost.lanes or self._lanes))

    def _times(self, index: int, within: Loop | None) -> int | None:
        """Rounds of all loops around ``index`` up to, not with, ``within``."""
        product = 1
        loop = self._kernel.loop_of(index)
        while loop is not None and (within is None or loop.position != within.position):
            rounds = self._rounds[loop.position]
            if rounds is None:
                return None
            product *= rounds
            loop = None if loop.parent is None else self._kernel.loops[loop.parent]
        return product


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _times(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one * other
