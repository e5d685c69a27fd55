"""A statement → the places in the source that it comes from, and what else comes from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.pages.column import Column
from app.pages.jumps import Jump, Jumps
from app.pages.lineage import Lineage, file_name
from app.pages.marks import MARKS


class Place(NamedTuple):
    """A place in the source: ``kernel.py 28:15``."""

    text: str
    jump: Jump | None
    """To its line, when it is in the source that came with the comparison."""
    code: str
    """That line."""


def places(lineage: Lineage | None, ours: Column, index: int, jumps: Jumps) -> Sequence[Place]:
    """Innermost first; the line of the kernel's own source among them, when that came with the comparison."""
    found = []
    origin = lineage.origins[ours.letter][ours.line(index)] if lineage else 0
    for place in ours.whence[index]:
        text = f"{place.file.rpartition('/')[2]} {place.line}:{place.column}"
        if lineage and place.line == origin and file_name(place.file) == lineage.file:
            found.append(Place(text, jumps.to_source(origin), lineage.source.lines[origin - 1].strip()))
            origin = 0
        else:
            found.append(Place(text, None, ""))
    return found


def kin(ours: Column, index: int) -> Sequence[int]:
    """Nearby lines of the same class that come from the same place in the source."""
    here, style = ours.whence[index], ours.styles[ours.line(index)]
    if not here or style not in MARKS:
        return ()
    around = range(max(0, index - 400), min(len(ours.whence), index + 400))
    return [
        ours.line(each)
        for each in around
        if each != index and ours.whence[each] == here and ours.styles[ours.line(each)] == style
    ]
