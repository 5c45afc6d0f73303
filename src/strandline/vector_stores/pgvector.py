"""Vectors in PostgreSQL with pgvector: one table for all collections, exact search, shared by many machines."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from strandline.errors import DimensionError, InputError, UnsupportedError
from strandline.filters import Predicate
from strandline.types import Vectors
from strandline.vector_stores.base import DEFAULT_COLLECTION, BaseVectorStore, Match, Prefilter, Rows, VectorRow
from strandline.vector_stores.filtering import required, required_exactly
from strandline.vector_stores.pgvector_tables import (
    INDEXED_WIDTH,
    WALK,
    Layout,
    passing,
    prepared,
    settled,
    stored_width,
)
from strandline.vector_stores.postgres_connections import (
    Connections,
    Cursor,
    OneConnection,
    OwnConnections,
    sql,
    statements,
)

_WIDEST = 16_000
"""The widest vector that pgvector stores."""
_BATCH = 200
_PAGE = 2000
_MOST_VALUES = 100
"""A key that may have one of more values than this is checked here, not by the server."""
_MOST_LISTED = 1000
"""The most rows that an HNSW index is asked for; for more of them every row is compared."""
_NAME_BYTES = 55


class PgVectorStore(BaseVectorStore):
    """Rows in a table of a PostgreSQL server with pgvector (tested with 0.8.6). Thread-safe; processes may share it.

    Give ``url``, or a ``pool`` (anything with the ``connection()`` of ``psycopg_pool.ConnectionPool``) or a
    ``connection`` of yours; these are left open. On a connection of yours that is inside a transaction, writes are
    kept when you commit. The extension, the schema and the tables are made at the first use, where they are missing.

    A search compares every row that passes the filter (exact), and finds the rows of an equal str, or of one of some,
    through an index: the thread of five rows among 100,000. ``index="hnsw"`` adds an HNSW index, which such filters do
    not need: other searches are faster with many rows, and approximate. It is made at the next ``add``, while others
    wait to write, and needs pgvector 0.8 and vectors of at most 2,000 dimensions; without it they have at most 16,000.
    Rows of one and the same vector (a text that was added many times) make others unreachable in that index: with 1,000
    of them among 5,000 rows the nearest one was missed in 5 of 100 searches, with 3,000 in 19, however wide the search.
    Leave ``index`` out where a text comes often, or add it once.

    Any text comes back as it was, NUL characters too, which PostgreSQL itself cannot store (they are escaped).
    """

    def __init__(  # noqa: PLR0913 (options of one thing, all by name)
        self,
        url: str | None = None,
        *,
        pool: Connections | None = None,
        connection: Any = None,
        collection: str = DEFAULT_COLLECTION,
        dimensions: int | None = None,
        schema: str = "public",
        table: str = "strandline_vectors",
        index: str | None = None,
        timeout: float = 30.0,
    ) -> None:
        """Nothing is connected yet. ``timeout`` is in seconds, for connecting and for each statement of a ``url``.

        Raises InputError for options that mean nothing, and UnsupportedError for vectors that are too wide.
        """
        super().__init__(collection=collection, dimensions=dimensions)
        if sum(given is not None for given in (url, pool, connection)) != 1:
            raise InputError("PgVectorStore takes exactly one of url, pool and connection")
        if index not in (None, "hnsw"):
            raise InputError(f"index must be None (exact search) or 'hnsw', got {index!r}")
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not timeout > 0:
            raise InputError(f"timeout must be a number of seconds above 0, got {timeout!r}")
        self._own = None if url is None else OwnConnections(url, timeout=timeout)
        given: Connections = OneConnection(connection) if pool is None else pool
        self._connections = given if self._own is None else self._own
        self._where = "the connection given" if self._own is None else self._own.where
        self._layout = Layout(_name(schema, "schema"), _name(table, "table"), _kept(collection))
        self._hnsw = index == "hnsw"
        self._ready = self._settled = False
        self._lock = threading.Lock()
        if dimensions is not None:
            self._check_width(dimensions)

    def native(self) -> Any:
        """The pool given, or what stands for it: its ``connection()`` is a psycopg connection in a ``with`` block."""
        return self._connections

    def describe(self) -> dict[str, Any]:
        """What this store is, as plain JSON, without user or password."""
        table = f"{self._layout.schema}.{self._layout.table}"
        index = "hnsw" if self._hnsw else None
        return {**super().describe(), "server": self._where, "table": table, "index": index}

    # --- getting ready ---------------------------------------------------------------------------------------------

    def _opened(self) -> None:
        super()._opened()
        if self._ready and self._dimensions is not None:
            return
        with self._lock:
            if not self._ready:
                self._layout = prepared(self._connections, self._where, self._layout)
            with statements(self._connections, where=self._where, atomic=False) as cursor:
                self._agree(stored_width(cursor, self._layout))
            self._ready = True

    def _agree(self, stored: int | None) -> None:
        """Take over the width that is stored. Raises `DimensionError` for another than was given."""
        if stored is not None and self._dimensions not in (None, stored):
            raise DimensionError(got=self._dimensions or 0, want=stored, store=repr(self))
        self._dimensions = stored or self._dimensions

    def _settle(self, cursor: Cursor, width: int) -> None:
        """Make sure that the collection has this width: with its first rows, and not where these are refused."""
        stored = settled(cursor, self._layout, width, hnsw=self._hnsw)
        if stored != width:
            self._dimensions = stored
            raise DimensionError(got=width, want=stored, store=repr(self))

    def _check_width(self, width: int) -> None:
        if width > _WIDEST:
            raise UnsupportedError(f"pgvector stores vectors of at most {_WIDEST:,} dimensions, got {width:,}")
        if self._hnsw and width > INDEXED_WIDTH:
            raise UnsupportedError(
                f"an HNSW index of pgvector takes at most {INDEXED_WIDTH:,} dimensions, got {width:,}; leave index out"
            )

    # --- hooks -----------------------------------------------------------------------------------------------------

    def _upsert(self, rows: Rows) -> None:
        width = rows.vectors.shape[1]
        self._check_width(width)
        order = sorted(range(len(rows)), key=lambda place: rows.ids[place])  # all lock rows in one order
        with statements(self._connections, where=self._where, atomic=True) as cursor:
            if not self._settled:
                self._settle(cursor, width)
            for start in range(0, len(order), _BATCH):
                cursor.execute(self._layout.upsert(), self._columns(rows, order[start : start + _BATCH]))
        self._dimensions, self._settled = width, True

    def _columns(self, rows: Rows, places: Sequence[int]) -> dict[str, Any]:
        notes = [rows.metadata[place] for place in places]
        return {
            "collection": self._layout.collection,
            "ids": [_kept(rows.ids[place]) for place in places],
            "vectors": [_written(rows.vectors[place]) for place in places],
            "texts": [_kept(rows.texts[place]) for place in places],
            "metadata": [json.dumps(note, ensure_ascii=False) for note in notes],
            "labels": [
                self._label({key: value for key, value in note.items() if isinstance(value, str)}) for note in notes
            ],
        }

    def _nearest(self, vector: Vectors, n: int, native: Any) -> Iterator[Match]:
        asked = {"query": _written(vector), "n": n, "collection": self._layout.collection}
        rows = self._proposed(asked) if self._hnsw and native is None and n <= _MOST_LISTED else []
        if len(rows) < n:  # an index may give fewer rows than there are
            condition, values = passing(native or [])
            rows = self._read(self._layout.nearest(condition), asked | values)
        for id, score, text, metadata in rows:
            yield Match(id=_said(id), score=float(score), text=_said(text), metadata=json.loads(metadata))

    def _proposed(self, asked: dict[str, Any]) -> list[tuple[Any, ...]]:
        """Rows through the HNSW index; their scores are computed from the vectors themselves."""
        width = self._dimensions or 0
        with statements(self._connections, where=self._where, atomic=True) as cursor:
            cursor.execute(WALK, [str(max(100, min(2 * asked["n"], _MOST_LISTED)))])
            return cursor.execute(self._layout.indexed(width), asked).fetchall()

    def _fetch(self, ids: Sequence[str]) -> Iterator[VectorRow]:
        asked = {"collection": self._layout.collection, "ids": [_kept(id) for id in ids]}
        for id, vector, text, metadata in self._read(self._layout.fetch(), asked):
            unit = np.asarray(vector, np.float32)
            yield VectorRow(id=_said(id), vector=unit, text=_said(text), metadata=json.loads(metadata))

    def _remove(self, ids: Sequence[str]) -> int:
        return self._delete(self._layout.remove(every=False), {"ids": [_kept(id) for id in ids]})

    def _empty(self) -> None:
        self._delete(self._layout.remove(every=True), {})

    def _scan(self, native: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        condition, values = passing(native or [])
        asked = {"collection": self._layout.collection, "after": "", "n": _PAGE} | values
        page = self._read(self._layout.scan(condition), asked)
        while page:
            for id, metadata in page:
                yield _said(id), json.loads(metadata)
            asked["after"] = page[-1][0]
            page = self._read(self._layout.scan(condition), asked) if len(page) == _PAGE else []

    def _size(self) -> int:
        return int(self._read(self._layout.count(), [self._layout.collection])[0][0])

    def _delete_where(self, predicate: Predicate) -> int:
        """A row that is changed meanwhile, so that it passes no longer, stays."""
        asked: dict[str, Any] = {
            "collection": self._layout.collection,
            "ids": list(map(_kept, self._passing(predicate))),
        }
        with statements(self._connections, where=self._where, atomic=True) as cursor:
            locked = cursor.execute(self._layout.locked(), asked).fetchall()
            asked["ids"] = [id for id, metadata in locked if predicate.matches(json.loads(metadata))]
            return cursor.execute(self._layout.remove(every=False), asked).rowcount

    def values(self, key: str) -> list[str]:
        """The distinct str values that a key of the metadata has, in alphabetical order."""
        self._opened()
        asked = {"collection": self._layout.collection, "path": [self._layout.collection, _kept(key)]}
        return sorted(_said(value) for (value,) in self._read(self._layout.values(), asked))

    def _prefilter(self, predicate: Predicate) -> Prefilter:
        wanted = required(predicate.node)
        said = {key: values for key, values in wanted.items() if len(values) <= _MOST_VALUES}
        native = [[self._label({key: value}) for value in values] for key, values in said.items()]
        exact = required_exactly(predicate.node) and len(said) == len(wanted)
        return Prefilter(native=native or None, exact=exact)

    def _close(self) -> None:
        if self._own is not None:
            self._own.close()

    # --- statements ------------------------------------------------------------------------------------------------

    def _read(self, query: sql.Composed, asked: Any) -> list[tuple[Any, ...]]:
        with statements(self._connections, where=self._where, atomic=False) as cursor:
            return cursor.execute(query, asked).fetchall()

    def _delete(self, query: sql.Composed, asked: dict[str, Any]) -> int:
        with statements(self._connections, where=self._where, atomic=True) as cursor:
            return cursor.execute(query, {"collection": self._layout.collection} | asked).rowcount

    def _label(self, note: Mapping[str, str]) -> str:
        """Str values of metadata by key, under the collection: so the index keeps collections apart."""
        kept = {_kept(key): _kept(value) for key, value in note.items()}
        return json.dumps({self._layout.collection: kept}, ensure_ascii=False)


def _written(vector: Vectors) -> str:
    """A vector as pgvector reads it; nine digits give back every float32."""
    return "[" + (",".join(["%.9g"] * len(vector)) % tuple(vector.tolist())) + "]"


def _kept(text: str) -> str:
    """A text without NUL characters, which PostgreSQL cannot store; ``_said`` gives it back. The order stays."""
    text = str.__str__(text)  # psycopg would write the name of a member of a str enum
    return text.replace("\x01", "\x011").replace("\x00", "\x010") if "\x00" in text or "\x01" in text else text


def _said(kept: str) -> str:
    return kept.replace("\x010", "\x00").replace("\x011", "\x01") if "\x01" in kept else kept


def _name(value: object, field: str) -> str:
    """A name that PostgreSQL keeps whole, with room for the endings that we add."""
    if not isinstance(value, str) or not value or "\x00" in value or len(value.encode()) > _NAME_BYTES:
        raise InputError(f"{field} must be a name of 1 to {_NAME_BYTES} bytes, got {value!r}")
    return value
