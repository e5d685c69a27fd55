"""Any excerpts of real kernels can be compared and laid out: no line is lost, none is linked twice."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app import paths
from app.align.rows import rows
from app.comparison import compare
from app.sources import read_source

NAMES = ("softmax", "matmul_f16_tma", "reduce_atomic", "tcgen05_mfma")
TEXTS = {
    isa: [(paths.SAMPLES / name / file).read_text().splitlines(keepends=True) for name in NAMES]
    for isa, file in (("ptx", "sm_100.ptx"), ("amdgcn", "gfx950.amdgcn"))
}


@st.composite
def excerpts(draw: st.DrawFn) -> tuple[str, str]:
    """An ISA and some runs of lines of one of its kernels, in order."""
    isa = draw(st.sampled_from(sorted(TEXTS)))
    lines = draw(st.sampled_from(TEXTS[isa]))
    ends = sorted(draw(st.lists(st.integers(0, len(lines)), min_size=2, max_size=8)))
    return isa, "// excerpt\n" + "".join(
        "".join(lines[start:end]) for start, end in zip(ends[::2], ends[1::2], strict=False)
    )


@settings(max_examples=60, deadline=None)
@given(excerpts(), excerpts())
def test_excerpts_compare(left: tuple[str, str], right: tuple[str, str]) -> None:
    found = compare(read_source(left[1].encode(), "left"), left[0], read_source(right[1].encode(), "right"), right[0])
    sides = (found.left.listing, found.right.listing)
    laid_out = rows(found.alignment, *sides)
    for place, listing in enumerate(sides):
        linked = [index for link in found.alignment.links for index in (link.left, link.right)[place]]
        assert len(linked) == len(set(linked))
        shown = [row[place] for row in laid_out if row[place] is not None]
        assert shown == list(range(1, len(listing.source.lines) + 1))
