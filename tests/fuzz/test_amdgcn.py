"""Any text goes through the AMD lexer and reader whole: nothing lost, nothing shifted, nothing raised."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.annotate import annotate
from app.isa.amdgcn import AmdGcn, effects, flow, parser, recognise
from app.isa.amdgcn.lexer import AmdGcnLexer
from app.model import Kind, Source

WORDS = """
s_nop v_mov_b32 v_add_f32_e64 buffer_load_dword s_branch s_cbranch_scc0 s_set_vgpr_msb v_dual_mov_b32 :: exp
v0 v[0:3] v[a+1] s[0:1] a[0:3] vcc exec off 0 1.0 0x10 -1 |v1| offset:16 op_sel:[0,1] vmcnt(0) quad_perm:[0,1,2,3]
, : [ ] ( ) { } | / * \\ " ' ; // /* */ # = + - < > @ . $ ? é \\a \\@ a 1: 1b <k+0x4> /*v260*/ 1900: 1:
// 001900: BF810000 <k>: .macro .endm .rept .endr .irp .if .else .elseif .endif .set .type k,@function k: .size .text
.loc .file .amdgpu_metadata .end_amdgpu_metadata .amdhsa_kernel .end_amdhsa_kernel amdhsa.kernels: - --- ...
"""
LINES = st.lists(st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join), max_size=25)
ANY = st.text(max_size=300) | st.text(alphabet="sv_ab01 .,:;/*\"'\\[]()|-=<>\n\r\t", max_size=300)

AMD = AmdGcn()


def source(lines: list[str]) -> Source:
    return Source("fuzz", tuple(lines), "", 0)


@given(ANY | LINES.map("\n".join))
@settings(max_examples=400, deadline=None)
def test_tokens_join_to_the_text(text: str) -> None:
    assert "".join(value for _, value in AmdGcnLexer().get_tokens(text)) == text


@given(LINES)
@settings(max_examples=200, deadline=None)
def test_a_lexer_may_start_at_any_line(lines: list[str]) -> None:
    for line in lines:
        for state in (("root",), ("root", "comment"), ("root", "metadata")):
            pieces = [value for _, _, value in AmdGcnLexer().get_tokens_unprocessed(line, state)]
            assert "".join(pieces) == line


@given(LINES | ANY.map(lambda text: text.split("\n")))
@settings(max_examples=400, deadline=None)
def test_reading_keeps_lines_and_never_raises(lines: list[str]) -> None:
    listing = parser.read(source(lines))
    assert len(listing.locations) == len(listing.statements)
    assert all(1 <= s.line <= s.end_line <= max(1, len(lines)) for s in listing.statements)
    assert all(0 <= remark.line <= max(1, len(lines)) for remark in listing.diagnostics)
    last = 0
    for routine in listing.routines:
        assert last <= routine.first <= routine.last <= len(listing.statements)
        last = routine.last
    for item in listing.statements:
        if item.kind is Kind.INSTRUCTION:
            effects.effects(item, listing.target)
            flow.flow(item)
            AMD.explain(item, listing.target)


@given(st.lists(ANY, max_size=20))
@settings(max_examples=200, deadline=None)
def test_recognising_never_raises(lines: list[str]) -> None:
    seen = recognise.recognise(tuple(lines))
    assert seen is None or 0 <= seen.score <= 1


TARGETS = st.sampled_from(
    [None, "gfx700", "gfx908", "gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201", "gfx1250"]
)
MNEMONICS = st.sampled_from(AMD.mnemonics())
OPERANDS = st.lists(st.sampled_from(WORDS.split()), max_size=12).map(" ".join) | ANY


@given(ANY)
@settings(max_examples=200, deadline=None)
def test_one_statement_never_raises(text: str) -> None:
    parser.statement(text)


@given(MNEMONICS, OPERANDS, TARGETS)
@settings(max_examples=600, deadline=None)
def test_any_operands_are_annotated(mnemonic: str, operands: str, target: str | None) -> None:
    item = AMD.statement(f"{mnemonic} {operands}")
    for operand in annotate(item, AMD, target).operands:
        assert operand.role
    AMD.effects(item, target)
    AMD.cost(item, target)
