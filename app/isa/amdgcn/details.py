"""One operand, its role and its instruction → what is said of it there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from app.isa.amdgcn import constants, immediates, matrix, registers
from app.isa.amdgcn.families import Role
from app.isa.amdgcn.numbers import integer
from app.isa.amdgcn.operands import pieces
from app.model import Access, Instruction

_LANES = re.compile(r"(?:quad_perm|row_\w+|wave_\w+|dpp8)\b")
_RETURNS = re.compile(r"glc|sc0|th:TH_ATOMIC_(?:\w+_)?RETURN")


_RETURNING = ("atomic.global", "atomic.scalar", "surface.atomic")
_NUMBERED = re.compile(r"[vas](?:\d+|\[\d+:\d+\])")
_TOLD = frozenset(("counters", "count", "immediate", "scalar base", "address", "index or offset"))
"""Roles of which there is more to say than their sentence even when a plain register stands there."""


class Context(NamedTuple):
    """The statement that an operand stands in."""

    instruction: Instruction
    target: str
    operands: tuple[str, ...]
    words: tuple[str, ...]
    tiles: Mapping[str, matrix.Tile]


def crosses_lanes(words: tuple[str, ...]) -> bool:
    """Whether modifiers send the first source through a lane permutation."""
    return any(_LANES.match(word) and not word.startswith(("row_mask", "row_en")) for word in words)


def returns(words: tuple[str, ...]) -> bool:
    """Whether an atomic gives the old value back."""
    return any(map(_RETURNS.fullmatch, words))


def access(role: Role, operation: str, words: tuple[str, ...]) -> Access:
    """A role's access in a statement: an atomic writes its data only when it returns the old value."""
    if role.access is Access.READWRITE and operation in _RETURNING:
        return Access.READWRITE if returns(words) else Access.READ
    return role.access


def is_plain(text: str, role: Role, tiles: Mapping[str, matrix.Tile]) -> bool:
    """Whether the role's sentence says all: a numbered register stands there, and no matrix."""
    return role.name not in _TOLD and role.name not in tiles and _NUMBERED.fullmatch(text) is not None


def meaning(text: str, role: Role, context: Context) -> str:
    """The role's sentence, and what the text itself tells: decoded numbers, sizes, names."""
    special = _special(text, role, context)
    if special:
        return special
    said = [role.meaning] if role.meaning else []
    detail = _detail(text, role, context)
    return ": ".join([*said, detail]) if detail else "".join(said)


def _special(text: str, role: Role, context: Context) -> str:
    stem, name = context.instruction.stem, role.name
    if name == "counters":
        if stem == "s_delay_alu":
            return immediates.delay(text)
        return immediates.counters(stem, text, context.target or None)
    if name == "hardware register":
        return immediates.hwreg(text, context.target)
    if name == "message":
        return immediates.message(text, context.target)
    if name == "literal" and immediates.sets_mode(context.operands[0], context.target):
        return immediates.mode(context.operands[0], text, context.target)
    if name == "ray and node":
        return _ray(text, stem) or role.meaning
    if name == "barrier":
        return immediates.barrier(text)
    if name == "class mask":
        return constants.classes(text)
    if name == "count" and stem.startswith("s_wait"):
        return immediates.counters(stem, ", ".join(context.operands), context.target or None)
    if name in ("count", "immediate"):
        return immediates.count(stem, text)
    tile = context.tiles.get(name)
    if tile is not None:
        return _tile(text, name, tile)
    if name == "index or offset":
        return _buffer_address(text, context.words)
    if name == "scalar base" and text == "off":
        return "no scalar base: the vector address is the whole address"
    if name == "address" and role.meaning.endswith("when a scalar base is given"):
        return _global_address(context)
    return ""


def _tile(text: str, name: str, tile: matrix.Tile) -> str:
    which = {"D": "the result D", "D and C": "the accumulator, read and written", "C": "the addend C"}.get(
        name, f"matrix {name}"
    )
    if integer(text) is not None or re.fullmatch(r"-?[\d.]+", text):
        return f"{which}, {tile.rows}×{tile.columns}: every element is the constant {text}"
    return f"{which}: {tile.says}"


def _buffer_address(text: str, words: tuple[str, ...]) -> str:
    if text == "off":
        return "no vector address: all lanes use the same"
    if "addr64" in words:
        return "each lane's 64-bit address"
    if "idxen" in words:
        return "each lane's record index, then its byte offset" if "offen" in words else "each lane's record index"
    return (
        "each lane's byte offset"
        if "offen" in words
        else "each lane's index or offset (neither idxen nor offen is given)"
    )


def _global_address(context: Context) -> str:
    base = context.operands[-1]
    if base == "off" or not base.startswith(("s", "ttmp", "vcc", "null")):
        return "each lane's 64-bit address"
    return "each lane's 32-bit offset from the scalar base"


_RAY = ("node pointer", "ray extent", "origin", "direction", "inverse direction")
_RAY_OF_8 = ("node pointer", "ray extent and instance mask", "origin", "direction", "offset into the node")


def _ray(text: str, stem: str) -> str:
    """The groups of registers of a ray test, one after the other; empty when they are no five groups."""
    groups = pieces(text[1:-1]) if text[:1] == "[" else []
    names = _RAY_OF_8 if "bvh8" in stem or "dual" in stem else _RAY
    if len(groups) != len(names):
        return ""
    return "; ".join(f"{group}: {name}" for group, name in zip(groups, names, strict=True))


def _detail(text: str, role: Role, context: Context) -> str:
    if text == "off":
        return "none"
    named = constants.register(text)
    if named:
        return "" if "lane mask" in role.meaning and "lane mask" in named else named
    sign = constants.signed(text)
    if sign:
        return sign
    if registers.registers(text):
        return ""
    number = integer(text)
    if role.name in ("offset", "scalar offset"):
        if number is None or role.access is not Access.ADDRESS:
            return ""
        # gfx6 and gfx7 count a scalar load's constant offset in dwords.
        scalar = context.instruction.stem.startswith("s_") and context.target.startswith(("gfx6", "gfx7"))
        return f"{number * 4 if scalar else number} bytes" if number else "nothing added"
    if role.name == "offset and width":
        return constants.bit_field(text)
    if role.name == "selector" and context.instruction.stem == "v_perm_b32":
        return constants.byte_selector(text)
    if role.name in ("shift amount", "lane", "lane index", "width", "exponent"):
        return ""
    return constants.constant(text, context.instruction.element)
