"""Samples, settings and what a form held → the page where two kernels are put side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

from app import isa as registry
from app.errors import UserError
from app.model import Kind, Listing
from app.operations import operation
from app.pages.marks import CHIP_OF, CHIPS, Chip
from app.samples import Sample, samples
from app.sources import read_source

_BINS = 80
_STEP, _WIDTH = 3.0, 2.4
_MIDDLE, _TALLEST = 27.0, 25.0
_FLOOR = 1.5


class Keep(NamedTuple):
    """How long a comparison can be kept."""

    seconds: str
    """Empty for until it is deleted."""
    title: str


KEEP = (
    Keep("", "until I delete it"),
    Keep(str(86_400), "a day"),
    Keep(str(7 * 86_400), "a week"),
    Keep(str(30 * 86_400), "30 days"),
)


class Barcode(NamedTuple):
    """A pair at a glance: by class, bars above the line for the left and below it for the right."""

    floor: str
    classes: Sequence[tuple[str, str]]
    """Filter name and path."""


class Card(NamedTuple):
    """One sample."""

    href: str
    title: str
    about: str
    left_target: str
    left_lines: int
    right_target: str
    right_lines: int
    barcode: Barcode


class Finding(NamedTuple):
    """What is seen in one side's text."""

    good: bool
    isa: str = ""
    version: str = ""
    target: str = ""
    kernels: Sequence[str] = ()
    lines: int = 0
    size: str = ""
    message: str = ""
    """What is wrong, or what else to know."""


@dataclass(frozen=True, slots=True)
class Detection:
    """What is seen in a side of the form, as it stands under it."""

    template: ClassVar[str] = "_detection.html"
    side: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class HomePage:
    """The first page. The texts are what the form held when it came back with an error."""

    template: ClassVar[str] = "home.html"
    cards: Sequence[Card]
    chips: Sequence[Chip]
    keep: Sequence[Keep]
    limit: str
    """The largest file that is taken: ``20 MB``."""
    error: UserError | None = None
    left_text: str = ""
    right_text: str = ""
    title: str = ""
    expires_in: str = ""


def home_page(
    *,
    limit: int,
    error: UserError | None = None,
    left_text: str = "",
    right_text: str = "",
    title: str = "",
    expires_in: str = "",
) -> HomePage:
    """The first page; ``limit`` is in bytes."""
    return HomePage(cards(), CHIPS, KEEP, size(limit), error, left_text, right_text, title, expires_in)


@cache
def cards() -> tuple[Card, ...]:
    """The samples with their barcodes. Reads every sample once."""
    return tuple(_card(each) for each in samples())


def _card(sample: Sample) -> Card:
    left = registry.get("ptx").read(read_source(sample.left.read_bytes(), sample.left.name))
    right = registry.get("amdgcn").read(read_source(sample.right.read_bytes(), sample.right.name))
    return Card(
        f"/samples/{sample.name}",
        sample.title,
        sample.about,
        left.target or "",
        len(left.source.lines),
        right.target or "",
        len(right.source.lines),
        barcode(left, right),
    )


def barcode(left: Listing, right: Listing) -> Barcode:
    """The classes of both listings from the first instruction to the last, in bins."""
    paths: dict[str, list[str]] = {}
    floor: list[str] = []
    for listing, up in ((left, True), (right, False)):
        bins = _bins(listing)
        highest = max((each.total() - each["other"] for each in bins), default=1) or 1
        for number, counts in enumerate(bins):
            x = number * _STEP
            at = 0.0
            for chip in CHIPS:
                if counts[chip.name]:
                    height = max(2.0, counts[chip.name] / highest * (_TALLEST - _FLOOR))
                    y = _MIDDLE - 1 - at - height if up else _MIDDLE + 1 + at
                    paths.setdefault(chip.name, []).append(f"M{x:g} {y:.1f}h{_WIDTH}v{height:.1f}h-{_WIDTH}z")
                    at += height
            if not at and counts.total():
                y = _MIDDLE - 1 - _FLOOR if up else _MIDDLE + 1
                floor.append(f"M{x:g} {y:g}h{_WIDTH}v{_FLOOR}h-{_WIDTH}z")
    return Barcode("".join(floor), [(chip.name, "".join(paths[chip.name])) for chip in CHIPS if chip.name in paths])


def _bins(listing: Listing) -> list[Counter[str]]:
    isa = registry.get(listing.isa)
    names = [each.name for each in listing.statements if each.kind is Kind.INSTRUCTION]
    classes = {
        name: CHIP_OF.get(operation(isa.instruction(name, listing.target).operation).group.value, "other")
        for name in set(names)
    }
    bins: list[Counter[str]] = [Counter() for _ in range(_BINS)]
    for number, name in enumerate(names):
        bins[number * _BINS // len(names)][classes[name]] += 1
    return bins


def finding(listing: Listing, message: str = "") -> Finding:
    """What a listing shows of itself."""
    isa = registry.get(listing.isa)
    return Finding(
        True,
        isa.title,
        listing.version or "",
        listing.target or "",
        [routine.name for routine in listing.routines if routine.is_kernel],
        len(listing.source.lines),
        size(listing.source.size),
        message,
    )


def failing(error: UserError) -> Finding:
    """What is wrong with a side."""
    return Finding(False, message=f"{error.title}. {error.detail}")


def size(count: int) -> str:
    """Bytes for people: ``98 KiB``."""
    if count < 1024:
        return f"{count} B"
    if count < 1024 * 1024:
        return f"{count / 1024:.0f} KiB"
    return f"{count / 1024 / 1024:.1f} MiB".replace(".0 ", " ")
