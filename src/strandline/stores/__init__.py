"""Where memories are kept: the ``Store`` Protocol and its SQLite implementation."""

from __future__ import annotations

from strandline.stores.base import (
    Batch,
    FactFilter,
    NewClaim,
    NewMessage,
    NewNote,
    NewPassage,
    Placed,
    ScopeState,
    Selection,
    Snapshot,
    Store,
    Written,
)
from strandline.stores.sqlite import SqliteStore

__all__ = [
    "Batch",
    "FactFilter",
    "NewClaim",
    "NewMessage",
    "NewNote",
    "NewPassage",
    "Placed",
    "ScopeState",
    "Selection",
    "Snapshot",
    "SqliteStore",
    "Store",
    "Written",
]
