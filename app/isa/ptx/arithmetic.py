"""A statement → plain arithmetic on whole numbers, the sense of a branch, its telling constants."""

from __future__ import annotations

import re
import struct
from functools import lru_cache

from app.isa.base import Arithmetic
from app.isa.ptx.text import operands
from app.model import Statement

_RELATIONS = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"} | {
    name: name for name in ["lt", "le", "gt", "ge", "eq", "ne"]
}
_WHOLE = re.compile(r"[busf]\d+$")
_NUMBER = re.compile(r"-?(?:0[xX][0-9a-fA-F]+|\d+)U?$")
_REGISTER = re.compile(r"[A-Za-z_$%][\w$]*$")
_SINGLE = re.compile(r"(?<![\w$%])0[fF]([0-9a-fA-F]{8})\b")
_DOUBLE = re.compile(r"(?<![\w$%])0[dD]([0-9a-fA-F]{16})\b")
_PATTERN = re.compile(r"(?<![\w$%.])(-?(?:0[xX][0-9a-fA-F]+|\d{5,}))\b")


@lru_cache(maxsize=65536)
def _arithmetic(name: str, args: str) -> Arithmetic | None:
    parts = name.split(".")
    if parts[0] not in ("mov", "add", "sub", "setp") or not _WHOLE.match(parts[-1]) or parts[-1][0] == "f":
        return None
    texts = operands(args)
    sides = [_side(text) for text in texts[1:]]
    if not texts or not _REGISTER.match(texts[0]) or len(sides) > 2:
        return None
    known = [side for side in sides if side is not None]
    if len(known) != len(sides):
        return None
    if parts[0] == "mov" and len(known) == 1:
        return Arithmetic("move", texts[0], known[0])
    if len(known) != 2:
        return None
    if parts[0] == "setp":
        relation = _RELATIONS.get(parts[1]) if len(parts) == 3 else None
        return Arithmetic(relation, texts[0], known[0], known[1]) if relation else None
    if parts[0] == "add" and "cc" not in parts:
        return Arithmetic("add", texts[0], known[0], known[1])
    if parts[0] == "sub" and "cc" not in parts and isinstance(known[1], int):
        return Arithmetic("add", texts[0], known[0], -known[1])
    return None


def _side(text: str) -> str | int | None:
    if _NUMBER.match(text):
        return int(text.rstrip("U"), 0)
    return text if _REGISTER.match(text) else None


def arithmetic(statement: Statement) -> Arithmetic | None:
    """Unguarded moves, additions of constants and comparisons of whole numbers."""
    return None if statement.guard else _arithmetic(statement.name, statement.args)


def taken_if(statement: Statement) -> bool | None:
    """``@%p bra`` is taken when ``%p`` holds, ``@!%p bra`` when it doesn't."""
    if not statement.guard or not statement.name.startswith("bra"):
        return None
    return "!" not in statement.guard


@lru_cache(maxsize=65536)
def _constants(args: str) -> tuple[int, ...]:
    found = [int(text, 16) for text in _SINGLE.findall(args)]
    for text in _DOUBLE.findall(args):
        value = struct.unpack("<d", int(text, 16).to_bytes(8, "little"))[0]
        try:
            found.append(int.from_bytes(struct.pack("<f", value), "little"))
        except OverflowError:
            continue
    found += [int(text, 0) & 0xFFFFFFFF for text in _PATTERN.findall(args)]
    return tuple(value & 0x7FFFFFFF for value in found if value & 0x7FFFFFFF > 0xFFFF)


def constants(statement: Statement) -> tuple[int, ...]:
    """Floating-point literals and large whole numbers, as 32-bit patterns without their sign."""
    return _constants(statement.args)
