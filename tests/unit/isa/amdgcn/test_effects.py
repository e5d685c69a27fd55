from __future__ import annotations

import pytest

from app.isa.amdgcn.registers import registers
from tests.unit.isa.amdgcn.reading import effect


def span(file: str, low: int, high: int) -> str:
    return " ".join(f"{file}{n}" for n in range(low, high + 1))


EXEC = "exec_lo exec_hi"
VCC = "vcc_lo vcc_hi"

CASES = [
    ("v_mov_b32 v0, v1", "v1", "v0"),
    ("v_mov_b32_e32 v0, s1", "s1", "v0"),
    ("v_add_f32_e64 v0, |v1|, -v2", "v1 v2", "v0"),
    ("v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", span("v", 2, 7), "v0 v1"),
    ("v_fmac_f32_e32 v0, v1, v2", "v0 v1 v2", "v0"),
    ("v_pk_fmac_f16 v0, v1, v2", "v0 v1 v2", "v0"),
    (
        "v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[0:15]",
        span("v", 16, 19) + " " + span("v", 0, 15),
        span("v", 0, 15),
    ),
    ("v_mfma_f32_4x4x1f32 a[0:3], v0, v1, 0", "v0 v1", "a0 a1 a2 a3"),
    ("v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v10", span("v", 0, 10), span("v", 0, 3)),
    ("v_accvgpr_write_b32 a16, v1", "v1", "a16"),
    ("v_accvgpr_read_b32 v1, a16", "a16", "v1"),
    ("v_readfirstlane_b32 s0, v1", "v1", "s0"),
    ("v_readlane_b32 s0, v1, s2", "v1 s2", "s0"),
    ("v_cmp_gt_i32_e32 vcc, s8, v0", "s8 v0", VCC),
    ("v_cmp_gt_i32_e64 s[2:3], s8, v0", "s8 v0", "s2 s3"),
    ("v_cmpx_gt_i32_e64 s[2:3], s8, v0", "s8 v0", f"s2 s3 {EXEC}"),
    ("v_cndmask_b32_e32 v0, v1, v2, vcc", f"v1 v2 {VCC}", "v0"),
    ("v_cndmask_b32_e64 v0, v1, v2, s[0:1]", "v1 v2 s0 s1", "v0"),
    ("v_div_fmas_f32 v0, v1, v2, v3", f"v1 v2 v3 {VCC}", "v0"),
    ("v_div_scale_f32 v0, vcc, v1, v2, v3", "v1 v2 v3", f"v0 {VCC}"),
    ("v_add_co_u32_e32 v0, vcc, v1, v2", "v1 v2", f"v0 {VCC}"),
    ("v_addc_co_u32_e64 v0, s[0:1], v1, v2, s[2:3]", "v1 v2 s2 s3", "v0 s0 s1"),
    ("v_mad_u64_u32 v[0:1], s[2:3], v4, v5, v[6:7]", "v4 v5 v6 v7", "v0 v1 s2 s3"),
    ("v_add3_u32 v0, s1, v2, v3", "s1 v2 v3", "v0"),
    ("v_swap_b32 v0, v1", "v0 v1", "v0 v1"),
    ("v_permlane32_swap_b32 v0, v1", "v0 v1", "v0 v1"),
    ("s_add_u32 s0, s1, s2", "s1 s2", "s0 scc"),
    ("s_addc_u32 s0, s1, s2", "s1 s2 scc", "s0 scc"),
    ("s_mul_i32 s0, s1, s2", "s1 s2", "s0"),
    ("s_mov_b64 exec, s[0:1]", "s0 s1", EXEC),
    ("s_cmp_eq_u32 s0, 0", "s0", "scc"),
    ("s_cselect_b32 s0, s1, s2", "s1 s2 scc", "s0"),
    ("s_and_saveexec_b64 s[0:1], vcc", f"{VCC} {EXEC}", f"s0 s1 scc {EXEC}"),
    ("s_cbranch_vccnz .L1", VCC, ""),
    ("s_cbranch_execz .L1", EXEC, ""),
    ("s_cbranch_scc0 .L1", "scc", ""),
    ("s_addk_i32 s0, 0x10", "s0", "s0 scc"),
    ("s_swappc_b64 s[30:31], s[4:5]", "s4 s5", "s30 s31"),
    ("s_setpc_b64 s[30:31]", "s30 s31", ""),
    ("s_load_dwordx2 s[2:3], s[0:1], 0x0", "s0 s1", "s2 s3"),
    ("s_waitcnt vmcnt(0) & lgkmcnt(0)", "", ""),
    ("s_setprio 1", "", ""),
    ("s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s0", "s0", ""),
    ("ds_read_b128 v[20:23], v24 offset:16", "v24", span("v", 20, 23)),
    ("ds_read2_b32 v[0:1], v2 offset1:4", "v2", "v0 v1"),
    ("ds_write_b64 v0, v[2:3]", "v0 v2 v3", ""),
    ("ds_add_u32 v0, v1", "v0 v1", ""),
    ("ds_add_rtn_u32 v2, v0, v1", "v0 v1", "v2"),
    ("ds_bpermute_b32 v0, v1, v2", "v1 v2", "v0"),
    ("global_load_dwordx4 v[28:31], v[32:33], off", "v32 v33", span("v", 28, 31)),
    ("global_load_dword v0, v1, s[2:3] offset:16", "v1 s2 s3", "v0"),
    ("global_store_dwordx2 v[0:1], v[2:3], off", "v0 v1 v2 v3", ""),
    ("global_atomic_add v0, v1, s[2:3]", "v0 v1 s2 s3", ""),
    ("global_atomic_add v4, v0, v1, s[2:3] sc0", "v0 v1 s2 s3", "v4"),
    ("flat_atomic_add v0, v[2:3], v4 sc0", "v2 v3 v4", "v0"),
    ("flat_atomic_add v[2:3], v4", "v2 v3 v4", ""),
    ("scratch_store_dword off, v0, s32 offset:4", "v0 s32", ""),
    ("global_load_lds_dwordx4 v[0:1], off", "v0 v1 m0", ""),
    ("buffer_load_dwordx4 v[36:39], v40, s[0:3], 0 offen", "v40 " + span("s", 0, 3), span("v", 36, 39)),
    ("buffer_load_dword v40, s[0:3], 0 offen lds", "v40 " + span("s", 0, 3) + " m0", ""),
    ("buffer_store_dword v0, v1, s[4:7], s8 offen", "v0 v1 s4 s5 s6 s7 s8", ""),
    ("buffer_atomic_add v0, v1, s[4:7], 0 offen", "v0 v1 s4 s5 s6 s7", ""),
    ("buffer_atomic_add v0, v1, s[4:7], 0 offen sc0", "v0 v1 s4 s5 s6 s7", "v0"),
    ("buffer_atomic_cmpswap v[0:1], v2, s[4:7], 0 offen sc0", "v0 v1 v2 s4 s5 s6 s7", "v0"),
    ("v_mov_b32 v4 /*v260*/, v5 /*v517*/", "v517", "v260"),
    ("v_frobnicate_f32 v0, v1", "", ""),
]


