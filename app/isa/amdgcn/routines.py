"""Statements and what directives say → the kernels and device functions among them."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Mapping, Sequence, Set
from itertools import accumulate
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
    starts = _starts(statements, inert, blocks)
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
        if name in blocks.functions and end == len(statements) and _is_cut_off(statements, first, last):
            message = f"{name} does not end here: the file may be cut off."
            remarks.append(Diagnostic(routine.end_line, Severity.WARNING, message))
    _silence(statements, inert, found)
    return tuple(found), remarks


def _starts(statements: Sequence[Statement], inert: Sequence[Span], blocks: Blocks) -> list[tuple[int, str]]:
    """Index and name of each routine's label; the first entry is nameless and begins the file."""
    dead = {index for low, high in inert for index in range(low, high)}
    labels: dict[str, int] = {}
    for index, item in enumerate(statements):
        if item.kind is Kind.LABEL and index not in dead:
            labels.setdefault(item.name, index)
    names = blocks.functions | blocks.kernels | _entries(statements, labels, blocks.shown)
    starts = [(index, name) for name, index in labels.items() if name in names]
    return [(0, ""), *(starts or _by_look(statements, labels, dead))]


def _entries(statements: Sequence[Statement], labels: Mapping[str, int], shown: set[str]) -> set[str]:
    """Of a disassembly's symbols those where a routine begins: nothing runs or branches across them."""
    if not shown:
        return set()
    crossed = [0] * (len(statements) + 2)
    for index, item in enumerate(statements):
        for target in (labels[name] for name in flow(item).labels if name in labels):
            crossed[min(index, target) + 1] += 1
            crossed[max(index, target) + 1] -= 1
    crossings = list(accumulate(crossed))
    found: set[str] = set()
    for name in shown:
        at = labels.get(name)
        if at is None or crossings[at] or _ASSEMBLER_LABEL.fullmatch(name):
            continue
        before = next((statements[i] for i in range(at - 1, -1, -1) if _is_code(statements[i])), None)
        if before is None or before.name.startswith((*_NO_WAY_ON, "s_nop")):
            found.add(name)
    return found


def _by_look(statements: Sequence[Statement], labels: Mapping[str, int], dead: Set[int]) -> list[tuple[int, str]]:
    """Without any declaration: a global symbol's label, or the last one before any instruction."""
    shown = {item.args.strip().strip('"') for item in statements if item.kind is Kind.DIRECTIVE and item.name in _SHOWS}
    starts = [(index, name) for name, index in labels.items() if name in shown]
    if starts:
        return starts
    code = (i for i, s in enumerate(statements) if s.kind is Kind.INSTRUCTION and i not in dead)
    first = next(code, len(statements))
    return [(i, name) for name, i in labels.items() if i < first and not _LOCAL.fullmatch(name)][-1:]


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
    ends = [routine.last for routine in found]
    for low, high in inert:
        for index in range(low, high):
            at = bisect_right(ends, index)
            if at < len(found) and found[at].first <= index:
                statements[index] = statements[index]._replace(kind=Kind.DIRECTIVE)


def _ends_wave(body: Sequence[Statement]) -> bool:
    return any(item.name.startswith("s_endpgm") for item in body)


def _is_cut_off(statements: Sequence[Statement], first: int, last: int) -> bool:
    """Whether the text stops in a routine's code: nothing follows, and control could run on."""
    if first >= last or any(item.kind is not Kind.LABEL for item in statements[last:]):
        return False
    return not statements[last - 1].name.startswith(_NO_WAY_ON)
