from __future__ import annotations

import pytest

from app.cost import Bill, charge
from app.isa import get
from app.program import understand
from app.sources import read_source

AMD = """
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	k
	.type	k,@function
k:
	s_load_dwordx2 s[2:3], s[4:5], 0x0
	s_mov_b32 s0, 0
	global_load_dwordx4 v[0:3], v[4:5], off
.LBB0_1:
	v_mfma_f32_32x32x8_f16 v[16:31], v[0:1], v[2:3], v[16:31]
	ds_read_b128 v[0:3], v6
	s_add_i32 s0, s0, 1
	s_cmp_lt_i32 s0, BOUND
	s_cbranch_scc1 .LBB0_1
	v_pk_add_f32 v[16:17], v[16:17], v[18:19]
	global_store_dwordx4 v[4:5], v[16:19], off
	s_endpgm
"""

PTX = """
.version 8.7
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 p)
.reqntid 128
{
	.reg .pred %p<4>;
	.reg .b32 %r<9>;
	.reg .b64 %rd<9>;
	mov.b32 	%r1, 0;
	mov.b32 	%r5, 136314896;
$L__BB0_1:
	tcgen05.mma.cta_group::1.kind::f16 [ %r2 + 0 ], %rd1, %rd2, DESCRIPTOR, %p1;
$L__BB0_2:
	mbarrier.try_wait.parity.shared::cta.b64 	%p2, [%r3], %r4;
	@!%p2 bra 	$L__BB0_2;
	ld.shared.v4.b32 	{%r6, %r7, %r8, %r4}, [%r3];
	add.s32 	%r1, %r1, 1;
	setp.lt.s32 	%p3, %r1, 8;
	@%p3 bra 	$L__BB0_1;
	st.global.b32 	[%rd3], %r6;
	ret;
}
"""


def bill(isa: str, text: str) -> Bill:
    reader = get(isa)
    program = understand(reader.read(read_source(text.encode(), "k.s")), reader)
    return charge(program.kernels[0])


def test_constant_rounds_multiply() -> None:
    found = bill("amdgcn", AMD.replace("BOUND", "10"))
    assert (found.lanes, found.threads) == (64, None)
    assert found.total.flops == 10 * 16_384 + 2 * 64
    assert found.total.bytes == {"scalar_load": 8, "global_load": 1024, "shared_load": 10 * 1024, "global_store": 1024}
    assert found.once.flops == 16_384 + 2 * 64
    assert found.once.bytes["shared_load"] == 1024
    (loop,) = found.rounds
    assert (loop.flops, dict(loop.bytes)) == (16_384, {"shared_load": 1024})
    assert found.operations["matrix.mma"] == 1
    assert found.workgroup_rounds == ()


def test_a_workgroup_does_what_its_waves_do() -> None:
    metadata = """
	.amdgpu_metadata
---
amdhsa.kernels:
  - .max_flat_workgroup_size: 256
    .name: k
    .symbol: k.kd
...
	.end_amdgpu_metadata
"""
    found = bill("amdgcn", AMD.replace("BOUND", "10") + metadata)
    assert found.threads == 256
    assert found.workgroup_rounds[0].flops == 4 * 16_384


def test_rounds_that_are_not_known_leave_no_total() -> None:
    found = bill("amdgcn", AMD.replace("BOUND", "s2"))
    assert found.total.flops is None
    assert found.total.bytes["shared_load"] is None
    assert found.total.bytes["global_load"] == 1024
    assert found.once.flops == 16_384 + 2 * 64
    assert found.rounds[0].flops == 16_384
    assert len(found.total.unknown) == 2


def test_a_descriptor_is_traced_to_its_constant_and_a_retry_loop_is_one_round() -> None:
    found = bill("ptx", PTX.replace("DESCRIPTOR", "%r5"))
    assert (found.lanes, found.threads) == (32, 128)
    assert found.total.flops == 8 * 2 * 128 * 128 * 16
    assert found.total.bytes == {"shared_load": 8 * 512, "global_store": 128}
    whole = found.workgroup_rounds[0]
    assert (whole.flops, dict(whole.bytes)) == (2 * 128 * 128 * 16, {"shared_load": 4 * 512})


def test_a_descriptor_that_is_not_constant_taints_the_sum() -> None:
    found = bill("ptx", PTX.replace("DESCRIPTOR", "%r2"))
    assert found.total.flops is None
    assert found.once.flops is None
    assert found.rounds[0].flops is None
    assert found.total.bytes["shared_load"] == 8 * 512


@pytest.mark.parametrize(
    ("isa", "text"), [("amdgcn", "k:\n\ts_endpgm\n"), ("ptx", ".visible .entry k()\n{\n\tret;\n}\n")]
)
def test_a_kernel_that_does_nothing(isa: str, text: str) -> None:
    found = bill(isa, text)
    assert (found.total.flops, dict(found.total.bytes), found.rounds) == (0, {}, ())
