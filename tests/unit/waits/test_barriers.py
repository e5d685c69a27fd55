"""Which arrivals, copies and matrix work a wait on a barrier object waits for."""

from __future__ import annotations

from app.waits import waits
from tests.assembly import ptx

COPY = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"


def found(body: str) -> list[tuple[int, int | None, list[int], bool]]:
    program = ptx(body)
    statements = program.listing.statements
    return [
        (statements[w.index].line, w.value, [statements[i].line for i in w.waits_for], w.exact)
        for w in waits(program.kernels[0]).all
        if w.counter == "mbarrier"
    ]


def test_one_object_is_told_from_another() -> None:
    assert found(
        f"""
        mov.b32 %r1, smem;
        add.s32 %r2, %r1, 64;
        mbarrier.init.shared::cta.b64 [%r2], 1;
        mbarrier.init.shared::cta.b64 [smem+72], 1;
        mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 128;
        {COPY} [%r1], [%rd1], 128, [%r1+64];
        tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r1+72];
        mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem+64], 0;
        mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem+72], %r9;
        """
    ) == [(11, 0, [8, 9], True), (12, None, [10], True)]


def test_a_slot_chosen_in_a_loop_means_its_array() -> None:
    assert found(
        f"""
        mov.b32 %r1, smem;
        add.s32 %r7, %r1, 1024;
        mbarrier.init.shared::cta.b64 [%r7], 1;
        shl.b32 %r2, %r9, 3;
        add.s32 %r3, %r1, %r2;
        add.s32 %r4, %r3, 1024;
        add.s32 %r5, %r3, 1056;
        {COPY} [%r1], [%rd1], 128, [%r4];
        mbarrier.arrive.shared::cta.b64 _, [%r5];
        mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r4], %r9;
        mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem+1064], %r9;
        """
    ) == [(13, None, [11], False), (14, None, [12], False)]


def test_a_pointer_that_steps_through_an_array() -> None:
    assert found(
        """
        mov.b32 %r1, smem;
        $L1:
        mbarrier.arrive.shared::cta.b64 _, [%r1];
        mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], 1;
        add.s32 %r1, %r1, 8;
        @%p1 bra $L1;
        """
    ) == [(7, 1, [6], False)]


def test_an_address_that_cannot_be_traced_makes_it_inexact() -> None:
    assert found(
        """
        ld.param.b32 %r1, [p];
        mbarrier.arrive.shared::cta.b64 _, [%r1];
        mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem], 1;
        mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], 1;
        """
    ) == [(6, 1, [], False), (7, 1, [5], True)]


def test_a_retried_wait_is_one_wait_to_the_reader() -> None:
    program = ptx(
        """
        mbarrier.arrive.shared::cta.b64 _, [smem];
        waitLoop:
        mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem], 0;
        @!%p1 bra waitLoop;
        """
    )
    (kernel,) = program.kernels
    (loop,) = kernel.loops
    assert kernel.is_spin(loop)
    assert [w.exact for w in waits(kernel).all] == [True]
