"""Operand text → the registers it names, as declared; special registers included, symbols and numbers not."""

from __future__ import annotations

import re

from app.isa.ptx import knowledge

_NAME = re.compile(r"(?<![\w.$%\"])(%[A-Za-z_$][\w$]*(?:\.[a-z]\d?\b)?|[A-Za-z_$][\w$]*)(\s*/\*register\*/)?")
_NO_REGISTERS = frozenset({"_", "WARP_SZ", "true", "false", "sm", "generic", "mask", "unified"})
_NUMBERED = re.compile(r"\$[a-z]+\d+$")


def named(text: str, symbols: bool) -> list[str]:
    """Registers in ``text``. Where ``symbols`` can stand, a name without ``%`` counts only when noted or ``$r1``."""
    found = []
    for name, noted in _NAME.findall(text):
        if name[0] == "%":
            base = name.partition(".")[0]
            found.append(name if base == name or name in knowledge.specials() else base)
        elif noted or ((not symbols or _NUMBERED.match(name)) and name not in _NO_REGISTERS):
            found.append(name)
    return found
