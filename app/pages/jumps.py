"""Lines to go to, as links that keep the rest of the page's state."""

from __future__ import annotations

from typing import NamedTuple

from app.pages.column import Column
from app.pages.view import View

MANY = 6
"""Lines that a list of jumps names before it says how many more there are."""


class Jump(NamedTuple):
    """A line to go to."""

    side: str
    line: int
    href: str
    text: str = ""


class Jumps:
    """Makes jumps that keep the rest of the page's state."""

    def __init__(self, base: str, view: View) -> None:
        query = view.query_string(selection=False)
        self._start = f"{base}?{query}{'&' if query else ''}"

    def to(self, column: Column, line: int, text: str = "") -> Jump:
        """A jump to a line of a column."""
        return Jump(column.letter, line, f"{self._start}{column.letter}={line}", text)

    def to_source(self, line: int) -> Jump:
        """A jump to a line of the kernel's source."""
        return Jump("S", line, f"{self._start}S={line}")
