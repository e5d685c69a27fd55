"""A line and its link → what does the same work on the other side, and what that side's ISA has in general."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app import annotate
from app import isa as registry
from app.align.links import Basis, Link
from app.operations import Equivalence, Relation, between
from app.pages.column import Column
from app.pages.jumps import MANY, Jump, Jumps

RELATIONS = {Relation.EXACT: "exact", Relation.SAME_ROLE: "same role", Relation.ANALOGUE: "analogue"}


class Kind(NamedTuple):
    """How many of a link's statements have one mnemonic."""

    number: int
    mnemonic: str
    style: str


class Peers(NamedTuple):
    """What does the same work on the other side, linked."""

    relation: str
    word: str
    jumps: Sequence[Jump]
    more: int
    kinds: Sequence[Kind]
    caveat: str
    why: str


class Counterpart(NamedTuple):
    """What an ISA has for this, whether or not it is linked here."""

    title: str
    relation: str
    word: str
    mnemonics: Sequence[str]
    more: int
    caveat: str


def peers(ours: Column, theirs: Column, index: int, link: Link | None, jumps: Jumps) -> Peers | None:
    """What the line's link joins it with; ``None`` without a link."""
    if link is None:
        return None
    others = link.right if ours.letter == "L" else link.left
    entry = _entry(ours, theirs, index, others)
    lines = [theirs.line(each) for each in others]
    caveat = entry.caveat if entry else ""
    basis = "The line tables of both sides say so." if link.basis is Basis.LOC else _without(link.reason, caveat)
    sure = "" if link.basis is Basis.LOC else f" Confidence {link.confidence:.0%}."
    return Peers(
        link.relation.value,
        RELATIONS.get(link.relation, ""),
        [jumps.to(theirs, line) for line in lines[:MANY]],
        max(0, len(lines) - MANY),
        _kinds(theirs, others),
        caveat,
        (basis.rstrip(".") + "." if basis else "") + sure,
    )


def _kinds(column: Column, indices: Sequence[int]) -> Sequence[Kind]:
    """Mnemonics of some statements, in the order in which they first come."""
    counts: dict[str, list[int]] = {}
    for index in indices:
        counts.setdefault(column.side.listing.statements[index].name, []).append(index)
    return [Kind(len(found), name, column.styles[column.line(found[0])]) for name, found in counts.items()]


def _without(reason: str, caveat: str) -> str:
    """The reason for a link, without what is said beside it anyway."""
    return reason.replace(caveat, "").strip() if caveat else reason


def _entry(ours: Column, theirs: Column, index: int, others: Sequence[int]) -> Equivalence | None:
    """What the table says of this pair; nothing between two listings of one ISA."""
    if ours.side.isa is theirs.side.isa:
        return None
    mine = ours.side.isa.instruction(ours.side.listing.statements[index].name, ours.side.listing.target)
    for other in others[:MANY]:
        yours = theirs.side.isa.instruction(theirs.side.listing.statements[other].name, theirs.side.listing.target)
        found = between(ours.side.isa.name, mine, theirs.side.isa.name, yours)
        if found:
            return found
    return None


def counterparts(theirs: Column, known: annotate.Annotation) -> Sequence[Counterpart]:
    """What the other side's ISA has for this in general; with one ISA on both sides, what the others have."""
    other = theirs.side.isa.name
    wanted = [each for each in known.counterparts if known.isa == other or each.isa == other]
    return [
        Counterpart(
            registry.get(each.isa).title,
            each.relation.value,
            RELATIONS.get(each.relation, "none there"),
            each.mnemonics[:4],
            max(0, len(each.mnemonics) - 4),
            each.caveat,
        )
        for each in wanted[:2]
    ]
