from app.program.values import follow
from tests.unit.program.toy import kernel


def test_last_write_in_the_block_answers() -> None:
    found = kernel("a = 1\na = 2\nb = a\nexit")
    assert found.definitions(2) == {"a": (1,)}
    assert found.uses(1) == (2,)
    assert found.uses(0) == ()


def test_both_ways_into_a_join() -> None:
    found = kernel("a = 1\nif c goto X\na = 2\nX:\nb = a\nexit")
    assert found.definitions(4) == {"a": (0, 2)}


def test_round_the_loop() -> None:
    found = kernel("a = 0\nL:\nb = a\na = b\nif a goto L\nc = a\nexit")
    assert found.definitions(2) == {"a": (0, 3)}
    assert found.definitions(5) == {"a": (3,)}
    assert found.uses(3) == (2, 4, 5)


def test_partial_write_keeps_the_old_one() -> None:
    found = kernel("a = 1\na ?= 2\na ?= 3\nb = a\nexit")
    assert found.definitions(3) == {"a": (0, 1, 2)}
    assert found.feeders(3) == (0, 1, 2)


def test_never_written() -> None:
    assert kernel("b = a\nexit").definitions(0) == {"a": ()}


def test_long_run_of_partial_writes() -> None:
    found = kernel("\n".join(["a ?= 1"] * 30_000) + "\nb = a\nexit")
    assert len(found.feeders(30_000)) == 30_000


def test_bound_on_work_is_openly_met() -> None:
    found = kernel("a = 1\n" + "".join(f"if c goto L{n}\nb = 1\nL{n}:\n" for n in range(50)) + "d = a\nexit")
    assert follow(found.blocks, found._in_block, work=10).complete is False
    assert found.not_analysed == ""


def test_live_registers_and_their_peak() -> None:
    found = kernel("v1 = 1\nv2 = 2\nv3 = v1 v2\nv4 = v3\nexit")
    assert found.live_after(1) == {"v1", "v2"}
    assert found.live_after(2) == {"v3"}
    assert found.live_after(3) == frozenset()
    assert found.pressure["v"].registers == 2
    assert found.pressure["v"].at == 1


def test_live_round_a_loop() -> None:
    found = kernel("a = 0\nL:\nb = 1\nc = a b\nif c goto L\nexit")
    assert "a" in found.live_after(3)
    assert "b" not in found.live_after(3)
