"""``.if`` … ``.else`` … ``.endif`` in order → whether the lines between them are assembled.

A condition that can't be decided lets both branches through: nothing that may be assembled is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.isa.amdgcn.expressions import value
from app.isa.amdgcn.operands import pieces

_COMPARISONS: dict[str, Callable[[int], bool]] = {
    ".if": lambda v: v != 0,
    ".ifne": lambda v: v != 0,
    ".ifeq": lambda v: v == 0,
    ".ifgt": lambda v: v > 0,
    ".ifge": lambda v: v >= 0,
    ".iflt": lambda v: v < 0,
    ".ifle": lambda v: v <= 0,
}
_TEXTS = {".ifc": True, ".ifnc": False, ".ifeqs": True, ".ifnes": False}
_DEFINED = {".ifdef": True, ".ifndef": False, ".ifnotdef": False}
_BLANK = {".ifb": True, ".ifnb": False}

OPENING = frozenset([*_COMPARISONS, *_TEXTS, *_DEFINED, *_BLANK])
DIRECTIVES = OPENING | {".elseif", ".else", ".endif"}


class Conditions:
    """The conditions that are open now."""

    def __init__(self) -> None:
        self._stack: list[tuple[bool, bool | None]] = []
        """For each: whether the lines of its present branch are let through, those around it included,
        and whether a branch was surely taken (``None``: perhaps)."""

    @property
    def live(self) -> bool:
        """Whether the present line is (or may be) assembled."""
        return not self._stack or self._stack[-1][0]

    @property
    def depth(self) -> int:
        """How many are open."""
        return len(self._stack)

    def take(self, name: str, args: str, symbols: Mapping[str, int]) -> None:
        """One of ``DIRECTIVES``. A stray ``.else`` or ``.endif`` changes nothing."""
        if name in OPENING:
            holds = _decide(name, args, symbols) if self.live else False
            self._stack.append((self.live and holds is not False, holds))
        elif not self._stack:
            return
        elif name == ".endif":
            self._stack.pop()
        else:
            _, taken = self._stack.pop()
            if name == ".elseif":
                holds = _decide(".if", args, symbols) if taken is not True else False
            else:
                holds = {True: False, False: True, None: None}[taken]
            known: bool | None = True if taken or holds else (None if taken is None or holds is None else False)
            self._stack.append((self.live and holds is not False, known))


def _decide(name: str, args: str, symbols: Mapping[str, int]) -> bool | None:
    if name in _COMPARISONS:
        found = value(args, symbols)
        return None if found is None else _COMPARISONS[name](found)
    if name in _TEXTS:
        parts = pieces(args)
        return (parts[0] == parts[1]) is _TEXTS[name] if len(parts) == 2 else None
    if name in _DEFINED:
        return _DEFINED[name] if args.strip() in symbols else None
    return (not args.strip()) is _BLANK[name]
