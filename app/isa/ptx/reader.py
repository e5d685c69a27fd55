"""Lines → statements as they stand: one pass, most lines one simple statement each."""

from __future__ import annotations

import re
from sys import intern

from app.isa.ptx import knowledge
from app.isa.ptx.linetable import LineTable
from app.isa.ptx.text import GUARD, MNEMONIC
from app.model import Diagnostic, Kind, Location, Severity, Statement

SIMPLE = re.compile(rf'\s*(?:(@!?[\w$%]+)\s+)?({MNEMONIC})(?:\s+(?![.:\s])([^;"/]*))?;\s*(?://.*)?$')
_DATA = re.compile(r"\s*(\.b(?:8|16|32|64))\s+([^/;\"{}=]*?)\s*(?://.*)?$")
_PIECE = re.compile(r'//.*|/\*|"(?:[^"\\]|\\.)*"?|(?:[^;{}()\[\]/":]|::)+|.')
_INSTRUCTION = re.compile(r"([A-Za-z_][\w$]*(?:\s*\.\s*[\w]+(?:::\w+)*|::\w+)*)\s*(.*)", re.DOTALL)
_GUARD = re.compile(rf"({GUARD})\s*", re.DOTALL)
_DIRECTIVE = re.compile(r"(@@\w+|\.[A-Za-z_]\w*)\s*(.*)", re.DOTALL)
_SPACE = re.compile(r"\s+")
_LABEL = re.compile(r"\s*[\w$%]+\s*$")
_NEXT = re.compile(
    rf"\s*(?:(?:{GUARD}\s+)?(?:([a-z][a-z0-9_]*)(?:\.\w+(?:::\w+)*|::\w+)+(?=[\s;]|$)|(?:ret|exit|trap|brkpt)\s*;|(?:bra|call)\s)"
    r"|[\w$%]+\s*:(?!:)|\.(?:loc|reg|file|section|entry|func|visible|version)\b)"
)
_BY_LINE = frozenset({".version", ".target", ".address_size", ".file", ".loc", ".loc_intermediate", "@@DWARF"})
_MODULE = (".version", ".target", ".address_size", ".file", ".loc")
_BREAK = re.compile(
    r"(?<![,\s])\s+(?=\.(?:version|target|address_size|file|visible|extern|weak|common|entry|func|global|const|shared|reg)\b)"
)


