"""``warpwave lint``: files → hazards found in them; the exit status says whether there are any."""

from __future__ import annotations

import json
import sys

import click

from app.cli.inputs import read_bytes, title_of, write
from app.errors import UserError

FORMATS = ("json", "text", "sarif")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE …")
@click.option("--isa", metavar="I", help="ptx or amdgcn; told from the text if absent.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="Default: text on a terminal, else json.")
def command(files: tuple[str, ...], isa: str | None, form: str | None) -> int:
    """Find hazards in FILEs: registers and memory touched before the wait that covers them. Status 0 if none is
    found, 1 if some are (information alone does not count), 2 for input that can't be read; - is standard input.
    """
    from app import hazards
    from app import isa as registry
    from app.hazards import reports
    from app.listing import open_source
    from app.model import Severity
    from app.program import understand

    found = {}
    for name in files:
        try:
            opened = open_source(read_bytes(name), title_of(name), isa=isa)
        except UserError as error:
            if len(files) > 1 and name not in error.detail:
                error.detail = f"{name}: {error.detail}"
            raise
        reader = registry.get(opened.isa)
        found[name] = hazards.lint(understand(reader.read(opened.source), reader))
    if form == "sarif":
        write(json.dumps(reports.as_sarif(found), ensure_ascii=False, indent=1), None)
    elif form == "text" or (form is None and sys.stdout.isatty()):
        write(reports.as_text(found), None)
    else:
        write(json.dumps(reports.as_json(found), ensure_ascii=False, indent=1), None)
    return int(any(each.severity is not Severity.INFO for findings in found.values() for each in findings))
