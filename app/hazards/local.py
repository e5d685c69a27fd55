"""Kernel → shared memory that a barrier publishes, or that is read, before what fills it is done."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from app.model import Transfer
from app.program import Kernel
from app.waits import Waits
from app.waits.counted import Counted
from app.waits.outstanding import Walk

STORES = frozenset({"store.shared", "store.shared.matrix", "atomic.shared"})
LOADS = frozenset({"load.shared", "load.shared.matrix", "atomic.shared"})
BARRIERS = frozenset({"barrier.cta", "barrier.signal"})
COPIES = frozenset({"async.copy.lane", "async.copy.tensor.load", "async.copy.bulk.load"})
COPIES_OUT = frozenset({"async.copy.lane.store", "async.copy.tensor.store", "async.copy.bulk.store", "async.reduce"})
TENSOR_LOADS = frozenset({"tensor.load"})
TENSOR = frozenset({"tensor.store"})
"""Not loads: whoever uses their registers has waited for them."""
HANDOVERS = frozenset({"tensor.dealloc", "mbarrier.arrive", "barrier.cta"})
WORK = 2_000_000
"""Most blocks to visit for one routine."""


class Early(NamedTuple):
    """A barrier or a read that comes before what fills shared memory is done."""

    at: int
    """The barrier or the read."""
    operation: int
    """The store or the copy."""


def unpublished(kernel: Kernel, found: Waits) -> Iterator[Early]:
    """Barriers reached while a store to shared memory is outstanding, with a read behind them that comes before
    the store is waited for and another barrier passed.
    """
    operations = _operations(kernel, STORES | LOADS | BARRIERS)
    barriers = {index for index, operation in operations.items() if operation in BARRIERS}
    loads = {index for index, operation in operations.items() if operation in LOADS}
    if not barriers or not loads:
        return
    stores = {index for index, operation in operations.items() if operation in STORES}
    visited = 0
    seen: set[int] = set()
    for barrier, store in _outstanding(kernel, found.counted, barriers, stores):
        if store in seen or visited > WORK:
            continue
        waits = {each.index for each in found.covering(store)}
        read, blocks = _read_behind(kernel, barrier, loads, waits, barriers)
        visited += blocks
        if read:
            seen.add(store)
            yield Early(barrier, store)


def _outstanding(kernel: Kernel, counted: Counted, at: set[int], which: set[int]) -> Iterator[tuple[int, int]]:
    """Pairs of a statement of ``at`` and one of ``which`` that may be outstanding there."""
    queues = sorted(
        {
            add.queue
            for steps in counted.steps
            for step in steps
            if step.at in which
            for add in step.adds
            if not counted.queues[add.queue].optional
        }
    )
    if not queues or not counted.entering:
        return
    for position, block in enumerate(kernel.blocks):
        places = [index for index in kernel.within(block.first, block.last) if index in at]
        if not places:
            continue
        walk = Walk(counted.entering[position], counted.queues, counted.on)
        steps = counted.steps[position]
        taken = 0
        for place in places:
            while taken < len(steps) and steps[taken].at < place:
                walk.take(steps[taken])
                taken += 1
            for queue in queues:
                yield from ((place, index) for index in sorted(walk.outstanding(queue) & which))


def _read_behind(
    kernel: Kernel, barrier: int, loads: set[int], waits: set[int], barriers: set[int]
) -> tuple[bool, int]:
    """Whether a read comes before one of ``waits`` with a barrier behind it; and how many blocks were looked at."""
    home = kernel.block_of(barrier)
    seen: set[tuple[int, bool]] = set()
    work = [(home, barrier + 1, False)]
    while work:
        position, first, waited = work.pop()
        block = kernel.blocks[position]
        for index in kernel.within(first, block.last):
            if index in loads:
                return True, len(seen)
            waited = waited or index in waits
            if waited and index in barriers:
                break
        else:
            for successor in block.successors:
                if (successor, waited) not in seen:
                    seen.add((successor, waited))
                    work.append((successor, kernel.blocks[successor].first, waited))
    return False, len(seen)


def unordered(kernel: Kernel, found: Waits) -> Iterator[Early]:
    """Stores to tensor memory outstanding where other threads are let on, or where it is freed."""
    operations = _operations(kernel, TENSOR | HANDOVERS)
    accesses = {index for index, operation in operations.items() if operation in TENSOR}
    handovers = {index for index, operation in operations.items() if operation in HANDOVERS}
    if not accesses or not handovers:
        return
    seen: set[int] = set()
    steps = {step.at for each in found.counted.steps for step in each if step.adds}
    for handover, access in _outstanding(kernel, found.counted, handovers, accesses & steps):
        if access not in seen:
            seen.add(access)
            yield Early(handover, access)


def unwaited_loads(kernel: Kernel, found: Waits) -> Iterator[Early]:
    """Loads from tensor memory that nothing waits for: on no way at all, or not before they run again."""
    loads = set(_operations(kernel, TENSOR_LOADS))
    again = {load for place, load in _outstanding(kernel, found.counted, loads, loads) if place == load}
    for load in sorted(loads):
        if load in again or not found.covering(load):
            yield Early(load, load)


def unawaited(kernel: Kernel, found: Waits) -> Iterator[Early]:
    """Copies into shared memory for which some way leads to a read of it, and on to the end or to the copy
    again, without any wait for them.
    """
    operations = _operations(kernel, LOADS | COPIES)
    statements, proxy = kernel.listing.statements, kernel.isa.proxy
    copies = {index for index, operation in operations.items() if operation in COPIES}
    readers = {index for index, operation in operations.items() if operation in LOADS}
    if copies:
        readers.update(index for index in kernel.instructions if proxy(statements[index]) == "read")
        yield from _never_waited(kernel, found, copies, readers)


def overwritten(kernel: Kernel, found: Waits) -> Iterator[Early]:
    """The same for copies out of shared memory and stores to it: the store can come before the copy has read."""
    operations = _operations(kernel, STORES | COPIES_OUT)
    copies = {index for index, operation in operations.items() if operation in COPIES_OUT}
    yield from _never_waited(kernel, found, copies, operations.keys() - copies)


def _never_waited(kernel: Kernel, found: Waits, copies: Set[int], users: Set[int]) -> Iterator[Early]:
    counted = {step.at for steps in found.counted.steps for step in steps if step.adds}
    if not users or found.not_analysed:
        return
    work = 0
    for copy in sorted(copies & counted):
        waits = {each.index for each in found.covering(copy)}
        early, visited = _escapes(kernel, copy, users, waits)
        work += visited
        if early is not None:
            yield Early(early, copy)
        if work > WORK:
            return


def _escapes(kernel: Kernel, copy: int, loads: Set[int], waits: Set[int]) -> tuple[int | None, int]:
    """The first read on a way that never waits for ``copy``; ``None`` when there is no such way."""
    home = kernel.block_of(copy)
    seen: set[tuple[int, bool]] = set()
    work: list[tuple[int, int, int | None]] = [(home, copy + 1, None)]
    while work:
        position, first, read = work.pop()
        block = kernel.blocks[position]
        ended = False
        for index in kernel.within(first, block.last):
            if index in waits:
                ended = True
                break
            if index == copy:
                if read is not None:
                    return read, len(seen)
                ended = True
                break
            if index in loads and read is None:
                read = index
        if ended:
            continue
        if not block.successors and read is not None and _leaves(kernel, block.last - 1):
            return read, len(seen)
        for successor in block.successors:
            key = (successor, read is not None)
            if key not in seen:
                seen.add(key)
                work.append((successor, kernel.blocks[successor].first, read))
    return None, len(seen)


def _leaves(kernel: Kernel, index: int) -> bool:
    return kernel.flow(index).transfer in (Transfer.EXIT, Transfer.NEXT)


def _operations(kernel: Kernel, wanted: frozenset[str]) -> dict[int, str]:
    return {index: operation for index, operation in kernel.operations.items() if operation in wanted}
