"""What is not read here is named, and what is read here is never named as something else."""

from __future__ import annotations

import pytest

from app import paths
from app.isa import foreign

SASS = """\
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/                   S2R R0, SR_TID.X ;
        /*0020*/              @!P0 BRA `(.L_x_1) ;
"""
SASS_BARE = "  IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28]\n  LDG.E R2, [R2.64]\n  EXIT\n"
LLVM = 'target triple = "nvptx64"\ndefine void @k(ptr %a) {\n  %1 = load float, ptr %a\n  ret void\n}\n'
X86 = "\tpushq\t%rbp\n\tmovq\t%rsp, %rbp\n\tcallq\tf\n\tsubq $8, %rsp\n\tret\n"
X86_INTEL = "push rbp\nmov rbp, rsp\nmov eax, DWORD PTR [rdi]\npop rbp\nret\n"
SPIRV = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n%1 = OpTypeVoid\n"
CUDA = "#include <cuda.h>\n__global__ void k(float *a) {\n  a[0] = 1;\n}\n"
ARM = "stp x29, x30, [sp, #-16]!\nmov x29, sp\nadd x0, x0, #1\nldp x29, x30, [sp], #16\n"
MLIR = "module {\n  tt.func public @k(%arg0: !tt.ptr<f32>) {\n    %0 = tt.get_program_id x : i32\n"
PYTHON = "import triton\n@triton.jit\ndef k(x):\n    pass\n"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (SASS, "SASS"),
        (SASS_BARE, "SASS"),
        (LLVM, "LLVM IR"),
        (X86, "x86"),
        (X86_INTEL, "x86"),
        (SPIRV, "SPIR-V"),
        (CUDA, "source"),
        (ARM, "AArch64"),
        (MLIR, "MLIR"),
        (PYTHON, "Python"),
    ],
)
def test_formats_are_named(text: str, title: str) -> None:
    seen = foreign.name_lines(tuple(text.splitlines()))
    assert seen is not None
    assert title in seen.title
    assert seen.line >= 1


@pytest.mark.parametrize(("magic", "title"), [(b"\x7fELF\x02\x01", "ELF"), (b"\x03\x02\x23\x07", "SPIR-V")])
def test_binaries_are_named(magic: bytes, title: str) -> None:
    seen = foreign.name_bytes(magic + bytes(100))
    assert seen is not None
    assert title in seen.title


@pytest.mark.parametrize("path", sorted(paths.SAMPLES.glob("*/*.*")), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_no_sample_listing_is_taken_for_another_format(path) -> None:  # type: ignore[no-untyped-def]
    if path.suffix == ".py":
        return
    assert foreign.name_lines(tuple(path.read_text().splitlines())) is None


def test_prose_is_not_named() -> None:
    assert foreign.name_lines(("Dear reader,", "this is a letter.")) is None
