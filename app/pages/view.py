"""The state of a comparison's page, read from a query string and written back: every state is a link."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import quote, quote_plus

QUERY_LENGTH = 200
"""Characters of a search that are kept."""
_SPAN = re.compile(r"[LR]?(\d{1,9})(?:-[LR]?(\d{1,9}))?", re.ASCII)
_OPEN = re.compile(r"([LR])(\d{1,9})", re.ASCII)


class Fold(StrEnum):
    """How much of a listing is shown; each level hides more than the one before it."""

    ALL = "all"
    CODE = "code"
    MATH = "math"
    SKELETON = "skeleton"

    @property
    def words(self) -> str:
        """The words on its button."""
        return _TITLES[self]


_TITLES = {Fold.ALL: "All", Fold.CODE: "No debug", Fold.MATH: "No address math", Fold.SKELETON: "Skeleton"}


class Span(NamedTuple):
    """Lines ``first`` to ``last`` of a file, both included."""

    first: int
    last: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    def __contains__(self, line: object) -> bool:
        return isinstance(line, int) and self.first <= line <= self.last


@dataclass(frozen=True, slots=True)
class View:
    """What the address says of a page; its defaults are the page as it first opens."""

    fold: Fold | None = None
    """``None`` takes the level that suits the kernels."""
    kernel: int | None = None
    """Position of a pair of routines; ``None`` shows the whole files."""
    hidden: tuple[str, ...] = ()
    """Classes whose operations are struck out."""
    query: str = ""
    left: Span | None = None
    right: Span | None = None
    source: Span | None = None
    """Lines of the kernel's source."""
    opened: tuple[str, ...] = ()
    """Folds that are open, each as ``L120``: the side and the fold's first line."""
    notes: bool = True
    """Short meanings at the ends of lines."""
    side: str = ""
    """The column that a narrow screen shows, ``S`` for the source; empty for ``usual_side``."""
    pane: str = ""
    """``1`` shows the source on a screen of any width, ``0`` on none; empty leaves it to the width."""
    start: int = 0
    """The first row to show without script."""
    near: tuple[str, int] | None = None
    """A line to show first, whatever is selected; no part of the page's address."""

    def selected(self, side: str) -> Span | None:
        """The lines chosen on ``side``, ``L``, ``R`` or ``S``."""
        return self.left if side == "L" else self.right if side == "R" else self.source

    @property
    def usual_side(self) -> str:
        """The column that a narrow screen shows unless told: that of the selection, else the left one."""
        return self.focus[0] if self.focus else "L"

    @property
    def focus(self) -> tuple[str, int] | None:
        """The side and line that the annotation is about: the first selected one."""
        for side in (self.side, "L", "R", "S"):
            span = self.selected(side) if side else None
            if span:
                return side, span.first
        return None

    def query_string(self, *, selection: bool = True) -> str:
        """Its parameters, in one order, defaults left out; without a question mark."""
        pairs = [
            ("k", "" if self.kernel is None else str(self.kernel)),
            ("fold", self.fold or ""),
            ("hide", ".".join(self.hidden)),
            ("q", self.query),
            ("open", ".".join(self.opened)),
            ("notes", "" if self.notes else "0"),
            ("side", self.side),
            ("src", self.pane),
        ]
        if selection:
            pairs += [("L", str(self.left or "")), ("R", str(self.right or "")), ("S", str(self.source or ""))]
        return "&".join(f"{key}={quote_plus(value, safe='.-:')}" for key, value in pairs if value)

    def with_fold(self, fold: Fold) -> View:
        """The same at another level; folds opened by hand close."""
        return replace(self, fold=fold, opened=())

    def focused(self, side: str, line: int) -> View:
        """The view with that line as what the annotation is about; a span that starts there stays."""
        kept = self.selected(side)
        span = kept if kept and kept.first == line else Span(line, line)
        left, right, source = (span if side == each else self.selected(each) for each in "LRS")
        found = replace(self, left=left, right=right, source=source, side="")
        return found if found.focus == (side, line) else replace(found, side=side)

    def without_source(self) -> View:
        """The same of a comparison that came without the kernel's source."""
        return replace(self, source=None, pane="", side="" if self.side == "S" else self.side)

    def with_open(self, fold: str) -> View:
        """The same with one fold more open."""
        return replace(self, opened=(*self.opened, fold))


def read_view(parameters: Mapping[str, str]) -> View:
    """A view from query parameters. What makes no sense is left at its default: old links must open."""
    fold = parameters.get("fold", "")
    kernel = parameters.get("k", "")
    start = parameters.get("from", "")
    near = _OPEN.fullmatch(parameters.get("at", ""))
    return View(
        fold=Fold(fold) if fold in _TITLES else None,
        kernel=int(kernel) if kernel.isascii() and kernel.isdigit() and len(kernel) < 7 else None,
        hidden=tuple(dict.fromkeys(word for word in parameters.get("hide", "").split(".") if word.isalpha()))[:20],
        query=parameters.get("q", "").strip()[:QUERY_LENGTH],
        left=read_span(parameters.get("L", "")),
        right=read_span(parameters.get("R", "")),
        source=read_span(parameters.get("S", "")),
        opened=tuple("".join(found) for found in _OPEN.findall(parameters.get("open", "")[:2000])),
        notes=parameters.get("notes") != "0",
        side=side if (side := parameters.get("side", "")) in ("L", "R", "S") else "",
        pane=pane if (pane := parameters.get("src", "")) in ("0", "1") else "",
        start=int(start) if start.isascii() and start.isdigit() and len(start) < 9 else 0,
        near=(near[1], int(near[2])) if near else None,
    )


def read_span(text: str) -> Span | None:
    """``12``, ``12-20``, ``L12-L20`` → lines in order; ``None`` for anything else."""
    found = _SPAN.fullmatch(text.strip())
    if not found:
        return None
    first = int(found[1])
    last = int(found[2] or found[1])
    first, last = min(first, last), max(first, last)
    return Span(first, last) if first > 0 else None


def path(identifier: str) -> str:
    """The address of a comparison's page, without the origin."""
    return f"/c/{quote(identifier)}"
