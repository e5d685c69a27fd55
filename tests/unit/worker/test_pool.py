"""Whatever an analysis does, the service gets an answer in time and goes on."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from hashlib import sha256

import pytest

from app.errors import Busy, UnreadableInput
from app.pages.sheet import Spread
from app.worker import Limits, Pair, Pool, Text
from app.worker.pool import AnalysisFailed

LIMITS = Limits(processes=1, seconds=30, megabytes=1500, room=1000, waiting=2)
LEFT, RIGHT = b"v_add_f32 v0, v1, v2\ns_endpgm\n", b"v_mul_f32 v0, v1, v2\ns_endpgm\n"


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    made = Pool(LIMITS)
    yield made
    made.close()


def pair(left: bytes = LEFT, right: bytes = RIGHT) -> Pair:
    return Pair(*(Text(sha256(raw).hexdigest(), "a.s", "amdgcn") for raw in (left, right)))


def refuse() -> None:
    raise UnreadableInput("no", side="right", line=7)


def crash() -> None:
    os._exit(139)


def swallow() -> int:
    return len(bytearray(4 * 1024**3))


def recurse() -> None:
    recurse()


def lines(spread: Spread, more: int = 0) -> tuple[int, int]:
    comparison = spread.comparison
    return len(comparison.left.listing.source.lines) + more, os.getpid()


def test_it_answers_from_another_process(pool: Pool) -> None:
    assert pool.run(os.getpid) != os.getpid()
    assert pool.run(divmod, 7, 2) == (3, 1)


def test_a_mistake_of_the_user_comes_through_whole(pool: Pool) -> None:
    with pytest.raises(UnreadableInput) as caught:
        pool.run(refuse)
    assert (caught.value.detail, caught.value.side, caught.value.line) == ("no", "right", 7)


def test_a_fault_leaves_the_process_at_work(pool: Pool) -> None:
    before = pool.run(os.getpid)
    with pytest.raises(AnalysisFailed, match="ZeroDivisionError"):
        pool.run(divmod, 1, 0)
    with pytest.raises(AnalysisFailed, match="RecursionError"):
        pool.run(recurse)
    assert pool.run(os.getpid) == before


def test_memory_is_bounded(pool: Pool) -> None:
    with pytest.raises(Busy, match="memory"):
        pool.run(swallow)
    assert pool.run(divmod, 7, 2) == (3, 1)


def test_a_crash_is_survived(pool: Pool) -> None:
    with pytest.raises(Busy):
        pool.run(crash)
    assert pool.run(divmod, 7, 2) == (3, 1)


def test_a_pair_is_read_once_while_it_stays_open(pool: Pool) -> None:
    loads: list[str] = []

    def load() -> tuple[bytes, bytes]:
        loads.append("load")
        return LEFT, RIGHT

    first = pool.read(pair(), load, lines)
    assert pool.read(pair(), load, lines, more=5) == (first[0] + 5, first[1])
    assert loads == ["load"]


def test_what_was_longest_unused_makes_room(pool: Pool) -> None:
    loads: list[bytes] = []
    texts = [b"".join(b"v_add_f32 v%d, v1, v2\n" % (number % 9) for _ in range(450)) for number in range(3)]

    def read(number: int) -> None:
        def load() -> tuple[bytes, bytes]:
            loads.append(texts[number][:12])
            return texts[number], LEFT

        pool.read(pair(texts[number]), load, lines)

    for number in (0, 1, 0, 2, 0, 1):
        read(number)
    assert [each[10:12] for each in loads] == [b"v0", b"v1", b"v2", b"v1"]


def test_what_takes_too_long_is_stopped_and_replaced() -> None:
    pool = Pool(LIMITS._replace(seconds=3))
    try:
        before = pool.run(os.getpid)
        with pytest.raises(Busy, match="longer than 3 seconds"):
            pool.run(time.sleep, 600)
        with pytest.raises(ProcessLookupError):
            os.kill(before, 0)
        assert pool.run(divmod, 7, 2) == (3, 1)
    finally:
        pool.close()


def test_a_full_queue_turns_away() -> None:
    pool = Pool(LIMITS)
    go: list[threading.Thread] = []
    try:
        pool.run(os.getpid)
        go = [threading.Thread(target=pool.run, args=(time.sleep, 1.5)) for _ in range(3)]
        for each in go:
            each.start()
            time.sleep(0.1)
        with pytest.raises(Busy, match="Too many"):
            pool.run(os.getpid)
    finally:
        for each in go:
            each.join()
        pool.close()


def test_its_processes_end_with_it() -> None:
    pool = Pool(LIMITS)
    worker = pool.run(os.getpid)
    pool.close()
    for _ in range(100):
        try:
            os.waitpid(worker, os.WNOHANG)
            os.kill(worker, 0)
        except (ProcessLookupError, ChildProcessError):
            return
        time.sleep(0.05)
    pytest.fail("the process is still there")
