"""What stands around barriers: memory operations, up to the next barrier that has some between."""

from __future__ import annotations

from app.align.ordering import surroundings, tell

KIND = ["shared_store", "add", "barrier", "shared_load", "", "barrier", "wait", "atomic"]
WORK = [0, 1, 2, 3, 5, 6, 7]


def test_nearest_first_and_only_what_touches_memory() -> None:
    found = surroundings(["load", "shared_store", "barrier", "shared_load", "store"], [0, 1, 2, 3, 4])
    assert found.above == {2: (1, 0)}
    assert found.below == {2: (3, 4)}


def test_a_barrier_ends_what_belongs_to_the_next() -> None:
    found = surroundings(KIND, WORK)
    assert found.above == {2: (0,), 5: (3,), 6: (3,)}
    assert found.below == {2: (3,), 5: (7,), 6: (7,)}


def test_barriers_take_their_facts_from_around() -> None:
    own = [1, 2, 4, 8, 0, 4, 16, 32]
    facts = {name: [0] * len(KIND) for name in ("up", "down", "before", "after")}
    facts["up"][3] = 64
    tell(surroundings(KIND, WORK), facts, own)
    assert [facts["up"][2], facts["down"][2], facts["after"][2]] == [1, 8, 64]
    assert [facts["up"][5], facts["before"][5], facts["down"][5]] == [8, 64, 32]
