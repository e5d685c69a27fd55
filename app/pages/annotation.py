"""A selected line → the panel: what it does, its operands and modifiers, what feeds and reads it, its counterparts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from app import annotate
from app.align.links import Link
from app.model import Access, Cost, Diagnostic, Instruction, Kind, Operand, Statement
from app.pages.column import Column, Rank
from app.pages.comment import comment
from app.pages.jumps import MANY, Jump, Jumps
from app.pages.marks import MARKS
from app.pages.peers import Counterpart, Peers, counterparts, peers
from app.pages.places import Place, kin, places
from app.pages.sheet import Spread
from app.pages.source_note import SourceNote, source_note
from app.pages.view import Span, View
from app.paint import paint, stemmed
from app.program import Kernel
from app.program.constants import known_bits
from app.waits import waits


class OperandRow(NamedTuple):
    """One operand as the panel lists it."""

    text: str
    style: str
    role: str
    meaning: str
    access: str
    definitions: Sequence[Jump]


class WaitRow(NamedTuple):
    """One counter or barrier that the line waits on, and what that waits for."""

    what: str
    """``vmcnt ≤ 2``."""
    jumps: Sequence[Jump]
    more: int
    remark: str
    """Why that is not all, or not sure."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """What is said of one line."""

    part: ClassVar[str] = "_annotation.html"
    side: str = "L"
    line: int = 0
    span: str = ""
    isa: str = ""
    style: str = ""
    sign: str = ""
    """Name of the mark of its class; empty for none."""
    stem: str = ""
    suffix: str = ""
    text: str = ""
    known: bool = True
    places: Sequence[Place] = ()
    """Where it comes from, innermost first."""
    title: str = ""
    summary: str = ""
    reference: str = ""
    guard: str = ""
    remarks: Sequence[Diagnostic] = ()
    operands: Sequence[OperandRow] = ()
    modifiers: Sequence[tuple[str, str]] = ()
    facts: Sequence[tuple[str, str]] = ()
    waits: Sequence[WaitRow] = ()
    covered: Sequence[Jump] = ()
    """Waits after which what the line started is surely done."""
    readers: Sequence[Jump] = ()
    more_readers: int = 0
    peers: Peers | None = None
    counterparts: Sequence[Counterpart] = ()
    markdown: str = ""
    """A review comment about the selection; the page adds the permalink in place of ``{url}``."""
    kin: str = ""
    """Names of lines of the same place in the source and class, for tinting: ``L12 L14``."""
    feeders: str = ""
    """Names of lines that define its operands."""


def about(spread: Spread, base: str, view: View) -> Annotation | SourceNote | None:
    """The panel for the first line that ``view`` selects; ``None`` when it selects none that exists."""
    if view.focus is None:
        return None
    letter, line = view.focus
    if letter == "S":
        return source_note(spread.lineage, spread.columns, base, view) if spread.lineage else None
    ours, theirs = spread.columns if letter == "L" else reversed(spread.columns)
    if line > len(ours.lines):
        return None
    span = view.selected(letter) or Span(line, line)
    jumps = Jumps(base, view)
    index = ours.statements[line]
    statement = ours.side.listing.statements[index] if index >= 0 else None
    remarks = [each for each in ours.side.listing.diagnostics if each.line == line]
    if statement is None or statement.kind is not Kind.INSTRUCTION:
        return _plain(ours, line, span, statement, remarks)
    link = spread.comparison.alignment.links[ours.links[line]] if ours.links[line] >= 0 else None
    return _instruction(ours, theirs, index, link, jumps, span, remarks, places(spread.lineage, ours, index, jumps))


@dataclass(frozen=True, slots=True)
class AnnotationPartial:
    """The panel on its own, for a page that is open."""

    template: ClassVar[str] = "_panel.html"
    annotation: Annotation | SourceNote


def _plain(
    ours: Column, line: int, span: Span, statement: Statement | None, remarks: Sequence[Diagnostic]
) -> Annotation:
    """A line that is no instruction."""
    text = ours.lines[line - 1].strip()
    summary = _said(ours, statement) if statement else "No statement stands on this line."
    return Annotation(
        side=ours.letter,
        line=line,
        span=str(span),
        isa=ours.side.isa.title,
        style=ours.styles[line] or "plain",
        stem=text[:80],
        text=text,
        summary=summary,
        remarks=remarks,
        markdown=comment(ours, None, span, None, "", ""),
    )


_PLAIN = {
    Kind.DIRECTIVE: "A directive to the assembler; it makes no instruction.",
    Kind.OPEN: "Opens a scope.",
    Kind.CLOSE: "Closes a scope.",
    Kind.UNREADABLE: "This could not be read as a statement.",
}


def _said(ours: Column, statement: Statement) -> str:
    """What a statement that is no instruction is for."""
    for routine in ours.side.listing.routines:
        if routine.line == statement.line and routine.name:
            return f"The {'kernel' if routine.is_kernel else 'device function'} {routine.name} begins here."
    if statement.kind is Kind.LABEL:
        aimed = ours.ranks[statement.line] < Rank.SILENT
        return "A label: a place that branches go to." if aimed else "A label that no branch of this file goes to."
    words = ours.side.isa.directive(statement.name) if statement.kind is Kind.DIRECTIVE else ""
    return f"{words[0].upper()}{words[1:].rstrip('.')}." if words else _PLAIN.get(statement.kind, "")


def _instruction(
    ours: Column,
    theirs: Column,
    index: int,
    link: Link | None,
    jumps: Jumps,
    span: Span,
    remarks: Sequence[Diagnostic],
    whence: Sequence[Place],
) -> Annotation:
    listing = ours.side.listing
    statement = listing.statements[index]
    kernel = _kernel(ours, index)
    text = ours.lines[statement.line - 1].strip()
    inputs = known_bits(kernel, index) if kernel else {}
    known = annotate.annotate(statement, ours.side.isa, listing.target, text, inputs)
    instruction = ours.side.isa.instruction(statement.name, listing.target)
    style = ours.styles[statement.line]
    readers = [ours.line(each) for each in kernel.uses(index)] if kernel else []
    linked = peers(ours, theirs, index, link, jumps)
    inks = stemmed(paint(ours.side.isa.lexer, statement.name), instruction.stem)
    stem = "".join(ink.text for ink in inks if ink.style == "b") or statement.name
    return Annotation(
        side=ours.letter,
        line=statement.line,
        span=str(span),
        isa=ours.side.isa.title,
        style=style,
        sign=MARKS.get(style, ""),
        stem=stem,
        suffix=statement.name[len(stem) :],
        text=known.text,
        known=known.known,
        places=whence,
        title=known.title,
        summary=known.summary or _unknown(known.near),
        reference=known.reference,
        guard=statement.guard,
        remarks=[*remarks, *known.remarks],
        operands=_operands(ours, kernel, index, known.operands, jumps),
        modifiers=[(each.text, each.meaning) for each in known.modifiers],
        facts=_facts(kernel, index, instruction, known.cost),
        waits=_waits(ours, kernel, index, jumps) if kernel else (),
        covered=_covered(ours, kernel, index, jumps) if kernel else (),
        readers=[jumps.to(ours, line) for line in readers[:MANY]],
        more_readers=max(0, len(readers) - MANY),
        peers=linked,
        counterparts=() if linked and linked.caveat else counterparts(theirs, known),
        markdown=comment(ours, theirs, span, link, linked.word if linked else "", linked.caveat if linked else ""),
        kin=" ".join(f"{ours.letter}{line}" for line in kin(ours, index)),
        feeders=" ".join(f"{ours.letter}{ours.line(each)}" for each in kernel.feeders(index)[:50]) if kernel else "",
    )


def _unknown(near: Sequence[str]) -> str:
    if not near:
        return "This mnemonic is not in the tables."
    return f"This mnemonic is not in the tables. Nearest: {', '.join(near)}."


def _kernel(column: Column, index: int) -> Kernel | None:
    for kernel in column.side.program.kernels:
        if kernel.routine.first <= index < kernel.routine.last:
            return kernel
    return None


_ACCESS = {Access.READ: "read", Access.WRITE: "written", Access.READWRITE: "read, written", Access.ADDRESS: "address"}


def _operands(
    ours: Column, kernel: Kernel | None, index: int, operands: Sequence[Operand], jumps: Jumps
) -> Sequence[OperandRow]:
    definitions = kernel.definitions(index) if kernel else {}
    found = []
    for operand in operands:
        lines = sorted({ours.line(each) for name in operand.registers for each in definitions.get(name, ())})
        found.append(
            OperandRow(
                operand.text,
                _ink(operand),
                operand.role,
                operand.meaning,
                _ACCESS.get(operand.access, ""),
                [jumps.to(ours, line) for line in lines[:3]],
            )
        )
    return found


def _ink(operand: Operand) -> str:
    if not operand.registers:
        return "nu"
    name = operand.registers[0]
    return "pr" if name.startswith("%p") else "sg" if name.startswith("s") else "rg"


def _facts(kernel: Kernel | None, index: int, instruction: Instruction, cost: Cost | None) -> Sequence[tuple[str, str]]:
    """Small figures about the line, as label and value."""
    facts = []
    if instruction.shape:
        m, n, k, blocks = instruction.shape
        times = f" × {blocks} blocks" if blocks > 1 else ""
        facts.append(("shape", f"{m} × {n} × {k}{times}"))
    if cost:
        if cost.cycles is not None:
            facts.append(("cycles", f"{cost.cycles:,g} on {cost.unit}" if cost.unit else f"{cost.cycles:,g}"))
        if cost.flops:
            facts.append(("work", f"{cost.flops:,} FLOP"))
        if cost.bytes:
            facts.append(("moves", f"{cost.bytes:,} B"))
        if cost.source:
            facts.append(("source", cost.source))
    elif instruction.width:
        facts.append(("moves", f"{instruction.width} B a {'thread' if instruction.lanes == 1 else 'lane'}"))
    if kernel:
        loop = kernel.loop_of(index)
        if loop:
            facts.append(("loop depth", f"{loop.depth}"))
        live = kernel.live_after(index)
        if live:
            facts.append(("live after", f"{len(live):,} registers"))
    return facts


def _waits(ours: Column, kernel: Kernel, index: int, jumps: Jumps) -> list[WaitRow]:
    found = []
    for each in waits(kernel).of(index):
        bound = "" if each.value is None else f" ≤ {each.value}"
        lines = [ours.line(other) for other in each.waits_for]
        remark = each.reason if not each.exact else "" if lines else "Nothing is outstanding here."
        shown = [jumps.to(ours, line) for line in lines[:MANY]]
        found.append(WaitRow(each.counter + bound, shown, max(0, len(lines) - MANY), remark))
    return found


def _covered(ours: Column, kernel: Kernel, index: int, jumps: Jumps) -> list[Jump]:
    lines = dict.fromkeys(ours.line(each.index) for each in waits(kernel).covering(index))
    return [jumps.to(ours, line) for line in list(lines)[:MANY]]
