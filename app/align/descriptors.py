"""A kernel that builds tensor maps → which argument each map stands for, so that a copy through it is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.model import Access
from app.program import Kernel

_CHAIN = 8
"""Most additions and moves that an address is followed through."""

Key = tuple[int, int]
"""An address: the statement that made its base, and the bytes added to that."""


def maps(
    kernel: Kernel,
    indices: Sequence[int],
    named: Sequence[str],
    arguments: Sequence[int],
    data: Sequence[tuple[int, ...]],
    pointers: int,
) -> dict[Key, int]:
    """For each address that a tensor map is put at, the pointer arguments that were written into the map.

    A map is filled at one address (``tensormap.replace``) and may then be copied to another; the same place can be
    filled again for the next map, so the text's order counts.
    """
    found: dict[Key, int] = {}
    latest = 0
    for place, index in enumerate(indices):
        if named[place] != "tensormap":
            continue
        keys = addresses(kernel, index)
        written = arguments[place]
        for source in data[place]:
            written |= arguments[source]
        if written & pointers and len(keys) == 1:
            latest = written & pointers
        for key in keys[:1]:
            found[key] = latest
    return found


def addresses(kernel: Kernel, index: int) -> list[Key]:
    """The addresses among a statement's operands whose base is known."""
    reading = kernel.isa.explain(kernel.listing.statements[index], kernel.listing.target)
    definitions = kernel.definitions(index)
    keys = []
    for operand in reading.operands:
        if operand.access is Access.ADDRESS and operand.registers:
            key = _key(kernel, definitions, operand.registers[0])
            if key is not None:
                keys.append(key)
    return keys


def _key(kernel: Kernel, definitions: Mapping[str, tuple[int, ...]], register: str) -> Key | None:
    offset = 0
    sources = definitions.get(register, ())
    for _ in range(_CHAIN):
        if len(sources) != 1:
            return None
        if kernel.operation(sources[0]) == "address.cast":
            following = [each for each in kernel.definitions(sources[0]).values() if each]
            if len(following) != 1:
                break
            sources = following[0]
            continue
        found = kernel.isa.arithmetic(kernel.listing.statements[sources[0]])
        if found is None or found.verb not in ("add", "move"):
            break
        sides = [side for side in (found.left, found.right) if isinstance(side, str)]
        if len(sides) != 1:
            break
        offset += sum(side for side in (found.left, found.right) if isinstance(side, int))
        before = kernel.definitions(sources[0]).get(sides[0], ())
        if not before:
            break
        sources = before
    return (sources[0], offset) if len(sources) == 1 else None
