"""Connections to PostgreSQL, and the one place where errors of psycopg become ours."""

from __future__ import annotations

import math
import selectors
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Protocol, TypeAlias

from strandline.errors import InputError, MissingExtraError, StoreClosedError, VectorStoreError

try:
    import psycopg
except ModuleNotFoundError as exc:
    if exc.name != "psycopg":  # a bug inside it is not a missing extra
        raise
    raise MissingExtraError(feature="the vector store 'pgvector'", extra="pgvector") from exc

from psycopg import errors, sql
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.rows import TupleRow, tuple_row

__all__ = [
    "MOST_CONNECTIONS",
    "Connection",
    "Connections",
    "Cursor",
    "OneConnection",
    "OwnConnections",
    "errors",
    "sql",
    "statements",
    "translated",
]  # psycopg's own modules too: it is imported here alone

Connection: TypeAlias = "psycopg.Connection[Any]"
Cursor: TypeAlias = "psycopg.Cursor[TupleRow]"
MOST_CONNECTIONS = 8
"""The most connections that one store has open at once; more threads wait for one."""


class Connections(Protocol):
    """Where connections come from. A ``psycopg_pool.ConnectionPool`` is one of these."""

    def connection(self) -> AbstractContextManager[Connection]:
        """A connection for the time of a ``with`` block."""
        ...


@contextmanager
def statements(connections: Connections, *, where: str, atomic: bool) -> Iterator[Cursor]:
    """A cursor for a few statements; ``atomic`` ones are kept all or none. ``where`` names the server in errors.

    On a connection that is not in autocommit mode they are always atomic, and where the caller has begun a transaction
    they are part of that one. Raises `VectorStoreError` for what psycopg raises.
    """
    with translated(where), connections.connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
        if atomic or not connection.autocommit:
            with connection.transaction():
                yield cursor
        else:
            yield cursor


@contextmanager
def translated(where: str) -> Iterator[None]:
    """Errors of psycopg as `VectorStoreError`, with the cause kept."""
    try:
        yield
    except psycopg.Error as exc:
        said = str(exc).strip() or type(exc).__name__
        raise VectorStoreError(f"PostgreSQL at {where} failed: {said}") from exc


class OwnConnections:
    """At most `MOST_CONNECTIONS` connections, opened when they are needed and closed with ``close()``. Thread-safe.

    A connection that the server has closed meanwhile is replaced before it is handed out.
    """

    def __init__(self, url: str, *, timeout: float) -> None:
        """``timeout`` is in seconds: for connecting, for a statement, and for waiting until a connection is free."""
        self._options = _options(url)
        self._options.setdefault("connect_timeout", str(math.ceil(timeout)))
        self._options.setdefault("application_name", "strandline")
        self._timeout = timeout
        self._idle: list[Connection] = []
        self._lock = threading.Lock()
        self._room = threading.BoundedSemaphore(MOST_CONNECTIONS)
        self._closed = False

    @property
    def where(self) -> str:
        """Host, port and database, for errors and ``describe()``; never the password."""
        server = self._options.get("host") or self._options.get("hostaddr") or "the default host"
        port = self._options.get("port") or "5432"
        return f"{server}:{port}/{self._options.get('dbname') or self._options.get('user') or ''}"

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection in autocommit mode, for the time of a ``with`` block. Raises `VectorStoreError`."""
        if not self._room.acquire(timeout=self._timeout):
            raise VectorStoreError(
                f"all {MOST_CONNECTIONS} connections to {self.where} were busy for {self._timeout:g} s; "
                "ask from fewer threads, or give the store a pool of your own"
            )
        try:
            connection = self._take() or self._connect()
            try:
                yield connection
            finally:
                self._give_back(connection)
        finally:
            self._room.release()

    def close(self) -> None:
        """Close those that are idle now; those in use are closed when they come back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _connect(self) -> Connection:
        # Not prepared: a plan made for all collections would not know which index serves this one, and a pooler in
        # front of the server (PgBouncer) may hand each statement to another session.
        connection: Connection = psycopg.connect(**self._options, autocommit=True, prepare_threshold=None)
        longest = str(math.ceil(self._timeout * 1000))
        try:
            connection.execute("SELECT set_config('statement_timeout', %s, false)", [longest])
        except psycopg.Error:
            connection.close()
            raise
        return connection

    def _take(self) -> Connection | None:
        while True:
            with self._lock:
                if self._closed:
                    raise StoreClosedError(f"the connections to {self.where} were closed; make a new store")
                if not self._idle:
                    return None
                connection = self._idle.pop()
            if _alive(connection):
                return connection
            connection.close()

    def _give_back(self, connection: Connection) -> None:
        usable = not connection.closed and connection.info.transaction_status == TransactionStatus.IDLE
        with self._lock:
            if usable and not self._closed:
                self._idle.append(connection)
                return
        connection.close()


class OneConnection:
    """A connection of the caller: one thread at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.RLock()

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """The connection, for the time of a ``with`` block."""
        with self._lock:
            yield self._connection


def _alive(connection: Connection) -> bool:
    """Whether an idle connection can be used. One that the server has closed has something to read; no other has."""
    if connection.closed:
        return False
    with selectors.DefaultSelector() as selector:
        selector.register(connection.fileno(), selectors.EVENT_READ)
        return not selector.select(0)


def _options(url: object) -> dict[str, Any]:
    """What a URL or a string of keywords says. The error shows no part of it, as a password may be in any part."""
    wanted = "postgresql://user:password@host:5432/database, or 'host=... dbname=...'"
    if not isinstance(url, str):
        raise InputError(f"url must be a str, got {type(url).__name__}; write {wanted}")
    with suppress(psycopg.Error):  # whose words quote the URL
        return dict(conninfo_to_dict(url))
    raise InputError(f"url is nothing that PostgreSQL understands; write {wanted}")
