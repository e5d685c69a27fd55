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
from app.isa.amdgcn.mnemonics import looks_like
from app.isa.amdgcn.record import Record
from app.isa.amdgcn.symbols import Symbols
from app.model import Kind, Severity, Statement

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


class Reader:
    """Goes through the lines once; ``record`` holds what it has read."""

    def __init__(self) -> None:
        self.record = Record()
        self.blocks = Blocks()
        self._symbols = Symbols()
        self._conditions = Conditions()
        self._macros = macros.Definitions()
        self._repeats: list[repetitions.Repetition] = []
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
        add, place = self.record.statements.append, self.record.locations.append
        table, symbols = self.record.table, self._symbols
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
        if self._macros.open:
            self._define(line, word)
        if self._passive and self._depth and word not in CONDITIONS and word not in (".macro", ".endm", ".endr"):
            return True
        self._watch()
        return False

    def _watch(self) -> None:
        self._watching = bool(self.blocks.busy or self._repeats or self._passive)

    @property
    def _passive(self) -> bool:
        return self._macros.open or self.record.muted_at is not None

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
                self.blocks.listing.place(address, len(self.record.statements))
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
            self.record.remark(number, f"Not an AMD instruction, directive or known macro: {_short(rest)}")

    def _kind(self, name: str) -> Kind:
        if name in self._macros.known:
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
            self.record.table.take(name, args)
        elif name in self._macros.known:
            self._call(number, name, args)
        elif name == ".macro":
            self._macros.begin(args, number, len(self.record.statements) - 1)
            self._symbols.used = True
            self._watching = True
        elif name == ".include":
            self._includes = True
        elif name == ".exitm":
            deque(self._feed, maxlen=0)
        elif name == ".purgem":
            self._macros.known.pop(args.strip(), None)
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
        if name not in CONDITIONS or self._macros.open:
            return False
        self._conditions.take(name, args, self._symbols.values)
        live = self._conditions.live
        if live:
            self.record.unmute()
        self._add(Kind.DIRECTIVE, number, name, args)
        if not live:
            self.record.mute()
        self._watch()
        return True

    # Macros ---------------------------------------------------------------------------------------

    def _define(self, line: str, word: str) -> None:
        """One more line of the definition that is open."""
        name = self._macros.take(line, word)
        if name:
            self._kinds[name] = Kind.DIRECTIVE
            if not self._depth:
                self.record.leave_out(self._macros.index)

    def _call(self, number: int, name: str, args: str) -> None:
        if self._depth >= _DEEPEST or self._expanded > _MOST_EXPANDED:
            self.record.remark(number, f"The call of {name} is not expanded: too deep or too much.", Severity.INFO)
            return
        self._calls += 1
        body = self._macros.known[name].expand(args, self._calls)
        self._expand([(number, line) for line in body])

    def _expand(self, lines: list[tuple[int, str]]) -> None:
        """Reads lines that stand for a call; conditions left open inside it end with it."""
        self._expanded += len(lines)
        outer = self._conditions, self._repeats, self.record.muted_at
        self._conditions, self._repeats, self.record.muted_at = Conditions(), [], None
        feed, self._feed = self._feed, iter(lines)
        self._depth += 1
        self._lines(self._feed)
        self._depth -= 1
        self._feed = feed
        self._conditions, self._repeats, self.record.muted_at = outer
        self._watch()

    # Repetitions ----------------------------------------------------------------------------------

    def _begin_repeat(self, number: int, name: str, args: str) -> None:
        if len(self._repeats) >= _DEEPEST:
            self.record.remark(number, "The repetition is not unrolled: too deep.", Severity.INFO)
            self._repeats[-1].nested += 1
            return
        block = repetitions.begin(number, name, args, self._symbols)
        if block.cut:
            message = f"{name} {args}: only the first {repetitions.MOST:,} rounds are unrolled."
            self.record.remark(number, message, Severity.INFO)
        self._repeats.append(block)
        if not block.read_at_once:
            self.record.muted_at = len(self.record.statements)
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
        if not block.read_at_once:
            self.record.unmute()
        for lines in block.others():
            if self._expanded > _MOST_EXPANDED:
                self.record.remark(block.line, "The repetition is not unrolled further: too much.", Severity.INFO)
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
        self.record.add(kind, number, name, args)

    def _finish(self, last: int) -> None:
        if self._open:
            self.record.remark(self._open, "This block comment is not closed.")
        if self._macros.open:
            self.record.remark(self._macros.line, "No .endm follows for this .macro: the file is cut off.")
            self.record.leave_out(self._macros.index)
        for block in self._repeats:
            self.record.remark(block.line, "No .endr follows for this repetition: the file is cut off.")
        self.record.unmute()
        if self._conditions.depth:
            self.record.remark(last, "An .if is not closed by .endif: the file is cut off.")
        self.record.end()
        self.blocks.finish(last)
        self.record.remarks += self.blocks.remarks


def _short(words: str) -> str:
    return words if len(words) <= 60 else words[:57] + "…"
