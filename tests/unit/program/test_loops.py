import pytest

from tests.unit.program.toy import kernel, program

NEST = """
i = 0
OUTER:
j = 0
INNER:
j += 1
c < j 8
if c goto INNER
i += 1
d < i 4
if d goto OUTER
exit
"""


def test_nesting_and_lines() -> None:
    found = kernel(NEST)
    assert [(loop.depth, loop.line, loop.end_line) for loop in found.loops] == [(1, 2, 10), (2, 4, 7)]
    assert [loop.parent for loop in found.loops] == [None, 0]
    assert found.loops[0].children == (1,)
    assert [found.depth_of(index) for index in found.instructions] == [0, 1, 2, 2, 2, 1, 1, 1, 0]


def test_inner_blocks_belong_to_the_outer_loop_too() -> None:
    found = kernel(NEST)
    assert set(found.blocks_in(found.loops[1])) < set(found.blocks_in(found.loops[0]))


def test_two_jumps_back_make_one_loop() -> None:
    found = kernel("H:\na = 1\nif a goto H\nb = 1\nif b goto H\nexit")
    assert [(loop.header, loop.latches) for loop in found.loops] == [(0, (0, 1))]


def test_dominators() -> None:
    found = kernel("a = 1\nif a goto X\nb = 2\nX:\nexit")
    assert found.dominates(0, 2)
    assert not found.dominates(1, 2)


def test_irreducible_flow_is_said_and_is_no_loop() -> None:
    found = program("if a goto B\nA:\nx = 1\nB:\ny = 1\nif y goto A\nexit")
    assert found.kernels[0].loops == ()
    assert ["irreducible" in each.message for each in found.diagnostics] == [True]


def test_unreachable_block() -> None:
    found = kernel("exit\nDEAD:\na = 1\ngoto DEAD")
    assert found.nest.reachable == (True, False)
    assert found.loops == ()


def test_two_hundred_loops_deep() -> None:
    depth = 200
    text = "\n".join(
        [*(f"L{n}:" for n in range(depth)), "x += 1", *(f"if x goto L{n}" for n in reversed(range(depth)))]
    )
    found = kernel(text + "\nexit")
    assert max(loop.depth for loop in found.loops) == depth


@pytest.mark.parametrize(
    ("body", "trips"),
    [
        ("i = 0\nL:\ni += 1\nc < i 8\nif c goto L\nexit", 8),
        ("i = 0\nL:\nc < i 8\ni += 1\nif c goto L\nexit", 9),
        ("i = 0\nL:\ni += 3\nc < i 8\nif c goto L\nexit", 3),
        ("i = 8\nL:\ni += -2\nc != i 0\nif c goto L\nexit", 4),
        ("i = 8\nL:\ni += -2\nc == i 0\nunless c goto L\nexit", 4),
        ("i = 0\nL:\nc >= i 8\nif c goto E\ni += 1\ngoto L\nE:\nexit", 8),
        ("i = 0\nL:\ni += 1\nc > 8 i\nif c goto L\nexit", 8),
        ("n = 5\ni = 0\nL:\ni += 1\nc <= i n\nif c goto L\nexit", 6),
        ("z = 0\ni = z\nL:\nj = i\nj += 1\ni = j\nc < i 8\nif c goto L\nexit", 8),
        ("i = 0\nL:\ni += 3\nc != i 8\nif c goto L\nexit", None),
        ("i = 0\nL:\ni += 1\nc < i n\nif c goto L\nexit", None),
        ("L:\ni += 1\nc < i 8\nif c goto L\nexit", None),
    ],
)
def test_trips(body: str, trips: int | None) -> None:
    found = kernel(body)
    assert found.trips(found.loops[0]) == trips


def test_induction_of_a_bound_in_a_register() -> None:
    found = kernel("i = 0\nL:\ni += 2\nc < i n\nif c goto L\nexit")
    induction = found.inductions[0]
    assert (induction.register, induction.step, induction.start, induction.bound) == ("i", 2, 0, None)


def test_work_in_a_retry_loop_makes_it_a_loop() -> None:
    found = kernel("W:\nwait p\nx = 1\nunless p goto W\nexit")
    assert not found.is_spin(found.loops[0])
