"""``warpwave inspect``: one file → what is known of each kernel in it."""

from __future__ import annotations

import sys

import click

from app.cli.inputs import read_bytes, title_of, write

FORMATS = ("json", "text")


@click.command()
@click.argument("file")
@click.option("--isa", metavar="I", help="ptx or amdgcn; told from the text if absent.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="Default: text on a terminal, else json.")
def command(file: str, isa: str | None, form: str | None) -> None:
    """Say what is known of each kernel in FILE: blocks, loops, waits, registers, work; - is standard input."""
    from app import inspection
    from app import isa as registry
    from app.listing import open_source
    from app.program import understand

    opened = open_source(read_bytes(file), title_of(file), isa=isa)
    reader = registry.get(opened.isa)
    program = understand(reader.read(opened.source), reader)
    if form == "text" or (form is None and sys.stdout.isatty()):
        write(inspection.as_text(program), None)
    else:
        import json

        write(json.dumps(inspection.inspect(program), ensure_ascii=False, indent=1), None)
