"""Lines into inks."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.isa import isas
from app.paint import Ink, counted, inside_comments, marked, paint, stemmed

LEXERS = [isa.lexer for isa in isas()]
LINE = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=80)


@pytest.mark.parametrize("lexer", LEXERS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=LINE, inside=st.booleans())
def test_inks_joined_are_the_line(lexer: type, line: str, inside: bool) -> None:
    assert "".join(ink.text for ink in paint(lexer, line, inside)) == line


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=LINE, at=st.lists(st.integers(0, 80), min_size=2, max_size=2))
def test_marking_keeps_the_text(line: str, at: list[int]) -> None:
    first, last = sorted(at)
    inks = marked(paint(LEXERS[0], line), [(first, last)])
    assert "".join(ink.text for ink in inks) == line
    assert "".join(ink.text for ink in inks if ink.hit) == line[first:last]


def test_a_register_range_is_one_ink_and_a_type_is_no_part_of_the_mnemonic() -> None:
    inks = paint(LEXERS[1], "v_mfma_f32_32x32x16_f16 v[0:15], v[16:19], v5, s[2:3]")
    assert Ink("b", "v_mfma") in inks
    assert Ink("mo", "_f32_32x32x16_f16") in inks
    assert [ink.text for ink in inks if ink.style in ("rg", "sg")] == ["v[0:15]", "v[16:19]", "v5", "s[2:3]"]


def test_a_dotted_stem_is_all_mnemonic() -> None:
    inks = stemmed(paint(LEXERS[0], "@%p1 tcgen05.mma.cta_group::1.kind::f16 [%r1], %r2;"), "tcgen05.mma")
    assert [ink.text for ink in inks if ink.style == "b"] == ["tcgen05.mma"]


def test_a_long_list_shows_its_ends_and_keeps_its_text() -> None:
    line = "tcgen05.ld.x8.b32 {%r1, %r2, %r3, %r4, %r5, %r6}, [%r9];"
    inks = paint(LEXERS[0], line)
    assert [ink.text for ink in inks if ink.style == "el"] == [", %r2, %r3, %r4, %r5, "]
    assert "".join(ink.text for ink in inks) == line


def test_a_run_says_how_many_after_the_mnemonic() -> None:
    inks = counted(paint(LEXERS[0], "add.f32 %r1, %r2, %r3;"), 64)
    words = [ink.text for ink in inks]
    assert words.index(" ×64") == words.index(".f32") + 1


def test_lines_inside_a_block_comment_are_known() -> None:
    assert inside_comments(["a /* b", "c", "d */ e /* f */", "g", "/* h", "i"]) == {2, 3, 6}
