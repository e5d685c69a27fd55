"""Compiles every sample's ``kernel.py`` for both vendors, on a machine without a GPU.

    python samples/build.py [NAME …]     (needs the optional dependency ``triton``)

Each folder's ``kernel.py`` says what to compile: ``KERNEL`` and ``SIG`` (a Triton type for each
argument), ``CONST`` (values of the constexpr ones) and, where not the default, ``OPT`` (compile
options, ``OPT_HIP`` those for AMD alone). Pointers and 32-bit integers are promised to be multiples
of 16 and, for AMD, buffers to be under 2 GiB, as a launch would find them. The assembly lands
beside it as ``TARGET.ptx`` and ``TARGET.amdgcn``.
"""

from __future__ import annotations

import os
import re
import runpy
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TARGETS = {"sm_100": ("cuda", 100, 32, "ptx"), "gfx950": ("hip", "gfx950", 64, "amdgcn")}


def compile_kernel(folder: Path, backend: str, arch: int | str, warp: int, form: str) -> str:
    """The assembly text of one kernel for one target, its line table free of this machine's paths."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    told: dict[str, Any] = runpy.run_path(f"samples/{folder.name}/kernel.py")
    signature = told["SIG"]
    promises: dict[tuple[int], list[list[Any]]] = {}
    for place, kind in enumerate(signature.values()):
        if kind.startswith("*") or kind == "i32":
            promises[place,] = [["tt.divisibility", 16]]
        if kind.startswith("*") and backend == "hip":
            promises[place,].append(["tt.pointer_range", 32])
    source = ASTSource(fn=told["KERNEL"], signature=signature, constexprs=told["CONST"], attrs=promises)
    options = told.get("OPT", {}) | (told.get("OPT_HIP", {}) if backend == "hip" else {})
    built = triton.compile(source, target=GPUTarget(backend, arch, warp), options=options)
    text = built.asm[form]
    return re.sub(r'"[^"\n]*/site-packages/', '"', text)


def main(names: list[str]) -> None:
    """Builds the samples named, or all."""
    os.chdir(HERE.parent)  # the line tables name the kernels by this relative path
    folders = [HERE / name for name in names] or sorted(path.parent for path in HERE.glob("*/kernel.py"))
    for folder in folders:
        for target, (backend, arch, warp, form) in TARGETS.items():
            text = compile_kernel(folder, backend, arch, warp, form)
            path = folder / f"{target}.{form}"
            path.write_text(text)
            print(f"{path.relative_to(HERE)}: {text.count(chr(10)):,} lines")


if __name__ == "__main__":
    main(sys.argv[1:])
