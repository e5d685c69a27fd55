"""A mnemonic → ``Instruction``: what it is, what each of its modifiers says, where it is to be had."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import cache, lru_cache

from app.isa.ptx import availability, knowledge
from app.isa.ptx.knowledge import Entry
from app.model import Instruction, Modifier, Severity, Shape

_SHAPE = re.compile(r"m(\d+)n(\d+)k(\d+)$")
_BITS = re.compile(r"(?:bf|[usfb])(\d+)(?:x(\d+))?$")
_SMALL = {"e4m3": 8, "e5m2": 8, "e3m2": 6, "e2m3": 6, "e2m1": 4, "ue8m0": 8, "ue4m3": 8, "tf32": 32, "pred": 1}
_VECTOR = {"v2": 2, "v4": 4, "v8": 8}
_SPACES = ("global", "shared", "local", "const", "param")
_MOVES = re.compile(r"(?:load|store|atomic)\.|async\.(?:store|reduce)|multimem|surface|fill\.shared")


@lru_cache(maxsize=16384)
def lookup(mnemonic: str, target: str | None) -> Instruction:
    """What is known of a mnemonic as written; the same whatever the target, which only remarks depend on."""
    parts = tuple(mnemonic.split("."))
    found = knowledge.find(parts)
    if found is None:
        return Instruction(
            mnemonic, mnemonic, False, "unknown", "Not an instruction of PTX that is known here.", near=near(mnemonic)
        )
    entry, rest = found
    types = element_types(rest, entry)
    return Instruction(
        mnemonic=mnemonic,
        stem=entry.stem,
        known=True,
        operation=_operation(entry, parts, rest, types),
        summary=entry.summary,
        modifiers=modifiers(entry, rest),
        element=_element(entry, rest, types),
        width=_width(entry, rest, types, _operation(entry, parts, rest, types)),
        space=_space(entry, parts, rest),
        shape=_shape(rest),
        lanes=entry.lanes,
        introduced=availability.introduced(entry, rest),
        targets=availability.targets(entry, rest),
        reference=f"PTX ISA, {entry.reference}",
    )


def entry_of(mnemonic: str) -> tuple[Entry, tuple[str, ...]] | None:
    """The table's entry of a mnemonic and the parts that are its modifiers."""
    return knowledge.find(tuple(mnemonic.split(".")))


def modifiers(entry: Entry, rest: tuple[str, ...]) -> tuple[Modifier, ...]:
    """Each modifier with its meaning in this instruction; an empty meaning when it has none that is known."""
    found = []
    position = 0
    types = knowledge.group("type")
    float_ = _is_float(rest)
    for part in rest:
        meaning = meaning_of(part, entry, float_)
        if not meaning and part in types:
            label = entry.types[min(position, len(entry.types) - 1)] if entry.types else "Type"
            meaning = f"{label}: {types[part]}."
            position += 1
        found.append(Modifier(f".{part}", meaning))
    return tuple(found)


def _is_float(rest: tuple[str, ...]) -> bool:
    """Whether an instruction works on floating-point numbers, by its first type."""
    types = knowledge.group("type")
    first = next((part for part in rest if part in types), "")
    return bool(_FLOATS.match(first))


def meaning_of(part: str, entry: Entry, float_: bool) -> str:
    """What the entry or one of its groups says of a modifier; empty when none does."""
    if (found := _look_up(part, entry.modifiers)) is not None:
        return found
    for name in entry.groups:
        group, _, only = name.partition("@")
        if only and (only == "float") != float_:
            continue
        if (found := _look_up(part, knowledge.group(group))) is not None:
            return found
    return ""


def _look_up(part: str, table: Mapping[str, str]) -> str | None:
    if part in table:
        return table[part]
    for key, text in table.items():
        if key[0] == "/" and (match := re.fullmatch(key[1:-1], part)):
            return text.format("", *match.groups())
    return None


def element_types(rest: tuple[str, ...], entry: Entry) -> tuple[str, ...]:
    """The modifiers that are types, in order."""
    types = knowledge.group("type")
    float_ = _is_float(rest)
    return tuple(part for part in rest if part in types and not meaning_of(part, entry, float_))


