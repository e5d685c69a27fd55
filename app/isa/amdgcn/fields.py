"""``fields.toml``: the names and numbers of what stands in operands: hardware registers, messages, barriers, delays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from app import tables
from app.isa.amdgcn.availability import FOLDER


@dataclass(frozen=True, slots=True)
class Numbered:
    """Names by number, for targets that begin so."""

    targets: tuple[str, ...]
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Fields:
    """``fields.toml`` as a whole."""

    hwreg: Mapping[str, str]
    hwreg_number: tuple[Numbered, ...]
    message: Mapping[str, str]
    message_number: tuple[Numbered, ...]
    barrier: Mapping[str, str]
    delay: Mapping[str, str]
    skip: Mapping[str, str]
    register: Mapping[str, str]
    number: Mapping[str, float]


@cache
def fields() -> Fields:
    """The table of names and numbers."""
    path = FOLDER / "fields.toml"
    return tables.row(Fields, tables.load(path), path.name)


def named(numbered: tuple[Numbered, ...], number: int, target: str) -> str:
    """The name of a number on a target; empty when it has none there."""
    for each in numbered:
        if target.startswith(each.targets):
            return each.names.get(str(number), "")
    return numbered[0].names.get(str(number), "") if not target else ""


def check() -> None:
    """Loads the table; ``BadTable`` when it is broken."""
    fields()
