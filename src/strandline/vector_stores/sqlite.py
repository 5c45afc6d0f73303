"""Vectors in a SQLite file, searched exactly in RAM."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from strandline.errors import DimensionError, StoreCorruptError
from strandline.filters import Predicate
from strandline.types import Vectors
from strandline.vector_stores import sqlite_rows as table
from strandline.vector_stores.base import DEFAULT_COLLECTION, BaseVectorStore, Match, Prefilter, Rows, VectorRow
from strandline.vector_stores.memory import InMemoryVectorStore, indexed_keys, listed_key
from strandline.vector_stores.sqlite_file import SQLiteFile
from strandline.vector_stores.sqlite_rows import KeyValue, State

_MOST_HELD = 100_000
"""Rows held in RAM for filters on an indexed key, all together."""
_MOST_VIEWS = 256


@dataclass(slots=True)
class _View:
    """Rows of the file in RAM, as of a version of the collection: all, or those listed under a key's value."""

    listed: KeyValue | None
    rows: InMemoryVectorStore
    version: int = -1
    ids: dict[int, str] = field(default_factory=dict)

    def follow(self, db: sqlite3.Connection, there: State) -> None:
        """Take over what was written and removed since."""
        if there.version == self.version:
            return
        gone: list[int] = []
        if there.removed > self.version and self.ids:
            left = table.numbers(db, there, self.listed)
            gone = [number for number in self.ids if number not in left]
        new = table.written_since(db, there, self.listed, self.version)
        self.rows._change([self.ids.pop(number) for number in gone], new.rows)
        self.ids.update(zip(new.numbers, new.rows.ids, strict=True))
        self.version = there.version


