"""Kernel → for each wait on a counter the statements that it covers, across blocks and loops."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush

from app.isa.base import Event, Isa
from app.model import Kind, Transfer
from app.program import Kernel
from app.waits.outstanding import ELSEWHERE, Add, Covered, Queue, State, Step, join, run

ELSEWHERE_KIND = "elsewhere"
_PLAIN = (".", "#", "=", "@", "")
WORK = 1_000_000
"""Most steps that following one routine's outstanding operations may take."""


@dataclass(slots=True)
class Counted:
    """What is outstanding in one routine, and what its waits cover."""

    target: str | None
    """The target whose rules were used."""
    queues: list[Queue] = field(default_factory=list)
    on: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Queues of each counter."""
    nearest: frozenset[str] = frozenset()
    """Counters of which the nearest earlier instruction alone is followed."""
    steps: list[list[Step]] = field(default_factory=list)
    """For each block the statements that touch a queue."""
    entering: list[State] = field(default_factory=list)
    """For each block what may be outstanding when it begins."""
    covered: list[Covered] = field(default_factory=list)
    not_analysed: str = ""


def follow(kernel: Kernel) -> Counted:
    """Follows what is outstanding through the routine until nothing changes any more."""
    found = Counted(kernel.isa.assumed_target(kernel.listing))
    _collect(kernel, found)
    blocks = kernel.blocks
    found.entering = _entries(kernel, found)
    if not found.queues:
        for steps in found.steps:
            run(steps, {}, (), {}, found.covered)
        return found
    rank = {position: place for place, position in enumerate(kernel.order)}
    for position in range(len(blocks)):
        rank.setdefault(position, len(rank))
    order = sorted(rank, key=rank.__getitem__)
    waiting = list(range(len(order)))
    queued = [True] * len(order)
    leaving: list[State | None] = [None] * len(blocks)
    work = 0
    while waiting:
        place = heappop(waiting)
        queued[place] = False
        position = order[place]
        entering = found.entering[position]
        work += 1 + len(found.steps[position]) + sum(map(len, entering.values()))
        if work > WORK:
            found.covered, found.entering = [], []
            found.not_analysed = "Waits are not analysed: too many paths join in this routine."
            return found
        state = run(found.steps[position], entering, found.queues, found.on)
        if leaving[position] is state:
            continue
        leaving[position] = state
        for successor in blocks[position].successors:
            met = join((found.entering[successor], state))
            if met is not found.entering[successor]:
                found.entering[successor] = met
                if not queued[rank[successor]]:
                    queued[rank[successor]] = True
                    heappush(waiting, rank[successor])
    for position, steps in enumerate(found.steps):
        if steps:
            run(steps, found.entering[position], found.queues, found.on, found.covered)
    return found


def _entries(kernel: Kernel, found: Counted) -> list[State]:
    """Nothing is outstanding where a kernel begins; elsewhere control can come in from code not seen here."""
    unknown: State = {
        number: {ELSEWHERE: (1,)} for number, queue in enumerate(found.queues) if queue.kind == ELSEWHERE_KIND
    }
    states: list[State] = [{} for _ in kernel.blocks]
    if states and not kernel.routine.is_kernel:
        states[0] = unknown
    if any(flow.transfer is Transfer.INDIRECT for flow in kernel.graph.flows.values()):
        for position, block in enumerate(kernel.blocks):
            if not kernel.nest.reachable[position] and kernel.listing.statements[block.first].kind is Kind.LABEL:
                states[position] = unknown
    return states


def _collect(kernel: Kernel, found: Counted) -> None:
    """Finds the steps of every block. A counter that harms no register is left out unless it is waited on."""
    isa, target, statements = kernel.isa, found.target, kernel.listing.statements
    events: list[tuple[int, tuple[Event, ...]]] = [
        (index, isa.events(statements[index], target)) for index in kernel.instructions
    ]
    waits = {index: waits for index in kernel.instructions if (waits := isa.waits(statements[index], target))}
    adds = _number(
        found, {each for _, each in events if each}, {w.counter for each in waits.values() for w in each}, isa
    )
    drained = set(isa.drained_by_call(target))
    drains = tuple(number for number, queue in enumerate(found.queues) if queue.counter in drained)
    calls = {index for index, flow in kernel.graph.flows.items() if flow.transfer is Transfer.CALL} if drains else set()
    foreign = tuple(Add(number, 1, 0) for number, queue in enumerate(found.queues) if queue.kind == ELSEWHERE_KIND)
    if foreign and (hidden := opaque(kernel)):
        events = sorted([*events, *((index, ()) for index in hidden)])
    else:
        hidden = frozenset()
    found.steps = [[] for _ in kernel.blocks]
    ends = [block.last for block in kernel.blocks]
    position = 0
    for index, each in events:
        while index >= ends[position]:
            position += 1
        if index in hidden:
            found.steps[position].append(Step(ELSEWHERE, foreign, ()))
        elif index in waits:
            found.steps[position].append(Step(index, adds.get(each, ()), waits[index]))
        elif each and adds[each]:
            found.steps[position].append(Step(index, adds[each], ()))
        elif index in calls:
            found.steps[position].append(Step(index, (), (), drains))


def opaque(kernel: Kernel) -> frozenset[int]:
    """Statements of a routine that stand for instructions which the text does not show: calls of macros that
    another file defines, and what could not be read.
    """
    statements = kernel.listing.statements
    found = []
    for index in range(kernel.routine.first, kernel.routine.last):
        statement = statements[index]
        if statement.kind is Kind.UNREADABLE or (statement.kind is Kind.DIRECTIVE and statement.name[:1] not in _PLAIN):
            following = statements[index + 1] if index + 1 < len(statements) else None
            if following is None or following.line != statement.line:
                found.append(index)
    return frozenset(found)


def _number(
    found: Counted, events: set[tuple[Event, ...]], waited: set[str], isa: Isa
) -> dict[tuple[Event, ...], tuple[Add, ...]]:
    """Numbers the queues, and says for each set of events which of them it joins."""
    counters = {counter.name: counter for counter in isa.counters(found.target)}
    numbers: dict[tuple[str, str], int] = {}
    adds: dict[tuple[Event, ...], tuple[Add, ...]] = {}
    found.nearest = frozenset(counter.name for counter in counters.values() if counter.nearest)
    for each in sorted(events):
        joined = []
        for event in each:
            counter = counters.get(event.counter)
            if counter is None or (counter.optional and event.counter not in waited):
                continue
            key = (event.counter, event.kind)
            if key not in numbers:
                numbers[key] = len(found.queues)
                how = (event.ordered, event.quiet, counter.most, event.delivers, event.chained, counter.optional)
                found.queues.append(Queue(event.counter, event.kind, *how))
            joined.append(Add(numbers[key], event.step, event.age, event.member))
        adds[each] = tuple(joined)
    for name in sorted(waited & counters.keys()):
        found.queues.append(Queue(name, ELSEWHERE_KIND, False, False, counters[name].most))
    for name in {queue.counter for queue in found.queues}:
        found.on[name] = tuple(number for number, queue in enumerate(found.queues) if queue.counter == name)
    return adds
