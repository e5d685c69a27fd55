"""Statements read to the last operand and modifier, and what is odd about them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.isa.amdgcn import AmdGcn, constants, directives, modifiers, swizzle, truth, vocabulary
from app.model import Access, Reading, Severity

ISA = AmdGcn()


def read(text: str, target: str | None = "gfx950") -> Reading:
    return ISA.explain(ISA.statement(text), target)


def remark(text: str, target: str | None = "gfx950") -> str:
    return " ".join(each.message for each in read(text, target).remarks if each.severity is Severity.ERROR)


def meaning(word: str, text: str, target: str = "gfx950") -> str:
    return next(each.meaning for each in read(text, target).modifiers if each.text == word)


def operand(text: str, number: int, target: str | None = "gfx950") -> str:
    return read(text, target).operands[number].meaning


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("global_atomic_add v[2:3], v4, off", ["address", "data", "scalar base"]),
        ("global_atomic_add v0, v[2:3], v4, off sc0", ["destination", "address", "data", "scalar base"]),
        ("flat_atomic_add v[0:1], v2", ["address", "data"]),
        ("flat_load_dword v0, v[2:3]", ["destination", "address"]),
        (
            "buffer_load_dword v0, off, s[4:7], 0",
            ["destination", "index or offset", "buffer resource", "scalar offset"],
        ),
        ("buffer_load_dword v0, s[4:7], 0 offen lds", ["index or offset", "buffer resource", "scalar offset"]),
        ("v_cndmask_b32 v0, v1, v2, vcc", ["destination", "first source", "second source", "lane mask"]),
        ("v_add_co_u32 v0, vcc, v1, v2", ["destination", "carry out", "first source", "second source"]),
        ("s_load_dwordx2 s[0:1], s[2:3], 0x10", ["destination", "base address", "offset"]),
    ],
)
def test_roles(text: str, roles: list[str]) -> None:
    assert [each.role for each in read(text).operands] == roles
    assert not remark(text)


def test_an_atomic_writes_its_data_only_when_it_returns() -> None:
    assert read("buffer_atomic_add v0, v1, s[4:7], 0 offen").operands[0].access is Access.READ
    assert read("buffer_atomic_add v0, v1, s[4:7], 0 offen sc0").operands[0].access is Access.READWRITE


def test_what_words_make_of_an_instruction() -> None:
    copy = read("buffer_load_dwordx4 v40, s[0:3], 0 offen lds").instruction
    assert copy.operation == "async.copy.lane"
    assert "LDS" in copy.summary
    assert ISA.operation(ISA.statement("v_mov_b32 v0, v1 row_shr:1"), "gfx942") == "shuffle"
    assert ISA.operation(ISA.statement("v_mov_b32 v0, v1"), "gfx942") == "move"
    assert ISA.operation(ISA.statement("v_add_f32 v0, v1, v2 row_shr:1"), "gfx942") == "float.add"


def test_both_halves_of_a_pair_are_read() -> None:
    reading = read("v_dual_mul_f32 v0, v1, v2 :: v_dual_add_f32 v3, v4, v5", "gfx1100")
    assert [each.text for each in reading.operands] == ["v0", "v1", "v2", "v3", "v4", "v5"]
    assert all(each.meaning for each in (*reading.operands, *reading.modifiers))


# What is odd


def test_missing_scales_are_named() -> None:
    said = remark("v_mfma_scale_f32_32x32x64_f8f6f4 v[0:15], v[16:23], v[24:31], v[0:15]")
    assert "scale of A" in said
    assert "scale of B" in said
    assert "6 operands are needed, 4 given" in said
    assert not remark("v_mfma_scale_f32_32x32x64_f8f6f4 v[0:15], v[16:23], v[24:31], v[0:15], v48, v49")


@pytest.mark.parametrize(
    ("text", "target", "said"),
    [
        ("ds_read_b64_tr_b16 v[0:1], v2", "gfx942", "gfx950 only; this file says gfx942"),
        ("global_load_dwordx2 v[1:2], v[4:5], off", "gfx90a", "must begin at an even register on gfx90a"),
        ("s_load_dwordx4 s[2:5], s[0:1], 0x0", "gfx90a", "must begin at a multiple of 4"),
        (
            "v_mfma_f32_32x32x8_f16 v[0:15], v16, v[18:19], v[0:15]",
            "gfx942",
            "A takes 2 registers (32×8 f16); v16 is 1",
        ),
        ("v_mfma_f32_16x16x16_f16 v[0:15], v[16:17], v[18:19], v[0:15]", "gfx942", "D takes 4 registers"),
        ("global_load_dwordx4 v[0:1], v[2:3], off", "gfx942", "16 bytes need 4 registers; v[0:1] is 2"),
        ("v_add_f32 v0, v1", "gfx942", "The second source is missing"),
        ("v_add_f32 v0, v1, v2, v3, v4", "gfx942", "Too many operands"),
        ("v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:11], v[12:19], v[0:3] cbsz:4", "gfx950", "A takes 4 registers"),
    ],
)
def test_errors(text: str, target: str, said: str) -> None:
    assert said in remark(text, target)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("global_load_dwordx2 v[1:2], v[4:5], off", "gfx900"),
        ("global_load_dwordx2 v[1:2], v[4:5], off", None),
        ("v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:7], v[12:17], v[0:3] cbsz:4 blgp:2", "gfx950"),
        ("v_mfma_f32_32x32x4bf16 a[0:15], v4, v6, a[0:15]", "gfx908"),
        ("v_mfma_f32_32x32x4bf16 a[0:31], v[4:5], v[6:7], a[0:31]", "gfx942"),
        ("v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7]", "gfx1100"),
        ("v_wmma_f32_16x16x16_f16 v[0:7], v[8:11], v[12:15], v[0:7]", "gfx1200"),
        ("v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], v[0:7]", "gfx942"),
        ("v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], 0", "gfx942"),
        ("s_endpgm", "gfx942"),
        ("v_mfma_f32_32x32x8f16 v[vgprA:vgprA+15], v[16:17], v[18:19], v[0:15]", "gfx942"),
    ],
)
def test_what_the_assembler_takes_is_not_odd(text: str, target: str | None) -> None:
    assert not remark(text, target)


def test_remarks_stand_at_the_statement_s_line() -> None:
    statement = ISA.statement("v_add_f32 v0, v1")._replace(line=12)
    assert [each.line for each in ISA.explain(statement, "gfx942").remarks] == [12]


# Modifiers


@pytest.mark.parametrize(
    ("word", "text", "target", "said"),
    [
        ("glc", "global_atomic_add v0, v[2:3], v4, off glc", "gfx90a", "old value"),
        ("glc", "global_load_dword v0, v[2:3], off glc", "gfx90a", "L1"),
        ("glc", "global_load_dword v0, v[2:3], off glc", "gfx1030", "L0"),
        ("sc0", "global_load_dword v0, v[2:3], off sc0", "gfx942", "workgroup"),
        ("sc1", "global_load_dword v0, v[2:3], off sc1", "gfx942", "device"),
        ("sc1", "global_load_dword v0, v[2:3], off sc0 sc1", "gfx942", "system"),
        ("sc1", "buffer_wbl2 sc1", "gfx942", "device"),
        ("offset1:3", "ds_read2_b32 v[0:1], v4 offset0:2 offset1:3", "gfx942", "12 bytes"),
        ("offset1:3", "ds_write2st64_b64 v0, v[2:3], v[4:5] offset1:3", "gfx942", "1536 bytes"),
        (
            "op_sel:[0,1]",
            "v_pk_add_f32 v[0:1], v[2:3], v[4:5] op_sel:[0,1]",
            "gfx942",
            "second source from its high register",
        ),
        (
            "op_sel_hi:[0,1,1]",
            "v_fma_mix_f32 v0, v1, v2, v3 op_sel_hi:[0,1,1]",
            "gfx942",
            "first source is f32, second source is f16",
        ),
        ("op_sel:[0,0,1]", "v_add_f16 v0, v1, v2 op_sel:[0,0,1]", "gfx1100", "high half of the destination"),
        (
            "neg_lo:[1,1,0]",
            "v_wmma_i32_16x16x16_iu8 v[0:7], v[8:11], v[12:15], v[0:7] neg_lo:[1,1,0]",
            "gfx1100",
            "A is signed, B is signed",
        ),
        (
            "blgp:2",
            "v_mfma_f32_32x32x64_f8f6f4 v[0:15], v[16:23], v[24:29], v[0:15] blgp:2",
            "gfx950",
            "B is fp6 (e2m3)",
        ),
        ("cbsz:1", "v_mfma_f32_32x32x1_2b_f32 a[0:31], v0, v1, a[0:31] cbsz:1", "gfx942", "group of 2 blocks"),
        ("row_newbcast:3", "v_mov_b32_dpp v0, v1 row_newbcast:3 row_mask:0xf bank_mask:0xf", "gfx90a", "lane 3"),
        ("row_mask:0x3", "v_mov_b32_dpp v0, v1 row_shl:1 row_mask:0x3 bank_mask:0xf", "gfx90a", "0–15, 16–31"),
        ("dmask:0x3", "image_load v[0:1], v2, s[4:11] dmask:0x3", "gfx900", "r, g"),
        ("scope:SCOPE_SYS", "global_load_b32 v0, v[2:3], off scope:SCOPE_SYS", "gfx1201", "whole system"),
        (
            "th:TH_ATOMIC_RETURN",
            "global_atomic_add_u32 v0, v[2:3], v4, off th:TH_ATOMIC_RETURN",
            "gfx1201",
            "old value",
        ),
        (
            "dst_unused:UNUSED_SEXT",
            "v_mov_b32_sdwa v0, v1 dst_sel:BYTE_0 dst_unused:UNUSED_SEXT src0_sel:BYTE_0",
            "gfx900",
            "sign",
        ),
    ],
)
def test_modifiers(word: str, text: str, target: str, said: str) -> None:
    assert said in meaning(word, text, target)


def test_an_unknown_modifier_has_no_meaning() -> None:
    around = vocabulary.Context("v_add_f32", "float.add", "gfx942", ())
    assert modifiers.meaning("frobnicate:3", around) == ""


@pytest.mark.parametrize(
    ("table", "name"),
    [("0xca", "a ? b : c"), ("0x80", "a AND b AND c"), ("0xfe", "a OR b OR c"), ("0x96", "a XOR b XOR c")],
)
def test_logic_tables_are_named(table: str, name: str) -> None:
    assert truth.meaning(table) == f"truth table: {name}"


def test_names_of_logic_tables_compute_them() -> None:
    for table, name in truth.names().items():
        if "?" in name or "majority" in name:
            continue
        code = name.replace("NOT ", "1 ^ ").replace("XOR", "^").replace("AND", "&").replace(" OR ", " | ")
        code = code.replace("1 ^ a", "(1 ^ a)").replace("1 ^ b", "(1 ^ b)").replace("1 ^ c", "(1 ^ c)")
        rows = [eval(code, {"a": i >> 2 & 1, "b": i >> 1 & 1, "c": i & 1}) & 1 for i in range(8)]
        assert sum(bit << i for i, bit in enumerate(rows)) == table, name


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("swizzle(QUAD_PERM, 1,0,3,2)", "lanes 0 to 3 take from 1, 0, 3, 2"),
        ("0x80b1", "lanes 0 to 3 take from 1, 0, 3, 2"),
        ("swizzle(SWAP,16)", "groups of 16 lanes exchange"),
        ("0x041f", "XOR 1"),
        ("0x7c1f", "XOR 31"),
    ],
)
def test_swizzles(value: str, said: str) -> None:
    assert said in swizzle.meaning(value)


# Immediates


@pytest.mark.parametrize(
    ("text", "target", "said"),
    [
        ("s_waitcnt vmcnt(0) lgkmcnt(0)", "gfx942", "vector memory operations is outstanding; until none of the LDS"),
        ("s_waitcnt 0x0f70", "gfx942", "until none of the vector memory operations"),
        ("s_waitcnt 0x3f70", "gfx1030", "until none of the vector memory operations"),
        ("s_waitcnt 0x03f7", "gfx1100", "until none of the vector memory operations"),
        ("s_wait_dscnt 0x2", "gfx1201", "at most 2 of the LDS operations"),
        ("s_nop 0", "gfx942", "1 wait state"),
        ("s_setprio 3", "gfx942", "highest"),
        ("s_sleep 2", "gfx942", "128 cycles"),
        ("s_barrier_wait 0xffff", "gfx1201", "workgroup"),
        ("s_barrier_signal -3", "gfx1250", "cluster"),
        ("s_getreg_b32 s0, hwreg(HW_REG_XCC_ID)", "gfx942", "XCD"),
        ("s_clause 0x3", "gfx1100", "next 4 memory instructions"),
        ("s_set_vgpr_msb 64", "gfx1250", "destinations from v256"),
    ],
)
def test_control(text: str, target: str, said: str) -> None:
    assert said in " ".join(each.meaning for each in read(text, target).operands)


def test_a_delay_as_a_number_reads_as_its_names() -> None:
    number = read("s_delay_alu 0x91", "gfx1100").operands[0].meaning
    assert (
        number
        == read("s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)", "gfx1100").operands[0].meaning
    )
    assert "1 back" in number


@pytest.mark.parametrize(
    ("text", "element", "said"),
    [
        ("0x3fb8aa3b", "f32", "1.442695 as f32, log2 e"),
        ("0x3f800000", "f32", "1.0 as f32"),
        ("0xff800000", "f32", "-inf as f32, −infinity"),
        ("0x3c00", "f16", "1.0 as f16"),
        ("0x3f80", "bf16", "1.0 as bf16"),
        ("0x40100000", "f64", "4.0 as f64"),
        ("0.15915494", "f32", "1/(2π), an inline constant"),
        ("0x3fb8aa3b", "b32", "1069066811; as f32 1.442695, log2 e"),
        ("0x10", "b32", "16"),
        ("0", "f32", ""),
        ("1.0", "f32", ""),
        ("symbol", "f32", ""),
    ],
)
def test_constants(text: str, element: str, said: str) -> None:
    assert constants.constant(text, element) == said


def test_other_encoded_operands() -> None:
    assert "16 bits from bit 8" in operand("s_bfe_u32 s0, s1, 0x100008", 2)
    assert "byte 0 of the second source, byte 1 of the second source, byte 0 of the first" in operand(
        "v_perm_b32 v0, v1, v2, 0x05040100", 3
    )
    assert operand("v_cmp_class_f32 vcc, v0, 0x204", 2) == "tests for: −infinity, +infinity"
    assert "negated" in operand("v_add_f32 v0, -v1, v2", 1)
    assert "4 bytes" in operand("s_load_dword s0, s[2:3], 0x1", 2, "gfx600")


# Directives and metadata


def test_directives() -> None:
    assert "vector registers" in ISA.directive(".amdhsa_next_free_vgpr")
    assert "accumulation" in directives.meaning(".amdhsa_accum_offset")
    assert directives.meaning(".vgpr_count:")
    assert directives.meaning("amdhsa.kernels:")
    assert directives.meaning(".size") != directives.meaning(".size:")
    assert directives.meaning(".frobnicate") == ""


# Bad input


@given(
    st.text(max_size=80),
    st.sampled_from(
        [
            "v_add_f32",
            "s_waitcnt",
            "buffer_load_dword",
            "ds_swizzle_b32",
            "v_pk_add_f32",
            "v_mfma_f32_32x32x8f16",
            "s_getreg_b32",
            "s_delay_alu",
        ]
    ),
)
def test_nothing_raises(args: str, name: str) -> None:
    ISA.explain(ISA.statement("s_nop 0")._replace(name=name, args=args), "gfx950")


@given(
    st.lists(
        st.sampled_from(
            [
                "v0",
                "v[0:1]",
                "s[0:3]",
                "off",
                "0x7f",
                "-1",
                "op_sel:[1,0]",
                "offset:4",
                "cbsz:9",
                "blgp:99",
                "dmask:0x1f",
                "::",
                "bitop3:x",
                "neg_lo:[1]",
                "op_sel_hi:[0,1,1,1]",
            ]
        ),
        max_size=8,
    ),
    st.sampled_from(
        [
            "v_fma_mix_f32",
            "v_mfma_f32_32x32x64_f8f6f4",
            "v_cvt_pk_fp8_f32",
            "v_permlane16_b32",
            "image_load",
            "v_wmma_f32_16x16x16_f16",
            "v_bitop3_b32",
        ]
    ),
)
def test_no_combination_raises(parts: list[str], name: str) -> None:
    ISA.explain(ISA.statement("s_nop 0")._replace(name=name, args=", ".join(parts)), "gfx950")
    ISA.explain(ISA.statement("s_nop 0")._replace(name=name, args=" ".join(parts)), None)


@pytest.mark.parametrize(
    ("target", "text", "word"),
    [
        ("gfx942", "global_load_dword v0, v[4:5], off glc", "glc"),
        ("gfx90a", "global_load_dword v0, v[4:5], off sc0", "sc0"),
        ("gfx1200", "global_load_b32 v0, v[4:5], off dlc", "dlc"),
        ("gfx1100", "global_load_b32 v0, v[4:5], off th:TH_LOAD_NT", "th"),
        ("gfx942", "ds_append v0 offset:8 gds", "gds"),
        ("gfx1030", "v_add_f32_dpp v0, v1, v2 row_bcast:15", "row_bcast"),
        ("gfx942", "v_add_f32_dpp v0, v1, v2 row_share:1", "row_share"),
        ("gfx1100", "v_add_f32_sdwa v0, v1, v2", "_sdwa"),
        ("gfx1030", "v_add_f32_e64_dpp v0, v1, v2", "_e64_dpp"),
        ("gfx942", "v_mfma_f64_16x16x4_f64 a[0:7], v[0:1], v[2:3], a[0:7] blgp:1", "blgp"),
    ],
)
def test_a_modifier_that_the_target_lacks_is_said(target: str, text: str, word: str) -> None:
    amd = AmdGcn()
    remarks = amd.explain(amd.statement(text), target).remarks
    assert [remark.message.partition(":")[0] for remark in remarks] == [word]
    assert target in remarks[0].message


@pytest.mark.parametrize(
    ("target", "text"),
    [
        ("gfx942", "s_load_dword s0, s[2:3], 0x0 glc"),
        ("gfx90a", "v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7] blgp:1"),
        ("gfx9-generic", "global_load_dword v0, v[4:5], off glc slc"),
        ("gfx90a", "ds_gws_init v0 gds"),
        ("gfx1030", "v_permlane16_b32 v5, v1, s2, s3 op_sel:[1,0] fi:1"),
        ("gfx1310", "v_add_f32_dpp v0, v1, v2 row_share:1"),
    ],
)
def test_a_modifier_that_the_target_has_passes(target: str, text: str) -> None:
    amd = AmdGcn()
    assert not amd.explain(amd.statement(text), target).remarks


def test_a_counter_is_given_no_more_than_it_counts_to() -> None:
    said = [remark.message for remark in read("s_waitcnt vmcnt(64) & lgkmcnt(15)", "gfx942").remarks]
    assert said == ["vmcnt counts to 63 on gfx942: 64 is too much."]
    assert not read("s_waitcnt vmcnt(63)", "gfx942").remarks
    saturated = read("s_waitcnt vmcnt_sat(64)", "gfx942")
    assert not saturated.remarks
    assert "at most 63" in saturated.operands[0].meaning


def test_a_count_that_the_text_does_not_give_is_named() -> None:
    assert "as n says" in read("s_waitcnt vmcnt(n)", "gfx942").operands[0].meaning
    assert "as s4 + 0x1 says" in read("s_waitcnt_lgkmcnt s4, 0x1", "gfx1030").operands[1].meaning


@pytest.mark.parametrize(
    ("target", "text", "said"),
    [
        (
            "gfx942",
            "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0xc",
            "to nearest even; rounding of f16 and f64: towards zero",
        ),
        ("gfx942", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3", "subnormals of f32: keep"),
        ("gfx942", "s_setreg_imm32_b32 0x901, 3", "subnormals of f32: keep"),
        ("gfx1250", "s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 4, 2), 0x1003", "destinations from v256"),
        ("gfx942", "v_bfe_u32 v0, v1, 8, 4", "lowest bit of the field"),
        ("gfx1200", "s_prefetch_data s[0:1], 0x10, s2, 3", "byte offset: 16 bytes"),
        ("gfx950", "v_cvt_scalef32_pk_f32_fp8 v[0:1], v2, v3", "an f32 of which the exponent alone counts"),
        ("gfx942", "s_mov_b32 s0, 0x40490000", "as f32 3.140625"),
        (
            "gfx1200",
            "image_bvh8_intersect_ray v[0:9], [v[10:11], v[12:13], v[14:16], v[18:20], v21], s[4:7]",
            "v[12:13]: ray extent and instance mask; v[14:16]: origin",
        ),
    ],
)
def test_constants_are_decoded_where_they_stand(target: str, text: str, said: str) -> None:
    assert said in "\n".join(operand.meaning for operand in read(text, target).operands)


def test_a_bit_offset_is_no_byte_offset() -> None:
    for text in ("v_bfe_u32 v0, v1, 8, 4", "s_bfm_b32 s0, 4, 8"):
        assert not any("bytes" in operand.meaning for operand in read(text, "gfx942").operands)
