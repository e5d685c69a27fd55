"""The ``warpwave`` command: one module a command, imported when that command runs."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

import click

from app import __version__
from app.errors import UserError

COMMANDS = ("compare", "explain", "inspect", "lint", "push", "serve")
"""Each is a module of this package that holds a ``command``."""
_FAULT = 70
"""Exit status for a fault of ours, as in sysexits."""


class _Commands(click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"app.cli.{cmd_name}").command
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="warpwave", message="%(prog)s %(version)s")
@click.pass_context
def program(context: click.Context) -> None:
    """Reads NVIDIA PTX and AMD GCN, CDNA or RDNA assembly side by side."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line; always leaves by ``SystemExit``."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns the exit status. What goes wrong is one line on standard error."""
    try:
        return int(program.main(arguments, "warpwave", standalone_mode=False) or 0)
    except UserError as error:
        return _fail(_sentence(error))
    except click.ClickException as error:
        return _fail(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the reader is gone: the last flush must not complain
        return 141
    except Exception as error:
        if os.environ.get("WARPWAVE_TRACEBACK"):
            raise
        _fail(f"a fault of ours, {type(error).__name__}: {error} (WARPWAVE_TRACEBACK=1 shows where)")
        return _FAULT


def _sentence(error: UserError) -> str:
    where = ", ".join(filter(None, (error.side, f"line {error.line}" if error.line else "")))
    return f"{where}: {error.detail}" if where else error.detail


def _fail(message: str) -> int:
    print("warpwave:", " ".join(message.split()), file=sys.stderr)
    return 2
