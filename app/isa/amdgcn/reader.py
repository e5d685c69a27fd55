"""Lines in order → statements, with macros expanded, repetitions unrolled and symbols followed."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from sys import intern

from app.isa.amdgcn import disassembly, instructions, macros, repetitions, text
from app.isa.amdgcn.blocks import Blocks
from app.isa.amdgcn.conditions import DIRECTIVES as CONDITIONS
from app.isa.amdgcn.conditions import Conditions
from app.isa.amdgcn.linetable import LineTable
from app.isa.amdgcn.mnemonics import looks_like
from app.isa.amdgcn.symbols import Symbols
from app.model import Diagnostic, Kind, Location, Severity, Statement

SIMPLE = re.compile(r"[ \t]*([\w.$@]+)(?:[ \t]+([^\s;/=\"\\][^;/\"\\]*+))?[ \t]*+(?:;|(//)|$)")
"""A statement with nothing odd about it: name, operands, and whether ``//`` ends it."""
_LABEL = re.compile(r'([\w.$@\\()]+|"[^"]*")[ \t]*:(?![:=])')
_ASSIGNMENT = re.compile(r"([A-Za-z_.$][\w.$\\()]*)[ \t]*=(?!=)[ \t]*(.*)")
_STATEMENT = re.compile(r"(\S+)(?:[ \t]+(.*))?", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_.$\\][\w.$@\\()]*")
_BLANK = re.compile(r"[ \t]*(?:;|//|$)")
_PREPROCESSOR = re.compile(
    r"#[ \t]*(define|undef|ifn?def|if|elif|else|endif|include|error|warning|pragma|line)\b[ \t]*(.*)"
)
_DEEPEST = 20
_MOST_EXPANDED = 200_000
_MOST_REMARKS = 10_000


