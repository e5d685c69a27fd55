"""The kernel's source beside both sides: what each of its lines became, and what is said where that is not known."""

from __future__ import annotations

from functools import cache

import pytest

from app.comparison import compare
from app.pages.annotation import Annotation, about
from app.pages.comparison import comparison_page
from app.pages.lineage import Lineage
from app.pages.sheet import Spread
from app.pages.source_note import SourceNote
from app.pages.source_pane import SourcePane
from app.pages.view import Fold, Span, View
from app.samples import sample
from app.sources import read_source

DOT = 20
"""The line of the flash attention kernel with its first matrix product."""


@cache
def spread(text: bytes | None = None, name: str = "kernel.py", sample_name: str = "flash_fwd") -> Spread:
    entry = sample(sample_name)
    left, right = (read_source(path.read_bytes(), path.name) for path in (entry.left, entry.right))
    if text is None:
        assert entry.source is not None
        text = entry.source.read_bytes()
    return Spread(compare(left, "ptx", right, "amdgcn"), read_source(text, name))


def lineage(opened: Spread) -> Lineage:
    assert opened.lineage is not None
    return opened.lineage


def pane(opened: Spread, view: View) -> SourcePane:
    found = comparison_page(opened, "/c/x", view, title="", url="").source
    assert found is not None
    return found


def test_a_line_became_what_does_its_work_on_both_sides() -> None:
    found = lineage(spread())
    assert "tl.dot(tq, tk)" in found.source.lines[DOT - 1]
    left, right = spread().columns
    mnemonics = {left.side.listing.statements[left.statements[line]].name for line in found.became("L", DOT)}
    assert any(name.startswith("tcgen05.mma") for name in mnemonics)
    assert not any(name.startswith("cp.async.cg") for name in mnemonics)
    others = {right.side.listing.statements[right.statements[line]].name for line in found.became("R", DOT)}
    assert any(name.startswith("v_mfma") for name in others)


def test_every_instruction_with_a_known_line_is_counted_once() -> None:
    found = lineage(spread())
    for column in spread().columns:
        lines = [line for became in found.table[column.letter].values() for line in became]
        assert len(lines) == len(set(lines))
        assert all(found.origins[column.letter][line] for line in lines)


def test_what_is_inlined_counts_for_the_line_that_calls_it() -> None:
    reduction = next(n for n, line in enumerate(lineage(spread()).source.lines, 1) if "tl.max(" in line)
    assert lineage(spread()).became("L", reduction)
    assert lineage(spread()).became("R", reduction)


def test_a_selected_source_line_marks_itself_and_what_it_became() -> None:
    view = View(fold=Fold.ALL, source=Span(DOT, DOT))
    rows = {row.line: row for row in pane(spread(), view).rows}
    assert rows[DOT].css == "sel"
    assert "sel" not in rows[DOT + 1].css
    page = comparison_page(spread(), "/c/x", view, title="", url="http://a/c/x")
    cells = [cell for window in page.windows for cell in window.left if cell.line]
    marked = {cell.line for cell in cells if "grp" in cell.css}
    assert marked
    assert marked <= set(lineage(spread()).became("L", DOT))
    assert f"kernel.py {DOT}: s = tl.dot(tq, tk)" in page.meta.description


def test_a_selected_line_marks_the_source_it_comes_from() -> None:
    line = lineage(spread()).became("R", DOT)[0]
    rows = {row.line: row for row in pane(spread(), View(right=Span(line, line))).rows}
    assert [number for number, row in rows.items() if row.css] == [DOT]


def test_the_panel_of_an_instruction_names_its_source_line() -> None:
    line = lineage(spread()).became("L", DOT)[0]
    found = about(spread(), "/c/x", View(left=Span(line, line)))
    assert isinstance(found, Annotation)
    place = found.places[-1]
    assert place.jump is not None
    assert (place.jump.side, place.jump.line) == ("S", DOT)
    assert "tl.dot(tq, tk)" in place.code


def test_the_panel_of_a_source_line_says_what_it_became() -> None:
    found = about(spread(), "/c/x", View(source=Span(DOT, DOT)))
    assert isinstance(found, SourceNote)
    left, right = found.parts
    assert left.kinds[0].mnemonic.startswith("tcgen05.mma")
    assert right.kinds[0].mnemonic.startswith("v_mfma")
    for part, letter in zip(found.parts, "LR", strict=True):
        assert part.number == len(lineage(spread()).became(letter, DOT))
        assert part.number == part.rest + sum(kind.number for kind in part.kinds)
    assert "tl.dot(tq, tk)" in found.markdown
    assert found.markdown.endswith("{url}")


def test_a_line_that_is_not_there_has_no_panel() -> None:
    assert about(spread(), "/c/x", View(source=Span(5000, 5000))) is None


@pytest.mark.parametrize(
    ("text", "name", "remark"),
    [
        (b"x\n" * 5, "kernel.py", "another version"),
        (b"x\n" * 50, "other.py", "name kernel.py, standard.py, not this file"),
    ],
)
def test_a_source_that_does_not_fit_says_so(text: bytes, name: str, remark: str) -> None:
    assert remark in lineage(spread(text, name)).remark


def test_sides_without_line_tables_say_so() -> None:
    entry = sample("tcgen05_mfma")
    left, right = (read_source(path.read_bytes(), path.name) for path in (entry.left, entry.right))
    opened = Spread(compare(left, "ptx", right, "amdgcn"), read_source(b"def kernel(): pass\n", "kernel.py"))
    found = pane(opened, View())
    assert "Neither side has a line table" in found.remark
    assert [row.line for row in found.rows] == [1]


def test_the_one_file_that_the_line_tables_name_is_taken_under_another_name() -> None:
    entry = sample("vadd")
    assert entry.source is not None
    opened = spread(entry.source.read_bytes(), "pasted text", "vadd")
    assert lineage(opened).remark == "Taken for kernel.py, the one file that the line tables name."
    assert lineage(opened).table["L"]


def test_of_a_long_source_what_leads_somewhere_is_shown() -> None:
    entry = sample("flash_fwd")
    assert entry.source is not None
    opened = spread(entry.source.read_bytes() + b"# more\n" * 5000)
    rows = pane(opened, View()).rows
    assert len(rows) < 100
    assert DOT in {row.line for row in rows if not row.skipped}
    shown = sum(row.skipped or 1 for row in rows)
    assert shown == len(lineage(opened).source.lines)


def test_the_source_reads_as_it_was_sent() -> None:
    found = lineage(spread())
    assert ["".join(ink.text for ink in line) for line in found.painted] == list(found.source.lines)


def test_a_comparison_without_source_ignores_what_a_link_says_of_it() -> None:
    entry = sample("vadd")
    left, right = (read_source(path.read_bytes(), path.name) for path in (entry.left, entry.right))
    opened = Spread(compare(left, "ptx", right, "amdgcn"))
    page = comparison_page(opened, "/c/x", View(source=Span(3, 3), side="S", pane="1"), title="", url="")
    assert (page.source, page.pane, page.side, page.focus) == (None, "", "L", "")
    assert about(opened, "/c/x", View(source=Span(3, 3))) is None
