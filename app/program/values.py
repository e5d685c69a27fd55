"""Blocks and effects → for each read register the statements that may have written what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from app.model import Effects
from app.program.blocks import Block

WORK = 20_000_000
"""Most steps that following values through one routine may take."""

Value = int
"""A value: a statement's index when it is ``>= 0`` and that statement wrote all of it; otherwise
``-1 - n`` for the ``n``-th entry of ``Values.joined``."""


@dataclass(slots=True)
class Values:
    """What every register holds where it is read, as a graph of values.

    The graph keeps one node where values join, so it grows with the code and not with the number of
    definitions that reach a place.
    """

    reads: dict[int, tuple[Value, ...]] = field(default_factory=dict)
    """For each instruction one value a register in its ``Effects.reads``."""
    joined: list[tuple[Value, ...]] = field(default_factory=list)
    """Values that may be meant where paths meet, or where a write leaves part of the old value."""
    complete: bool = True
    """False when the bound on work was met: then no value is known."""
    _known: dict[Value, tuple[int, ...]] = field(default_factory=dict)

    def sources(self, value: Value) -> tuple[int, ...]:
        """Indices of the statements that may have written ``value``, sorted; empty when none in the routine did."""
        if value >= 0:
            return (value,)
        known = self._known.get(value)
        if known is None:
            known = self._known[value] = tuple(sorted(self._written(value)))
        return known

    def _written(self, value: Value) -> set[int]:
        found: set[int] = set()
        seen = {value}
        work = [value]
        while work:
            for each in self.joined[-1 - work.pop()]:
                if each >= 0:
                    found.add(each)
                elif each not in seen:
                    seen.add(each)
                    if each in self._known:
                        found.update(self._known[each])
                    else:
                        work.append(each)
        return found


def follow(
    blocks: Sequence[Block], instructions: Callable[[Block], Iterator[tuple[int, Effects]]], work: int = WORK
) -> Values:
    """Follows every register through the routine. ``instructions`` gives a block's in order.

    Inside a block the last write answers; what a block reads before it writes is looked up in its
    predecessors, once for each block and register, as in Braun's construction of SSA form.
    """
    values = Values()
    joined = values.joined
    leaving: list[dict[str, Value]] = []
    pending: list[tuple[int, str, Value]] = []
    entering: list[dict[str, Value]] = []
    for block in blocks:
        last: dict[str, Value] = {}
        entry: dict[str, Value] = {}
        for index, effects in instructions(block):
            reads, writes, partial = effects
            if reads:
                found = []
                for register in reads:
                    value = last.get(register)
                    if value is None:
                        value = entry.get(register)
                        if value is None:
                            value = _unknown(joined, entry, register, len(leaving), pending)
                    found.append(value)
                values.reads[index] = tuple(found)
            for register in writes:
                if partial:
                    old = last.get(register)
                    if old is None:
                        old = entry.get(register)
                        if old is None:
                            old = _unknown(joined, entry, register, len(leaving), pending)
                    joined.append((index, old))
                    last[register] = -len(joined)
                else:
                    last[register] = index
        leaving.append(last)
        entering.append(entry)
    steps = 0
    while pending:
        position, register, value = pending.pop()
        alternatives = []
        for predecessor in blocks[position].predecessors:
            steps += 1
            found_value = leaving[predecessor].get(register)
            if found_value is None:
                found_value = entering[predecessor].get(register)
                if found_value is None:
                    found_value = _unknown(joined, entering[predecessor], register, predecessor, pending)
            if found_value not in alternatives:
                alternatives.append(found_value)
        joined[-1 - value] = tuple(alternatives)
        if steps > work:
            return Values(complete=False)
    return values


def _unknown(
    joined: list[tuple[Value, ...]],
    entry: dict[str, Value],
    register: str,
    position: int,
    pending: list[tuple[int, str, Value]],
) -> Value:
    """A new value for what ``register`` holds on entry to the block at ``position``."""
    joined.append(())
    value = entry[register] = -len(joined)
    pending.append((position, register, value))
    return value
