"""Instructions that together make one operation → which of them stands for the rest.

An exact division is one instruction on one ISA and a run of scaling, an estimate, its refinement and a repair on
another. The last of the run stands for all; the others count as its extras.
"""

from __future__ import annotations

from collections.abc import Sequence

_REFINES = frozenset({"fma", "mul", "rcp"})
"""Kinds that a division's refinement is made of."""


def divisions(
    steps: Sequence[bool], kind: Sequence[str], data: Sequence[tuple[int, ...]], users: Sequence[tuple[int, ...]]
) -> dict[int, list[int]]:
    """For each last instruction of a division the positions of the others. ``steps`` marks division steps.

    What refines belongs to a division when all it feeds does and something of the division feeds it.
    """
    inside = {place for place, step in enumerate(steps) if step}
    if not inside:
        return {}
    candidates = set(inside)
    for place in range(len(kind) - 1, -1, -1):
        if kind[place] in _REFINES and users[place] and all(user in candidates for user in users[place]):
            candidates.add(place)
    for place in range(len(kind)):
        if place in candidates and place not in inside and any(source in inside for source in data[place]):
            inside.add(place)
    return _runs(inside, data, users)


def _runs(inside: set[int], data: Sequence[tuple[int, ...]], users: Sequence[tuple[int, ...]]) -> dict[int, list[int]]:
    """Walks each run up from its last member: the one that feeds nothing of the division."""
    found: dict[int, list[int]] = {}
    taken: set[int] = set()
    for last in sorted(inside):
        if any(user in inside for user in users[last]):
            continue
        run = []
        work = [last]
        while work:
            for source in data[work.pop()]:
                if source in inside and source not in taken and source < last:
                    taken.add(source)
                    run.append(source)
                    work.append(source)
        found[last] = sorted(run)
    return found
