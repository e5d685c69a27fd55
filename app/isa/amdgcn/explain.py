"""A statement and a target → its reading: each operand's role, each modifier's meaning, what is odd."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from app.isa.amdgcn import (
    assignment,
    availability,
    details,
    instructions,
    matrix,
    modifiers,
    odd,
    operands,
    registers,
    resource,
    targets,
    vocabulary,
)
from app.isa.amdgcn.families import Role
from app.isa.bits import NOTHING, Bits
from app.model import Access, Diagnostic, Instruction, Modifier, Operand, Reading, Statement

_WORDY = ("s_waitcnt", "s_waitcnt_depctr", "s_wait_alu", "s_delay_alu")
"""Their operand is an expression of several words."""
_MOST_WORDS = 64
"""Most modifiers that are read: no instruction has nearly as many."""
_PAIRED = "::"
"""Between the two halves of a dual-issue pair."""


def explain(statement: Statement, target: str | None, known: Mapping[str, Bits] = NOTHING) -> Reading:
    """Never raises; what is not known has an empty meaning."""
    reading = _explain(statement.name, statement.args, targets.normalise(target))
    if known:
        read = tuple(_traced(each, known, targets.normalise(target) or "") for each in reading.operands)
        reading = replace(reading, operands=read)
    if not reading.remarks or not statement.line:
        return reading
    remarks = tuple(Diagnostic(statement.line, each.severity, each.message) for each in reading.remarks)
    return Reading(reading.instruction, reading.modifiers, reading.operands, remarks)


def _traced(operand: Operand, known: Mapping[str, Bits], target: str) -> Operand:
    """A buffer resource with what its words say, as far as that is sure."""
    if operand.role != "buffer resource":
        return operand
    said = resource.describe([known.get(name) for name in operand.registers], target)
    return replace(operand, meaning=f"{operand.meaning}. Here: {said}") if said else operand


def operation(statement: Statement, target: str | None) -> str:
    """What a statement does: a load with the word ``lds`` is a copy to LDS, a move through lanes a shuffle."""
    instruction = instructions.lookup(statement.name, target)
    if not instruction.operation.startswith(("load.", "move")):
        return instruction.operation
    return _refined(instruction, operands.split(statement.args).modifiers).operation


@lru_cache(maxsize=8192)
def _refined(instruction: Instruction, words: tuple[str, ...]) -> Instruction:
    """The instruction as its words change it."""
    if instruction.operation.startswith("load.") and "lds" in words:
        summary = instruction.summary.replace("Loads ", "Copies ").rstrip(".")
        summary += " straight to LDS at M0 plus the offset plus the lane's slot; no registers pass the data."
        return replace(instruction, operation="async.copy.lane", summary=summary)
    if instruction.operation == "move" and details.crosses_lanes(words):
        return replace(instruction, operation="shuffle")
    return instruction


@lru_cache(maxsize=131072)
def _explain(name: str, args: str, target: str | None) -> Reading:
    instruction = instructions.lookup(name, target)
    if _PAIRED in args:
        return _pair(instruction, name, args, target)
    positional, words = _split(instruction.stem, args)
    if not instruction.known:
        return _unknown(instruction, positional, words)
    if target is None:
        meant = _meant(name, instruction.stem, len(positional))
        if meant is not None:
            return _explain(name, args, meant)
    plan = _plan(name, target, tuple(map(assignment.kind, positional)), words)
    context = details.Context(instruction, target or "", positional, words, plan.tiles)
    read = tuple(
        _plain(text, role, access)
        if details.is_plain(text, role, plan.tiles)
        else Operand(text, role.name, access, details.meaning(text, role, context), registers.registers(text))
        for text, role, access in zip(positional, plan.roles, plan.accesses, strict=True)
    )
    remarks = list(plan.remarks) if "\\" not in args else []
    for text, role in zip(positional, plan.roles, strict=True):
        remarks += odd.of_operand(text, role, instruction, plan.tiles.get(role.name), words, target or "")
    return Reading(_refined(instruction, words), plan.modifiers, read, tuple(remarks))


@lru_cache(maxsize=8192)
def _meant(name: str, stem: str, count: int) -> str | None:
    """Without a target: the newest that gives the name a meaning with ``count`` operands, when it is not the newest."""
    if count <= len(instructions.roles(name, None)):
        return None
    older = (each for each in reversed(availability.holders(stem)) if len(instructions.roles(name, each)) >= count)
    return next(older, None)


class Plan(NamedTuple):
    """What a statement's reading shares with all that differ in registers and numbers alone."""

    roles: tuple[Role, ...]
    accesses: tuple[Access, ...]
    tiles: Mapping[str, matrix.Tile]
    modifiers: tuple[Modifier, ...]
    remarks: tuple[Diagnostic, ...]


@lru_cache(maxsize=32768)
def _plan(name: str, target: str | None, kinds: tuple[str, ...], words: tuple[str, ...]) -> Plan:
    instruction = instructions.lookup(name, target)
    roles = instructions.roles(name, target)
    given = assignment.assign(roles, kinds)
    words = words[:_MOST_WORDS]
    around = vocabulary.Context(instruction.stem, instruction.operation, target or "", words)
    said = tuple(Modifier(word, modifiers.meaning(word, around)) for word in words)
    return Plan(
        given,
        tuple(details.access(role, instruction.operation, words) for role in given),
        matrix.tiles(instruction, words, target or ""),
        instruction.modifiers + said,
        odd.of_instruction(instruction, roles, len(kinds), words, target),
    )


@lru_cache(maxsize=65536)
def _plain(text: str, role: Role, access: Access) -> Operand:
    return Operand(text, role.name, access, role.meaning, registers.registers(text))


def _split(stem: str, args: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if stem in _WORDY:
        return ((args,) if args else ()), ()
    parts = operands.split(args)
    return parts.positional, parts.modifiers


def _unknown(instruction: Instruction, positional: tuple[str, ...], words: tuple[str, ...]) -> Reading:
    role = assignment.UNKNOWN
    read = tuple(Operand(text, role.name, role.access, "", registers.registers(text)) for text in positional)
    return Reading(instruction, tuple(Modifier(word, "") for word in words), read)


def _pair(instruction: Instruction, name: str, args: str, target: str | None) -> Reading:
    """Both halves of ``v_dual_… :: v_dual_…``: the second's operands after the first's. There is no third."""
    first, rest, *_ = args.split(_PAIRED)
    other, _, second = rest.strip().partition(" ")
    here = _explain(name, first.strip(), target)
    there = _explain(other, second.strip(), target)
    joined = Modifier(
        f"{_PAIRED} {other}", f"issued together with: {there.instruction.summary.partition(': ')[2] or 'unknown'}"
    )
    return Reading(
        instruction,
        (*here.modifiers, joined, *there.modifiers),
        here.operands + there.operands,
        here.remarks + there.remarks,
    )
