"""A spread → every page that a reader can reach in it, for one file that opens without a server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import ClassVar

from app.model import Kind
from app.pages.annotation import AnnotationPartial, about
from app.pages.comparison import ComparisonPage, comparison_page
from app.pages.sheet import Spread
from app.pages.view import Fold, Span, View

MODULES = ("theme", "state", "load", "rows", "select", "copy", "find", "keys", "hover", "reading")
"""Our modules that the reading page needs, each after those it uses."""


@dataclass(frozen=True, slots=True)
class OfflinePage(ComparisonPage):
    """The reading page as the body of a file that opens without a server."""

    template: ClassVar[str] = "_offline_page.html"


@dataclass(frozen=True, slots=True)
class Book:
    """Everything that goes into one file."""

    spread: Spread
    title: str
    url: str
    """Where the comparison is kept, if it is; empty otherwise."""

    @property
    def first(self) -> str:
        """Key of the page that the file opens with."""
        return f"fold={self.spread.usual_fold}"

    def pages(self) -> Iterator[tuple[str, OfflinePage | AnnotationPartial]]:
        """Key and context of every page: one a level of folding, and the annotation of every instruction."""
        for fold in Fold:
            page = comparison_page(self.spread, "", View(fold=fold), title=self.title, url=self.url, offline=True)
            yield f"fold={fold}", OfflinePage(**{each.name: getattr(page, each.name) for each in fields(page)})
        for column in self.spread.columns:
            for line, index in enumerate(column.statements):
                if index >= 0 and column.side.listing.statements[index].kind is Kind.INSTRUCTION:
                    span = Span(line, line)
                    view = View(left=span) if column.letter == "L" else View(right=span)
                    found = about(self.spread, "", view)
                    if found:
                        yield f"{column.letter}{line}", AnnotationPartial(found)
