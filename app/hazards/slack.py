"""Kernel → waits that let fewer operations stay outstanding than what follows them needs.

Only what one block decides is reported: a load that is not touched before the block ends counts as needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from app.isa.base import Wait
from app.model import Kind
from app.program import Block, Kernel
from app.waits import Waits
from app.waits.counted import opaque
from app.waits.outstanding import Walk

_LOADS = ("load.", "atomic.")
_ORDERING = ("barrier.", "fence.", "cache.", "call", "mbarrier.", "message", "async.")


class Slack(NamedTuple):
    """A wait that could be relaxed."""

    at: int
    wait: Wait
    enough: int | None
    """The number that would do; ``None`` when nothing it covers is needed before another wait covers it."""
    needed: tuple[int, ...]
    """The loads whose registers are touched behind it."""


def slack(kernel: Kernel, found: Waits) -> Iterator[Slack]:
    """Every wait on one ordered counter that covers more loads than are needed before the next wait on it."""
    counted = found.counted
    if not counted.entering:
        return
    hidden = opaque(kernel)
    exact = {(each.index, each.counter): frozenset(each.waits_for) for each in found.all if each.exact}
    gates = {queue.counter for queue in counted.queues if queue.delivers}
    for position, block in enumerate(kernel.blocks):
        walk = Walk(counted.entering[position], counted.queues, counted.on)
        for step in counted.steps[position]:
            for wait in step.waits:
                covered = exact.get((step.at, wait.counter), frozenset())
                if covered and wait.counter in gates and wait.value is not None:
                    ages = walk.ages(wait.counter)
                    if ages is not None and all(_is_load(kernel, index) and index in ages for index in covered):
                        yield from _relaxed(kernel, found, block, step.at, wait, {i: ages[i] for i in covered}, hidden)
            walk.take(step)


def _relaxed(
    kernel: Kernel,
    found: Waits,
    block: Block,
    at: int,
    wait: Wait,
    ages: Mapping[int, int],
    hidden: frozenset[int],
) -> Iterator[Slack]:
    owner = {register: index for index in sorted(ages) for register in kernel.effects(index).writes}
    touched: set[int] = set()
    open_ = set(ages)
    issued = 0
    counter = found.counted.on[wait.counter]
    adds = {step.at: step for step in found.counted.steps[kernel.block_of(at)]}
    statements = kernel.listing.statements
    for index in range(at + 1, block.last):
        if statements[index].kind is not Kind.INSTRUCTION:
            if index in hidden:
                break
            continue
        reads, writes, _ = kernel.effects(index)
        for register in (*reads, *writes):
            if register in owner:
                touched.add(owner[register])
        if kernel.operation(index).startswith(_ORDERING):
            break
        step = adds.get(index)
        if step is None:
            continue
        again = next((each for each in step.waits if each.counter == wait.counter), None)
        if again is not None:
            if all(ages[each] + issued >= again.least for each in open_ - touched):
                open_ = set(touched)
            break
        issued += sum(add.step for add in step.adds if add.queue in counter)
    needed = open_ | touched
    enough = min((ages[index] for index in needed), default=None)
    if enough is None or enough > wait.least:
        yield Slack(at, wait, enough, tuple(sorted(touched)))


def _is_load(kernel: Kernel, index: int) -> bool:
    operation = kernel.operation(index)
    return operation.startswith(_LOADS) and bool(kernel.effects(index).writes)
