"""Lines of a disassembly → the code, address and symbol they show.

Forms: ``0000000000001900 <name>:`` and ``<L0>:`` before code; ``…  // 000000001908: BF85FFFD <name+0x10>``
behind it; ``1908: BF85FFFD  code`` or ``/*1908*/ code`` in front of it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SYMBOL = re.compile(r"\s*(?:[0-9a-fA-F]{4,16}\s+)?<([^<>]+)>:\s*$")
_FRONT = re.compile(
    r"\s*(?:/\*([0-9a-fA-F]{4,16})\*/|(?:0x)?([0-9a-fA-F]{4,16}):)[ \t]+"
    r"((?:(?:[0-9a-fA-F]{2}|[0-9A-F]{8})[ \t]+)*)(?=[a-z])(?=\S+_)"
)
_BEHIND = re.compile(r"//\s*([0-9A-Fa-f]{6,16}):(?:\s+[0-9A-Fa-f]{8})*\s*(?:<([^<>]+)>)?")
_FORMAT = re.compile(r"[^:]*:\s+file format \S+")
_HEADING = re.compile(r"shader\s+[\w.$]+|[a-z_]+\([^()]*\)|end")
"""Lines of a shader dump around the code: ``shader main``, ``asic(GFX10)``, ``end``."""


class Listed(NamedTuple):
    """What a line of a listing holds besides, or instead of, code."""

    code: str
    symbol: str
    address: int | None


def is_header(text: str) -> bool:
    """Whether a line is one that a disassembler prints around the code."""
    return text.startswith(("Disassembly of section ", "...")) or (
        "file format" in text and _FORMAT.match(text) is not None
    )


def is_heading(code: str) -> bool:
    """Whether a line that is no statement belongs to a shader dump."""
    return _HEADING.fullmatch(code) is not None


def line(text: str) -> Listed | None:
    """``None`` for a line that is no listing's."""
    symbol = _SYMBOL.match(text)
    if symbol:
        return Listed("", symbol[1], None)
    front = _FRONT.match(text)
    if front:
        return Listed(text[front.end() :], "", int(front[1] or front[2], 16))
    return None


def with_place(name: str, args: str, comment: str) -> str:
    """A branch's operands with the ``<place>`` that the comment behind it gives."""
    if not name.startswith(("s_branch", "s_cbranch", "s_call", "s_subvector")) or "<" not in comment:
        return args
    match = _BEHIND.match(comment)
    return f"{args} <{match[2]}>" if match and match[2] else args


def address(comment: str, listed: Listed | None) -> int | None:
    """The address of the code on a line, from in front of it or from the comment behind it."""
    if listed and listed.address is not None:
        return listed.address
    match = _BEHIND.match(comment) if comment else None
    return int(match[1], 16) if match else None


class Addresses:
    """Where each statement is, as far as the listing says."""

    def __init__(self) -> None:
        self.statements: dict[int, int] = {}
        """Index of a statement by address."""

    def place(self, address: int, index: int) -> None:
        """Says that statement ``index`` stands at ``address``."""
        self.statements.setdefault(address, index)