def _operation(entry: Entry, parts: tuple[str, ...], rest: tuple[str, ...], types: tuple[str, ...]) -> str:
    text = f".{'.'.join(parts)}."
    for key, operation in entry.by.items():
        if key[0] == "@":
            if _class(types, key[1:]):
                return operation
        elif f".{key}." in text or (key.endswith("*") and f".{key[:-1]}" in text):
            return operation
    return entry.operation


_FLOATS = re.compile(r"b?f\d+|tf32|u?e\d+m\d+")


def _class(types: tuple[str, ...], name: str) -> bool:
    """Whether the types are of a class: ``float`` any is, ``f8`` ``f4`` ``half`` ``integer`` by their names."""
    if name == "float":
        return any(_FLOATS.match(each) for each in types)
    if name == "mixed":
        return len({bool(_FLOATS.match(each)) for each in types}) == 2
    if name == "f8":
        return any(re.match(r"e4m3|e5m2", each) for each in types)
    if name == "f4":
        return any(re.match(r"e3m2|e2m3|e2m1|ue8m0|ue4m3|s2f6", each) for each in types)
    if name == "half":
        return any(re.match(r"b?f16|tf32", each) for each in types)
    if name == "same":
        return len(types) == 2 and types[0] == types[1]
    return name in types


def _element(entry: Entry, rest: tuple[str, ...], types: tuple[str, ...]) -> str | None:
    for part in rest:
        if part.startswith("kind::"):
            return {"kind::tf32": "tf32", "kind::i8": "i8"}.get(part) or (types[1] if len(types) > 1 else None)
    if not types:
        return None
    name = types[entry.element] if -len(types) <= entry.element < len(types) else types[-1]
    return {"u8": "i8", "s8": "i8", "u4": "i4", "s4": "i4"}.get(name, name)


def bits(type_: str) -> int | None:
    """Bits of one value of a type, packed values together."""
    match = _BITS.match(type_)
    if match:
        return int(match[1]) * int(match[2] or 1)
    base, _, count = type_.partition("x")
    return _SMALL[base] * int(count or 1) if base in _SMALL else None


def _width(entry: Entry, rest: tuple[str, ...], types: tuple[str, ...], operation: str) -> int | None:
    if not _MOVES.match(operation) or not types:
        return None
    if "matrix" in operation:
        count = next((int(part[1:]) for part in rest if re.fullmatch(r"x\d", part)), None)
        return 4 * count if count else None
    size = bits(types[-1])
    count = next((_VECTOR[part] for part in rest if part in _VECTOR), 1)
    return size * count // 8 if size and size >= 8 else None


def _space(entry: Entry, parts: tuple[str, ...], rest: tuple[str, ...]) -> str | None:
    if entry.space == "modifier":
        for part in rest:
            base = part.partition("::")[0].partition("[")[0]
            if base in _SPACES:
                return base
        return "generic"
    return entry.space or None


def _shape(rest: tuple[str, ...]) -> Shape | None:
    for part in rest:
        match = _SHAPE.match(part)
        if match:
            return Shape(*map(int, match.groups()))
    return None


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(knowledge.entries()))


def mnemonics() -> tuple[str, ...]:
    """Every stem, sorted."""
    return _names()


def near(mnemonic: str) -> tuple[str, ...]:
    """The known stems nearest to an unknown mnemonic; empty when none is near."""
    name = mnemonic[:64]
    parts = name.split(".")
    found: list[str] = []
    for count in range(min(len(parts), 4), 0, -1):
        for stem in difflib.get_close_matches(".".join(parts[:count]), _names(), n=3, cutoff=0.75):
            if stem not in found:
                found.append(stem)
    return tuple(found[:5])


def unavailable(mnemonic: str, target: str | None, version: str | None) -> tuple[Severity, str] | None:
    """Why a file for ``target`` and ``version`` can't have this mnemonic; ``None`` when nothing speaks against it."""
    found = entry_of(mnemonic)
    if found is None:
        hint = near(mnemonic)
        like = f" The nearest known: {', '.join(hint)}." if hint else ""
        return Severity.WARNING, f"{mnemonic[:80]} is no PTX instruction that is known here.{like}"
    return availability.objection(*found, target, version)
