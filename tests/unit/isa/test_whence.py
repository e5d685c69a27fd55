"""Where statements come from: through what was inlined, and with inline assembly put right."""

from __future__ import annotations

import pytest

from app import isa
from app.listing import open_source, read
from app.model import Kind, Location

PTX = """
.version 9.0
.target sm_100a
.address_size 64
.visible .entry add()
{
.loc 1 12 10
add.s32 %r1, %r1, 1;
// begin inline asm
.loc 1 12 10
mov.u32 %r2, 0x0;
.loc 1 13 10
@%p1 ld.global.b32 %r2, [%rd1];
// end inline asm
sub.s32 %r1, %r1, 1;
.loc 1 20 5
mul.lo.s32 %r1, %r1, 2;
.loc 2 216 16, function_name $L__info_string0, inlined_at 1 22 37
max.s32 %r1, %r1, 2;
.loc 2 196 12, function_name $L__info_string0, inlined_at 2 216 16
min.s32 %r1, %r1, 2;
.loc 1 0 0
ret;
}
.file 1 "/src/kernel.py"
.file 2 "/lib/standard.py"
"""
GCN = """
.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
.file 1 "/src" "kernel.py"
.file 2 "/lib" "standard.py"
add:
.loc 2 196 12 ; standard.py:196:12 @[ standard.py:216:16 @[ kernel.py:22:37 ] ]
v_max_f32_e32 v0, v1, v2
.loc 1 23 9 ; kernel.py:23:9
v_add_f32_e32 v0, v1, v2
.loc 1 0 9 is_stmt 0 ; kernel.py:0:9
s_endpgm
"""


def places(text: str) -> dict[str, list[tuple[str, int]]]:
    listing = read(open_source(text.encode(), "a"))
    found = isa.get(listing.isa).whence(listing)
    assert len(found) == len(listing.statements)
    return {
        statement.name: [(place.file.rpartition("/")[2], place.line) for place in chain]
        for statement, chain in zip(listing.statements, found, strict=True)
        if statement.kind is Kind.INSTRUCTION
    }


def test_inline_assembly_comes_from_where_it_starts_and_so_does_what_follows() -> None:
    found = places(PTX)
    assert found["add.s32"] == found["mov.u32"] == found["ld.global.b32"] == found["sub.s32"] == [("kernel.py", 12)]
    assert found["mul.lo.s32"] == [("kernel.py", 20)]
    assert found["ret"] == []


@pytest.mark.parametrize(("text", "inner", "outer"), [(PTX, "min.s32", "max.s32"), (GCN, "v_max_f32_e32", "")])
def test_what_is_inlined_names_its_callers(text: str, inner: str, outer: str) -> None:
    found = places(text)
    assert found[inner] == [("standard.py", 196), ("standard.py", 216), ("kernel.py", 22)]
    if outer:
        assert found[outer] == [("standard.py", 216), ("kernel.py", 22)]


def test_a_line_of_its_own_has_no_caller() -> None:
    found = places(GCN)
    assert found["v_add_f32_e32"] == [("kernel.py", 23)]
    assert found["s_endpgm"] == []


def test_the_line_table_itself_stays_as_it_is_written() -> None:
    listing = read(open_source(PTX.encode(), "a"))
    load = next(index for index, each in enumerate(listing.statements) if each.name == "ld.global.b32")
    assert listing.locations[load] == Location("/src/kernel.py", 13, 10)
