"""A source → its ``Listing``: statements, routines, the line table, and what could not be read.

Reads compiler output, hand-written files, inline assembly cut out of one, and bare instructions of
PTX ISA 1.0 to 9.x. What the statements hold beyond the text as written:

* white space inside a mnemonic or guard is dropped (``add .s32`` is ``add.s32``);
* the list that ``brx.idx`` takes its targets from is followed by them: ``targets /*$L1, $L2*/``;
* a register named without ``%`` is told from a symbol, where both can stand, by ``/*register*/`` behind it.

A directive's name is its first word; what follows, further directives included, are its arguments.
"""

from __future__ import annotations

import re
from sys import intern

from app.isa.ptx import names, routines
from app.isa.ptx.reader import SIMPLE, Reader
from app.model import Diagnostic, Kind, Listing, Severity, Source, Statement

_MOST_REMARKS = 100


def read(source: Source) -> Listing:
    """Parses a source; never fails."""
    reader = Reader()
    reader.run(source.lines)
    names.resolve(reader.statements)
    target, version = _module(reader.statements)
    found, remarks = routines.find(reader.statements, reader.locations)
    remarks = [*reader.remarks, *remarks, *_unavailable(reader.statements, target, version)]
    return Listing(
        source=source,
        isa="ptx",
        target=target,
        version=version,
        statements=tuple(reader.statements),
        routines=found,
        locations=tuple(reader.locations),
        diagnostics=(*source.diagnostics, *_bounded(remarks)),
    )


def statement(line: str) -> Statement:
    """One instruction given alone; text that is none keeps its own kind or is ``UNREADABLE``."""
    simple = SIMPLE.match(line)
    if simple:
        guard, name, args = simple.groups()
        return Statement(Kind.INSTRUCTION, 1, 1, intern(name), (args or "").rstrip(), guard or "")
    reader = Reader()
    reader.run(tuple(line.splitlines()) or ("",))
    found = [item for item in reader.statements if item.kind is not Kind.LABEL]
    for item in found:
        if item.kind is Kind.INSTRUCTION:
            return item
    if reader.statements:
        return (found or reader.statements)[0]
    return Statement(Kind.UNREADABLE, 1, 1, line.strip())


_VERSION = re.compile(r"\.version\s+(\d+\.\d+)")
_TARGET = re.compile(r"\.target\s+([\w.]+(?:\s*,\s*\w+)*)")
_ARCHITECTURE = re.compile(r"\b(?:sm|compute)_\d+[a-z]?\b")


def _module(statements: list[Statement]) -> tuple[str | None, str | None]:
    """The target and the ISA version that the file states."""
    target = version = None
    for item in statements:
        if item.kind is not Kind.DIRECTIVE or item.name not in (".version", ".target", ".address_size"):
            continue
        text = f"{item.name} {item.args}"
        found = _VERSION.search(text)
        version = found[1] if found and version is None else version
        named = _TARGET.search(text)
        architecture = _ARCHITECTURE.search(named[1]) if named and target is None else None
        target = architecture[0].replace("compute_", "sm_") if architecture else target
        if target and version:
            break
    return target, version


def _unavailable(statements: list[Statement], target: str | None, version: str | None) -> list[Diagnostic]:
    """Mnemonics that no PTX has, or that the file's own target or version lacks."""
    from app.isa.ptx import instructions

    remarks = []
    verdicts: dict[str, tuple[Severity, str] | None] = {}
    for item in statements:
        if item.kind is Kind.INSTRUCTION:
            name = item.name
            if name not in verdicts:
                verdicts[name] = instructions.unavailable(name, target, version)
            verdict = verdicts[name]
            if verdict is not None:
                remarks.append(Diagnostic(item.line, *verdict))
    return remarks


def _bounded(remarks: list[Diagnostic]) -> list[Diagnostic]:
    remarks.sort(key=lambda remark: remark.line)
    if len(remarks) > _MOST_REMARKS:
        more = len(remarks) - _MOST_REMARKS
        return [*remarks[:_MOST_REMARKS], Diagnostic(0, Severity.INFO, f"{more:,} more remarks are not shown.")]
    return remarks
