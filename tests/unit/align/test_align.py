"""What an alignment must say on small kernels written for the purpose, and on the samples."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import paths
from app.align.links import Alignment, Basis, Link
from app.align.rows import rows
from app.comparison import Comparison, compare
from app.operations import Relation
from app.sources import read_source

USERS_PTX = """\
tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%tmem], 128;
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
mbarrier.try_wait.parity.shared::cta.b64 %p, [%bar], %phase;
setp.ne.b32 %p, %r4, 0;
tcgen05.mma.cta_group::1.kind::f16 [%d], %a, %b, %idesc, {%m0,%m1,%m2,%m3}, %p;
tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%bar];
tcgen05.wait::st.sync.aligned;
tcgen05.ld.sync.aligned.32x32b.x64.b32 {%f0, %f1, %f2, %f3}, [%tmem];
tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tmem, 128;
"""
USERS_AMD = """\
v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[0:15]
s_waitcnt lgkmcnt(0)
ds_read_b128 v[20:23], v24 offset:0
global_load_dwordx4 v[28:31], v[32:33], off
v_mfma_scale_f32_32x32x64_f8f6f4 v[0:15], v[16:23], v[24:31], v[0:15]
s_setprio 1
buffer_load_dwordx4 v[36:39], v40, s[0:3], 0 offen
v_pk_add_f32 v[42:43], v[44:45], v[46:47]
s_barrier
"""

SCALE_PTX = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 a, .param .u64 b, .param .f32 s)
{
 ld.param.u64 %rd1, [a];
 ld.param.u64 %rd2, [b];
 ld.param.f32 %f1, [s];
 ld.global.f32 %f2, [%rd1];
 mul.f32 %f3, %f2, %f1;
 ex2.approx.f32 %f4, %f3;
 add.f32 %f5, %f4, 0f3F800000;
 st.global.f32 [%rd2], %f5;
 ret;
}
"""
SCALE_AMD = """\
 .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
 .globl scale
 .type scale,@function
scale:
 s_load_dwordx4 s[4:7], s[0:1], 0x0
 s_load_dword s8, s[0:1], 0x10
 s_waitcnt lgkmcnt(0)
 global_load_dword v1, v0, s[4:5]
 s_waitcnt vmcnt(0)
 v_mul_f32_e32 v1, s8, v1
 v_exp_f32_e32 v1, v1
 v_add_f32_e32 v1, 1.0, v1
 global_store_dword v0, v1, s[6:7]
 s_endpgm
"""


def _compare(left: str, right: str, isas: tuple[str, str] = ("ptx", "amdgcn"), *, use_loc: bool = True) -> Comparison:
    sources = [read_source(text.encode(), name) for text, name in ((left, "left"), (right, "right"))]
    return compare(sources[0], isas[0], sources[1], isas[1], use_loc=use_loc)


def _lines(found: Comparison) -> list[tuple[list[int], list[int]]]:
    ours, theirs = found.left.listing.statements, found.right.listing.statements
    return [([ours[i].line for i in link.left], [theirs[i].line for i in link.right]) for link in found.alignment.links]


def _sample(name: str, file: str) -> str:
    return Path(paths.SAMPLES / name / file).read_text()


def _each_once(alignment: Alignment) -> bool:
    for side in ("left", "right"):
        indices = [index for link in alignment.links for index in getattr(link, side)]
        if len(indices) != len(set(indices)):
            return False
    return True


def test_the_users_own_statements() -> None:
    found = _lines(_compare(USERS_PTX, USERS_AMD))
    assert ([5], [1, 5]) in found
    assert ([3], [2, 9]) in found
    assert ([2], [4, 7]) in found
    linked = {line for ours, _ in found for line in ours}
    assert not linked & {1, 6, 7, 9}


def test_a_small_kernel_by_structure() -> None:
    found = _compare(SCALE_PTX, SCALE_AMD)
    pairs = _lines(found)
    assert ([9], [8]) in pairs  # the load
    assert ([11], [11]) in pairs  # the exponential
    assert ([13], [13]) in pairs  # the store
    assert all(link.basis is Basis.STRUCTURE and 0 < link.confidence <= 1 for link in found.alignment.links)
    exponential = next(link for link in found.alignment.links if link.operation == "special.exp2")
    assert exponential.relation is not Relation.NONE
    assert "mul" in exponential.reason


@pytest.mark.parametrize("name", ["softmax", "layernorm", "matmul_f16_tma", "scan"])
def test_a_statement_is_in_one_link(name: str) -> None:
    left, right = _sample(name, "sm_100.ptx"), _sample(name, "gfx950.amdgcn")
    assert _each_once(_compare(left, right).alignment)
    assert _each_once(_compare(left, right, use_loc=False).alignment)


def test_line_tables_decide_unless_turned_off() -> None:
    left, right = _sample("softmax", "sm_100.ptx"), _sample("softmax", "gfx950.amdgcn")
    assert {link.basis for link in _compare(left, right).alignment.links} == {Basis.LOC}
    assert {link.basis for link in _compare(left, right, use_loc=False).alignment.links} == {Basis.STRUCTURE}


