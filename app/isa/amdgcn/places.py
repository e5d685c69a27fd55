"""Branches that name a place by distance or by a numeric label → labels that they can name.

A disassembled branch carries ``<name+0x10>`` behind its distance; a label of that name is put where the
listing's addresses say. A numeric label (``1:``, reached by ``1b`` and ``1f``) may stand many times; the
branch gets ``<1:120>`` behind it, with the line of the one it means, and a label of that name is put there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict

from app.isa.amdgcn.disassembly import Addresses
from app.model import Kind, Location, Statement

_PLACE = re.compile(r"<([^<>]+?)(?:\+0x([0-9a-fA-F]+))?>$")
_NUMERIC = re.compile(r"(?:^|[\s,])(\d+)([bf])$")


def resolve(
    statements: list[Statement],
    locations: list[Location | None],
    spans: list[tuple[int, int]],
    addresses: Addresses,
) -> None:
    """Changes ``statements`` and ``locations`` in place, and ``spans`` of their indices with them."""
    wanted: dict[int, list[str]] = defaultdict(list)
    _disassembled(statements, addresses, wanted)
    _numeric(statements, wanted)
    if not wanted:
        return
    merged: list[Statement] = []
    moved: list[int] = []
    places: list[Location | None] = []
    for index, (item, place) in enumerate(zip(statements, locations, strict=True)):
        moved.append(len(merged))
        for name in wanted.get(index, ()):
            merged.append(Statement(Kind.LABEL, item.line, item.line, name))
            places.append(place)
        merged.append(item)
        places.append(place)
    moved.append(len(merged))
    spans[:] = [(moved[low], moved[high]) for low, high in spans]
    statements[:] = merged
    locations[:] = places


def _disassembled(statements: list[Statement], addresses: Addresses, wanted: dict[int, list[str]]) -> None:
    if not addresses.statements:
        return
    labels = {item.name: index for index, item in enumerate(statements) if item.kind is Kind.LABEL}
    starts = {index: address for address, index in addresses.statements.items()}
    for item in statements:
        found = _PLACE.search(item.args) if item.args.endswith(">") else None
        if not found or not found[2]:
            continue
        name = f"{found[1]}+0x{found[2]}"
        base = labels.get(found[1])
        start = starts.get(base + 1) if base is not None else None
        at = addresses.statements.get(start + int(found[2], 16)) if start is not None else None
        if at is not None and name not in wanted[at]:
            wanted[at].append(name)


def _numeric(statements: list[Statement], wanted: dict[int, list[str]]) -> None:
    defined: dict[str, list[int]] = defaultdict(list)
    for index, item in enumerate(statements):
        if item.kind is Kind.LABEL and item.name.isdigit():
            defined[item.name].append(index)
    if not defined:
        return
    for index, item in enumerate(statements):
        match = _NUMERIC.search(item.args) if item.kind is Kind.INSTRUCTION and item.name.startswith("s_") else None
        if not match or match[1] not in defined:
            continue
        spots = defined[match[1]]
        position = bisect_left(spots, index) - (match[2] == "b")
        if 0 <= position < len(spots):
            at = spots[position]
            name = f"{match[1]}:{statements[at].line}"
            statements[index] = item._replace(args=f"{item.args} <{name}>")
            if name not in wanted[at]:
                wanted[at].append(name)
