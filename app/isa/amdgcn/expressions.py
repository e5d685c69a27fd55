"""The text of an assembler expression → its integer value, or ``None`` when a symbol is not known."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_TOKEN = re.compile(
    r"\s*(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+|[A-Za-z_.$][\w.$@]*|<<|>>|<=|>=|==|!=|<>|&&|\|\||[-+*/%&|^~!<>()])"
)
_LONGEST = 2000
_DEEPEST = 50


def _divide(a: int, b: int) -> int:
    """Rounds to zero, as the assembler does."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


_BINARY: tuple[dict[str, Callable[[int, int], int]], ...] = (
    {"||": lambda a, b: int(bool(a) or bool(b))},
    {"&&": lambda a, b: int(bool(a) and bool(b))},
    {
        "==": lambda a, b: -int(a == b),
        "!=": lambda a, b: -int(a != b),
        "<>": lambda a, b: -int(a != b),
        "<": lambda a, b: -int(a < b),
        ">": lambda a, b: -int(a > b),
        "<=": lambda a, b: -int(a <= b),
        ">=": lambda a, b: -int(a >= b),
    },
    {"+": lambda a, b: a + b, "-": lambda a, b: a - b},
    {"|": lambda a, b: a | b, "^": lambda a, b: a ^ b, "&": lambda a, b: a & b},
    {
        "*": lambda a, b: a * b,
        "/": _divide,
        "%": lambda a, b: a - _divide(a, b) * b,
        "<<": lambda a, b: a << b,
        ">>": lambda a, b: a >> b,
    },
)
"""Operators by how strongly they bind, the weakest first, as the assembler for ELF reads them."""


class _Unknown(Exception):
    pass


def value(text: str, symbols: Mapping[str, int]) -> int | None:
    """Evaluates ``text``. ``None`` when it is no integer expression or a symbol has no known value."""
    if text.isdecimal() and text[0] != "0":
        return int(text)
    if len(text) > _LONGEST:
        return None
    tokens: list[str] = []
    at = 0
    stripped = text.rstrip()
    while at < len(stripped):
        match = _TOKEN.match(stripped, at)
        if not match:
            return None
        tokens.append(match[1])
        at = match.end()
    try:
        parser = _Parser(tokens, symbols)
        found = parser.binary(0, 0)
    except (_Unknown, ZeroDivisionError, ValueError, OverflowError):
        return None
    return found if parser.done and abs(found) < 1 << 64 else None


class _Parser:
    def __init__(self, tokens: list[str], symbols: Mapping[str, int]) -> None:
        self._tokens = tokens
        self._symbols = symbols
        self._at = 0

    @property
    def done(self) -> bool:
        return self._at == len(self._tokens)

    def _next(self) -> str:
        if self.done:
            raise _Unknown
        self._at += 1
        return self._tokens[self._at - 1]

    def binary(self, level: int, depth: int) -> int:
        if depth > _DEEPEST:
            raise _Unknown
        if level == len(_BINARY):
            return self._unary(depth)
        left = self.binary(level + 1, depth)
        while not self.done and self._tokens[self._at] in _BINARY[level]:
            operator = _BINARY[level][self._next()]
            right = self.binary(level + 1, depth)
            if abs(left) >= 1 << 64 or abs(right) >= 1 << 64:
                raise _Unknown
            if operator is _BINARY[-1]["<<"] and not 0 <= right < 64:
                raise _Unknown
            left = operator(left, right)
        return left

    def _unary(self, depth: int) -> int:
        if depth > _DEEPEST:
            raise _Unknown
        token = self._next()
        if token == "(":
            inside = self.binary(0, depth + 1)
            if self._next() != ")":
                raise _Unknown
            return inside
        if token in "+-~!":
            operand = self._unary(depth + 1)
            return {"+": operand, "-": -operand, "~": ~operand, "!": int(not operand)}[token]
        if token[0].isdigit():
            return int(token, 0) if token[:2].lower() in ("0x", "0b") else int(token, 8 if token[0] == "0" else 10)
        if token in self._symbols:
            return self._symbols[token]
        raise _Unknown
