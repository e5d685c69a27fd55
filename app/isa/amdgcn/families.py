"""A stem → the entry of the knowledge tables that describes it, with the name's parts read.

A family's ``match`` is a name with parts in braces; each part is a table of words of the same file, and
``{shape}`` is a matrix shape. ``{part}`` in the summary becomes what the word says, in ``element`` its
element type, and in ``width`` its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from app import operations, tables
from app.errors import BadTable
from app.isa.amdgcn.availability import FOLDER
from app.model import Access, Shape

FILES = (
    "memory",
    "lds",
    "scalar",
    "control",
    "compare",
    "move",
    "integer",
    "float",
    "special",
    "packed",
    "export",
    "convert",
    "matrix",
)
"""Tables of families; their order is the order in which families are tried."""
_PART = re.compile(r"\{(\w+)\}")
_SHAPE = r"\d+x\d+x\d+(?:_\d+b)?"


@dataclass(frozen=True, slots=True)
class Word:
    """One thing that a part of a name can be."""

    says: str = ""
    """In a sentence; the word itself when empty."""
    bytes: int | None = None
    element: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Role:
    """What an operand is to an instruction. One object a table row, so identity is equality."""

    name: str
    access: Access
    meaning: str
    kinds: str = "vsiol"
    """Which register files may stand there: v vector, s scalar, i number, o ``off``, l label."""
    optional: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Mnemonics that differ in regular parts of their names alone."""

    match: str
    operation: str
    summary: str
    roles: tuple[str, ...]
    unit: str
    words: Mapping[str, Mapping[str, Word]] = field(repr=False)
    element: str = ""
    width: str = ""
    space: str = ""
    only: str = ""
    """Generations, separated by spaces, where the name has this meaning; empty for all others."""


class Entry(NamedTuple):
    """One stem read."""

    operation: str
    summary: str
    roles: tuple[Role, ...]
    unit: str
    element: str | None
    width: int | None
    space: str | None
    shape: Shape | None


@cache
def roles() -> Mapping[str, Role]:
    """Every role by the key that families use."""
    path = FOLDER / "roles.toml"
    return {key: tables.row(Role, value, f"{path.name}: {key}") for key, value in tables.load(path).items()}


def _words(raw: Mapping[str, Any], where: str) -> Mapping[str, Mapping[str, Word]]:
    return {
        part: {
            key: Word(says=value) if isinstance(value, str) else tables.row(Word, value, f"{where}{part}.{key}")
            for key, value in table.items()
        }
        for part, table in raw.items()
    }


def _check(family: Family, where: str) -> Family:
    if family.operation not in operations.vocabulary():
        raise BadTable(f"{where}.operation: no operation {family.operation!r}")
    for role in family.roles:
        if role.removesuffix("?") not in roles():
            raise BadTable(f"{where}.roles: no role {role!r} in roles.toml")
    parts = set(_PART.findall(family.match))
    for text in (family.match, family.summary, family.element, family.width):
        for part in _PART.findall(text):
            if part not in parts or (part not in family.words and part != "shape"):
                raise BadTable(f"{where}: no part {part!r} in the name")
    return family


@cache
def families() -> tuple[Family, ...]:
    """All families, in the order of the tables."""
    found = []
    shared = _words(tables.load(FOLDER / "words.toml"), "words.toml: ")
    for name in FILES:
        path = FOLDER / f"{name}.toml"
        raw = tables.load(path)
        words = {**shared, **_words(raw.get("words", {}), f"{path.name}: words.")}
        for number, values in enumerate(raw["family"], 1):
            where = f"{path.name}: family {number} ({values.get('match', '?')})"
            found.append(_check(tables.row(Family, values, where, unit=raw["unit"], words=words), where))
    return tuple(found)


@cache
def _pattern(family: Family) -> re.Pattern[str]:
    text = ""
    for literal, part in _pieces(family.match):
        text += re.escape(literal)
        if part == "shape":
            text += f"(?P<shape>{_SHAPE})"
        elif part:
            keys = sorted(family.words[part], key=len, reverse=True)
            text += f"(?P<{part}>{'|'.join(map(re.escape, keys))})"
    return re.compile(text)