def test_exact_division_is_one_operation() -> None:
    found = _compare(_sample("softmax", "sm_100.ptx"), _sample("softmax", "gfx950.amdgcn"), use_loc=False)
    names = [
        {found.right.listing.statements[index].name.removesuffix("_e32") for index in link.right}
        for link in found.alignment.links
        if any(found.left.listing.statements[index].name == "div.full.f32" for index in link.left)
    ]
    assert names
    assert {"v_div_scale_f32", "v_rcp_f32", "v_fma_f32", "v_div_fixup_f32"} <= names[0]


def test_tensor_maps_lead_to_their_arguments() -> None:
    found = _compare(_sample("matmul_f16_tma", "sm_100.ptx"), _sample("matmul_f16_tma", "gfx950.amdgcn"), use_loc=False)
    copies = [
        link
        for link in found.alignment.links
        if any("cp.async.bulk.tensor" in found.left.listing.statements[index].name for index in link.left)
    ]
    assert len(copies) >= 2
    assert any("argument 0" in link.reason for link in copies)
    assert any("argument 1" in link.reason for link in copies)


def test_unrelated_kernels_say_so() -> None:
    found = _compare(_sample("matmul_f16_tma", "sm_100.ptx"), _sample("scan", "gfx950.amdgcn"), use_loc=False)
    assert any("little in common" in remark.message for remark in found.alignment.remarks)
    assert all(link.confidence < 0.5 for link in found.alignment.links)


def test_a_small_kernel_is_not_at_home_in_a_large_one() -> None:
    """All that it does is found there, too; most of the large one has no partner."""
    found = _compare(_sample("vadd", "sm_100.ptx"), _sample("flash_fwd", "gfx950.amdgcn"), use_loc=False)
    assert any("little in common" in remark.message for remark in found.alignment.remarks)
    assert all(link.confidence < 0.5 for link in found.alignment.links)


@pytest.mark.parametrize("text", ["// nothing\n", ".version 8.0\n.target sm_80\n.global .f32 table[4];\n"])
def test_no_code_on_one_side(text: str) -> None:
    found = _compare(text, SCALE_AMD)
    assert found.alignment.links == ()
    assert [pair.left for pair in found.alignment.routines] == [None]
    assert len(rows(found.alignment, found.left.listing, found.right.listing)) >= len(SCALE_AMD.splitlines())


@pytest.mark.parametrize("body", ["ret;", "exit;", "bra.uni NEXT;\nNEXT:\nret;"])
def test_a_side_that_does_nothing(body: str) -> None:
    found = _compare(f".version 8.0\n.target sm_80\n.entry idle()\n{{\n{body}\n}}\n", SCALE_AMD)
    assert not {link.operation for link in found.alignment.links} - {"control.exit"}
    assert any("idle does no work" in remark.message for remark in found.alignment.remarks)
    assert _each_once(found.alignment)


RENAMED = SCALE_AMD.replace("v1", "v9").replace("s8", "s20")


def test_same_isa_renamed_registers_are_the_same() -> None:
    found = _compare(SCALE_AMD, RENAMED, ("amdgcn", "amdgcn"))
    assert [(ours, theirs) for ours, theirs in _lines(found)] == [([n], [n]) for n in range(5, 15)]
    assert all(not link.changes and not link.moved for link in found.alignment.links)
    assert {link.relation for link in found.alignment.links} == {Relation.EXACT}


def test_same_isa_labels_are_labels() -> None:
    looped = SCALE_AMD.replace(" v_exp", ".LBB0_1:\n v_exp")
    looped = looped.replace(" global_store", " s_cbranch_scc1 .LBB0_1\n global_store")
    found = _compare(looped, looped.replace(".LBB0_1", ".LBB0_7"), ("amdgcn", "amdgcn"))
    assert [link.operation for link in found.alignment.links if link.operation in ("label", "branch")] == [
        "label",
        "branch",
    ]


def _of_line(found: Comparison, line: int) -> Link:
    statements = found.left.listing.statements
    return next(link for link in found.alignment.links if statements[link.left[0]].line == line)


def test_same_isa_changed_operand_is_marked() -> None:
    found = _compare(SCALE_AMD, RENAMED.replace("1.0", "2.0"), ("amdgcn", "amdgcn"))
    link = _of_line(found, 12)
    assert found.right.listing.statements[link.right[0]].line == 12
    assert link.changes
    assert link.relation is not Relation.EXACT
    assert not _of_line(found, 11).changes


def test_same_isa_changed_source_of_an_operand_is_marked() -> None:
    changed = SCALE_AMD.replace(" v_exp_f32_e32 v1, v1\n", " v_mov_b32_e32 v2, 0\n v_exp_f32_e32 v1, v2\n")
    assert "different places" in " ".join(_of_line(_compare(SCALE_AMD, changed, ("amdgcn", "amdgcn")), 11).changes)


def test_same_isa_moved_statement_is_moved() -> None:
    lines = SCALE_AMD.splitlines(keepends=True)
    lines[4], lines[5] = lines[5], lines[4]
    found = _compare(SCALE_AMD, "".join(lines), ("amdgcn", "amdgcn"))
    assert ([5], [6]) in _lines(found)
    assert ([6], [5]) in _lines(found)
    assert sum(link.moved for link in found.alignment.links) == 1
