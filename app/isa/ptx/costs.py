"""A PTX instruction → operations and bytes, as far as its definition gives them. Cycles are ptxas's to decide."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from math import prod

from app.isa import work
from app.isa.ptx.descriptors import decode_instruction_descriptor, kind_of
from app.isa.ptx.immediates import number
from app.model import Cost, Instruction, Routine, Shape, Statement

_WARP = 32
_BY_ONE_THREAD = ("async.copy.bulk", "async.copy.tensor")
_DEFINITION = "the instruction's definition"
_SIZE = re.compile(r"(?:\[[^\]]*\]|\{[^}]*\})\s*,\s*\[[^\]]*\]\s*,\s*(0[xX][0-9a-fA-F]+|\d+)\s*(?:,|;|$)")
_PACKED = re.compile(r"\.\w+x2(?=\.|$)")


def cost(statement: Statement, instruction: Instruction, operation: str, constants: Mapping[str, int]) -> Cost | None:
    """``None`` when neither operations nor bytes are sure.

    The shape of tcgen05.mma stands in its instruction descriptor: it is known when ``constants`` has
    the register that holds it.
    """
    if instruction.stem.startswith("tcgen05.mma"):
        shape = _described(statement, constants)
        flops = work.matrix_flops(replace(instruction, shape=shape)) if shape else None
        return Cost(None, flops, None, "one instruction", "the instruction descriptor's shape", 1) if flops else None
    flops = work.matrix_flops(instruction)
    if flops is not None:
        group = instruction.stem.startswith("wgmma")
        unit = "one warpgroup of 4 warps" if group else "one warp"
        return Cost(None, flops, None, unit, "the instruction's shape", 4 * _WARP if group else None)
    lanes = 1 if instruction.lanes == 1 or operation.startswith(_BY_ONE_THREAD) else _WARP
    unit = "one instruction" if lanes == 1 else "one warp of 32 threads, all active"
    per_result = work.PER_RESULT.get(operation)
    if per_result is not None:
        return Cost(None, per_result * (2 if _PACKED.search(statement.name) else 1) * lanes, None, unit, _DEFINITION)
    if operation == "dot":
        products = {"dp4a": 4, "dp2a": 2}.get(instruction.stem.partition(".")[0])
        return Cost(None, 2 * products * lanes, None, unit, _DEFINITION) if products else None
    width = _width(statement, instruction, operation)
    return None if width is None else Cost(None, None, width * lanes, unit, _DEFINITION, 1 if lanes == 1 else None)


def _described(statement: Statement, constants: Mapping[str, int]) -> Shape | None:
    """The shape in the fourth operand, or the fifth where the sparsity metadata stands before it."""
    place = 4 if ".sp" in statement.name else 3
    operands = [each.strip() for each in statement.args.split(",")]
    value = constants.get(operands[place]) if place < len(operands) else None
    if value is None and place < len(operands):
        value = number(operands[place])
    decoded = None if value is None else decode_instruction_descriptor(value, kind_of(statement.name))
    return decoded.shape if decoded else None


def wave_size() -> int:
    """Threads of a warp, on every target."""
    return _WARP


def workgroup_size(routine: Routine) -> int | None:
    """Threads of a block: what ``.reqntid`` requires, else the most that ``.maxntid`` allows."""
    for name in ("reqntid", "maxntid"):
        sizes = [int(each) for each in re.findall(r"\d+", routine.attributes.get(name, ""))]
        if sizes:
            return prod(sizes)
    return None


def _width(statement: Statement, instruction: Instruction, operation: str) -> int | None:
    """Bytes of one thread; asynchronous copies give theirs as an operand."""
    if not work.moves(operation):
        return None
    if operation.startswith("async.copy."):
        size = _SIZE.search(statement.args)
        return int(size[1], 0) if size else None
    return instruction.width
