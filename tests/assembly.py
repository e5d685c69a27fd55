"""Small kernels for tests: a body → a program."""

from __future__ import annotations

from textwrap import dedent

from app.isa import get
from app.program import Program, understand
from app.sources import read_source

HEAD = 3
"""Lines before the first line of a body."""


def amd(body: str, target: str = "gfx942") -> Program:
    """A kernel ``k`` for an AMD target; line 4 is the body's first."""
    text = (
        f'\t.amdgcn_target "amdgcn-amd-amdhsa--{target}"\n\t.type k,@function\nk:\n{dedent(body).strip()}\n\ts_endpgm\n'
    )
    return _program("amdgcn", text)


def ptx(body: str, target: str = "sm_100a") -> Program:
    """A kernel ``k`` with shared memory ``smem``; line 4 is the body's first."""
    head = f".version 8.7\n.target {target}\n.extern .shared .align 16 .b8 smem[]; .visible .entry k() {{\n"
    return _program("ptx", f"{head}{dedent(body).strip()}\nret;\n}}\n")


def _program(isa: str, text: str) -> Program:
    reader = get(isa)
    return understand(reader.read(read_source(text.encode(), "k.s")), reader)
