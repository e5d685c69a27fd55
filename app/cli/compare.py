"""``warpwave compare``: two files → JSON, one HTML file, Markdown or text."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from app.cli.inputs import read_bytes, read_pair, title_of, write

if TYPE_CHECKING:
    from app.comparison import Comparison
    from app.model import Source

FORMATS = ("json", "html", "markdown", "text")


@click.command()
@click.argument("left")
@click.argument("right")
@click.option("--left-isa", metavar="I", help="ptx or amdgcn; told from the text if absent.")
@click.option("--right-isa", metavar="I", help="Likewise for the right side.")
@click.option("--ignore-loc", is_flag=True, help="Don't use line tables.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="Default: text on a terminal, else json.")
@click.option("--source", metavar="FILE", help="The kernel's own source, for html: shown beside both sides.")
@click.option("--url", default="", help="The comparison's permalink, as push prints it, for markdown and html.")
@click.option("-o", "--output", metavar="FILE", help="Where to write; standard output if absent.")
def command(
    left: str,
    right: str,
    left_isa: str | None,
    right_isa: str | None,
    ignore_loc: bool,
    form: str | None,
    source: str | None,
    url: str,
    output: str | None,
) -> None:
    """Compare the files LEFT and RIGHT; - is standard input. html is one file that opens without a server."""
    from app.comparison import compare
    from app.listing import open_source
    from app.sources import read_source

    raw = read_pair(left, right)
    ours = open_source(raw[0], title_of(left), isa=left_isa, side="left")
    theirs = open_source(raw[1], title_of(right), isa=right_isa, side="right")
    comparison = compare(ours.source, ours.isa, theirs.source, theirs.isa, use_loc=not ignore_loc)
    if form is None:
        form = "text" if output is None and sys.stdout.isatty() else "json"
    text = read_source(read_bytes(source), title_of(source), side="source") if source else None
    write(_written(comparison, form, text, url), output)


def _written(comparison: Comparison, form: str, source: Source | None, url: str) -> str:
    if form == "json":
        import json

        from app.report import report

        return json.dumps(report(comparison), ensure_ascii=False)
    if form == "html":
        from app.pages.offline import Book
        from app.pages.sheet import Spread
        from app.render import render_offline

        return render_offline(Book(Spread(comparison, source), "", url))
    from app import summary

    return summary.markdown(comparison, url) if form == "markdown" else summary.plain(comparison)