class Reader:
    """Goes through the lines once; ``statements`` and ``locations`` grow in step."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.locations: list[Location | None] = []
        self.remarks: list[Diagnostic] = []
        self.inert: list[tuple[int, int]] = []
        """Spans of statements that stand in the text but are not assembled there."""
        self.blocks = Blocks()
        self._table = LineTable()
        self._symbols = Symbols()
        self._conditions = Conditions()
        self._macros: dict[str, macros.Macro] = {}
        self._defining: macros.Macro | None = None
        self._defined_at = (0, 0, 0)
        """Line, statement index and nesting of the definition that is open."""
        self._repeats: list[repetitions.Repetition] = []
        self._muted_at: int | None = None
        self._watching = False
        """Whether lines mean more than themselves: in metadata, a definition, a repetition, a dead branch."""
        self._depth = 0
        self._feed: Iterator[tuple[int, str]] = iter(())
        """The lines of the call that is being expanded."""
        self._expanded = 0
        self._calls = 0
        self._kinds: dict[str, Kind] = {}
        self._includes = False
        """Whether the text takes in files that are not here."""
        self._open = 0
        """The line on which an unfinished block comment began."""

    def run(self, lines: tuple[str, ...]) -> None:
        """Reads all lines of a file."""
        self._lines(enumerate(lines, 1))
        self._finish(len(lines))

    def _lines(self, lines: Iterable[tuple[int, str]]) -> None:
        match = SIMPLE.match
        kinds = self._kinds
        add, place = self.statements.append, self.locations.append
        table, symbols = self._table, self._symbols
        for number, line in lines:
            if self._watching and self._watched(number, line):
                continue
            simple = None if self._open else match(line)
            if simple is None or kinds.get(simple[1]) is not Kind.INSTRUCTION or simple[3]:
                self._slow(number, line)
                continue
            name, args = simple[1], simple[2]
            args = args.rstrip() if args else ""
            if symbols.used and "[" in args:
                args = symbols.name_registers(args)
            add(Statement(Kind.INSTRUCTION, number, number, intern(name), args))
            place(table.now)

    def _watched(self, number: int, line: str) -> bool:
        """Whether an open block takes the line for itself."""
        if self.blocks.busy:
            return self.blocks.take(number, line)
        word = line.split(None, 1)[0] if line.strip() else ""
        if self._repeats:
            self._repeat(number, line, word)
        if self._defining:
            self._define(number, line, word)
        muted = self._muted_at is not None or self._defining is not None
        if muted and self._depth and word not in CONDITIONS and word not in (".macro", ".endm", ".endr"):
            return True
        self._watch()
        return False

    def _watch(self) -> None:
        self._watching = bool(self.blocks.busy or self._defining or self._repeats or self._muted_at is not None)

    @property
    def _passive(self) -> bool:
        return self._defining is not None or self._muted_at is not None

    def _slow(self, number: int, line: str) -> None:
        if not self._open:
            if _BLANK.match(line):
                self.blocks.comment(number, line.strip())
                return
            stripped = line.lstrip()
            if stripped[:1] == "#":
                self._preprocessor(number, stripped)
                return
            if disassembly.is_header(stripped):
                self._add(Kind.DIRECTIVE, number, stripped.rstrip())
                return
            listed = disassembly.line(line)
            if listed and listed.symbol:
                self._add(Kind.LABEL, number, listed.symbol)
                self.blocks.shown.add(listed.symbol)
                return
        else:
            listed = None
        code = text.strip(listed.code if listed else line, bool(self._open))
        self._open = (self._open or number) if code.open else 0
        address = disassembly.address(code.comment, listed)
        if code.text:
            if address is not None:
                self.blocks.listing.place(address, len(self.statements))
            self._code(number, code.text, code.comment)

    def _code(self, number: int, rest: str, comment: str) -> None:
        while label := _LABEL.match(rest):
            self._add(Kind.LABEL, number, label[1].strip('"'))
            rest = rest[label.end() :].lstrip()
        if not rest:
            return
        assigned = _ASSIGNMENT.match(rest)
        if assigned:
            self._add(Kind.DIRECTIVE, number, "=", f"{assigned[1]}, {assigned[2]}")
            self._set(assigned[1], assigned[2])
            return
        match = _STATEMENT.match(rest)
        name, args = (match[1], (match[2] or "").strip()) if match else (rest, "")
        kind = self._kinds.get(name)
        if kind is None:
            kind = self._kinds[name] = self._kind(name)
        if kind is Kind.DIRECTIVE:
            self._directive(number, name, args)
        elif kind is Kind.INSTRUCTION:
            args = disassembly.with_place(name, args, comment)
            self._add(kind, number, name, args if self._passive else self._symbols.name_registers(args))
        elif disassembly.is_heading(rest):
            self._add(Kind.DIRECTIVE, number, name, args)
            if name == "shader":
                self._add(Kind.LABEL, number, args)
                self.blocks.functions.add(args)
        else:
            self._add(kind, number, rest)
            self._remark(number, f"Not an AMD instruction, directive or known macro: {_short(rest)}")

    def _kind(self, name: str) -> Kind:
        if name in self._macros:
            return Kind.DIRECTIVE
        if looks_like(name):
            # What an included file defines is a macro, even if it is called like an instruction.
            foreign = self._includes and instructions.entry(name, None) is None
            return Kind.DIRECTIVE if foreign else Kind.INSTRUCTION
        return Kind.DIRECTIVE if _WORD.fullmatch(name) and name[0] in ".\\" else Kind.UNREADABLE

    def _directive(self, number: int, name: str, args: str) -> None:
        if self._conditional(number, name, args):
            return
        self._add(Kind.DIRECTIVE, number, name, args)
        if self._passive:
            return
        if name in (".loc", ".file"):
            self._table.take(name, args)
        elif name in self._macros:
            self._call(number, name, args)
        elif name == ".macro":
            self._defining = macros.define(args)
            self._symbols.used = True
            self._defined_at = (number, len(self.statements) - 1, 1)
            self._watching = True
        elif name == ".include":
            self._includes = True
        elif name == ".exitm":
            deque(self._feed, maxlen=0)
        elif name == ".purgem":
            self._macros.pop(args.strip(), None)
            self._kinds.pop(args.strip(), None)
        elif name in repetitions.OPENING:
            self._begin_repeat(number, name, args)
        elif name in (".set", ".equ", ".equiv"):
            symbol, _, value = args.partition(",")
            self._set(symbol.strip(), value.strip())
        else:
            if name.startswith(".amdhsa_") and not args.isdecimal():
                known = self._symbols.evaluate(args)
                args = args if known is None else str(known)
            self.blocks.directive(number, name, args)
            self._symbols.target(self.blocks.target)
            self._watch()

    # Conditions -----------------------------------------------------------------------------------

    def _conditional(self, number: int, name: str, args: str) -> bool:
        if name not in CONDITIONS or self._defining:
            return False
        self._conditions.take(name, args, self._symbols.values)
        live = self._conditions.live
        if live and self._muted_at is not None:
            self.inert.append((self._muted_at, len(self.statements)))
            self._muted_at = None
        self._add(Kind.DIRECTIVE, number, name, args)
        if not live and self._muted_at is None:
            self._muted_at = len(self.statements)
        self._watch()
        return True

    # Macros ---------------------------------------------------------------------------------------

    def _define(self, number: int, line: str, word: str) -> None:
        """One more line of the definition that is open."""
        assert self._defining is not None
        begun, index, nested = self._defined_at
        if word == ".macro":
            nested += 1
        elif word in (".endm", ".endmacro"):
            nested -= 1
        self._defined_at = (begun, index, nested)
        if nested:
            self._defining.body.append(line)
            return
        macro, self._defining = self._defining, None
        self._macros[macro.name] = macro
        self._kinds[macro.name] = Kind.DIRECTIVE
        if not self._depth:
            self.inert.append((index, len(self.statements)))

    def _call(self, number: int, name: str, args: str) -> None:
        if self._depth >= _DEEPEST or self._expanded > _MOST_EXPANDED:
            self._remark(number, f"The call of {name} is not expanded: too deep or too much.", Severity.INFO)
            return
        self._calls += 1
        body = self._macros[name].expand(args, self._calls)
        self._expand([(number, line) for line in body])

    def _expand(self, lines: list[tuple[int, str]]) -> None:
        """Reads lines that stand for a call; conditions left open inside it end with it."""
        self._expanded += len(lines)
        outer = self._conditions, self._repeats, self._muted_at
        self._conditions, self._repeats, self._muted_at = Conditions(), [], None
        feed, self._feed = self._feed, iter(lines)
        self._depth += 1
        self._lines(self._feed)
        self._depth -= 1
        self._feed = feed
        self._conditions, self._repeats, self._muted_at = outer
        self._watch()

    # Repetitions ----------------------------------------------------------------------------------

    def _begin_repeat(self, number: int, name: str, args: str) -> None:
        if len(self._repeats) >= _DEEPEST:
            self._remark(number, "The repetition is not unrolled: too deep.", Severity.INFO)
            self._repeats[-1].nested += 1
            return
        block = repetitions.begin(number, name, args, self._symbols)
        if block.cut:
            message = f"{name} {args}: only the first {repetitions.MOST:,} rounds are unrolled."
            self._remark(number, message, Severity.INFO)
        self._repeats.append(block)
        if not block.read_at_once:
            self._muted_at = len(self.statements)
        self._watching = True

    def _repeat(self, number: int, line: str, word: str) -> None:
        """One more line of the repetitions that are open; ``.endr`` reads the innermost's other rounds."""
        block = self._repeats[-1]
        closes = word == ".endr" and not block.nested
        for each in self._repeats[:-1] if closes else self._repeats:
            each.lines.append((number, line))
        if self._passive and word in repetitions.OPENING:
            block.nested += 1
        elif closes:
            self._end_repeat(block)
        elif word == ".endr":
            block.nested -= 1

    def _end_repeat(self, block: repetitions.Repetition) -> None:
        self._repeats.pop()
        if not block.read_at_once and self._muted_at is not None:
            self.inert.append((self._muted_at, len(self.statements)))
            self._muted_at = None
        for lines in block.others():
            if self._expanded > _MOST_EXPANDED:
                self._remark(block.line, "The repetition is not unrolled further: too much.", Severity.INFO)
                break
            self._expand(lines)

    # ----------------------------------------------------------------------------------------------

    def _set(self, symbol: str, value: str) -> None:
        if not self._passive:
            self._symbols.set(symbol, value)
            self.blocks.set(symbol, value)

    def _preprocessor(self, number: int, line: str) -> None:
        match = _PREPROCESSOR.match(line)
        if match:
            self._add(Kind.DIRECTIVE, number, f"#{match[1]}", text.strip(match[2], False).text)

    def _add(self, kind: Kind, number: int, name: str, args: str = "") -> None:
        if self._depth and (kind is Kind.DIRECTIVE or self._passive):
            return
        self.statements.append(Statement(kind, number, number, intern(name), args))
        self.locations.append(self._table.now)

    def _remark(self, number: int, message: str, severity: Severity = Severity.WARNING) -> None:
        if len(self.remarks) < _MOST_REMARKS:
            self.remarks.append(Diagnostic(number, severity, message))

    def _finish(self, last: int) -> None:
        if self._open:
            self._remark(self._open, "This block comment is not closed.")
        if self._defining:
            self._remark(self._defined_at[0], "No .endm follows for this .macro: the file is cut off.")
            self.inert.append((self._defined_at[1], len(self.statements)))
        for block in self._repeats:
            self._remark(block.line, "No .endr follows for this repetition: the file is cut off.")
        if self._muted_at is not None:
            self.inert.append((self._muted_at, len(self.statements)))
        if self._conditions.depth:
            self._remark(last, "An .if is not closed by .endif: the file is cut off.")
        self._unfinished()
        self.blocks.finish(last)
        self.remarks += self.blocks.remarks

    def _unfinished(self) -> None:
        """The last instruction, when the file ends in the middle of it."""
        if not self.statements or self.statements[-1].kind is not Kind.INSTRUCTION:
            return
        item = self.statements[-1]
        if item.args.endswith(",") or any(item.args.count(a) > item.args.count(b) for a, b in ("[]", "()")):
            self._remark(item.line, f"{item.name} ends in the middle of its operands: the file is cut off.")


def _short(words: str) -> str:
    return words if len(words) <= 60 else words[:57] + "…"
