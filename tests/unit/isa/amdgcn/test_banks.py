from __future__ import annotations

import pytest

from app.isa.amdgcn import effects
from app.model import Kind
from tests.unit.isa.amdgcn.reading import code, read


def named(state: int, text: str) -> str:
    return code(read(f"s_set_vgpr_msb {state}\n{text}\n"))[1]


@pytest.mark.parametrize(
    "state, text, expected",
    [
        (0, "v_mov_b32 v4, v5", "v_mov_b32 v4, v5"),
        (0x40, "v_mov_b32 v4, v5", "v_mov_b32 v4 /*v260*/, v5"),
        (0x01, "v_mov_b32 v4, v5", "v_mov_b32 v4, v5 /*v261*/"),
        (0x0100, "v_mov_b32 v4, v5", "v_mov_b32 v4, v5"),
        (0xC0, "v_mov_b32 v4, 1.0", "v_mov_b32 v4 /*v772*/, 1.0"),
        (0x24, "v_fma_f32 v0, v1, v2, -v3", "v_fma_f32 v0, v1, v2 /*v258*/, -v3 /*v515*/"),
        (0x04, "v_cmp_lt_i32 vcc_lo, v1, v2", "v_cmp_lt_i32 vcc_lo, v1, v2 /*v258*/"),
        (0x10, "v_fmamk_f32 v0, v1, 0x41200000, v2", "v_fmamk_f32 v0, v1, 0x41200000, v2 /*v258*/"),
        (0x40, "v_fmac_f32 v0, v1, v2", "v_fmac_f32 v0 /*v256*/, v1, v2"),
        (0x41, "ds_load_b128 v[0:3], v4 offset:16", "ds_load_b128 v[0:3] /*v[256:259]*/, v4 /*v260*/ offset:16"),
        (0x05, "ds_store_b32 v0, v1", "ds_store_b32 v0 /*v256*/, v1 /*v257*/"),
        (0x04, "global_store_b32 v[0:1], v2, off", "global_store_b32 v[0:1], v2 /*v258*/, off"),
        (0x40, "buffer_store_b32 v0, v1, s[0:3], null offen", "buffer_store_b32 v0 /*v256*/, v1, s[0:3], null offen"),
        (
            0x41,
            "v_dual_mov_b32 v0, v1 :: v_dual_add_f32 v2, v3, v4",
            "v_dual_mov_b32 v0 /*v256*/, v1 /*v257*/ :: v_dual_add_f32 v2 /*v258*/, v3 /*v259*/, v4",
        ),
        (0x40, "v_mov_b32 v4 /*v516*/, v5", "v_mov_b32 v4 /*v516*/, v5"),
        (0xFF, "s_mov_b32 s0, s1", "s_mov_b32 s0, s1"),
    ],
)
def test_true_registers(state: int, text: str, expected: str) -> None:
    assert named(state, text) == expected


def test_the_state_holds_until_it_is_set_or_control_leaves() -> None:
    listing = read(
        "s_set_vgpr_msb 64\nv_mov_b32 v0, 1\na:\nv_mov_b32 v1, 1\ns_branch b\nv_mov_b32 v2, 1\nb:\n"
        "s_set_vgpr_msb 64\nv_mov_b32 v3, 1\ns_set_vgpr_msb 0x4000\nv_mov_b32 v4, 1\ns_endpgm\n"
    )
    moves = [s for s in listing.statements if s.kind is Kind.INSTRUCTION and s.name == "v_mov_b32"]
    assert [effects.effects(move, "gfx1250").writes for move in moves] == [
        ("v256",),
        ("v257",),
        ("v2",),
        ("v259",),
        ("v4",),
    ]


def test_a_constant_for_mode_sets_the_banks() -> None:
    listing = read(
        "s_set_vgpr_msb 0\ns_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 4, 2), 0x6003\nv_mov_b32 v4, v5\n"
        "s_setreg_imm32_b32 hwreg(HW_REG_WAVE_SCHED_MODE, 0, 2), 0x2\nv_mov_b32 v4, v5\n"
        "s_setreg_imm32_b32 hwreg(1, 4, 2), 3\nv_mov_b32 v4, v5\n"
    )
    moves = [item.args for item in listing.statements if item.name == "v_mov_b32"]
    assert moves == ["v4 /*v516*/, v5 /*v261*/", "v4 /*v516*/, v5 /*v261*/", "v4, v5"]
