"""A routine's statements → basic blocks and the edges between them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.isa.base import Isa
from app.model import NEXT, Diagnostic, Flow, Kind, Listing, Routine, Severity, Statement, Transfer


class Block(NamedTuple):
    """A run of statements that control enters at the first and leaves at the last."""

    first: int
    """Listing index of its first statement (a label's, when it has one)."""
    last: int
    """Listing index one past its last statement."""
    successors: tuple[int, ...]
    """Positions in ``Kernel.blocks``; the one that follows in the file comes first."""
    predecessors: tuple[int, ...]


class Graph(NamedTuple):
    """The blocks of one routine, in file order; the first is the entry."""

    blocks: tuple[Block, ...]
    starts: tuple[int, ...]
    """``first`` of every block, for a binary search."""
    flows: dict[int, Flow]
    """How control leaves each statement that does not simply go on."""
    diagnostics: tuple[Diagnostic, ...]

    def block_of(self, index: int) -> int:
        """Position of the block that holds statement ``index``."""
        return bisect_right(self.starts, index) - 1


_ENDS = frozenset({Transfer.JUMP, Transfer.EXIT, Transfer.INDIRECT})


def build(listing: Listing, routine: Routine, isa: Isa, elsewhere: frozenset[str]) -> Graph:
    """Blocks of ``routine``. ``elsewhere`` holds the names that the rest of the file defines.

    A branch to a name that nothing defines gets a diagnostic and no edge.
    """
    statements = listing.statements
    flows: dict[int, Flow] = {}
    leaders = {routine.first}
    for index in range(routine.first, routine.last):
        statement = statements[index]
        if statement.kind == Kind.LABEL:
            leaders.add(index)
        elif statement.kind == Kind.INSTRUCTION:
            flow = isa.flow(statement)
            if flow is not NEXT and flow.transfer != Transfer.NEXT:
                flows[index] = flow
                if flow.transfer != Transfer.CALL:
                    leaders.add(index + 1)
    starts = tuple(sorted(index for index in leaders if index < routine.last))
    targets, diagnostics = _targets(statements, routine, flows, elsewhere)
    edges = [_leaving(position, starts, routine.last, flows, targets) for position in range(len(starts))]
    entering: list[list[int]] = [[] for _ in starts]
    for position, leaving in enumerate(edges):
        for successor in leaving:
            entering[successor].append(position)
    ends = (*starts[1:], routine.last)
    blocks = tuple(map(Block, starts, ends, map(tuple, edges), map(tuple, entering)))
    return Graph(blocks, starts, flows, tuple(diagnostics))


def _leaving(
    position: int, starts: Sequence[int], end: int, flows: dict[int, Flow], targets: dict[int, list[int]]
) -> list[int]:
    """Successors of one block: the next one unless its last statement never goes on, then the targets."""
    last = (starts[position + 1] if position + 1 < len(starts) else end) - 1
    flow = flows.get(last, NEXT)
    found = [] if flow.transfer in _ENDS or position + 1 == len(starts) else [position + 1]
    if flow.transfer != Transfer.CALL:
        for index in targets.get(last, ()):
            block = bisect_right(starts, index) - 1
            if block not in found:
                found.append(block)
    return found


def _targets(
    statements: Sequence[Statement], routine: Routine, flows: dict[int, Flow], elsewhere: frozenset[str]
) -> tuple[dict[int, list[int]], list[Diagnostic]]:
    """For each leaving statement the labels it can go to, as indices.

    Labels belong to the ``{}`` scope they stand in, so one name can mean several places; a
    branch means the nearest scope around it. A number with ``f`` or ``b`` means the next or the last
    label of that number.
    """
    scopes: list[dict[str, int]] = [{}]
    stack = [0]
    parents = [-1]
    scope_of: dict[int, int] = {}
    numbered: dict[str, list[int]] = {}
    for index in range(routine.first, routine.last):
        statement = statements[index]
        if statement.kind == Kind.LABEL:
            scopes[stack[-1]][statement.name] = index
            if statement.name.isdigit():
                numbered.setdefault(statement.name, []).append(index)
        elif statement.kind == Kind.OPEN:
            scopes.append({})
            parents.append(stack[-1])
            stack.append(len(scopes) - 1)
        elif statement.kind == Kind.CLOSE and len(stack) > 1:
            stack.pop()
        elif index in flows:
            scope_of[index] = stack[-1]
    targets: dict[int, list[int]] = {}
    diagnostics = []
    for index, flow in flows.items():
        if flow.transfer == Transfer.CALL:
            continue
        for label in flow.labels:
            found = _resolve(label, index, scope_of[index], scopes, parents, numbered)
            if found is not None:
                targets.setdefault(index, []).append(found)
            elif label not in elsewhere:
                message = f"Goes to {label}, which this file does not define."
                diagnostics.append(Diagnostic(statements[index].line, Severity.WARNING, message))
    return targets, diagnostics


def _resolve(
    label: str,
    index: int,
    scope: int,
    scopes: Sequence[dict[str, int]],
    parents: Sequence[int],
    numbered: dict[str, list[int]],
) -> int | None:
    while scope >= 0:
        if label in scopes[scope]:
            return scopes[scope][label]
        scope = parents[scope]
    places = numbered.get(label[:-1], []) if label[-1:] in ("f", "b") else []
    after = bisect_right(places, index)
    if label.endswith("f"):
        return places[after] if after < len(places) else None
    return places[after - 1] if after else None


def reverse_postorder(blocks: Sequence[Block]) -> list[int]:
    """Blocks that the entry reaches, each before its successors except along back edges."""
    seen = bytearray(len(blocks))
    order: list[int] = []
    if not blocks:
        return order
    seen[0] = 1
    stack: list[tuple[int, Iterable[int]]] = [(0, iter(blocks[0].successors))]
    while stack:
        block, rest = stack[-1]
        for successor in rest:
            if not seen[successor]:
                seen[successor] = 1
                stack.append((successor, iter(blocks[successor].successors)))
                break
        else:
            order.append(block)
            stack.pop()
    order.reverse()
    return order
