"""Units of a column → fewer of them: neighbours of one mnemonic, and what is repeated, stand on one row."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from app.model import Kind
from app.operations import Group
from app.pages.column import Column
from app.pages.folds import SILENT, Form, Unit, hiding, lines
from app.pages.marks import CHIPS
from app.pages.view import Fold, Span

_BETWEEN = 10
"""Lines of address arithmetic that a run may hold between two of its instructions."""
_PERIOD = 6
"""Most units that are repeated together."""
_TELLING = {group.value: number for number, chip in enumerate(CHIPS) for group in chip.groups}
"""By class, how early it is named where several come together."""


def units(column: Column, span: Span, fold: Fold, opened: Collection[int]) -> list[Unit]:
    """The units of ``span`` in file order. ``opened`` holds the first lines of folds and runs to show whole."""
    found = list(lines(column, span, fold, opened))
    if fold is Fold.MATH:
        return list(_runs(column, found, opened, matrix=False))
    if fold is Fold.SKELETON:
        joined = list(_runs(column, found, opened, matrix=True))
        return list(hiding(column, list(_repeats(column, joined, opened)), span))
    return found


def _runs(column: Column, found: Sequence[Unit], opened: Collection[int], *, matrix: bool) -> Iterator[Unit]:
    """Joins neighbours of one mnemonic, across short folds of address arithmetic, into one unit with a count."""
    at = 0
    while at < len(found):
        unit = found[at]
        name = _joinable(column, unit, matrix)
        members = [at]
        for ahead in range(at + 1, len(found) if name else 0):
            each = found[ahead]
            if _joinable(column, each, matrix) == name:
                members.append(ahead)
            elif not (each.form is Form.FOLD and each.size <= _BETWEEN and each.what != SILENT):
                break
        end = members[-1]
        if len(members) == 1:
            yield unit
        elif unit.first in opened:
            yield Unit(Form.OPEN, unit.first, found[end].last, len(members), name)
            yield from found[at : end + 1]
        else:
            inside = tuple(found[each].first for each in members)
            yield Unit(Form.RUN, unit.first, found[end].last, len(members), lines=inside)
        at = end + 1


def _joinable(column: Column, unit: Unit, matrix: bool) -> str:
    """The mnemonic of a unit that may be joined with others of its kind; empty for one that may not."""
    index = column.statements[unit.first]
    if unit.form not in (Form.LINE, Form.RUN) or index < 0:
        return ""
    statement = column.side.listing.statements[index]
    style = column.styles[unit.first]
    if statement.kind is not Kind.INSTRUCTION or style == Group.CONTROL or (style == Group.MATRIX and not matrix):
        return ""
    return statement.name


def _repeats(column: Column, found: Sequence[Unit], opened: Collection[int]) -> Iterator[Unit]:
    """Joins what is repeated, as ``s_waitcnt`` and ``ds_write`` in turns, under the more telling of its mnemonics."""
    names = [_joinable(column, unit, True) for unit in found]
    at = 0
    while at < len(found):
        period, times = _repeated(column, found, names, at)
        if times == 1:
            yield found[at]
            at += 1
            continue
        end = at + period * times
        end += names[end : end + 1] == [names[at]]  # the last one may come without its companions
        inside = found[at:end]
        own = tuple(line for unit in inside for line in unit.members)
        heads = sum(unit.size for unit in inside[::period])
        if inside[0].first in opened:
            yield Unit(Form.OPEN, inside[0].first, inside[-1].last, len(own), names[at])
            yield from inside
        else:
            companions = ", ".join(dict.fromkeys(names[at + 1 : at + period]))
            yield Unit(Form.RUN, inside[0].first, inside[-1].last, heads, f"with {companions}", own)
        at = end


def _repeated(column: Column, found: Sequence[Unit], names: Sequence[str], at: int) -> tuple[int, int]:
    """How many units are repeated from ``at`` on, and how often; the first is the most telling of them."""
    best = 1, 1
    for period in range(2, _PERIOD + 1):
        part = names[at : at + period]
        if len(part) < period or not all(part) or part.count(part[0]) > 1:
            break
        rank = [_TELLING.get(column.styles[unit.first], len(_TELLING)) for unit in found[at : at + period]]
        if rank[0] > min(rank):
            continue
        times = 1
        while names[at + times * period : at + (times + 1) * period] == part:
            times += 1
        if times > 1 and period * times > best[0] * best[1]:
            best = period, times
    return best
