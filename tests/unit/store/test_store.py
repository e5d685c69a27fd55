"""What is saved comes back unaltered, is kept once, and is gone for good when it is deleted or over."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from app.errors import Forbidden, Gone, NotFound
from app.store import Store, Upload
from app.store.identifiers import ALPHABET, LENGTH, new_identifier

PTX = Upload(b"\xef\xbb\xbf.version 8.6\r\n.target sm_100a\r\n\x0b", "kernel.ptx", "ptx")
GCN = Upload(b"s_endpgm\n" * 5000, "kernel.s", "amdgcn")


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "warpwave.db"


@pytest.fixture
def store(path: Path, clock: Clock) -> Store:
    return Store(f"sqlite:///{path}", clock=clock)


def count(path: Path, table: str) -> int:
    with sqlite3.connect(path) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def test_a_comparison_comes_back_as_it_was_saved(store: Store) -> None:
    saved = store.save(PTX, GCN, title="Ünïcode title", expires_in=60).stored
    found = store.find(saved.id)
    assert found == saved
    assert (found.title, found.left.name, found.right.isa) == ("Ünïcode title", "kernel.ptx", "amdgcn")
    assert found.expires_at is not None
    assert (found.expires_at - found.created_at).total_seconds() == 60
    assert store.raw(found.left.digest) == PTX.raw
    assert store.raw(found.right.digest) == GCN.raw


def test_the_kernels_source_is_kept_and_removed_with_its_comparison(store: Store, path: Path) -> None:
    source = Upload(b"def kernel(): pass\n", "kernel.py", "")
    receipt = store.save(PTX, GCN, source=source)
    assert store.find(receipt.stored.id) == receipt.stored
    assert receipt.stored.source is not None
    assert receipt.stored.source.name == "kernel.py"
    assert store.raw(receipt.stored.source.digest) == source.raw
    other = store.save(PTX, GCN).stored
    assert other.source is None
    store.delete(receipt.stored.id, receipt.token)
    with pytest.raises(Gone):
        store.raw(receipt.stored.source.digest)
    assert store.raw(other.left.digest) == PTX.raw
    store.close()
    assert b"kernel.py" not in b"".join(each.read_bytes() for each in path.parent.iterdir())


def test_a_link_survives_a_restart(path: Path, clock: Clock) -> None:
    first = Store(f"sqlite:///{path}", clock=clock)
    saved = first.save(PTX, GCN).stored
    first.close()
    again = Store(f"sqlite:///{path}", clock=clock)
    assert again.find(saved.id) == saved
    assert again.raw(saved.left.digest) == PTX.raw


def test_a_source_is_kept_once_and_compressed(store: Store, path: Path) -> None:
    store.save(PTX, GCN)
    store.save(GCN, PTX)
    store.save(GCN, GCN)
    assert count(path, "sources") == 2
    with sqlite3.connect(path) as connection:
        packed = connection.execute("SELECT length(packed) FROM sources ORDER BY size DESC").fetchone()[0]
    assert packed < len(GCN.raw) / 20


def test_identifiers_are_random_and_unambiguous() -> None:
    made = {new_identifier() for _ in range(2000)}
    assert len(made) == 2000
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert LENGTH * 5 >= 60
    assert not set("0Oo1lI") & set(ALPHABET)
    assert all(re.fullmatch(f"[{ALPHABET}]{{{LENGTH}}}", each) for each in made)


def test_the_token_is_not_in_the_store(store: Store, path: Path) -> None:
    receipt = store.save(PTX, GCN)
    store.close()
    kept = b"".join(each.read_bytes() for each in path.parent.iterdir())
    assert receipt.stored.id.encode() in kept
    assert receipt.token.encode() not in kept


def test_deleting_wants_the_token_and_removes_what_was_sent(store: Store, path: Path) -> None:
    receipt = store.save(PTX, GCN, title="secret")
    for wrong in ("", "x", receipt.token[:-1], receipt.token + "x", "\udc80"):
        with pytest.raises(Forbidden):
            store.delete(receipt.stored.id, wrong)
    store.delete(receipt.stored.id, receipt.token)
    for again in (lambda: store.find(receipt.stored.id), lambda: store.delete(receipt.stored.id, receipt.token)):
        with pytest.raises(Gone, match="deleted"):
            again()
    with pytest.raises(Gone):
        store.raw(receipt.stored.left.digest)
    assert count(path, "sources") == 0
    assert count(path, "comparisons") == 1
    store.close()
    assert b"secret" not in b"".join(each.read_bytes() for each in path.parent.iterdir())


def test_a_source_stays_while_another_comparison_has_it(store: Store) -> None:
    first, second = store.save(PTX, GCN), store.save(PTX, PTX)
    store.delete(first.stored.id, first.token)
    assert store.raw(second.stored.left.digest) == PTX.raw
    with pytest.raises(Gone):
        store.raw(first.stored.right.digest)


def test_what_is_over_is_gone_before_and_after_the_sweep(store: Store, clock: Clock, path: Path) -> None:
    short, long = store.save(PTX, GCN, expires_in=10).stored, store.save(PTX, PTX).stored
    assert store.sweep() == 0
    clock.now += 10
    with pytest.raises(Gone, match="limited time"):
        store.find(short.id)
    assert store.sweep() == 1
    assert store.sweep() == 0
    with pytest.raises(Gone, match="limited time"):
        store.find(short.id)
    assert store.find(long.id) == long
    assert count(path, "sources") == 1


@pytest.mark.parametrize("name", ["", "nope", "2" * 13, "a" * 500, "../../etc", "' OR 1=1 --", "\x00", "é" * 13])
def test_a_wrong_name_is_not_found(store: Store, name: str) -> None:
    with pytest.raises(NotFound):
        store.find(name)


def test_readiness_follows_the_database(store: Store, path: Path) -> None:
    assert store.is_reachable()
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE comparisons")
    assert not store.is_reachable()
