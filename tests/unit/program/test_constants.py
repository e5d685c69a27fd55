"""What is sure of registers: descriptors put together from an address and constants."""

from __future__ import annotations

import pytest

from app import isa as registry
from app.annotate import annotate
from app.program import Kernel, understand
from app.program.constants import known_bits
from app.sources import read_source

TCGEN05 = """
    bfe.u32 %r1, %r9, 4, 15;
    mov.b32 %r2, 1073758272;
    mov.b64 %rd1, {%r1, %r2};
    add.s32 %r3, %r1, 2;
    mov.b64 %rd2, {%r3, %r2};
    mov.b32 %r4, 136314896;
    tcgen05.mma.cta_group::1.kind::f16 [%r8], %rd1, %rd2, %r4, %p1;
"""
WGMMA = """
    bfe.u32 %r1, %r9, 4, 15;
    cvt.u64.u32 %rd1, %r1;
    or.b64 %rd2, %rd1, 4611686293305360384;
    add.s64 %rd3, %rd1, 4611686293305360386;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %rd2, %rd3, 1, 1, 1, 0, 0;
"""


def kernel(body: str) -> Kernel:
    ptx = registry.get("ptx")
    text = f".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry k()\n{{{body}    ret;\n}}\n"
    return understand(ptx.read(read_source(text.encode(), "k.ptx")), ptx).kernels[0]


def meanings(body: str, name: str) -> dict[str, str]:
    found = kernel(body)
    statements = found.listing.statements
    index = next(each for each in found.instructions if statements[each].name.startswith(name))
    annotation = annotate(statements[index], found.isa, found.listing.target, None, known_bits(found, index))
    return {operand.text: operand.meaning for operand in annotation.operands}


def test_tcgen05_descriptors_are_read() -> None:
    said = meanings(TCGEN05, "tcgen05.mma")
    assert "M=128, N=128, K=16; A f16, B f16, D f32." in said["%r4"]
    for register in ("%rd1", "%rd2"):
        assert "128-byte swizzle, stride byte offset 1,024, the address is computed" in said[register]


def test_wgmma_descriptors_are_read() -> None:
    said = meanings(WGMMA, "wgmma.mma_async")
    for register in ("%rd2", "%rd3"):
        assert "128-byte swizzle, leading byte offset 16, stride byte offset 1,024" in said[register]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("mov.b32 %r4, 136314896;", "@%p2 mov.b32 %r4, 136314896;"),
        ("mov.b32 %r4, 136314896;", "mov.b32 %r4, %r9;"),
        ("mov.b32 %r4, 136314896;", "mov.b32 %r4, 136314896; @%p2 mov.b32 %r4, 0;"),
        ("mov.b32 %r4, 136314896;", "mov.b32 %r4, 136314888;"),
    ],
)
def test_what_is_not_sure_is_not_said(old: str, new: str) -> None:
    assert "Here" not in meanings(TCGEN05.replace(old, new), "tcgen05.mma")["%r4"]


def test_the_work_follows_the_descriptor() -> None:
    found = kernel(TCGEN05)
    index = found.instructions[-2]
    statement = found.listing.statements[index]
    cost = annotate(statement, found.isa, "sm_100a", None, known_bits(found, index)).cost
    assert cost is not None
    assert cost.flops == 2 * 128 * 128 * 16
    assert annotate(statement, found.isa, "sm_100a").cost is None


def resource(target: str, words: str) -> str:
    amd = registry.get("amdgcn")
    head = f'.amdgcn_target "amdgcn-amd-amdhsa--{target}"\nk:\n'
    text = f"{head}{words}\nbuffer_load_dword v0, v1, s[4:7], 0 offen\ns_endpgm\n"
    found = understand(amd.read(read_source(text.encode(), "k.s")), amd).kernels[0]
    index = next(each for each in found.instructions if found.listing.statements[each].name.startswith("buffer"))
    annotation = annotate(found.listing.statements[index], amd, target, None, known_bits(found, index))
    return next(each.meaning for each in annotation.operands if each.role == "buffer resource").partition("Here: ")[2]


@pytest.mark.parametrize(
    ("target", "words", "said"),
    [
        (
            "gfx942",
            "s_and_b32 s5, s9, 0xffff\ns_mov_b32 s6, 0x7ffffffe\ns_mov_b32 s7, 0x27000",
            "no stride, size 2,147,483,646 bytes, element format 32 float",
        ),
        ("gfx1201", "s_mov_b32 s6, 64\ns_mov_b32 s7, 0x31027000", "size 64 bytes or records, bounds checked in bytes"),
        (
            "gfx942",
            "s_and_b32 s5, s9, 0xffff\ns_or_b32 s5, s5, 0x100000\ns_mov_b32 s6, 8",
            "stride 16 bytes, size 8 records",
        ),
        ("gfx942", "s_mov_b32 s6, s9\ns_load_dword s7, s[0:1], 0x0", ""),
        ("gfx1250", "s_mov_b32 s6, 64\ns_mov_b32 s7, 0x27000", ""),
    ],
)
def test_buffer_resources_are_read(target: str, words: str, said: str) -> None:
    assert resource(target, words) == said
