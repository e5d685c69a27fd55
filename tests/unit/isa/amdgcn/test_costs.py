from __future__ import annotations

import pytest

from app.isa import get
from app.model import Routine

AMD = get("amdgcn")


def cost(text: str, target: str | None = "gfx950", lanes: int | None = None):
    return AMD.cost(AMD.statement(text), target, lanes)


@pytest.mark.parametrize(
    ("text", "target", "cycles", "flops"),
    [
        ("v_mfma_f32_32x32x8_f16 v[0:15], v[16:17], v[18:19], v[0:15]", "gfx942", 32, 16_384),
        ("v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[0:15]", "gfx942", 32, 16_384),
        ("v_mfma_f32_32x32x8f16 a[0:15], v[16:17], v[18:19], a[0:15]", "gfx908", 64, 16_384),
        ("v_mfma_f32_32x32x16_f16 v[0:15], v[16:19], v[20:23], v[0:15]", "gfx950", 32, 32_768),
        ("v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], v[0:3]", "gfx942", 8, 2_048),
        ("v_mfma_f32_4x4x4f16 v[0:3], v[4:5], v[6:7], v[0:3]", "gfx942", 8, 2_048),
        ("v_mfma_f32_32x32x8bf16_1k v[0:15], v[16:17], v[18:19], v[0:15]", "gfx90a", 64, 16_384),
        ("v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], v[0:7]", "gfx942", 32, 2_048),
        ("v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], v[0:7]", "gfx950", 64, 2_048),
        ("v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7]", "gfx1100", 32, 8_192),
        ("v_wmma_f32_16x16x16_f16 v[0:7], v[8:11], v[12:15], v[0:7]", "gfx1201", 16, 8_192),
    ],
)
def test_matrix(text: str, target: str, cycles: int, flops: int) -> None:
    found = cost(text, target)
    assert (found.cycles, found.flops, found.bytes) == (cycles, flops, None)
    assert found.source


@pytest.mark.parametrize(
    ("modifiers", "cycles"),
    [("", 64), ("cbsz:4 blgp:4", 32), ("cbsz:2 blgp:3", 32), ("cbsz:4", 64), ("cbsz:1 blgp:4", 64)],
)
def test_formats_decide_the_passes(modifiers: str, cycles: int) -> None:
    found = cost(f"v_mfma_scale_f32_32x32x64_f8f6f4 v[0:15], v[16:23], v[24:31], v[0:15], v32, v33 {modifiers}")
    assert (found.cycles, found.flops) == (cycles, 131_072)


def test_cycles_are_not_carried_to_other_targets() -> None:
    found = cost("v_mfma_f32_32x32x8_f16 v[0:15], v[16:17], v[18:19], v[0:15]", None)
    assert (found.cycles, found.flops) == (None, 16_384)


@pytest.mark.parametrize(
    ("text", "flops"),
    [
        ("v_fma_f32 v0, v1, v2, v3", 128),
        ("v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7]", 256),
        ("v_add_f32_e32 v0, v1, v2", 64),
        ("v_dot2_f32_f16 v0, v1, v2, v3", 256),
        ("v_dot4_i32_i8 v0, v1, v2, v3", 512),
    ],
)
def test_vector_operations_are_of_all_lanes(text: str, flops: int) -> None:
    assert cost(text).flops == flops


def test_a_dual_instruction_counts_both_halves() -> None:
    text = "v_dual_fmac_f32 v0, v1, v2 :: v_dual_mul_f32 v3, v4, v5"
    assert cost(text, "gfx1100", 32).flops == 96
    assert cost(text, "gfx1100") is None


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("global_load_dwordx4 v[28:31], v[32:33], off", 1024),
        ("buffer_load_dwordx4 v[36:39], v40, s[0:3], 0 offen", 1024),
        ("global_store_short v[0:1], v2, off", 128),
        ("ds_read_b128 v[20:23], v24 offset:0", 1024),
        ("ds_read2_b64 v[0:3], v4 offset1:1", 1024),
        ("s_load_dwordx4 s[0:3], s[4:5], 0x0", 16),
    ],
)
def test_bytes(text: str, width: int) -> None:
    assert cost(text).bytes == width


@pytest.mark.parametrize(
    "text", ["s_waitcnt vmcnt(0)", "s_barrier", "v_mov_b32 v0, v1", "v_max_f32 v0, v1, v2", "v_nosuch v0"]
)
def test_what_is_not_known_is_none(text: str) -> None:
    assert cost(text) is None


def routine(**attributes: str) -> Routine:
    return Routine("k", 1, 2, 0, 1, True, (), {name.replace("__", "."): text for name, text in attributes.items()})


def test_wave_size() -> None:
    assert AMD.wave_size(routine(), "gfx942") == 64
    assert AMD.wave_size(routine(), "gfx1250") == 32
    assert AMD.wave_size(routine(), "gfx1100") is None
    assert AMD.wave_size(routine(amdhsa__wavefront_size32="1"), "gfx1100") == 32
    assert AMD.wave_size(routine(metadata__wavefront_size="64"), "gfx1100") == 64


def test_workgroup_size() -> None:
    assert AMD.workgroup_size(routine()) is None
    assert AMD.workgroup_size(routine(metadata__max_flat_workgroup_size="256")) == 256
    both = routine(metadata__max_flat_workgroup_size="1024", metadata__reqd_workgroup_size="16, 8, 1")
    assert AMD.workgroup_size(both) == 128
