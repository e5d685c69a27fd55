from __future__ import annotations

import pytest

from app.isa import get
from app.model import Routine

PTX = get("ptx")


def cost(text: str, constants: dict[str, int] | None = None):
    return PTX.cost(PTX.statement(text), "sm_100a", 32, constants or {})


@pytest.mark.parametrize(
    ("text", "flops", "unit"),
    [
        ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%a}, {%b}, {%c}, {%a};", 4_096, "one warp"),
        (
            "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {%a}, %b, %c, p, 1, 1, 0, 0;",
            524_288,
            "one warpgroup of 4 warps",
        ),
        ("fma.rn.f32 %f1, %f2, %f3, %f4;", 64, "one warp of 32 threads, all active"),
        ("fma.rn.f32x2 %rd1, %rd2, %rd3, %rd4;", 128, "one warp of 32 threads, all active"),
        ("add.f32 %f1, %f2, %f3;", 32, "one warp of 32 threads, all active"),
        ("dp4a.s32.s32 %r1, %r2, %r3, %r4;", 256, "one warp of 32 threads, all active"),
    ],
)
def test_operations(text: str, flops: int, unit: str) -> None:
    found = cost(text)
    assert (found.cycles, found.flops, found.bytes, found.unit) == (None, flops, None, unit)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("ld.global.v4.b32 {%r1,%r2,%r3,%r4}, [%rd1];", 512),
        ("st.shared.b16 [%r1], %rs1;", 64),
        ("cp.async.cg.shared.global [%r1 + 0], [ %rd1 + 0 ], 0x10, %r2;", 512),
        ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 4096, [%r2];", 4096),
    ],
)
def test_bytes(text: str, width: int) -> None:
    assert cost(text).bytes == width


@pytest.mark.parametrize(
    "text",
    [
        "ld.param.b64 %rd1, [p];",
        "bar.sync 0;",
        "max.f32 %f1, %f2, %f3;",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r3, [%r2];",
        "tcgen05.mma.cta_group::1.kind::f16 [%d], %a, %b, %idesc, %p;",
    ],
)
def test_what_is_not_known_is_none(text: str) -> None:
    assert cost(text) is None


def test_a_known_descriptor_gives_the_shape() -> None:
    text = "tcgen05.mma.cta_group::1.kind::f16 [%d], %a, %b, %idesc, {%m0,%m1,%m2,%m3}, %p;"
    assert cost(text, {"%idesc": 0x8200010}).flops == 2 * 128 * 128 * 16
    assert cost(text, {"%a": 0x8200010}) is None
    assert cost(text, {"%idesc": 0}) is None


def test_a_sparse_descriptor_stands_behind_the_metadata() -> None:
    text = "tcgen05.mma.sp.cta_group::1.kind::f16 [%d], %a, %b, [%meta], %idesc, %p;"
    assert cost(text, {"%idesc": 0x8200014}).flops == 2 * 128 * 128 * 32


def test_workgroup_size() -> None:
    def routine(**attributes: str) -> Routine:
        return Routine("k", 1, 2, 0, 1, True, (), attributes)

    assert PTX.workgroup_size(routine()) is None
    assert PTX.workgroup_size(routine(maxntid="256")) == 256
    assert PTX.workgroup_size(routine(maxntid="1024, 1, 1", reqntid="32, 4, 1")) == 128
