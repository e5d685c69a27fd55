from __future__ import annotations

import pytest

from app.isa import get
from app.sources import read_source

PTX = get("ptx")


def held(declarations: str, within: str = ""):
    text = f""".version 8.7
.target sm_100a
.address_size 64
{declarations}
.visible .entry k()
{{
{within}
	ret;
}}
.visible .entry other()
{{
	.shared .align 4 .b8 theirs[4096];
	ret;
}}
"""
    listing = PTX.read(read_source(text.encode(), "k.ptx"))
    return PTX.resources(listing, listing.routines[0])


@pytest.mark.parametrize(
    ("declaration", "size"),
    [
        ("", 0),
        (".shared .align 16 .b8 tile[1024];", 1024),
        (".shared .align 8 .b64 bar;", 8),
        (".shared .u32 x;", 4),
        (".shared .align 16 .f32 grid[8][16];", 512),
        (".visible .shared .align 4 .v4 .f32 corner;", 16),
        (".global .align 4 .b8 elsewhere[64];", 0),
    ],
)
def test_shared_memory(declaration: str, size: int) -> None:
    assert held(declaration).lds_bytes == size
    assert held("", declaration).lds_bytes == size


def test_an_array_sized_at_launch_is_said() -> None:
    found = held(".extern .shared .align 16 .b8 global_smem[];")
    assert found.lds_bytes == 0
    assert "The size of global_smem is given at launch." in found.remarks


def test_registers_are_not_known() -> None:
    found = held("")
    assert (found.vgpr, found.sgpr, found.waves_per_simd) == (None, None, None)
    assert any("ptxas" in remark for remark in found.remarks)
