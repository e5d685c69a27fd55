"""The one family of errors that a user's input can cause; each knows its title and HTTP status."""

from __future__ import annotations


class UserError(Exception):
    """Something the user can mend. ``detail`` is one or two plain sentences: what, and where."""

    title = "That did not work"
    status = 400

    def __init__(self, detail: str, *, side: str | None = None, line: int | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.side = side
        """``left``, ``right`` or ``source`` when one of several inputs is meant."""
        self.line = line


class UnreadableInput(UserError):
    """The bytes are no assembly text."""

    title = "This is not assembly text"
    status = 422


class UnreadableSource(UserError):
    """The bytes that came as the kernel's source are no text."""

    title = "The kernel's source can't be read"
    status = 422


class UnsupportedInput(UserError):
    """Recognised, but not an ISA that is read here."""

    title = "Not an instruction set that is read here"
    status = 422


class TooLarge(UserError):
    """Over a limit that a setting gives."""

    title = "Too large"
    status = 413


class NotFound(UserError):
    """No such comparison, sample or line."""

    title = "Not found"
    status = 404


class Gone(UserError):
    """Deleted or expired."""

    title = "No longer here"
    status = 410


class Forbidden(UserError):
    """A token is missing or wrong."""

    title = "Not allowed"
    status = 403


class TooMany(UserError):
    """More requests from one address than a setting allows."""

    title = "Too many requests"
    status = 429


class Busy(UserError):
    """The work could not be done within the time or memory that the settings allow."""

    title = "Too much work at once"
    status = 503


class BadTable(Exception):
    """A knowledge table is broken: a programming error, raised when the table is loaded."""
