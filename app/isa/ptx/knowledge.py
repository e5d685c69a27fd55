"""The tables beside this module → what is known of each PTX opcode, modifier, role, directive and special register.

``tables/*.toml`` hold one entry an opcode stem; ``modifiers.toml`` the meanings that several share, in
groups; ``roles.toml`` the operands that forms name. A stem's dotted parts must stand in a mnemonic in
their order for it to be that instruction: ``mad.lo.cc.u32`` is ``mad.cc``.

Forms are lists of role names: ``[name]`` is an address, ``{name}`` a list in braces, ``a|b`` a pair;
``?`` marks what may be left out, ``@word`` what stands there only with the modifier ``.word``. A form may
begin with the modifiers that it is for: ``global.shared::cta: [map], [origin]``.

Source of all facts: NVIDIA, Parallel Thread Execution ISA, version 9.4 and earlier, in our own words, held
against the assembler ``ptxas``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from app import tables
from app.errors import BadTable
from app.model import EMPTY, Access

_HERE = Path(__file__).parent
_FORM = re.compile(
    r"(?P<text>\[\w+\]|\{\w+\}|\(\w+\)|\w+(?:\|\w+)?)(?P<optional>\??)(?:@(?P<condition>[\w:.]+))?(?P<late>\??)"
)


@dataclass(frozen=True, slots=True, eq=False)
class Role:
    """One operand's part in an instruction. Two are the same only when they are one object."""

    role: str
    access: Access
    meaning: str = ""
    symbol: bool = False
    """A name without ``%`` here is a symbol unless the file declares it a register."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of one opcode stem."""

    stem: str
    summary: str
    operation: str
    forms: tuple[str, ...]
    reference: str
    """The section's title in the PTX ISA manual."""
    example: str
    """A statement that ``ptxas`` accepts; empty for what today's assembler has not or no longer."""
    introduced: str = "1.0"
    """First PTX ISA version."""
    targets: tuple[str, ...] = ()
    """``sm_90``: and later; ``sm_90a``: that alone; ``sm_100f``: its family. Empty: all."""
    until: str = ""
    """Last target that has it, when newer ones do not."""
    by: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """Modifiers that decide the operation, first that fits: ``global``, ``global.shared::cta``, ``@float``."""
    groups: tuple[str, ...] = ()
    modifiers: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    types: tuple[str, ...] = ("Operand type",)
    """What each type in the mnemonic stands for, in order."""
    element: int = -1
    """Which of the types is the instruction's element."""
    needs: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """Modifier (dotted for several), or ``#4`` for as many operands → first version and targets: ``8.6 sm_100``."""
    roles: Mapping[str, Role] = field(default_factory=dict)
    lanes: int = 32
    space: str = ""


class Slot(NamedTuple):
    """One operand of a form."""

    names: tuple[str, ...]
    shape: str
    """``[``, ``{`` or empty."""
    optional: bool
    condition: str


@cache
def _all() -> tuple[Mapping[str, Entry], Mapping[str, Mapping[str, str]], Mapping[str, Role]]:
    entries: dict[str, Entry] = {}
    groups = _groups(_HERE / "modifiers.toml")
    roles_path = _HERE / "roles.toml"
    roles = {
        name: tables.row(Role, values, f"{roles_path.name}: {name}") for name, values in tables.load(roles_path).items()
    }
    for path in sorted((_HERE / "tables").glob("*.toml")):
        for stem, values in tables.load(path).items():
            where = f"{path.name}: {stem}"
            if stem in entries:
                raise BadTable(f"{where}: this stem has an entry already")
            entry = tables.row(Entry, values, where, stem=stem)
            for group in entry.groups:
                if group.partition("@")[0] not in groups:
                    raise BadTable(f"{where}.groups: no group {group!r} in modifiers.toml")
            for form in entry.forms:
                for slot in slots(form):
                    for name in slot.names:
                        if name not in roles and name not in entry.roles:
                            raise BadTable(f"{where}.forms: no role {name!r} in roles.toml")
            entries[stem] = entry
    return entries, groups, roles


