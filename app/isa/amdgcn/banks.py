"""Statements after ``s_set_vgpr_msb`` → the same with the true register behind each: ``v4 /*v260*/``.

On gfx1250 a vector register's number has two more bits than an instruction can hold. ``s_set_vgpr_msb``
sets them for what follows: bits 1:0 for the first source, 3:2 for the second, 5:4 for the third, 7:6
for the destination (LLVM's AMDGPUUsage and its lowering of register banks). The byte above repeats the
state before and changes nothing. A constant written to MODE sets them too. The state is followed in the
order of the text; a routine, and what follows an unconditional transfer, begins with all bits clear, as
compilers arrange it.
"""

from __future__ import annotations

import re
from functools import partial

from app.isa.amdgcn.access import accesses
from app.isa.amdgcn.expressions import value
from app.isa.amdgcn.flow import flow
from app.isa.amdgcn.immediates import mode_banks, sets_mode
from app.isa.amdgcn.operands import NAMED, pieces, split
from app.model import Access, Kind, Statement, Transfer

_VECTOR = re.compile(r"(?<![\w.$\\])v(?:(\d+)|\[(\d+):(\d+)\])(?!\w)(?!\s*/\*)")
_FIRST, _SECOND, _THIRD, _TO = 0, 2, 4, 6
"""Where each field begins in the byte."""
_SOURCES = (_FIRST, _SECOND, _THIRD, _FIRST, _SECOND)
"""The fields of a vector instruction's sources in order; scales of a matrix instruction use the first two again."""
_TARGET = "gfx1250"
_NO_FIELDS = ("s_", "tensor_", "exp")
_ENDS = frozenset({Transfer.JUMP, Transfer.EXIT, Transfer.INDIRECT})


def name_registers(statements: list[Statement]) -> None:
    """Changes ``statements`` in place. Registers that a comment already names stay as they are."""
    if not any(item.name == "s_set_vgpr_msb" for item in statements):
        return
    state = 0
    for index, item in enumerate(statements):
        if item.kind is not Kind.INSTRUCTION:
            continue
        if item.name == "s_set_vgpr_msb":
            state = (value(item.args, {}) or 0) & 0xFF
        elif item.name == "s_setreg_imm32_b32":
            state = _written(item.args, state)
        elif flow(item).transfer in _ENDS:
            state = 0
        elif state and not item.name.startswith(_NO_FIELDS):
            statements[index] = item._replace(args=named(item.name, item.args, state))


def _written(args: str, state: int) -> int:
    """The state after a constant is written to a hardware register: MODE takes it from bits 19:12."""
    register, _, constant = args.rpartition(",")
    number = value(constant, {})
    return mode_banks(number) if number is not None and sets_mode(register.strip(), _TARGET) else state


def named(mnemonic: str, args: str, state: int) -> str:
    """``args`` with the true register behind each vector register that ``state`` moves."""
    if "::" in args:
        first, second, *more = args.split("::")
        other, _, rest = second.strip().partition(" ")
        pair = f"{named(mnemonic, first.strip(), state)} :: {other} {named(other, rest.strip(), state)}"
        return "::".join([pair, *more])
    operands, modifiers = split(args)
    places = fields(mnemonic, operands, modifiers)
    parts = pieces(args)
    for position, field in enumerate(places[: len(parts)]):
        high = state >> field & 3 if field >= 0 else 0
        if high and not NAMED.search(parts[position]):
            parts[position] = _VECTOR.sub(partial(_moved, high), parts[position], count=1)
    return ", ".join(parts)


def fields(mnemonic: str, operands: tuple[str, ...], modifiers: tuple[str, ...]) -> list[int]:
    """For each operand the field that holds its high bits; -1 for one that has none."""
    access = accesses(mnemonic, operands, modifiers, _TARGET)
    if mnemonic.startswith("v_"):
        sources = iter(_SOURCES)
        return [_TO if what in (Access.WRITE, Access.READWRITE) else next(sources, -1) for what in access]
    if mnemonic.startswith(("buffer_", "tbuffer_")):
        return [_TO, *([_FIRST] * (len(operands) - 1))] if not mnemonic.endswith("_lds") else [_FIRST] * len(operands)
    if mnemonic.startswith(("global_load_async", "cluster_load_async")):
        return [_TO, _FIRST, *([-1] * (len(operands) - 2))]
    writes = bool(access) and access[0] in (Access.WRITE, Access.READWRITE)
    rest = [_FIRST, _SECOND, _THIRD, -1, -1]
    if mnemonic.startswith("image_"):
        return [_TO, *([_FIRST] * (len(operands) - 1))]
    if not mnemonic.startswith("ds_"):
        rest[2] = -1
    return ([_TO] if writes else []) + rest[: len(operands) - writes]


def _moved(high: int, match: re.Match[str]) -> str:
    low, end = int(match[1] or match[2]), int(match[3] or match[1] or match[2])
    moved = f"v{low + 256 * high}" if match[1] else f"v[{low + 256 * high}:{end + 256 * high}]"
    return f"{match[0]} /*{moved}*/"
