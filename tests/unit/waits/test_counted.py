"""What a wait on a counter waits for: order, kinds, paths, loops, every generation's encoding."""

from __future__ import annotations

import pytest

from app.program import Program
from app.waits import counted as engine
from app.waits import waits
from tests.assembly import amd, ptx


def found(program: Program) -> list[tuple[int, str, int | None, list[int], bool]]:
    """Line, counter, value, lines waited for, exact."""
    statements = program.listing.statements
    return [
        (statements[w.index].line, w.counter, w.value, [statements[i].line for i in w.waits_for], w.exact)
        for kernel in program.kernels
        for w in waits(kernel).all
    ]


def test_the_oldest_are_done_first() -> None:
    program = amd(
        """
        global_load_dword v1, v0, s[2:3]
        global_load_dword v2, v0, s[2:3]
        global_load_dword v3, v0, s[2:3]
        s_waitcnt vmcnt(1)
        global_store_dword v0, v1, s[2:3]
        s_waitcnt vmcnt(0)
        """
    )
    assert found(program) == [(7, "vmcnt", 1, [4, 5], True), (9, "vmcnt", 0, [6, 8], True)]


def test_scalar_loads_are_decided_by_zero_alone() -> None:
    program = amd(
        "s_load_dword s0, s[4:5], 0x0\ns_load_dwordx2 s[6:7], s[4:5], 0x8\ns_waitcnt lgkmcnt(1)\ns_waitcnt lgkmcnt(0)"
    )
    assert found(program) == [(6, "lgkmcnt", 1, [], False), (7, "lgkmcnt", 0, [4, 5], True)]
    (kernel,) = program.kernels
    assert "any order" in waits(kernel).all[0].reason


def test_two_kinds_on_one_counter_have_no_common_order() -> None:
    program = amd(
        """
        ds_read_b32 v1, v0
        s_load_dword s0, s[4:5], 0x0
        ds_read_b32 v2, v0
        ds_read_b32 v3, v0
        s_waitcnt lgkmcnt(2)
        """
    )
    assert found(program) == [(8, "lgkmcnt", 2, [4], False)]


def test_flat_needs_zero_on_both_counters() -> None:
    program = amd(
        """
        flat_load_dword v1, v[2:3]
        global_load_dword v4, v0, s[2:3]
        s_waitcnt vmcnt(1) lgkmcnt(1)
        s_waitcnt vmcnt(0) lgkmcnt(0)
        """
    )
    assert [(line, counter, lines) for line, counter, _, lines, _ in found(program)] == [
        (6, "vmcnt", []),
        (6, "lgkmcnt", []),
        (7, "vmcnt", [4, 5]),
        (7, "lgkmcnt", [4]),
    ]


PIPELINE = """
    global_load_dword v1, v0, s[2:3]
    global_load_dword v2, v0, s[2:3]
.LBB0_1:
    s_waitcnt vmcnt(1)
    v_add_f32_e32 v3, v3, v1
    v_mov_b32_e32 v1, v2
    global_load_dword v2, v0, s[2:3]
    s_add_i32 s0, s0, 1
    s_cmp_lt_i32 s0, 4
    s_cbranch_scc1 .LBB0_1
    s_waitcnt vmcnt(0)
"""


def test_a_pipelined_loop_waits_for_the_round_before() -> None:
    assert found(amd(PIPELINE)) == [(7, "vmcnt", 1, [4, 5, 10], True), (14, "vmcnt", 0, [5, 10], True)]


def test_a_branch_that_issues_more_makes_it_inexact() -> None:
    program = amd(
        """
        global_load_dword v1, v0, s[2:3]
        s_cbranch_scc1 .LBB0_1
        global_load_dword v2, v0, s[2:3]
        .LBB0_1:
        s_waitcnt vmcnt(1)
        """
    )
    assert found(program) == [(8, "vmcnt", 1, [4], False)]


