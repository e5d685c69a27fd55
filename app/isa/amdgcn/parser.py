"""A source → its ``Listing``: statements, routines, the line table, and what could not be read.

Reads compiler output, hand-written files (macros, symbols, preprocessor lines), disassembly listings
and bare instructions. What the statements hold beyond the text as written:

* a dual-issue pair ``v_dual_a … :: v_dual_b …`` is one statement named after its first half;
* where the text of a register leaves open which one is meant, a comment says it: ``v4 /*v260*/``,
  ``v[base+1] /*v9*/``. Compilers write such comments; for symbols the parser adds them;
* a disassembled branch, whose text has a distance alone, keeps the listing's ``<place>`` behind it,
  and the place becomes a label.

Attributes of a routine carry their origin as prefix: ``amdhsa.next_free_vgpr`` (the directive without
its own prefix), ``metadata.vgpr_count`` (key without its dot), ``comment.Occupancy`` (the compiler's
``Kernel info``), ``symbol.num_vgpr`` (``.set NAME.num_vgpr``).
"""

from __future__ import annotations

import re
from sys import intern

from app.isa.amdgcn import disassembly, routines, targets, text
from app.isa.amdgcn.blocks import Blocks
from app.isa.amdgcn.linetable import LineTable
from app.isa.amdgcn.mnemonics import looks_like
from app.model import Diagnostic, Kind, Listing, Location, Severity, Source, Statement

