"""Lines of a text → how sure it is that they are AMD assembly."""

from __future__ import annotations

import re

from app.isa.amdgcn.mnemonics import MNEMONIC
from app.isa.base import Recognition

_LOOKED_AT = 4000
_LONGEST = 400
_CERTAIN = re.compile(
    r"\s*\.(?:amdgcn_target|amdhsa_\w+|amdgpu_\w+|hsa_code_object_\w+|amd_\w+|amdgpu_hsa_kernel)\b[^;]*"
    r"|.*file format elf64-amdgpu|\s*(?:amdhsa|amdpal)\.\w+:"
)
_OTHER = re.compile(
    r"\s*(?:\.version\s+\d|\.target\s+sm_|\.visible\b|\.entry\b|define\s|declare\s|source_filename\s*=|target\s+(?:triple|datalayout)"
    r"|body:\s+\||tracksRegLiveness:|\.headerflags|\.nv\.|OpCapability\b|@%?!?p\d+\s)"
)
_STATEMENT = re.compile(
    r"\s*(?:/\*[0-9a-f]{4,}\*/\s*|[0-9a-f]{4,16}:\s+(?:[0-9A-Fa-f]{2,8}\s+)*)?("
    + MNEMONIC.pattern.removeprefix("(?x)")
    + r")(?=[\s;]|$)([^;]*)",
    re.VERBOSE,
)
_OPERAND = re.compile(
    r"\b(?:[vsa]\d{1,3}|[vsa]\[[^\]]+\]|vcc(?:_lo|_hi)?|exec(?:_lo|_hi)?|m0|ttmp\d+|lgkmcnt|vmcnt|0x[0-9a-f]+|off|\d+|mrt\w*|pos\d)\b"
    r"|[vsa]\[|\\|hwreg|sendmsg"
)
_BARE = re.compile(
    r"s_(?:endpgm|barrier|nop|code_end|wait\w*|branch|cbranch\w*|set\w+|sleep|clause|delay_alu|sendmsg\w*|[di]cache_\w+)"
    r"|v_nop|ds_nop|exp|(?:buffer|global)_(?:wb|inv|gl[01]_)\w*"
)
_MACRO = re.compile(r"\s*\.macro\s+([^\s,]+)")
_NEUTRAL = re.compile(r"\s*(?:\.|\S+:\s*(?:;|//|$)|[\w.$]+\s*=(?!=))")
_NOTHING = re.compile(r"\s*(?:$|;|//|/?\*|#)")


def recognise(lines: tuple[str, ...]) -> Recognition | None:
    """Looks at the first lines that hold code; a directive of AMD's own is certain, mnemonics nearly so."""
    counted = matched = foreign = 0
    first = (0, "")
    macros: set[str] = set()
    for number, line in enumerate(lines[:_LOOKED_AT], 1):
        line = line[:_LONGEST]
        if _NOTHING.match(line):
            continue
        certain = _CERTAIN.match(line)
        if certain and not foreign:
            return Recognition("amdgcn", 1.0, number, certain[0].strip())
        if _OTHER.match(line):
            foreign += 1
            continue
        statement = _STATEMENT.match(line)
        if statement and (_BARE.fullmatch(statement[1]) or _OPERAND.search(statement[2])):
            matched += 1
            first = first if first[0] else (number, statement[0].strip())
        elif defined := _MACRO.match(line):
            macros.add(defined[1])
        elif not _NEUTRAL.match(line) and line.split(None, 1)[0] not in macros:
            counted += 1
        if matched >= 200 and not foreign:
            break
    if not matched:
        return None
    share = matched / (matched + counted + 5 * foreign)
    score = 0.95 * share if share < 0.5 else 0.5 + 0.45 * share
    return Recognition("amdgcn", round(score, 3), *first)