def test_a_load_of_one_branch_is_waited_for_where_it_was_issued() -> None:
    program = amd(
        """
        s_cbranch_scc1 .LBB0_1
        global_load_dword v2, v0, s[2:3]
        .LBB0_1:
        s_waitcnt vmcnt(0)
        """
    )
    assert found(program) == [(7, "vmcnt", 0, [5], True)]


@pytest.mark.parametrize(
    ("target", "text", "expected"),
    [
        ("gfx803", "s_waitcnt 0xf70", {"vmcnt": 0}),
        ("gfx90a", "s_waitcnt 0x0070", {"vmcnt": 0, "lgkmcnt": 0}),
        ("gfx942", "s_waitcnt 0xcf7f", {}),
        ("gfx942", "s_waitcnt 0x4f72", {"vmcnt": 18}),
        ("gfx942", "s_waitcnt vmcnt(5) & lgkmcnt(0)", {"vmcnt": 5, "lgkmcnt": 0}),
        ("gfx1030", "s_waitcnt 0xc07f", {"lgkmcnt": 0}),
        ("gfx1030", "s_waitcnt_vscnt null, 0x3", {"vscnt": 3}),
        ("gfx1100", "s_waitcnt 0x3f7", {"vmcnt": 0}),
        ("gfx1100", "s_waitcnt_lgkmcnt null, 0", {"lgkmcnt": 0}),
        ("gfx1201", "s_wait_loadcnt_dscnt 0x203", {"loadcnt": 2, "dscnt": 3}),
        ("gfx1201", "s_wait_storecnt_dscnt 0x0", {"storecnt": 0, "dscnt": 0}),
        ("gfx1201", "s_wait_bvhcnt 0x1", {"bvhcnt": 1}),
        ("gfx1250", "s_wait_tensorcnt 0x0", {"tensorcnt": 0}),
        ("gfx1250", "s_wait_alu depctr_va_vdst(3) depctr_vm_vsrc(1)", {"va_vdst": 3, "vm_vsrc": 1}),
        ("gfx1250", "s_wait_alu 0x3f87", {"va_vdst": 3, "vm_vsrc": 1}),
        ("gfx1250", "s_wait_alu 0xfffe", {"sa_sdst": 0}),
    ],
)
def test_encodings(target: str, text: str, expected: dict[str, int]) -> None:
    assert {counter: value for _, counter, value, _, _ in found(amd(text, target))} == expected


@pytest.mark.parametrize(
    ("target", "text", "counter"),
    [
        ("gfx950", "buffer_load_dwordx4 v1, s[8:11], 0 offen lds", "vmcnt"),
        ("gfx942", "global_atomic_add_u32 v0, v1, s[2:3]", "vmcnt"),
        ("gfx1100", "global_atomic_add_u32 v0, v1, s[2:3]", "vscnt"),
        ("gfx1100", "global_atomic_add_u32 v2, v0, v1, s[2:3] glc", "vmcnt"),
        ("gfx1100", "global_store_b32 v0, v1, s[2:3]", "vscnt"),
        ("gfx1201", "global_store_b32 v0, v1, s[2:3]", "storecnt"),
        ("gfx1201", "image_sample v[0:3], [v0, v1], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D", "samplecnt"),
        ("gfx1201", "s_load_b64 s[0:1], s[2:3], 0x0", "kmcnt"),
        ("gfx1250", "global_load_async_to_lds_b128 v0, v[2:3], off", "asynccnt"),
        ("gfx1250", "tensor_load_to_lds s[0:3], s[4:11]", "tensorcnt"),
    ],
)
def test_who_counts_on_what(target: str, text: str, counter: str) -> None:
    wait = f"s_wait_{counter} 0x0" if target.startswith("gfx12") else f"s_waitcnt {counter}(0)"
    wait = "s_waitcnt_vscnt null, 0x0" if counter == "vscnt" else wait
    assert found(amd(f"{text}\n{wait}", target)) == [(5, counter, 0, [4], True)]


def test_a_number_that_the_text_does_not_give() -> None:
    program = amd("global_load_dword v1, v0, s[2:3]\ns_waitcnt vmcnt(n)\ns_waitcnt vmcnt(0)")
    assert found(program) == [(5, "vmcnt", None, [], False), (6, "vmcnt", 0, [4], True)]


