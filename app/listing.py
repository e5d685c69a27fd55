"""Uploaded bytes → listings: which ISA a side is, one paste that holds both, and their reading."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from app import isa as registry
from app.errors import UnreadableInput, UnsupportedInput
from app.isa import foreign
from app.isa.base import Recognition
from app.model import Diagnostic, Listing, Severity, Source
from app.sources import read_source

SURE = 0.5
"""The least score at which a text is taken to be an ISA's."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A source and the ISA that it is written in."""

    source: Source
    isa: str
    evidence: str
    """What showed it, for the reader; empty when the user named the ISA."""


def open_source(raw: bytes, name: str, *, isa: str | None = None, side: str | None = None) -> Recognised:
    """Decodes an upload and settles its ISA. Raises a ``UserError`` that says what is wrong and where."""
    seen = foreign.name_bytes(raw)
    if seen is not None:
        raise UnsupportedInput(f"This is {seen.title}, not assembly text. {seen.advice}", side=side, line=seen.line)
    return recognise(read_source(raw, name, side=side), isa=isa, side=side)


def recognise(source: Source, *, isa: str | None = None, side: str | None = None) -> Recognised:
    """Settles the ISA of a source. A named ``isa`` is taken unless the text is plainly another one."""
    found = registry.recognise(source.lines)
    best = found[0] if found and found[0].score >= SURE else None
    if isa is not None:
        _check_named(isa, best, source, side)
        return Recognised(source, isa, best.evidence if best and best.isa == isa else "")
    if best is None:
        raise _unclaimed(source, found, side)
    return Recognised(source, best.isa, best.evidence)


def _check_named(isa: str, best: Recognition | None, source: Source, side: str | None) -> None:
    names = [known.name for known in registry.isas()]
    if isa not in names:
        raise UnsupportedInput(f"No instruction set is called {isa!r}; it may be {' or '.join(names)}.", side=side)
    if best is not None and best.isa != isa and best.score >= 0.9:
        raise UnsupportedInput(
            f"This was said to be {registry.get(isa).title}, but line {best.line} shows "
            f"{registry.get(best.isa).title}: {best.evidence}.",
            side=side,
            line=best.line,
        )
    if best is None and (seen := foreign.name_lines(source.lines)) is not None:
        raise UnsupportedInput(f"This looks like {seen.title}. {seen.advice}", side=side, line=seen.line)


def _unclaimed(source: Source, found: tuple[Recognition, ...], side: str | None) -> UnreadableInput | UnsupportedInput:
    seen = foreign.name_lines(source.lines)
    if seen is not None:
        return UnsupportedInput(f"This looks like {seen.title}. {seen.advice}", side=side, line=seen.line)
    titles = " or ".join(known.title for known in registry.isas())
    if found:
        weak = found[0]
        return UnreadableInput(
            f"This might be {registry.get(weak.isa).title} (line {weak.line}: {weak.evidence}), but too little of it "
            "reads so to be sure. Name its instruction set to have it read.",
            side=side,
            line=weak.line,
        )
    first = next((n for n, line in enumerate(source.lines, 1) if line.strip()), 1)
    return UnreadableInput(f"No statement of {titles} was found.", side=side, line=first)


def read(recognised: Recognised) -> Listing:
    """Parses a recognised source; the source's own diagnostics come first."""
    listing = registry.get(recognised.isa).read(recognised.source)
    return listing


@dataclass(frozen=True, slots=True)
class Split:
    """One paste cut in two where it changes from one ISA to another."""

    first: Source
    second: Source
    line: int
    """The first line of the second part, in the paste."""


def split(source: Source) -> Split | None:
    """Cuts a paste that holds two ISAs at the one line where it changes; ``None`` when it doesn't.

    Only a text with exactly one change is cut: both parts must be recognised surely, as
    different ISAs, and neither may still hold the other.
    """
    runs: list[tuple[str, int]] = []
    for isa, number in _isa_by_line(source.lines):
        if not runs or runs[-1][0] != isa:
            runs.append((isa, number))
    if len(runs) != 2:
        return None
    cut = _start_of_part(source.lines, runs[1][1])
    parts = source.lines[: cut - 1], source.lines[cut - 1 :]
    seen = [registry.recognise(part) for part in parts]
    if not all(found and found[0].score >= SURE for found in seen) or seen[0][0].isa == seen[1][0].isa:
        return None
    first, second = (_part(source, part, found[0].isa) for part, found in zip(parts, seen, strict=True))
    return Split(first, second, cut)


def _isa_by_line(lines: tuple[str, ...]) -> list[tuple[str, int]]:
    """Lines that one ISA alone knows as an instruction or directive, with that ISA."""
    marks = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or len(text) > 2000:
            continue
        claims = [isa.name for isa in registry.isas() if isa.claims(text)]
        if len(claims) == 1:
            marks.append((claims[0], number))
    return marks


def _start_of_part(lines: tuple[str, ...], first: int) -> int:
    """Comments, blank lines and labels right above a part's first line belong to it."""
    cut = first
    while cut > 1:
        above = lines[cut - 2].strip()
        if above and not above.startswith(("//", ";", "#", "/*", "*")):
            break
        cut -= 1
    while cut < first and not lines[cut - 1].strip():
        cut += 1
    return cut


def _part(source: Source, lines: tuple[str, ...], isa: str) -> Source:
    raw = "\n".join(lines).encode()
    note = Diagnostic(0, Severity.INFO, f"Cut from one paste, {source.name}, that held two instruction sets.")
    return Source(
        f"{source.name} ({registry.get(isa).title})", lines, hashlib.sha256(raw).hexdigest(), len(raw), (note,)
    )
