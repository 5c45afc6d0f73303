"""Where memories are kept: the ``Store`` Protocol and its SQLite implementation."""

from __future__ import annotations

from strandline.stores.base import (
    Batch,
    NewMessage,
    NewNote,
    NewPassage,
    Placed,
    ScopeState,
    Selection,
    Snapshot,
    Store,
)
from strandline.stores.sqlite import SqliteStore

__all__ = [
    "Batch",
    "NewMessage",
    "NewNote",
    "NewPassage",
    "Placed",
    "ScopeState",
    "Selection",
    "Snapshot",
    "SqliteStore",
    "Store",
]
