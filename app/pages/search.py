"""A search over both sides → the lines it finds, and where in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.operations import Group
from app.pages.column import Column

LINE_LENGTH = 2000
"""Characters of a line that are searched."""
_NESTED = re.compile(r"\([^)]*[*+}?][^)]*\)\s*[*+{]|\\[1-9]|(?:\.[*+][^.]*){4}")
_WAITS = frozenset({Group.WAIT.value, Group.BARRIER.value})


class Hit(NamedTuple):
    """A line that was found."""

    letter: str
    line: int


@dataclass(frozen=True, slots=True)
class Found:
    """What a search brings back."""

    hits: tuple[Hit, ...] = ()
    pattern: re.Pattern[str] | None = None
    """What to mark in the lines; ``None`` when whole lines were asked for."""
    error: str = ""
    """Why nothing could be searched, in a sentence."""

    def ranges(self, text: str) -> list[tuple[int, int]]:
        """The parts of a found line to mark."""
        if self.pattern is None:
            return []
        return [found.span() for found in self.pattern.finditer(text, 0, LINE_LENGTH) if found.end() > found.start()]


NOTHING = Found()
_Test = Callable[[Column, int], bool]


def search(query: str, columns: Sequence[Column]) -> Found:
    """Finds lines. Words are text, ``/…/`` a regular expression; ``op:`` ``reg:`` ``wait:`` ``unpaired:`` narrow it.

    All parts must hold. Text is compared without regard to case.
    """
    tests: list[_Test] = []
    words: list[str] = []
    pattern: re.Pattern[str] | None = None
    regular = re.search(r"(?:^|\s)/(.+)/(?:\s|$)", query)
    if regular:
        query = query[: regular.start()] + " " + query[regular.end() :]
        if _NESTED.search(regular[1]):
            return Found(error="Repeats inside repeats and back-references are not searched for.")
        try:
            pattern = re.compile(regular[1], re.IGNORECASE)
        except re.error as error:
            return Found(error=f"Not a regular expression: {error}.")
    for word in query.split():
        test = _filter(word)
        if test:
            tests.append(test)
        else:
            words.append(word)
    if words:
        text = " ".join(words)
        if pattern:
            tests.append(lambda column, line: text.lower() in column.lines[line - 1].lower())
        else:
            pattern = re.compile(re.escape(text), re.IGNORECASE)
    if pattern is None and not tests:
        return NOTHING
    hits = [
        Hit(column.letter, line)
        for column in columns
        for line in range(1, len(column.lines) + 1)
        if all(test(column, line) for test in tests)
        and (pattern is None or pattern.search(column.lines[line - 1], 0, LINE_LENGTH))
    ]
    return Found(tuple(hits), pattern)


def _filter(word: str) -> _Test | None:
    """The test that one word with a colon stands for; ``None`` for plain text."""
    key, colon, value = word.partition(":")
    if not colon:
        return None
    if key == "op" and value:
        return lambda column, line: _does(column, line, value.lower())
    if key == "reg" and value:
        return lambda column, line: _names(column, line, value)
    if word == "wait:":
        return lambda column, line: column.styles[line] in _WAITS and column.statements[line] >= 0
    if word == "unpaired:":
        return lambda column, line: column.links[line] < 0 and bool((each := column.operation(line)) and each.key)
    return None


def _does(column: Column, line: int, name: str) -> bool:
    each = column.operation(line)
    return each is not None and (each.group.value.startswith(name) or each.name.startswith(name))


def _names(column: Column, line: int, register: str) -> bool:
    index = column.statements[line]
    if index < 0:
        return False
    statement = column.side.listing.statements[index]
    effects = column.side.isa.effects(statement, column.side.listing.target)
    return register in effects.reads or register in effects.writes or statement.guard.lstrip("@!") == register
