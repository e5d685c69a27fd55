"""Two snippets that tell nothing of their dataflow → links between what the table of equivalences joins."""

from __future__ import annotations

from app import operations
from app.align.links import Basis, Link
from app.operations import Relation
from app.program import Kernel

_CONFIDENCE = {Relation.EXACT: 0.7, Relation.SAME_ROLE: 0.6, Relation.ANALOGUE: 0.5}


def links(left: Kernel, right: Kernel) -> list[Link]:
    """Takes the table's entries in order; each joins all statements on both sides that are still free."""
    free_left, free_right = list(left.instructions), list(right.instructions)
    found = []
    for entry in operations.equivalences():
        if entry.relation is Relation.NONE:
            continue
        ours = [index for index in free_left if entry.covers(left.isa.name, left.instruction(index))]
        theirs = [index for index in free_right if entry.covers(right.isa.name, right.instruction(index))]
        if not ours or not theirs:
            continue
        free_left = [index for index in free_left if index not in ours]
        free_right = [index for index in free_right if index not in theirs]
        reason = "Each does the work of the other. Nothing else around them tells more. " + entry.caveat
        found.append(
            Link(
                tuple(ours),
                tuple(theirs),
                entry.operation,
                entry.relation,
                Basis.STRUCTURE,
                _CONFIDENCE[entry.relation],
                reason.strip(),
            )
        )
    return found
