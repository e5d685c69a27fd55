"""NVIDIA PTX, ISA versions 1.0 to 9.x."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from pygments.lexer import Lexer

from app.isa.base import ArgumentLoad, Arithmetic, BarrierUse, Counter, Event, Isa, Recognition, Sum, Wait
from app.isa.bits import NOTHING, Bits
from app.isa.ptx import (
    arguments,
    arithmetic,
    costs,
    effects,
    explain,
    flow,
    instructions,
    knowledge,
    known,
    memory,
    operations,
    parser,
    recognise,
    targets,
    waits,
    whence,
)
from app.isa.ptx.lexer import NvptxLexer
from app.model import Cost, Effects, Flow, Instruction, Listing, Reading, Resources, Routine, Source, Statement, Whence


class Ptx(Isa):
    """NVIDIA's virtual instruction set, which ``ptxas`` compiles for each GPU."""

    name: ClassVar[str] = "ptx"
    title: ClassVar[str] = "NVIDIA PTX"
    comment: ClassVar[str] = "//"
    lexer: ClassVar[type[Lexer]] = NvptxLexer

    def recognise(self, lines: tuple[str, ...]) -> Recognition | None:
        """See ``recognise.recognise``."""
        return recognise.recognise(lines)

    def read(self, source: Source) -> Listing:
        """See ``parser.read``."""
        return parser.read(source)

    def whence(self, listing: Listing) -> tuple[Whence, ...]:
        """The line table, mended where inline assembly confuses it."""
        return whence.whence(listing)

    def statement(self, text: str) -> Statement:
        """One instruction given alone."""
        return parser.statement(text)

    def instruction(self, mnemonic: str, target: str | None) -> Instruction:
        """What the tables know of a mnemonic."""
        return instructions.lookup(mnemonic, target)

    def explain(self, statement: Statement, target: str | None, known: Mapping[str, Bits] = NOTHING) -> Reading:
        """A statement read to its last operand and modifier, and the descriptors in its registers."""
        return explain.explain(statement, target, known)

    def effects(self, statement: Statement, target: str | None) -> Effects:
        """Registers read and written."""
        return effects.effects(statement)

    def flow(self, statement: Statement) -> Flow:
        """Where control goes."""
        return flow.flow(statement)

    def operation(self, statement: Statement, target: str | None) -> str:
        """The mnemonic's operation, or what the source of a ``mov`` makes of it."""
        return operations.operation(statement, target)

    def cost(
        self,
        statement: Statement,
        target: str | None,
        lanes: int | None = None,
        constants: Mapping[str, int] = MappingProxyType({}),
    ) -> Cost | None:
        """Operations and bytes."""
        instruction = self.instruction(statement.name, target)
        return costs.cost(statement, instruction, self.operation(statement, target), constants)

    def wave_size(self, routine: Routine, target: str | None) -> int | None:
        """32 on every target."""
        return costs.wave_size()

    def resources(self, listing: Listing, routine: Routine) -> Resources:
        """Declared shared memory; ptxas decides the rest."""
        return memory.resources(listing, routine)

    def workgroup_size(self, routine: Routine) -> int | None:
        """From the performance directives."""
        return costs.workgroup_size(routine)

    def mnemonics(self) -> tuple[str, ...]:
        """Every stem of the tables, sorted."""
        return instructions.mnemonics()

    def directive(self, name: str) -> str:
        """What a directive says."""
        return knowledge.directives().get(name, "")

    def target_title(self, target: str | None) -> str:
        """``Blackwell``; empty when unknown."""
        return targets.title(target)

    def arithmetic(self, statement: Statement) -> Arithmetic | None:
        """Moves, additions and comparisons of whole numbers."""
        return arithmetic.arithmetic(statement)

    def known(self, statement: Statement, inputs: Mapping[str, Bits]) -> Bits | None:
        """What is sure of the bits that constants, packs, ORs and sums leave."""
        return known.known(statement, inputs)

    def taken_if(self, statement: Statement) -> bool | None:
        """The sense of a guarded branch."""
        return arithmetic.taken_if(statement)

    def argument_load(self, statement: Statement, routine: Routine, target: str | None) -> ArgumentLoad | None:
        """Loads from the parameter space."""
        return arguments.argument_load(statement, routine)

    def constants(self, statement: Statement) -> tuple[int, ...]:
        """Floating-point literals and large whole numbers."""
        return arithmetic.constants(statement)

    def events(self, statement: Statement, target: str | None) -> tuple[Event, ...]:
        """Copies, matrix work and tensor memory accesses that go on after they issue."""
        return waits.events(statement)

    def waits(self, statement: Statement, target: str | None) -> tuple[Wait, ...]:
        """The groups that an instruction waits for."""
        return waits.waits(statement)

    def counters(self, target: str | None) -> tuple[Counter, ...]:
        """What waits are counted in."""
        return waits.COUNTERS

    def barrier(self, statement: Statement) -> BarrierUse | None:
        """What a statement does with an mbarrier object."""
        return waits.barrier(statement)

    def proxy(self, statement: Statement) -> str:
        """What a statement means to the rules about proxies of shared memory."""
        return waits.proxy(statement.name)

    def address_sum(self, statement: Statement) -> Sum | None:
        """A statement as the sum that it leaves in a register."""
        return waits.address_sum(statement)

    def address(self, text: str) -> tuple[str | int, ...]:
        """The terms of an address operand's inside."""
        return waits.address(text)
