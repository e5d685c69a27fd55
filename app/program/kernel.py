"""Listing → Program: its kernels with blocks, loops, and definitions and uses, the latter on demand."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from app.isa.base import Isa
from app.model import NEXT, NO_EFFECTS, Diagnostic, Effects, Flow, Instruction, Kind, Listing, Routine, Severity
from app.program.blocks import Block, Graph, build, reverse_postorder
from app.program.counting import Induction, inductions
from app.program.liveness import Liveness, Peak, live
from app.program.loops import Loop, Nest, nest
from app.program.values import Values, follow

_SPIN = frozenset({"mbarrier.wait", "mbarrier.query"})
_SPIN_GROUPS = ("branch", "predicate", "move", "schedule", "unknown")


@dataclass(frozen=True, eq=False)
class Kernel:
    """One routine understood. Every ``index`` below is one of ``Listing.statements``."""

    listing: Listing
    isa: Isa
    routine: Routine
    graph: Graph
    nest: Nest

    # Structure

    @property
    def name(self) -> str:
        """The routine's name; empty for code that stands in none."""
        return self.routine.name

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Basic blocks in file order, the entry first; empty for a routine without statements."""
        return self.graph.blocks

    @property
    def loops(self) -> tuple[Loop, ...]:
        """Natural loops, outer before inner."""
        return self.nest.loops

    def block_of(self, index: int) -> int:
        """Position in ``blocks`` of the block that holds ``index``."""
        return self.graph.block_of(index)

    def loop_of(self, index: int) -> Loop | None:
        """The innermost loop that holds ``index``; ``None`` outside loops."""
        position = self.nest.loop_of[self.block_of(index)]
        return None if position is None else self.loops[position]

    def depth_of(self, index: int) -> int:
        """How many loops are around ``index``; 0 outside."""
        loop = self.loop_of(index)
        return loop.depth if loop else 0

    def blocks_in(self, loop: Loop) -> tuple[int, ...]:
        """Positions of a loop's blocks, those of inner loops included, in file order."""
        found: list[int] = []
        work = [loop]
        while work:
            each = work.pop()
            found.extend(each.blocks)
            work.extend(self.loops[child] for child in each.children)
        return tuple(sorted(found))

    def dominates(self, one: int, other: int) -> bool:
        """Whether every way to block ``other`` leads through block ``one``."""
        at: int | None = other
        while at is not None and at != one:
            at = self.nest.dominators[at]
        return at == one

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Positions of the reachable blocks in reverse postorder: each before its successors but for back edges."""
        return tuple(reverse_postorder(self.blocks))

    def flow(self, index: int) -> Flow:
        """Where control goes after ``index``."""
        return self.graph.flows.get(index, NEXT)

    # Instructions

    @cached_property
    def instructions(self) -> tuple[int, ...]:
        """Indices of its instructions in file order."""
        statements = self.listing.statements
        instruction = Kind.INSTRUCTION
        return tuple(i for i in range(self.routine.first, self.routine.last) if statements[i].kind is instruction)

    def within(self, first: int, last: int) -> tuple[int, ...]:
        """Indices of the instructions from ``first`` up to, not with, ``last``."""
        found = self.instructions
        return found[bisect_left(found, first) : bisect_left(found, last)]

    def instruction(self, index: int) -> Instruction:
        """What is known of the mnemonic at ``index``."""
        return self.isa.instruction(self.listing.statements[index].name, self.listing.target)

    @cached_property
    def operations(self) -> Mapping[int, str]:
        """By index, the operation of each instruction, operands considered."""
        statements, target, operation = self.listing.statements, self.listing.target, self.isa.operation
        return {index: operation(statements[index], target) for index in self.instructions}

    def operation(self, index: int) -> str:
        """The operation at ``index``; unknown for what is no instruction of this kernel."""
        return self.operations.get(index, "unknown")

    @cached_property
    def _effects(self) -> dict[int, Effects]:
        statements, target, effects = self.listing.statements, self.listing.target, self.isa.effects
        return {index: effects(statements[index], target) for index in self.instructions}

    def effects(self, index: int) -> Effects:
        """Registers that ``index`` reads and writes; none for what is no instruction."""
        return self._effects.get(index, NO_EFFECTS)

    def _in_block(self, block: Block) -> Iterator[tuple[int, Effects]]:
        effects = self._effects
        return ((index, effects[index]) for index in self.within(block.first, block.last))

    # Definitions and uses

    @cached_property
    def values(self) -> Values:
        """The graph of values behind ``definitions`` and ``uses``."""
        return follow(self.blocks, self._in_block)

    @property
    def not_analysed(self) -> str:
        """Why definitions and uses are missing; empty when they are not."""
        return "" if self.values.complete else "Definitions and uses are not analysed: too many paths join here."

    def definitions(self, index: int) -> dict[str, tuple[int, ...]]:
        """For each register that ``index`` reads, the statements that may have written what it holds there.

        An empty tuple: nothing in this routine does (an argument, a special register, or a mistake).
        """
        values = self.values
        found = values.reads.get(index, ())
        return {
            register: values.sources(value) for register, value in zip(self.effects(index).reads, found, strict=False)
        }

    def feeders(self, index: int) -> tuple[int, ...]:
        """The statements that may have written anything that ``index`` reads, sorted, without repetition."""
        values = self.values
        return tuple(sorted({each for value in values.reads.get(index, ()) for each in values.sources(value)}))

    @cached_property
    def _uses(self) -> dict[int, tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        sources = self.values.sources
        for index, values in self.values.reads.items():
            for definition in {each for value in values for each in sources(value)}:
                found.setdefault(definition, []).append(index)
        return {definition: tuple(sorted(uses)) for definition, uses in found.items()}

    def uses(self, index: int) -> tuple[int, ...]:
        """The statements that may read what ``index`` writes, in file order."""
        return self._uses.get(index, ())

    @cached_property
    def liveness(self) -> Liveness:
        """Registers that are live, block by block."""
        return live(self.blocks, self.order, self._in_block)

    def live_after(self, index: int) -> frozenset[str]:
        """Registers whose value right after ``index`` is still to be read."""
        block = self.block_of(index)
        if block not in self._live:
            self._live[block] = dict(self.liveness.within(block))
        return self._live[block].get(index, frozenset())

    @cached_property
    def _live(self) -> dict[int, dict[int, frozenset[str]]]:
        return {}

    @cached_property
    def pressure(self) -> Mapping[str, Peak]:
        """For each register file (``v``, ``s``, ``%rd`` …) the most registers live at once, and where."""
        return self.liveness.peaks()

    # Loops

    @cached_property
    def inductions(self) -> Mapping[int, Induction]:
        """For each loop position that counts in a way understood here: its counter, step and number of rounds."""
        return inductions(self)

    def trips(self, loop: Loop) -> int | None:
        """How often a loop's body runs each time it is entered; ``None`` when that is no constant."""
        found = self.inductions.get(loop.position)
        return found.trips if found else None

    def is_spin(self, loop: Loop) -> bool:
        """Whether a loop only retries a wait: to a reader it is one wait and not work done again."""
        if loop.children:
            return False
        seen = False
        for position in loop.blocks:
            for index in self.within(self.blocks[position].first, self.blocks[position].last):
                operation = self.operation(index)
                if operation in _SPIN:
                    seen = True
                elif not operation.startswith(_SPIN_GROUPS):
                    return False
        return seen


