"""An entry's forms and a statement's operands → which role each operand plays."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from app.isa.ptx import knowledge
from app.isa.ptx.instructions import entry_of
from app.isa.ptx.knowledge import Entry, Role, Slot
from app.model import Access


class Assignment(NamedTuple):
    """Roles by operand; one tuple an operand, two roles for a pair."""

    roles: tuple[tuple[Role, ...], ...]
    missing: tuple[str, ...]
    """Roles that the best form asks for and the statement lacks."""
    extra: int
    """Operands at the end that no form has a place for."""


UNKNOWN = Role("operand", Access.READ)


def shape_of(text: str) -> str:
    """``[`` for an address, ``{`` for a list in braces, ``(`` for parentheses, else empty."""
    return text[0] if text[:1] in ("[", "{", "(") else ""


@lru_cache(maxsize=16384)
def assign(mnemonic: str, shapes: tuple[str, ...]) -> Assignment:
    """Roles for operands of these shapes; depends on nothing else, so it is cached."""
    found = entry_of(mnemonic)
    if found is None:
        return Assignment(tuple((UNKNOWN,) for _ in shapes), (), 0)
    entry, rest = found
    best: Assignment | None = None
    for form in entry.forms:
        present = [slot for slot in knowledge.slots(form) if _stands(slot, rest)]
        if _impossible(form, rest):
            continue
        chosen = _fit(present, shapes)
        if chosen is not None:
            return Assignment(tuple(_roles(entry, slot) for slot in chosen), (), 0)
        partial = _partial(entry, present, shapes)
        if best is None or len(partial.missing) + partial.extra < len(best.missing) + best.extra:
            best = partial
    return best or Assignment(tuple((UNKNOWN,) for _ in shapes), (), 0)


def _impossible(form: str, rest: tuple[str, ...]) -> bool:
    """Whether the form is for modifiers, or needs one for an operand, that the mnemonic lacks."""
    modifiers, _ = knowledge.condition_of(form)
    if modifiers and f".{modifiers}." not in f".{'.'.join(rest)}.":
        return True
    needed = [slot.condition for slot in knowledge.slots(form) if slot.condition and not slot.optional]
    return not all(_holds(condition, rest) for condition in needed)


def _holds(condition: str, rest: tuple[str, ...]) -> bool:
    return any(part == condition or part.startswith(f"{condition}::") for part in rest)


def _stands(slot: Slot, rest: tuple[str, ...]) -> bool:
    return not slot.condition or _holds(slot.condition, rest)


def _accepts(slot: Slot, shape: str) -> bool:
    if slot.shape:
        return shape == slot.shape
    return shape != "["


def _fit(slots: list[Slot], shapes: tuple[str, ...]) -> list[Slot] | None:
    """The slots taken, one an operand; optional ones are left out as needed. ``None`` when nothing fits."""
    if len(shapes) > len(slots):
        return None

    def walk(at: int, operand: int) -> list[Slot] | None:
        if operand == len(shapes):
            return [] if all(slot.optional for slot in slots[at:]) else None
        if at == len(slots):
            return None
        slot = slots[at]
        if _accepts(slot, shapes[operand]):
            rest = walk(at + 1, operand + 1)
            if rest is not None:
                return [slot, *rest]
        return walk(at + 1, operand) if slot.optional else None

    return walk(0, 0)


def _partial(entry: Entry, slots: list[Slot], shapes: tuple[str, ...]) -> Assignment:
    roles: list[tuple[Role, ...]] = []
    missing: list[str] = []
    at = 0
    for shape in shapes:
        fitting = next((n for n in range(at, len(slots)) if _accepts(slots[n], shape)), None)
        if fitting is None:
            roles.append((UNKNOWN,))
            continue
        missing.extend(_roles(entry, slot)[0].role for slot in slots[at:fitting] if not slot.optional)
        roles.append(_roles(entry, slots[fitting]))
        at = fitting + 1
    missing.extend(_roles(entry, slot)[0].role for slot in slots[at:] if not slot.optional)
    return Assignment(tuple(roles), tuple(missing), sum(each == (UNKNOWN,) for each in roles))


def _roles(entry: Entry, slot: Slot) -> tuple[Role, ...]:
    shared = knowledge.roles()
    return tuple(entry.roles.get(name) or shared[name] for name in slot.names)
