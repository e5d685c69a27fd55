"""A statement and its ISA → everything that is known of it as plain data, and its JSON and text forms."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from app import isa as registry
from app.isa.base import Isa
from app.isa.bits import NOTHING, Bits, constants
from app.model import Cost, Diagnostic, Modifier, Operand, Statement
from app.operations import Relation, covering, operation

_NEAREST = {relation: place for place, relation in enumerate(Relation)}
_WIDTH = 96
"""Columns of the text form."""


@dataclass(frozen=True, slots=True)
class Counterpart:
    """What another ISA has for an instruction."""

    isa: str
    mnemonics: tuple[str, ...]
    """Most telling first; empty when there is nothing: the caveat says what is done instead."""
    relation: Relation
    caveat: str
    operation: str
    source: str


@dataclass(frozen=True, slots=True)
class Annotation:
    """One instruction explained."""

    text: str
    isa: str
    target: str | None
    mnemonic: str
    known: bool
    operation: str
    title: str
    """Of the operation, for a reader."""
    group: str
    """Display class of the operation."""
    summary: str
    modifiers: tuple[Modifier, ...]
    operands: tuple[Operand, ...]
    counterparts: tuple[Counterpart, ...]
    """Nearest relation first, then in the table's order."""
    cost: Cost | None
    reference: str
    introduced: str
    targets: tuple[str, ...]
    """Targets that have it; empty when every one has."""
    aliases: tuple[str, ...]
    near: tuple[str, ...]
    """For an unknown mnemonic, the nearest known ones."""
    remarks: tuple[Diagnostic, ...]


def annotate(
    statement: Statement,
    isa: Isa,
    target: str | None,
    text: str | None = None,
    known: Mapping[str, Bits] = NOTHING,
) -> Annotation:
    """Explains an instruction.

    ``text`` is what it stood as in the source, made from its parts when not given; ``known`` what is sure of the
    registers that it reads.
    """
    reading = isa.explain(statement, target, known)
    instruction = reading.instruction
    name = isa.operation(statement, target)
    entry = operation(name)
    return Annotation(
        text if text is not None else " ".join(filter(None, (statement.guard, statement.name, statement.args))),
        isa.name,
        target,
        statement.name,
        instruction.known,
        entry.name,
        entry.title,
        entry.group.value,
        instruction.summary,
        reading.modifiers,
        reading.operands,
        counterparts(isa, statement.name, target, name),
        isa.cost(statement, target, constants=constants(known)) if instruction.known else None,
        instruction.reference,
        instruction.introduced,
        instruction.targets,
        instruction.aliases,
        instruction.near,
        reading.remarks,
    )


def annotate_text(text: str, isa: Isa, target: str | None) -> Annotation:
    """Explains one instruction given alone, as the ``explain`` command takes it."""
    return annotate(isa.statement(text), isa, target, text.strip())


@lru_cache(maxsize=16384)
def counterparts(isa: Isa, mnemonic: str, target: str | None, name: str | None = None) -> tuple[Counterpart, ...]:
    """What the other ISAs have for a mnemonic; ``name`` is its operation where operands decide that."""
    instruction = isa.instruction(mnemonic, target)
    if name is not None and name != instruction.operation:
        instruction = replace(instruction, operation=name)
    found = [
        Counterpart(
            other.name, entry.mnemonics(other.name), entry.relation, entry.caveat, entry.operation, entry.source
        )
        for other in registry.isas()
        if other.name != isa.name
        for entry in covering(isa.name, instruction)
        if other.name in entry.sides
    ]
    return tuple(sorted(found, key=lambda each: (each.isa, _NEAREST[each.relation])))


def to_json(annotation: Annotation) -> dict[str, object]:
    """The contract's object for one instruction, with ours added."""
    cost = annotation.cost
    return {
        "text": annotation.text,
        "isa": annotation.isa,
        "target": annotation.target,
        "mnemonic": annotation.mnemonic,
        "known": annotation.known,
        "operation": annotation.operation,
        "title": annotation.title,
        "group": annotation.group,
        "summary": annotation.summary,
        "modifiers": [{"text": each.text, "meaning": each.meaning} for each in annotation.modifiers],
        "operands": [
            {"text": each.text, "role": each.role, "access": each.access.value, "meaning": each.meaning}
            for each in annotation.operands
        ],
        "counterparts": [
            {
                "isa": each.isa,
                "mnemonics": list(each.mnemonics),
                "relation": each.relation.value,
                "caveat": each.caveat,
                "operation": each.operation,
                "source": each.source,
            }
            for each in annotation.counterparts
        ],
        "cost": cost
        and {
            "cycles": cost.cycles,
            "flops": cost.flops,
            "bytes": cost.bytes,
            "unit": cost.unit,
            "source": cost.source,
        },
        "reference": annotation.reference,
        "introduced": annotation.introduced,
        "targets": list(annotation.targets),
        "aliases": list(annotation.aliases),
        "near": list(annotation.near),
        "remarks": [{"severity": each.severity.value, "message": each.message} for each in annotation.remarks],
    }


def explain_text(annotation: Annotation) -> str:
    """The annotation for a terminal: headings at the left, one aligned row an operand or modifier."""
    where = " ".join(filter(None, (annotation.isa, annotation.target)))
    lines = [annotation.text, f"  {annotation.title} ({where})"]
    lines += _wrapped(annotation.summary, "  ")
    if not annotation.known:
        nearest = f" Nearest known: {', '.join(annotation.near)}." if annotation.near else ""
        lines.append(f"  Not a known mnemonic.{nearest}")
    lines += _table("operands", [(o.text, f"{o.role}, {o.access.value}", o.meaning) for o in annotation.operands])
    lines += _table("modifiers", [(m.text, m.meaning or "not known") for m in annotation.modifiers])
    for each in annotation.counterparts:
        names = ", ".join(each.mnemonics) or "nothing"
        lines += _wrapped(f"{each.isa}, {each.relation.value.replace('_', ' ')}: {names}", "  ", "    ")
        lines += _wrapped(each.caveat, "    ")
    if annotation.cost:
        lines.append(f"  cost: {_cost(annotation.cost)}")
    lines += [f"  {remark.severity.value}: {remark.message}" for remark in annotation.remarks]
    if annotation.reference:
        lines.append(f"  see {annotation.reference}")
    return "\n".join(lines)


def _cost(cost: Cost) -> str:
    figures = [
        f"{value:,} {noun}"
        for value, noun in ((cost.cycles, "cycles"), (cost.flops, "FLOP"), (cost.bytes, "bytes"))
        if value is not None
    ]
    return f"{', '.join(figures)} ({cost.unit}; {cost.source})"


def _wrapped(text: str, indent: str, hanging: str | None = None) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=hanging or indent)


def _table(heading: str, rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Rows under a heading; all columns but the last are as wide as their widest cell, up to 32."""
    if not rows:
        return
    yield f"  {heading}"
    widths = [min(32, max(map(len, column))) for column in list(zip(*rows, strict=True))[:-1]]
    margin = " " * (4 + sum(widths) + 2 * len(widths))
    for row in rows:
        head = "  ".join(cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=True))
        yield from textwrap.wrap(
            row[-1], max(_WIDTH, len(margin) + 40), initial_indent=f"    {head}  ", subsequent_indent=margin
        ) or [f"    {head}".rstrip()]
