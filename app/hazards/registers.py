"""Kernel → registers that are touched while an outstanding operation is still to write or to read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.program import Kernel
from app.waits.counted import Counted
from app.waits.outstanding import ELSEWHERE, Queue, Step, Walk


class Touch(NamedTuple):
    """One register touched too early."""

    at: int
    """The touching statement."""
    operation: int
    """The outstanding one."""
    register: str
    queue: Queue
    verb: str
    """``reads`` or ``overwrites``."""


def touches(kernel: Kernel, counted: Counted) -> Iterator[Touch]:
    """Every operation whose registers are touched before it is surely done, at its first touch in file order."""
    late = [number for number, queue in enumerate(counted.queues) if queue.delivers]
    if not late or not counted.entering:  # nothing that a register could be early for
        return
    seen: set[int] = set()
    for position in range(len(kernel.blocks)):
        yield from _Block(kernel, counted, late, position).touches(seen)


class _Block:
    """One block gone through with what is outstanding at each statement."""

    def __init__(self, kernel: Kernel, counted: Counted, late: list[int], position: int) -> None:
        self._kernel = kernel
        self._counted = counted
        self._late = late
        self._block = kernel.blocks[position]
        self._steps: dict[int, Step] = {step.at: step for step in counted.steps[position]}
        self._entering = counted.entering[position]
        self._walk = Walk(self._entering, counted.queues, counted.on)
        self._written: dict[str, tuple[int, ...]] = {}
        """Registers that outstanding operations are to write, with those operations."""
        self._due: dict[int, tuple[int, ...]] = {}
        """Queues on which each operation of ``_written`` is outstanding."""

    def touches(self, seen: set[int]) -> Iterator[Touch]:
        for queue in self._late:
            for index in self._entering.get(queue, ()):
                self._owe(index, queue, issued=False)
        effects_of = self._kernel.effects
        for index in self._kernel.within(self._block.first, self._block.last):
            step = self._steps.get(index)
            if self._due:
                effects = effects_of(index)
                yield from self._check(index, effects.reads, "reads", step, seen)
                yield from self._check(index, effects.writes, "overwrites", step, seen)
            if step is not None:
                self._walk.take(step)
                if step.waits or step.drains:
                    self._settle()
                for add in step.adds:
                    if add.member:
                        self._owe(index, add.queue, issued=True)

    def _owe(self, index: int, queue: int, *, issued: bool) -> None:
        """``issued``: here, so that it ends behind what its queue holds for the same register."""
        if index == ELSEWHERE or not self._counted.queues[queue].delivers:
            return
        self._due[index] = (*(q for q in self._due.get(index, ()) if q != queue), queue)
        behind = issued and self._counted.queues[queue].ordered
        for register in self._kernel.effects(index).writes:
            known = self._written.get(register)
            if known is None:
                self._written[register] = (index,)
            elif index not in known:
                earlier = (each for each in known if not (behind and self._due[each] == (queue,)))
                self._written[register] = (*earlier, index)

    def _settle(self) -> None:
        left = {queue: self._walk.outstanding(queue) for queue in self._late}
        self._due = {
            index: still
            for index, queues in self._due.items()
            if (still := tuple(queue for queue in queues if index in left[queue]))
        }
        self._written = {
            register: still
            for register, owing in self._written.items()
            if (still := tuple(index for index in owing if index in self._due))
        }

    def _check(
        self,
        index: int,
        registers: tuple[str, ...],
        verb: str,
        step: Step | None,
        seen: set[int],
    ) -> Iterator[Touch]:
        for register in registers:
            for operation in self._written.get(register, ()):
                if operation not in seen and not self._in_order(operation, verb, step):
                    seen.add(operation)
                    queue = self._counted.queues[self._due[operation][0]]
                    yield Touch(index, operation, register, queue, verb)

    def _in_order(self, operation: int, verb: str, step: Step | None) -> bool:
        """Whether the touching statement itself goes behind ``operation`` in every queue that matters."""
        queues = [self._counted.queues[queue] for queue in self._due[operation]]
        joined = [self._counted.queues[add.queue] for add in step.adds] if step else []
        if any(queue.chained for queue in queues if queue in joined):
            return True
        return verb == "overwrites" and all(queue.ordered and queue in joined for queue in queues)
