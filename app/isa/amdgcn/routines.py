"""Statements and what directives say → the kernels and device functions among them."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from types import MappingProxyType

from app.isa.amdgcn.blocks import Blocks
from app.model import Diagnostic, Kind, Routine, Severity, Statement

_LOCAL = re.compile(r"\.L.*|L?BB\d+_\d+|\d+|label_.*|L\d+", re.IGNORECASE)
_PADDING = frozenset({"s_code_end"})


def find(statements: Sequence[Statement], blocks: Blocks) -> tuple[tuple[Routine, ...], list[Diagnostic]]:
    """The routines in file order. Instructions before the first are a nameless kernel."""
    starts = _starts(statements, blocks)
    found: list[Routine] = []
    remarks: list[Diagnostic] = []
    outside = _macro_bodies(statements)
    for (begin, name), (end, _) in zip(starts, [*starts[1:], (len(statements), "")], strict=True):
        if found and begin < found[-1].last:
            continue
        routine = _routine(statements, blocks, name, begin, end, outside)
        if routine:
            found.append(routine)
            if not name:
                continue
    for routine in found:
        if routine.name and not _ends(statements[routine.first : routine.last]):
            remarks.append(
                Diagnostic(
                    routine.end_line, Severity.WARNING, f"{routine.name} does not end here: the file may be cut off."
                )
            )
    return tuple(found), remarks


def _starts(statements: Sequence[Statement], blocks: Blocks) -> list[tuple[int, str]]:
    """Index and name of each routine's label; the first entry is nameless and begins the file."""
    names = blocks.functions | blocks.kernels
    labels = [(i, s.name) for i, s in enumerate(statements) if s.kind is Kind.LABEL]
    starts = [(i, name) for i, name in labels if name in names]
    if not starts and not names:
        starts = _by_look(statements, labels)
    return [(0, ""), *starts]


def _by_look(statements: Sequence[Statement], labels: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Without any declaration: a global symbol's label, or a first label before any instruction."""
    shown = {
        s.args.strip().strip('"')
        for s in statements
        if s.kind is Kind.DIRECTIVE and s.name in (".globl", ".global", ".protected", ".weak")
    }
    starts = [(i, name) for i, name in labels if name in shown]
    if starts:
        return starts
    first = next((i for i, s in enumerate(statements) if s.kind is Kind.INSTRUCTION), len(statements))
    return [(i, name) for i, name in labels if i < first and not _LOCAL.fullmatch(name)][-1:]


def _macro_bodies(statements: Sequence[Statement]) -> list[tuple[int, int]]:
    """Spans of statements between ``.macro`` and ``.endm``."""
    spans: list[tuple[int, int]] = []
    depth = begin = 0
    for index, item in enumerate(statements):
        if item.kind is not Kind.DIRECTIVE:
            continue
        if item.name == ".macro":
            if not depth:
                begin = index
            depth += 1
        elif item.name in (".endm", ".endmacro") and depth:
            depth -= 1
            if not depth:
                spans.append((begin, index + 1))
    return spans


def _routine(
    statements: Sequence[Statement], blocks: Blocks, name: str, begin: int, end: int, outside: list[tuple[int, int]]
) -> Routine | None:
    first = begin + 1 if name else begin
    limit = statements[end].line if end < len(statements) else sys.maxsize
    size = blocks.sizes.get(name) if name else None
    if size is not None:
        end = next((i for i in range(first, end) if statements[i].line >= size), end)
    last = end
    while last > first and (statements[last - 1].kind is not Kind.INSTRUCTION or statements[last - 1].name in _PADDING):
        last -= 1
    for low, high in outside:
        if low <= first < high:
            first = min(high, last)
        if low < last <= high:
            last = max(low, first)
    while last > first and statements[last - 1].kind is not Kind.INSTRUCTION:
        last -= 1
    if not name:
        while first < last and statements[first].kind is not Kind.INSTRUCTION:
            if statements[first].kind is Kind.LABEL:
                break
            first += 1
        inside = next((high for low, high in reversed(outside) if low >= first and high <= last), None)
        if inside is not None:
            first = inside
        if not any(statements[i].kind is Kind.INSTRUCTION for i in range(first, last)):
            return None
    elif first >= last and name not in blocks.kernels and name not in blocks.functions:
        return None
    line = statements[begin].line if name else statements[first].line
    end_line = statements[last - 1].end_line if last > first else line
    facts = dict(blocks.facts.get(name, {}))
    following = next((info for at, info in blocks.infos if line < at < limit), None)
    if following:
        facts.update(following)
    is_kernel = name in blocks.kernels if blocks.kernels and name else _ends_wave(statements[first:last]) or not name
    return Routine(
        name, line, end_line, first, last, is_kernel, blocks.parameters.get(name, ()), MappingProxyType(facts)
    )


def _ends_wave(body: Sequence[Statement]) -> bool:
    return any(item.name.startswith("s_endpgm") for item in body)


def _ends(body: Sequence[Statement]) -> bool:
    """Whether control can't run off the end."""
    last = next((item for item in reversed(body) if item.kind is Kind.INSTRUCTION), None)
    return last is None or last.name.startswith(
        ("s_endpgm", "s_setpc", "s_set_pc", "s_branch", "s_rfe", "s_trap", "s_nop")
    )
