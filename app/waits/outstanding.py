"""Events and waits of one block, and what is outstanding before it → what each wait covers, and what is left.

What is outstanding on a counter is kept by kind. For each statement there is one mask an instance (a loop
can have issued it several times), the newest first: bit ``n`` says that on some path ``n`` younger events of
its kind stand behind it. States only grow where paths join, so loops reach a fixed point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from app.isa.base import Wait

Ages = tuple[int, ...]
"""One mask of possible ages for each instance of a statement, newest first."""
Pending = Mapping[int, Ages]
"""Outstanding statements of one queue, by listing index."""
State = Mapping[int, Pending]
"""What is outstanding, by queue number; values are shared and never changed."""

ELSEWHERE = -1
"""The index that stands for what code outside the routine left outstanding."""
DEPTH = 6
"""Instances told apart; older ones share the last mask."""
_DONE: Ages = (1,)


class Queue(NamedTuple):
    """The outstanding events of one kind on one counter."""

    counter: str
    kind: str
    ordered: bool
    quiet: bool
    most: int
    delivers: bool = False
    chained: bool = False
    optional: bool = False


class Add(NamedTuple):
    """One statement joins one queue."""

    queue: int
    step: int
    age: int
    member: bool = True


class Step(NamedTuple):
    """What one statement does to the queues."""

    at: int
    """Its listing index."""
    adds: tuple[Add, ...]
    waits: tuple[Wait, ...]
    drains: tuple[int, ...] = ()
    """Queues that are empty afterwards without a wait: what a call leaves behind."""


class Covered(NamedTuple):
    """What one wait on one counter covers."""

    at: int
    """Listing index of the waiting statement."""
    wait: Wait
    statements: frozenset[int]
    """Those that are surely done afterwards, if they were outstanding."""
    reason: str
    """Why more may be done; empty when that is all."""
    split: frozenset[int]
    """Those of ``statements`` that are old enough on some paths here and not on others."""


class _Lane:
    """One queue while a block is gone through: what came in, and what the block adds."""

    __slots__ = ("clock", "entered", "head", "own")

    def __init__(self, entered: Pending) -> None:
        self.clock = 0
        self.entered = entered
        self.own: list[tuple[int, int]] = []
        self.head = 0

    def add(self, index: int | None, step: int, age: int) -> None:
        self.clock += step
        if index is not None:
            self.own.append((self.clock - age, index))

    def retire(self, least: int, found: set[int] | None, split: set[int] | None = None) -> None:
        """Takes out what is at least ``least`` old; ``split`` gets the statements of which one instance is so on
        some paths alone.
        """
        own, head = self.own, self.head
        limit = self.clock - least
        while head < len(own) and own[head][0] <= limit:
            if found is not None:
                found.add(own[head][1])
            head += 1
        self.head = head
        if self.entered:
            shift = max(0, least - self.clock)
            if any(ages[-1] >> shift or max(ages) >> shift for ages in self.entered.values()):
                self._retire_entered(shift, found, split)

    def _retire_entered(self, shift: int, found: set[int] | None, split: set[int] | None) -> None:
        keep = (1 << shift) - 1
        left: dict[int, Ages] = {}
        for index, ages in self.entered.items():
            rest = tuple(mask & keep for mask in ages)
            if rest != ages:
                if found is not None:
                    found.add(index)
                told_apart = ages if len(ages) < DEPTH else ages[:-1]
                if split is not None and any(mask & keep and mask >> shift for mask in told_apart):
                    split.add(index)
                while rest and not rest[-1]:
                    rest = rest[:-1]
            if rest:
                left[index] = rest
        self.entered = left

    def clear(self, found: set[int] | None) -> None:
        """Takes out everything."""
        if found is not None:
            found.update(self.entered)
            found.update(index for _, index in self.own[self.head :])
        self.entered, self.own, self.head = {}, [], 0

    def holds(self) -> bool:
        return bool(self.entered) or self.head < len(self.own)

    def bound(self) -> int:
        """No more than so many are outstanding."""
        entered = max((max(ages).bit_length() for ages in self.entered.values()), default=0)
        return max(
            entered + self.clock if entered else 0,
            self.clock - self.own[self.head][0] + 1 if self.own[self.head :] else 0,
        )

    def leaving(self, queue: Queue) -> Pending:
        """What is outstanding when the block ends."""
        if not queue.ordered:
            if self.head == len(self.own):
                return self.entered
            return {**self.entered, **{index: _DONE for _, index in self.own[self.head :]}}
        self.retire(queue.most, None)
        if not self.clock and not self.own:
            return self.entered
        left = {index: tuple(mask << self.clock for mask in ages) for index, ages in self.entered.items()}
        for clock, index in self.own[self.head :]:
            left[index] = _newer(1 << (self.clock - clock), left.get(index, ()))
        return left


def _newer(mask: int, ages: Ages) -> Ages:
    """Puts a new instance before the known ones."""
    if len(ages) < DEPTH:
        return (mask, *ages)
    return (mask, *ages[:-2], ages[-2] | ages[-1])


class Walk:
    """Goes through the steps of one block in order."""

    def __init__(self, state: State, queues: Sequence[Queue], on: Mapping[str, tuple[int, ...]]) -> None:
        """``on`` gives each counter's queues."""
        self._state = state
        self._queues = queues
        self._on = on
        self._lanes: dict[int, _Lane] = {}

    def _lane(self, queue: int) -> _Lane:
        found = self._lanes.get(queue)
        if found is None:
            found = self._lanes[queue] = _Lane(self._state.get(queue, {}))
        return found

    def take(self, step: Step, report: list[Covered] | None = None) -> None:
        """Does what ``step`` does; ``report`` collects what its waits cover."""
        for wait in step.waits:
            lanes = [(self._queues[queue], self._lane(queue)) for queue in self._on.get(wait.counter, ())]
            _wait(step.at, wait, lanes, report)
        for queue, by, age, member in step.adds:
            self._lane(queue).add(step.at if member else None, by, age)
        for queue in step.drains:
            self._lane(queue).clear(None)

    def outstanding(self, queue: int) -> set[int]:
        """Statements that may be outstanding on one queue now."""
        lane = self._lanes.get(queue)
        if lane is None:
            return set(self._state.get(queue, ()))
        return {*lane.entered, *(index for _, index in lane.own[lane.head :])}

    def ages(self, counter: str) -> Mapping[int, int] | None:
        """For what is outstanding on one counter the least number of younger ones; ``None`` when it has no order."""
        holding = [queue for queue in self._on.get(counter, ()) if self.outstanding(queue)]
        if len(holding) != 1 or not self._queues[holding[0]].ordered:
            return None
        lane = self._lane(holding[0])
        found = {
            index: min(_lowest(mask) for mask in ages if mask) + lane.clock for index, ages in lane.entered.items()
        }
        found.update((index, lane.clock - clock) for clock, index in lane.own[lane.head :])
        return found

    def leaving(self) -> State:
        """What is outstanding after the steps taken."""
        if not self._lanes:
            return self._state
        left = dict(self._state)
        for number, each in self._lanes.items():
            pending = each.leaving(self._queues[number])
            if pending:
                left[number] = pending
            else:
                left.pop(number, None)
        return left


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def run(
    steps: Sequence[Step],
    state: State,
    queues: Sequence[Queue],
    on: Mapping[str, tuple[int, ...]],
    report: list[Covered] | None = None,
) -> State:
    """Goes through one block; returns what it leaves outstanding."""
    walk = Walk(state, queues, on)
    for step in steps:
        walk.take(step, report)
    return walk.leaving()


