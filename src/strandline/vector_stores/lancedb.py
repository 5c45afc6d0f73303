"""Vectors in LanceDB: files in a folder or an object store, without a server, for as many rows as the disk holds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock

from strandline.errors import MissingExtraError, VectorStoreError
from strandline.types import Vectors
from strandline.vector_stores.base import DEFAULT_COLLECTION, IN_MEMORY, Match, Rows, VectorRow
from strandline.vector_stores.drivers import DriverStore, chunks, one_of, safe_name
from strandline.vector_stores.filtering import facet, facets

try:
    import lancedb
    import pyarrow as pa
except ModuleNotFoundError as exc:
    if exc.name not in ("lancedb", "pyarrow"):
        raise  # a module that is missing inside it is another fault
    raise MissingExtraError(feature="the vector store 'lancedb'", extra="lancedb") from exc

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}")
"""Names in lower case alone: a table is a folder, and some file systems do not know the cases apart."""
_PAGE = 1000
_FEW = 1000
"""Up to so many rows that pass a filter are compared here."""
_TIDY_EVERY = 64
"""Versions of a table from one joining of its files to the next."""
_TRIES = 50
_OLD = timedelta(minutes=1)
_NOW = timedelta(milliseconds=1)


class LanceVectorStore(DriverStore):
    """Rows of a LanceDB table, searched exactly: without an index, every row that passes the filter is compared.

    Give exactly one of ``path`` (a folder), ``uri`` (an object store, or "memory://") and ``connection`` (of
    `lancedb.connect`). Many processes may read and write one table; each call sees what the others wrote before it.
    In an object store let one process add the first row before others start: LanceDB does not make a table safely
    from two of them at once. (In a folder a lock file sees to that.)

    Columns are ``id``, ``text``, ``metadata`` (JSON as text, so that it comes back exactly), ``facets`` (one word
    "key=value" for each str value, cut to 256 characters) and ``vector``. Every write makes a new file and a new
    version; each 64 versions of the table they are joined, and those older than a minute dropped. What was deleted or
    replaced is found no more, and its bytes go with the files that hold it: `compact` does that at once. ``delete`` by
    a filter finds the rows first and removes them by id: one that is changed in between goes, too.
    """

    kind = "lancedb"

    def __init__(
        self,
        *,
        path: str | PathLike[str] | None = None,
        uri: str | None = None,
        connection: Any = None,
        collection: str = DEFAULT_COLLECTION,
        dimensions: int | None = None,
    ) -> None:
        """Open it. Raises VectorStoreError where the place cannot be read, or the table holds something else."""
        if path == IN_MEMORY:
            path, uri = None, "memory://"
        one_of(path=path, uri=uri, connection=connection)
        place = fspath(path) if path is not None else uri
        super().__init__(
            collection=collection, dimensions=dimensions, where="LanceDB" if place is None else f"LanceDB at {place}"
        )
        self._name = safe_name(self.collection, _NAME)
        with self._errors():
            self._connection = connection if place is None else lancedb.connect(place)
        self._start()

    def _close(self) -> None:
        self._handle = self._connection = None  # LanceDB closes what nobody holds

    # --- the table -------------------------------------------------------------------------------------------------

    def _find(self) -> tuple[Any, int] | None:
        try:
            table = self._connection.open_table(self._name)
        except (ValueError, FileNotFoundError) as exc:
            if "not found" not in str(exc):
                raise
            return None
        column = table.schema.field("vector").type if "vector" in table.schema.names else None
        width = column.list_size if column is not None and pa.types.is_fixed_size_list(column) else None
        if width is None or not table.schema.equals(_schema(width)):
            raise VectorStoreError(
                f"the table {self._name!r} of {self._where} has other columns than those of Strandline; "
                "name another collection"
            )
        return table, width

    def _make(self, width: int) -> None:
        with self._alone():
            if self._find() is None:
                self._connection.create_table(self._name, schema=_schema(width))

    def _alone(self) -> AbstractContextManager[Any]:
        """Nobody else makes a table there: LanceDB lets the second one overwrite what the first has made and filled."""
        place = str(self._connection.uri)
        if "://" in place:
            return nullcontext()
        return FileLock(Path(place) / ".strandline.lock")

    def _table(self) -> Any:
        """The table as it is now, whoever wrote to it."""
        self._handle.checkout_latest()
        return self._handle

    # --- writing ---------------------------------------------------------------------------------------------------

    def _upsert(self, rows: Rows) -> None:
        width = rows.vectors.shape[1]
        columns = {
            "id": rows.ids,
            "text": rows.texts,
            "metadata": [json.dumps(note, ensure_ascii=False) for note in rows.metadata],
            "facets": [facets(note) for note in rows.metadata],
            "vector": pa.FixedSizeListArray.from_arrays(pa.array(rows.vectors.reshape(-1)), width),
        }
        added = pa.table(columns, schema=_schema(width))

        def upsert(table: Any) -> Any:
            return table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all().execute(added)

        self._ready(width)
        self._write(upsert)

    def _remove(self, ids: Sequence[str]) -> int:
        if self._absent():
            return 0
        return sum(self._write(partial(_deleted, where=_ids(part))) for part in chunks(ids, _PAGE))

    def _empty(self) -> None:
        if not self._absent():
            self._write(partial(_deleted, where="true"))

    def _write(self, write: Callable[[Any], Any]) -> Any:
        """Do a write, again where other processes were faster: they each get their turn."""
        with self._lock, self._errors():
            for left in reversed(range(_TRIES)):
                try:
                    table = self._table()
                    before = table.version
                    done = write(table)
                    break
                except RuntimeError as exc:
                    if not (left and _met_another(exc)):
                        raise
            if table.version // _TIDY_EVERY > before // _TIDY_EVERY:
                self._tidy()
        return done

    def _tidy(self) -> None:
        """Join the small files of many writes now and then, else reads open ever more of them.

        The number of the table's version says when, whoever wrote the others: a store may be open for one write alone.
        """
        try:
            self._table().optimize(cleanup_older_than=_OLD)
        except RuntimeError as exc:
            if not _met_another(exc):
                raise
            # another process joins, or writes to, the same files: the rows are safe, and the next time will do

    def compact(self) -> None:
        """Write the table anew, so that rows which were deleted or replaced are on disk no more.

        Call it while nobody else uses the table: a search there may fail, and a write may be lost.
        """
        self._opened()
        if self._absent():
            return
        with self._lock, self._errors():
            # LanceDB's own compaction leaves a file alone while no more than a tenth of its rows are deleted.
            rows, schema = self._table().search().to_batches(), _schema(self._dimensions or 0)
            self._handle = self._connection.create_table(self._name, data=rows, schema=schema, mode="overwrite")
            for _ in range(_TRIES):  # a version of less than a millisecond ago outlives the first time
                self._handle.optimize(cleanup_older_than=_NOW, delete_unverified=True)
                if len(self._handle.list_versions()) == 1:
                    return
        raise VectorStoreError(f"{self!r} still has old versions on disk; another process may be writing, try again")

    # --- reading ---------------------------------------------------------------------------------------------------

    def _size(self) -> int:
        if self._absent():
            return 0
        with self._errors():
            return int(self._table().count_rows())

    def _fetch(self, ids: Sequence[str]) -> Iterator[VectorRow]:
        for part in chunks(ids, _PAGE) if not self._absent() else ():
            with self._errors():
                found = self._table().search().where(_ids(part)).to_arrow()
            yield from map(_row, found.to_pylist())

    def _scan(self, native: str | None) -> Iterator[tuple[str, Mapping[str, Any]]]:
        if self._absent():
            return
        with self._errors():
            asked = self._table().search().select(["id", "metadata"])
            found = (asked if native is None else asked.where(native)).to_arrow()
        for batch in found.to_batches(max_chunksize=_PAGE):
            for row in batch.to_pylist():
                yield row["id"], json.loads(row["metadata"])

    def _said(self, wanted: Mapping[str, tuple[str, ...]]) -> str:
        return " AND ".join(_has(key, values) for key, values in wanted.items())

    def _nearest(self, vector: Vectors, n: int, native: str | None) -> list[Match]:
        if self._absent():
            return []
        with self._errors():
            table = self._table()
            if native is not None:
                # A search reads the vectors of all rows and then filters; a scan those of the rows that pass alone.
                few = table.search().where(native).limit(_FEW + 1).to_arrow()
                if few.num_rows <= _FEW:
                    return [_match(row, float(row.vector @ vector)) for row in map(_row, few.to_pylist())]
            asked = table.search(vector, vector_column_name="vector").distance_type("dot").limit(n)
            if native is not None:
                asked = asked.where(native, prefilter=True)
            found = asked.to_arrow().to_pylist()
        return [_match(_row(row), 1.0 - row["_distance"]) for row in found]


def _deleted(table: Any, where: str) -> int:
    return int(table.delete(where).num_deleted_rows)


def _met_another(error: RuntimeError) -> bool:
    """Whether a write failed since another one came first; LanceDB says so in words alone."""
    said = str(error).lower()
    return "conflict" in said or "incompatible transaction" in said or "incompatible with concurrent" in said


def _row(row: Mapping[str, Any]) -> VectorRow:
    vector, metadata = np.asarray(row["vector"], np.float32), json.loads(row["metadata"])
    return VectorRow(id=row["id"], vector=vector, text=row["text"], metadata=metadata)


def _match(row: VectorRow, score: float) -> Match:
    return Match(id=row.id, score=score, text=row.text, metadata=row.metadata)


def _schema(width: int) -> pa.Schema:
    # Two processes that add the same new id at once would both insert it, were it not said that ids are unique.
    unique = {"lance-schema:unenforced-primary-key": "true"}
    return pa.schema(
        [
            pa.field("id", pa.string(), nullable=False, metadata=unique),
            pa.field("text", pa.string(), nullable=False),
            pa.field("metadata", pa.string(), nullable=False),
            pa.field("facets", pa.list_(pa.string()), nullable=False),
            pa.field("vector", pa.list_(pa.float32(), width), nullable=False),
        ]
    )


def _ids(ids: Sequence[str]) -> str:
    return f"id IN ({', '.join(map(_quoted, ids))})"


def _has(key: str, values: tuple[str, ...]) -> str:
    words = [_quoted(word) for word in sorted({facet(key, value) for value in values})]
    if len(words) == 1:
        return f"array_has(facets, {words[0]})"
    return f"array_has_any(facets, [{', '.join(words)}])" if words else "false"


def _quoted(text: str) -> str:
    """A literal of LanceDB's SQL, which knows no escape but the doubled quote."""
    return "'" + text.replace("'", "''") + "'"