class SQLiteVectorStore(BaseVectorStore):
    """Rows in one SQLite file, shared by threads and processes; an exact search of their vectors in RAM.

    ``path`` is a file in a folder that exists, or ":memory:". It may be the file of conversation memories, but not that
    of a `Memory`. ``indexed`` are keys of the metadata by whose str values rows are found through an index;
    ``timeout`` bounds every wait for another writer, in seconds.

    - A search reads into RAM what was written since the last one: by a filter on an indexed key the rows with that
      value, else the whole collection. So the first search of 10,000 rows takes 0.1 to 0.3 s; then it is that of
      `InMemoryVectorStore`, below 1 ms, whose RAM it needs.
    - A write is on disk when the call returns, and whole or not there at all.
    - What was removed or replaced is gone from the file and its log when the call returns, but for digests of ids and
      of indexed values in free space. It costs about half a kilobyte a row, and a removal as much as cutting the log:
      10 to 20 ms. While another process reads old rows the log cannot be cut; the next write, closing or opening does
      it.

    Raises StoreError and the errors under it for what is wrong with the file.
    """

    kind = "sqlite"

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        collection: str = DEFAULT_COLLECTION,
        dimensions: int | None = None,
        indexed: Sequence[str] = ("thread_id",),
        timeout: float = 30.0,
    ) -> None:
        super().__init__(collection=collection, dimensions=dimensions)
        self.indexed = indexed_keys(indexed)
        self._views: dict[KeyValue | None, _View] = {}
        self._process = os.getpid()
        self._file = SQLiteFile(path, part=table.PART, tables=table.TABLES, version=table.VERSION, timeout=timeout)
        self.path = self._file.path
        try:
            self._dimensions = self._declared()
        except BaseException:
            self._file.close()
            raise

    def _declared(self) -> int | None:
        """The width that the file has, now that the collection is as this store wants it."""
        with self._file.reading() as db:
            there = table.state(db, self.collection)
        settled = there is not None and set(self.indexed) <= set(there.indexed)
        if there is None or not settled or self._dimensions not in (None, there.dimensions):
            with self._file.writing() as db:
                there = table.declare(
                    db, self.collection, dimensions=self._dimensions, indexed=self.indexed, store=repr(self)
                )
        return there.dimensions

    def describe(self) -> dict[str, Any]:
        """What this store is, as plain JSON."""
        return {**super().describe(), "path": self.path, "indexed": list(self.indexed)}

    def values(self, key: str) -> list[str]:
        """The distinct str values that a key of the metadata has, in alphabetical order."""
        if key not in self.indexed:
            return super().values(key)
        self._opened()
        with self._file.reading() as db:
            return table.values(db, self._state(db), key)

    # --- hooks -----------------------------------------------------------------------------------------------------

    def _opened(self) -> None:
        super()._opened()
        if self._dimensions is None:  # another process may have stored the first row
            with self._file.reading() as db:
                self._dimensions = self._state(db).dimensions

    def _state(self, db: sqlite3.Connection) -> State:
        there = table.state(db, self.collection)
        if there is None:
            raise StoreCorruptError(f"{self.path} has lost its collection {self.collection!r}; open the store anew")
        return there

    def _upsert(self, rows: Rows) -> None:
        with self._file.writing() as db:
            there, width = self._state(db), rows.vectors.shape[1]
            if there.dimensions not in (None, width):
                raise DimensionError(got=width, want=there.dimensions, store=repr(self))
            if table.put(db, there, rows):
                self._file.erased(in_place=True)
        self._dimensions = width

    def _remove(self, ids: Sequence[str]) -> int:
        with self._file.writing() as db:
            count = table.remove(db, self._state(db), ids)
            if count:
                self._file.erased(in_place=True)
        return count

    def _delete_where(self, predicate: Predicate) -> int:
        with self._file.writing():
            return super()._delete_where(predicate)

    def _empty(self) -> None:
        with self._file.writing() as db:
            table.clear(db, self._state(db))
            self._file.erased(in_place=True)

    def _size(self) -> int:
        with self._file.reading() as db:
            return table.size(db, self._state(db))

    def _fetch(self, ids: Sequence[str]) -> list[VectorRow]:
        with self._file.reading() as db:
            return table.fetch(db, self._state(db), ids)

    def _prefilter(self, predicate: Predicate) -> Prefilter:
        return Prefilter(native=listed_key(predicate.node, self.indexed))

    def _scan(self, native: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        with self._file.reading() as db:
            return iter(table.notes(db, self._state(db), native))

    def _nearest(self, vector: Vectors, n: int, native: Any) -> list[Match]:
        return self._found(vector, n, None)

    def _found(self, query: Vectors, wanted: int, predicate: Predicate | None) -> list[Match]:
        listed = None if predicate is None else listed_key(predicate.node, self.indexed)
        with self._file.reading() as db:
            rows = self._rows(db, listed)
        return rows._found(query, wanted, predicate)

    def _close(self) -> None:
        self._views.clear()
        self._file.close()

    # --- rows in RAM -----------------------------------------------------------------------------------------------

    def _rows(self, db: sqlite3.Connection, listed: KeyValue | None) -> InMemoryVectorStore:
        """The rows that a search needs (or all), as this transaction sees them."""
        if self._process != os.getpid():  # their locks may have been held when this process was forked
            self._process, self._views = os.getpid(), {}
        wanted = None if None in self._views else listed
        there = self._state(db)
        view = self._views.pop(wanted, None) or _View(wanted, self._new_rows(there.dimensions))
        view.follow(db, there)
        if wanted is None:
            self._views.clear()
        self._views[wanted] = view  # the one used last comes last
        self._let_go()
        return view.rows

    def _let_go(self) -> None:
        """Forget the views used longest ago, while there are too many rows in them."""
        held = sum(len(view.ids) for view in self._views.values())
        while len(self._views) > 1 and (held > _MOST_HELD or len(self._views) > _MOST_VIEWS):
            held -= len(self._views.pop(next(iter(self._views))).ids)

    def _new_rows(self, dimensions: int | None) -> InMemoryVectorStore:
        """What holds rows in RAM and searches them."""
        return InMemoryVectorStore(collection=self.collection, dimensions=dimensions, indexed=self.indexed)
