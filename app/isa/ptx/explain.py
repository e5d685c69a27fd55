"""A statement → ``Reading``: every modifier and operand in words, and what is missing or odd."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from app.isa.bits import NOTHING, Bits
from app.isa.ptx import availability, descriptors, immediates, oddities
from app.isa.ptx.instructions import entry_of, lookup
from app.isa.ptx.knowledge import Role
from app.isa.ptx.operands import Assignment, assign, shape_of
from app.isa.ptx.registers import named
from app.isa.ptx.text import operands, without_comments
from app.model import Access, Diagnostic, Instruction, Operand, Reading, Severity, Statement


def explain(statement: Statement, target: str | None, known: Mapping[str, Bits] = NOTHING) -> Reading:
    """See ``Isa.explain``."""
    reading = _explain(statement.name, statement.args, statement.guard, target)
    if known:
        reading = replace(reading, operands=tuple(_traced(each, statement.name, known) for each in reading.operands))
    if not reading.remarks:
        return reading
    line = statement.line
    return replace(reading, remarks=tuple(replace(remark, line=line) for remark in reading.remarks))


@lru_cache(maxsize=65536)
def _explain(name: str, args: str, guard: str, target: str | None) -> Reading:
    instruction, remarks = _mnemonic(name, target)
    texts = operands(args)
    found = [_guard(guard)] if guard else []
    if not instruction.known:
        found += [_unknown(text) for text in texts]
        return Reading(instruction, (), tuple(found))
    assignment = assign(name, tuple([shape_of(text) for text in texts]))
    for text, roles in zip(texts, assignment.roles, strict=True):
        if len(roles) == 1:
            found.append(_operand(text, roles[0], immediates.context(roles[0], name)))
        else:
            parts = text.split("|")
            found += [
                _operand(part.strip(), role, immediates.context(role, name))
                for part, role in zip(parts, roles, strict=False)
            ]
    said = [*_misfit(assignment, texts), *oddities.of(instruction, texts, guard)]
    entry = entry_of(name)
    objection = availability.objection_to_operands(entry[0], len(texts), target) if entry else None
    if objection:
        said.append(objection)
    if said:
        remarks = (*(Diagnostic(0, *each) for each in said), *remarks)
    return Reading(instruction, instruction.modifiers, tuple(found), remarks)


@lru_cache(maxsize=16384)
def _mnemonic(name: str, target: str | None) -> tuple[Instruction, tuple[Diagnostic, ...]]:
    """What is known of a mnemonic, and what is odd about it whatever its operands."""
    instruction = lookup(name, target)
    entry = entry_of(name)
    remarks = [
        Diagnostic(0, Severity.WARNING, f"{modifier.text} is no modifier of {instruction.stem} that is known here.")
        for modifier in instruction.modifiers
        if not modifier.meaning
    ]
    objection = availability.objection(*entry, target, None) if entry else None
    if objection:
        remarks.append(Diagnostic(0, *objection))
    return instruction, tuple(remarks)


def _misfit(assignment: Assignment, texts: tuple[str, ...]) -> list[tuple[Severity, str]]:
    said = []
    if assignment.missing:
        listed = ", ".join(assignment.missing)
        said.append(f"Operands missing: {listed}." if not texts else f"Operand missing: {listed}.")
    if assignment.extra:
        said.append(f"{assignment.extra} operand{'s' if assignment.extra > 1 else ''} more than this form takes.")
    return [(Severity.ERROR, text) for text in said]


def _traced(operand: Operand, mnemonic: str, known: Mapping[str, Bits]) -> Operand:
    """An operand with what a descriptor in its register says, as far as that is sure."""
    bits = known.get(operand.text)
    said = descriptors.describe(operand.role, bits, mnemonic) if bits is not None else ""
    return replace(operand, meaning=f"{operand.meaning} {said}".strip()) if said else operand


@lru_cache(maxsize=4096)
def _guard(guard: str) -> Operand:
    name = guard.lstrip("@!")
    when = "false" if "!" in guard else "true"
    return Operand(guard, "guard", Access.READ, f"Executes only in threads where {name} is {when}.", (name,))


def _unknown(text: str) -> Operand:
    return Operand(without_comments(text), "operand", Access.NONE, "", tuple(named(text, True)))


@lru_cache(maxsize=65536)
def _operand(text: str, role: Role, context: str) -> Operand:
    shown = without_comments(text)
    registers: tuple[str, ...] = ()
    if role.access is not Access.NONE:
        registers = tuple(dict.fromkeys(named(text, role.symbol or text[:1] in ("[", "("))))
    decoded = immediates.describe(shown, role, context)
    meaning = f"{role.meaning} {decoded}".strip() if decoded else role.meaning
    return Operand(shown, role.role, role.access, meaning, registers)
