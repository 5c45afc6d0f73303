"""The one place where SQLite's errors become ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from strandline.errors import (
    NotAStoreError,
    StoreBusyError,
    StoreCorruptError,
    StoreError,
    StoreFullError,
    StoreReadOnlyError,
)

_READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_TOOBIG}
_FULL_EXTENDED = {sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_TRUNCATE}


@contextmanager
def store_errors(path: str, waited: float = 0.0) -> Iterator[None]:
    """Translate driver errors raised inside, keeping the cause. ``waited`` is the busy timeout in seconds."""
    try:
        yield
    except sqlite3.Error as exc:
        raise translate(exc, path, waited) from exc


def translate(exc: sqlite3.Error, path: str, waited: float) -> StoreError:
    """Choose our error for one of SQLite's, by its error code."""
    extended = getattr(exc, "sqlite_errorcode", None) or 0
    code = extended & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusyError(path=path, waited=waited)
    if code in _READ_ONLY:
        return StoreReadOnlyError(f"{path} cannot be written ({exc}); check its owner and permissions")
    if code in _FULL or extended in _FULL_EXTENDED:
        return StoreFullError(f"{path} cannot grow ({exc}); free space on its disk, or raise the limit, and try again")
    if code == sqlite3.SQLITE_CORRUPT:
        return StoreCorruptError(f"{path} is damaged ({exc}); restore it from a backup or an export")
    if code == sqlite3.SQLITE_NOTADB:
        return NotAStoreError(f"{path} is a file of another program ({exc}); choose another path")
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreError(f"{path} cannot be opened ({exc}); check that its folder exists and can be written")
    return StoreError(f"{path}: {exc}")