_SIMPLE = re.compile(r"[ \t]*([\w.$@]+)(?:[ \t]+([^;/=\"][^;/\"]*))?(?:(;)|(//)|$)")
"""A statement with nothing odd about it: name, operands, and what ends it."""
_LABEL = re.compile(r'([\w.$@\\()]+|"[^"]*")[ \t]*:(?![:=])')
_ASSIGNMENT = re.compile(r"([A-Za-z_.$][\w.$]*)[ \t]*=(?!=)[ \t]*(.*)")
_STATEMENT = re.compile(r"(\S+)(?:[ \t]+(.*))?", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_.$\\#][\w.$@\\()#]*")
_BLANK = re.compile(r"[ \t]*(?:;|//|$)")
_MOST_REMARKS = 100


def read(source: Source) -> Listing:
    """Parses a source; never fails."""
    reader = Reader()
    reader.run(source.lines)
    listed = tuple(reader.statements)
    found, remarks = routines.find(listed, reader.blocks)
    return Listing(
        source=source,
        isa="amdgcn",
        target=reader.blocks.target,
        version=reader.blocks.version,
        statements=listed,
        routines=found,
        locations=tuple(reader.locations),
        diagnostics=(*source.diagnostics, *_bounded([*reader.remarks, *remarks])),
    )


def statement(line: str) -> Statement:
    """One instruction given alone."""
    reader = Reader()
    reader.run(tuple(line.splitlines()) or ("",))
    for found in reader.statements:
        if found.kind is Kind.INSTRUCTION:
            return found
    for found in reader.statements:
        if found.kind is not Kind.LABEL:
            return found._replace(kind=Kind.INSTRUCTION)
    return Statement(Kind.UNREADABLE, 1, 1, line.strip())


def _bounded(remarks: list[Diagnostic]) -> list[Diagnostic]:
    remarks.sort(key=lambda remark: remark.line)
    if len(remarks) > _MOST_REMARKS:
        more = len(remarks) - _MOST_REMARKS
        return [*remarks[:_MOST_REMARKS], Diagnostic(0, Severity.INFO, f"{more:,} more remarks are not shown.")]
    return remarks


class Reader:
    """Goes through the lines once; its lists grow in step."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.locations: list[Location | None] = []
        self.remarks: list[Diagnostic] = []
        self.blocks = Blocks()
        self.table = LineTable()
        self.macros: set[str] = set()
        self._kinds: dict[str, Kind] = {}
        self._open = 0
        """The line on which an unfinished block comment began."""

    def run(self, lines: tuple[str, ...]) -> None:
        """Reads all lines."""
        match = _SIMPLE.match
        kinds = self._kinds
        add, place = self.statements.append, self.locations.append
        blocks, table = self.blocks, self.table
        for number, line in enumerate(lines, 1):
            if blocks.busy and blocks.take(number, line):
                continue
            simple = None if self._open else match(line)
            if simple is None:
                self._slow(number, line)
                continue
            name, args, mark, slashes = simple.groups()
            kind = kinds.get(name)
            if kind is not Kind.INSTRUCTION or slashes:
                self._slow(number, line)
                continue
            add(Statement(kind, number, number, intern(name), args.rstrip() if args else ""))
            place(table.now)
        self._finish(len(lines))

    def _slow(self, number: int, line: str) -> None:
        if not self._open and _BLANK.match(line):
            self._comment(number, line.strip())
            return
        if not self._open and line.lstrip()[:1] == "#":
            self._preprocessor(number, line.strip())
            return
        listed = disassembly.line(line) if not self._open else None
        if listed:
            if listed.symbol:
                self._add(Kind.LABEL, number, listed.symbol)
                self.blocks.symbol(listed.symbol, number)
                return
            line = listed.code
        was_open = bool(self._open)
        code = text.strip(line, was_open)
        self._open = (self._open or number) if code.open else 0
        address = self.blocks.listing.address(code.comment, listed)
        rest = code.text
        if not rest:
            return
        if address is not None:
            self.blocks.listing.place(address, len(self.statements))
        while label := _LABEL.match(rest):
            self._label(number, label[1].strip('"'))
            rest = rest[label.end() :].lstrip()
        if not rest:
            return
        assigned = _ASSIGNMENT.match(rest)
        if assigned:
            self._add(Kind.DIRECTIVE, number, "=", f"{assigned[1]}, {assigned[2]}")
            self.blocks.set(assigned[1], assigned[2])
            return
        match = _STATEMENT.match(rest)
        assert match is not None
        self._statement(number, match[1], (match[2] or "").strip(), code.comment)

    def _statement(self, number: int, name: str, args: str, comment: str) -> None:
        kind = self._kinds.get(name)
        if kind is None:
            kind = self._kinds[name] = self._kind(name)
        if kind is Kind.UNREADABLE and name in self.macros:
            kind = self._kinds[name] = Kind.DIRECTIVE
        if kind is Kind.DIRECTIVE:
            self._directive(number, name, args)
            return
        if kind is Kind.UNREADABLE:
            whole = f"{name} {args}".rstrip()
            self._add(kind, number, whole)
            self.remarks.append(
                Diagnostic(number, Severity.WARNING, f"Not an AMD instruction, directive or macro: {_short(whole)}")
            )
            return
        self._add(kind, number, name, disassembly.with_place(name, args, comment))

    def _kind(self, name: str) -> Kind:
        if looks_like(name):
            return Kind.INSTRUCTION
        if _WORD.fullmatch(name) and (name[0] in ".\\#" or name in self.macros):
            return Kind.DIRECTIVE
        return Kind.UNREADABLE

    def _directive(self, number: int, name: str, args: str) -> None:
        self._add(Kind.DIRECTIVE, number, name, args)
        if name in (".loc", ".file"):
            self.table.take(name, args)
        elif name == ".macro":
            self.macros.add(re.split(r"[\s,]", args, maxsplit=1)[0])
        self.blocks.directive(number, name, args)

    def _label(self, number: int, name: str) -> None:
        self._add(Kind.LABEL, number, name)

    def _comment(self, number: int, line: str) -> None:
        self.blocks.comment(number, line)

    def _preprocessor(self, number: int, line: str) -> None:
        match = re.match(r"#[ \t]*([a-z_]+)\b[ \t]*(.*)", line)
        if match and match[1] in _PREPROCESSOR:
            self._add(Kind.DIRECTIVE, number, f"#{match[1]}", text.strip(match[2], False).text)

    def _add(self, kind: Kind, number: int, name: str, args: str = "") -> None:
        self.statements.append(Statement(kind, number, number, intern(name), args))
        self.locations.append(self.table.now)

    def _finish(self, last: int) -> None:
        if self._open:
            self.remarks.append(Diagnostic(self._open, Severity.WARNING, "This block comment is not closed."))
        self.blocks.finish(last)
        self.remarks += self.blocks.remarks


_PREPROCESSOR = frozenset("define undef if ifdef ifndef elif else endif include error warning pragma line".split())


def _short(words: str) -> str:
    return words if len(words) <= 60 else words[:57] + "…"
