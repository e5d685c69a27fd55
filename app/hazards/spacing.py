"""Kernel → pairs of instructions that stand nearer to each other than the hardware allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from app.isa.base import Paced
from app.program import Block, Kernel

WORK = 5_000_000
"""Most pairs to look at in one routine."""


class Short(NamedTuple):
    """Two instructions with too little between them."""

    earlier: int
    later: int
    needed: int
    """Wait states."""
    found: int


def shortages(kernel: Kernel, target: str | None) -> Iterator[Short]:
    """Each later instruction with the pair that lacks most."""
    longest = kernel.isa.longest_wait(target)
    if not longest:
        return
    search = _Search(kernel, target, longest)
    if search.matrix:
        yield from search.run()


class _Search:
    def __init__(self, kernel: Kernel, target: str | None, longest: int) -> None:
        isa, statements = kernel.isa, kernel.listing.statements
        self._kernel, self._target, self._longest = kernel, target, longest
        self._paced: dict[int, Paced] = {}
        for index in kernel.instructions:
            found = isa.paced(statements[index], kernel.effects(index), target)
            if found is not None:
                self._paced[index] = found
        self.matrix = any(each.passes for each in self._paced.values())

    def run(self) -> Iterator[Short]:
        """Goes through the blocks until what reaches each of them from before is known."""
        kernel = self._kernel
        entering: list[dict[int, int]] = [{} for _ in kernel.blocks]
        waiting = list(range(len(kernel.blocks)))[::-1]
        while waiting:
            position = waiting.pop()
            block = kernel.blocks[position]
            left = self._through(block, entering[position], None)
            for successor in block.successors:
                known = entering[successor]
                nearer = {each: gap for each, gap in left.items() if gap < known.get(each, self._longest)}
                if nearer:
                    known.update(nearer)
                    if successor not in waiting:
                        waiting.append(successor)
        for position, block in enumerate(kernel.blocks):
            found: list[Short] = []
            self._through(block, entering[position], found)
            yield from found

    def _through(self, block: Block, entering: Mapping[int, int], report: list[Short] | None) -> dict[int, int]:
        """The recent instructions at the end of a block, each with the wait states since it issued."""
        isa, statements = self._kernel.isa, self._kernel.listing.statements
        recent = [(index, -gap) for index, gap in entering.items()]
        now = 0
        for index in self._kernel.within(block.first, block.last):
            later = self._paced.get(index)
            if later is not None:
                if report is not None and recent:
                    report.extend(self._short(index, later, recent, now))
                recent.append((index, now + 1))
            now += isa.wait_states_of(statements[index])
            if len(recent) > 8:
                recent = [each for each in recent if now - each[1] < self._reach(each[0])]
        left: dict[int, int] = {}
        for index, at in recent:
            if now - at < self._reach(index):
                left[index] = min(now - at, left.get(index, self._longest))
        return left

    def _reach(self, index: int) -> int:
        return self._longest if self._paced[index].passes else 2

    def _short(self, index: int, later: Paced, recent: list[tuple[int, int]], now: int) -> Iterator[Short]:
        worst: Short | None = None
        for earlier, at in recent:
            gap = now - at
            needed = self._kernel.isa.wait_states(self._paced[earlier], later, self._target)
            if needed > gap and (worst is None or needed - gap > worst.needed - worst.found):
                worst = Short(earlier, index, needed, gap)
        if worst is not None:
            yield worst
