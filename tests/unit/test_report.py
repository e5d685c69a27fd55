"""The JSON of a comparison keeps the contract's promises."""

from __future__ import annotations

from app.align.links import Alignment, Basis, Link
from app.comparison import Comparison, Side, compare
from app.listing import open_source
from app.operations import Relation
from app.report import joined, report
from app.samples import sample

TWO_ON_A_LINE = b"add.f32 %f0, %f1, %f2; mul.f32 %f3, %f0, %f0;\nsub.f32 %f4, %f0, %f0;\nret;\n"


def link(left: tuple[int, ...], right: tuple[int, ...], confidence: float) -> Link:
    return Link(left, right, "float.add", Relation.EXACT, Basis.STRUCTURE, confidence, "because")


def opened(raw: bytes) -> Side:
    seen = open_source(raw, "a.ptx", isa="ptx")
    return compare(seen.source, seen.isa, seen.source, seen.isa).left


def test_of_two_links_on_one_line_the_surer_one_has_it() -> None:
    side = opened(TWO_ON_A_LINE)
    statements = side.listing.statements
    assert [each.line for each in statements[:3]] == [1, 1, 2]
    found = joined([link((0, 2), (0,), 0.4), link((1,), (2,), 0.9)], statements, statements)
    assert [(ours, theirs) for _, ours, theirs in found] == [([2], [1]), ([1], [2])]


def test_a_link_that_loses_a_side_is_left_out_and_its_lines_are_unpaired() -> None:
    side = opened(TWO_ON_A_LINE)
    alignment = Alignment((), (link((0,), (2,), 0.4), link((1,), (1,), 0.9)))
    values = report(Comparison(side, side, alignment))
    assert [(each["left"], each["right"]) for each in values["links"]] == [([1], [1])]
    assert values["unpaired"] == {"left": [2, 3], "right": [2, 3]}


def test_the_shape_is_the_contract_s() -> None:
    entry = sample("tcgen05_mfma")
    left, right = (open_source(path.read_bytes(), path.name) for path in (entry.left, entry.right))
    values = report(compare(left.source, left.isa, right.source, right.isa))
    assert {"left", "right", "links", "unpaired"} <= set(values)
    for side in ("left", "right"):
        assert {"isa", "target", "name", "lines", "kernels", "diagnostics"} <= set(values[side])
        assert all(set(each) == {"name", "line", "end_line"} for each in values[side]["kernels"])
        assert all(set(each) == {"line", "severity", "message"} for each in values[side]["diagnostics"])
        assert values[side]["target"] is None
        assert values[side]["lines"] == 9
    assert values["links"]
    for each in values["links"]:
        assert {"left", "right", "operation", "relation", "basis", "confidence"} <= set(each)
        assert each["relation"] in ("exact", "same_role", "analogue")
        assert each["basis"] in ("loc", "structure")
        assert 0 <= each["confidence"] <= 1
        assert each["left"] == sorted(set(each["left"]))
        assert each["right"] == sorted(set(each["right"]))
    for side in ("left", "right"):
        lines = [line for each in values["links"] for line in each[side]] + values["unpaired"][side]
        assert sorted(lines) == list(range(1, 10))