def _pieces(match: str) -> list[tuple[str, str]]:
    parts = _PART.split(match)
    return [(parts[i], parts[i + 1] if i + 1 < len(parts) else "") for i in range(0, len(parts), 2)]


def matches(family: Family) -> Callable[[str], bool]:
    """A test of whether a stem belongs to ``family``."""
    pattern = _pattern(family)
    return lambda stem: pattern.fullmatch(stem) is not None


@cache
def _by_start() -> Mapping[str, tuple[Family, ...]]:
    """Families by the two letters that their names start with; ``""`` for those that begin with a part."""
    found: dict[str, list[Family]] = {}
    for family in families():
        head = family.match.split("{", 1)[0][:2]
        found.setdefault(head if len(head) == 2 else "", []).append(family)
    return {key: tuple(values) for key, values in found.items()}


_BATCHED = frozenset(
    f"{size}{kind}"
    for kind, k in (("f32", 1), ("bf16", 2), ("f16", 4), ("i8", 4), ("bf16_1k", 4))
    for size in (f"32x32x{k}", f"16x16x{k}", f"4x4x{k}")
) | {"4x4x4f64", "16x16x4bf16", "4x4x4bf16"}
"""The names of gfx908 and gfx90a that leave the number of blocks unsaid, where it is not one; gfx942's say it."""
_BLOCKS = {32: 2, 16: 4, 4: 16}


def find(stem: str, generation: str) -> Entry | None:
    """The entry for ``stem`` on targets of ``generation`` (``gfx9``, ``gfx10`` …); ``None`` when no family fits."""
    best: tuple[Family, re.Match[str]] | None = None
    for family in (*_by_start().get(stem[:2], ()), *_by_start().get("", ())):
        if family.only and generation not in family.only.split():
            continue
        found = _pattern(family).fullmatch(stem)
        if found and (best is None or (family.only and not best[0].only)):
            best = (family, found)
    return _entry(*best) if best else None


def _entry(family: Family, found: re.Match[str]) -> Entry:
    parts = found.groupdict()
    words = {part: family.words[part][text] for part, text in parts.items() if part != "shape"}
    shape = shape_of(parts["shape"]) if "shape" in parts else None
    if shape is not None and f"{parts['shape']}{parts.get('a_type', '')}" in _BATCHED:
        shape = shape._replace(blocks=4 if parts["a_type"] == "f64" else _BLOCKS[shape.m])

    def says(match: re.Match[str]) -> str:
        part = match[1]
        if part == "shape" and shape is not None:
            blocks = f", {shape.blocks} blocks" if shape.blocks > 1 else ""
            return f"{shape.m}×{shape.n}×{shape.k}{blocks}"
        word = words[part]
        return word.says or parts[part]

    def named(text: str) -> str | None:
        part = _PART.fullmatch(text)
        return (words[part[1]].element or parts[part[1]]) if part else text or None

    width = _PART.fullmatch(family.width)
    return Entry(
        operation=family.operation,
        summary=_PART.sub(says, family.summary),
        roles=tuple(map(_role, family.roles)),
        unit=family.unit,
        element=named(family.element),
        width=words[width[1]].bytes if width else int(family.width) if family.width else None,
        space=family.space or None,
        shape=shape,
    )


@cache
def _role(key: str) -> Role:
    role = roles()[key.removesuffix("?")]
    return Role(role.name, role.access, role.meaning, role.kinds, optional=key.endswith("?"))


def shape_of(text: str) -> Shape:
    """``32x32x4_2b`` → 32 × 32 × 4 in two blocks."""
    size, _, blocks = text.partition("_")
    m, n, k = map(int, size.split("x"))
    return Shape(m, n, k, int(blocks.removesuffix("b")) if blocks else 1)


def check() -> None:
    """Loads the tables; ``BadTable`` when one is broken."""
    families()
