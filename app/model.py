"""The values that every layer speaks of: sources, statements, listings, findings about them.

All of them are immutable. A line is always the 1-based number of a line of the file as
uploaded, whatever its line ends; an index is a 0-based position in ``Listing.statements``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import NamedTuple

EMPTY: Mapping[str, str] = MappingProxyType({})


class Severity(StrEnum):
    """How much a diagnostic matters; ``ERROR`` means that the text is wrong, not that we failed."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Access(StrEnum):
    """What an instruction does with an operand; ``ADDRESS`` reads registers to form an address."""

    READ = "read"
    WRITE = "write"
    READWRITE = "readwrite"
    ADDRESS = "address"
    NONE = "none"


class Kind(IntEnum):
    """What a statement is."""

    INSTRUCTION = 0
    LABEL = 1
    DIRECTIVE = 2
    OPEN = 3
    """An opening brace: a routine's body or a scope."""
    CLOSE = 4
    UNREADABLE = 5
    """Text that is no statement of the ISA; a diagnostic says why."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One remark about one line; ``line`` 0 speaks of the file as a whole."""

    line: int
    severity: Severity
    message: str


@dataclass(frozen=True, slots=True)
class Source:
    """One uploaded file, decoded: ``lines`` without their line ends, as many as an editor shows."""

    name: str
    lines: tuple[str, ...]
    digest: str
    """SHA-256 of the bytes as uploaded, in hexadecimal."""
    size: int
    """Bytes as uploaded."""
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def text(self) -> str:
        """The lines joined by line feeds: what lexers and parsers read."""
        return "\n".join(self.lines)


class Statement(NamedTuple):
    """One statement, comments taken out. A tuple, because a file holds a hundred thousand."""

    kind: Kind
    line: int
    end_line: int
    """The last line it stands on; the same as ``line`` for nearly all."""
    name: str
    """The whole mnemonic as written (``ld.global.b32``, ``v_add_f32_e32``), interned; a label's
    name without its colon; a directive with its dot; unreadable text as it stands."""
    args: str = ""
    """What follows the mnemonic, white space at its ends removed, without the semicolon."""
    guard: str = ""
    """``@%p1`` or ``@!%p1``; empty when there is none."""


class Location(NamedTuple):
    """A place in the kernel's source that the line table names."""

    file: str
    line: int
    column: int


Whence = tuple[Location, ...]
"""A place in the source, then what it is inlined at, outwards; empty when none is known."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One kernel argument."""

    name: str
    index: int
    offset: int | None
    """Bytes from the start of the argument block; ``None`` when it can't be known."""
    size: int | None
    type: str