PATHS = "on some ways here it is older than on others"
MIXED = "operations of different kinds are outstanding, and they finish in no common order"
UNORDERED = "what is outstanding finishes in any order, so that only a wait for 0 decides"
NO_NUMBER = "the text does not give its number"
CALLER = "code that is not shown here can have left more outstanding"


def _wait(index: int, wait: Wait, lanes: list[tuple[Queue, _Lane]], report: list[Covered] | None) -> None:
    found: set[int] | None = None if report is None else set()
    for queue, lane in lanes:
        if queue.ordered:
            lane.retire(queue.most, None)
    reason = "" if report is None else _doubt(wait, lanes)
    split: set[int] = set()
    for queue, lane in lanes:
        if wait.least == 0:
            lane.clear(found)
        elif queue.ordered:
            lane.retire(wait.least, found, split)
    if report is not None and found is not None:
        if ELSEWHERE in found:
            found.discard(ELSEWHERE)
            reason = reason or CALLER
        report.append(Covered(index, wait, frozenset(found), reason, frozenset(split)))


def _doubt(wait: Wait, lanes: list[tuple[Queue, _Lane]]) -> str:
    """Why the ages alone do not decide what a wait covers."""
    if wait.value is None:
        return NO_NUMBER
    if wait.least == 0:
        return ""
    holding = [(queue, lane) for queue, lane in lanes if lane.holds() and not queue.quiet]
    if sum(_most(queue, lane) for queue, lane in holding) <= wait.least:
        return ""
    if any(not queue.ordered for queue, _ in holding):
        return UNORDERED if len(holding) == 1 else MIXED
    return MIXED if len(holding) > 1 else ""


def _most(queue: Queue, lane: _Lane) -> int:
    if queue.ordered:
        return lane.bound()
    if ELSEWHERE in lane.entered:
        return queue.most
    return 2 * (len(lane.entered) + len(lane.own) - lane.head)


def join(states: Iterable[State]) -> State:
    """What may be outstanding where several ways meet."""
    found: State | None = None
    for state in states:
        found = state if found is None or found is state else _join(found, state)
    return {} if found is None else found


def _join(one: State, other: State) -> State:
    merged = dict(one)
    changed = False
    for queue, pending in other.items():
        mine = merged.get(queue)
        if mine is pending:
            continue
        if mine is None:
            merged[queue] = pending
            changed = True
            continue
        both = _merge(mine, pending)
        if both is not mine:
            merged[queue] = both
            changed = True
    return merged if changed else one


def _merge(one: Pending, other: Pending) -> Pending:
    merged: dict[int, Ages] | None = None
    for index, ages in other.items():
        mine = one.get(index)
        if mine == ages:
            continue
        if mine is None:
            both = ages
        else:
            long, short = (mine, ages) if len(mine) >= len(ages) else (ages, mine)
            both = tuple(a | b for a, b in zip(long, short, strict=False)) + long[len(short) :]
            if both == mine:
                continue
        if merged is None:
            merged = dict(one)
        merged[index] = both
    return one if merged is None else merged
