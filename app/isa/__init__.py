"""The registry of instruction sets, and which of them a text is written in."""

from __future__ import annotations

from functools import cache

from app.isa.base import Isa, Recognition


@cache
def isas() -> tuple[Isa, ...]:
    """Every ISA that is read, in the order in which they are offered. A new one is added here."""
    from app.isa.amdgcn import AmdGcn
    from app.isa.ptx import Ptx

    return (Ptx(), AmdGcn())


def get(name: str) -> Isa:
    """The ISA of the contract's name ``name``; ``KeyError`` when there is none."""
    for isa in isas():
        if isa.name == name:
            return isa
    raise KeyError(name)


def recognise(lines: tuple[str, ...]) -> tuple[Recognition, ...]:
    """What each ISA makes of ``lines``, the surest first; those that see nothing are left out."""
    found = [seen for isa in isas() if (seen := isa.recognise(lines)) is not None]
    return tuple(sorted(found, key=lambda seen: -seen.score))


def check() -> None:
    """Loads every table of every ISA; ``BadTable`` names the file and the key that is wrong."""
    for isa in isas():
        isa.check()
