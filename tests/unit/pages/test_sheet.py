"""Folding, rows, ribbons, search and annotation of one small pair."""

from __future__ import annotations

import re
from functools import cache
from urllib.parse import parse_qsl

import pytest

from app.comparison import compare
from app.pages.annotation import Annotation, about
from app.pages.column import Rank
from app.pages.comparison import comparison_page, rows_partial
from app.pages.folds import Form
from app.pages.reasons import reasons
from app.pages.ribbons import ROW, ribbons
from app.pages.search import search
from app.pages.sheet import WINDOW, Spread
from app.pages.view import Fold, Span, View, read_view
from app.samples import sample
from app.sources import read_source
from tests.unit.pages.conftest import AMD, PTX


@cache
def attention() -> Spread:
    pair = sample("flash_fwd")
    left, right = (read_source(path.read_bytes(), path.name) for path in (pair.left, pair.right))
    return Spread(compare(left, "ptx", right, "amdgcn"))


def shown(spread: Spread, letter: str, **view: str) -> list[tuple[Form, int, int]]:
    sheet = spread.sheet(spread.settled(read_view(view)))
    return [(unit.form, unit.first, unit.last) for unit in sheet.half(letter).units]


@pytest.mark.parametrize("fold", Fold)
@pytest.mark.parametrize("letter", "LR")
def test_rows_hold_every_unit_once_and_in_order(spread: Spread, fold: Fold, letter: str) -> None:
    sheet = spread.sheet(read_view({"fold": fold}))
    at = [row.left if letter == "L" else row.right for row in sheet.rows]
    assert [unit for unit in at if unit >= 0] == list(range(len(sheet.half(letter).units)))


def test_all_shows_each_line(spread: Spread) -> None:
    assert [first for _, first, _ in shown(spread, "L", fold="all")] == list(range(1, 21))


def test_no_debug_drops_directives(spread: Spread) -> None:
    lines = {first for _, first, _ in shown(spread, "L", fold="code")}
    assert 6 not in lines
    assert {4, 9, 12, 19} <= lines


def test_address_arithmetic_folds_and_runs_are_counted(spread: Spread) -> None:
    units = shown(spread, "L", fold="math")
    assert (Form.FOLD, 8, 11) in units or (Form.FOLD, 9, 11) in units or (Form.FOLD, 5, 11) in units
    assert (Form.RUN, 13, 15) in units


def test_an_integer_that_is_stored_is_no_address(spread: Spread) -> None:
    ranks = spread.columns[0].ranks
    assert ranks[16] == Rank.WORK
    assert ranks[10] == Rank.ADDRESS


def test_a_run_opens_and_a_selected_line_inside_it_opens_it(spread: Spread) -> None:
    assert (Form.LINE, 14, 14) in shown(spread, "L", fold="math", open="L13")
    assert (Form.LINE, 14, 14) in shown(spread, "L", fold="math", L="14")


def test_a_skeleton_holds_key_operations_and_loops_alone() -> None:
    opened = attention()
    sheet = opened.sheet(read_view({"fold": "skeleton"}))
    assert len(sheet.rows) < 150 < len(opened.columns[0].lines) / 15
    for half in (sheet.left, sheet.right):
        ranks = half.column.ranks
        assert all(ranks[line] == Rank.KEY for unit in half.units for line in unit.members)
        key = [line for line in range(1, len(half.column.lines) + 1) if ranks[line] == Rank.KEY]
        assert sorted(line for unit in half.units for line in unit.members) == key


def test_a_skeleton_opens_where_it_hides() -> None:
    opened = attention()
    sheet = opened.sheet(read_view({"fold": "skeleton"}))
    unit = next(each for each in sheet.left.units if each.hidden > 3)
    name = f"L{unit.last + 1}"
    wider = opened.sheet(read_view({"fold": "skeleton", "open": name}))
    assert wider.left.unit_of[unit.last + 1] >= 0
    assert len(wider.left.units) >= len(sheet.left.units) + unit.hidden


def test_what_is_repeated_stands_on_one_row_with_its_companions() -> None:
    name = "s_waitcnt"
    text = AMD.replace(b"\ts_endpgm\n", b"\ts_waitcnt lgkmcnt(0)\n\tds_write_b32 v1, v2\n" * 4 + b"\ts_endpgm\n")
    opened = Spread(compare(read_source(PTX, "sum.ptx"), "ptx", read_source(text, "sum.s"), "amdgcn"))
    half = opened.sheet(read_view({"fold": "skeleton"})).right
    runs = [(unit.size, unit.what) for unit in half.units if unit.form is Form.RUN and unit.what]
    assert runs == [(4, f"with {name}")]
    first = next(unit.first for unit in half.units if unit.what)
    inner = opened.sheet(opened.settled(read_view({"fold": "skeleton", "R": str(first + 3)}))).right
    assert inner.units[inner.unit_of[first + 3]].form is Form.LINE


@pytest.mark.parametrize("fold", Fold)
@pytest.mark.parametrize("span", ["6", "8", "9-11", "14", "5-20"])
def test_selected_lines_always_have_a_row(spread: Spread, fold: Fold, span: str) -> None:
    view = spread.settled(read_view({"fold": fold, "L": span}))
    half = spread.sheet(view).left
    assert view.left is not None
    for line in range(view.left.first, min(view.left.last, 20) + 1):
        unit = half.units[half.unit_of[line]]
        assert half.unit_of[line] >= 0
        assert unit.form is Form.LINE or unit.first == line


