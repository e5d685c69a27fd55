"""Selected lines of the kernel's source → the panel: what they became on either side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from app.pages.column import Column
from app.pages.comment import snippet
from app.pages.jumps import MANY, Jump, Jumps
from app.pages.lineage import Lineage
from app.pages.marks import CHIP_OF, CHIPS, MARKS
from app.pages.strip import Count
from app.pages.view import Span, View

_KINDS = 12
"""Mnemonics of a side that the panel lists."""


class Became(NamedTuple):
    """Instructions of one mnemonic that the lines became."""

    mnemonic: str
    style: str
    sign: str
    """Name of the mark of its class; empty for none."""
    number: int
    jumps: Sequence[Jump]
    more: int


class Part(NamedTuple):
    """What the lines became on one side."""

    title: str
    number: int
    """Instructions."""
    of: int
    """Instructions of that side whose source line is known."""
    counts: Sequence[Count]
    kinds: Sequence[Became]
    """Key operations by mnemonic, their classes in the order of the filters."""
    rest: int
    """Instructions that are none of these: arithmetic, moves, address work."""


@dataclass(frozen=True, slots=True)
class SourceNote:
    """What is said of lines of the kernel's source."""

    part: ClassVar[str] = "_source_note.html"
    line: int
    span: str
    name: str
    text: str
    parts: Sequence[Part]
    markdown: str
    side: str = "S"
    kin: str = ""
    feeders: str = ""


def source_note(found: Lineage, columns: Sequence[Column], base: str, view: View) -> SourceNote | None:
    """The panel for the source lines that ``view`` selects; ``None`` when the file has no such line."""
    span = view.source
    if span is None or span.first > len(found.source.lines):
        return None
    span = Span(span.first, min(span.last, len(found.source.lines)))
    jumps = Jumps(base, view)
    lines = {column.letter: _became(found, column.letter, span) for column in columns}
    body = [snippet(found.source.name, found.source.lines, range(span.first, span.last + 1))]
    for column in columns:
        if lines[column.letter]:
            name = column.side.listing.source.name or column.side.isa.title
            body += ["became", snippet(name, column.lines, lines[column.letter][:20])]
    return SourceNote(
        line=span.first,
        span=str(span),
        name=found.source.name,
        text=found.source.lines[span.first - 1].strip(),
        parts=[_part(found, column, lines[column.letter], jumps) for column in columns],
        markdown="\n\n".join([*body, "{url}"]),
    )


def _became(found: Lineage, letter: str, span: Span) -> Sequence[int]:
    table = found.table[letter]
    return sorted({line for each in table if each in span for line in table[each]})


def _spans(lines: Sequence[int]) -> list[Span]:
    """Lines in order as stretches without a gap."""
    found: list[Span] = []
    for line in lines:
        if found and line == found[-1].last + 1:
            found[-1] = Span(found[-1].first, line)
        else:
            found.append(Span(line, line))
    return found


def _part(found: Lineage, column: Column, lines: Sequence[int], jumps: Jumps) -> Part:
    counts = Counter(CHIP_OF.get(column.styles[line], "other") for line in lines)
    by_name: dict[str, list[int]] = {}
    for line in lines:
        operation = column.operation(line)
        if operation is not None and operation.key:
            by_name.setdefault(column.side.listing.statements[column.statements[line]].name, []).append(line)
    order = {group.value: number for number, chip in enumerate(CHIPS) for group in chip.groups}
    ranked = sorted(by_name.items(), key=lambda item: order.get(column.styles[item[1][0]], len(order)))
    kinds = []
    for name, each in ranked[:_KINDS]:
        style = column.styles[each[0]]
        spans = _spans(each)
        shown = [jumps.to(column, span.first, str(span).replace("-", "–")) for span in spans[:MANY]]
        more = sum(span.last - span.first + 1 for span in spans[MANY:])
        kinds.append(Became(name, style, MARKS.get(style, ""), len(each), shown, more))
    listing = column.side.listing
    return Part(
        " ".join(filter(None, (column.side.isa.title, listing.target))),
        len(lines),
        sum(map(len, found.table[column.letter].values())),
        [Count(chip.name, chip.title, chip.name, counts[chip.name]) for chip in CHIPS if counts[chip.name]],
        kinds,
        len(lines) - sum(each.number for each in kinds),
    )
