"""One SQLite file of ours, shared by threads and processes: vectors, transcripts, each in tables of its own."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from strandline.errors import InputError, NotAStoreError, SchemaError, StoreBusyError, StoreClosedError, StoreError
from strandline.sqlite import FILE_ID, STORE_ID
from strandline.sqlite.errors import store_errors
from strandline.sqlite.files import HeldFile, refuse_what_is_no_store, renew_after_fork
from strandline.sqlite.pages import has_remains
from strandline.sqlite.turns import file_turn, lock_of
from strandline.vector_stores.base import IN_MEMORY

FORMAT = 1
"""What ``user_version`` says: the layout that all parts of a file share."""
LONGEST_WAIT = 86_400.0
"""The longest timeout, in seconds."""
_MINIMUM_SQLITE = (3, 37, 0)  # STRICT tables
_LOG_BYTES = 8 << 20
"""The log is copied into the file when it has grown to this size."""
_PATIENCE = 1.0
"""Seconds to wait for readers of old rows before cutting the log is left to the next write."""
_FORK_WAIT = 5.0
_PAGE = 1024
"""Bytes a page. A row that is padded (`strandline.sqlite.cells`) wastes half of one."""
_REBUILD = "(to be rebuilt)"
"""A mark among the parts: rows were removed of which there may be copies."""
_PARTS = "CREATE TABLE IF NOT EXISTS strandline_part(name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT"

_log = logging.getLogger(__name__)
_inherited: list[object] = []
"""Connections and locks that came through a fork in use: SQLite forbids using or closing them, so they are kept."""
_unrested: set[str] = set()
"""Files that were in use when this process was forked: SQLite believes to hold locks on them that it does not."""


class SQLiteFile:
    """Transactions on one database, for one part of it: its name, the version of its tables, and how to create them.

    ``path`` is a file in a folder that exists, or ":memory:". Several parts and several processes may share a file; it
    must not be one that a `Memory` keeps. ``timeout`` bounds every wait for a lock, in seconds.

    There is one connection, which threads use in turn: reads are short, and one connection can be closed for a moment
    when the process forks, as SQLite demands. Writers and checkpoints of all processes take turns under
    ``<path>.lock``. A commit is on disk when it returns (``synchronous=FULL``).

    Raises NotAStoreError, SchemaError, StoreReadOnlyError, StoreBusyError, StoreFullError, StoreCorruptError or
    StoreError, here and in every transaction.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        part: str,
        tables: Sequence[str],
        version: int = 1,
        timeout: float = 30.0,
    ) -> None:
        if sqlite3.sqlite_version_info < _MINIMUM_SQLITE:
            raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old, 3.37 or newer is needed; upgrade Python")
        self.path = _path(path)
        self.in_memory = self.path == IN_MEMORY
        self.timeout = _seconds(timeout)
        self._part, self._version, self._tables = part, version, tuple(tables)
        self._db: sqlite3.Connection | None = None
        self._writes: bool = False
        self._held: HeldFile | None = None
        self._closed = self._erased = self._owed = self._forking = self._rested = False
        self._renew()
        self._refuse_unrested()
        if not self.in_memory:
            refuse_what_is_no_store(Path(self.path))
        _alive.add(self)
        try:
            with self._turn(), store_errors(self.path, self.timeout):
                self._prepare()
        except BaseException:
            self._drop()
            raise

    # --- transactions ----------------------------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection in one read transaction: all statements see one state. Fetch all rows before leaving.

        Inside another transaction of this thread it is a part of that.
        """
        with self._mine(), store_errors(self.path, self.timeout):
            db = self._connection()
            if _busy(db):
                yield db
                return
            db.execute("BEGIN")
            try:
                yield db
            finally:
                if _busy(db):
                    db.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The connection in one write transaction: all is kept on leaving, nothing on an error.

        Inside another write of this thread it is a part of that; inside a read it is refused.
        """
        with self._turn():
            with store_errors(self.path, self.timeout):
                db = self._connection()
                if _busy(db):
                    if not self._writes:
                        raise StoreError(f"{self.path}: a write was begun inside a read, which would not keep it")
                    yield db
                    return
                self._writes, self._erased = True, False
                try:
                    db.execute("BEGIN IMMEDIATE")
                    yield db
                    db.execute("COMMIT")
                except BaseException:
                    if _busy(db):
                        db.execute("ROLLBACK")
                    raise
                finally:
                    self._writes = False
            self._after_commit(db)

    def erased(self, *, in_place: bool = False) -> None:
        """Say, inside a write, that it removes or replaces rows: no byte of theirs may stay when it is done.

        So the log is cut after the write, and the file is rebuilt if it has copies of moved rows, which takes about
        10 ms a megabyte. ``in_place`` says that nothing of those rows is ever moved (`strandline.sqlite.cells`).
        """
        self._erased = True
        if not in_place:
            self._connection().execute("INSERT INTO strandline_part VALUES (?, 0) ON CONFLICT DO NOTHING", (_REBUILD,))

    def close(self) -> None:
        """Bring everything into the one file, cut its log, and close. Closing twice is fine."""
        if self._closed:
            return
        try:
            with self._turn(), store_errors(self.path, self.timeout):
                if not self.in_memory:
                    self._settle(self._connection(), wait=_PATIENCE)
                self._drop()  # within the turn: the last connection to a file checkpoints it once more
        except StoreError as exc:
            _log.warning("%s: closed without cutting its log: %s", self.path, exc)
            self._drop()

    # --- opening ---------------------------------------------------------------------------------------------------

    def _prepare(self) -> None:
        """Look first, write second: it may be another program's file."""
        db = self._db = self._connect()
        self._refuse_others(db)
        if not self.in_memory:
            db.execute(f"PRAGMA page_size = {_PAGE}")
            mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            if mode != "wal":
                raise StoreError(f"{self.path} is on a file system without WAL ({mode}); use a local disk")
            self._held = HeldFile(Path(self.path))
        if self._part_version(db) is None:
            db.execute("BEGIN IMMEDIATE")
            db.execute(f"PRAGMA application_id = {FILE_ID}")
            db.execute(f"PRAGMA user_version = {FORMAT}")
            for statement in (_PARTS, *self._tables):
                db.execute(statement)
            db.execute("INSERT INTO strandline_part VALUES (?, ?)", (self._part, self._version))
            db.execute("COMMIT")
        elif self._log_size():  # a process may have died before it had cut the log
            self._settle(db, wait=0.0)

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(
            self.path, timeout=self.timeout, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        try:
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA secure_delete = ON")
            db.execute("PRAGMA wal_autocheckpoint = 0")
            db.execute("PRAGMA temp_store = MEMORY")
            db.execute("PRAGMA cache_size = -16384")
        except BaseException:
            db.close()
            raise
        return db

    def _refuse_others(self, db: sqlite3.Connection) -> None:
        application = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if application == STORE_ID:
            raise NotAStoreError(f"{self.path} is kept by a Memory; give {self._part} a file of their own")
        if application != FILE_ID:
            if application or version or db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise NotAStoreError(f"{self.path} is a SQLite file of another program; choose another path")
            return
        found = self._part_version(db) or 0
        if version > FORMAT or found > self._version:
            got, want = (version, FORMAT) if version > FORMAT else (found, self._version)
            raise SchemaError(path=self.path, got=got, want=want)

    def _part_version(self, db: sqlite3.Connection) -> int | None:
        if not db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'strandline_part'").fetchone()[0]:
            return None
        row = db.execute("SELECT version FROM strandline_part WHERE name = ?", (self._part,)).fetchone()
        return None if row is None else int(row[0])

    # --- the log ---------------------------------------------------------------------------------------------------

    def _after_commit(self, db: sqlite3.Connection) -> None:
        self._owed |= self._erased
        if self.in_memory or not (self._owed or self._log_size() > _LOG_BYTES):
            return
        try:
            with store_errors(self.path, self.timeout):
                self._settle(db, wait=_PATIENCE)
        except StoreError as exc:
            # The write itself is durable, so it must not look failed; the next one tries again.
            _log.warning("%s: its log could not be cut, the next write tries again: %s", self.path, exc)

    def _settle(self, db: sqlite3.Connection, *, wait: float) -> None:
        """Bring the log into the file, rebuild the file if it holds copies of removed rows, and cut the log to nothing.

        A reader of old rows in another process can prevent it; it stays owed then. The log is cut last, so that an
        opening after a crash sees that it has to go on.
        """
        self._owed = True
        marked = db.execute("SELECT count(*) FROM strandline_part WHERE name = ?", (_REBUILD,)).fetchone()[0]
        if marked and self._held is not None:
            if not self._checkpoint(db, "FULL", wait):
                return
            if has_remains(self._held.pieces(), db.execute("PRAGMA page_size").fetchone()[0]):
                db.execute("VACUUM")
            db.execute("DELETE FROM strandline_part WHERE name = ?", (_REBUILD,))
        self._owed = not self._checkpoint(db, "TRUNCATE", wait)

    def _checkpoint(self, db: sqlite3.Connection, mode: str, wait: float) -> bool:
        """Whether it was done within ``wait`` seconds."""
        db.execute(f"PRAGMA busy_timeout = {int(min(wait, self.timeout) * 1000)}")
        try:
            busy, pages, copied = db.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
        finally:
            db.execute(f"PRAGMA busy_timeout = {int(self.timeout * 1000)}")
        return not busy and pages == copied

    def _log_size(self) -> int:
        try:
            return 0 if self.in_memory else Path(f"{self.path}-wal").stat().st_size
        except FileNotFoundError:
            return 0

    # --- turns -----------------------------------------------------------------------------------------------------

    @contextmanager
    def _mine(self) -> Iterator[None]:
        """This thread's turn at the connection."""
        lock = self._lock
        if not lock.acquire(timeout=self.timeout):
            raise StoreBusyError(path=self.path, waited=self.timeout)
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            lock.release()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """This thread's and this process's turn to write."""
        started = time.monotonic()
        with self._mine():
            if self.in_memory or self._file_lock.is_locked:  # a nested turn of this thread
                yield
                return
            left = max(0.0, self.timeout - (time.monotonic() - started))
            with file_turn(self._file_lock, self.path, left=left, timeout=self.timeout):
                yield

    def _connection(self) -> sqlite3.Connection:
        if self._closed:
            raise StoreClosedError(f"{self.path} was closed; open it again")
        self._refuse_unrested()
        if self._db is None:
            self._db = self._connect()
        return self._db

    def _drop(self) -> None:
        self._closed = True
        if self._db is not None:
            self._db.close()
            self._db = None
        if self._held is not None:
            self._held.release()

    # --- forks -----------------------------------------------------------------------------------------------------

    def _renew(self) -> None:
        """Start with new locks: at birth, and in a child after a fork."""
        self._lock = threading.RLock()
        self._writes = False
        self._depth = 0
        if not self.in_memory:
            self._file_lock = lock_of(self.path)

    def _refuse_unrested(self) -> None:
        if self.path in _unrested:
            raise StoreError(
                f"{self.path} was in use when this process was forked, so its locks cannot be trusted here; "
                'start processes with the "spawn" method, or fork when no call is under way'
            )

    def before_fork(self, deadline: float) -> None:
        """Close the connection, which must not cross a fork; wait until the deadline for a call under way."""
        self._forking = self._lock.acquire(timeout=max(0.0, deadline - time.monotonic()))
        self._rested = self._forking and not self._depth
        if self._rested and not self.in_memory and self._db is not None:
            self._db.close()
            self._db = None

    def after_fork_in_parent(self) -> None:
        """Go on; the connection is opened again when it is needed."""
        if self._forking:
            self._forking = self._rested = False
            self._lock.release()

    def after_fork_in_child(self) -> None:
        """Go on with locks of this process. A connection that did not come to rest is never touched again."""
        if not self.in_memory:
            _inherited.append(self._file_lock)  # letting it go would release the parent's
            if not self._rested and not self._closed:
                _inherited.append(self._db)
                self._db = None
                _unrested.add(self.path)
        elif self._db is not None and self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._forking = self._rested = False
        self._renew()


def _busy(db: sqlite3.Connection) -> bool:
    """Whether it is in a transaction."""
    return db.in_transaction


def _path(path: str | os.PathLike[str]) -> str:
    if not isinstance(path, (str, os.PathLike)) or not isinstance(given := os.fspath(path), str) or not given:
        raise InputError(f'path must be a file or ":memory:", got {path!r}')
    return given if given == IN_MEMORY else os.path.realpath(given)  # as SQLite sees it: one lock, one log a file


def _seconds(timeout: object) -> float:
    number = isinstance(timeout, (int, float)) and not isinstance(timeout, bool)
    if not number or not 0 <= timeout <= LONGEST_WAIT:  # type: ignore[operator]
        raise InputError(f"timeout must be seconds from 0 to {LONGEST_WAIT:.0f}, got {timeout!r}")
    return float(timeout)  # type: ignore[arg-type]


_alive: weakref.WeakSet[SQLiteFile] = weakref.WeakSet()


def _before_fork() -> None:
    deadline = time.monotonic() + _FORK_WAIT
    for file in list(_alive):
        file.before_fork(deadline)


def _after_fork_in_parent() -> None:
    for file in list(_alive):
        file.after_fork_in_parent()


def _after_fork_in_child() -> None:
    renew_after_fork()
    for file in list(_alive):
        file.after_fork_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
