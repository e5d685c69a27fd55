"""What an alignment says: which statements do the same work, how sure that is, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.model import Diagnostic
from app.operations import Relation


class Basis(StrEnum):
    """What a link rests on: the line tables of both sides, or the structure of the programs."""

    LOC = "loc"
    STRUCTURE = "structure"


@dataclass(frozen=True, slots=True)
class Link:
    """A group of statements on each side that do the same work. Statements are listing indices."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    operation: str
    relation: Relation
    basis: Basis
    confidence: float
    """0 to 1; calibrated on pairs whose line tables tell the truth."""
    reason: str
    """Why these belong together, for the reader."""
    changes: tuple[str, ...] = ()
    """On one ISA, what differs between the two beyond names of registers and labels."""
    moved: bool = False
    """On one ISA, whether the statement stands elsewhere among its neighbours."""


@dataclass(frozen=True, slots=True)
class RoutinePair:
    """Positions of matched routines in the two listings; ``None`` where one has no partner."""

    left: int | None
    right: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """All links between two programs. A statement is in at most one link."""

    routines: tuple[RoutinePair, ...]
    links: tuple[Link, ...]
    remarks: tuple[Diagnostic, ...] = ()
    """What a reader must know of the whole: unrelated kernels, too large for more than classes …"""
