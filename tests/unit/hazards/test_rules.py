"""Each rule finds what it is for, says both lines, and is silent where the program is right."""

from __future__ import annotations

import pytest

from app.hazards import Finding, lint, rules
from app.model import Severity
from tests.assembly import amd, ptx


def found(program: object) -> list[tuple[int, str, tuple[int, ...]]]:
    return [(each.line, each.rule, each.related) for each in lint(program)]  # type: ignore[arg-type]


def test_a_register_read_or_overwritten_before_its_wait() -> None:
    assert found(amd("global_load_dword v1, v0, s[2:3]\nv_add_f32_e32 v2, v1, v1\ns_waitcnt vmcnt(0)")) == [
        (5, "register-before-wait", (4,))
    ]
    assert found(amd("ds_read_b64 v[2:3], v0\nv_mov_b32_e32 v3, 0\ns_waitcnt lgkmcnt(0)")) == [
        (5, "register-before-wait", (4,))
    ]
    assert found(amd("s_load_dwordx2 s[0:1], s[4:5], 0x0\ns_add_u32 s0, s0, 4")) == [(5, "register-before-wait", (4,))]
    assert found(amd("global_load_dword v1, v0, s[2:3]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1")) == []


def test_loads_of_one_kind_into_one_register_finish_in_order() -> None:
    load = "global_load_dword v1, v0, s[2:3]\n"
    assert found(amd(f"{load}{load}s_waitcnt vmcnt(0)\nv_mov_b32_e32 v2, v1")) == []


def test_a_wait_that_is_too_weak_in_the_second_round() -> None:
    body = """
        global_load_dword v2, v0, s[2:3]
        .LBB0_1:
        s_waitcnt vmcnt({n})
        v_add_f32_e32 v3, v3, v2
        global_load_dword v2, v0, s[2:3]
        s_cmp_lt_i32 s0, 4
        s_cbranch_scc1 .LBB0_1
        s_waitcnt vmcnt(0)
        """
    assert found(amd(body.format(n=0))) == []
    assert found(amd(body.format(n=1))) == [(7, "register-before-wait", (4,)), (7, "register-before-wait", (8,))]


def test_what_two_paths_load_into_one_register() -> None:
    body = """
        s_cbranch_scc1 .LBB0_1
        ds_read_b32 v2, v0
        s_branch .LBB0_2
        .LBB0_1:
        global_load_dword v2, v0, s[2:3]
        .LBB0_2:
        s_waitcnt vmcnt(0)
        v_mov_b32_e32 v3, v2
        """
    assert found(amd(body)) == [(11, "register-before-wait", (5,))]
    assert found(amd(body.replace("vmcnt(0)", "lgkmcnt(0)"))) == [(11, "register-before-wait", (8,))]


def test_banked_registers_are_told_apart() -> None:
    body = "ds_load_b32 v4 /*v260*/, v0\nv_mov_b32_e32 v5, v4\ns_wait_dscnt 0x0\nv_mov_b32_e32 v6, v4 /*v260*/"
    assert found(amd(body, "gfx1250")) == []
    assert found(amd(body.replace("v5, v4", "v5, v4 /*v260*/"), "gfx1250")) == [(5, "register-before-wait", (4,))]


def test_a_store_that_no_wait_publishes() -> None:
    body = "ds_write_b32 v0, v1\n{wait}\ns_barrier\nds_read_b32 v2, v3\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v4, v2"
    assert found(amd(body.format(wait="s_nop 0"))) == [(6, "lds-before-barrier", (4,))]
    assert found(amd(body.format(wait="s_waitcnt lgkmcnt(0)"))) == []


def test_a_store_that_a_later_barrier_publishes() -> None:
    body = "ds_write_b32 v0, v1\ns_barrier\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_read_b32 v2, v3\ns_waitcnt lgkmcnt(0)"
    assert found(amd(body)) == []


def test_a_copy_that_nothing_waits_for() -> None:
    body = "buffer_load_dword v1, s[8:11], 0 offen lds\n{wait}\ns_barrier\nds_read_b32 v2, v3\ns_waitcnt lgkmcnt(0)"
    assert found(amd(body.format(wait="s_nop 0"))) == [(7, "copy-before-wait", (4,))]
    assert found(amd(body.format(wait="s_waitcnt vmcnt(0)"))) == []
    assert found(ptx("cp.async.cg.shared.global [%r1], [%rd1], 16;\nld.shared.b32 %r2, [%r1];")) == [
        (5, "copy-before-wait", (4,))
    ]


@pytest.mark.parametrize(
    ("target", "nops", "enough"),
    [("gfx942", 6, False), ("gfx942", 7, True), ("gfx950", 7, False), ("gfx950", 8, True)],
)
def test_wait_states_behind_a_matrix_instruction(target: str, nops: int, enough: bool) -> None:
    body = f"v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], v[0:3]\ns_nop {nops - 1}\nv_mov_b32_e32 v8, v0"
    assert (found(amd(body, target)) == []) is enough
    if not enough:
        (finding,) = lint(amd(body, target))
        assert (finding.line, finding.rule, finding.related) == (6, "matrix-wait-states", (4,))
        assert f"{nops + 1} wait states" in finding.message
        assert f"{nops} stand" in finding.message


