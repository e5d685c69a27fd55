"""A PTX instruction → operations and bytes, as far as its definition gives them. Cycles are ptxas's to decide."""

from __future__ import annotations

import re

from app.isa import work
from app.model import Cost, Instruction, Statement

_WARP = 32
_BY_ONE_THREAD = ("async.copy.bulk", "async.copy.tensor")
_DEFINITION = "the instruction's definition"
_SIZE = re.compile(r"(?:\[[^\]]*\]|\{[^}]*\})\s*,\s*\[[^\]]*\]\s*,\s*(0[xX][0-9a-fA-F]+|\d+)\s*(?:,|;|$)")
_PACKED = re.compile(r"\.\w+x2(?=\.|$)")


def cost(statement: Statement, instruction: Instruction, operation: str) -> Cost | None:
    """``None`` when neither operations nor bytes are sure.

    A matrix instruction whose shape stands in a descriptor (tcgen05) has none unless the
    instruction as read carries one.
    """
    flops = work.matrix_flops(instruction)
    if flops is not None:
        issuers = "one warpgroup of 4 warps" if instruction.stem.startswith("wgmma") else "one warp"
        return Cost(
            None, flops, None, issuers if instruction.lanes != 1 else "one instruction", "the instruction's shape"
        )
    lanes = 1 if instruction.lanes == 1 or operation.startswith(_BY_ONE_THREAD) else _WARP
    unit = "one instruction" if lanes == 1 else "one warp of 32 threads, all active"
    per_result = work.PER_RESULT.get(operation)
    if per_result is not None:
        return Cost(None, per_result * (2 if _PACKED.search(statement.name) else 1) * lanes, None, unit, _DEFINITION)
    if operation == "dot":
        products = {"dp4a": 4, "dp2a": 2}.get(instruction.stem.partition(".")[0])
        return Cost(None, 2 * products * lanes, None, unit, _DEFINITION) if products else None
    width = _width(statement, instruction, operation)
    return None if width is None else Cost(None, None, width * lanes, unit, _DEFINITION)


def _width(statement: Statement, instruction: Instruction, operation: str) -> int | None:
    """Bytes of one thread; asynchronous copies give theirs as an operand."""
    if not work.moves(operation):
        return None
    if operation.startswith("async.copy."):
        size = _SIZE.search(statement.args)
        return int(size[1], 0) if size else None
    return instruction.width