def _groups(path: Path) -> Mapping[str, Mapping[str, str]]:
    groups = {}
    for name, values in tables.load(path).items():
        if not isinstance(values, dict) or not all(isinstance(text, str) for text in values.values()):
            raise BadTable(f"{path.name}: {name}: a table of modifiers and their meanings is needed")
        groups[name] = values
    return groups


def entries() -> Mapping[str, Entry]:
    """Every entry by stem."""
    return _all()[0]


def roles() -> Mapping[str, Role]:
    """The roles that forms share."""
    return _all()[2]


def group(name: str) -> Mapping[str, str]:
    """Modifiers and meanings of one group; a key between slashes is a pattern."""
    return _all()[1][name]


@cache
def roots() -> frozenset[str]:
    """The first parts of every stem."""
    return frozenset(re.split(r"[.:]", stem, maxsplit=1)[0] for stem in entries())


@cache
def _by_root() -> Mapping[str, tuple[tuple[tuple[str, ...], Entry], ...]]:
    found: dict[str, list[tuple[tuple[str, ...], Entry]]] = {}
    for stem, entry in entries().items():
        parts = tuple(stem.split("."))
        found.setdefault(parts[0], []).append((parts, entry))
    return {
        root: tuple(sorted(rows, key=lambda row: (-len(row[0]), -len(row[1].stem)))) for root, rows in found.items()
    }


def find(parts: tuple[str, ...]) -> tuple[Entry, tuple[str, ...]] | None:
    """The entry of a mnemonic's parts, and the parts that are its modifiers; ``None`` when there is none."""
    best: tuple[tuple[int, int], Entry, tuple[str, ...]] | None = None
    for stem, entry in _by_root().get(parts[0], ()):
        rest = list(parts[1:])
        at = skipped = 0
        for part in stem[1:]:
            if part not in rest[at:]:
                break
            place = rest.index(part, at)
            skipped += place - at
            at = place
            del rest[at]
        else:
            if best is None or (len(rest), skipped) < best[0]:
                best = (len(rest), skipped), entry, tuple(rest)
    return best[1:] if best else None


def condition_of(form: str) -> tuple[str, str]:
    """A form → the modifiers it is for (empty: any) and its operands."""
    condition, colon, rest = form.partition(": ")
    return (condition, rest) if colon else ("", form)


@cache
def slots(form: str) -> tuple[Slot, ...]:
    """A form's text → its operands. ``BadTable`` when it is none."""
    found = []
    for text in condition_of(form)[1].split(","):
        if not text.strip():
            continue
        match = _FORM.fullmatch(text.strip())
        if not match:
            raise BadTable(f"{form!r} is no list of operands: {text.strip()!r}")
        word = match["text"]
        shape = word[0] if word[0] in "[{(" else ""
        names = tuple(word.strip("[]{}()").split("|"))
        found.append(Slot(names, shape, bool(match["optional"] or match["late"]), match["condition"] or ""))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Special:
    """One special register."""

    meaning: str
    type: str = "u32"
    introduced: str = "1.0"


@cache
def specials() -> Mapping[str, Special]:
    """Special registers by name, ``%tid.x`` included; a family such as ``%envreg0…31`` is spelled out."""
    path = _HERE / "registers.toml"
    found: dict[str, Special] = {}
    for name, values in tables.load(path).items():
        special = tables.row(Special, values, f"{path.name}: {name}")
        family = re.fullmatch(r"(.*)<(\d+)>(.*)", name)
        if family:
            for number in range(int(family[2])):
                found[f"{family[1]}{number}{family[3]}"] = special
        elif name.endswith(".xyz"):
            base = name[:-4]
            found[base] = special
            for axis in "xyz":
                meaning = f"{special.meaning.rstrip('.')}, {axis} component."
                found[f"{base}.{axis}"] = Special(meaning, special.type, special.introduced)
            found[f"{base}.w"] = Special("Always 0: the fourth component of a three-component register.")
        else:
            found[name] = special
    return found


@cache
def directives() -> Mapping[str, str]:
    """Directives with their dot → what they say."""
    path = _HERE / "directives.toml"
    content = tables.load(path)
    for name, text in content.items():
        if not isinstance(text, str):
            raise BadTable(f"{path.name}: {name}: a text is needed")
    return content
