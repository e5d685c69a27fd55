"""The operations that both ISAs map to, and what is equivalent between ISAs, from two tables.

``operations.toml`` names the operations; ``equivalences.toml`` says which mnemonics of one ISA do
the work of which of another, how near they are, and what to beware of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache

from app import paths, tables
from app.errors import BadTable
from app.model import Instruction


class Group(StrEnum):
    """Display class of an operation: one ink and one mark on the page each."""

    MATRIX = "matrix"
    ASYNC = "async"
    GLOBAL = "global"
    SHARED = "shared"
    TENSOR = "tensor"
    WAIT = "wait"
    BARRIER = "barrier"
    SPECIAL = "special"
    SHUFFLE = "shuffle"
    CONVERT = "convert"
    CONTROL = "control"
    ARITHMETIC = "arithmetic"
    MOVE = "move"
    HINT = "hint"
    OTHER = "other"


class Relation(StrEnum):
    """How near two sides are, nearest first."""

    EXACT = "exact"
    SAME_ROLE = "same_role"
    ANALOGUE = "analogue"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Operation:
    """One kind of work, whatever the ISA."""

    name: str
    title: str
    group: Group
    key: bool = False
    """Shown in a kernel's skeleton."""


@dataclass(frozen=True, slots=True)
class Equivalence:
    """What does on one ISA what something else does on another."""

    operation: str
    """The name that a link of this kind carries."""
    relation: Relation
    caveat: str
    """What an engineer must know before taking one for the other."""
    source: str
    sides: Mapping[str, tuple[str, ...]]
    """For each ISA the mnemonics: a stem (also with any suffix after a dot), a pattern with ``*``,
    ``@operation`` for every mnemonic of that operation (not shown), ``name@operation`` for both, or
    ``~text``, which is shown and matches nothing (``~mov.u32 %laneid``). An empty list says that
    there is none."""

    def mnemonics(self, isa: str) -> tuple[str, ...]:
        """What to show for ``isa``: the entries that name mnemonics or forms, most telling first."""
        names = (entry.removeprefix("~").partition("@")[0] for entry in self.sides.get(isa, ()))
        return tuple(name for name in names if name)

    def covers(self, isa: str, instruction: Instruction) -> bool:
        """Whether ``instruction`` of ``isa`` is on that side of the equivalence."""
        return any(_matches(pattern, instruction) for pattern in self.sides.get(isa, ()))


def _matches(pattern: str, instruction: Instruction) -> bool:
    pattern, _, wanted = pattern.partition("@")
    if wanted and instruction.operation != wanted:
        return False
    if not pattern:
        return True
    for name in (instruction.stem, instruction.mnemonic, *instruction.aliases):
        if "*" in pattern:
            if fnmatchcase(name, pattern):
                return True
        elif name == pattern or name.startswith(pattern + "."):
            return True
    return False


@cache
def vocabulary() -> Mapping[str, Operation]:
    """All operations by name."""
    path = paths.APP / "operations.toml"
    return {
        name: tables.row(Operation, values, f"{path.name}: {name}", name=name)
        for name, values in tables.load(path).items()
    }


@cache
def equivalences() -> tuple[Equivalence, ...]:
    """All equivalences in the table's order: the first that fits two instructions describes them."""
    path = paths.APP / "equivalences.toml"
    rows = []
    for number, values in enumerate(tables.load(path).get("equivalence", []), 1):
        where = f"{path.name}: equivalence {number}"
        entry = tables.row(Equivalence, values, where)
        if entry.operation not in vocabulary():
            raise BadTable(f"{where}.operation: no operation {entry.operation!r}")
        for wanted in (p.partition("@")[2] for side in entry.sides.values() for p in side):
            if wanted and wanted not in vocabulary():
                raise BadTable(f"{where}.sides: no operation {wanted!r}")
        rows.append(entry)
    return tuple(rows)


def operation(name: str) -> Operation:
    """The operation called ``name``; ``unknown`` when there is none."""
    return vocabulary().get(name) or vocabulary()["unknown"]


@cache
def covering(isa: str, instruction: Instruction) -> tuple[Equivalence, ...]:
    """The equivalences that have ``instruction`` on their ``isa`` side, in the table's order."""
    if not instruction.known:
        return ()
    return tuple(entry for entry in equivalences() if entry.covers(isa, instruction))


def between(left_isa: str, left: Instruction, right_isa: str, right: Instruction) -> Equivalence | None:
    """The equivalence that joins two instructions of two ISAs; ``None`` when nothing does."""
    ours = covering(left_isa, left)
    theirs = set(map(id, covering(right_isa, right)))
    return next((entry for entry in ours if id(entry) in theirs), None)
