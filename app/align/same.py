"""Two kernels of one ISA → statement by statement what stayed, what moved and what changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from difflib import SequenceMatcher

from app.align.links import Basis, Link
from app.align.shapes import Shapes, shapes
from app.model import Kind
from app.operations import Relation
from app.program import Kernel

_GAP = 400
"""Most statements on one side of a gap that are matched by their longest common run; longer gaps in order alone."""


def links(left: Kernel, right: Kernel) -> list[Link]:
    """One link for each pair of statements."""
    ours, theirs = shapes(left), shapes(right)
    pairs = _by_colour(ours, theirs)
    _fill(ours, theirs, pairs)
    ordered = sorted(pairs.items())
    in_order = _longest([other for _, other in ordered])
    found = []
    for number, (one, other) in enumerate(ordered):
        found.append(_link(left, ours, one, right, theirs, other, number not in in_order, pairs))
    return found


def _by_colour(ours: Shapes, theirs: Shapes) -> dict[int, int]:
    """Pairs what is alike with all its surroundings first, then what is alike with fewer and fewer of them.

    Where several are alike, as many on each side, they pair in order: they are copies.
    """
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    depth = min(len(ours.rounds), len(theirs.rounds))
    for number in (*range(depth - 1, 2, -4), 2, 1, 0):
        if number >= depth:
            continue
        buckets: dict[int, tuple[list[int], list[int]]] = {}
        for place, colour in enumerate(ours.rounds[number]):
            if place not in pairs:
                buckets.setdefault(colour, ([], []))[0].append(place)
        for place, colour in enumerate(theirs.rounds[number]):
            if place not in taken and colour in buckets:
                buckets[colour][1].append(place)
        for one, other in buckets.values():
            if len(one) == len(other) and (number or len(one) == 1):
                pairs.update(zip(one, other, strict=True))
                taken.update(other)
    return pairs


def _fill(ours: Shapes, theirs: Shapes, pairs: dict[int, int]) -> None:
    """Between pairs that keep their order, matches the rest by text, then by mnemonic."""
    ordered = sorted(pairs.items())
    kept = _longest([other for _, other in ordered])
    anchors = [ordered[number] for number in sorted(kept)]
    taken = set(pairs.values())
    before = (-1, -1)
    for after in (*anchors, (len(ours.indices), len(theirs.indices))):
        free_left = [place for place in range(before[0] + 1, after[0]) if place not in pairs]
        free_right = [place for place in range(before[1] + 1, after[1]) if place not in taken]
        before = after
        for key in (_whole, _mnemonic):
            if not free_left or not free_right:
                break
            found = _match([key(ours.texts[p]) for p in free_left], [key(theirs.texts[p]) for p in free_right])
            for one, other in found:
                pairs[free_left[one]] = free_right[other]
                taken.add(free_right[other])
            free_left = [place for place in free_left if place not in pairs]
            free_right = [place for place in free_right if place not in taken]


def _whole(text: str) -> str:
    return text


def _mnemonic(text: str) -> str:
    return text.split(" ", 2)[1 if text.startswith("@") else 0]


def _match(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    if len(one) > _GAP or len(other) > _GAP:
        places: dict[str, list[int]] = {}
        for place in range(len(other) - 1, -1, -1):
            places.setdefault(other[place], []).append(place)
        return [(place, places[text].pop()) for place, text in enumerate(one) if places.get(text)]
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return [(block.a + step, block.b + step) for block in blocks for step in range(block.size)]


def _longest(sequence: Sequence[int]) -> set[int]:
    """Positions of a longest rising part."""
    tails: list[int] = []
    holders: list[int] = []
    before: list[int] = []
    for number, value in enumerate(sequence):
        place = bisect_left(tails, value)
        before.append(holders[place - 1] if place else -1)
        if place == len(tails):
            tails.append(value)
            holders.append(number)
        else:
            tails[place] = value
            holders[place] = number
    found = set()
    number = holders[-1] if holders else -1
    while number >= 0:
        found.add(number)
        number = before[number]
    return found


def _link(
    left: Kernel,
    ours: Shapes,
    one: int,
    right: Kernel,
    theirs: Shapes,
    other: int,
    moved: bool,
    pairs: dict[int, int],
) -> Link:
    index, their_index = ours.indices[one], theirs.indices[other]
    changes = _changes(left, ours, one, right, theirs, other, pairs)
    parts = [*changes, "moved past others"] if moved else changes
    alike = ours.texts[one] == theirs.texts[other]
    reason = (
        f"{parts[0][:1].upper()}{'; '.join(parts)[1:]}." if parts else "The same but for names of registers and labels."
    )
    label = left.listing.statements[index].kind is Kind.LABEL
    operation = "label" if label else left.operation(index)
    relation = Relation.EXACT if alike else Relation.SAME_ROLE
    deep = min(len(ours.rounds), len(theirs.rounds)) - 1
    sure = 0.99 if ours.rounds[deep][one] == theirs.rounds[deep][other] else 0.9 if alike else 0.6
    return Link((index,), (their_index,), operation, relation, Basis.STRUCTURE, sure, reason, tuple(changes), moved)


def _changes(
    left: Kernel,
    ours: Shapes,
    one: int,
    right: Kernel,
    theirs: Shapes,
    other: int,
    pairs: dict[int, int],
) -> list[str]:
    """What differs between two paired statements beyond names: words, or where operands come from."""
    mine, yours = left.listing.statements[ours.indices[one]], right.listing.statements[theirs.indices[other]]
    found = []
    if mine.name != yours.name and mine.kind is not Kind.LABEL:
        found.append(f"{mine.name} became {yours.name}")
    elif ours.texts[one] != theirs.texts[other]:
        found.append(f"{mine.args or 'nothing'} became {yours.args or 'nothing'}")
    a = left.values.reads.get(ours.indices[one], ())
    b = right.values.reads.get(theirs.indices[other], ())
    if len(a) == len(b) and not found:
        reads = zip(left.effects(ours.indices[one]).reads, right.effects(theirs.indices[other]).reads, strict=False)
        for (register, their_register), value, their_value in zip(reads, a, b, strict=False):
            sources = left.values.sources(value)
            targets = right.values.sources(their_value)
            mapped = {theirs.indices[pairs[p]] for s in sources if (p := _place(ours, s)) in pairs}
            if len(sources) == 1 == len(targets) and mapped and mapped != set(targets):
                found.append(f"{register} and {their_register} come from different places")
    return found


def _place(side: Shapes, index: int) -> int:
    return bisect_left(side.indices, index)
