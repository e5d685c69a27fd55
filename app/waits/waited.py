"""Kernel → its waits with the statements each waits for, computed once and kept with the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from app.program import Kernel
from app.waits.barriers import Matched, match
from app.waits.counted import Counted, follow
from app.waits.outstanding import PATHS, Covered

NEAREST = "older instructions finish by themselves within cycles; the nearest one is shown"


@dataclass(frozen=True, slots=True)
class Waited:
    """One counter or barrier that one statement waits on."""

    index: int
    counter: str
    value: int | None
    """How many it lets stay outstanding, or the parity it waits for; ``None`` when the text does not say."""
    waits_for: tuple[int, ...]
    """Statements surely done afterwards, if they were outstanding; in file order. Those behind ``index`` are of
    an earlier round of a loop."""
    exact: bool
    """Whether that is all that it waits for, on every way here."""
    reason: str = ""
    """Why it is not exact."""


@dataclass(frozen=True)
class Waits:
    """All waits of one kernel in file order."""

    all: tuple[Waited, ...]
    counted: Counted
    """What is outstanding before each block; hazards stand on it."""
    matched: tuple[Matched, ...] = ()
    """The waits on barrier objects."""
    not_analysed: str = ""
    """Why ``all`` is empty; empty when it is not for that reason."""

    @cached_property
    def _at(self) -> Mapping[int, tuple[Waited, ...]]:
        found: dict[int, tuple[Waited, ...]] = {}
        for each in self.all:
            found[each.index] = (*found.get(each.index, ()), each)
        return found

    def of(self, index: int) -> tuple[Waited, ...]:
        """The waits at ``index``, one a counter; empty when it waits for nothing."""
        return self._at.get(index, ())

    @cached_property
    def _covering(self) -> Mapping[int, tuple[Waited, ...]]:
        found: dict[int, list[Waited]] = {}
        for each in self.all:
            for index in each.waits_for:
                found.setdefault(index, []).append(each)
        return {index: tuple(waits) for index, waits in found.items()}

    def covering(self, index: int) -> tuple[Waited, ...]:
        """The waits that ``index`` is waited for by, in file order."""
        return self._covering.get(index, ())


_KNOWN: WeakKeyDictionary[Kernel, Waits] = WeakKeyDictionary()


def waits(kernel: Kernel) -> Waits:
    """The waits of a kernel. Bounded: past the bound ``not_analysed`` says why there are none."""
    found = _KNOWN.get(kernel)
    if found is None:
        found = _KNOWN[kernel] = _find(kernel)
    return found


def _find(kernel: Kernel) -> Waits:
    counted = follow(kernel)
    matched = tuple(match(kernel))
    found = [_counted(kernel, counted, each) for each in counted.covered if each.wait.shown]
    found += [
        Waited(each.at, "mbarrier", each.parity, each.completers, not each.reason, each.reason) for each in matched
    ]
    return Waits(tuple(sorted(found, key=lambda each: each.index)), counted, matched, counted.not_analysed)


def _counted(kernel: Kernel, counted: Counted, each: Covered) -> Waited:
    reason = each.reason or (PATHS if any(_unlike(kernel, each.at, index) for index in each.split) else "")
    if each.wait.counter in counted.nearest:
        reason = NEAREST
    return Waited(each.at, each.wait.counter, each.wait.value, tuple(sorted(each.statements)), not reason, reason)


def _unlike(kernel: Kernel, wait: int, index: int) -> bool:
    """Whether an operation that a wait covers on some ways alone is one that it might never cover.

    What is issued before a loop and waited for in it, is waited for by the same wait a round or two later.
    """
    loop = kernel.loop_of(wait)
    return loop is None or kernel.block_of(index) in kernel.blocks_in(loop)
