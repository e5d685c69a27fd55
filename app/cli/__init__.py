"""The ``warpwave`` command: one module a command; everything that a command needs is imported when it runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import click
import typer

from app import __version__
from app.errors import UserError

program = typer.Typer(
    name="warpwave",
    help="Reads NVIDIA PTX and AMD GCN, CDNA or RDNA assembly side by side.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"warpwave {__version__}")
        raise typer.Exit


@program.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass


from app.cli import compare, explain, push, serve  # noqa: E402, F401 (each adds its command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line; always leaves by ``SystemExit``. Bad input: one line on standard error, status 2."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns the exit status."""
    try:
        return int(typer.main.get_command(program).main(arguments, "warpwave", standalone_mode=False) or 0)
    except UserError as error:
        return _fail(_sentence(error))
    except click.ClickException as error:
        return _fail(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        sys.stdout = None
        return 141


def _sentence(error: UserError) -> str:
    where = ", ".join(filter(None, (error.side, f"line {error.line}" if error.line else "")))
    return f"{where}: {error.detail}" if where else error.detail


def _fail(message: str) -> int:
    print("warpwave:", " ".join(message.split()), file=sys.stderr)
    return 2
