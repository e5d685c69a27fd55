"""Text → listing, for tests of the PTX reader."""

from __future__ import annotations

from app.isa.ptx import Ptx
from app.model import Kind, Listing, Source, Statement

PTX = Ptx()


def listing(text: str) -> Listing:
    """What the reader makes of ``text``."""
    return PTX.read(Source("test", tuple(text.split("\n")), "", len(text)))


def instructions(text: str) -> list[Statement]:
    """The instructions alone."""
    return [item for item in listing(text).statements if item.kind is Kind.INSTRUCTION]


def messages(text: str) -> list[tuple[int, str]]:
    """Line and text of every diagnostic."""
    return [(remark.line, remark.message) for remark in listing(text).diagnostics]