def test_matrix_instructions_may_follow_each_other_on_one_accumulator() -> None:
    one = "v_mfma_f32_32x32x8_f16 v[0:15], v[16:17], v[18:19], v[0:15]\n"
    assert found(amd(one * 3)) == []
    assert found(amd(one + "v_mfma_f32_32x32x8_f16 v[32:47], v[0:1], v[18:19], v[32:47]")) == [
        (5, "matrix-wait-states", (4,))
    ]


def test_targets_without_such_rules() -> None:
    body = "v_wmma_f32_16x16x16_f16 v[0:7], v[8:11], v[12:15], v[0:7]\nv_mov_b32_e32 v20, v0"
    assert found(amd(body, "gfx1201")) == []


def test_a_wait_stricter_than_needed() -> None:
    body = """
        ds_read_b32 v1, v0
        ds_read_b32 v2, v0 offset:4
        s_waitcnt lgkmcnt(0)
        v_mov_b32_e32 v3, v1
        s_waitcnt lgkmcnt(0)
        v_mov_b32_e32 v3, v2
        """
    (finding,) = lint(amd(body))
    assert (finding.line, finding.rule, finding.severity, finding.related) == (6, "strict-wait", Severity.INFO, (4,))
    assert "lgkmcnt 1 would do instead of 0" in finding.message


def test_matrix_results_before_their_wait() -> None:
    body = """
        wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, 1, 1, 1, 0, 0;
        wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, 1, 1, 1, 0, 0;
        wgmma.commit_group.sync.aligned;
        WAIT
        add.f32 %f5, %f1, %f2;
        """
    assert found(ptx(body.replace("WAIT", "wgmma.wait_group.sync.aligned 0;"), "sm_90a")) == []
    lines = found(ptx(body.replace("WAIT", "wgmma.wait_group.sync.aligned 1;"), "sm_90a"))
    assert (8, "matrix-result-before-wait", (5,)) in lines


def test_tensor_memory() -> None:
    load = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [%r2];\nadd.s32 %r3, %r1, 1;\ntcgen05.wait::ld.sync.aligned;"
    (finding,) = lint(ptx(load))
    assert (finding.rule, finding.severity) == ("tensor-load-before-wait", Severity.INFO)
    never = load.replace("tcgen05.wait::ld.sync.aligned;", "")
    assert (4, "tensor-load-without-wait", (4,)) in found(ptx(never))
    loop = f"L:\n{never}\n@%p1 bra L;\ntcgen05.wait::ld.sync.aligned;"
    assert (5, "tensor-load-without-wait", (5,)) in found(ptx(loop))
    store = "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r2], {%r1};\nbar.sync 0;\ntcgen05.wait::st.sync.aligned;"
    assert found(ptx(store)) == [(5, "tensor-store-before-wait", (4,))]


def test_the_asynchronous_proxy_needs_a_fence() -> None:
    copy = "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;"
    body = f"st.shared.b32 [%r1], %r2;\n{{fence}}\nbar.sync 0;\n{copy}"
    assert found(ptx(body.format(fence="bar.sync 0;"))) == [(7, "proxy-fence", (4,))]
    assert found(ptx(body.format(fence="fence.proxy.async.shared::cta;"))) == []


def test_a_barrier_that_nothing_completes() -> None:
    wait = "mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem], 0;"
    assert found(ptx(f"mbarrier.init.shared::cta.b64 [smem], 1;\n{wait}")) == [(5, "barrier-without-completion", ())]
    assert found(ptx(f"mbarrier.arrive.shared::cta.b64 _, [smem];\n{wait}")) == []


def test_every_finding_names_a_rule_with_a_source() -> None:
    (finding,) = lint(amd("global_load_dword v1, v0, s[2:3]\nv_mov_b32_e32 v2, v1"))
    assert isinstance(finding, Finding)
    assert rules()[finding.rule].source in finding.message
    assert all(rule.title and rule.source for rule in rules().values())


def test_a_copy_whose_barrier_nothing_waits_on() -> None:
    copy = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [smem], [%rd1], 128, [smem+64];"
    wait = "mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem+64], 0;"
    assert found(ptx(copy)) == [(4, "completion-without-wait", ())]
    assert found(ptx(f"{copy}\n{wait}")) == []


def test_matrix_work_reads_what_was_copied() -> None:
    copy = "cp.async.cg.shared.global [%r1], [%rd1], 16;\n{wait}fence.proxy.async;\n"
    mma = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, 1, 1, 1, 0, 0;"
    assert found(ptx(copy.format(wait="") + mma, "sm_90a")) == [(6, "copy-before-wait", (4,))]
    assert found(ptx(copy.format(wait="cp.async.wait_all;\n") + mma, "sm_90a")) == []


def test_a_macro_of_another_file_may_wait() -> None:
    (finding,) = lint(amd("global_load_dword v1, v0, s[2:3]\nWAIT_FOR_ALL 1\nv_mov_b32_e32 v2, v1"))
    assert (finding.rule, finding.severity) == ("register-before-wait", Severity.WARNING)


def test_a_copys_source_is_not_overwritten() -> None:
    body = """
        $L1:
        {wait}
        st.shared.b32 [%r1], %r2;
        fence.proxy.async;
        cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;
        cp.async.bulk.commit_group;
        @%p1 bra $L1;
        cp.async.bulk.wait_group 0;
        """
    assert found(ptx(body.replace("{wait}", "cp.async.bulk.wait_group.read 0;"))) == []
    assert found(ptx(body.replace("{wait}", "bar.sync 0;"))) == [(6, "source-overwritten", (8,))]
