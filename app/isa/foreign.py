"""What is not read here but can be named: machine code, other assemblies, compiler IRs."""

from __future__ import annotations

import re
from typing import NamedTuple

_MAGIC = (
    (b"\x7fELF", "an ELF object", "Disassemble it first: `llvm-objdump -d` for AMD, `cuobjdump -ptx` for NVIDIA."),
    (b"\x50\xed\x55\xba", "a CUDA fat binary", "Extract its PTX with `cuobjdump -ptx`."),
    (b"__CLANG_OFFLOAD_BUNDLE__", "a Clang offload bundle", "Unpack it with `clang-offload-bundler`."),
    (b"\x03\x02\x23\x07", "a SPIR-V module", "SPIR-V is not read here."),
    (b"\x07\x23\x02\x03", "a SPIR-V module", "SPIR-V is not read here."),
    (b"BC\xc0\xde", "LLVM bitcode", "LLVM IR is not read here: compile it to assembly with `llc`."),
    (b"MZ", "a Windows executable", "Give the kernel's assembly text instead."),
    (b"PK\x03\x04", "a ZIP archive", "Unpack it and give one assembly file a side."),
    (b"\x1f\x8b", "a gzip archive", "Unpack it first."),
    (b"%PDF", "a PDF document", "Give the kernel's assembly text instead."),
    (b"\x89PNG", "a PNG picture", "Give the kernel's assembly text instead."),
)


class Foreign(NamedTuple):
    """A format that is named but not read."""

    title: str
    advice: str
    line: int


def name_bytes(raw: bytes) -> Foreign | None:
    """Names a binary format by its first bytes."""
    for magic, title, advice in _MAGIC:
        if raw.startswith(magic):
            return Foreign(title, advice, 1)
    return None


class _Form(NamedTuple):
    title: str
    advice: str
    pattern: re.Pattern[str]
    least: int
    """Lines that must match before the name is given."""


_FORMS = (
    _Form(
        "NVIDIA SASS",
        "SASS is not read here yet: give the PTX that it was made from (`cuobjdump -ptx`).",
        re.compile(
            r"\s*(?:/\*[0-9a-f]{4,}\*/\s+.*;|\.headerflags\s|code for sm_\d+"
            r"|(?:@!?U?P\w\s+)?(?:IMAD|LDG|STG|LDS|STS|HMMA|FFMA|ISETP|BRA|EXIT|S2R|ULDC|MOV|LDC|BAR|LOP3|IADD3)"
            r"(?:\.[A-Z0-9_.]+)?\s+[RUP!`(\[c])"
        ),
        2,
    ),
    _Form(
        "LLVM IR",
        "LLVM IR is not read here: compile it to assembly with `llc`.",
        re.compile(
            r"\s*(?:target (?:triple|datalayout) =|source_filename =|define .*@.*\{|declare .*@.*\)|"
            r"%[\w.]+ = (?:load|getelementptr|call|add|fadd|fmul|icmp|phi|bitcast|alloca)\b|; ModuleID =)"
        ),
        2,
    ),
    _Form(
        "MLIR",
        "MLIR is not read here: give the assembly that it is compiled to.",
        re.compile(
            r"\s*(?:module(?: attributes)? \{|(?:%\w+(?::\d+)? = )?\"?"
            r"(?:tt|ttg|ttng|arith|scf|func|gpu|memref|amdg)\.[\w.]+\b)"
        ),
        2,
    ),
    _Form(
        "SPIR-V assembly",
        "SPIR-V is not read here.",
        re.compile(
            r"\s*(?:%\w+ = )?Op(?:Capability|MemoryModel|EntryPoint|Type\w+|Constant|Function|Label|Load|Store)\b"
        ),
        2,
    ),
    _Form(
        "AMD IL or HSAIL",
        "HSAIL is not read here: give the assembly that it is finalised to.",
        re.compile(r"\s*(?:module &\w+:|prog kernel &|kernarg_\w+ %)"),
        1,
    ),
    _Form(
        "x86 assembly",
        "Host code is not read here: give the device's assembly (`--cuda-device-only`).",
        re.compile(
            r"\s*(?:\.intel_syntax|(?:push|pop|mov|lea|call|add|sub|xor|test|cmp|ret)[qlwb]?\s+"
            r"(?:[%$]|\b(?:r[abcd]x|e[abcd]x|rsp|rbp|rdi|rsi|r\d+d?|[QD]WORD PTR)\b))",
        ),
        3,
    ),
    _Form(
        "AArch64 assembly",
        "Host code is not read here: give the device's assembly.",
        re.compile(r"\s*(?:stp|ldp|adrp|ldr|str|b\.\w+|mov|add|sub|cbz)\s+(?:x\d+|w\d+|sp)\b"),
        3,
    ),
    _Form(
        "CUDA, HIP or C++ source",
        "This is kernel source: compile it and give the assembly.",
        re.compile(r"\s*(?:#include\s*[<\"]|__global__\b|template\s*<|using namespace|extern \"C\"|namespace \w+ \{)"),
        2,
    ),
    _Form(
        "Python source",
        "This is kernel source: compile it and give the assembly.",
        re.compile(r"\s*(?:import \w+|from [\w.]+ import|@triton\.jit|def \w+\(.*|@\w+(?:\.\w+)*(?:\(.*\))?$)"),
        2,
    ),
)


def name_lines(lines: tuple[str, ...], limit: int = 4000) -> Foreign | None:
    """Names a text format that no registered ISA claims; looks at the first ``limit`` lines."""
    best: tuple[int, Foreign] | None = None
    for form in _FORMS:
        hits = [n for n, line in enumerate(lines[:limit], 1) if form.pattern.match(line[:400])]
        if len(hits) >= form.least and (best is None or len(hits) > best[0]):
            best = len(hits), Foreign(form.title, form.advice, hits[0])
    return best[1] if best else None
