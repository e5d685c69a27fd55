"""A multipart form → two sides, and perhaps their source, ready to be saved: readable, within limits, settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from app import listing
from app.errors import TooLarge, UnreadableInput, UnreadableSource, UserError
from app.model import Source
from app.settings import Settings
from app.sources import read_source
from app.store import Receipt, Upload
from app.web.services import services

SIDES = ("left", "right")
_NAME = 200
"""Characters of a title or file name that are kept."""


class Part(NamedTuple):
    """What a form holds for one side."""

    raw: bytes
    name: str
    isa: str | None
    """When the sender says so."""


class Bounds(NamedTuple):
    """How large a file may be."""

    size: int
    lines: int
    length: int
    """Characters of a line."""
    source: int
    """Bytes of a kernel's source, where ``size`` is for a side."""


@dataclass(frozen=True, slots=True)
class Form:
    """What was sent, as it was sent."""

    left: Part | None
    right: Part | None
    source: Part | None
    title: str
    expires_in: str
    texts: tuple[str, str]
    """What the text fields held, to be shown again."""


class Admitted(NamedTuple):
    """Two sides to be saved, and what they were compiled from if that came with them."""

    left: Upload
    right: Upload
    source: Upload | None = None


def bounds(settings: Settings) -> Bounds:
    """The bounds that the settings give."""
    return Bounds(settings.max_upload_bytes, settings.max_lines, settings.max_line_length, settings.max_source_bytes)


async def fields(request: Request) -> FormData:
    """The form, with text fields as long as a file may be."""
    kind = request.headers.get("content-type", "")
    if not kind.lower().startswith(("multipart/form-data", "application/x-www-form-urlencoded")):
        raise UserError("Send the two files as multipart/form-data, in the fields left and right.")
    limit = services(request).settings.max_request_bytes
    return await request.form(max_files=4, max_fields=20, max_part_size=limit)


async def read_form(request: Request) -> Form:
    """The fields of a comparison; raises a ``UserError`` for what isn't one."""
    form = await fields(request)
    left, right, source = [await part(form, side, side, f"{side}_text") for side in (*SIDES, "source")]
    texts = tuple(value if isinstance(value := form.get(f"{side}_text"), str) else "" for side in SIDES)
    return Form(left, right, source, clean(_word(form, "title")), _word(form, "expires_in"), (texts[0], texts[1]))


async def part(form: FormData, side: str, file: str, text: str) -> Part | None:
    """One side: the file field if it holds anything, else the text field; ``None`` when both are empty."""
    isa = _word(form, f"{side}_isa") or None
    given = form.get(file)
    if isinstance(given, UploadFile):
        raw = await given.read()
        if raw or given.filename:
            return Part(raw, clean(PurePosixPath((given.filename or "").replace("\\", "/")).name) or side, isa)
    for value in (given, form.get(text)):
        if isinstance(value, str) and value:
            return Part(value.encode("utf-8", "surrogateescape"), "pasted text", isa)
    return None


def _word(form: FormData, name: str) -> str:
    value = form.get(name)
    return value.strip() if isinstance(value, str) else ""


def clean(text: str) -> str:
    """A title or name on one line, without what can't be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:_NAME].strip()


def expiry(asked: str, settings: Settings) -> int | None:
    """Seconds to keep a comparison for; ``None`` until it is deleted."""
    if not asked:
        seconds = settings.default_expiry_seconds
    elif asked.isascii() and asked.isdigit() and 0 < len(asked) < 11 and int(asked) > 0:
        seconds = int(asked)
    else:
        raise UserError(f"expires_in is a whole number of seconds above zero, not {asked[:40]!r}.")
    longest = settings.max_expiry_seconds
    if longest and seconds > longest:
        raise UserError(f"Comparisons are kept for no more than {longest:,} seconds here.")
    return seconds or longest or None


def admit(left: Part | None, right: Part | None, source: Part | None, limits: Bounds) -> Admitted:
    """Settles both sides; one alone is split when it holds two ISAs. Raises the ``UserError`` that fits."""
    admitted = _sides(left, right, limits)
    if source is None:
        return admitted
    try:
        _decoded(source, "source", limits._replace(size=limits.source))
    except UnreadableInput as error:
        raise UnreadableSource(error.detail, side="source", line=error.line) from error
    return admitted._replace(source=Upload(source.raw, source.name, ""))


def _sides(left: Part | None, right: Part | None, limits: Bounds) -> Admitted:
    if left is None and right is None:
        raise UnreadableInput("Neither side holds anything. Two kernels are needed, or one paste that holds both.")
    if left is not None and right is not None:
        return Admitted(_settle(left, "left", limits), _settle(right, "right", limits))
    side, missing = ("left", "right") if left is not None else ("right", "left")
    given = left or right
    assert given is not None
    source = _decoded(given, side, limits)
    halves = listing.split(source)
    if halves is None:
        _settle(given, side, limits)
        raise UnreadableInput(f"The {missing} side is empty, and the other side holds one kernel alone.", side=missing)
    first, second = (
        Upload(half.text.encode("utf-8", "surrogateescape"), clean(half.name), listing.recognise(half).isa)
        for half in (halves.first, halves.second)
    )
    return Admitted(first, second)


def _settle(given: Part, side: str, limits: Bounds) -> Upload:
    check_size(given, side, limits)
    seen = listing.open_source(given.raw, given.name, isa=given.isa, side=side)
    _check_lines(seen.source, side, limits)
    return Upload(given.raw, given.name, seen.isa)


def _decoded(given: Part, side: str, limits: Bounds) -> Source:
    check_size(given, side, limits)
    source = read_source(given.raw, given.name, side=side)
    _check_lines(source, side, limits)
    return source


def check_size(given: Part, side: str, limits: Bounds) -> None:
    """Raises ``TooLarge`` for a side over the bound."""
    if len(given.raw) > limits.size:
        raise TooLarge(f"The file has {len(given.raw):,} bytes; {limits.size:,} are taken.", side=side)


def _check_lines(source: Source, side: str, limits: Bounds) -> None:
    if len(source.lines) > limits.lines:
        raise TooLarge(f"The file has {len(source.lines):,} lines; {limits.lines:,} are taken.", side=side)
    for number, line in enumerate(source.lines, 1):
        if len(line) > limits.length:
            raise TooLarge(
                f"Line {number} has {len(line):,} characters; {limits.length:,} are taken.", side=side, line=number
            )


async def receive(request: Request, form: Form) -> Receipt:
    """Admits a form and saves it."""
    found = services(request)
    found.uploads.count(request.client.host if request.client else "")
    expires_in = expiry(form.expires_in, found.settings)
    admitted = await run_in_threadpool(
        found.pool.run, admit, form.left, form.right, form.source, bounds(found.settings)
    )
    save: Callable[..., Any] = found.store.save
    receipt: Receipt = await run_in_threadpool(
        save, admitted.left, admitted.right, source=admitted.source, title=form.title, expires_in=expires_in
    )
    found.metrics.uploads.inc()
    found.metrics.upload_bytes.inc(sum(len(each.raw) for each in admitted if each))
    return receipt
