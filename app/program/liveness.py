"""Blocks and effects → registers that are live at each statement, and where most are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.model import Effects
from app.program.blocks import Block


class Peak(NamedTuple):
    """The place where most registers of one file are live."""

    registers: int
    at: int
    """Listing index of the first such statement."""


@dataclass(frozen=True, slots=True)
class Liveness:
    """Which registers hold a value that is still to be read."""

    blocks: Sequence[Block]
    instructions: Callable[[Block], Iterator[tuple[int, Effects]]]
    leaving: tuple[frozenset[str], ...]
    """For each block the registers live at its end."""

    def within(self, position: int) -> list[tuple[int, frozenset[str]]]:
        """Each instruction of one block with the registers live right after it, last first."""
        live = set(self.leaving[position])
        found = []
        for index, effects in reversed(list(self.instructions(self.blocks[position]))):
            found.append((index, frozenset(live)))
            if not effects.partial:
                live.difference_update(effects.writes)
            live.update(effects.reads)
        return found

    def peaks(self) -> Mapping[str, Peak]:
        """For each register file (``v``, ``s``, ``%rd`` …) its peak: values live into and out of a statement,
        those it writes included.
        """
        best: dict[str, Peak] = {}
        for position, block in enumerate(self.blocks):
            live = set(self.leaving[position])
            counts: dict[str, int] = {}
            for register in live:
                file = file_of(register)
                counts[file] = counts.get(file, 0) + 1
            for index, effects in reversed(list(self.instructions(block))):
                for register in effects.writes:
                    if register not in live:  # written and never read: it still takes a register
                        live.add(register)
                        file = file_of(register)
                        counts[file] = counts.get(file, 0) + 1
                _raise(best, counts, index)
                if not effects.partial:
                    for register in effects.writes:
                        if register in live:
                            live.remove(register)
                            counts[file_of(register)] -= 1
                for register in effects.reads:
                    if register not in live:
                        live.add(register)
                        file = file_of(register)
                        counts[file] = counts.get(file, 0) + 1
            _raise(best, counts, block.first)
        return best


def _raise(best: dict[str, Peak], counts: Mapping[str, int], index: int) -> None:
    for file, count in counts.items():
        if file not in best or count > best[file].registers:
            best[file] = Peak(count, index)


def file_of(register: str) -> str:
    """The name of a register without its number."""
    return register.rstrip("0123456789")


def live(
    blocks: Sequence[Block], order: Sequence[int], instructions: Callable[[Block], Iterator[tuple[int, Effects]]]
) -> Liveness:
    """Solves the backward flow over registers that cross a block's edge; ``order`` is reverse postorder."""
    names: dict[str, int] = {}
    used: list[int] = []
    kills: list[set[str]] = []
    for block in blocks:
        written: set[str] = set()
        first: set[str] = set()
        for _, effects in instructions(block):
            for register in effects.reads:
                if register not in written:
                    first.add(register)
            if not effects.partial:
                written.update(effects.writes)
        mask = 0
        for register in sorted(first):
            mask |= 1 << names.setdefault(register, len(names))
        used.append(mask)
        kills.append(written)
    keep = [~sum(1 << names[register] for register in written if register in names) for written in kills]
    out = [0] * len(blocks)
    into = list(used)
    changed = True
    while changed:
        changed = False
        for position in reversed(order):
            mask = 0
            for successor in blocks[position].successors:
                mask |= into[successor]
            if mask != out[position]:
                out[position] = mask
                entering = used[position] | (mask & keep[position])
                if entering != into[position]:
                    into[position] = entering
                    changed = True
    registers = tuple(names)
    return Liveness(blocks, instructions, tuple(frozenset(_members(mask, registers)) for mask in out))


def _members(mask: int, registers: Sequence[str]) -> Iterator[str]:
    while mask:
        lowest = mask & -mask
        yield registers[lowest.bit_length() - 1]
        mask ^= lowest
