"""A selection and what it is linked with → Markdown for a review comment; ``{url}`` stands for the permalink."""

from __future__ import annotations

from collections.abc import Sequence

from app.align.links import Link
from app.pages.column import Column
from app.pages.view import Span


def comment(ours: Column, theirs: Column | None, span: Span, link: Link | None, relation: str, caveat: str) -> str:
    """The selection as a review comment."""
    parts = [_snippet(ours, range(span.first, min(span.last, len(ours.lines)) + 1))]
    if link and theirs:
        others = link.right if ours.letter == "L" else link.left
        parts.append(f"**{relation}** of" if relation else "linked with")
        parts.append(_snippet(theirs, [theirs.line(each) for each in others[:20]]))
    if caveat:
        parts.append(f"> {caveat}")
    parts.append("{url}")
    return "\n\n".join(parts)


def _snippet(column: Column, lines: Sequence[int]) -> str:
    return snippet(column.side.listing.source.name or column.side.isa.title, column.lines, lines)


def snippet(name: str, text: Sequence[str], lines: Sequence[int]) -> str:
    """Some lines of a file, numbered from 1, under its name."""
    where = f"{lines[0]}" if len(lines) == 1 else f"{lines[0]} to {lines[-1]}"
    body = "\n".join(f"{line:>5}  {text[line - 1].strip()}" for line in lines[:200])
    return f"`{name}` line{'s' if len(lines) > 1 else ''} {where}\n```\n{body}\n```"
