"""What an instruction set must bring so that every other layer can work with it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from pygments.lexer import Lexer

from app.isa.bits import NOTHING, Bits, constant
from app.model import (
    Cost,
    Effects,
    Flow,
    Instruction,
    Kind,
    Listing,
    Reading,
    Resources,
    Routine,
    Source,
    Statement,
    Whence,
)


class Recognition(NamedTuple):
    """How sure an ISA is that a text is its own."""

    isa: str
    score: float
    """0 to 1; the registry takes the highest and asks for at least 0.5."""
    line: int
    """The line that shows it best."""
    evidence: str
    """That line's telling part, in words for the reader: ``.target sm_100a``."""


class Arithmetic(NamedTuple):
    """A statement that moves, adds or compares whole numbers: what loop counters are made of."""

    verb: str
    """``move``, ``add``, or a comparison: ``lt le gt ge eq ne``."""
    register: str
    """The register that gets the result."""
    left: str | int
    right: str | int = 0
    """Registers or constants; 0 for a move."""


class Event(NamedTuple):
    """What an instruction leaves outstanding on a counter that a later instruction can wait for.

    Events of one ``kind`` on one counter finish in the order of issue when ``ordered``; events of two
    kinds have no common order. An event first makes all earlier ones of its counter and kind older by
    ``step``, then counts itself from ``age``: the number of younger ones. Operations that a later
    instruction closes to a group (``commit_group``) have step 0; the closing one has step 1.
    """

    counter: str
    kind: str
    ordered: bool = True
    step: int = 1
    age: int = 0
    quiet: bool = False
    """Too rare or too vague on this counter to make the other kinds' waits inexact."""
    member: bool = True
    """False for what only closes a group: nothing waits for it."""
    delivers: bool = False
    """The registers that the statement writes hold its result only when it is done."""
    chained: bool = False
    """A later one of its kind may read and write the same registers without a wait between."""


class Wait(NamedTuple):
    """One counter that a statement waits on."""

    counter: str
    value: int | None
    """How many may be left outstanding; ``None`` when the text gives no number that is known here."""
    least: int = 0
    """The age from which on an outstanding event is done afterwards."""
    shown: bool = True
    """False for what another wait of the same statement implies."""


class Counter(NamedTuple):
    """A counter of outstanding work."""

    name: str
    most: int
    """Most that can be outstanding: the hardware holds back what would be one more."""
    meaning: str
    source: str
    nearest: bool = False
    """It counts more than can be told from the text; the nearest earlier instruction alone is followed."""
    optional: bool = False
    """No register is read too early when nothing waits on it, so that it counts only where something does."""


class BarrierUse(NamedTuple):
    """What a statement does with a barrier object in memory."""

    role: str
    """``init``, ``complete`` (an arrival, or a copy or matrix work that ends in one) or ``wait``."""
    address: str
    """What stands between the brackets of its address operand."""
    parity: int | None
    """Of a wait, where the text gives it as a number."""


class Sum(NamedTuple):
    """A register as a sum of registers, symbols and numbers: how addresses are made."""

    register: str
    terms: tuple[str | int, ...]
    whole: bool
    """False when something that is no plain number is added too."""
    choices: tuple[str, ...] = ()
    """The result is one of these instead."""


class Paced(NamedTuple):
    """What rules about the distance between two instructions look at."""

    kind: str
    """The ISA's own word: which rules it falls under."""
    passes: int
    """How long a matrix instruction works; 0 for others."""
    writes: frozenset[str]
    reads: frozenset[str]
    """Registers read; of a matrix instruction its factors alone."""
    addend: frozenset[str]


class ArgumentLoad(NamedTuple):
    """A statement that brings kernel arguments into registers."""

    base: tuple[str, ...]
    """Registers that hold the address of the argument block on entry; empty where no register does."""
    offsets: Mapping[str, int]
    """For each register written, the byte of the argument block from which it comes."""


