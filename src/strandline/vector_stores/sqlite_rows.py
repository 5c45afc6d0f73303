"""The tables of vectors in a file: SQL, and nothing else. The caller holds the transaction.

Each write of a collection gets the next version, and a row has the version that wrote it last: what others wrote since
is one range of an index. What was removed is found by its absence: nothing keeps a list of it.

Nothing of a removed row may stay, so ids, texts, metadata and vectors stand in ``vector_row`` alone, padded as
`strandline.sqlite.cells` says. Where they are looked up by an id or a value, a digest of it stands for it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np

from strandline.errors import DimensionError
from strandline.sqlite.cells import paddings
from strandline.types import Vectors
from strandline.vector_stores.base import Rows, VectorRow

PART = "vectors"
VERSION = 1
TABLES = (
    """CREATE TABLE IF NOT EXISTS vector_collection(
      number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, dimensions INTEGER, indexed TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 0, removed INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    # A number is never given twice: what has it still has it as the row it was.
    """CREATE TABLE IF NOT EXISTS vector_row(
      number INTEGER PRIMARY KEY AUTOINCREMENT, lead BLOB NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL,
      metadata TEXT NOT NULL, vector BLOB NOT NULL, tail BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS vector_entry(
      collection INTEGER NOT NULL, id BLOB NOT NULL, number INTEGER NOT NULL, version INTEGER NOT NULL,
      PRIMARY KEY(collection, id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS vector_entry_version ON vector_entry(collection, version, number)",
    """CREATE TABLE IF NOT EXISTS vector_value(
      collection INTEGER NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, version INTEGER NOT NULL,
      number INTEGER NOT NULL, PRIMARY KEY(collection, key, value, version, number)
    ) STRICT, WITHOUT ROWID""",
)

KeyValue: TypeAlias = tuple[str, str]
"""An indexed key of the metadata, and a value: the rows that have it."""
_Row: TypeAlias = tuple[str, str, str, bytes]
"""Id, text, metadata and vector as they are stored."""
_NEW, _KEPT, _REPLACED, _MOVED = "new", "kept", "replaced", "moved"
"""What storing a row did. A row that is listed under other values than before has moved."""


@dataclass(frozen=True, slots=True)
class State:
    """A collection as a transaction sees it. ``removed`` is the version of the last write that took rows away."""

    number: int
    dimensions: int | None
    indexed: tuple[str, ...]
    version: int
    removed: int


@dataclass(frozen=True, slots=True)
class Numbered:
    """Rows with their numbers, in the same order."""

    numbers: Sequence[int]
    rows: Rows


def state(db: sqlite3.Connection, name: str) -> State | None:
    """The collection of that name; None if there is none."""
    found = db.execute(
        "SELECT number, dimensions, indexed, version, removed FROM vector_collection WHERE name = ?", (name,)
    ).fetchone()
    if found is None:
        return None
    number, dimensions, indexed, version, removed = found
    return State(number, dimensions, tuple(json.loads(indexed)), version, removed)


def declare(db: sqlite3.Connection, name: str, *, dimensions: int | None, indexed: Sequence[str], store: str) -> State:
    """Make the collection if there is none, set its width if it has none, and list its rows by further keys.

    Raises DimensionError when it has another width; ``store`` is its name in the error.
    """
    db.execute("INSERT INTO vector_collection(name, indexed) VALUES (?, '[]') ON CONFLICT(name) DO NOTHING", (name,))
    there = state(db, name)
    assert there is not None  # it was just made
    if dimensions is not None and there.dimensions is not None and dimensions != there.dimensions:
        raise DimensionError(got=dimensions, want=there.dimensions, store=store)
    further = [key for key in indexed if key not in there.indexed]
    if further:
        rows = db.execute(
            "SELECT e.number, e.version, r.metadata FROM vector_entry e JOIN vector_row r ON r.number = e.number "
            "WHERE e.collection = ?",
            (there.number,),
        ).fetchall()
        for number, version, metadata in rows:
            _list(db, there, number, version, _listed(json.loads(metadata), further))
    everything = (*there.indexed, *further)
    width = there.dimensions or dimensions
    db.execute(
        "UPDATE vector_collection SET dimensions = ?, indexed = ? WHERE number = ?",
        (width, json.dumps(everything), there.number),
    )
    return State(there.number, width, everything, there.version, there.removed)


def put(db: sqlite3.Connection, there: State, rows: Rows) -> bool:
    """Store rows; whether any took the place of one that was there. Rows that are there as they are stay untouched."""
    page_size: int = db.execute("PRAGMA page_size").fetchone()[0]
    done = {
        _put(db, there, (id, text, _json(note), vector.astype("<f4").tobytes()), page_size)
        for id, vector, text, note in zip(rows.ids, rows.vectors, rows.texts, rows.metadata, strict=True)
    }
    if done - {_KEPT}:
        version = there.version + 1
        db.execute(
            "UPDATE vector_collection SET version = ?, dimensions = ?, removed = ? WHERE number = ?",
            (version, rows.vectors.shape[1], version if _MOVED in done else there.removed, there.number),
        )
    return bool(done & {_REPLACED, _MOVED})


def _put(db: sqlite3.Connection, there: State, row: _Row, page_size: int) -> str:
    """Store one row, and say what happened to the one that was there."""
    version = there.version + 1
    lead, tail = paddings([len(part.encode()) if isinstance(part, str) else len(part) for part in row], page_size)
    padded = (bytes(lead), *row, bytes(tail))
    listed = _listed(json.loads(row[2]), there.indexed)
    old = _entry(db, there, row[0])
    if old is None:
        number = db.execute(
            "INSERT INTO vector_row(lead, id, text, metadata, vector, tail) VALUES (?, ?, ?, ?, ?, ?)", padded
        ).lastrowid
        assert number is not None  # an INSERT that did not raise has one
        db.execute("INSERT INTO vector_entry VALUES (?, ?, ?, ?)", (there.number, _digest(row[0]), number, version))
        _list(db, there, number, version, listed)
        return _NEW
    number, written = old
    content = db.execute("SELECT id, text, metadata, vector FROM vector_row WHERE number = ?", (number,)).fetchone()
    if content == row:
        return _KEPT
    before = _listed(json.loads(content[2]), there.indexed)
    _unlist(db, there, number, written, before)
    db.execute(
        "UPDATE vector_row SET lead = ?, id = ?, text = ?, metadata = ?, vector = ?, tail = ? WHERE number = ?",
        (*padded, number),
    )
    db.execute(
        "UPDATE vector_entry SET version = ? WHERE collection = ? AND id = ?",
        (version, there.number, _digest(row[0])),
    )
    _list(db, there, number, version, listed)
    return _REPLACED if before == listed else _MOVED


def remove(db: sqlite3.Connection, there: State, ids: Iterable[str]) -> int:
    """Remove rows; how many there were."""
    count = 0
    for id in ids:
        if (entry := _entry(db, there, id)) is not None:
            number, version = entry
            (metadata,) = db.execute("SELECT metadata FROM vector_row WHERE number = ?", (number,)).fetchone()
            _unlist(db, there, number, version, _listed(json.loads(metadata), there.indexed))
            db.execute("DELETE FROM vector_entry WHERE collection = ? AND id = ?", (there.number, _digest(id)))
            db.execute("DELETE FROM vector_row WHERE number = ?", (number,))
            count += 1
    if count:
        _took_away(db, there)
    return count


def clear(db: sqlite3.Connection, there: State) -> None:
    """Remove all rows of the collection."""
    db.execute(
        "DELETE FROM vector_row WHERE number IN (SELECT number FROM vector_entry WHERE collection = ?)", (there.number,)
    )
    db.execute("DELETE FROM vector_entry WHERE collection = ?", (there.number,))
    db.execute("DELETE FROM vector_value WHERE collection = ?", (there.number,))
    _took_away(db, there)


def size(db: sqlite3.Connection, there: State) -> int:
    """How many rows there are."""
    count: int = db.execute("SELECT count(*) FROM vector_entry WHERE collection = ?", (there.number,)).fetchone()[0]
    return count


def fetch(db: sqlite3.Connection, there: State, ids: Iterable[str]) -> list[VectorRow]:
    """Those of the rows that are there."""
    rows = []
    for id in ids:
        if (entry := _entry(db, there, id)) is not None:
            text, metadata, vector = db.execute(
                "SELECT text, metadata, vector FROM vector_row WHERE number = ?", entry[:1]
            ).fetchone()
            rows.append(VectorRow(id=id, text=text, metadata=json.loads(metadata), vector=_floats(vector)))
    return rows


def notes(db: sqlite3.Connection, there: State, listed: KeyValue | None) -> list[tuple[str, Mapping[str, Any]]]:
    """Id and metadata of all rows, or of those listed under a key's value."""
    return [(id, json.loads(metadata)) for id, metadata in _select(db, there, listed, "r.id, r.metadata")]


def values(db: sqlite3.Connection, there: State, key: str) -> list[str]:
    """The distinct values of an indexed key."""
    found = db.execute(
        "SELECT r.metadata FROM (SELECT min(number) AS number FROM vector_value WHERE collection = ? AND key = ? "
        "GROUP BY value) v JOIN vector_row r ON r.number = v.number",
        (there.number, key),
    ).fetchall()
    return sorted(json.loads(row[0])[key] for row in found)


def written_since(db: sqlite3.Connection, there: State, listed: KeyValue | None, version: int) -> Numbered:
    """Rows of later versions than this one, among all or those listed under a key's value."""
    found = _select(db, there, listed, "r.number, r.id, r.text, r.metadata, r.vector", since=version)
    matrix = _floats(b"".join(row[4] for row in found)).reshape(len(found), there.dimensions or 0)
    return Numbered(
        [row[0] for row in found],
        Rows(
            ids=[row[1] for row in found],
            vectors=matrix,
            texts=[row[2] for row in found],
            metadata=[json.loads(row[3]) for row in found],
        ),
    )


def numbers(db: sqlite3.Connection, there: State, listed: KeyValue | None) -> set[int]:
    """The numbers of all rows, or of those listed under a key's value."""
    table, bound = _listing(there, listed)
    return {row[0] for row in db.execute(f"SELECT x.number FROM {table}", bound).fetchall()}


def _entry(db: sqlite3.Connection, there: State, id: str) -> tuple[int, int] | None:
    """The number and the version of a row."""
    found: tuple[int, int] | None = db.execute(
        "SELECT number, version FROM vector_entry WHERE collection = ? AND id = ?", (there.number, _digest(id))
    ).fetchone()
    return found


def _select(
    db: sqlite3.Connection, there: State, listed: KeyValue | None, columns: str, *, since: int = -1
) -> list[tuple[Any, ...]]:
    """Columns of the rows of later versions than ``since``, in the order of versions, which is that of the file."""
    table, bound = _listing(there, listed)
    source = f"(SELECT x.number FROM {table} AND x.version > ?) x CROSS JOIN vector_row r ON r.number = x.number"
    return db.execute(f"SELECT {columns} FROM {source}", (*bound, since)).fetchall()


def _listing(there: State, listed: KeyValue | None) -> tuple[str, tuple[Any, ...]]:
    """The entries of a collection, or those listed under a key's value, as a table x and its condition."""
    if listed is None:
        return "vector_entry x INDEXED BY vector_entry_version WHERE x.collection = ?", (there.number,)
    key, value = listed
    return "vector_value x WHERE x.collection = ? AND x.key = ? AND x.value = ?", (there.number, key, _digest(value))


def _took_away(db: sqlite3.Connection, there: State) -> None:
    version = there.version + 1
    db.execute(
        "UPDATE vector_collection SET version = ?, removed = ? WHERE number = ?", (version, version, there.number)
    )


def _listed(note: Mapping[str, Any], indexed: Iterable[str]) -> list[KeyValue]:
    return [(key, value) for key in indexed if isinstance(value := note.get(key), str)]


def _list(db: sqlite3.Connection, there: State, number: int, version: int, listed: Iterable[KeyValue]) -> None:
    for key, value in listed:
        db.execute(
            "INSERT INTO vector_value VALUES (?, ?, ?, ?, ?)", (there.number, key, _digest(value), version, number)
        )


def _unlist(db: sqlite3.Connection, there: State, number: int, version: int, listed: Iterable[KeyValue]) -> None:
    for key, value in listed:
        db.execute(
            "DELETE FROM vector_value WHERE collection = ? AND key = ? AND value = ? AND version = ? AND number = ?",
            (there.number, key, _digest(value), version, number),
        )


def _digest(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16).digest()


def _json(note: Mapping[str, Any]) -> str:
    return json.dumps(note, ensure_ascii=False, separators=(",", ":"), default=dict)


def _floats(blob: bytes) -> Vectors:
    return np.frombuffer(blob, "<f4").astype(np.float32)
