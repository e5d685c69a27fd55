"""Assignments in order → the value that each symbol has now, and the registers that texts like ``v[base+1]`` mean."""

from __future__ import annotations

import re

from app.isa.amdgcn import targets
from app.isa.amdgcn.expressions import value

_INDEXED = re.compile(r"(?<![\w.$\\])(v|s|a|acc|ttmp)\[([^\[\]]*[A-Za-z_.+*/-][^\[\]]*)\](?!\s*/\*)")
_MOST = 100_000


class Symbols:
    """What assignments have said so far."""

    def __init__(self) -> None:
        self.values: dict[str, int] = {}
        self.used = False
        """Whether any symbol has a value: before that no text needs resolving."""
        self._target: str | None = None

    def set(self, symbol: str, text: str) -> None:
        """``symbol`` gets the value of ``text``, or none that is known."""
        found = value(text, self.values)
        if found is None:
            self.values.pop(symbol, None)
        elif len(self.values) < _MOST:
            self.values[symbol] = found
            self.used = True

    def evaluate(self, text: str) -> int | None:
        """The value of an expression now."""
        return value(text, self.values)

    def target(self, target: str | None) -> None:
        """The target's version is known to assembler conditions by name."""
        if target != self._target:
            self._target = target
            for name, number in targets.version(target).items():
                self.values[f".amdgcn.gfx_generation_{name}"] = number

    def name_registers(self, args: str) -> str:
        """``v[base+1]`` becomes ``v[base+1] /*v9*/`` where the value is known."""
        return _INDEXED.sub(self._named, args)

    def _named(self, match: re.Match[str]) -> str:
        low_text, colon, high_text = match[2].partition(":")
        low = value(low_text.strip(), self.values)
        high = value(high_text.strip(), self.values) if colon else low
        if low is None or high is None or not 0 <= low <= high < 2048:
            return match[0]
        file = "a" if match[1] == "acc" else match[1]
        return f"{match[0]} /*{file}{low}*/" if low == high else f"{match[0]} /*{file}[{low}:{high}]*/"
