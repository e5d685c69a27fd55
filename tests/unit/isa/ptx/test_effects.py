import pytest

from app.model import Effects, Flow, Transfer
from tests.unit.isa.ptx.reading import PTX


@pytest.mark.parametrize(
    ("text", "reads", "writes", "partial"),
    [
        ("add.u32 %r1, %r2, %r3;", ("%r2", "%r3"), ("%r1",), False),
        ("@!%p1 add.u32 %r1, %r2, 4;", ("%p1", "%r2"), ("%r1",), True),
        ("ld.global.v2.f32 {%f1, %f2}, [%rd1+8];", ("%rd1",), ("%f1", "%f2"), False),
        ("st.global.v2.f32 [%rd1], {%f1, %f2};", ("%rd1", "%f1", "%f2"), (), False),
        ("ld.param.u64 %rd1, [kernel_param_0];", (), ("%rd1",), False),
        ("mov.u32 %r1, %ctaid.x;", ("%ctaid.x",), ("%r1",), False),
        ("mov.u32 %r1, global_smem;", (), ("%r1",), False),
        ("mov.b64 {%r1, %r2}, %rd1;", ("%rd1",), ("%r1", "%r2"), False),
        ("setp.lt.and.s32 %p1|%p2, %r1, 4, !%p3;", ("%r1", "%p3"), ("%p1", "%p2"), False),
        ("elect.sync %r1|%p1, -1;", (), ("%r1", "%p1"), False),
        ("elect.sync _|%p1, -1;", (), ("%p1",), False),
        ("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1}, %rd1, %rd2, %p1, 1, 1, 0, 0;", ("%f0", "%f1", "%rd1", "%rd2", "%p1"), ("%f0", "%f1"), False),  # noqa: E501
        ("tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1, %r2}, [%r3 + 4];", ("%r3",), ("%r1", "%r2"), False),
        ("tcgen05.st.sync.aligned.32x32b.x2.b32 [%r3], {%r1, %r2};", ("%r3", "%r1", "%r2"), (), False),
        ("cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r3}], [%r4];", ("%r1", "%rd1", "%r2", "%r3", "%r4"), (), False),  # noqa: E501
        ("atom.global.add.u32 %r1, [%rd1], %r2;", ("%rd1", "%r2"), ("%r1",), False),
        ("red.global.add.u32 [%rd1], %r2;", ("%rd1", "%r2"), (), False),
        ("call (%r1), f, (%r2, %r3);", ("%r2", "%r3"), ("%r1",), False),
        ("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [tex0, {%f5, %f6}];", ("%f5", "%f6"), ("%f1", "%f2", "%f3", "%f4"), False),  # noqa: E501
        ("mbarrier.try_wait.parity.shared::cta.b64 complete, [%r1], %r2;", ("%r1", "%r2"), ("complete",), False),
        ("selp.b32 %r1, 0f3F800000, 1, %p1;", ("%p1",), ("%r1",), False),
        ("vadd.u32.u32.u32 %r1, %r2.b0, %r3.h1;", ("%r2", "%r3"), ("%r1",), False),
        ("bra $L1;", (), (), False),
        ("bar.sync 0;", (), (), False),
    ],
)  # fmt: skip
def test_effects(text: str, reads: tuple[str, ...], writes: tuple[str, ...], partial: bool):
    assert PTX.effects(PTX.statement(text), None) == Effects(reads, writes, partial)


@pytest.mark.parametrize(
    ("text", "flow"),
    [
        ("bra $L1;", Flow(Transfer.JUMP, ("$L1",))),
        ("bra.uni $L1;", Flow(Transfer.JUMP, ("$L1",))),
        ("@%p1 bra $L1;", Flow(Transfer.BRANCH, ("$L1",))),
        ("brx.idx %r1, list;", Flow(Transfer.INDIRECT)),
        ("ret;", Flow(Transfer.EXIT)),
        ("@%p1 exit;", Flow(Transfer.MAYBE_EXIT)),
        ("trap;", Flow(Transfer.EXIT)),
        ("call (r), helper, (a);", Flow(Transfer.CALL, ("helper",))),
        ("call %rd1, (a), proto;", Flow(Transfer.CALL)),
        ("add.u32 %r1, %r2, %r3;", Flow(Transfer.NEXT)),
    ],
)
def test_flow(text: str, flow: Flow):
    assert PTX.flow(PTX.statement(text)) == flow


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("mov.u32 %r1, %r2;", "move"),
        ("mov.u32 %r1, %tid.x;", "move"),
        ("mov.u32 %r1, 5;", "move"),
        ("mov.b64 %rd1, {%r1, %r2};", "move"),
        ("mov.u64 %rd1, table;", "address.of"),
        ("mov.u64 %rd1, %clock64;", "clock"),
        ("mov.u32 %r1, %laneid;", "lane.id"),
        ("add.u32 %r1, %r2, %laneid;", "int.add"),
    ],
)
def test_operations_that_operands_decide(text: str, operation: str):
    assert PTX.operation(PTX.statement(text), None) == operation
