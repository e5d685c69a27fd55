"""Bytes to sources: no line may be lost or shifted, whatever the file's form."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import UnreadableInput
from app.sources import read_source

TEXT = ".version 8.6\n\tret;\n"


@pytest.mark.parametrize(
    "raw",
    [
        TEXT.encode(),
        TEXT.rstrip("\n").encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
    ],
    ids=["lf", "no final end", "crlf", "cr", "bom", "utf-16", "utf-16-le", "utf-16-be", "utf-32"],
)
def test_every_form_reads_as_the_same_lines(raw: bytes) -> None:
    assert read_source(raw, "k.ptx").lines == (".version 8.6", "\tret;")


def test_separators_that_editors_do_not_break_at_stay_inside_a_line() -> None:
    text = "// a\u2028b\x0bc\x0cd\x85e\nret;"
    assert read_source(text.encode(), "k").lines == ("// a\u2028b\x0bc\x0cd\x85e", "ret;")


def test_blank_lines_at_both_ends_count() -> None:
    assert read_source(b"\n\nret;\n\n", "k").lines == ("", "", "ret;", "")


def test_latin_1_is_read_and_said() -> None:
    source = read_source("// caf\xe9\nret;".encode("latin-1"), "k")
    assert source.lines == ("// caf\xe9", "ret;")
    assert "Latin-1" in source.diagnostics[0].message
    assert source.diagnostics[0].line == 1


@pytest.mark.parametrize(
    ("raw", "said", "line"),
    [
        (b"", "empty", None),
        (b" \n\t\r\n", "white space", None),
        (b"ret;\nre\x00t;", "NUL byte at line 2", 2),
        (bytes(range(256)) * 40, "binary", None),
        (codecs.BOM_UTF16_LE + b"a\x00b", "can't be decoded", None),
    ],
)
def test_what_is_no_text_is_refused_with_the_reason(raw: bytes, said: str, line: int | None) -> None:
    with pytest.raises(UnreadableInput, match=said) as caught:
        read_source(raw, "k", side="left")
    assert caught.value.side == "left"
    if line:
        assert caught.value.line == line


@given(st.lists(st.text(st.characters(exclude_characters="\r\n\0", exclude_categories=["Cs"])), min_size=1))
def test_lines_survive_any_text(lines: list[str]) -> None:
    raw = "\n".join([*lines, "x"]).encode()
    if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) or raw.startswith(codecs.BOM_UTF8):
        return
    assert read_source(raw, "k").lines == (*lines, "x")
