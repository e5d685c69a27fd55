"""What a reader has read so far: statements with their places, remarks, and which spans are not assembled."""

from __future__ import annotations

from sys import intern

from app.isa.amdgcn.linetable import LineTable
from app.model import Diagnostic, Kind, Location, Severity, Statement

_MOST_REMARKS = 10_000


class Record:
    """``statements`` and ``locations`` grow in step."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.locations: list[Location | None] = []
        self.remarks: list[Diagnostic] = []
        self.inert: list[tuple[int, int]] = []
        """Spans of statements that stand in the text but are not assembled there."""
        self.table = LineTable()
        self.muted_at: int | None = None
        """The statement from which on nothing is assembled now."""

    def add(self, kind: Kind, number: int, name: str, args: str = "") -> None:
        """One more statement, on line ``number``, at the place that the line table gives now."""
        self.statements.append(Statement(kind, number, number, intern(name), args))
        self.locations.append(self.table.now)

    def remark(self, number: int, message: str, severity: Severity = Severity.WARNING) -> None:
        """Something odd about line ``number``; past a bound nothing more is noted."""
        if len(self.remarks) < _MOST_REMARKS:
            self.remarks.append(Diagnostic(number, severity, message))

    def mute(self) -> None:
        """What follows is not assembled here."""
        if self.muted_at is None:
            self.muted_at = len(self.statements)

    def unmute(self) -> None:
        """What follows is assembled again."""
        if self.muted_at is not None:
            self.leave_out(self.muted_at)
            self.muted_at = None

    def leave_out(self, first: int) -> None:
        """What was read from statement ``first`` on is not assembled where it stands."""
        self.inert.append((first, len(self.statements)))

    def end(self) -> None:
        """Notes when the file ends in the middle of its last instruction."""
        item = self.statements[-1] if self.statements else None
        if item is None or item.kind is not Kind.INSTRUCTION:
            return
        if item.args.endswith(",") or any(item.args.count(a) > item.args.count(b) for a, b in ("[]", "()")):
            self.remark(item.line, f"{item.name} ends in the middle of its operands: the file is cut off.")
