"""``warpwave compare``: two files → JSON, one HTML file, Markdown or text."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from app.cli import program
from app.cli.inputs import read_pair, title_of, write


class Format(StrEnum):
    """What a comparison can be written as."""

    JSON = "json"
    HTML = "html"
    MARKDOWN = "markdown"
    TEXT = "text"


@program.command()
def compare(
    left: Annotated[str, typer.Argument(help="File, or - for standard input.", metavar="LEFT")],
    right: Annotated[str, typer.Argument(help="File, or - for standard input.", metavar="RIGHT")],
    left_isa: Annotated[
        str | None, typer.Option(metavar="I", help="ptx or amdgcn; told from the text if absent.")
    ] = None,
    right_isa: Annotated[str | None, typer.Option(metavar="I", help="Likewise for the right side.")] = None,
    ignore_loc: Annotated[bool, typer.Option("--ignore-loc", help="Don't use line tables.")] = False,
    form: Annotated[
        Format | None, typer.Option("--format", help="json when it goes to a program or file, text on a terminal.")
    ] = None,
    output: Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write.")] = None,
) -> None:
    """Compare two files. html is one file that opens without a server."""
    from app.comparison import compare as join
    from app.listing import open_source

    raw = read_pair(left, right)
    ours = open_source(raw[0], title_of(left), isa=left_isa, side="left")
    theirs = open_source(raw[1], title_of(right), isa=right_isa, side="right")
    comparison = join(ours.source, ours.isa, theirs.source, theirs.isa, use_loc=not ignore_loc)
    if form is None:
        form = Format.TEXT if output is None and sys.stdout.isatty() else Format.JSON
    if form is Format.JSON:
        import json

        from app.report import report

        text = json.dumps(report(comparison), ensure_ascii=False)
    elif form is Format.HTML:
        from app.pages.offline import Book
        from app.pages.sheet import Spread
        from app.render import render_offline

        text = render_offline(Book(Spread(comparison), "", ""))
    else:
        from app.summary import markdown, plain

        text = (markdown if form is Format.MARKDOWN else plain)(comparison)
    write(text, output)