@dataclass(frozen=True, slots=True)
class Routine:
    """A kernel or a device function: a span of lines and of statements of one listing."""

    name: str
    line: int
    end_line: int
    first: int
    """Index of the first statement of its body."""
    last: int
    """Index one past the last statement of its body."""
    is_kernel: bool
    parameters: tuple[Parameter, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """What directives and metadata say of it (``maxntid``, ``amdhsa_next_free_vgpr`` …), as text."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A source as read by its ISA's parser."""

    source: Source
    isa: str
    target: str | None
    """``sm_100a``, ``gfx950`` …; ``None`` when the text does not say."""
    version: str | None
    """The PTX ISA or code-object version that the text states."""
    statements: tuple[Statement, ...]
    routines: tuple[Routine, ...]
    """In file order, not overlapping; code outside any routine label belongs to one nameless kernel."""
    locations: tuple[Location | None, ...]
    """One entry a statement: where the line table puts it."""
    diagnostics: tuple[Diagnostic, ...]


class Shape(NamedTuple):
    """Rows, columns, depth and count of the blocks that one matrix instruction multiplies."""

    m: int
    n: int
    k: int
    blocks: int = 1


@dataclass(frozen=True, slots=True)
class Modifier:
    """A part of an instruction that refines it: a suffix (``.cta_group::1``) or a word (``offen``)."""

    text: str
    meaning: str
    """Empty when it is not known; never a guess."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """What is known of a mnemonic on a target, whatever its operands. One object per pair, cached."""

    mnemonic: str
    """As written."""
    stem: str
    """The name under which the tables know it: ``tcgen05.mma``, ``buffer_load_dword``."""
    known: bool
    operation: str
    """A key of ``operations.toml``; ``unknown`` when not known."""
    summary: str
    modifiers: tuple[Modifier, ...] = ()
    """Those that are part of the mnemonic."""
    element: str | None = None
    """Type of the data it works on in the hub's names: f16 bf16 f32 f64 e4m3 e5m2 i8 b32 … ;
    for a matrix instruction that of A and B."""
    width: int | None = None
    """Bytes that one lane (PTX: one thread) moves, for loads, stores, atomics and copies."""
    space: str | None = None
    """``global shared local const param generic tensor`` for what touches memory."""
    shape: Shape | None = None
    """For matrix instructions whose mnemonic gives it."""
    lanes: int | None = None
    """Lanes that issue it: 32, 64, or 1 for what a single thread does for all."""
    introduced: str = ""
    """First ISA version or targets, in words."""
    targets: tuple[str, ...] = ()
    """Targets that have it; empty when every target of the ISA has."""
    aliases: tuple[str, ...] = ()
    reference: str = ""
    """The section of the vendor's manual."""
    near: tuple[str, ...] = ()
    """For an unknown mnemonic, the nearest known ones."""


class Effects(NamedTuple):
    """Registers that a statement reads and writes, one name a 32-bit register or PTX register.

    AMD names: ``v0 a0 s0 vcc_lo vcc_hi exec_lo exec_hi scc m0 ttmp0``; PTX names as declared
    (``%r1``), specials (``%tid.x``) included.
    """

    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    partial: bool = False
    """The write may leave part of the old value (guarded, masked by EXEC, or half a register)."""


NO_EFFECTS = Effects()


@dataclass(frozen=True, slots=True)
class Operand:
    """One operand of one statement."""

    text: str
    role: str
    """Short noun: ``destination``, ``address``, ``instruction descriptor`` …"""
    access: Access
    meaning: str
    """A sentence or clause about this operand here; decoded values belong here."""
    registers: tuple[str, ...] = ()
    """The registers it names, in the names of ``Effects``."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One statement read to its last operand and modifier."""

    instruction: Instruction
    modifiers: tuple[Modifier, ...]
    """Of the mnemonic and of the operand list, in the order of the text."""
    operands: tuple[Operand, ...]
    remarks: tuple[Diagnostic, ...] = ()
    """What is missing, odd, or not on this target."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one instruction takes and does. ``None`` is not known; nothing here is an estimate."""

    cycles: int | None
    """Clock cycles for which it keeps its execution unit busy, for one warp or wave."""
    flops: int | None
    """Floating-point (or, for integer matrix types, integer) operations: a multiply-add is two."""
    bytes: int | None
    """Bytes that it moves, of every lane."""
    unit: str
    """Whose figures these are: ``wave of 64 lanes, all active`` …"""
    source: str
    lanes: int | None = None
    """Lanes that issue it together: 1 for what one thread issues for its whole block, ``None`` for one warp or wave."""


@dataclass(frozen=True, slots=True)
class Resources:
    """What a kernel holds while it runs. ``None`` is not known; 0 is none."""

    vgpr: int | None = None
    """Vector registers of a lane as metadata counts them: with accumulation registers where one file holds both."""
    agpr: int | None = None
    sgpr: int | None = None
    """Scalar registers of a wave."""
    lds_bytes: int | None = None
    """Shared memory of a workgroup that the text fixes."""
    scratch_bytes: int | None = None
    """Private memory of a lane."""
    waves_per_simd: int | None = None
    limits: tuple[str, ...] = ()
    """What holds the waves at that number: ``vgpr sgpr lds workgroup`` (only whole workgroups fit); empty
    when the hardware's own limit does."""
    remarks: tuple[str, ...] = ()
    """What would change the number of waves, and what the text leaves open."""


class Transfer(IntEnum):
    """How control leaves a statement."""

    NEXT = 0
    JUMP = 1
    """To ``labels`` alone."""
    BRANCH = 2
    """To ``labels`` or to the next statement."""
    EXIT = 3
    """The thread or wave ends, or the routine returns."""
    MAYBE_EXIT = 4
    """Guarded exit or return."""
    CALL = 5
    """Comes back to the next statement."""
    INDIRECT = 6
    """To a place that the text does not give."""


class Flow(NamedTuple):
    """Where control goes after a statement."""

    transfer: Transfer
    labels: tuple[str, ...] = ()


NEXT = Flow(Transfer.NEXT)
