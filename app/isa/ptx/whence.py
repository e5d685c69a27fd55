"""A listing → where its statements come from: through what was inlined, and with inline assembly put right."""

from __future__ import annotations

import re

from app.model import Kind, Listing, Location, Whence

_PLACE = re.compile(r"(\d+)\s+(\d+)(?:\s+(\d+))?")
_INLINED = re.compile(rf"inlined_at\s+{_PLACE.pattern}")
_BLOCK = re.compile(r"\s*// (begin|end) inline asm")


def whence(listing: Listing) -> tuple[Whence, ...]:
    """For each statement its places, innermost first.

    LLVM, when it prints PTX, numbers the lines of an inline-assembly block on from the source line of the block: the
    fourth line of a block seems to come from three source lines further down, and so does what follows until the next
    ``.loc``. All of a block comes from where it starts, and what follows from where the code before it does.
    """
    edges = _edges(listing.source.lines)
    calls = _Calls()
    found: list[Whence] = []
    here: Whence = ()
    inside = held = False
    at = 0
    for statement, location in zip(listing.statements, listing.locations, strict=True):
        while at < len(edges) and edges[at][0] < statement.line:
            inside, held = edges[at][1], False
            at += 1
        if statement.kind is Kind.DIRECTIVE and statement.name == ".loc":
            chain = calls.chain(statement.args, location)
            here = here if held else chain
        held = inside
        found.append(here if statement.kind is not Kind.DIRECTIVE else ())
    return tuple(found)


def _edges(lines: tuple[str, ...]) -> list[tuple[int, bool]]:
    """Lines at which inline assembly begins (true) and ends."""
    marks = ((number, _BLOCK.match(line)) for number, line in enumerate(lines, 1) if "inline asm" in line)
    return [(number, mark[1] == "begin") for number, mark in marks if mark]


class _Calls:
    """Places met so far, for those that are inlined at one of them: the caller's ``.loc`` comes first."""

    def __init__(self) -> None:
        self._met: dict[tuple[str, ...], Whence] = {}
        self._files: dict[str, str] = {}

    def chain(self, args: str, location: Location | None) -> Whence:
        """The place of a ``.loc``, then what it is inlined at."""
        match = _PLACE.match(args)
        if match is None or location is None:
            return ()
        index, line, column = match.groups("0")
        self._files[index] = location.file
        caller = _INLINED.search(args)
        found = (location, *(self._caller(*caller.groups("0")) if caller else ()))
        self._met[index, line, column] = found
        return found

    def _caller(self, index: str, line: str, column: str) -> Whence:
        known = self._met.get((index, line, column))
        if known is not None:
            return known
        file = self._files.get(index)
        return (Location(file, int(line), int(column)),) if file is not None else ()
