"""A statement → ``Reading``: every modifier and operand in words, and what is missing or odd."""

from __future__ import annotations

from functools import lru_cache

from app.isa.ptx import availability, immediates, oddities
from app.isa.ptx.instructions import entry_of, lookup
from app.isa.ptx.knowledge import Role
from app.isa.ptx.operands import assign, shape_of
from app.isa.ptx.registers import named
from app.isa.ptx.text import operands, without_comments
from app.model import Access, Diagnostic, Operand, Reading, Severity, Statement


def explain(statement: Statement, target: str | None) -> Reading:
    """See ``Isa.explain``."""
    return _explain(statement.name, statement.args, statement.guard, statement.line, target)


@lru_cache(maxsize=16384)
def _explain(name: str, args: str, guard: str, line: int, target: str | None) -> Reading:
    instruction = lookup(name, target)
    texts = operands(args)
    if not instruction.known:
        return Reading(instruction, (), tuple(_operand(text, None, instruction.stem, ()) for text in texts))
    assignment = assign(name, tuple([shape_of(text) for text in texts]))
    found: list[Operand] = []
    if guard:
        found.append(_guard(guard))
    for text, roles in zip(texts, assignment.roles, strict=True):
        parts = text.split("|") if len(roles) > 1 else (text,)
        found.extend(_operand(part.strip(), role, name, texts) for part, role in zip(parts, roles, strict=False))
    said = [(Severity.ERROR, text) for text in _missing(assignment.missing, assignment.extra, texts)]
    said += [
        (Severity.WARNING, f"{modifier.text} is no modifier of {instruction.stem} that is known here.")
        for modifier in instruction.modifiers
        if not modifier.meaning
    ]
    entry = entry_of(name)
    objection = availability.objection(*entry, target, None) if entry else None
    if objection:
        said.append(objection)
    said += oddities.of(name, instruction, texts)
    return Reading(
        instruction, instruction.modifiers, tuple(found), tuple(Diagnostic(line, *each) for each in said)
    )


def _missing(missing: tuple[str, ...], extra: int, texts: tuple[str, ...]) -> list[str]:
    said = []
    if missing:
        listed = ", ".join(missing)
        said.append(f"Operands missing: {listed}." if not texts else f"Operand missing: {listed}.")
    if extra:
        said.append(f"{extra} operand{'s' if extra > 1 else ''} more than this form takes.")
    return said


def _guard(guard: str) -> Operand:
    name = guard.lstrip("@!")
    when = "false" if "!" in guard else "true"
    return Operand(guard, "guard", Access.READ, f"Executes only in threads where {name} is {when}.", (name,))


def _operand(text: str, role: Role | None, mnemonic: str, texts: tuple[str, ...]) -> Operand:
    shown = without_comments(text)
    if role is None:
        return Operand(shown, "operand", Access.NONE, "", tuple(named(text, True)))
    registers = tuple(dict.fromkeys(named(text, role.symbol or text[:1] in ("[", "(")))) if role.access is not Access.NONE else ()
    meaning = " ".join(part for part in (role.meaning, immediates.describe(shown, role, mnemonic, texts)) if part)
    return Operand(shown, role.role, role.access, meaning, registers)
