"""What the tables know of every mnemonic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import operations
from app.isa.amdgcn import AmdGcn, availability, families, instructions
from app.model import Shape

NO_OPERANDS = {
    "buffer_gl0_inv", "buffer_gl1_inv", "buffer_inv", "buffer_invl2", "buffer_wbinvl1", "buffer_wbinvl1_sc",
    "buffer_wbinvl1_vol", "buffer_wbl2", "ds_nop", "global_inv", "global_wb", "global_wbinv", "s_barrier",
    "s_code_end", "s_dcache_inv", "s_dcache_inv_vol", "s_dcache_wb", "s_dcache_wb_vol", "s_endpgm_ordered_ps_done",
    "s_endpgm_saved", "s_gl1_inv", "s_icache_inv", "s_set_gpr_idx_off", "s_ttracedata", "s_wait_idle", "s_wakeup",
    "tensor_stop", "v_clrexcp", "v_illegal", "v_nop", "v_pipeflush",
}  # fmt: skip


def is_described(name: str) -> bool:
    found = instructions.lookup(name, None)
    return (
        found.known
        and found.operation in operations.vocabulary()
        and found.operation != "unknown"
        and found.summary.endswith(".")
        and "{" not in found.summary
        and found.reference != ""
        and bool(instructions.roles(name, None)) == (name not in NO_OPERANDS)
    )


def test_every_mnemonic_is_described() -> None:
    assert not [name for name in instructions.mnemonics() if not is_described(name)]


def test_a_mnemonic_means_something_on_each_of_its_targets() -> None:
    assert not [
        (name, profile)
        for name in instructions.mnemonics()
        for profile in availability.holders(name)
        if instructions.lookup(name, profile).operation == "unknown"
    ]


def test_every_family_describes_something() -> None:
    stems = {*instructions.mnemonics(), *(name.replace("_dual", "") for name in instructions.mnemonics())}
    idle = [family.match for family in families.families() if not any(map(families.matches(family), stems))]
    assert not idle


@pytest.mark.parametrize(
    ("name", "target", "operation"),
    [
        ("v_add_u32", "gfx803", "int.carry"),
        ("v_add_u32", "gfx900", "int.add"),
        ("v_add_i32", "gfx700", "int.carry"),
        ("v_add_i32", "gfx942", "int.add"),
        ("v_mov_b32_e32", "gfx942", "move"),
        ("v_mov_b32_dpp", "gfx942", "shuffle"),
        ("v_add_f32_dpp", "gfx942", "float.add"),
        ("v_dual_fmac_f32", "gfx1100", "float.fma"),
        ("v_exp_f32_e32", "gfx950", "special.exp2"),
        ("s_load_dwordx4", "gfx950", "load.scalar"),
        ("scratch_load_dword", "gfx950", "load.local"),
        ("ds_bpermute_b32", "gfx950", "shuffle"),
        ("v_smfmac_f32_16x16x32_f16", "gfx942", "matrix.mma.sparse"),
        ("V_ADD_F32", "gfx942", "float.add"),
    ],
)
def test_operations(name: str, target: str, operation: str) -> None:
    assert instructions.lookup(name, target).operation == operation


@pytest.mark.parametrize(
    ("name", "target", "shape"),
    [
        ("v_mfma_f32_32x32x8f16", "gfx908", Shape(32, 32, 8)),
        ("v_mfma_f32_32x32x4_2b_f16", "gfx942", Shape(32, 32, 4, 2)),
        ("v_mfma_f32_32x32x4f16", "gfx90a", Shape(32, 32, 4, 2)),
        ("v_mfma_f32_4x4x1f32", "gfx908", Shape(4, 4, 1, 16)),
        ("v_mfma_f32_32x32x4bf16", "gfx908", Shape(32, 32, 4)),
        ("v_mfma_f32_32x32x4bf16", "gfx942", Shape(32, 32, 4, 2)),
        ("v_wmma_f32_16x16x16_bf16", "gfx1100", Shape(16, 16, 16)),
        ("v_add_f32", "gfx942", None),
    ],
)
def test_shapes(name: str, target: str, shape: Shape | None) -> None:
    assert instructions.lookup(name, target).shape == shape


def test_widths_and_elements() -> None:
    isa = AmdGcn()
    assert isa.instruction("global_load_dwordx4", "gfx942").width == 16
    assert isa.instruction("buffer_load_ubyte_d16_hi", "gfx942").width == 1
    assert isa.instruction("s_load_dwordx16", "gfx942").width == 64
    assert isa.instruction("ds_read2st64_b64", "gfx942").width == 16
    assert isa.instruction("v_mfma_f32_16x16x32_fp8_bf8", "gfx942").element == "e4m3"
    assert isa.instruction("global_atomic_pk_add_bf16", "gfx942").element == "bf16"


def test_lanes_are_known_where_only_one_wave_size_is() -> None:
    assert instructions.lookup("v_add_f32", "gfx942").lanes == 64
    assert instructions.lookup("v_add_f32", "gfx1250").lanes == 32
    assert instructions.lookup("v_add_f32", "gfx1100").lanes is None
    assert instructions.lookup("v_mfma_f32_32x32x8_f16", None).lanes == 64


def test_names_of_one_instruction_are_joined() -> None:
    assert "buffer_load_b32" in instructions.lookup("buffer_load_dword", "gfx942").aliases
    assert "v_mfma_f32_32x32x8_f16" in instructions.lookup("v_mfma_f32_32x32x8f16", "gfx942").aliases
    assert "ds_load_b128" in instructions.lookup("ds_read_b128", None).aliases


def test_targets() -> None:
    assert instructions.lookup("v_mfma_scale_f32_32x32x64_f8f6f4", None).targets == ("gfx950",)
    assert instructions.lookup("s_endpgm", None).targets == ()
    assert instructions.lookup("v_pk_add_f32", None).introduced == "gfx90a–gfx950, gfx1250 and later"


@given(st.text(max_size=40))
def test_an_unknown_mnemonic_is_a_value(name: str) -> None:
    found = instructions.lookup("v_no_such_" + name, None)
    assert not found.known
    assert found.operation == "unknown"
    assert found.summary == ""


def test_near_names_are_offered() -> None:
    assert "v_fma_f32" in instructions.lookup("v_fmaa_f32", None).near


def test_8_bit_floats_are_those_of_the_target():
    amd = AmdGcn()
    for name in ("v_mfma_f32_16x16x32_fp8_fp8", "v_cvt_pk_fp8_f32"):
        assert "FNUZ" in amd.instruction(name, "gfx942").summary
        assert "FNUZ" not in amd.instruction(name, "gfx950").summary
