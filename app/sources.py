"""Bytes → ``Source``: decoding, line ends, and the refusal of what is no text."""

from __future__ import annotations

import codecs
import hashlib
import re

from app.errors import UnreadableInput
from app.model import Diagnostic, Severity, Source

_LINE_END = re.compile(r"\r\n|\n|\r")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8 with a byte-order mark"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)


def read_source(raw: bytes, name: str, *, side: str | None = None) -> Source:
    """Decodes an upload. Lines end at LF, CR LF or CR alone, as in an editor.

    Raises ``UnreadableInput`` for what is empty or no text, saying what and at which line.
    """
    if not raw.strip(b" \t\r\n\x00\xef\xbb\xbf"):
        raise UnreadableInput("The file is empty." if not raw else "The file holds white space alone.", side=side)
    text, remarks = _decode(raw, side)
    nul = text.find("\0")
    if nul >= 0:
        line = len(_LINE_END.findall(text, 0, nul)) + 1
        raise UnreadableInput(f"A NUL byte at line {line}: this is a binary file, not text.", side=side, line=line)
    lines = _LINE_END.split(text)
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    return Source(name, tuple(lines), hashlib.sha256(raw).hexdigest(), len(raw), remarks)


def _decode(raw: bytes, side: str | None) -> tuple[str, tuple[Diagnostic, ...]]:
    for mark, encoding, title in _MARKS:
        if raw.startswith(mark):
            try:
                return raw.decode(encoding), (Diagnostic(0, Severity.INFO, f"Read as {title}."),)
            except UnicodeDecodeError as error:
                raise UnreadableInput(
                    f"It starts as {title}, but byte {error.start:,} can't be decoded.", side=side
                ) from error
    for encoding in _without_mark(raw):
        try:
            return raw.decode(encoding), (Diagnostic(0, Severity.INFO, "Read as UTF-16 without a byte-order mark."),)
        except UnicodeDecodeError:
            continue
    try:
        return raw.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        control = sum(byte < 9 or 13 < byte < 32 for byte in raw[:65536])
        if b"\0" in raw[:65536] or control * 50 > min(len(raw), 65536):
            raise UnreadableInput(
                f"Byte {error.start:,} (line {line}) is no text: this is a binary file.", side=side, line=line
            ) from error
        remark = Diagnostic(line, Severity.WARNING, "Not UTF-8: the file was read as Latin-1.")
        return raw.decode("latin-1"), (remark,)


def _without_mark(raw: bytes) -> tuple[str, ...]:
    """UTF-16 without its mark: assembly is nearly all ASCII, so every other byte is zero."""
    head = raw[:4096]
    half = len(head) // 2
    if half < 8 or len(raw) % 2:
        return ()
    if head[1::2].count(0) > half * 0.9:
        return ("utf-16-le",)
    if head[0::2].count(0) > half * 0.9:
        return ("utf-16-be",)
    return ()
