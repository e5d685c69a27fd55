"""The strip above the columns."""

from __future__ import annotations

import pytest

from app.comparison import Side, side
from app.pages.figures import Figure, figures
from app.samples import sample
from app.sources import read_source

LOOP = """\
.version 8.0
.target sm_80
.entry k()
{
 .reg .b32 %f<3>; .reg .pred %p;
L:
 fma.rn.f32 %f1, %f1, %f2, %f2;
 @%p bra L;
 ret;
}
"""


def opened(name: str) -> tuple[Side, Side]:
    pair = sample(name)
    left, right = (read_source(path.read_bytes(), path.name) for path in (pair.left, pair.right))
    return side(left, "ptx"), side(right, "amdgcn")


def by_label(found: list[Figure]) -> dict[str, Figure]:
    return {figure.label: figure for figure in found}


@pytest.mark.parametrize(("name", "flops"), [("flash_fwd", "2.13"), ("matmul_f16_tma", "2.1")])
def test_a_round_is_of_the_same_work_on_both_sides(name: str, flops: str) -> None:
    for each in opened(name):
        found = by_label(figures(each, None))["a round"]
        assert (found.value, found.unit) == (flops, "MFLOP, a workgroup")


def test_bytes_of_a_round() -> None:
    for each in opened("flash_fwd"):
        assert by_label(figures(each, None))["loads"][1:3] == ("16", "KiB")


def test_without_a_workgroup_a_round_is_of_one_warp() -> None:
    found = by_label(figures(side(read_source(LOOP.encode(), "k.ptx"), "ptx"), None))["a round"]
    assert (found.value, found.unit) == ("64", "FLOP, 32 lanes")