def test_a_function_can_be_entered_with_loads_outstanding() -> None:
    program = amd("s_endpgm\n.type f,@function\nf:\ns_waitcnt vmcnt(0)\ns_setpc_b64 s[30:31]\n.type g,@function\ng:")
    ((_, _, _, lines, exact),) = found(program)
    assert (lines, exact) == ([], False)


def test_after_a_call_nothing_is_outstanding() -> None:
    program = amd("global_load_dword v1, v0, s[2:3]\ns_swappc_b64 s[30:31], s[6:7]\ns_waitcnt vmcnt(0)")
    assert found(program) == [(6, "vmcnt", 0, [], True)]


def test_which_wait_covers_a_load() -> None:
    program = amd(PIPELINE)
    (kernel,) = program.kernels
    at = {s.line: i for i, s in enumerate(program.listing.statements)}
    assert [program.listing.statements[w.index].line for w in waits(kernel).covering(at[10])] == [7, 14]
    assert waits(kernel).covering(at[8]) == ()
    assert [w.counter for w in waits(kernel).of(at[7])] == ["vmcnt"]


def test_the_bound_on_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "WORK", 2)
    (kernel,) = amd(PIPELINE).kernels
    assert waits(kernel).all == ()
    assert "not analysed" in waits(kernel).not_analysed


def test_a_wait_in_dead_code() -> None:
    program = amd(
        "global_load_dword v1, v0, s[2:3]\ns_branch .LBB0_1\ns_waitcnt vmcnt(0)\n.LBB0_1:\ns_waitcnt vmcnt(0)"
    )
    assert found(program) == [(6, "vmcnt", 0, [], True), (8, "vmcnt", 0, [4], True)]


def test_groups_of_copies() -> None:
    program = ptx(
        """
        cp.async.cg.shared.global [%r1], [%rd1], 16;
        cp.async.cg.shared.global [%r2], [%rd1], 16;
        cp.async.commit_group;
        cp.async.cg.shared.global [%r3], [%rd1], 16;
        cp.async.commit_group;
        cp.async.cg.shared.global [%r4], [%rd1], 16;
        cp.async.wait_group 1;
        cp.async.wait_group 0;
        cp.async.wait_all;
        """
    )
    assert found(program) == [
        (10, "cp.async", 1, [4, 5], True),
        (11, "cp.async", 0, [7], True),
        (12, "cp.async", 0, [9], True),
    ]


def test_a_bulk_group_is_first_read_and_then_done() -> None:
    program = ptx(
        """
        cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 128;
        cp.async.bulk.commit_group;
        cp.async.bulk.wait_group.read 0;
        cp.async.bulk.wait_group 0;
        """
    )
    assert found(program) == [(6, "cp.async.bulk.read", 0, [4], True), (7, "cp.async.bulk", 0, [4], True)]


def test_matrix_groups_and_tensor_memory() -> None:
    program = ptx(
        """
        wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, 1, 1, 1, 0, 0;
        wgmma.commit_group.sync.aligned;
        wgmma.wait_group.sync.aligned 0;
        tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [%r2];
        tcgen05.wait::ld.sync.aligned;
        tcgen05.st.sync.aligned.32x32b.x1.b32 [%r2], {%r1};
        tcgen05.wait::st.sync.aligned;
        """
    )
    assert [(line, counter, lines) for line, counter, _, lines, _ in found(program)] == [
        (6, "wgmma", [4]),
        (8, "tcgen05.ld", [7]),
        (10, "tcgen05.st", [9]),
    ]


def test_a_macro_of_another_file_can_have_loaded() -> None:
    program = amd("global_load_dword v1, v0, s[2:3]\nLOAD_MORE v2\ns_waitcnt vmcnt(0)\ns_waitcnt vmcnt(0)")
    assert found(program) == [(6, "vmcnt", 0, [4], False), (7, "vmcnt", 0, [], True)]
