"""The text after a mnemonic → its operands and the modifiers behind them.

``v[0:3], v8, s[0:3], 0 offen offset:16`` gives four operands and ``offen``, ``offset:16``.
Commas inside brackets, parentheses and ``|…|`` do not separate. A register that a comment names,
``v4 /*v260*/``, stays one operand.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

NAMED = re.compile(r"/\*[ \t]*((?:v|a|s|ttmp)(?:\d+|\[\d+:\d+\]))[ \t]*\*/")
"""A comment that says which register is meant, as compilers write behind banked registers."""

_REGISTER = re.compile(r"-?\|?(?:(?:v|s|a(?!16$)|acc|ttmp)(?:\d|\[)|(?:vcc|exec)(?:_lo|_hi)?\b|off\b(?!:)|null\b)")
_OPERAND = r"-?[\w.]+(?:\[\d+:\d+\])?"
_PLAIN = re.compile(rf"({_OPERAND}(?:, ?{_OPERAND})*)((?: +[a-z_]\w*(?::-?\w+(?![\w\[(]))?)*+)")
"""Operands and modifiers without anything that brackets could hide: nearly all statements."""
_CLOSES = {"(": ")", "[": "]", "{": "}"}


class Operands(NamedTuple):
    """Operands in the order of the text, and the words that refine them."""

    positional: tuple[str, ...]
    modifiers: tuple[str, ...]


@lru_cache(maxsize=65536)
def split(args: str) -> Operands:
    """Splits what follows a mnemonic. White space at the ends of each part is removed."""
    if not args:
        return Operands((), ())
    plain = _PLAIN.fullmatch(args)
    if plain:
        positional, words = tuple(plain[1].replace(" ", "").split(",")), tuple(plain[2].split())
        if _OPENING.isdisjoint(positional) and not any(map(_REGISTER.match, words)):
            return Operands(positional, words)
    return _split(args)


def _split(args: str) -> Operands:
    if args in _NAMES:
        return Operands((), (args,))
    parts = pieces(args)
    positional: list[str] = []
    modifiers: list[str] = []
    for part in parts:
        head, words = _head(part)
        if head:
            positional.append(head)
        for word in words:
            # The assembler takes a register for the next operand where a comma is missing.
            if head and _REGISTER.match(word):
                positional.append(word)
            else:
                modifiers.append(word)
    return Operands(tuple(positional), tuple(modifiers))


def pieces(args: str) -> list[str]:
    """The parts between commas that are in no bracket."""
    if not any(c in args for c in "[({|"):
        return [part.strip() for part in args.split(",")]
    found: list[str] = []
    closing: list[str] = []
    start = 0
    for at, char in enumerate(args):
        if closing and char == closing[-1]:
            closing.pop()
        elif char in _CLOSES:
            closing.append(_CLOSES[char])
        elif char == "," and not closing:
            found.append(args[start:at].strip())
            start = at + 1
    found.append(args[start:].strip())
    return found


def _head(part: str) -> tuple[str, list[str]]:
    """The operand a part begins with (empty when it is modifiers alone) and the words after it."""
    if not part:
        return "", []
    words = _words(part)
    if is_modifier(words[0]):
        return "", words
    return words[0], words[1:]


def _words(part: str) -> list[str]:
    """Splits at white space outside brackets, but not within an expression: ``offset:1 * n`` is one word."""
    words: list[str] = []
    depth = 0
    word = ""
    for token in re.findall(r"/\*.*?\*/|\s+|[\[({]|[\])}]|[^\s\[\](){}/]+|.", part):
        if token in "[({":
            depth += 1
        elif token in "])}":
            depth = max(0, depth - 1)
        if token.isspace() and not depth:
            if word and not word.endswith(":"):
                _add(words, word)
                word = ""
        elif token.startswith("/*") and len(token) > 1 and not depth:
            if word:
                _add(words, word)
            _add(words, token)
            word = ""
        else:
            word += token
    if word:
        _add(words, word)
    return words


def _add(words: list[str], word: str) -> None:
    if words and (word.startswith("/*") or _continues(words[-1], word)):
        words[-1] += f" {word}"
    else:
        words.append(word)


_OPERATORS = frozenset("+-*/%&|^<>=")


def _continues(before: str, word: str) -> bool:
    """Whether two words are parts of one expression: ``1 + x``, ``vmcnt(0) & lgkmcnt(0)``."""
    if word[0] in _OPERATORS:
        return True
    closed = before.endswith("*/") or (before[-1] == "|" and before.count("|") % 2 == 0 and len(before) > 1)
    return before[-1] in _OPERATORS and not closed


_NAMES = frozenset(("scc",))
"""Modifiers that are registers when they stand alone between commas."""
_KEYED = re.compile(r"[A-Za-z_]\w*:")
_OPENING = frozenset(
    [
        "offen",
        "idxen",
        "addr64",
        "glc",
        "slc",
        "dlc",
        "tfe",
        "lwe",
        "lds",
        "gds",
        "nv",
        "nt",
        "sc0",
        "sc1",
        "clamp",
        "high",
        "vm",
        "done",
        "compr",
        "unorm",
        "da",
        "r128",
        "fi",
        "row_mirror",
        "row_half_mirror",
        "matrix_a_reuse",
        "matrix_b_reuse",
        "row_en",
    ]
)


def is_modifier(word: str) -> bool:
    """Whether a word that opens a part is a modifier and no operand: ``offset:16``, ``gds``."""
    return word in _OPENING or _KEYED.match(word) is not None