class Isa(ABC):
    """One instruction set. Instances hold tables alone; every method is a pure function.

    ``target`` is the listing's target or ``None``; a method must then answer for the ISA's
    newest target that knows the mnemonic.
    """

    name: ClassVar[str]
    """The contract's name: ``ptx``, ``amdgcn``."""
    title: ClassVar[str]
    """For headings: ``NVIDIA PTX``."""
    comment: ClassVar[str]
    """What starts a line comment in its usual style."""
    lexer: ClassVar[type[Lexer]]

    @abstractmethod
    def recognise(self, lines: tuple[str, ...]) -> Recognition | None:
        """Evidence that ``lines`` are this ISA; ``None`` when there is none. Looks at a bounded part."""

    @abstractmethod
    def read(self, source: Source) -> Listing:
        """Parses a source. Never fails: what can't be read becomes a diagnostic at its line."""

    def whence(self, listing: Listing) -> tuple[Whence, ...]:
        """For each statement of one of its listings where it comes from, as far as the text tells.

        Like ``listing.locations``, with what a place is inlined at, and without what a compiler is known to get wrong.
        """
        return tuple((each,) if each is not None else () for each in listing.locations)

    @abstractmethod
    def statement(self, text: str) -> Statement:
        """One instruction given alone, with or without a final semicolon or comment (``explain``)."""

    @abstractmethod
    def instruction(self, mnemonic: str, target: str | None) -> Instruction:
        """What is known of a mnemonic as written. Cached: hot in every pass."""

    @abstractmethod
    def explain(self, statement: Statement, target: str | None, known: Mapping[str, Bits] = NOTHING) -> Reading:
        """A statement read to the last operand and modifier, with what is odd about it.

        ``known`` is what is sure of the registers that it reads, so that descriptors in them can be read too.
        """

    @abstractmethod
    def effects(self, statement: Statement, target: str | None) -> Effects:
        """Registers read and written. Cached by text: hot in dataflow."""

    @abstractmethod
    def flow(self, statement: Statement) -> Flow:
        """Where control goes after an instruction."""

    @abstractmethod
    def mnemonics(self) -> tuple[str, ...]:
        """Every stem the tables know, sorted."""

    def check(self) -> None:
        """Loads the knowledge tables; ``BadTable`` names the file and the key that is wrong. Called at start."""
        self.mnemonics()

    @abstractmethod
    def target_title(self, target: str | None) -> str:
        """What people call a target: ``CDNA 4``, ``Blackwell``; empty when unknown."""

    def directive(self, name: str) -> str:
        """What a directive says, in a clause; empty when it is not one of this ISA's."""
        return ""

    def operation(self, statement: Statement, target: str | None) -> str:
        """The operation of one statement; differs from its mnemonic's where an operand decides."""
        return self.instruction(statement.name, target).operation

    def cost(
        self,
        statement: Statement,
        target: str | None,
        lanes: int | None = None,
        constants: Mapping[str, int] = MappingProxyType({}),
    ) -> Cost | None:
        """What one instruction takes and does, as far as the text makes it sure; ``None`` when nothing is.

        ``lanes`` is the routine's wave size, for targets that leave it open; ``constants`` holds registers
        that are known to hold a number here, for shapes that stand in a descriptor.
        """
        return None

    def wave_size(self, routine: Routine, target: str | None) -> int | None:
        """Lanes of the routine's warps or waves; ``None`` when the text leaves it open."""
        return None

    def resources(self, listing: Listing, routine: Routine) -> Resources:
        """Registers, memory and occupancy, as the text states or implies them."""
        return Resources()

    def workgroup_size(self, routine: Routine) -> int | None:
        """Threads of a block or workgroup where the text fixes them, else the most that it allows."""
        return None

    def claims(self, line: str) -> bool:
        """Whether one line, read alone, is an instruction or a directive that this ISA knows."""
        statement = self.statement(line)
        if statement.kind is Kind.DIRECTIVE or statement.name.startswith("."):
            return bool(self.directive(statement.name.split()[0]))
        return statement.kind is Kind.INSTRUCTION and self.instruction(statement.name, None).known

    def arithmetic(self, statement: Statement) -> Arithmetic | None:
        """A statement as plain arithmetic on whole numbers; ``None`` when it is anything else."""
        return None

    def known(self, statement: Statement, inputs: Mapping[str, Bits]) -> Bits | None:
        """What is sure of the bits that a statement leaves in the first register it writes; ``None`` for nothing."""
        moved = self.arithmetic(statement)
        if moved is None or moved.verb != "move":
            return None
        return constant(moved.left, 32) if isinstance(moved.left, int) else inputs.get(moved.left)

    def taken_if(self, statement: Statement) -> bool | None:
        """Whether a branch is taken when the condition it reads holds; ``None`` when that is not plain."""
        return None

    def events(self, statement: Statement, target: str | None) -> tuple[Event, ...]:
        """What an instruction leaves outstanding, counter by counter. Cached by mnemonic: hot."""
        return ()

    def waits(self, statement: Statement, target: str | None) -> tuple[Wait, ...]:
        """The counters that an instruction waits on; empty for one that waits on none."""
        return ()

    def counters(self, target: str | None) -> tuple[Counter, ...]:
        """The counters that ``events`` and ``waits`` name, in the order of the manual."""
        return ()

    def barrier(self, statement: Statement) -> BarrierUse | None:
        """What a statement does with a barrier object; ``None`` when it works on none."""
        return None

    def proxy(self, statement: Statement) -> str:
        """What a statement means to rules about proxies of shared memory: ``write`` (an ordinary store), ``read``
        (the asynchronous proxy reads), ``fence`` or nothing.
        """
        return ""

    def address_sum(self, statement: Statement) -> Sum | None:
        """A statement as the sum that it leaves in a register; ``None`` when it is anything else."""
        return None

    def address(self, text: str) -> tuple[str | int, ...]:
        """The terms of an address operand's inside; empty when it is no plain sum."""
        return ()

    def longest_wait(self, target: str | None) -> int:
        """Wait states after which no rule about distance holds any more; 0 for a target that has none."""
        return 0

    def paced(self, statement: Statement, effects: Effects, target: str | None) -> Paced | None:
        """What rules about distance look at; ``None`` for what none speaks of."""
        return None

    def wait_states(self, earlier: Paced, later: Paced, target: str | None) -> int:
        """Wait states that software must keep between two instructions; 0 when it need not."""
        return 0

    def wait_states_of(self, statement: Statement) -> int:
        """Wait states that an instruction takes itself."""
        return 1

    def drained_by_call(self, target: str | None) -> tuple[str, ...]:
        """Counters on which nothing is outstanding after a call, by the calling convention."""
        return ()

    def assumed_target(self, listing: Listing) -> str | None:
        """The target by whose rules a listing is read: its own, or what its mnemonics show."""
        return listing.target

    def argument_load(self, statement: Statement, routine: Routine, target: str | None) -> ArgumentLoad | None:
        """What a statement loads from the argument block, if ``base`` still holds what it did on entry."""
        return None

    def entry_arguments(self, routine: Routine) -> Mapping[str, int]:
        """Registers that hold arguments when the kernel is entered, with their byte of the argument block."""
        return {}

    def constants(self, statement: Statement) -> tuple[int, ...]:
        """Literals of a statement that tell something (no small whole numbers), as 32-bit patterns without sign."""
        return ()
