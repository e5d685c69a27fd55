"""Statements and what directives say → the kernels and device functions among them."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from types import MappingProxyType

from app.isa.amdgcn.blocks import Blocks
from app.isa.amdgcn.flow import flow
from app.model import Diagnostic, Kind, Routine, Severity, Statement

_LOCAL = re.compile(r"\.L.*|L?BB\d+_\d+|\d+|label_.*|L\d+", re.IGNORECASE)
_ASSEMBLER_LABEL = re.compile(r"\.?L\d+|\.L.*|BB\d+_\d+")
_PADDING = frozenset({"s_code_end"})
_SHOWS = frozenset({".globl", ".global", ".protected", ".weak"})
_NO_WAY_ON = ("s_endpgm", "s_setpc", "s_set_pc", "s_branch", "s_rfe", "s_trap", "s_code_end")
Span = tuple[int, int]


def find(
    statements: list[Statement], inert: Sequence[Span], blocks: Blocks
) -> tuple[tuple[Routine, ...], list[Diagnostic]]:
    """The routines in file order. Instructions before the first are a nameless kernel.

    What stands in ``inert`` spans is not assembled there: inside a routine it becomes directives.
    """
    starts = _starts(statements, blocks)
    ends = [*(begin for begin, _ in starts[1:]), len(statements)]
    found: list[Routine] = []
    remarks: list[Diagnostic] = []
    for (begin, name), end in zip(starts, ends, strict=True):
        first, last = _body(statements, inert, blocks, name, begin, end)
        if first >= last and (
            not name or (begin < end and name not in blocks.kernels | blocks.functions | blocks.shown)
        ):
            continue
        limit = statements[end].line if end < len(statements) else sys.maxsize
        routine = _routine(statements, blocks, name, begin, (first, last), limit)
        found.append(routine)
        if name and not _ends(statements[first:last]):
            message = f"{name or 'The code'} does not end here: the file may be cut off."
            remarks.append(Diagnostic(routine.end_line, Severity.WARNING, message))
    _silence(statements, inert, found)
    return tuple(found), remarks


def _starts(statements: Sequence[Statement], blocks: Blocks) -> list[tuple[int, str]]:
    """Index and name of each routine's label; the first entry is nameless and begins the file."""
    labels = [(i, s.name) for i, s in enumerate(statements) if s.kind is Kind.LABEL]
    names = blocks.functions | blocks.kernels | _entries(statements, labels, blocks.shown)
    starts: list[tuple[int, str]] = []
    seen: set[str] = set()
    for index, name in labels:
        if name in names and name not in seen:
            seen.add(name)
            starts.append((index, name))
    if not starts:
        starts = _by_look(statements, labels)
    return [(0, ""), *starts]


def _entries(statements: Sequence[Statement], labels: list[tuple[int, str]], shown: set[str]) -> set[str]:
    """Of a disassembly's symbols those where a routine begins: nothing runs or branches into them."""
    if not shown:
        return set()
    reached = {name for item in statements for name in flow(item).labels}
    found: set[str] = set()
    for index, name in labels:
        if name in shown and not _ASSEMBLER_LABEL.fullmatch(name):
            before = next((statements[i] for i in range(index - 1, -1, -1) if _is_code(statements[i])), None)
            ended = before is None or (before.name.startswith((*_NO_WAY_ON, "s_nop")) and name not in reached)
            if ended:
                found.add(name)
    return found


def _by_look(statements: Sequence[Statement], labels: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Without any declaration: a global symbol's label, or the last one before any instruction."""
    shown = {item.args.strip().strip('"') for item in statements if item.kind is Kind.DIRECTIVE and item.name in _SHOWS}
    starts = [(i, name) for i, name in labels if name in shown]
    if starts:
        return starts
    first = next((i for i, s in enumerate(statements) if s.kind is Kind.INSTRUCTION), len(statements))
    return [(i, name) for i, name in labels if i < first and not _LOCAL.fullmatch(name)][-1:]


def _body(
    statements: Sequence[Statement], inert: Sequence[Span], blocks: Blocks, name: str, begin: int, end: int
) -> Span:
    """The span from the label to the last instruction; definitions of macros at its ends are outside."""
    first = begin + 1 if name else begin
    size = blocks.sizes.get(name) if name else None
    if size is not None and size > statements[begin].line:
        end = next((i for i in range(first, end) if statements[i].line >= size), end)
    last = end
    dead = [False] * (end - first)
    for low, high in inert:
        for index in range(max(low, first), min(high, end)):
            dead[index - first] = True
    while last > first and (dead[last - 1 - first] or _is_no_code(statements[last - 1])):
        last -= 1
    while last > first and statements[last - 1].name == "s_nop" and _stops_before(statements, first, last - 1):
        last -= 1
    if not name:
        while first < last and (dead[first - begin] or statements[first].kind is Kind.DIRECTIVE):
            first += 1
    return first, last


def _stops_before(statements: Sequence[Statement], first: int, at: int) -> bool:
    """Whether nothing runs on into the filling that ends at ``at``."""
    while at > first and (statements[at].name == "s_nop" or statements[at].kind is Kind.DIRECTIVE):
        at -= 1
    return statements[at].name.startswith(_NO_WAY_ON)


def _is_code(item: Statement) -> bool:
    return item.kind is Kind.INSTRUCTION


def _is_no_code(item: Statement) -> bool:
    return item.kind is not Kind.INSTRUCTION or item.name in _PADDING


def _routine(statements: Sequence[Statement], blocks: Blocks, name: str, begin: int, body: Span, limit: int) -> Routine:
    first, last = body
    line = statements[begin].line if name else statements[first].line
    end_line = statements[last - 1].end_line if last > first else line
    facts = dict(blocks.facts.get(name, {})) if name else {}
    facts.update(next((info for at, info in blocks.infos if line < at < limit), {}))
    declared = bool(blocks.kernels and name)
    is_kernel = name in blocks.kernels if declared else not name or _ends_wave(statements[first:last])
    parameters = blocks.parameters.get(name, ())
    return Routine(name, line, end_line, first, last, is_kernel, parameters, MappingProxyType(facts))


def _silence(statements: list[Statement], inert: Sequence[Span], found: Sequence[Routine]) -> None:
    for low, high in inert:
        for index in range(low, high):
            if any(routine.first <= index < routine.last for routine in found):
                statements[index] = statements[index]._replace(kind=Kind.DIRECTIVE)


def _ends_wave(body: Sequence[Statement]) -> bool:
    return any(item.name.startswith("s_endpgm") for item in body)


def _ends(body: Sequence[Statement]) -> bool:
    """Whether control can't run off the end, as far as the last instruction tells."""
    last = next((item for item in reversed(body) if item.kind is Kind.INSTRUCTION), None)
    return last is None or last.name.startswith(_NO_WAY_ON)