class Reader:
    """Statements found so far, and the one that is still open."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.locations: list[Location | None] = []
        self.remarks: list[Diagnostic] = []
        self.lines = LineTable()
        self.here: Location | None = None
        self.parts: list[str] = []
        self.start = 0
        self.depth = 0
        self.braces = 0
        self.in_comment = 0
        self.in_section = False

    def run(self, lines: tuple[str, ...]) -> None:
        """Reads every line; most are one simple statement each."""
        simple, data, loc = SIMPLE.match, _DATA.match, self.lines.loc
        add, place = self.statements.append, self.locations.append
        kind, directive = Kind.INSTRUCTION, Kind.DIRECTIVE
        new = tuple.__new__
        self.lines.files_of(lines)
        for number, line in enumerate(lines, 1):
            if not self.parts and not self.in_comment:
                match = simple(line)
                if match:
                    guard, name, args = match.groups()
                    args = args.rstrip() if args else ""
                    add(new(Statement, (kind, number, number, intern(name), args, guard or "")))
                    place(self.here)
                    continue
                head = line.strip()
                if not head or head.startswith("//"):
                    continue
                if head.startswith(".loc"):
                    match = loc(head)
                    if match:
                        self.here = self.lines.place(match)
                        add(Statement(directive, number, number, ".loc", match[1]))
                        place(self.here)
                        continue
                if self.in_section:
                    match = data(line)
                    if match:
                        add(Statement(directive, number, number, intern(match[1]), match[2]))
                        place(None)
                        continue
            self.piecewise(line, number)
        self.end(len(lines))

    def piecewise(self, line: str, number: int) -> None:
        """One line of any form: several statements, part of one, comments, scopes."""
        at = 0
        if self.in_comment:
            at = line.find("*/") + 2
            if at == 1:
                return
            self.in_comment = 0
        if self.parts and self._starts_anew(line, at):
            self.cut(number)
        while at < len(line):
            match = _PIECE.match(line, at)
            if not match:
                break
            piece = match[0]
            at = match.end()
            if piece.startswith("//"):
                break
            if piece == "/*":
                closing = line.find("*/", at)
                if closing < 0:
                    self.in_comment = number
                    break
                at = closing + 2
                piece = " "
            for part in self._apart(piece):
                self.take(part, number)
        if self.parts:
            if (self._line_ended() and not self._goes_on()) or (self.in_section and self.parts[0].startswith(".b")):
                self.finish(number)
            else:
                self.parts.append(" ")

    def _line_ended(self) -> bool:
        head = self.parts[0].split(None, 1)
        return bool(head) and head[0] in _BY_LINE

    def _goes_on(self) -> bool:
        """Whether a comma at the end of a line says that its list continues."""
        return "".join(self.parts[-2:]).rstrip().endswith(",")

    def _apart(self, piece: str) -> tuple[str, ...]:
        """Directives that end with their line may still stand on one line, one after the other."""
        head = self.parts[0] if self.parts else piece.lstrip()
        if not head.startswith(_MODULE) or piece[0] == '"':
            return (piece,)
        parts = _BREAK.split(piece)
        return tuple(each for part in parts for each in (";", part))[1:] if len(parts) > 1 else (piece,)

    def _starts_anew(self, line: str, at: int) -> bool:
        """Whether a line plainly begins another statement although the one before has no semicolon yet."""
        first = self.parts[0]
        match = _NEXT.match(line, at)
        if not match:
            return False
        if match[1] and match[1] not in knowledge.roots():
            return False
        if first.startswith("@") and _GUARD.fullmatch("".join(self.parts)):
            return False
        return not (first.startswith((".visible", ".extern", ".weak", ".entry", ".func")) and not match[1])

    def take(self, piece: str, number: int) -> None:
        """Adds a piece to the open statement, or ends it."""
        if piece == ";":
            if self.parts:
                self.finish(number)
        elif piece == "{" and self._opens():
            if self.parts:
                self.finish(number)
            self.put(Kind.OPEN, number, number, "{")
        elif piece == "}" and not self.braces:
            if self.parts:
                self.cut(number)
            self.put(Kind.CLOSE, number, number, "}")
            self.in_section = False
        elif piece == ":" and len(self.parts) == 1 and _LABEL.match(self.parts[0]):
            name = self.parts.pop().strip()
            self.put(Kind.LABEL, self.start, number, intern(name))
        elif self.parts or piece.strip():
            if not self.parts:
                self.start = number
                self.depth = self.braces = 0
                piece = piece.lstrip()
            if piece in "([":
                self.depth += 1
            elif piece in ")]":
                self.depth -= 1
            elif piece == "{":
                self.braces += 1
            elif piece == "}":
                self.braces -= 1
            self.parts.append(piece)

    def _opens(self) -> bool:
        """Whether a brace here opens a body or a scope; else it is part of a statement."""
        if self.braces:
            return False
        if not self.parts:
            return True
        return self.parts[0].startswith(".") and not any("=" in part for part in self.parts)

    def put(self, kind: Kind, line: int, end_line: int, name: str, args: str = "", guard: str = "") -> None:
        """One statement more."""
        self.statements.append(Statement(kind, line, end_line, name, args, guard))
        self.locations.append(self.here if kind is not Kind.DIRECTIVE or name == ".loc" else None)

    def cut(self, number: int) -> None:
        """Ends the open statement where something else begins without a semicolon between."""
        text = "".join(self.parts).strip()
        last = self.start
        line = self.start
        if text and not text.startswith("."):
            self.remark(line, Severity.ERROR, "No semicolon ends this statement before the next one begins.")
        elif text and not self._line_ended():
            self.remark(line, Severity.ERROR, "This directive is not complete: another statement begins first.")
        self.finish(max(last, number - 1))

    def remark(self, line: int, severity: Severity, message: str) -> None:
        """A diagnostic."""
        self.remarks.append(Diagnostic(line, severity, message))

    def finish(self, number: int) -> None:
        """Turns the collected pieces into a statement that ends at line ``number``."""
        text = "".join(self.parts).strip()
        text = text if '"' in text else _SPACE.sub(" ", text)
        self.parts.clear()
        self.braces = self.depth = 0
        if not text:
            return
        if text.startswith((".", "@@")):
            match = _DIRECTIVE.fullmatch(text)
            if match:
                self._directive(intern(match[1]), match[2].strip(), number)
                return
        guard = _GUARD.match(text) if text.startswith("@") else None
        body = text[guard.end() :] if guard else text
        match = _INSTRUCTION.fullmatch(body)
        if match and (match[1][0].islower() or not match[2]):
            name = intern(_SPACE.sub("", match[1]))
            self.put(
                Kind.INSTRUCTION, self.start, number, name, match[2].strip(), _SPACE.sub("", guard[1]) if guard else ""
            )
            return
        if guard and not body:
            self.remark(self.start, Severity.ERROR, "A guard without an instruction.")
        else:
            self.remark(self.start, Severity.ERROR, "This is no PTX statement.")
        self.put(Kind.UNREADABLE, self.start, number, text)

    def _directive(self, name: str, args: str, number: int) -> None:
        if name == ".loc":
            match = self.lines.loc(f".loc {args}")
            if match:
                self.here = self.lines.place(match)
        elif name == ".section":
            self.in_section = True
        self.put(Kind.DIRECTIVE, self.start, number, name, args)

    def end(self, number: int) -> None:
        """The end of the file: what is still open is kept and said."""
        if self.in_comment:
            self.remark(self.in_comment, Severity.ERROR, "The comment that begins here is never closed.")
        if self.parts:
            text = "".join(self.parts).strip()
            if text and not self._line_ended() and not text.startswith(".section"):
                self.remark(self.start, Severity.ERROR, "The file ends inside this statement: no semicolon follows.")
            self.finish(number)
