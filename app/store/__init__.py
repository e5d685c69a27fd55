"""Raw sources and the comparisons that refer to them, in SQLite or PostgreSQL."""

from app.store.store import Receipt, Store, Stored, StoredSide, StoredSource, Upload

__all__ = ["Receipt", "Store", "Stored", "StoredSide", "StoredSource", "Upload"]
