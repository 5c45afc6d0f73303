"""The embedded store: one SQLite file in WAL mode, one key range a user, exact search."""

from __future__ import annotations

from strandline.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
