"""AMD GCN, CDNA and RDNA assembly, from gfx6 to gfx12 and gfx1250."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from pygments.lexer import Lexer

from app.isa.amdgcn import (
    arguments,
    arithmetic,
    costs,
    effects,
    flow,
    known,
    occupancy,
    parser,
    recognise,
    spacing,
    targets,
    waits,
    whence,
)
from app.isa.amdgcn.lexer import AmdGcnLexer
from app.isa.base import ArgumentLoad, Arithmetic, Counter, Event, Isa, Paced, Recognition, Wait
from app.isa.bits import NOTHING, Bits
from app.model import Cost, Effects, Flow, Instruction, Listing, Reading, Resources, Routine, Source, Statement, Whence


class AmdGcn(Isa):
    """AMD's instruction set architecture in the syntax of LLVM's assembler."""

    name: ClassVar[str] = "amdgcn"
    title: ClassVar[str] = "AMD GCN"
    comment: ClassVar[str] = ";"
    lexer: ClassVar[type[Lexer]] = AmdGcnLexer

    def recognise(self, lines: tuple[str, ...]) -> Recognition | None:
        """See ``recognise.recognise``."""
        return recognise.recognise(lines)

    def read(self, source: Source) -> Listing:
        """See ``parser.read``."""
        return parser.read(source)

    def whence(self, listing: Listing) -> tuple[Whence, ...]:
        """The line table, and what the comments beside it say of inlining."""
        return whence.whence(listing)

    def statement(self, text: str) -> Statement:
        """One instruction given alone."""
        return parser.statement(text)

    def instruction(self, mnemonic: str, target: str | None) -> Instruction:
        """What the tables know of a mnemonic."""
        from app.isa.amdgcn import instructions

        return instructions.lookup(mnemonic, target)

    def explain(self, statement: Statement, target: str | None, known: Mapping[str, Bits] = NOTHING) -> Reading:
        """A statement read to its last operand and modifier."""
        from app.isa.amdgcn import explain

        return explain.explain(statement, target, known)

    def operation(self, statement: Statement, target: str | None) -> str:
        """What a statement does; the word ``lds`` makes a load a copy."""
        from app.isa.amdgcn import explain

        return explain.operation(statement, target)

    def directive(self, name: str) -> str:
        """What a directive or a key of the metadata says."""
        from app.isa.amdgcn import directives

        return directives.meaning(name)

    def effects(self, statement: Statement, target: str | None) -> Effects:
        """Registers read and written."""
        return effects.effects(statement, target)

    def flow(self, statement: Statement) -> Flow:
        """Where control goes."""
        return flow.flow(statement)

    def cost(
        self,
        statement: Statement,
        target: str | None,
        lanes: int | None = None,
        constants: Mapping[str, int] = MappingProxyType({}),
    ) -> Cost | None:
        """Cycles of matrix instructions, operations and bytes."""
        instruction = self.instruction(statement.name, target)
        return costs.cost(statement, instruction, self.operation(statement, target), target, lanes)

    def wave_size(self, routine: Routine, target: str | None) -> int | None:
        """64 or 32: by the target, else as the kernel's directives or metadata say."""
        return costs.wave_size(routine, target)

    def resources(self, listing: Listing, routine: Routine) -> Resources:
        """As metadata, directives and symbols state them."""
        return occupancy.resources(listing, routine)

    def workgroup_size(self, routine: Routine) -> int | None:
        """From the kernel's metadata."""
        return costs.workgroup_size(routine)

    def mnemonics(self) -> tuple[str, ...]:
        """Every stem of the tables, sorted."""
        from app.isa.amdgcn import instructions

        return instructions.mnemonics()

    def check(self) -> None:
        """Loads every table."""
        from app.isa.amdgcn import availability, directives, families, fields, manuals, vocabulary

        for load in (availability, directives, families, fields, manuals, vocabulary):
            load.check()

    def target_title(self, target: str | None) -> str:
        """``CDNA 4 · MI350``; empty when unknown."""
        return targets.title(target)

    def arithmetic(self, statement: Statement) -> Arithmetic | None:
        """Moves, additions and comparisons of whole numbers."""
        return arithmetic.arithmetic(statement)

    def known(self, statement: Statement, inputs: Mapping[str, Bits]) -> Bits | None:
        """What is sure of the bits that scalar moves, ANDs and ORs leave."""
        return known.known(statement, inputs)

    def taken_if(self, statement: Statement) -> bool | None:
        """The sense of a conditional branch."""
        return arithmetic.taken_if(statement)

    def argument_load(self, statement: Statement, routine: Routine, target: str | None) -> ArgumentLoad | None:
        """Scalar loads from the kernel argument segment."""
        return arguments.argument_load(statement, routine)

    def entry_arguments(self, routine: Routine) -> Mapping[str, int]:
        """Preloaded kernel arguments."""
        return arguments.entry_arguments(routine)

    def constants(self, statement: Statement) -> tuple[int, ...]:
        """Literals and inline floating-point constants."""
        return arithmetic.constants(statement)

    def events(self, statement: Statement, target: str | None) -> tuple[Event, ...]:
        """What an instruction leaves outstanding."""
        return waits.events(statement, target)

    def waits(self, statement: Statement, target: str | None) -> tuple[Wait, ...]:
        """The counters that an instruction waits on."""
        return waits.waits(statement, target)

    def counters(self, target: str | None) -> tuple[Counter, ...]:
        """Counters of outstanding work, by generation."""
        return waits.counters(target)

    def longest_wait(self, target: str | None) -> int:
        """CDNA 1 to 4 leave some distances to software."""
        return spacing.LONGEST if spacing.family(target) else 0

    def paced(self, statement: Statement, effects: Effects, target: str | None) -> Paced | None:
        """What rules about distance look at."""
        matrix = statement.name.startswith(("v_mfma", "v_smfmac"))
        cost = self.cost(statement, target) if matrix else None
        return spacing.paced(statement, effects, cost.cycles if cost else None, target)

    def wait_states(self, earlier: Paced, later: Paced, target: str | None) -> int:
        """Wait states that software must keep between two instructions."""
        return spacing.wait_states(earlier, later, target)

    def wait_states_of(self, statement: Statement) -> int:
        """``s_nop N`` takes N + 1."""
        return spacing.taken(statement)

    def drained_by_call(self, target: str | None) -> tuple[str, ...]:
        """Counters at 0 when a call returns."""
        return waits.drained_by_call()

    def assumed_target(self, listing: Listing) -> str | None:
        """Its own target, or one that has the most telling mnemonic it uses."""
        return waits.assumed_target(listing)
