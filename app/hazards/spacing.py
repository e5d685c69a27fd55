"""Kernel → pairs of instructions that stand nearer to each other than the hardware allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from app.isa.base import Paced
from app.program import Block, Kernel

_BEFORE_MATRIX = 2
"""The most wait states that any rule asks for between other work and matrix work that comes after it."""


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
        self._kernel, self._target, self._longest = kernel, target, longest
        self._paced: dict[int, Paced | None] = {}
        self.matrix = {index for index, operation in kernel.operations.items() if operation.startswith("matrix.")}
        """No rule holds between two instructions that are both no matrix work."""

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
        matrix = [(index, -gap) for index, gap in entering.items() if index in self.matrix]
        others = [(index, -gap) for index, gap in entering.items() if index not in self.matrix]
        now = 0
        for index in self._kernel.within(block.first, block.last):
            heavy = index in self.matrix
            if report is not None and (matrix or (heavy and others)):
                report.extend(self._short(index, matrix + others if heavy else matrix, now))
            (matrix if heavy else others).append((index, now + 1))
            now += isa.wait_states_of(statements[index])
            if matrix and now - matrix[0][1] >= self._longest:
                matrix = [each for each in matrix if now - each[1] < self._longest]
            if len(others) > 2 * _BEFORE_MATRIX:
                others = [each for each in others if now - each[1] < _BEFORE_MATRIX]
        left: dict[int, int] = {}
        for recent, reach in ((matrix, self._longest), (others, _BEFORE_MATRIX)):
            for index, at in recent:
                if now - at < reach:
                    left[index] = min(now - at, left.get(index, self._longest))
        return left

    def _short(self, index: int, recent: list[tuple[int, int]], now: int) -> Iterator[Short]:
        later = self._look(index)
        worst: Short | None = None
        for before, at in recent:
            earlier = self._look(before)
            if later is None or earlier is None:
                continue
            gap = now - at
            needed = self._kernel.isa.wait_states(earlier, later, self._target)
            if needed > gap and (worst is None or needed - gap > worst.needed - worst.found):
                worst = Short(before, index, needed, gap)
        if worst is not None:
            yield worst

    def _look(self, index: int) -> Paced | None:
        """What the rules see of an instruction; nothing when they don't speak of it."""
        if index not in self._paced:
            kernel = self._kernel
            statement, effects = kernel.listing.statements[index], kernel.effects(index)
            self._paced[index] = kernel.isa.paced(statement, effects, self._target)
        return self._paced[index]
