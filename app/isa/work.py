"""An instruction's definition → the floating-point operations and bytes that it stands for, whatever the ISA."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from app.model import Instruction

PER_RESULT: Mapping[str, int] = MappingProxyType({"float.fma": 2, "float.add": 1, "float.mul": 1})
"""Operations that one result counts for, as profilers count them: additions, multiplications, and both in one.
Comparisons, conversions and special functions count nothing."""

_MEMORY = ("load.", "store.", "atomic.", "async.copy.")
_NOT_TRAFFIC = frozenset({"load.param", "store.param", "load.const"})


def matrix_flops(instruction: Instruction) -> int | None:
    """Operations of a matrix instruction with a known shape, zeros of sparse operands included."""
    if instruction.shape is None or not instruction.operation.startswith("matrix.mma"):
        return None
    m, n, k, blocks = instruction.shape
    return 2 * m * n * k * blocks


def moves(operation: str) -> bool:
    """Whether what an operation moves counts as memory traffic of its lanes."""
    return operation.startswith(_MEMORY) and operation not in _NOT_TRAFFIC


def computes(operation: str) -> bool:
    """Whether an operation counts as floating-point work (or, for matrix and dot products, integer work)."""
    return operation in PER_RESULT or operation == "dot" or operation.startswith("matrix.mma")
