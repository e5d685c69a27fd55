"""What commands are given → bytes and ISAs, and where their answer goes; ``-`` is standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import UserError

if TYPE_CHECKING:
    from app.isa.base import Isa

STANDARD_INPUT = "-"


def read_bytes(name: str) -> bytes:
    """The file's bytes; raises a ``UserError`` that names it."""
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise UserError(f"{name}: {error.strerror or error}.") from error


def read_pair(left: str, right: str) -> tuple[bytes, bytes]:
    """Two files' bytes; only one of them may be standard input."""
    if left == right == STANDARD_INPUT:
        raise UserError("Only one side can be read from standard input.")
    return read_bytes(left), read_bytes(right)


def title_of(name: str) -> str:
    """What a file is called on a page."""
    return "standard input" if name == STANDARD_INPUT else Path(name).name


def write(text: str, output: str | None) -> None:
    """Writes to the file ``output``, or to standard output."""
    if not text.endswith("\n"):
        text += "\n"
    if output is None or output == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{output}: {error.strerror or error}.") from error


def named_isa(name: str) -> Isa:
    """The ISA of that name; raises a ``UserError`` that lists those there are."""
    from app import isa as registry

    names = [each.name for each in registry.isas()]
    if name not in names:
        raise UserError(f"No instruction set is called {name!r}; it may be {' or '.join(names)}.")
    return registry.get(name)
