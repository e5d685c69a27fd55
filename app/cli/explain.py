"""``warpwave explain``: instructions, from arguments or one a line, → what each does."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import program
from app.cli.inputs import write
from app.errors import UserError

if TYPE_CHECKING:
    from app.isa.base import Isa


class Format(StrEnum):
    """What an explanation can be written as."""

    JSON = "json"
    TEXT = "text"


@program.command()
def explain(
    instructions: Annotated[
        list[str] | None, typer.Argument(help="Instructions; one a line from standard input if absent.")
    ] = None,
    isa: Annotated[str | None, typer.Option(metavar="I", help="ptx or amdgcn; told from each line if absent.")] = None,
    target: Annotated[str | None, typer.Option(metavar="T", help="For example sm_100a or gfx950.")] = None,
    form: Annotated[
        Format | None, typer.Option("--format", help="json when it goes to a program or file, text on a terminal.")
    ] = None,
) -> None:
    """Explain instructions down to the last modifier and operand."""
    from app.annotate import annotate_text, explain_text, to_json

    chosen = _named(isa) if isa is not None else None
    found = [annotate_text(text, chosen or detect(text), target) for text in _texts(instructions or [*_from_input()])]
    if form is Format.TEXT or (form is None and sys.stdout.isatty()):
        write("\n\n".join(map(explain_text, found)), None)
    else:
        import json

        write(json.dumps([to_json(each) for each in found], ensure_ascii=False, indent=1), None)


def _from_input() -> Iterator[str]:
    from app.sources import read_source

    raw = sys.stdin.buffer.read()
    return iter(read_source(raw, "standard input").lines)


def _texts(lines: Sequence[str]) -> list[str]:
    found = [line.strip() for line in lines if line.strip()]
    if not found:
        raise UserError("There is no instruction to explain.")
    return found


def _named(name: str) -> Isa:
    from app import isa as registry

    names = [each.name for each in registry.isas()]
    if name not in names:
        raise UserError(f"No instruction set is called {name!r}; it may be {' or '.join(names)}.")
    return registry.get(name)


def detect(text: str) -> Isa:
    """The ISA that knows an instruction; when none or several do, the one whose recognition is surest."""
    from app import isa as registry

    claims = [each for each in registry.isas() if each.claims(text)]
    if len(claims) == 1:
        return claims[0]
    seen = registry.recognise((text,))
    names = [each.name for each in claims]
    for each in seen:
        if not names or each.isa in names:
            return registry.get(each.isa)
    return (claims or list(registry.isas()))[0]
