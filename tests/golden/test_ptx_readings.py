"""Representative PTX read to the last operand and modifier, and cut into tokens, against golden files.

``pytest --update-golden`` writes the files anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.isa.ptx import Ptx
from app.isa.ptx.lexer import NvptxLexer

FOLDER = Path(__file__).parent / "ptx"
STATEMENTS = {
    "tensor": [
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%tmem], 128;",
        "tcgen05.mma.cta_group::1.kind::f16 [%d], %a, %b, %idesc, {%m0,%m1,%m2,%m3}, %p;",
        "tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::4X [%d], %a, %b, 0x8400490, [%sa], [%sb], %p;",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%bar];",
        "tcgen05.wait::st.sync.aligned;",
        "tcgen05.ld.sync.aligned.32x32b.x64.b32 {%f0, %f1, %f2, %f3}, [%tmem];",
        "tcgen05.cp.cta_group::1.32x128b.warpx4 [%r1], %rd1;",
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tmem, 128;",
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0,%f1,%f2,%f3}, %rd1, %rd2, 1, 1, -1, 0, 1;",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r0,%r1,%r2,%r3}, {%r4,%r5}, {%f0,%f1,%f2,%f3};",  # noqa: E501
    ],
    "asynchronous": [
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes",
        "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r11], [%rd25, {%r30, %r235}], [%r32];",  # noqa: E501
        "cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%rd1, {%r1, %r2}], [%r3];",
        "@%p1 cp.async.cg.shared.global [%r1 + 0], [%rd1 + 0], 0x10, 0x8;",
        "mbarrier.try_wait.parity.shared::cta.b64 %p, [%bar], %phase;",
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r32], 32768;",
        "cp.async.bulk.wait_group.read 0;",
        "fence.proxy.async.shared::cta;",
        "griddepcontrol.wait;",
    ],
    "memory": [
        "ld.global.nc.L1::no_allocate.L2::cache_hint.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1+16], %rd2;",
        "ld.acquire.gpu.global.u32 %r1, [%rd1];",
        "st.shared.v4.b32 [%r1], {%r2, %r3, %r4, %r5};",
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r1, %r2, %r3, %r4}, [%r5];",
        "atom.global.gpu.acq_rel.add.f32 %f1, [%rd1], %f2;",
        "ld.param.b64 %rd1, [kernel_param_0];",
    ],
    "arithmetic": [
        "setp.ne.b32 %p, %r4, 0;",
        "fma.rn.f32x2 %rd1, %rd2, %rd3, %rd4;",
        "@!%p1 mul.rn.ftz.f32 %f1, %f2, 0f3FB8AA3B;",
        "lop3.b32 %r1, %r2, %r3, %r4, 0xf8;",
        "prmt.b32 %r1, %r2, %r3, 0x7632;",
        "cvt.rn.satfinite.e4m3x2.f32 %rs1, %f1, %f2;",
        "shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;",
        "mov.u32 %r1, %tid.x;",
        "call.uni (retval0), vprintf, (param0, param1);",
        "mul.lo.s33 %r1, %r2, %r3;",
        "mull.lo.s32 %r1, %r2, %r3;",
    ],
}  # fmt: skip

TOKENS = """\
.version 8.7
.target sm_90a, debug
.visible .entry matmul(
\t.param .u64 .ptr .global .align 1 matmul_param_0
)
.reqntid 128, 1, 1
{
\t.reg .pred \t%p<3>;
\t.loc\t1 7 3 // kernel.py:7:3
$L__BB0_1:
\t@!%p1 tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1, %r2}, [%r3 + 4];
\t/* two
lines */ mov.f32 %f1, 0f3F800000;
\tmov.u32 %r4, %ctaid.x; mad.lo.s32 $r1, %r4, 0x10, -3;
\tld.global.nc.L1::no_allocate.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1+16];
\tsetp.lt.and.s32 %p1|%p2, %r1, 4, !%p3;
\t{ .reg .pred done; wait: mbarrier.try_wait.parity.shared::cta.b64 done, [%r5], %r6; @!done bra wait; }
\tcall.uni (retval0), vprintf, (param0, param1);
\t@%p2 bra.uni \t$L__BB0_1;
\t.pragma "nounroll";
}
.global .align 4 .f32 table[2] = {1.5, 2.5e-3};
"""


def told(isa: Ptx, text: str) -> str:
    """One reading, one fact a line."""
    statement = isa.statement(text)
    reading = isa.explain(statement, "sm_100a")
    found = reading.instruction
    lines = [text, f"  {isa.operation(statement, None)}: {found.summary}"]
    lines += [f"  {each.text} ({each.role}, {each.access.value}) {each.meaning}".rstrip() for each in reading.operands]
    lines += [f"  [{each.text}] {each.meaning}".rstrip() for each in reading.modifiers]
    lines += [f"  {each.severity.value}: {each.message}" for each in reading.remarks]
    if found.near:
        lines.append(f"  near: {', '.join(found.near)}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", STATEMENTS)
def test_readings(name: str, golden: Callable[[Path, str], None]) -> None:
    isa = Ptx()
    golden(FOLDER / f"{name}.txt", "\n".join(told(isa, text) for text in STATEMENTS[name]))


def test_tokens(golden: Callable[[Path, str], None]) -> None:
    tokens = [(kind, text) for kind, text in NvptxLexer().get_tokens(TOKENS) if text.strip(" \t")]
    lines = [f"{str(kind).removeprefix('Token.'):<26} {text!r}" for kind, text in tokens]
    golden(FOLDER / "tokens.txt", "\n".join(lines) + "\n")
