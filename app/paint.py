"""One line of a listing → spans of text with a style each; only lines that are shown are ever lexed."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, cast

from pygments.lexer import Lexer
from pygments.token import Token, _TokenType

LONGEST = 4000
"""Characters of a line that are painted; the rest follows as plain text, folded away."""
_LIST = 4
"""Registers in braces beyond which only the first and the last are shown."""

_STYLES: dict[_TokenType, str] = {
    Token.Keyword: "b",
    Token.Keyword.Type: "mo",
    Token.Operator.Word: "gd",
    Token.Keyword.Declaration: "di",
    Token.Keyword.Pseudo: "mo",
    Token.Keyword.Constant: "mo",
    Token.Keyword.Reserved: "mo",
    Token.Name.Attribute: "mo",
    Token.Name.Decorator: "gd",
    Token.Name.Label: "la",
    Token.Name.Function: "la",
    Token.Name.Entity: "nu",
    Token.Name.Namespace: "di",
    Token.Name.Tag: "di",
    Token.Name.Constant: "mo",
    Token.Name.Variable: "rg",
    Token.Name.Variable.Global: "sg",
    Token.Name.Variable.Magic: "pr",
    Token.Name.Builtin: "sg",
    Token.Number: "nu",
    Token.String: "st",
    Token.Comment: "co",
    Token.Comment.Preproc: "di",
    Token.Generic.Output: "co",
    Token.Error: "er",
}
_TYPE = re.compile(r"(?<=[a-z0-9])_(?:b?f|[iub])\d.*")
"""Where a mnemonic without dots goes on with the types it works on."""


_LEXERS: dict[type[Lexer], Lexer] = {}


class Ink(NamedTuple):
    """A stretch of a line in one style."""

    style: str
    """``b`` mnemonic, ``mo`` modifier, ``rg`` vector or PTX register, ``sg`` scalar register, ``pr``
    predicate, ``gd`` guard, ``nu`` number, ``la`` label, ``di`` directive, ``st`` string, ``co``
    comment, ``er`` foreign text, ``x`` a count that is not in the text, ``el`` shown as an
    ellipsis; empty for plain text."""
    text: str
    hit: bool = False
    """Found by the search."""


@cache
def _style(token: _TokenType) -> str:
    each: _TokenType | None = token
    while each is not None:
        if each in _STYLES:
            return _STYLES[each]
        each = each.parent
    return ""


def _lexer(kind: type[Lexer]) -> Lexer:
    if kind not in _LEXERS:
        _LEXERS[kind] = kind(stripnl=False, ensurenl=False)
    return _LEXERS[kind]


def inside_comments(lines: Sequence[str]) -> frozenset[int]:
    """The lines, from 1, that start inside a block comment."""
    found, inside = set(), False
    for number, line in enumerate(lines, 1):
        if inside:
            found.add(number)
        if "*/" in line or "/*" in line:
            opened, closed = line.rfind("/*"), line.rfind("*/")
            inside = opened > closed or (inside and closed < 0)
    return frozenset(found)


def paint(kind: type[Lexer], text: str, inside: bool = False) -> tuple[Ink, ...]:
    """The inks of one line; joined, their texts are the line again.

    ``inside`` says that the line starts in a comment that an earlier line opened.
    """
    return _painted(cast(Hashable, kind), text, inside)


@lru_cache(maxsize=20_000)
def _painted(kind: type[Lexer], text: str, inside: bool) -> tuple[Ink, ...]:
    head, tail = text[:LONGEST], text[LONGEST:]
    inks: list[Ink] = []
    for _, token, value in _lexer(kind).get_tokens_unprocessed(head, ("root", "comment") if inside else ("root",)):
        style = _style(token)
        if (style == "sg" and value.startswith("%p")) or (style in ("rg", "sg") and inks and inks[-1].style == "gd"):
            style = "pr"
        if style == "b" and (types := _TYPE.search(value)):
            inks += (Ink("b", value[: types.start()]), Ink("mo", types[0]))
            continue
        if inks and inks[-1].style == style and style in ("", "co", "st", "er"):
            inks[-1] = Ink(style, inks[-1].text + value)
        elif value:
            inks.append(Ink(style, value))
    if tail:
        inks.append(Ink("el", tail))
    return tuple(_shortened(_whole(inks)))


def _whole(inks: list[Ink]) -> list[Ink]:
    """Register ranges, ``v[4:7]``, as one ink each."""
    found: list[Ink] = []
    at = 0
    while at < len(inks):
        ink = inks[at]
        at += 1
        if ink.style in ("rg", "sg") and at < len(inks) and inks[at].text == "[":
            end = next((n for n in range(at, min(at + 6, len(inks))) if inks[n].text.startswith("]")), -1)
            if end >= 0:
                last = inks[end].text
                found.append(Ink(ink.style, "".join([ink.text, *(each.text for each in inks[at:end]), "]"])))
                if last != "]":
                    found.append(Ink(inks[end].style, last[1:]))
                at = end + 1
                continue
        found.append(ink)
    return found


def _shortened(inks: list[Ink]) -> Iterator[Ink]:
    """Folds the middle of long register lists in braces."""
    at = 0
    while at < len(inks):
        ink = inks[at]
        yield ink
        at += 1
        if not ink.text.rstrip().endswith("{"):
            continue
        end = next((n for n in range(at, len(inks)) if "}" in inks[n].text), at)
        registers = [n for n in range(at, end) if inks[n].style in ("rg", "sg", "pr", "nu")]
        if len(registers) > _LIST:
            yield from inks[at : registers[0] + 1]
            yield Ink("el", "".join(each.text for each in inks[registers[0] + 1 : registers[-1]]))
            at = registers[-1]


def stemmed(inks: Sequence[Ink], stem: str) -> tuple[Ink, ...]:
    """The inks with all of a dotted ``stem`` as mnemonic: ``tcgen05.mma``, not ``tcgen05`` alone."""
    at = next((n for n, ink in enumerate(inks) if ink.style == "b"), -1)
    name = "".join(ink.text for ink in inks[at : at + 1 + stem.count(".")]) if at >= 0 else ""
    if "." not in stem or name != stem:
        return tuple(inks)
    return (*inks[:at], Ink("b", name), *inks[at + 1 + stem.count(".") :])


def counted(inks: Sequence[Ink], count: int) -> tuple[Ink, ...]:
    """The inks of a run's first line, with how many there are after the mnemonic."""
    at = next((n for n, ink in enumerate(inks) if ink.style == "b"), None)
    if at is None:
        return (*inks, Ink("x", f" ×{count}"))
    while at + 1 < len(inks) and inks[at + 1].style == "mo":
        at += 1
    return (*inks[: at + 1], Ink("x", f" ×{count}"), *inks[at + 1 :])


def marked(inks: Iterable[Ink], hits: Sequence[tuple[int, int]]) -> tuple[Ink, ...]:
    """The inks with ``hits``, character ranges of the line in order, set apart."""
    found: list[Ink] = []
    at = 0
    for ink in inks:
        if ink.style == "x":
            found.append(ink)
            continue
        start, end = at, at + len(ink.text)
        for first, last in hits:
            if last <= start or first >= end:
                continue
            if first > start:
                found.append(Ink(ink.style, ink.text[start - at : first - at]))
                start = first
            stop = min(last, end)
            found.append(Ink(ink.style, ink.text[start - at : stop - at], True))
            start = stop
        if start < end:
            found.append(Ink(ink.style, ink.text[start - at :]))
        at = end
    return tuple(found)
