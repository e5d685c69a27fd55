import pytest

from app.isa.ptx.descriptors import decode_instruction_descriptor
from app.isa.ptx.knowledge import specials
from app.model import Shape
from tests.unit.isa.ptx.reading import PTX


def meaning(text: str, role: str) -> str:
    return next(o.meaning for o in PTX.explain(PTX.statement(text), None).operands if o.role == role)


@pytest.mark.parametrize(
    ("text", "role", "said"),
    [
        ("mov.f32 %f1, 0f3F800000;", "source", "The constant 1.0."),
        ("mov.f32 %f1, 0fFF800000;", "source", "The constant -inf."),
        ("mov.f64 %fd1, 0d3FE62E42FEFA39EF;", "source", "The constant 0.69314718055994529."),
        ("mov.u32 %r1, %tid.x;", "source", "Thread's position in its block, x component."),
        ("lop3.b32 %r1, %r2, %r3, %r4, 0x96;", "truth table", "Here: a ^ b ^ c."),
        ("lop3.b32 %r1, %r2, %r3, %r4, 234;", "truth table", "Here: (a & b) | c."),
        ("lop3.b32 %r1, %r2, %r3, %r4, 0x81;", "truth table", "Here: 1 for abc = 000, 111."),
        ("prmt.b32 %r1, %r2, %r3, 0x5410;", "selector", "b[1], b[0], a[1], a[0]"),
        ("shfl.sync.bfly.b32 %r1, %r2, 16, 31, -1;", "member mask", "All 32 lanes."),
        ("shfl.sync.bfly.b32 %r1, %r2, 16, 31, -1;", "lane", "XOR 16"),
        ("shfl.sync.bfly.b32 %r1, %r2, 4, 0x181f, 0xff;", "clamp and segment mask", "Segments of 8 lanes."),
        ("shfl.sync.bfly.b32 %r1, %r2, 4, 0x181f, 0xff;", "member mask", "8 lanes: 0 to 7."),
        ("ld.global.u32 %r1, [%rd1+16];", "address", "16 bytes above %rd1."),
        ("cp.async.bulk.wait_group.read 0;", "groups left pending", "Waits for all of them."),
        ("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 32768;", "expected bytes", "32,768 bytes."),
        ("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 32768;", "phase state", "dropped"),
    ],
)
def test_constants(text: str, role: str, said: str):
    assert said in meaning(text, role)


def test_lop3_names_are_their_tables():
    from app.isa.ptx.immediates import _FUNCTIONS

    for table, name in _FUNCTIONS.items():
        if any(word in name for word in ("selects", "majority", "always")):
            continue
        for n in range(8):
            a, b, c = n >> 2 & 1, n >> 1 & 1, n & 1
            assert eval(name, {"a": a, "b": b, "c": c}) & 1 == table >> n & 1, name


def test_instruction_descriptor():
    value = (1 << 4) | (1 << 7) | (1 << 10) | (1 << 16) | (128 >> 3) << 17 | (128 >> 4) << 24
    decoded = decode_instruction_descriptor(value, "f16")
    assert decoded is not None
    assert (decoded.shape, decoded.a, decoded.b, decoded.d) == (Shape(128, 128, 16), "bf16", "bf16", "f32")
    assert (decoded.transposed, decoded.negated) == ((False, True), (False, False))
    text = f"tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, %rd2, {value:#x}, %p1;"
    assert "M=128, N=128, K=16; A bf16, B bf16, D f32; B transposed." in meaning(text, "instruction descriptor")


def test_scaled_instruction_descriptor():
    value = (1 << 7) | (1 << 10) | (256 >> 3) << 17 | 1 << 23 | (128 >> 4) << 24
    decoded = decode_instruction_descriptor(value, "mxf4nvf4")
    assert decoded is not None
    assert (decoded.shape, decoded.a, decoded.scale) == (Shape(128, 256, 64), "e2m1", "ue8m0")
    assert decode_instruction_descriptor(value, "tf32") is None
    assert decode_instruction_descriptor(0, "f16") is None
    assert decode_instruction_descriptor(value, "new") is None


def test_special_registers():
    assert specials()["%envreg31"].type == "b32"
    assert {"%tid.z", "%tid"} <= set(specials())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tcgen05.ld.sync.aligned.32x32b.x64.b32 {%f0, %f1, %f2, %f3}, [%t];", ["64 registers, here are 4"]),
        ("tcgen05.ld.sync.aligned.16x256b.x1.b32 {%r0, %r1, %r2, %r3}, [%t];", []),
        ("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 100;", ["power of two"]),
        ("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 512;", []),
        ("tcgen05.mma.cta_group::2.kind::f16 [%d], %a, %b, %i, {%m0,%m1,%m2,%m3}, %p;", ["takes 8 registers"]),
        (
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes;",
            ["Operands missing: destination"],
        ),
        ("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd1, {%r1}], [%r2];", ["2 coordinates"]),
        ("cp.async.cg.shared.global [%r1], [%rd1], 8;", ["16 bytes"]),
        ("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1}, [%r4];", ["takes 4 registers"]),
        ("ld.global.v4.f32 {%f0, %f1}, [%rd1];", ["takes 4 elements"]),
        ("ld.global.v4.f32 %v0, [%rd1];", []),
        ("add.u32 %r1, %r2;", ["Operand missing: second source."]),
        ("add.u32 %r1, %r2, %r3, %r4, %r5;", ["2 operands more"]),
        ("setmaxnreg.inc.sync.aligned.u32 230;", ["multiple of 8"]),
    ],
)
def test_oddities(text: str, said: list[str]):
    remarks = PTX.explain(PTX.statement(text), None).remarks
    assert len(remarks) == len(said)
    assert all(part in remark.message for part, remark in zip(said, remarks, strict=True))
