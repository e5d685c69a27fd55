"""Any text goes through the PTX lexer and reader whole: nothing lost, nothing shifted, nothing raised."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.annotate import annotate
from app.isa.ptx import Ptx, knowledge
from app.isa.ptx.lexer import NvptxLexer
from app.model import Kind, Source

WORDS = """
add.u32 ld.global.v4.b32 mov.b64 setp.lt.s32 bra bra.uni brx.idx call ret exit tcgen05.wait::ld.sync.aligned foo.bar
%r1 %p1 @%p1 @!%p2 @ %tid.x $L__BB0_1 $L: L1: _ 0x10
0f3F800000 0d3FF0000000000000 1.5e3 -1 {%r1,%r2} [%rd1+8] [a] %p1|%p2
, ;
: :: [ ] ( ) { } | / * \\ " ' // /* */ # = + - < > @ . $ ? é .reg .pred p; .b32 r<4>; .loc 1 .file .version 8.0 .target
sm_90 .entry .visible .func k( .param .u64 .align .section .debug_info .b8 .branchtargets .pragma "nounroll"; .global =
"""
LINES = st.lists(st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join), max_size=25)
ANY = st.text(max_size=300) | st.text(alphabet='ldr%p01 .,:;/*"@$[]{}()|-=<>\n\r\t', max_size=300)
PTX = Ptx()
MODIFIERS = sorted({each for entry in knowledge.entries().values() for each in entry.modifiers if each[0] != "/"})


def source(lines: list[str]) -> Source:
    return Source("fuzz", tuple(lines), "", 0)


@given(ANY | LINES.map("\n".join))
@settings(max_examples=400, deadline=None)
def test_tokens_join_to_the_text(text: str) -> None:
    assert "".join(value for _, value in NvptxLexer().get_tokens(text)) == text


@given(LINES)
@settings(max_examples=200, deadline=None)
def test_a_lexer_may_start_at_any_line(lines: list[str]) -> None:
    for line in lines:
        for state in (("root",), ("root", "comment")):
            assert "".join(value for _, _, value in NvptxLexer().get_tokens_unprocessed(line, state)) == line


@given(LINES | ANY.map(lambda text: text.split("\n")))
@settings(max_examples=400, deadline=None)
def test_reading_keeps_lines_and_never_raises(lines: list[str]) -> None:
    listing = PTX.read(source(lines))
    assert len(listing.locations) == len(listing.statements)
    assert all(1 <= s.line <= s.end_line <= max(1, len(lines)) for s in listing.statements)
    assert all(0 <= remark.line <= max(1, len(lines)) for remark in listing.diagnostics)
    last = 0
    for routine in listing.routines:
        assert last <= routine.first <= routine.last <= len(listing.statements)
        last = routine.last
    for item in listing.statements:
        if item.kind is Kind.INSTRUCTION:
            PTX.effects(item, listing.target)
            PTX.flow(item)
            PTX.operation(item, listing.target)
            PTX.explain(item, listing.target)


@given(st.lists(ANY, max_size=20))
@settings(max_examples=200, deadline=None)
def test_recognising_never_raises(lines: list[str]) -> None:
    seen = PTX.recognise(tuple(lines))
    assert seen is None or 0 <= seen.score <= 1


@given(ANY | LINES.map("\n".join))
@settings(max_examples=300, deadline=None)
def test_one_statement_never_raises(text: str) -> None:
    PTX.explain(PTX.statement(text), None)
    PTX.claims(text)


OPERANDS = st.lists(st.sampled_from(WORDS.split()), max_size=12).map(" ".join) | ANY


@given(st.sampled_from(PTX.mnemonics()), st.lists(st.sampled_from(MODIFIERS), max_size=5), OPERANDS)
@settings(max_examples=600, deadline=None)
def test_any_modifiers_and_operands_are_annotated(stem: str, modifiers: list[str], operands: str) -> None:
    item = PTX.statement(f"{stem}{''.join(f'.{each}' for each in modifiers)} {operands};")
    for target in (None, "sm_75", "sm_90a", "sm_100f"):
        for operand in annotate(item, PTX, target).operands:
            assert operand.role
    PTX.effects(item, None)
