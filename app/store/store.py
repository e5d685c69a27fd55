"""Saving, finding and removing comparisons; their raw sources are kept once each and never altered."""

from __future__ import annotations

import hashlib
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, exists, insert, or_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from app.errors import Forbidden, Gone, NotFound
from app.store.engine import open_engine
from app.store.identifiers import fits, is_identifier, new_identifier, new_token, seal
from app.store.schema import comparisons, sources

_TEXTS = ("left", "right", "source")
"""What a comparison may hold, as the columns are called."""


class Upload(NamedTuple):
    """One side to be saved, or the source of both."""

    raw: bytes
    name: str
    isa: str
    """Empty for a source."""


class StoredSide(NamedTuple):
    """One side as saved; ``digest`` names its bytes."""

    digest: str
    name: str
    isa: str


class StoredSource(NamedTuple):
    """The kernel's source as saved."""

    digest: str
    name: str


@dataclass(frozen=True, slots=True)
class Stored:
    """One comparison as saved."""

    id: str
    title: str
    left: StoredSide
    right: StoredSide
    source: StoredSource | None
    created_at: datetime
    expires_at: datetime | None


class Receipt(NamedTuple):
    """What the sender gets: the comparison, and the only copy of the token that deletes it."""

    stored: Stored
    token: str


class Store:
    """A store at a database URL. Safe to use from several threads and processes."""

    def __init__(self, url: str, *, clock: Callable[[], float] = time.time) -> None:
        """Opens the store, or makes it; raises ``StoreUnavailable``. ``clock`` gives seconds since 1970."""
        self._engine = open_engine(url)
        self._clock = clock

    def close(self) -> None:
        """Lets go of every connection."""
        self._engine.dispose()

    def save(
        self,
        left: Upload,
        right: Upload,
        *,
        source: Upload | None = None,
        title: str = "",
        expires_in: int | None = None,
    ) -> Receipt:
        """Saves a comparison for ``expires_in`` seconds, or until it is deleted."""
        now = int(self._clock())
        token = new_token()
        values = {
            "id": new_identifier(),
            "token": seal(token),
            "title": title,
            "created_at": now,
            "expires_at": now + expires_in if expires_in is not None else None,
            "removed_at": None,
            "left_name": left.name,
            "left_isa": left.isa,
            "right_name": right.name,
            "right_isa": right.isa,
            "source_name": source.name if source else "",
        }
        texts = {"left": left.raw, "right": right.raw} | ({"source": source.raw} if source else {})
        with self._engine.begin() as connection:
            for part, raw in sorted(
                texts.items(), key=lambda each: each[1]
            ):  # one order, so that no two wait in a ring
                values[f"{part}_digest"] = self._keep(connection, raw)
            connection.execute(insert(comparisons).values(values))
            row = connection.execute(select(comparisons).where(comparisons.c.id == values["id"])).one()
        return Receipt(_stored(row), token)

    def _keep(self, connection: Connection, raw: bytes) -> str:
        """Saves bytes unless they are there, and holds their row until the transaction ends."""
        digest = hashlib.sha256(raw).hexdigest()
        dialect: Any = sqlite if connection.dialect.name == "sqlite" else postgresql
        values = {"digest": digest, "packed": zlib.compress(raw, 6), "size": len(raw)}
        statement = dialect.insert(sources).values(values)
        connection.execute(
            statement.on_conflict_do_update(index_elements=[sources.c.digest], set_={"size": statement.excluded.size})
        )
        return digest

    def find(self, identifier: str) -> Stored:
        """The comparison of that id; raises ``NotFound``, or ``Gone`` once it is deleted or expired."""
        return _stored(self._row(identifier))

    def _row(self, identifier: str) -> Row[Any]:
        row = None
        if is_identifier(identifier):
            with self._engine.connect() as connection:
                row = connection.execute(select(comparisons).where(comparisons.c.id == identifier)).one_or_none()
        if row is None:
            raise NotFound("There is no comparison of that name. Check that the whole link was copied.")
        if row.expires_at is not None and row.expires_at <= self._clock():
            raise Gone("This comparison was kept for a limited time, which is over.")
        if row.removed_at is not None:
            raise Gone("This comparison was deleted by who sent it.")
        return row

    def raw(self, digest: str) -> bytes:
        """The bytes of that hash, as uploaded; raises ``Gone`` when nothing refers to them any longer."""
        with self._engine.connect() as connection:
            packed = connection.execute(select(sources.c.packed).where(sources.c.digest == digest)).scalar()
        if packed is None:
            raise Gone("This comparison has just been removed.")
        return zlib.decompress(packed)

    def delete(self, identifier: str, token: str) -> None:
        """Removes what a comparison holds; its id stays, to answer ``Gone``. A wrong token is ``Forbidden``."""
        if not fits(token, self._row(identifier).token):
            raise Forbidden("That is not the token that was given when this comparison was sent.")
        self._remove(comparisons.c.id == identifier)

    def sweep(self) -> int:
        """Removes what has expired; returns how many comparisons that were."""
        return self._remove(comparisons.c.expires_at <= int(self._clock()))

    def _remove(self, condition: Any) -> int:
        with self._engine.begin() as connection:
            removed = self._empty(connection, condition)
        if removed and self._engine.dialect.name == "sqlite":
            with self._engine.connect() as connection:  # else the text stays in the write-ahead log for a while
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        return removed

    def _empty(self, connection: Connection, condition: Any) -> int:
        emptied: dict[str, str | None] = {"title": ""}
        for part in _TEXTS:
            emptied[f"{part}_digest"] = None
            emptied[f"{part}_name"] = ""
        removed = connection.execute(
            update(comparisons)
            .where(condition, comparisons.c.removed_at.is_(None))
            .values(removed_at=int(self._clock()), **emptied)
        ).rowcount
        if removed:
            used = exists().where(or_(*(comparisons.c[f"{part}_digest"] == sources.c.digest for part in _TEXTS)))
            connection.execute(delete(sources).where(~used))
        return removed

    def is_reachable(self) -> bool:
        """Whether the database answers."""
        try:
            with self._engine.connect() as connection:
                connection.execute(text("SELECT 1 FROM comparisons WHERE id = ''"))
        except SQLAlchemyError:
            return False
        return True


def _stored(row: Row[Any]) -> Stored:
    return Stored(
        row.id,
        row.title,
        StoredSide(row.left_digest, row.left_name, row.left_isa),
        StoredSide(row.right_digest, row.right_name, row.right_isa),
        StoredSource(row.source_digest, row.source_name) if row.source_digest is not None else None,
        datetime.fromtimestamp(row.created_at, UTC),
        datetime.fromtimestamp(row.expires_at, UTC) if row.expires_at is not None else None,
    )
