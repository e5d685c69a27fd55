"""A listing → where its statements come from, through what was inlined."""

from __future__ import annotations

import re

from app.model import Kind, Listing, Location, Whence

_CALLER = re.compile(r"(?:^|@\[) (\S+?):(\d+)(?::(\d+))?(?= |$)")


def whence(listing: Listing) -> tuple[Whence, ...]:
    """For each statement its places, innermost first.

    What a place is inlined at stands in the comment that LLVM writes after a ``.loc``:
    ``; standard.py:196:12 @[ kernel.py:22:37 ]``.
    """
    chains: dict[tuple[Location, str], Whence] = {}
    lines = listing.source.lines
    found: list[Whence] = []
    comment = ""
    for statement, location in zip(listing.statements, listing.locations, strict=True):
        here: Whence = ()
        if statement.kind is Kind.DIRECTIVE:
            if statement.name == ".loc":
                comment = lines[statement.line - 1].partition("@[")[2]
        elif location is not None:
            key = location, comment
            if key not in chains:
                chains[key] = (location, *_callers(comment))
            here = chains[key]
        found.append(here)
    return tuple(found)


def _callers(comment: str) -> list[Location]:
    return [Location(file, int(line), int(column or 0)) for file, line, column in _CALLER.findall(comment)]
