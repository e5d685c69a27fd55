"""A database URL → an engine whose schema is the current one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from app.errors import UserError

_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x77617270
"""Names the PostgreSQL advisory lock under which one process at a time migrates."""
_PRAGMAS = ("busy_timeout=10000", "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "secure_delete=ON")


class StoreUnavailable(UserError):
    """The database can't be reached or used."""

    title = "The store is not available"
    status = 503


def open_engine(url: str) -> Engine:
    """Connects, makes the directory of an SQLite file, and brings the schema up to date.

    Raises ``StoreUnavailable``, with the reason, when that can't be done.
    """
    try:
        place = make_url(url)
        if place.get_backend_name() == "sqlite":
            if place.database:
                Path(place.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            engine = create_engine(place, pool_size=8, max_overflow=32)
            event.listen(engine, "connect", _prepare_sqlite)
        else:
            engine = create_engine(place, pool_size=8, max_overflow=8, pool_pre_ping=True)
        _migrate(engine)
    except (SQLAlchemyError, OSError, ImportError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise StoreUnavailable(f"The store can't be opened: {reason}.") from error
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(engine: Engine) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise StoreUnavailable("The store was written by a newer version of Warpwave.") from error
