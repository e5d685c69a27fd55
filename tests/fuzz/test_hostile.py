"""Texts made to cost much, by repeating what opens something: all is read, nothing is lost, nothing is raised."""

from __future__ import annotations

import pytest

from app import isa as registry
from app.isa.base import Isa
from app.model import Kind
from app.sources import read_source

HOSTILE = [
    "/*", "*/", "/*a", "v_add_f32 v0, /*a", "\"", "\"/*", "\\\"", "'", "(", "[", "{", "v[", "v0[", "|v0", "a:", "a :",
    "a.", "0x", "1e", "@!", "@%p1 ", "add.u32 %r1,", "add.u32 %r1, %r2, 3; ", "v_add_f32 v0, v1, v2; ", "; /* ", " ;",
    "// ", "#", "$", "%", ":: ", "v_dual_mov_b32 v0, v1 :: ", "clamp ", "vmcnt(0) & ", ".cta_group::1", "---\n", "- ",
    ".macro a\n", ".rept 2\n", ".if 1\n", "\t", "\r", "é",
]  # fmt: skip
STARTS = ["", "v_add_f32 v0, v1 ", "add.u32 %r1, ", ".amdgpu_metadata\n", ".set a, "]


def go_through(isa: Isa, text: str) -> None:
    listing = isa.read(read_source(f"{text}.".encode(), "hostile"))
    for item in listing.statements:
        if item.kind is Kind.INSTRUCTION:
            isa.explain(item, listing.target)
            isa.effects(item, listing.target)
            isa.flow(item)


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("isa", registry.isas(), ids=lambda isa: isa.name)
def test_nothing_raises(isa: Isa, start: str) -> None:
    for piece in HOSTILE:
        text = start + piece * 3000
        assert "".join(value for _, value in isa.lexer().get_tokens(text)) == text
        go_through(isa, text)
