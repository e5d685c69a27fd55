"""One line of assembly → its code without comments, and what a comment's beginning leaves open.

Comments are ``;…``, ``//…`` and ``/*…*/`` outside strings. A block comment that names a register
(``v4 /*v260*/``) is part of the operand and stays.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from app.isa.amdgcn.operands import NAMED

_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"?|/\*|//|;|[^"/;]+|/')
_REGISTER = re.compile(r"(?:\b[vas]\d+|\])[ \t]*$")


class Code(NamedTuple):
    """A line's code, the comment that ends it (with its marks), and whether a block comment goes on."""

    text: str
    comment: str
    open: bool


def strip(line: str, inside: bool) -> Code:
    """Takes the comments out of ``line``; ``inside`` says that it begins in a block comment."""
    at = 0
    kept: list[str] = []
    if inside:
        end = line.find("*/")
        if end < 0:
            return Code("", "", True)
        at = end + 2
    while at < len(line):
        match = _PIECE.match(line, at)
        if match is None:
            break
        piece = match[0]
        if piece in (";", "//"):
            return Code("".join(kept).strip(), line[at:], False)
        if piece == "/*":
            named = NAMED.match(line, at)
            if named and kept and _REGISTER.search(kept[-1]):
                kept.append(f"/*{named[1]}*/")
                at = named.end()
                continue
            end = line.find("*/", at + 2)
            if end < 0:
                return Code("".join(kept).strip(), "", True)
            kept.append(" ")
            at = end + 2
            continue
        kept.append(piece)
        at = match.end()
    return Code("".join(kept).strip(), "", False)
