"""What tells statements of one ISA apart when registers have other numbers."""

from __future__ import annotations

import pytest

from app import isa as registry
from app.align.shapes import Shapes, shapes
from app.program import understand
from app.sources import read_source


def _shapes(body: str) -> Shapes:
    text = f'.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"\n.globl f\n.type f,@function\nf:\n{body}\ns_endpgm\n'
    isa = registry.get("amdgcn")
    return shapes(understand(isa.read(read_source(text.encode(), "f")), isa).kernels[0])


@pytest.mark.parametrize("half", ["l", "h"])
def test_half_a_register_is_a_register(half: str) -> None:
    one, other = (
        _shapes(f"v_cvt_f16_f32_e32 v{number}.{half}, v{number + 1}\nglobal_store_b16 v9, v{number}, s[0:1]")
        for number in (1, 41)
    )
    assert one.texts == other.texts
    assert one.rounds == other.rounds


def test_elements_of_one_vector_are_told_apart() -> None:
    """Both moves copy one register; only where the store takes them from differs."""
    found = _shapes("v_mov_b32_e32 v4, v2\nv_mov_b32_e32 v5, v2\nglobal_store_b64 v9, v[4:5], s[0:1]")
    moves = [place for place, text in enumerate(found.texts) if text.startswith("v_mov")]
    assert len(moves) == 2
    assert found.rounds[-1][moves[0]] != found.rounds[-1][moves[1]]
