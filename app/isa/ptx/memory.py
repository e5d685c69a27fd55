"""A listing's variables → the shared memory that one of its kernels holds."""

from __future__ import annotations

import re

from app.model import Kind, Listing, Resources, Routine, Statement

_VARIABLE = re.compile(
    r"(?P<extern>\.extern\s+)?(?:\.(?:visible|weak|common|static)\s+)*\.shared\b.*?\.(?:v(?P<vector>[248])\s+\.)?"
    r"(?P<type>[bufs](?P<bits>8|16|32|64|128)|pred|bf16|f16x2|bf16x2)\s+(?P<name>[\w$%]+)(?P<shape>(?:\s*\[[^\]]*\])*)"
)
_PACKED = {"bf16": 16, "f16x2": 32, "bf16x2": 32, "pred": 8}


def resources(listing: Listing, routine: Routine) -> Resources:
    """Shared memory that is declared with a size, for the module and in the routine; the rest is ptxas's to decide.

    An ``.extern`` array gets its size at launch: said as a remark, and not counted.
    """
    total, remarks = 0, ["Registers and local memory are decided by ptxas."]
    elsewhere = [range(each.first, each.last) for each in listing.routines if each is not routine]
    for index, statement in enumerate(listing.statements):
        if statement.kind is not Kind.DIRECTIVE or ".shared" not in (text := _text(statement)):
            continue
        found = _VARIABLE.search(text)
        if found is None or any(index in span for span in elsewhere):
            continue
        if found["extern"]:
            remarks.append(f"The size of {found['name']} is given at launch.")
        else:
            total += _bytes(found)
    return Resources(lds_bytes=total, remarks=tuple(remarks))


def _text(statement: Statement) -> str:
    return f"{statement.name} {statement.args}"


def _bytes(found: re.Match[str]) -> int:
    bits = int(found["bits"] or _PACKED[found["type"]])
    count = int(found["vector"] or 1)
    for extent in re.findall(r"\[\s*([^\]]*?)\s*\]", found["shape"]):
        count *= int(extent, 0) if re.fullmatch(r"0[xX][0-9a-fA-F]+|\d+", extent) else 0
    return count * bits // 8
