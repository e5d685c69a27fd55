"""``.macro`` definitions, line by line, and a call → the lines that the call stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.isa.amdgcn.operands import pieces

_PARAMETER = re.compile(r"([A-Za-z_$][\w$]*)(?::(req|vararg))?(?:\s*=\s*(\"[^\"]*\"|[^,\s]*))?")
_PLACE = re.compile(r"\\(?:(\(\))|(@)|([A-Za-z_$][\w$]*))")
_NAMED = re.compile(r"([A-Za-z_$][\w$]*)\s*=(?!=)\s*(.*)", re.DOTALL)
_GAP = re.compile(r"(?<![-+*/%&|^<>=(,\s:])\s+(?![-+*/%&|^<>=),\s:])")


@dataclass(frozen=True, slots=True)
class Macro:
    """A definition."""

    name: str
    parameters: tuple[str, ...]
    defaults: dict[str, str]
    variable: bool
    """The last parameter takes all that is left."""
    body: list[str] = field(default_factory=list)

    def expand(self, args: str, serial: int) -> list[str]:
        """The body with each ``\\parameter`` replaced; ``\\@`` becomes the number of this call."""
        values = self._values(args)

        def fill(match: re.Match[str]) -> str:
            if match[1]:
                return ""
            return str(serial) if match[2] else values.get(match[3], match[0])

        return [_PLACE.sub(fill, line) if "\\" in line else line for line in self.body]

    def _values(self, args: str) -> dict[str, str]:
        values = dict.fromkeys(self.parameters, "") | self.defaults
        given = arguments(args, len(self.parameters))
        if self.variable and len(given) >= len(self.parameters):
            last = len(self.parameters) - 1
            given = [*given[:last], ", ".join(given[last:])]
        for position, text in enumerate(given):
            named = _NAMED.fullmatch(text)
            if named and named[1] in values:
                values[named[1]] = _plain(named[2])
            elif position < len(self.parameters) and text:
                values[self.parameters[position]] = _plain(text)
        return values


class Definitions:
    """The macros that are known, and the definition that is open."""

    def __init__(self) -> None:
        self.known: dict[str, Macro] = {}
        self.line = 0
        self.index = 0
        """Line and statement of the last ``.macro``."""
        self._macro: Macro | None = None
        self._nested = 0

    @property
    def open(self) -> bool:
        """Whether lines belong to a definition now."""
        return self._macro is not None

    def begin(self, args: str, line: int, index: int) -> None:
        """A ``.macro`` with ``args``, which is statement ``index``."""
        self._macro, self._nested = define(args), 1
        self.line, self.index = line, index

    def take(self, line: str, word: str) -> str:
        """One more line, which begins with ``word``; the macro's name once its ``.endm`` is reached, else empty."""
        assert self._macro is not None
        self._nested += (word == ".macro") - (word in (".endm", ".endmacro"))
        if self._nested:
            self._macro.body.append(line)
            return ""
        macro, self._macro = self._macro, None
        self.known[macro.name] = macro
        return macro.name


def define(args: str) -> Macro:
    """Reads ``NAME a, b=1, c:req`` or ``NAME a b c``."""
    name, _, rest = args.strip().partition(" ") if not re.match(r"[^\s,]+\s*,", args) else args.partition(",")
    names: list[str] = []
    defaults: dict[str, str] = {}
    variable = False
    for match in _PARAMETER.finditer(rest):
        names.append(match[1])
        variable = variable or match[2] == "vararg"
        if match[3] is not None:
            defaults[match[1]] = _plain(match[3])
    return Macro(name.strip(), tuple(names), defaults, variable)


def arguments(args: str, wanted: int) -> list[str]:
    """The arguments of a call, separated by commas, or by white space where commas are too few."""
    if not args.strip():
        return []
    given = pieces(args)
    if len(given) < wanted:
        given = [part for piece in given for part in (_GAP.split(piece) if '"' not in piece else [piece])]
    return given


def _plain(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
