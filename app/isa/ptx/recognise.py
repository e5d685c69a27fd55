"""Lines of a text → how sure it is that they are PTX."""

from __future__ import annotations

import re

from app.isa.base import Recognition
from app.isa.ptx import knowledge
from app.isa.ptx.text import GUARD, MNEMONIC

_LOOKED_AT = 4000
_LONGEST = 400
_CERTAIN = re.compile(
    r"\s*(?:\.version\s+\d\.\d\b|\.target\s+(?:sm|compute|map|debug)\w*|\.address_size\s+(?:32|64)\b"
    r"|(?:\.visible\s+|\.weak\s+|\.extern\s+)?\.(?:entry|func)\b[^;{]{0,80}"
    r"|\.reg\s*\.(?:pred|[bfsu]\d+)\b[^;]*|\.extern\s+\.shared\b[^;]*|\.maxntid\b|\.reqntid\b)"
)
_STATEMENT = re.compile(rf"\s*(?:{{\s*)?({GUARD}\s+)?({MNEMONIC})(?=[\s;]|$)\s*([^;]*)(;?)")
_OPERAND = re.compile(r"%[A-Za-z]|\[\s*[%$\w]+|\b[rpf]d?\d+\b|0f[0-9A-Fa-f]{8}\b|0d[0-9A-Fa-f]{16}\b")
_NOTHING = re.compile(r"\s*(?:$|//|/?\*|#|[{}()]|[$\w%]+\s*:\s*$|\.loc\b|\.b8\b|\.file\b)")


def recognise(lines: tuple[str, ...]) -> Recognition | None:
    """Looks at the first lines that hold code; a directive of PTX's own is certain, mnemonics nearly so."""
    counted = matched = 0
    first = (0, "")
    for number, line in enumerate(lines[:_LOOKED_AT], 1):
        line = line[:_LONGEST]
        if _NOTHING.match(line):
            continue
        certain = _CERTAIN.match(line)
        if certain:
            return Recognition("ptx", 1.0, number, " ".join(certain[0].split()))
        statement = _STATEMENT.match(line)
        if statement and _is_ptx(statement):
            matched += 1
            first = first if first[0] else (number, " ".join(statement[0].split()))
        else:
            counted += 1
        if matched >= 200:
            break
    if not matched:
        return None
    share = matched / (matched + counted)
    score = 0.95 * share if share < 0.5 else 0.5 + 0.45 * share
    return Recognition("ptx", round(score, 3), *first)


def _is_ptx(match: re.Match[str]) -> bool:
    guard, name, args, end = match.groups()
    if re.split(r"[.:]", name, maxsplit=1)[0] not in knowledge.roots():
        return False
    dotted = "." in name or ":" in name
    if not dotted:
        return bool(end or guard) and (not args or bool(_OPERAND.search(args)) or name in ("bra", "call"))
    return bool(guard or end or _OPERAND.search(args) or "::" in name)
