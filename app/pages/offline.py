"""A spread → every page that a reader can reach in it, for one file that opens without a server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import ClassVar

from app.model import Kind
from app.pages.annotation import AnnotationPartial, about
from app.pages.comparison import ComparisonPage, comparison_page
from app.pages.sheet import Spread
from app.pages.view import Fold, View

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
        """Key and context of every page: one a level of folding, the annotation of every instruction and source line.

        The source is in the page that the file opens with, and stays when another level takes its place.
        """
        for fold in Fold:
            page = comparison_page(self.spread, "", View(fold=fold), title=self.title, url=self.url, offline=True)
            if f"fold={fold}" != self.first:
                page = replace(page, source=None)
            yield f"fold={fold}", OfflinePage(**{each.name: getattr(page, each.name) for each in fields(page)})
        for letter, line in self._annotated():
            found = about(self.spread, "", View().focused(letter, line))
            if found:
                yield f"{letter}{line}", AnnotationPartial(found)

    def _annotated(self) -> Iterator[tuple[str, int]]:
        for column in self.spread.columns:
            statements = column.side.listing.statements
            for line, index in enumerate(column.statements):
                if index >= 0 and statements[index].kind is Kind.INSTRUCTION:
                    yield column.letter, line
        if self.spread.lineage:
            lines = {line for table in self.spread.lineage.table.values() for line in table}
            yield from (("S", line) for line in sorted(lines))
