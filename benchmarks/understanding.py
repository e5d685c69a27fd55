"""How long it takes to understand a kernel: against Pygments' own lexer on the same text, and as it grows.

    python benchmarks/understanding.py LEFT.ptx RIGHT.amdgcn

Each file's kernel body is repeated to about the sizes asked for. Understanding is all that ``inspect`` and ``lint``
do: reading, blocks, loops, definitions and uses, waits, costs, hazards. Times are processor time.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pygments.lexers import get_lexer_by_name

from app.hazards import lint
from app.inspection import inspect
from benchmarks.alignment_speed import grown, program

PYGMENTS = {"ptx": "ptx", "amdgcn": "amdgpu"}
SMALL, MIDDLE, LARGE = 20_000, 100_000, 200_000


def main(*paths: str) -> None:
    for isa, path in zip(PYGMENTS, paths, strict=True):
        body = Path(path).read_text()
        taken: dict[int, float] = {}
        sizes: dict[int, int] = {}
        for size in (SMALL, MIDDLE, LARGE):
            text = grown(body, isa, size)
            started = time.process_time()
            understood = program(text, isa)
            seen = inspect(understood)
            found = lint(understood)
            lines = sizes[size] = text.count("\n")
            taken[size] = time.process_time() - started
            left_out = {kernel["waits_not_analysed"] for kernel in seen["kernels"]} - {None, ""}
            print(f"{isa}: {lines:,} lines in {taken[size]:.2f} s, {len(found)} findings", *left_out, flush=True)
            if size == MIDDLE:
                started = time.process_time()
                for _ in get_lexer_by_name(PYGMENTS[isa]).get_tokens(text):
                    pass
                lexed = time.process_time() - started
                print(f"{isa}: {taken[size] / lexed:.2f} times as long as Pygments' lexer takes (target: 1)")
            if size == LARGE:
                longer, larger = taken[LARGE] / taken[SMALL], sizes[LARGE] / sizes[SMALL]
                print(f"{isa}: {longer:.1f} times as long for {larger:.1f} times the lines (target: 11 for 10)")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:,.0f} MiB (target: 1,024)")


if __name__ == "__main__":
    main(*sys.argv[1:])
