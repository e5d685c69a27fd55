"""Blocks → dominators and natural loops with their nesting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.program.blocks import Block, reverse_postorder


@dataclass(frozen=True, slots=True)
class Loop:
    """A natural loop: everything that reaches a jump back to ``header`` without leaving it."""

    position: int
    """Its place in ``Kernel.loops``."""
    header: int
    """Position of the block through which alone control enters."""
    latches: tuple[int, ...]
    """Blocks that jump back to the header."""
    blocks: tuple[int, ...]
    """Its own blocks in file order, without those of the loops inside it."""
    parent: int | None
    """Place of the loop around it in ``Kernel.loops``."""
    children: tuple[int, ...]
    depth: int
    """1 for an outermost loop."""
    line: int
    end_line: int
    """First and last line of its statements, inner loops included."""


class Nest(NamedTuple):
    """The loops of one routine and where each block stands in them."""

    loops: tuple[Loop, ...]
    """Outer before inner, then in file order."""
    loop_of: tuple[int | None, ...]
    """For each block the innermost loop it is in."""
    dominators: tuple[int | None, ...]
    """For each block its immediate dominator; ``None`` for the entry and what nothing reaches."""
    reachable: tuple[bool, ...]
    irreducible: tuple[int, ...]
    """Blocks that a cycle enters beside its head: flow that is no natural loop."""


def nest(blocks: Sequence[Block], line_of: Sequence[tuple[int, int]]) -> Nest:
    """``line_of`` gives each block's first and last line."""
    order = reverse_postorder(blocks)
    rank = {block: place for place, block in enumerate(order)}
    dominators = _dominators(blocks, order, rank)
    depth_in_tree, last_in_tree = _intervals(order, dominators)
    latches: dict[int, list[int]] = {}
    irreducible: set[int] = set()
    for block in order:
        for successor in blocks[block].successors:
            if rank[successor] <= rank[block]:
                if depth_in_tree[successor] <= depth_in_tree[block] <= last_in_tree[successor]:
                    latches.setdefault(successor, []).append(block)
                else:
                    irreducible.add(successor)
    inner, parent = _members(blocks, order, rank, latches)
    loops, loop_of = _loops(blocks, line_of, latches, inner, parent)
    reachable = tuple(block in rank for block in range(len(blocks)))
    return Nest(loops, loop_of, tuple(dominators), reachable, tuple(sorted(irreducible)))


def _dominators(blocks: Sequence[Block], order: Sequence[int], rank: dict[int, int]) -> list[int | None]:
    """Immediate dominators by the iterative method of Cooper, Harvey and Kennedy."""
    found: list[int | None] = [None] * len(blocks)
    if not order:
        return found
    entry = order[0]
    found[entry] = entry
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            best: int | None = None
            for predecessor in blocks[block].predecessors:
                if found[predecessor] is None:
                    continue
                best = predecessor if best is None else _meet(best, predecessor, found, rank)
            if best != found[block]:
                found[block] = best
                changed = True
    found[entry] = None
    return found


def _meet(one: int, other: int, found: Sequence[int | None], rank: dict[int, int]) -> int:
    while one != other:
        if rank[one] > rank[other]:
            up = found[one]
            assert up is not None
            one = up
        else:
            up = found[other]
            assert up is not None
            other = up
    return one


def _intervals(order: Sequence[int], dominators: Sequence[int | None]) -> tuple[dict[int, int], dict[int, int]]:
    """Numbers of entry and exit in a walk of the dominator tree: ``a`` dominates ``b`` if it spans it."""
    children: dict[int, list[int]] = {}
    for block in order[1:]:
        above = dominators[block]
        if above is not None:
            children.setdefault(above, []).append(block)
    entered: dict[int, int] = {}
    left: dict[int, int] = {}
    stack = [(order[0], False)] if order else []
    while stack:
        block, done = stack.pop()
        if done:
            left[block] = len(entered) - 1
            continue
        entered[block] = len(entered)
        stack.append((block, True))
        stack.extend((child, False) for child in children.get(block, ()))
    return entered, left


def _members(
    blocks: Sequence[Block], order: Sequence[int], rank: dict[int, int], latches: dict[int, list[int]]
) -> tuple[dict[int, int], dict[int, int]]:
    """For each block the header of its innermost loop, for each header that of the loop around it.

    Inner headers come first, and a walk that meets a finished loop goes on from its header, so each
    edge is looked at once for each level it leaves.
    """
    inner: dict[int, int] = {}
    parent: dict[int, int] = {}
    above: dict[int, int] = {}  # towards the outermost loop found so far, with paths cut short

    def outermost(header: int) -> int:
        while header in above:
            up = above[header]
            if up in above:
                above[header] = above[up]
            header = up
        return header

    for header in reversed(order):
        if header not in latches:
            continue
        work = list(latches[header])
        while work:
            block = work.pop()
            if block not in rank:
                continue
            if block not in inner:
                inner[block] = header
                if block != header:
                    work.extend(blocks[block].predecessors)
            else:
                top = outermost(inner[block])
                if top != header:
                    parent[top] = above[top] = header
                    work.extend(blocks[top].predecessors)
        inner[header] = header
    return inner, parent


def _loops(
    blocks: Sequence[Block],
    line_of: Sequence[tuple[int, int]],
    latches: dict[int, list[int]],
    inner: dict[int, int],
    parent: dict[int, int],
) -> tuple[tuple[Loop, ...], tuple[int | None, ...]]:
    depth: dict[int, int] = {}
    for header in latches:
        chain = [header]
        while chain[-1] in parent and chain[-1] not in depth:
            chain.append(parent[chain[-1]])
        base = depth.get(chain[-1], 1)
        for above, each in enumerate(reversed(chain)):
            depth.setdefault(each, base + above)
    headers = sorted(latches, key=lambda header: (depth[header], header))
    place = {header: position for position, header in enumerate(headers)}
    own: dict[int, list[int]] = {header: [] for header in headers}
    for block in sorted(inner):
        own[inner[block]].append(block)
    children: dict[int, list[int]] = {header: [] for header in headers}
    for header in headers:
        if header in parent:
            children[parent[header]].append(place[header])
    span = {
        header: (min(line_of[block][0] for block in own[header]), max(line_of[block][1] for block in own[header]))
        for header in headers
    }
    for header in reversed(headers):
        if header in parent:
            above = parent[header]
            span[above] = (min(span[above][0], span[header][0]), max(span[above][1], span[header][1]))
    loops = tuple(
        Loop(
            position,
            header,
            tuple(latches[header]),
            tuple(own[header]),
            place[parent[header]] if header in parent else None,
            tuple(children[header]),
            depth[header],
            *span[header],
        )
        for position, header in enumerate(headers)
    )
    loop_of = tuple(place[inner[block]] if block in inner else None for block in range(len(blocks)))
    return loops, loop_of
