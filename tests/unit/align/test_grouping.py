import numpy as np

from app.align.grouping import Group, group


def _group(likelihood: list[list[float]], left: list[int], right: list[int]) -> list[Group]:
    return group(np.array(likelihood, np.float32), np.array(left, np.float32), np.array(right, np.float32))


def test_one_against_many() -> None:
    found = _group([[0.9, 0.8, 0.7]], [1], [64, 1, 1])
    assert [(each.left, each.right) for each in found] == [((0,), (0, 1, 2))]


def test_unlikely_pairs_stay_alone() -> None:
    assert _group([[0.2]], [1], [1]) == []


def test_a_member_that_disagrees_with_most_is_kept_out() -> None:
    # the second column is sure of the second row alone; joining both rows would leave it with a minority
    found = _group([[0.9, 0.0], [0.6, 0.9]], [10, 1], [1, 1])
    assert sorted((each.left, each.right) for each in found) == [((0,), (0,)), ((1,), (1,))]


def test_likelihood_of_a_group_is_the_mean_over_its_instructions() -> None:
    found = _group([[0.9, 0.6]], [2], [1, 3])
    assert abs(found[0].likelihood - (0.9 + 3 * 0.6) / 4) < 1e-6


def test_nothing_to_group() -> None:
    assert group(np.zeros((0, 0), np.float32), np.zeros(0, np.float32), np.zeros(0, np.float32)) == []
