"""Connections to one file: many readers, one writer at a time, across threads and processes."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from strandline.errors import StoreBusyError, StoreClosedError, StoreError
from strandline.sqlite.errors import store_errors
from strandline.sqlite.files import HeldFile, refuse_what_is_no_store, renew_after_fork
from strandline.sqlite.turns import file_turn, lock_of
from strandline.stores.sqlite.schema import is_current, migrate

CHECKPOINT_BYTES = 8 << 20
"""The WAL is copied into the file when it has grown to this size."""
TRUNCATE_BYTES = 64 << 20
"""Above this the WAL is also cut, which waits (shortly) for readers of old snapshots."""
MOST_IDLE = 16
"""Reading connections held for the next read."""
_HELD_UP = 0.25  # seconds that new reads of this process wait, at most, while the WAL is cut
FORK_WAIT = 5.0
"""Seconds that a fork waits for reads and writes of other threads."""
MINIMUM_SQLITE = (3, 37, 0)
"""STRICT tables came with it."""

_log = logging.getLogger(__name__)
_inherited: list[sqlite3.Connection] = []
"""Connections that came through a fork in use: SQLite forbids using or closing them in the child, so they are kept."""
_unrested: set[str] = set()
"""Files that were in use when this process was forked: SQLite believes to hold locks on them that it does not."""
_MOST_PAGES = 2**32 - 2


class Connections:
    """Hands out connections to one database.

    Writers (and checkpoints) take turns under ``<path>.lock``: the wait is fair enough and bounded, and no commit can
    race a checkpoint, which is what the WAL-reset bug of SQLite before 3.51.3 needs (sqlite.org/wal.html#walresetbug).
    A database in memory has one connection, which readers and writers share in turn.
    """

    def __init__(self, path: str, *, timeout: float, synchronous: str, max_bytes: int | None = None) -> None:
        if sqlite3.sqlite_version_info < MINIMUM_SQLITE:
            raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old, 3.37 or newer is needed; upgrade Python")
        self.in_memory = path == ":memory:"
        self.path = path if self.in_memory else os.path.realpath(path)  # as SQLite sees it: one lock, one log a file
        self.timeout = timeout
        self._synchronous = synchronous
        self._max_bytes = max_bytes
        self._closed = False
        self._writer: sqlite3.Connection | None = None
        self._held: HeldFile | None = None
        self._forking = self._rested = False
        self._of_thread = threading.local()
        self._refuse_unrested()
        self._renew()
        _alive.add(self)
        if not self.in_memory:
            refuse_what_is_no_store(Path(self.path))
        with store_errors(self.path, self.timeout):
            self._prepare()

    def _renew(self) -> None:
        """Start with new locks and no connections: at birth, and in a child after a fork."""
        self._thread_lock = threading.RLock()
        self._idle_lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._gate = threading.Condition()
        self._resting = 0
        self._reading = 0
        if not self.in_memory:
            self._writer = None
            self._file_lock = lock_of(self.path)

    def before_fork(self, deadline: float) -> None:
        """Come to rest: SQLite forbids connections to cross a fork. Waits for those in use, until the deadline."""
        self._rest(1)
        self._forking = self._thread_lock.acquire(timeout=max(0.0, deadline - time.monotonic()))
        self._rested = self._forking
        if self.in_memory:
            return
        with self._gate:
            left = max(0.0, deadline - time.monotonic())
            self._rested &= self._gate.wait_for(lambda: not self._reading, timeout=left)
        if self._rested:
            self._close_all()

    def after_fork_in_parent(self) -> None:
        """Go on; connections are opened again when they are needed."""
        if self._forking:
            self._forking = False
            self._thread_lock.release()
        self._rest(-1)

    def _rest(self, change: int) -> None:
        """Let nobody new in to read, or let them in again."""
        with self._gate:
            self._resting += change
            self._gate.notify_all()

    def after_fork_in_child(self) -> None:
        """Go on with locks of this process. Connections that did not come to rest are never touched again."""
        if self.in_memory and self._writer is not None and self._writer.in_transaction:
            self._writer.execute("ROLLBACK")
        if not self.in_memory:
            _inherited.extend(self._idle)
            if self._writer is not None:
                _inherited.append(self._writer)
            if not self._rested and not self._closed:
                _unrested.add(self.path)
        self._forking = False
        self._renew()

    def _refuse_unrested(self) -> None:
        if self.path in _unrested:
            raise StoreError(
                f"{self.path} was in use when this process was forked, so its locks cannot be trusted here; "
                'start processes with the "spawn" method, or fork when no call is under way'
            )

    def _prepare(self) -> None:
        if self.in_memory:
            self._writer = self._open()
            migrate(self._writer, self.path)
            return
        try:
            with self._turn():
                connection = self._writer = self._open()
                current = is_current(connection, self.path)  # before anything is written: it may be another program's
                connection.execute("PRAGMA page_size = 4096")
                mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
                if mode != "wal":
                    raise StoreError(f"{self.path} is on a file system without WAL ({mode}); use a local disk")
                if not current:
                    migrate(connection, self.path)
                self._held = HeldFile(Path(self.path))
        except BaseException:
            self._drop()
            raise

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=self.timeout, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        try:
            connection.execute(f"PRAGMA synchronous = {self._synchronous}")
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("PRAGMA wal_autocheckpoint = 0")
            connection.execute(f"PRAGMA journal_size_limit = {CHECKPOINT_BYTES // 4}")
            connection.execute("PRAGMA cache_size = -32768")
            connection.execute("PRAGMA temp_store = MEMORY")
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection inside one read transaction, so that all statements see one state."""
        if self.in_memory:
            with self._thread_lock, store_errors(self.path, self.timeout):
                yield self._live_writer()
            return
        self._refuse_closed()
        self._wait_to_be_let_in(entering=1)
        self._of_thread.reads = self._nesting + 1
        try:
            with self._idle_lock:
                connection = self._idle.pop() if self._idle else None
            with self._transaction(connection) as connection:
                yield connection
        finally:
            self._of_thread.reads -= 1
            with self._gate:
                self._reading -= 1
                last = self._closed and not self._reading
                self._gate.notify_all()
            if last and self._held is not None:
                self._held.release()

    @property
    def _nesting(self) -> int:
        """Reads that this thread is in the middle of."""
        reads: int = getattr(self._of_thread, "reads", 0)
        return reads

    def _wait_to_be_let_in(self, *, entering: int = 0) -> None:
        """Wait while another thread forks or cuts the log (unless it waits for this one); count who enters to read."""
        with self._gate:
            if not self._nesting:
                self._gate.wait_for(lambda: not self._resting, timeout=self.timeout)
            self._reading += entering

    @contextmanager
    def _transaction(self, connection: sqlite3.Connection | None) -> Iterator[sqlite3.Connection]:
        with store_errors(self.path, self.timeout):
            connection = connection or self._open()
            kept = False
            try:
                connection.execute("BEGIN")
                try:
                    yield connection
                finally:
                    connection.execute("ROLLBACK")
                    kept = self._keep(connection)
            finally:
                if not kept:
                    connection.close()

    def _keep(self, connection: sqlite3.Connection) -> bool:
        """Hold a reading connection for the next read, unless there are enough."""
        with self._idle_lock:
            keep = not self._closed and len(self._idle) < MOST_IDLE
            if keep:
                self._idle.append(connection)
        return keep

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The writing connection inside one transaction: committed on leaving, rolled back on an error."""
        with self._turn():
            with store_errors(self.path, self.timeout):
                connection = self._live_writer()
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                    connection.execute("COMMIT")
                except BaseException:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    raise
            self._checkpoint_if_large()

    @contextmanager
    def alone(self) -> Iterator[sqlite3.Connection]:
        """The writing connection outside a transaction, with all other writers kept out."""
        with self._turn(), store_errors(self.path, self.timeout):
            yield self._live_writer()

    def checkpoint(self, connection: sqlite3.Connection, *, wait: float) -> bool:
        """Copy the WAL into the file and cut it to nothing; false if a reader still needed it after ``wait`` seconds.

        New reads of this process are held up for the first of them, or those that go on reading would never let it
        through. The caller holds the turn.
        """
        held_up = min(wait, _HELD_UP)
        self._rest(1)
        try:
            done = self._truncate(connection, held_up)
        finally:
            self._rest(-1)
        return done or (wait > held_up and self._truncate(connection, wait - held_up))

    def _truncate(self, connection: sqlite3.Connection, wait: float) -> bool:
        connection.execute(f"PRAGMA busy_timeout = {max(0, int(wait * 1000))}")
        try:
            busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except sqlite3.OperationalError as exc:
            if exc.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            busy = 1
        finally:
            connection.execute(f"PRAGMA busy_timeout = {int(self.timeout * 1000)}")
        return not busy

    def close(self) -> None:
        """Checkpoint under the lock and close. Waits for a writer at most the timeout; closing twice is fine."""
        if self._closed:
            return
        try:
            with self._turn(), store_errors(self.path, self.timeout):
                if self._writer is not None and not self.in_memory:
                    self.checkpoint(self._writer, wait=0.1)
                self._drop()
        except StoreBusyError:
            self._drop()

    def _drop(self) -> None:
        with self._gate:
            self._closed = True
            busy = bool(self._reading)
        self._close_all()
        if self._held is not None and not busy:  # else the last reader does it: see ``files``
            self._held.release()

    def pieces(self) -> Iterator[bytes]:
        """The bytes of the database file, for a look at what is left in them."""
        return iter(()) if self._held is None else self._held.pieces()

    def _close_all(self) -> None:
        with self._idle_lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _live_writer(self) -> sqlite3.Connection:
        self._refuse_closed()
        if self._writer is None:
            self._writer = self._open()
        if self._max_bytes is not None:  # set at each turn: it belongs to the connection, which may be a new one
            size = self._writer.execute("PRAGMA page_size").fetchone()[0]
            most = _MOST_PAGES if getattr(self._of_thread, "unlimited", False) else max(1, self._max_bytes // size)
            self._writer.execute(f"PRAGMA max_page_count = {most}")
        return self._writer

    @contextmanager
    def unlimited(self) -> Iterator[None]:
        """Lift the size limit for this thread's writes: a removal needs room to make room."""
        self._of_thread.unlimited = True
        try:
            yield
        finally:
            self._of_thread.unlimited = False

    def _refuse_closed(self) -> None:
        if self._closed:
            raise StoreClosedError(f"{self.path} was closed; open a new Memory")
        self._refuse_unrested()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """This thread's and this process's turn to write."""
        started = time.monotonic()
        self._wait_to_be_let_in()
        if not self._thread_lock.acquire(timeout=self.timeout):
            raise StoreBusyError(path=self.path, waited=self.timeout)
        try:
            if self.in_memory or self._file_lock.is_locked:  # a nested turn of the same thread
                yield
                return
            left = max(0.0, self.timeout - (time.monotonic() - started))
            with file_turn(self._file_lock, self.path, left=left, timeout=self.timeout):
                yield
        finally:
            self._thread_lock.release()

    def _checkpoint_if_large(self) -> None:
        if self.in_memory or self._writer is None:
            return
        try:
            size = Path(f"{self.path}-wal").stat().st_size
        except FileNotFoundError:
            return
        if size <= CHECKPOINT_BYTES:
            return
        try:
            if size > TRUNCATE_BYTES:
                self.checkpoint(self._writer, wait=0.05)
            else:
                self._writer.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error as exc:
            # The write itself is durable, so it must not look failed; the next one tries again.
            _log.warning("%s: checkpoint failed (%s); the write-ahead log goes on growing", self.path, exc)


_alive: weakref.WeakSet[Connections] = weakref.WeakSet()


def _before_fork() -> None:
    deadline = time.monotonic() + FORK_WAIT
    for connections in list(_alive):
        connections.before_fork(deadline)


def _after_fork_in_parent() -> None:
    for connections in list(_alive):
        connections.after_fork_in_parent()


def _after_fork_in_child() -> None:
    renew_after_fork()
    for connections in list(_alive):
        connections.after_fork_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
