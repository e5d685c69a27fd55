"""File names on the command line → bytes; ``-`` is standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from app.errors import UserError

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
