"""Two programs → which of their kernels and functions are one another's counterparts, and why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from app.align.kinds import kinds
from app.align.links import RoutinePair
from app.program import Kernel, Program

_LENGTH = re.compile(r"\d+")
_SUFFIX = re.compile(
    r"(?:\.kd|\.llvm\.\d+|\.cold|\.part\.\d+|__?[0-9a-f]{8,}|_(?=\d[\dcde]*d)[\dcde]+|__kernel)$", re.IGNORECASE
)
_LIKE = 0.6
"""Least likeness of content that pairs routines whose names say nothing."""


def pair(left: Program, right: Program) -> tuple[RoutinePair, ...]:
    """Pairs by name, then by name without what compilers add, then by content; kernels with kernels.

    Those without a partner follow, each by itself.
    """
    open_left = [position for position, kernel in enumerate(left.kernels) if kernel.instructions]
    open_right = [position for position, kernel in enumerate(right.kernels) if kernel.instructions]
    found: list[RoutinePair] = []
    steps: tuple[tuple[Callable[[str], str], str], ...] = (
        (str, "They have the same name."),
        (plain, "Their names are the same without what compilers add to them."),
    )
    for key, reason in steps:
        named = {
            (key(right.kernels[position].name), right.kernels[position].routine.is_kernel): position
            for position in reversed(open_right)
            if right.kernels[position].name
        }
        for position in list(open_left):
            kernel = left.kernels[position]
            other = named.pop((key(kernel.name), kernel.routine.is_kernel), None) if kernel.name else None
            if other is not None:
                found.append(RoutinePair(position, other, reason))
                open_left.remove(position)
                open_right.remove(other)
    found.extend(_by_content(left, right, open_left, open_right))
    found.extend(
        RoutinePair(position, None, "Nothing on the other side has its name or does its work.")
        for position in open_left
    )
    found.extend(
        RoutinePair(None, position, "Nothing on the other side has its name or does its work.")
        for position in open_right
    )
    return tuple(sorted(found, key=lambda each: (each.left is None, each.left, each.right)))


def _by_content(left: Program, right: Program, open_left: list[int], open_right: list[int]) -> list[RoutinePair]:
    """Takes from both lists what it pairs: the likest first."""
    found = []
    for is_kernel in (True, False):
        ours = [position for position in open_left if left.kernels[position].routine.is_kernel == is_kernel]
        theirs = [position for position in open_right if right.kernels[position].routine.is_kernel == is_kernel]
        if not ours or not theirs:
            continue
        if is_kernel and len(ours) == len(theirs) == 1:
            only = len(left.kernels) == len(right.kernels) == 1
            reason = "They are the only kernels." if only else "They are the only kernels left on each side."
            pairs = [(ours[0], theirs[0], reason)]
        else:
            likeness = _likeness([left.kernels[p] for p in ours], [right.kernels[p] for p in theirs])
            pairs = [
                (ours[a], theirs[b], "Their names differ, but they do the same kinds of work in the same amounts.")
                for a, b in _likest(likeness)
            ]
        for one, other, reason in pairs:
            found.append(RoutinePair(one, other, reason))
            open_left.remove(one)
            open_right.remove(other)
    return found


def _likest(likeness: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    taken_left: set[int] = set()
    taken_right: set[int] = set()
    for flat in np.argsort(-likeness, axis=None, kind="stable").tolist():
        a, b = divmod(flat, likeness.shape[1])
        if likeness[a, b] < _LIKE:
            break
        if a not in taken_left and b not in taken_right:
            taken_left.add(a)
            taken_right.add(b)
            found.append((a, b))
    return found


def _likeness(left: Sequence[Kernel], right: Sequence[Kernel]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Cosine of the amounts of each kind of work, on a scale on which twice as much counts little."""
    names = sorted(set(kinds().values()))
    sides = []
    for kernels in (left, right):
        table = np.zeros((len(kernels), len(names)))
        for row, kernel in enumerate(kernels):
            counts = Counter(kinds().get(kernel.operation(index)) for index in kernel.instructions)
            table[row] = [np.log1p(counts[name]) for name in names]
        norm = np.linalg.norm(table, axis=1, keepdims=True)
        sides.append(table / np.where(norm, norm, 1))
    answer: np.ndarray[tuple[int, int], np.dtype[np.float64]] = sides[0] @ sides[1].T
    return answer


def plain(name: str) -> str:
    """A name without mangling and without suffixes that compilers add; lower case.

    Of an Itanium-mangled name the identifiers are kept and the types dropped: ``_ZN3foo3barEPf`` gives ``foo::bar``.
    """
    if name.startswith("_Z"):
        name = "::".join(_identifiers(name)) or name
    before = ""
    while name != before:
        before = name
        name = _SUFFIX.sub("", name)
    return name.lower()


def _identifiers(name: str) -> list[str]:
    """The length-prefixed identifiers at the start of a mangled name, up to its types."""
    found = []
    place = 3 if name.startswith("_ZN") else 2
    while place < len(name):
        length = _LENGTH.match(name, place)
        if not length:
            break
        place = length.end() + int(length[0])
        found.append(name[length.end() : place])
        if not name.startswith("_ZN"):
            break
    return found
