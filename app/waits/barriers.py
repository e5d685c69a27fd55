"""Kernel → for each wait on a barrier object the arrivals, copies and matrix work that complete it.

Who completes a barrier may be another thread, so it is not the order of the text that pairs them but the
object: its address, traced through moves and additions to a symbol or a register and an offset. An address
with an index in it stands for every slot of its array, which ends where the next array begins.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from app.isa.base import BarrierUse, Sum
from app.model import Transfer
from app.program import Kernel

_DEEPEST = 40
"""Most additions to trace an address through."""


class Place(NamedTuple):
    """An address: bytes behind a symbol or behind what a register held."""

    base: str
    """Empty for a plain number."""
    offset: int
    indexed: bool
    """Something that is no constant is added too."""
    symbol: bool = False
    """Whether ``base`` is a name that the text declares, so that another such name is another place."""


class Matched(NamedTuple):
    """One wait on a barrier object."""

    at: int
    parity: int | None
    completers: tuple[int, ...]
    reason: str
    """Why it may be more, or less; empty when it is exactly that."""
    alone: bool
    """Whether nothing in the routine completes it, and nothing could from places not traced."""


@dataclass(slots=True)
class _Uses:
    waits: list[tuple[int, BarrierUse, Place]] = field(default_factory=list)
    completes: list[tuple[int, Place]] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)


def unwaited(kernel: Kernel, matched: Sequence[Matched]) -> Iterator[int]:
    """Copies and matrix work that complete a barrier object which nothing in the routine waits on."""
    uses = _uses(kernel)
    places = [place for _, _, place in uses.waits]
    if not all(place.symbol for place in places) or _calls(kernel) or not kernel.routine.is_kernel:
        return
    waited = {index for each in matched for index in each.completers}
    for index, place in uses.completes:
        operation = kernel.operation(index)
        if place.symbol and index not in waited and operation.startswith(("async.", "matrix.")):
            yield index


def _calls(kernel: Kernel) -> bool:
    return any(flow.transfer is Transfer.CALL for flow in kernel.graph.flows.values())


def match(kernel: Kernel) -> Iterator[Matched]:
    """Every wait on a barrier object with what completes that object."""
    uses = _uses(kernel)
    if not uses.waits:
        return
    calls = _calls(kernel)
    starts = _array_starts(uses.places)
    for index, use, place in uses.waits:
        same = tuple(each for each, other in uses.completes if _same(place, other, starts))
        unsure = any(_unsure(place, other) for _, other in uses.completes)
        reason = ""
        if place.indexed:
            reason = "which slot of the array of barriers it is depends on a register"
        elif any(other.indexed and other.base == place.base for each, other in uses.completes if each in same):
            reason = "what completes it can complete another slot of the array too"
        elif unsure:
            reason = "some completions here go through an address that could not be traced"
        alone = not same and not unsure and not calls and place.symbol and kernel.routine.is_kernel
        yield Matched(index, use.parity, same, reason, alone)


def _uses(kernel: Kernel) -> _Uses:
    uses = _Uses()
    tracer = None
    statements, isa = kernel.listing.statements, kernel.isa
    for index in kernel.instructions:
        use = isa.barrier(statements[index])
        if use is None:
            continue
        tracer = tracer or _Tracer(kernel)
        place = tracer.place(isa.address(use.address), use.address, index)
        uses.places.append(place)
        if use.role == "wait":
            uses.waits.append((index, use, place))
        elif use.role == "complete":
            uses.completes.append((index, place))
    return uses


def _array_starts(places: Sequence[Place]) -> dict[str, list[int]]:
    """For each base the offsets at which arrays begin: those to which an index is added."""
    found: dict[str, set[int]] = {}
    for place in places:
        if place.indexed:
            found.setdefault(place.base, set()).add(place.offset)
    return {base: sorted(offsets) for base, offsets in found.items()}


def _same(one: Place, other: Place, starts: dict[str, list[int]]) -> bool:
    if one.base != other.base:
        return False
    if not one.indexed and not other.indexed:
        return one.offset == other.offset
    known = starts.get(one.base, [])
    return bisect_right(known, one.offset) == bisect_right(known, other.offset)


def _unsure(one: Place, other: Place) -> bool:
    """Whether two places with different bases might still be one."""
    return one.base != other.base and not (one.symbol and other.symbol)


class _Tracer:
    """Traces registers to places; each register is looked at once."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._written: dict[str, list[int]] = {}
        statements = kernel.listing.statements
        for index in kernel.instructions:
            target = statements[index].args.partition(",")[0].strip()
            if target:
                self._written.setdefault(target, []).append(index)
        self._known: dict[str, Place] = {}

    def place(self, terms: tuple[str | int, ...], text: str, at: int) -> Place:
        """The place that a sum of ``terms`` names where statement ``at`` reads it."""
        if not terms:
            return Place(text, 0, False)
        return self._sum([self._term(term, at, 0) for term in terms], text)

    def _term(self, term: str | int, at: int, depth: int) -> Place:
        if isinstance(term, int):
            return Place("", term, False)
        if not term.startswith("%") and term not in self._written:
            return Place(term, 0, False, symbol=True)
        return self._register(term, at, depth)

    def _register(self, register: str, at: int, depth: int) -> Place:
        known = self._known.get(register)
        if known is not None:
            return known
        written = self._written.get(register, [])
        if len(written) > 1:
            written = list(self._kernel.definitions(at).get(register, ()))
        opaque = Place(register, 0, False)
        if not written or depth > _DEEPEST:
            return opaque
        several = len(self._written.get(register, [])) > 1
        self._known[register] = opaque
        found = [place for index in written if (place := self._result(register, index, depth + 1)) != opaque]
        del self._known[register]
        place = found[0] if len(found) == 1 and len(written) == 1 else self._alternatives(found, opaque)
        if not several:
            self._known[register] = place
        return place

    def _alternatives(self, places: list[Place], opaque: Place) -> Place:
        """One place for several: where they share a base it is an array of them."""
        outside = [place for place in places if place.base != opaque.base]
        if not outside or len({place.base for place in outside}) != 1:
            return opaque
        if len(set(places)) == 1:
            return places[0]
        return Place(outside[0].base, min(place.offset for place in outside), True, outside[0].symbol)

    def _result(self, register: str, index: int, depth: int) -> Place:
        found: Sum | None = self._kernel.isa.address_sum(self._kernel.listing.statements[index])
        if found is None or found.register != register:
            return Place(register, 0, False)
        if found.choices:
            return self._alternatives(
                [self._term(each, index, depth) for each in found.choices], Place(register, 0, False)
            )
        terms = [self._term(term, index, depth) for term in found.terms]
        if not found.whole:
            terms.append(Place("", 0, True))
        return self._sum(terms, register)

    def _sum(self, terms: list[Place], name: str) -> Place:
        """A sum of places: at most one of them is an address, the others are offsets."""
        offset = sum(term.offset for term in terms)
        indexed = any(term.indexed for term in terms)
        based = [term for term in terms if term.base]
        symbols = [term for term in based if term.symbol]
        if len(based) > 1 and len(symbols) == 1:
            return Place(symbols[0].base, offset - sum(t.offset for t in based if not t.symbol), True, symbol=True)
        if len(based) > 1:
            return Place(name, 0, False)
        if not based:
            return Place("", offset, indexed)
        return Place(based[0].base, offset, indexed, based[0].symbol)
