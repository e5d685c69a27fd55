"""The kernel's source beside both columns → which of its lines became which instructions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from app.model import Kind, Source
from app.pages.column import Column
from app.paint import Ink
from app.source_paint import paint_source


@dataclass(frozen=True)
class Lineage:
    """The source, and by side what each of its lines became."""

    source: Source
    file: str
    """Its name in the line tables."""
    table: Mapping[str, Mapping[int, Sequence[int]]]
    """By ``L`` or ``R`` and source line: lines of the listing with an instruction from there, in order."""
    origins: Mapping[str, Sequence[int]]
    """By ``L`` or ``R`` and line of the listing: the source line it comes from; 0 for none."""
    remark: str
    """What is wrong with the two together; empty when nothing is."""

    def became(self, letter: str, line: int) -> Sequence[int]:
        """Lines of a side that come from a line of the source."""
        return self.table[letter].get(line, ())

    @cached_property
    def painted(self) -> Sequence[Sequence[Ink]]:
        """Every line of the source as inks."""
        return paint_source(self.source.name, self.source.lines)


def lineage(source: Source, columns: Sequence[Column]) -> Lineage:
    """Joins the source to both columns by the file name that their line tables give."""
    name = file_name(source.name)
    files = {file_name(place.file) for column in columns for chain in column.whence for place in chain}
    chosen = name if name in files or len(files) != 1 else next(iter(files))
    table: dict[str, dict[int, list[int]]] = {}
    origins: dict[str, list[int]] = {}
    beyond = 0
    for column in columns:
        became = table.setdefault(column.letter, {})
        origin = origins.setdefault(column.letter, [0] * (len(column.lines) + 1))
        for statement, chain in zip(column.side.listing.statements, column.whence, strict=True):
            line = next((place.line for place in chain if file_name(place.file) == chosen), 0)
            beyond = max(beyond, line)
            if line and line <= len(source.lines) and statement.kind is Kind.INSTRUCTION:
                became.setdefault(line, []).append(statement.line)
                origin[statement.line] = line
    return Lineage(source, chosen, table, origins, _remark(source, files, chosen, beyond))


def _remark(source: Source, files: Collection[str], chosen: str, last: int) -> str:
    if not files:
        return "Neither side has a line table, so that no line leads anywhere. Compile with line information."
    if not last:
        named = ", ".join(sorted(files)[:4])
        return f"The line tables name {named}, not this file, so that no line leads anywhere."
    if last > len(source.lines):
        return f"The line tables speak of line {last:,}: the sides were compiled from another version of this file."
    if chosen != file_name(source.name):
        return f"Taken for {chosen}, the one file that the line tables name."
    return ""


def file_name(path: str) -> str:
    """A path's last part, whichever way its slashes lean: two builds seldom share their folders."""
    return PurePosixPath(path.replace("\\", "/")).name
