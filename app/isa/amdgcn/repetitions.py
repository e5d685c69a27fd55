"""``.rept``, ``.irp`` and ``.irpc`` with the lines up to their ``.endr`` → the lines that they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from app.isa.amdgcn import macros
from app.isa.amdgcn.symbols import Symbols

OPENING = frozenset({".rept", ".rep", ".irp", ".irpc"})
MOST = 65_536
"""Rounds that are unrolled."""


@dataclass(slots=True)
class Repetition:
    """A repetition whose lines are being collected."""

    line: int
    rounds: tuple[str, ...]
    """What the parameter stands for in each round."""
    parameter: str = ""
    """Empty for ``.rept``, whose rounds are alike: the first is read while it is collected."""
    cut: bool = False
    """There are more rounds than are unrolled."""
    nested: int = 0
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def read_at_once(self) -> bool:
        """Whether the lines are assembled as they stand, the first time."""
        return not self.parameter and bool(self.rounds)

    def others(self) -> Iterator[list[tuple[int, str]]]:
        """The lines of each round that has not been read."""
        if not self.parameter:
            for _ in self.rounds[1:]:
                yield self.lines
            return
        macro = macros.Macro("", (self.parameter,), {}, False, [line for _, line in self.lines])
        for value in self.rounds:
            filled = macro.expand(value, 0)
            yield [(number, line) for (number, _), line in zip(self.lines, filled, strict=True)]


def begin(number: int, name: str, args: str, symbols: Symbols) -> Repetition:
    """A repetition that begins on line ``number``; one whose count is not known is read once."""
    if name in (".irp", ".irpc"):
        parameter, _, rest = args.partition(",")
        words = tuple(rest.strip().strip('"')) if name == ".irpc" else tuple(macros.arguments(rest, 0)) or ("",)
        return Repetition(number, words, parameter.strip())
    count = symbols.evaluate(args)
    rounds = 1 if count is None else max(count, 0)
    return Repetition(number, ("",) * min(rounds, MOST), cut=rounds > MOST)
