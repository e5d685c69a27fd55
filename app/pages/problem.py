"""An error → the page that says what went wrong and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.errors import UserError


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """The page for anything that did not work."""

    template: ClassVar[str] = "error.html"
    status: int
    title: str
    detail: str
    side: str | None = None
    line: int | None = None


def error_page(error: UserError) -> ErrorPage:
    """The page for a mistake that the user can mend."""
    return ErrorPage(error.status, error.title, error.detail, error.side, error.line)