@pytest.mark.parametrize("text, reads, writes", CASES)
def test_effects(text: str, reads: str, writes: str) -> None:
    found = effect(text)
    assert (set(found.reads), set(found.writes)) == (set(reads.split()), set(writes.split()))
    assert not found.partial


OTHERS = [
    ("gfx1201", "v_cmpx_gt_i32_e32 s8, v0", "s8 v0", EXEC),
    ("gfx1201", "v_cndmask_b32_e32 v0, v1, v2, vcc_lo", "v1 v2 vcc_lo", "v0"),
    ("gfx1201", "s_cbranch_vccnz .L1", "vcc_lo", ""),
    ("gfx1201", "s_and_saveexec_b32 s0, vcc_lo", "vcc_lo exec_lo", "s0 scc exec_lo"),
    ("gfx1201", "v_dual_fmac_f32 v0, v1, v2 :: v_dual_cndmask_b32 v3, v4, v5", "v0 v1 v2 v4 v5 vcc_lo", "v0 v3"),
    ("gfx1201", "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0", "v0 v1", "v0 v1"),
    (
        "gfx1201",
        "image_load v[0:3], [v4, v5], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D",
        "v4 v5 " + span("s", 0, 7),
        span("v", 0, 3),
    ),
    ("gfx1201", "global_atomic_add_u32 v4, v0, v1, s[2:3] th:TH_ATOMIC_RETURN", "v0 v1 s2 s3", "v4"),
    ("gfx1201", "s_barrier_signal_isfirst -1", "", "scc"),
    ("gfx1250", "global_load_async_to_lds_b128 v0, v[2:3], off", "v0 v2 v3", ""),
    ("gfx1201", "s_barrier_signal m0", "m0", ""),
    ("gfx1250", "flat_atomic_add_u32 v1, v3, s[0:1]", "v1 v3 s0 s1", ""),
    ("gfx1250", "tensor_load_to_lds s[0:3], s[4:11]", span("s", 0, 11), ""),
    ("gfx1030", "buffer_atomic_add v0, v1, s[4:7], 0 offen glc", "v0 v1 s4 s5 s6 s7", "v0"),
    ("gfx1030", "exp mrt0 v0, v1, off, off done vm", "v0 v1", ""),
    ("gfx803", "ds_write_b32 v0, v1", "v0 v1 m0", ""),
    ("gfx803", "v_add_u32_e32 v0, vcc, v1, v2", "v1 v2", f"v0 {VCC}"),
    ("gfx900", "v_add_u32_e32 v0, s1, v2", "s1 v2", "v0"),
    ("gfx900", "s_movk_i32 s0, 0x10", "", "s0"),
]


