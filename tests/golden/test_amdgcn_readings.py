"""Representative AMD instructions read to the last operand and modifier, against golden files.

``pytest --update-golden`` writes the files anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.isa.amdgcn import AmdGcn

FOLDER = Path(__file__).parent / "amdgcn"
STATEMENTS = {
    "matrix": [
        ("gfx950", "v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[0:15]"),
        ("gfx942", "v_mfma_f32_16x16x16_bf16 a[0:3], v[2:3], v[4:5], 0 cbsz:1 abid:1 blgp:2"),
        ("gfx950", "v_mfma_scale_f32_32x32x64_f8f6f4 v[0:15], v[16:23], v[24:31], v[0:15]"),
        (
            "gfx950",
            "v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[4:7], v[8:11], v[0:3], v12, v13"
            " op_sel:[1,0,0] op_sel_hi:[0,1,0] cbsz:4 blgp:4",
        ),
        ("gfx942", "v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v10 cbsz:0 abid:1"),
        ("gfx1201", "v_wmma_f32_16x16x16_bf16 v[0:7], v[8:11], v[12:15], v[0:7]"),
        (
            "gfx1250",
            "v_wmma_scale_f32_16x16x128_f8f6f4 v[0:7], v[8:19], v[24:39], v[40:47], v1, v2"
            " matrix_a_fmt:MATRIX_FMT_BF6 matrix_b_scale_fmt:MATRIX_SCALE_FMT_E5M3",
        ),
    ],
    "memory": [
        ("gfx950", "global_load_dwordx4 v[28:31], v[32:33], off"),
        ("gfx950", "buffer_load_dwordx4 v[36:39], v40, s[0:3], 0 offen"),
        ("gfx942", "global_load_dword v1, v2, s[4:5] offset:16 sc0 sc1 nt"),
        ("gfx950", "buffer_load_dword v4, s[8:11], s3 offen offset:64 lds"),
        ("gfx942", "global_atomic_pk_add_bf16 v0, v[2:3], v4, off sc0"),
        ("gfx1030", "buffer_store_dwordx2 v[2:3], off, s[4:7], 0 glc slc dlc"),
        ("gfx1250", "global_load_async_to_lds_b128 v1, v[2:3], off offset:32 th:TH_LOAD_NT scope:SCOPE_DEV"),
        ("gfx1250", "tensor_load_to_lds s[0:3], s[4:11]"),
        ("gfx90a", "global_load_dwordx3 v[1:3], v[4:5], off"),
    ],
    "lds": [
        ("gfx950", "ds_read_b128 v[20:23], v24 offset:0"),
        ("gfx942", "ds_read2st64_b64 v[0:3], v4 offset0:2 offset1:3"),
        ("gfx942", "ds_read_b64_tr_b16 v[0:1], v2 offset:512"),
        ("gfx942", "ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,16)"),
        ("gfx942", "ds_swizzle_b32 v0, v1 offset:0x401f"),
        ("gfx90a", "ds_cmpst_rtn_b32 v0, v1, v2, v3"),
    ],
    "control": [
        ("gfx950", "s_waitcnt lgkmcnt(0)"),
        ("gfx942", "s_waitcnt 0xc07f"),
        ("gfx1100", "s_waitcnt vmcnt(1) & lgkmcnt(0)"),
        ("gfx1201", "s_wait_loadcnt_dscnt 0x102"),
        ("gfx950", "s_barrier"),
        ("gfx1201", "s_barrier_signal -1"),
        ("gfx950", "s_setprio 1"),
        ("gfx1100", "s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)"),
        ("gfx942", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 15"),
        ("gfx1100", "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)"),
        ("gfx942", "s_nop 7"),
        ("gfx942", "s_and_saveexec_b64 s[0:1], vcc"),
    ],
    "vector": [
        ("gfx950", "v_pk_add_f32 v[42:43], v[44:45], v[46:47]"),
        ("gfx950", "v_pk_mul_f32 v[0:1], v[2:3], v[4:5] op_sel_hi:[1,0] neg_lo:[0,1]"),
        ("gfx942", "v_mul_f32_e32 v0, 0x3fb8aa3b, v1"),
        ("gfx942", "v_fma_f32 v0, -v1, |v2|, 1.0 clamp mul:2"),
        ("gfx942", "v_mov_b32_dpp v0, v1 row_shr:4 row_mask:0xf bank_mask:0xe bound_ctrl:0"),
        ("gfx942", "v_add_f32_dpp v0, v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"),
        (
            "gfx900",
            "v_add_u32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1"
            " src1_sel:DWORD",
        ),
        ("gfx950", "v_bitop3_b32 v0, v1, v2, v3 bitop3:0xca"),
        ("gfx803", "v_add_u32_e32 v0, vcc, v1, v2"),
        ("gfx1100", "v_dual_mul_f32 v0, v1, v2 :: v_dual_mov_b32 v3, 0.5"),
        ("gfx942", "v_cvt_scalef32_pk_fp4_f32 v0, v1, v2, v3"),
        ("gfx942", "v_perm_b32 v0, v1, v2, 0x05040100"),
        ("gfx942", "v_fmaa_f32 v0, v1, v2, v3"),
    ],
}  # fmt: skip


def told(isa: AmdGcn, target: str, text: str) -> str:
    """One reading, one fact a line."""
    statement = isa.statement(text)
    reading = isa.explain(statement, target)
    found = reading.instruction
    lines = [f"{target}: {text}", f"  {isa.operation(statement, target)}: {found.summary or 'unknown'}"]
    lines += [f"  {each.text} ({each.role}, {each.access.value}) {each.meaning}" for each in reading.operands]
    lines += [f"  [{each.text}] {each.meaning}" for each in reading.modifiers]
    lines += [f"  {each.severity.value}: {each.message}" for each in reading.remarks]
    if found.near:
        lines.append(f"  near: {', '.join(found.near)}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", STATEMENTS)
def test_readings(name: str, golden: Callable[[Path, str], None]) -> None:
    isa = AmdGcn()
    golden(FOLDER / f"{name}.txt", "\n".join(told(isa, target, text) for target, text in STATEMENTS[name]))
