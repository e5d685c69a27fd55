"""PTX text in small pieces: what a word, a mnemonic or a register looks like; operand lists cut at their commas."""

from __future__ import annotations

import re
from functools import lru_cache

NAME = r"[A-Za-z_$%][\w$]*"
"""An identifier; PTX lets a name hold ``$`` and start with ``%``."""
MNEMONIC = r"[a-z][a-z0-9_]*(?:[.:]+\w+)*"
GUARD = r"@\s*!?\s*[\w$%]+"

_COMMENT = re.compile(r"\s*/\*.*?\*/")
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"?|/\*.*?\*/|[^,"\[\](){}/]+|.', re.DOTALL)


def without_comments(args: str) -> str:
    """The text without what the parser noted in comments."""
    return _COMMENT.sub("", args) if "/*" in args else args


@lru_cache(maxsize=65536)
def operands(args: str) -> tuple[str, ...]:
    """``"%r1, [%rd1+4], {%f1, %f2}"`` → three texts. Commas in brackets, braces and parentheses don't cut."""
    args = args.strip()
    if not args:
        return ()
    if "[" not in args and "{" not in args and "(" not in args and '"' not in args and "/*" not in args:
        return tuple([part.strip() for part in args.split(",")])
    found: list[str] = []
    start = depth = 0
    for match in _PIECE.finditer(args):
        piece = match[0]
        if piece in "[{(":
            depth += 1
        elif piece in "]})":
            depth = max(0, depth - 1)
        elif piece == "," and not depth:
            found.append(args[start : match.start()].strip())
            start = match.end()
    found.append(args[start:].strip())
    return tuple(found)


def elements(text: str) -> tuple[str, ...]:
    """``"{%f1, %f2}"`` → its elements; anything else → itself alone."""
    if text.startswith("{") and text.endswith("}"):
        return operands(text[1:-1])
    return (text,)
