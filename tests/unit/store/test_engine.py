"""The migrations lead to the schema that the code uses, and a store of another version says so."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

from app.store import Store, Upload
from app.store.engine import _MIGRATIONS, StoreUnavailable, open_engine
from app.store.schema import metadata


def test_the_migrations_make_the_schema(tmp_path: Path) -> None:
    with open_engine(f"sqlite:///{tmp_path / 'a.db'}").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_store_of_an_earlier_version_keeps_what_it_holds(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    saved = Store(url).save(Upload(b"ret;", "a.ptx", "ptx"), Upload(b"s_endpgm", "b.s", "amdgcn")).stored
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    with open_engine(url).connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        connection.commit()
    with sqlite3.connect(tmp_path / "a.db") as plain:
        assert "source_digest" not in {row[1] for row in plain.execute("PRAGMA table_info(comparisons)")}
    again = Store(url)
    assert again.find(saved.id) == saved
    assert again.raw(saved.left.digest) == b"ret;"


def test_sqlite_is_set_up_for_readers_beside_a_writer(tmp_path: Path) -> None:
    with open_engine(f"sqlite:///{tmp_path / 'a.db'}").connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "foreign_keys")
        }
    assert pragmas == {"journal_mode": "wal", "foreign_keys": 1}


def test_a_newer_store_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    open_engine(f"sqlite:///{path}").dispose()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreUnavailable, match="newer version"):
        open_engine(f"sqlite:///{path}")


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////proc/none/a.db", "nosuch://host/name"])
def test_a_wrong_address_is_a_sentence(url: str) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        open_engine(url)
    assert "\n" not in caught.value.detail


def test_a_file_that_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"not a database at all, but long enough to be looked at as one" * 20)
    with pytest.raises(StoreUnavailable, match="not a database"):
        open_engine(f"sqlite:///{path}")


def test_processes_that_start_at_once_agree(tmp_path: Path) -> None:
    code = f"from app.store.engine import open_engine; open_engine('sqlite:///{tmp_path / 'a.db'}')"
    started = [subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) for _ in range(3)]
    assert [(each.communicate()[1], each.returncode) for each in started] == [(b"", 0)] * 3
