"""Two statements' instructions → what a link between them says: operation, relation, and what to beware of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from app import operations
from app.operations import Relation
from app.program import Kernel


class Claim(NamedTuple):
    """What may be said of a group."""

    operation: str
    relation: Relation
    caveat: str


def claim(left: Kernel, ours: Sequence[int], right: Kernel, theirs: Sequence[int]) -> Claim:
    """What joins the commonest instruction of each side; the same operation when the table has nothing."""
    one, other = _commonest(left, ours), _commonest(right, theirs)
    a, b = left.instruction(one), right.instruction(other)
    entry = operations.between(left.isa.name, a, right.isa.name, b)
    if entry is not None and entry.relation is not Relation.NONE:
        return Claim(entry.operation, entry.relation, entry.caveat)
    operation, theirs_operation = left.operation(one), right.operation(other)
    if operation == theirs_operation:
        exact = left.isa.name == right.isa.name and a.stem == b.stem
        return Claim(operation, Relation.EXACT if exact else Relation.SAME_ROLE, "")
    return Claim(operation, Relation.ANALOGUE, "")


def _commonest(kernel: Kernel, indices: Sequence[int]) -> int:
    counts = Counter(kernel.listing.statements[index].name for index in indices)
    name = counts.most_common(1)[0][0]
    return next(index for index in indices if kernel.listing.statements[index].name == name)
