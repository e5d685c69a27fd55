"""Loops whose counter starts, steps and ends at constants → how often they run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.isa.base import Arithmetic
from app.model import Transfer
from app.program.loops import Loop

if TYPE_CHECKING:
    from app.program.kernel import Kernel

_CHAIN = 8
"""Most moves to look through for a constant."""
_OPPOSITE = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}
_MIRRORED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}


@dataclass(frozen=True, slots=True)
class Induction:
    """The register that counts a loop's rounds."""

    register: str
    step: int
    start: int | None
    bound: int | None
    """Constants it starts at and is held against; ``None`` when a register gives them."""
    index: int
    """Listing index of the statement that steps it."""
    trips: int | None
    """Times the body runs on each entry; ``None`` when start or bound is no constant."""


def inductions(kernel: Kernel) -> Mapping[int, Induction]:
    """For each position in ``kernel.loops`` what counts it, where that is plain enough to tell."""
    if not kernel.values.complete:
        return {}
    found = ((loop.position, _induction(kernel, loop)) for loop in kernel.loops)
    return {position: induction for position, induction in found if induction is not None}


def _induction(kernel: Kernel, loop: Loop) -> Induction | None:
    """Looks at the one test that decides whether a loop goes round again."""
    exits = [
        position
        for position in kernel.blocks_in(loop)
        if any(not _inside(kernel, loop, successor) for successor in kernel.blocks[position].successors)
    ]
    if len(exits) != 1 or len(loop.latches) != 1 or exits[0] not in loop.blocks:
        return None
    branch = _last(kernel, exits[0])
    if branch is None or kernel.flow(branch).transfer != Transfer.BRANCH:
        return None
    taken_if = kernel.isa.taken_if(kernel.listing.statements[branch])
    tests = [index for index in kernel.feeders(branch) if _arithmetic(kernel, index) is not None]
    if taken_if is None or len(tests) != 1 or len(kernel.feeders(branch)) != 1:
        return None
    test = _arithmetic(kernel, tests[0])
    if test is None or test.verb not in _OPPOSITE:
        return None
    goes_on = _inside(kernel, loop, _target(kernel, exits[0]))
    relation = test.verb if taken_if == goes_on else _OPPOSITE[test.verb]
    for counter, bound, each in ((test.left, test.right, relation), (test.right, test.left, _MIRRORED[relation])):
        if isinstance(counter, str):
            stepped = _stepped(kernel, loop, counter, tests[0])
            if stepped is not None:
                return _count(kernel, loop, counter, stepped, bound, each, tests[0], exits[0])
    return None


def _count(
    kernel: Kernel, loop: Loop, counter: str, step: int, bound: str | int, relation: str, test: int, exit_block: int
) -> Induction | None:
    found = _arithmetic(kernel, step)
    assert found is not None
    amount = found.right if isinstance(found.right, int) else found.left
    assert isinstance(amount, int)
    after = len(kernel.definitions(test)[counter]) == 1
    start = _start(kernel, loop, step)
    limit = bound if isinstance(bound, int) else _only_constant(kernel, test, bound)
    trips = None
    if start is not None and limit is not None:
        first = start + amount if after else start
        rounds = _rounds(first, amount, limit, relation)
        bottom = exit_block in loop.latches
        trips = None if rounds is None else rounds + 1 if bottom else rounds
    return Induction(found.register, amount, start, limit, step, trips)


def _rounds(first: int, step: int, limit: int, relation: str) -> int | None:
    """How often in a row a test holds for ``first``, ``first + step`` …; ``None`` when it never ends."""
    if step < 0:
        return _rounds(-first, -step, -limit, _MIRRORED[relation])
    if relation == "ne":
        distance = limit - first
        return distance // step if distance >= 0 and distance % step == 0 else None
    if relation == "eq":
        return 1 if first == limit else 0
    if relation in ("lt", "le"):
        distance = limit - first + (1 if relation == "le" else 0)
        return max(0, -(-distance // step))
    holds = first > limit if relation == "gt" else first >= limit
    return None if holds else 0


def _stepped(kernel: Kernel, loop: Loop, counter: str, test: int) -> int | None:
    """The one statement in the loop that adds a constant to ``counter`` round after round."""
    work = [
        index for index in kernel.definitions(test).get(counter, ()) if _inside(kernel, loop, kernel.block_of(index))
    ]
    for _ in range(_CHAIN):
        if len(work) != 1:
            return None
        index = work[0]
        found = _arithmetic(kernel, index)
        if found is None or found.verb not in ("add", "move"):
            return None
        named = [side for side in (found.left, found.right) if isinstance(side, str)]
        if len(named) != 1:
            return None
        sources = kernel.definitions(index).get(named[0], ())
        inside = [each for each in sources if _inside(kernel, loop, kernel.block_of(each))]
        if found.verb == "add":
            return index if _returns(kernel, loop, inside, index) else None
        work = inside
    return None


def _returns(kernel: Kernel, loop: Loop, work: list[int], index: int) -> bool:
    """Whether a value comes, through moves alone, from ``index`` itself a round before."""
    for _ in range(_CHAIN):
        if len(work) != 1:
            return False
        if work[0] == index:
            return True
        found = _arithmetic(kernel, work[0])
        if found is None or found.verb != "move" or not isinstance(found.left, str):
            return False
        work = [
            each
            for each in kernel.definitions(work[0]).get(found.left, ())
            if _inside(kernel, loop, kernel.block_of(each))
        ]
    return False


def _start(kernel: Kernel, loop: Loop, index: int) -> int | None:
    """The constant that a counter holds when the loop is entered, seen through moves at its head."""
    for _ in range(_CHAIN):
        found = _arithmetic(kernel, index)
        named = [side for side in (found.left, found.right) if isinstance(side, str)] if found else []
        if len(named) != 1:
            return None
        sources = kernel.definitions(index).get(named[0], ())
        outside = [each for each in sources if not _inside(kernel, loop, kernel.block_of(each))]
        if outside:
            return _constant(kernel, outside[0], _CHAIN) if len(outside) == 1 else None
        if len(sources) != 1:
            return None
        index = sources[0]
    return None


def _only_constant(kernel: Kernel, index: int, register: str) -> int | None:
    sources = kernel.definitions(index).get(register, ())
    return _constant(kernel, sources[0], _CHAIN) if len(sources) == 1 else None


def _constant(kernel: Kernel, index: int, chain: int) -> int | None:
    """The constant that a statement writes, seen through moves and additions of constants."""
    found = _arithmetic(kernel, index)
    if found is None or found.verb not in ("move", "add") or not chain:
        return None
    total = 0
    for side in (found.left, found.right):
        if isinstance(side, int):
            total += side
        else:
            sources = kernel.definitions(index).get(side, ())
            value = _constant(kernel, sources[0], chain - 1) if len(sources) == 1 else None
            if value is None:
                return None
            total += value
    return total


def _arithmetic(kernel: Kernel, index: int) -> Arithmetic | None:
    return kernel.isa.arithmetic(kernel.listing.statements[index])


def _inside(kernel: Kernel, loop: Loop, block: int) -> bool:
    at = kernel.nest.loop_of[block]
    while at is not None and at != loop.position:
        at = kernel.loops[at].parent
    return at is not None


def _target(kernel: Kernel, position: int) -> int:
    """The block a two-way branch goes to when it is taken: successors hold the next block first."""
    return kernel.blocks[position].successors[-1]


def _last(kernel: Kernel, position: int) -> int | None:
    block = kernel.blocks[position]
    found = kernel.within(block.first, block.last)
    return found[-1] if found else None