@dataclass(frozen=True, eq=False)
class Program:
    """A listing with every routine understood."""

    listing: Listing
    isa: Isa
    kernels: tuple[Kernel, ...]
    """One a routine, in the order of ``Listing.routines``; device functions too (``routine.is_kernel`` tells)."""
    diagnostics: tuple[Diagnostic, ...]
    """What the structure shows; the listing's own come on top."""

    def kernel_of(self, index: int) -> Kernel | None:
        """The routine that statement ``index`` stands in."""
        place = bisect_left(self._lasts, index + 1)
        if place < len(self.kernels) and self.kernels[place].routine.first <= index:
            return self.kernels[place]
        return None

    @cached_property
    def _lasts(self) -> tuple[int, ...]:
        return tuple(kernel.routine.last for kernel in self.kernels)


def understand(listing: Listing, isa: Isa) -> Program:
    """Blocks, edges and loops of every routine; what is odd about them as diagnostics."""
    names = {s.name for s in listing.statements if s.kind is Kind.LABEL}
    names.update(routine.name for routine in listing.routines)
    elsewhere = frozenset(names)
    kernels = tuple(_kernel(listing, routine, isa, elsewhere) for routine in listing.routines)
    diagnostics = [each for kernel in kernels for each in kernel.graph.diagnostics]
    for kernel in kernels:
        for position in kernel.nest.irreducible:
            line = listing.statements[kernel.blocks[position].first].line
            message = "A cycle is entered here beside its head (irreducible flow): it is not counted as a loop."
            diagnostics.append(Diagnostic(line, Severity.INFO, message))
    diagnostics.extend(_recursion(listing, kernels))
    return Program(listing, isa, kernels, tuple(sorted(diagnostics, key=lambda each: each.line)))


def _kernel(listing: Listing, routine: Routine, isa: Isa, elsewhere: frozenset[str]) -> Kernel:
    graph = build(listing, routine, isa, elsewhere)
    statements = listing.statements
    lines = [(statements[block.first].line, statements[block.last - 1].end_line) for block in graph.blocks]
    return Kernel(listing, isa, routine, graph, nest(graph.blocks, lines))


def _recursion(listing: Listing, kernels: tuple[Kernel, ...]) -> Iterator[Diagnostic]:
    """Calls by which a routine can come to run itself again."""
    place = {kernel.name: position for position, kernel in enumerate(kernels)}
    calls = [
        [(index, place[label]) for index, flow in kernel.graph.flows.items() for label in flow.labels if label in place]
        if kernel.name
        else []
        for kernel in kernels
    ]
    state = [0] * len(kernels)
    for start in range(len(kernels)):
        stack = [(start, iter(calls[start]))] if not state[start] else []
        state[start] = state[start] or 1
        while stack:
            position, rest = stack[-1]
            for index, callee in rest:
                if state[callee] == 1:
                    line = listing.statements[index].line
                    message = f"{kernels[callee].name} can call itself through here: recursion, of unknown depth."
                    yield Diagnostic(line, Severity.INFO, message)
                elif not state[callee]:
                    state[callee] = 1
                    stack.append((callee, iter(calls[callee])))
                    break
            else:
                state[position] = 2
                stack.pop()
