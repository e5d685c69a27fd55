from __future__ import annotations

import pytest

from app.isa.amdgcn import recognise, targets

OURS = {
    "nine lines": """
        v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[0:15]
        s_waitcnt lgkmcnt(0)
        ds_read_b128 v[20:23], v24 offset:0
        global_load_dwordx4 v[28:31], v[32:33], off
        v_mfma_scale_f32_32x32x64_f8f6f4 v[0:15], v[16:23], v[24:31], v[0:15]
        s_setprio 1
        buffer_load_dwordx4 v[36:39], v40, s[0:3], 0 offen
        v_pk_add_f32 v[42:43], v[44:45], v[46:47]
        s_barrier""",
    "one line": "s_endpgm",
    "a directive": "// text\n\t.amdhsa_kernel k",
    "objdump": "a.o:\tfile format elf64-amdgpu\n\n0000000000001900 <k>:\n\ts_endpgm  // 000000001900: BF810000",
    "addresses in front": "  1900: C0060080 00000000  s_load_dwordx2 s[2:3], s[0:1], 0x0\n  1908: BF810000  s_endpgm",
    "macros": ".macro zero n\n v_mov_b32 v[\\n], 0\n.endm\n.set base, 4\n zero base\n zero base+1\n s_endpgm\n",
    "comments first": "/* a licence\n" * 100 + "*/\n" + "v_mov_b32 v0, v1\n" * 5,
}
OTHERS = {
    "x86": "main:\n\tpushq\t%rbp\n\tmovq\t%rsp, %rbp\n\tmovl\t$0, %eax\n\tpopq\t%rbp\n\tret",
    "x86, Intel": "mov eax, [rbp-4]\nadd eax, 1\nvmovaps ymm0, ymmword ptr [rax]\nret",
    "SASS": "/*0000*/ MOV R1, c[0x0][0x28] ;\n/*0010*/ S2R R0, SR_TID.X ;\n/*0020*/ EXIT ;",
    "PTX": ".version 8.7\n.target sm_100a\n.address_size 64\nmov.u32 %r1, %tid.x;\nret;",
    "LLVM IR": 'target triple = "amdgcn-amd-amdhsa"\ndefine amdgpu_kernel void @k() {\n  ret void\n}',
    "MIR": "---\nname: k\nbody: |\n  bb.0:\n    $vgpr0 = V_MOV_B32_e32 0, implicit $exec\n    S_ENDPGM 0\n...",
    "AArch64": "fmla v0.4s, v1.4s, v2.4s\nldr q0, [x0]\nret",
    "Python": "import torch\n\ndef f(x):\n    return x + 1\n",
    "prose": "The kernel waits with s_waitcnt for its loads.\nThen it goes on.\nAnd on.\n",
    "nothing": "",
}


@pytest.mark.parametrize("text", OURS.values(), ids=OURS.keys())
def test_ours(text: str) -> None:
    seen = recognise.recognise(tuple(text.split("\n")))
    assert seen is not None
    assert seen.score >= 0.8
    assert seen.evidence in text.split("\n")[seen.line - 1]


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS.keys())
def test_others(text: str) -> None:
    seen = recognise.recognise(tuple(text.split("\n")))
    assert seen is None or seen.score < 0.5


@pytest.mark.parametrize(
    "text, name, title",
    [
        ("gfx950", "gfx950", "CDNA 4 · MI350"),
        ("gfx942:sramecc+:xnack-", "gfx942", "CDNA 3 · MI300"),
        ("amdgpu9.0a-amd-amdhsa-unknown-gfx90a", "gfx90a", "CDNA 2 · MI200"),
        ("amdgcn-amd-amdhsa--gfx9-4-generic", "gfx9-4-generic", "CDNA 3 and 4, generic"),
        ("amdgcn--amdpal--gfx1201", "gfx1201", "RDNA 4 · Navi 48"),
        ("gfx9999", "gfx9999", ""),
        ("sm_100", None, ""),
        (None, None, ""),
    ],
)
def test_targets(text: str | None, name: str | None, title: str) -> None:
    assert targets.normalise(text) == name
    assert targets.title(text) == title


def test_generations_have_titles() -> None:
    assert {name[:5] for name in targets.known()} >= {"gfx60", "gfx70", "gfx80", "gfx90", "gfx10", "gfx11", "gfx12"}
    assert all(targets.normalise(name) == name for name in targets.known())
