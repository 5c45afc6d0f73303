"""Leaving no bytes of removed rows behind: the step after a removal is committed.

A mark in the store says that the step is owed, from the removal's own transaction until it is done, so that a crash or
a full disk in between is made good by the next opening, forgetting or verification.
"""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

from strandline.errors import StoreError
from strandline.stores.sqlite.connection import Connections
from strandline.stores.sqlite.forget import stand_in
from strandline.stores.sqlite.leftovers import rows_copy

_log = logging.getLogger(__name__)
_OWED = "purge_owed"


def owe(db: sqlite3.Connection) -> bool:
    """Set the mark, inside the removal's transaction; tells whether an earlier removal's was still there."""
    db.execute(
        "INSERT INTO setting VALUES (?, '1') ON CONFLICT(key) DO UPDATE SET value = CAST(value AS INTEGER) + 1",
        (_OWED,),
    )
    return _mark(db) != "1"


def is_owed(db: sqlite3.Connection) -> bool:
    """Whether removed rows may still have bytes in the file or its log."""
    return _mark(db) is not None


def _mark(db: sqlite3.Connection) -> str | None:
    row = db.execute("SELECT value FROM setting WHERE key = ?", (_OWED,)).fetchone()
    return None if row is None else str(row[0])


def purge(connections: Connections, patterns: list[bytes] | None, *, wait: float) -> bool:
    """Bring the log into the file and rebuild the file if it holds any of the byte strings (None: in any case).

    False when it could not be done now: a reader of an old snapshot still needs the pages after ``wait`` seconds,
    another process writes, or the disk is full. It stays owed then.
    """
    if connections.in_memory:
        with connections.alone() as db:
            _settle(db)
        return True
    try:
        with connections.alone() as db:
            rows_copy(Path(connections.path)).unlink(missing_ok=True)
            if not connections.checkpoint(db, wait=wait):
                return False
            if _mark(db) != "1":
                patterns = None  # other removals wait for the same
            if patterns is None or (patterns and stand_in(connections.pieces(), patterns)):
                db.execute("VACUUM")
                if not connections.checkpoint(db, wait=wait):
                    return False
            _settle(db)
            return connections.checkpoint(db, wait=wait)
    except StoreError as exc:
        _log.warning("what was removed may still have bytes in the file, the next forget goes on: %s", exc)
        return False


def _settle(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM setting WHERE key = ?", (_OWED,))
