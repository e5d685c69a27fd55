from hypothesis import given
from hypothesis import strategies as st

from app.align.rows import Row, lay_out


def test_linked_lines_share_a_row_and_gaps_are_no_larger_than_needed() -> None:
    assert lay_out([((3,), (1,)), ((4,), (4,))], range(1, 6), range(1, 6)) == (
        Row(1, None),
        Row(2, None),
        Row(3, 1),
        Row(None, 2),
        Row(None, 3),
        Row(4, 4),
        Row(5, 5),
    )


def test_crossing_links_do_not_move_lines() -> None:
    found = lay_out([((1,), (3,)), ((2,), (1,)), ((3,), (2,))], range(1, 4), range(1, 4))
    assert Row(2, 1) in found
    assert Row(3, 2) in found
    assert Row(1, 3) not in found


def test_few_spread_over_many() -> None:
    found = lay_out([((1, 2), (1, 2, 3, 4))], range(1, 3), range(1, 5))
    assert found == (Row(1, 1), Row(None, 2), Row(2, 3), Row(None, 4))


def test_lines_that_are_not_shown_anchor_nothing() -> None:
    assert lay_out([((2,), (9,))], (1, 3), (8, 9)) == (Row(1, 8), Row(3, 9))


def test_nothing_to_lay_out() -> None:
    assert lay_out([], (), ()) == ()
    assert lay_out([], (1,), ()) == (Row(1, None),)


lines = st.lists(st.integers(1, 60), unique=True, min_size=1, max_size=20).map(sorted)


@given(lines, lines, st.lists(st.tuples(lines, lines), max_size=12))
def test_every_line_once_and_in_order(
    left: list[int], right: list[int], groups: list[tuple[list[int], list[int]]]
) -> None:
    found = lay_out(groups, left, right)
    assert [row.left for row in found if row.left is not None] == left
    assert [row.right for row in found if row.right is not None] == right
    assert Row(None, None) not in found


def test_a_hundred_thousand_lines_with_every_link_crossing() -> None:
    size = 100_000
    groups = [((line,), (size + 1 - line,)) for line in range(1, size + 1)]
    assert len(lay_out(groups, range(1, size + 1), range(1, size + 1))) == 2 * size - 1
