"""The words behind an instruction's operands → their table: what each means, and on which targets it is to be had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from typing import NamedTuple

from app import tables
from app.isa.amdgcn import availability
from app.isa.amdgcn.availability import FOLDER
from app.model import EMPTY


class Context(NamedTuple):
    """The instruction that a modifier stands behind."""

    stem: str
    operation: str
    target: str
    words: tuple[str, ...]
    """All modifiers of the statement: some mean something only together."""

    def value(self, name: str) -> str | None:
        """What stands behind the colon of the modifier ``name``; ``None`` when it is not there."""
        start = f"{name}:"
        return next((word.partition(":")[2].strip() for word in self.words if word.startswith(start)), None)


@dataclass(frozen=True, slots=True)
class Entry:
    """One meaning of one modifier."""

    name: str
    meaning: str
    targets: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=lambda: EMPTY)

    def fits(self, context: Context) -> bool:
        """Whether this meaning is the one on that target, in that instruction."""
        return (
            (not self.targets or context.target.startswith(self.targets))
            and (not self.operations or context.operation.startswith(self.operations))
            and (not self.stems or any(fnmatchcase(context.stem, pattern) for pattern in self.stems))
        )


@dataclass(frozen=True, slots=True)
class Only:
    """Modifiers, and endings of mnemonics, that some targets have."""

    names: tuple[str, ...]
    targets: tuple[str, ...]
    """How their names begin."""
    said: str
    """The targets for a reader."""
    stems: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """Patterns of mnemonics that this does not hold for."""

    def fits(self, stem: str) -> bool:
        """Whether this holds for an instruction."""
        return (not self.stems or any(fnmatchcase(stem, pattern) for pattern in self.stems)) and not any(
            fnmatchcase(stem, pattern) for pattern in self.without
        )


class Table(NamedTuple):
    """``modifiers.toml`` as a whole, by the modifier's name, in the table's order."""

    meanings: Mapping[str, tuple[Entry, ...]]
    only: Mapping[str, tuple[Only, ...]]


@cache
def table() -> Table:
    """The table; ``BadTable`` when it is broken."""
    path = FOLDER / "modifiers.toml"
    content = tables.load(path)
    meanings: dict[str, list[Entry]] = {}
    for number, values in enumerate(content["modifier"], 1):
        entry = tables.row(Entry, values, f"{path.name}: modifier {number} ({values.get('name', '?')})")
        meanings.setdefault(entry.name, []).append(entry)
    only: dict[str, list[Only]] = {}
    for number, values in enumerate(content["only"], 1):
        row = tables.row(Only, values, f"{path.name}: only {number}")
        for name in row.names:
            only.setdefault(name, []).append(row)
    return Table(
        {name: tuple(rows) for name, rows in meanings.items()}, {name: tuple(rows) for name, rows in only.items()}
    )


def entry(name: str, context: Context) -> Entry | None:
    """The meaning that a modifier has there; ``None`` when the table has none."""
    return next((each for each in table().meanings.get(name, ()) if each.fits(context)), None)


def lacking(word: str, stem: str, target: str | None) -> str:
    """The targets that have a modifier (or ``_sdwa``, an ending), in words; empty when ``target`` is one of them."""
    if target is None or not availability.knows(target):
        return ""
    name = word.partition(":")[0].strip().lower()
    rows = [row for row in table().only.get(name, ()) if row.fits(stem)]
    return next((row.said for row in rows if not target.startswith(row.targets)), "")


def check() -> None:
    """Loads the table; ``BadTable`` when it is broken."""
    table()
