"""Two programs → links between equivalent operations, and the rows of the two columns."""

from __future__ import annotations

from app.align import by_loc, same, structure
from app.align.links import Alignment, Link
from app.align.routines import pair
from app.model import Diagnostic
from app.program import Kernel, Program


def align(left: Program, right: Program, *, use_loc: bool) -> Alignment:
    """Pairs routines, then links what they have in common.

    ``use_loc`` lets line tables that name the same sources decide; structure then only objects. Two programs
    of one ISA are matched statement by statement. A statement is in at most one link.
    """
    routines = pair(left, right)
    links: list[Link] = []
    remarks: list[Diagnostic] = []
    for each in routines:
        if each.left is None or each.right is None:
            continue
        found, said = _kernels(left.kernels[each.left], right.kernels[each.right], use_loc)
        links.extend(found)
        remarks.extend(said)
    links.sort(key=lambda link: link.left)
    once = {each.message: each for each in remarks}
    return Alignment(routines, tuple(links), tuple(once.values()))


def _kernels(left: Kernel, right: Kernel, use_loc: bool) -> tuple[list[Link], list[Diagnostic]]:
    if left.isa.name == right.isa.name:
        return same.links(left, right), []
    sides, vocabulary = structure.read(left, right)
    found, remarks = structure.links(left, right, sides, vocabulary)
    if use_loc:
        ours, theirs = by_loc.places(left), by_loc.places(right)
        if by_loc.usable(ours, theirs):
            placed = by_loc.links(sides[0].graph, sides[1].graph, ours, theirs)
            return placed, by_loc.objections(left, placed, found)
    return found, remarks
