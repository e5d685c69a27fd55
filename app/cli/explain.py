"""``warpwave explain``: instructions, from arguments or one a line, → what each does."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from app.cli.inputs import named_isa, read_bytes, write
from app.errors import UserError

if TYPE_CHECKING:
    from app.isa.base import Isa

FORMATS = ("json", "text")


@click.command()
@click.argument("instructions", nargs=-1, metavar="['INSTRUCTION' …]")
@click.option("--isa", metavar="I", help="ptx or amdgcn; told from each instruction if absent.")
@click.option("--target", metavar="T", help="For example sm_100a or gfx950.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="Default: text on a terminal, else json.")
def command(instructions: tuple[str, ...], isa: str | None, target: str | None, form: str | None) -> None:
    """Explain instructions down to the last modifier and operand; one a line from standard input if none is given."""
    from app.annotate import annotate_text, explain_text, to_json

    chosen = named_isa(isa) if isa is not None else None
    texts = [text for line in instructions or _from_input() if (text := line.strip())]
    if not texts:
        raise UserError("There is no instruction to explain.")
    found = [annotate_text(text, chosen or detect(text), target) for text in texts]
    if form == "text" or (form is None and sys.stdout.isatty()):
        write("\n\n".join(map(explain_text, found)), None)
    else:
        write(json.dumps([to_json(each) for each in found], ensure_ascii=False, indent=1), None)


def _from_input() -> Iterable[str]:
    from app.sources import read_source

    return read_source(read_bytes("-"), "standard input").lines


def detect(text: str) -> Isa:
    """The ISA that knows an instruction; when none or several do, the one whose recognition is surest."""
    from app import isa as registry

    claims = [each for each in registry.isas() if each.claims(text)]
    if len(claims) == 1:
        return claims[0]
    among = claims or list(registry.isas())
    seen = [each.isa for each in registry.recognise((text,))]
    return next((each for name in seen for each in among if each.name == name), among[0])
