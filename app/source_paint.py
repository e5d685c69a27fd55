"""A kernel's source, in whatever language it is → spans of text with a style each, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

from app.paint import LONGEST, Ink

_FAMILIES = {".cuh": ".cu", ".hip": ".cu", ".cl": ".c", ".🔥": ".mojo"}
"""File names that Pygments does not know, and those it reads the same way."""
_STYLES: dict[_TokenType, str] = {
    Token.Keyword: "kw",
    Token.Operator.Word: "kw",
    Token.Name.Decorator: "di",
    Token.Name.Function: "fn",
    Token.Name.Class: "fn",
    Token.Number: "nu",
    Token.String: "st",
    Token.Comment: "co",
    Token.Comment.Preproc: "di",
}


def paint_source(name: str, lines: Sequence[str]) -> list[list[Ink]]:
    """The inks of every line: ``kw`` keyword, ``fn`` name that is defined, else as in listings.

    The file's ``name`` tells its language; a text in none that Pygments knows stays plain.
    """
    found: list[list[Ink]] = [[]]
    for _, token, value in _lexer(name).get_tokens_unprocessed("\n".join(lines)):
        style = _style(token)
        for number, part in enumerate(value.split("\n")):
            if number:
                found.append([])
            if part:
                _add(found[-1], style, part)
    return [_clipped(line) for line in found]


def _lexer(name: str) -> Lexer:
    path = PurePosixPath(name)
    try:
        return get_lexer_for_filename(path.stem + _FAMILIES.get(path.suffix, path.suffix), stripnl=False)
    except ClassNotFound:
        return TextLexer(stripnl=False)


def _style(token: _TokenType) -> str:
    each: _TokenType | None = token
    while each is not None and each not in _STYLES:
        each = each.parent
    return _STYLES[each] if each is not None else ""


def _add(line: list[Ink], style: str, text: str) -> None:
    if line and line[-1].style == style:
        text = line.pop().text + text
    line.append(Ink(style, text))


def _clipped(line: list[Ink]) -> list[Ink]:
    room = LONGEST
    for at, ink in enumerate(line):
        if len(ink.text) > room:
            rest = ink.text[room:] + "".join(each.text for each in line[at + 1 :])
            return [*line[:at], Ink(ink.style, ink.text[:room]), Ink("el", rest)]
        room -= len(ink.text)
    return line