def test_windows_asked_for_later_fit_the_page_that_opened_a_fold(spread: Spread) -> None:
    page = comparison_page(spread, "/c/x", read_view({"fold": "skeleton", "L": "10"}), title="", url="")
    again = rows_partial(spread, "/c/x", read_view(dict(parse_qsl(page.query))), 0)
    assert [cell.line for cell in again.windows[0].left] == [cell.line for cell in page.windows[0].left]


def test_linked_operations_share_a_row_at_every_level(spread: Spread) -> None:
    for fold in Fold:
        sheet = spread.sheet(read_view({"fold": fold}))
        assert sheet.left.row(13) == sheet.right.row(9)


def test_ribbons_stay_in_the_rows_they_join(spread: Spread) -> None:
    sheet = spread.sheet(read_view({"fold": "code"}))
    drawn = [strand for found in ribbons(sheet, WINDOW).strands.values() for strand in found]
    assert drawn
    for strand in drawn:
        joint = sheet.joints[strand.link]
        assert joint is not None
        rows = [sheet.left.row_of[at] for at in joint.left] + [sheet.right.row_of[at] for at in joint.right]
        heights = [float(y) for y in re.findall(r"M0 ([\d.]+)|V([\d.]+)", strand.path)[0] if y]
        assert min(rows) * ROW <= min(heights) <= (max(rows) + 1) * ROW


def test_a_ribbon_across_two_windows_is_drawn_in_both() -> None:
    sheet = attention().sheet(read_view({"fold": "math"}))
    drawn = ribbons(sheet, WINDOW).strands
    across = [(strand, at) for at, found in drawn.items() for strand in found if strand.bottom // WINDOW > at]
    assert across
    for strand, at in across:
        assert strand in drawn[at + 1]


def test_a_remark_stands_in_one_window() -> None:
    sheet = attention().sheet(read_view({"fold": "skeleton"}))
    found = reasons(sheet)
    assert found
    for (letter, row), text in found.items():
        rows = range(row, row + -(-len(text) // 46))
        assert len({each // WINDOW for each in rows}) == 1
        assert all((sheet.rows[each].left if letter == "L" else sheet.rows[each].right) < 0 for each in rows)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ex2", ["L13", "L14", "L15"]),
        ("EX2 ", ["L13", "L14", "L15"]),
        ("/v_exp.*v4$/", ["R11"]),
        ("op:special", ["L13", "L14", "L15", "R9", "R10", "R11"]),
        ("wait:", ["R6", "R8"]),
        ("reg:v3", ["R9", "R10"]),
        ("reg:s1", ["R4", "R7", "R12"]),
        ("op:wait vmcnt", ["R8"]),
        ("nothing like it", []),
    ],
)
def test_a_search_finds_lines(spread: Spread, query: str, found: list[str]) -> None:
    assert [f"{hit.letter}{hit.line}" for hit in search(query.strip(), spread.columns).hits] == found


@pytest.mark.parametrize("query", ["/(a+)+$/", "/(/", r"/(.)\1/"])
def test_a_pattern_that_is_wrong_or_could_take_for_ever_is_refused(spread: Spread, query: str) -> None:
    found = search(query, spread.columns)
    assert found.error
    assert not found.hits


def test_a_wait_names_what_it_waits_for(spread: Spread) -> None:
    wait = about(spread, "/c/x", read_view({"R": "8"}))
    load = about(spread, "/c/x", read_view({"R": "7"}))
    assert wait is not None
    assert load is not None
    assert [jump.line for row in wait.waits for jump in row.jumps] == [7]
    assert [jump.line for jump in load.covered] == [8]


def test_operands_name_their_definitions_and_results_their_readers(spread: Spread) -> None:
    found = about(spread, "/c/x", read_view({"L": "13", "fold": "code"}))
    assert found is not None
    assert [jump.line for operand in found.operands for jump in operand.definitions] == [12]
    assert [jump.line for jump in found.readers] == [14]
    assert found.readers[0].href == "/c/x?fold=code&L=14"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (".visible .entry flash_fwd(", "The kernel flash_fwd begins here."),
        ("$L__func_begin0:", "A label that no branch"),
        (".reg .pred", "Declares virtual registers"),
        ("$L__BB0_8:", "A label: a place that branches go to."),
    ],
)
def test_what_is_no_instruction_is_explained_too(text: str, says: str) -> None:
    opened = attention()
    lines = opened.columns[0].lines
    at = next(n for n, each in enumerate(lines, 1) if each.strip().startswith(text))
    found = about(opened, "/c/x", View(left=Span(at, at)))
    assert isinstance(found, Annotation)
    assert found.summary.startswith(says)


def test_a_line_that_is_not_there_has_no_annotation(spread: Spread) -> None:
    assert about(spread, "/c/x", read_view({"L": "4000"})) is None


def test_a_window_on_its_own_is_the_window_of_the_page(spread: Spread) -> None:
    view = read_view({"fold": "all", "L": "12"})
    whole = comparison_page(spread, "/c/x", view, title="", url="")
    assert rows_partial(spread, "/c/x", view, 0).windows[0] == whole.windows[0]


def test_a_preview_carries_targets_and_lines(spread: Spread) -> None:
    page = comparison_page(spread, "/c/x", read_view({"L": "12"}), title="", url="http://here/c/x")
    assert page.meta.title == "sum · sm_90a and gfx950"
    assert "ld.global.f32" in page.meta.description
