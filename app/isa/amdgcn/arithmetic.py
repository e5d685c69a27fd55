"""A statement → plain arithmetic on whole numbers, the sense of a branch, its telling constants."""

from __future__ import annotations

import re
import struct
from functools import lru_cache

from app.isa.amdgcn.implicit import stem
from app.isa.amdgcn.operands import split
from app.isa.amdgcn.registers import registers
from app.isa.base import Arithmetic
from app.model import Statement

_MOVES = frozenset({"s_mov_b32", "s_movk_i32", "s_mov_b64", "v_mov_b32"})
_ADDS = frozenset(
    [
        "s_add_i32",
        "s_add_u32",
        "s_add_co_u32",
        "s_add_co_i32",
        "s_add_nc_u64",
        "s_add_u64",
        "s_addk_i32",
        "s_addk_co_i32",
        "v_add_u32",
        "v_add_nc_u32",
        "v_add_co_u32",
    ]
)
_SUBTRACTS = frozenset(
    ["s_sub_i32", "s_sub_u32", "s_sub_co_u32", "s_sub_co_i32", "v_sub_u32", "v_sub_nc_u32", "v_sub_co_u32"]
)
_COMPARE = re.compile(r"(s_cmpk?|v_cmp)_(lt|le|gt|ge|eq|ne|lg)_(?:[iu](?:16|32|64))")
_BRANCHES = {"scc1": True, "scc0": False, "vccnz": True, "vccz": False, "execnz": True, "execz": False}
_HEX = re.compile(r"-?0x[0-9a-fA-F]+")
_DECIMAL = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")


@lru_cache(maxsize=65536)
def _arithmetic(name: str, args: str) -> Arithmetic | None:
    name = stem(name)
    compare = _COMPARE.fullmatch(name)
    if not compare and name not in _MOVES and name not in _ADDS and name not in _SUBTRACTS:
        return None
    sides = [_side(text) for text in split(args).positional]
    if any(side is None for side in sides):
        return None
    known = [side for side in sides if side is not None]
    if compare:
        relation = "ne" if compare[2] == "lg" else compare[2]
        if compare[1] != "v_cmp":
            return Arithmetic(relation, "scc", known[0], known[1]) if len(known) == 2 else None
        if len(known) == 2:
            return Arithmetic(relation, "vcc_lo", known[0], known[1])
        return Arithmetic(relation, str(known[0]), known[1], known[2]) if len(known) == 3 else None
    if not known or not isinstance(known[0], str):
        return None
    if name in _MOVES:
        return Arithmetic("move", known[0], known[1]) if len(known) == 2 else None
    if name.startswith("s_addk") and len(known) == 2:
        return Arithmetic("add", known[0], known[0], known[1])
    if len(known) == 4:  # a carry comes out beside the sum
        del known[1]
    if len(known) != 3:
        return None
    if name in _ADDS:
        return Arithmetic("add", known[0], known[1], known[2])
    return Arithmetic("add", known[0], known[1], -known[2]) if isinstance(known[2], int) else None


def _side(text: str) -> str | int | None:
    """A whole number, or the first register of an operand."""
    named = registers(text)
    if named:
        return named[0]
    try:
        value = int(text, 0)
    except ValueError:
        return None
    return value - (1 << 32) if value >= 1 << 31 else value


def arithmetic(statement: Statement) -> Arithmetic | None:
    """Moves, additions of constants and comparisons; only the low register of a pair is looked at."""
    return _arithmetic(statement.name, statement.args)


def taken_if(statement: Statement) -> bool | None:
    """``s_cbranch_scc1`` is taken when the condition holds, ``s_cbranch_scc0`` when it doesn't."""
    if not statement.name.startswith("s_cbranch_"):
        return None
    return _BRANCHES.get(statement.name.removeprefix("s_cbranch_"))


@lru_cache(maxsize=65536)
def _constants(args: str) -> tuple[int, ...]:
    found = []
    for text in split(args).positional:
        text = text.strip("-|")
        if _HEX.fullmatch(text):
            found.append(int(text, 16) & 0xFFFFFFFF)
        elif _DECIMAL.fullmatch(text):
            found.append(int.from_bytes(struct.pack("<f", float(text)), "little"))
    return tuple(value & 0x7FFFFFFF for value in found if value & 0x7FFFFFFF > 0xFFFF)


def constants(statement: Statement) -> tuple[int, ...]:
    """Literals and inline floating-point constants, as 32-bit patterns without their sign."""
    args = statement.args
    return _constants(args) if "0x" in args or "." in args else ()