def test_an_old_addition_is_known_by_its_carry() -> None:
    for target in (None, "gfx803", "gfx90a"):
        found = effect("v_add_i32 v0, vcc, v1, v2", target)
        assert (found.reads, found.writes) == (("v1", "v2"), ("v0", "vcc_lo", "vcc_hi"))


@pytest.mark.parametrize("target, text, reads, writes", OTHERS)
def test_effects_on_other_targets(target: str, text: str, reads: str, writes: str) -> None:
    found = effect(text, target)
    assert (set(found.reads), set(found.writes)) == (set(reads.split()), set(writes.split()))


@pytest.mark.parametrize(
    "target, text",
    [
        ("gfx950", "v_writelane_b32 v0, s1, 3"),
        ("gfx950", "global_load_short_d16_hi v0, v[2:3], off"),
        ("gfx950", "v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf"),
        ("gfx950", "v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0x7 bank_mask:0xf bound_ctrl:0"),
        ("gfx950", "v_add_u16_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD"),
        ("gfx950", "v_fma_mixhi_f16 v0, v1, v2, v3"),
        ("gfx950", "v_mad_u16 v0, v1, v2, v3 op_sel:[0,0,0,1]"),
        ("gfx1201", "v_add_f16_e32 v0.l, v1.h, v2.l"),
    ],
)
def test_writes_that_leave_a_part(target: str, text: str) -> None:
    found = effect(text, target)
    assert found.partial
    assert found.writes == ("v0",)
    assert "v0" not in found.reads


@pytest.mark.parametrize(
    "text",
    [
        "v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1",
        "v_pk_add_f16 v0, v1, v2 op_sel:[0,1] op_sel_hi:[1,1]",
        "v_add_u16_sdwa v0, v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD",
    ],
)
def test_writes_of_the_whole(text: str) -> None:
    assert not effect(text).partial


@pytest.mark.parametrize(
    "text, named",
    [
        ("v[0:2]", "v0 v1 v2"),
        ("v[3]", "v3"),
        ("[v1, v5]", "v1 v5"),
        ("a[0:1]", "a0 a1"),
        ("acc4", "a4"),
        ("ttmp[4:5]", "ttmp4 ttmp5"),
        ("vcc", "vcc_lo vcc_hi"),
        ("exec_hi", "exec_hi"),
        ("flat_scratch", "flat_scratch_lo flat_scratch_hi"),
        ("src_scc", "scc"),
        ("-|v1|", "v1"),
        ("neg(abs(v1))", "v1"),
        ("sext(v1)", "v1"),
        ("v5.h", "v5"),
        ("v[base+1] /*v9*/", "v9"),
        ("[v1, v[a] /*v7*/, v2 /*v258*/]", "v1 v7 v258"),
        ("v[base:base+1] /*v[9:10]*/", "v9 v10"),
        ("v[base+1]", ""),
        ("off", ""),
        ("null", ""),
        ("0x10", ""),
        ("label_v1", ""),
        ("lds_direct", ""),
        ("v[0:99999]", ""),
        ("v[2:1]", ""),
    ],
)
def test_registers(text: str, named: str) -> None:
    assert registers(text) == tuple(named.split())
