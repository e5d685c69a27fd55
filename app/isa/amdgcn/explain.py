"""A statement and a target → its reading: each operand's role, each modifier's meaning, what is odd."""

from __future__ import annotations

from app.isa.amdgcn import assignment, instructions, operands, registers
from app.model import Modifier, Operand, Reading, Statement


def explain(statement: Statement, target: str | None) -> Reading:
    """Never raises; what is not known has an empty meaning."""
    instruction = instructions.lookup(statement.name, target)
    parts = operands.split(statement.args)
    roles = assignment.assign(instructions.roles(statement.name, target), parts.positional)
    read = tuple(
        Operand(text, role.name, role.access, role.meaning, registers.registers(text))
        for text, role in zip(parts.positional, roles, strict=True)
    )
    return Reading(instruction, instruction.modifiers + tuple(Modifier(w, "") for w in parts.modifiers), read)


def operation(statement: Statement, target: str | None) -> str:
    """What a statement does: a load with the word ``lds`` is a copy to LDS."""
    name = instructions.lookup(statement.name, target).operation
    if name.startswith("load.") and "lds" in operands.split(statement.args).modifiers:
        return "async.copy.lane"
    return name
