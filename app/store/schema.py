"""The tables as they are now; ``migrations`` says how a store gets there."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, LargeBinary, MetaData, String, Table

metadata = MetaData()

sources = Table(
    "sources",
    metadata,
    Column("digest", String(64), primary_key=True, comment="SHA-256 of the bytes as uploaded, hexadecimal"),
    Column("packed", LargeBinary, nullable=False, comment="those bytes, zlib"),
    Column("size", BigInteger, nullable=False, comment="bytes as uploaded"),
)

comparisons = Table(
    "comparisons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token", String(64), nullable=False, comment="SHA-256 of the token that deletes it, hexadecimal"),
    Column("title", String(200), nullable=False),
    Column("created_at", BigInteger, nullable=False, comment="seconds since 1970, UTC"),
    Column("expires_at", BigInteger, nullable=True, comment="likewise; null keeps it"),
    Column("removed_at", BigInteger, nullable=True, comment="likewise; what it held is gone"),
    Column("left_digest", String(64), ForeignKey("sources.digest"), nullable=True, comment="null once removed"),
    Column("left_name", String(200), nullable=False),
    Column("left_isa", String(32), nullable=False),
    Column("right_digest", String(64), ForeignKey("sources.digest"), nullable=True, comment="null once removed"),
    Column("right_name", String(200), nullable=False),
    Column("right_isa", String(32), nullable=False),
    Column("source_digest", String(64), ForeignKey("sources.digest"), nullable=True, comment="the kernel's own source"),
    Column("source_name", String(200), nullable=False, comment="empty when none came with the sides"),
    Index("comparisons_left", "left_digest"),
    Index("comparisons_right", "right_digest"),
    Index("comparisons_source", "source_digest"),
    Index("comparisons_expiry", "expires_at"),
)
