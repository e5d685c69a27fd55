"""Figures are those that LLVM 22 prints as ``; Occupancy:`` for the same registers and memory."""

from __future__ import annotations

import pytest

from app.isa.amdgcn.occupancy import resources
from app.model import Kind, Listing, Routine, Source, Statement
from tests.assembly import amd


def held(target: str | None, *statements: str, **attributes: int):
    listing = Listing(
        Source("k.s", ("",), "", 0),
        "amdgcn",
        target,
        None,
        tuple(Statement(Kind.INSTRUCTION, 1, 1, name) for name in statements),
        (),
        tuple(None for _ in statements),
        (),
    )
    texts = {f"metadata.{name}": str(value) for name, value in attributes.items()}
    return resources(listing, Routine("k", 1, 1, 0, len(statements), True, (), texts))


@pytest.mark.parametrize(
    ("target", "vgpr", "waves"),
    [
        ("gfx900", 24, 10),
        ("gfx900", 25, 9),
        ("gfx908", 128, 2),
        ("gfx942", 64, 8),
        ("gfx942", 65, 7),
        ("gfx950", 214, 2),
        ("gfx950", 512, 1),
        ("gfx1250", 319, 3),
        ("gfx1250", 30, 16),
    ],
)
def test_vector_registers(target: str, vgpr: int, waves: int) -> None:
    assert held(target, vgpr_count=vgpr).waves_per_simd == waves


@pytest.mark.parametrize(("target", "waves"), [("gfx1030", 4), ("gfx1100", 5), ("gfx1102", 4), ("gfx1201", 5)])
def test_some_rdna_targets_have_half_as_many_registers_again(target: str, waves: int) -> None:
    assert held(target, vgpr_count=256, wavefront_size=32).waves_per_simd == waves


def test_accumulation_registers_share_a_file_from_gfx90a_on() -> None:
    """Metadata counts both kinds in ``.vgpr_count`` there."""
    found = held("gfx942", vgpr_count=256, agpr_count=128)
    assert (found.vgpr, found.agpr, found.waves_per_simd) == (256, 128, 2)
    assert "128 accumulate and 128 do not" in " ".join(found.remarks)
    apart = held("gfx908", vgpr_count=128, agpr_count=64)
    assert (apart.vgpr, apart.agpr, apart.waves_per_simd) == (128, 64, 2)


@pytest.mark.parametrize(
    ("target", "lds", "threads", "lanes", "waves"),
    [
        ("gfx942", 20_000, 256, 64, 3),
        ("gfx942", 40_000, 256, 64, 1),
        ("gfx950", 40_000, 256, 64, 4),
        ("gfx900", 1_024, 1_024, 64, 8),
        ("gfx1010", 1_024, 1_024, 32, 16),
        ("gfx1250", 1_024, 64, 32, 8),
    ],
)
def test_local_memory_and_whole_workgroups(target: str, lds: int, threads: int, lanes: int, waves: int) -> None:
    found = held(
        target,
        vgpr_count=8,
        group_segment_fixed_size=lds,
        max_flat_workgroup_size=threads,
        wavefront_size=lanes,
    )
    assert found.waves_per_simd == waves


def test_scalar_registers_limit_older_targets() -> None:
    assert held("gfx900", vgpr_count=8, sgpr_count=96).waves_per_simd == 8
    assert held("gfx900", vgpr_count=8, sgpr_count=96).limits == ("sgpr",)
    assert held("gfx1100", vgpr_count=8, sgpr_count=106, wavefront_size=32).waves_per_simd == 16


def test_the_next_step_is_said() -> None:
    found = held("gfx950", vgpr_count=214)
    assert found.limits == ("vgpr",)
    assert found.remarks == ("168 vector registers or fewer would give 3 waves (now 214).",)
    assert held("gfx950", vgpr_count=168).waves_per_simd == 3


def test_memory_given_at_launch_is_said() -> None:
    found = held("gfx950", "ds_read_b128", vgpr_count=8, group_segment_fixed_size=0)
    assert found.lds_bytes == 0
    assert "at launch" in found.remarks[-1]


def test_what_is_not_stated_is_none() -> None:
    found = held("gfx1100")
    assert (found.vgpr, found.sgpr, found.lds_bytes, found.waves_per_simd) == (None, None, None, None)
    assert held(None, vgpr_count=8).waves_per_simd is None
    assert held("gfx1100", vgpr_count=8).waves_per_simd is None


def test_registers_are_counted_where_nothing_states_them() -> None:
    (kernel,) = amd("v_mov_b32_e32 v9, s3\nv_accvgpr_write_b32 a4, v2", "gfx942").kernels
    found = kernel.isa.resources(kernel.listing, kernel.routine)
    assert (found.vgpr, found.agpr, found.sgpr) == (17, 5, 10)
    assert "counted in the code" in found.remarks[0]


def test_scalar_registers_from_directives() -> None:
    facts = {"amdhsa.next_free_vgpr": "8", "amdhsa.next_free_sgpr": "20", "amdhsa.reserve_flat_scratch": "0"}
    listing = amd("s_nop 0", "gfx90a").listing
    assert resources(listing, Routine("k", 1, 1, 0, 0, True, (), facts)).sgpr == 22
    facts["amdhsa.reserve_xnack_mask"] = "1"
    assert resources(listing, Routine("k", 1, 1, 0, 0, True, (), facts)).sgpr == 24
    assert resources(amd("s_nop 0", "gfx942").listing, Routine("k", 1, 1, 0, 0, True, (), facts)).sgpr == 26
