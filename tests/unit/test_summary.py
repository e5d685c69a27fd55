"""The summary of a comparison for a pull request and for a terminal."""

from __future__ import annotations

from app import summary
from app.comparison import Comparison, compare
from app.samples import sample
from app.sources import read_source

EARLY = """\
 .amdgcn_target "amdgcn-amd-amdhsa--gfx950"
k:
 global_load_dword v1, v0, s[2:3]
 s_waitcnt vmcnt(0)
 v_add_f32_e32 v2, v1, v1
 global_store_dword v0, v2, s[2:3]
 s_endpgm
"""


def pair(left: str, right: str) -> Comparison:
    return compare(read_source(left.encode(), "a.s"), "amdgcn", read_source(right.encode(), "b.s"), "amdgcn")


def samples(name: str) -> Comparison:
    found = sample(name)
    left, right = (read_source(path.read_bytes(), path.name) for path in (found.left, found.right))
    return compare(left, "ptx", right, "amdgcn")


def test_markdown_links_to_the_comparison_and_its_lines() -> None:
    text = summary.markdown(samples("flash_fwd"), "https://waves.example.org/c/abc")
    assert "[Side by side](https://waves.example.org/c/abc)" in text
    assert "](https://waves.example.org/c/abc?L=" in text
    assert "](https://waves.example.org/c/abc?R=" in text
    assert "](" not in summary.markdown(samples("flash_fwd"))


def test_both_sides_figures_stand_in_one_table() -> None:
    text = summary.markdown(samples("flash_fwd"))
    assert "| a round | 2.13 MFLOP, a workgroup | 2.13 MFLOP, a workgroup |" in text
    assert "| occupancy |  | 2 waves a SIMD |" in text
    assert "change" not in text


def test_two_builds_say_what_changed() -> None:
    text = summary.markdown(pair(EARLY, EARLY.replace(" s_waitcnt", " s_nop 0\n s_nop 0\n s_waitcnt")))
    assert "| instructions | 5 | 7 | +2 |" in text
    assert "| lines | 7 | 9 | +2 |" in text


def test_findings_are_part_of_it() -> None:
    broken = EARLY.replace(" s_waitcnt vmcnt(0)\n", "")
    text = summary.markdown(pair(EARLY, broken), "http://w/c/x")
    assert "- right line [4](http://w/c/x?R=4), error: v1 is read here before" in text
    assert "left line" not in text
    assert "lint finds no hazard" in summary.plain(pair(EARLY, EARLY))
