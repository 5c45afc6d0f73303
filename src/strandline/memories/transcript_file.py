"""Transcripts in a SQLite file, which vector stores may share."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from strandline.memories.transcripts import InMemoryTranscript, Summary, Transcript
from strandline.sqlite.cells import paddings
from strandline.types import Message, to_message
from strandline.types.digests import digest_of
from strandline.vector_stores.base import IN_MEMORY
from strandline.vector_stores.sqlite_file import SQLiteFile

PART = "transcripts"
VERSION = 1
TABLES = (
    # Whatever somebody said, and the names of threads, stand here alone, padded as strandline.sqlite.cells says.
    """CREATE TABLE IF NOT EXISTS transcript_text(
      number INTEGER PRIMARY KEY AUTOINCREMENT, lead BLOB NOT NULL, text TEXT NOT NULL, tail BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS transcript_thread(
      thread BLOB PRIMARY KEY, collection TEXT NOT NULL, name INTEGER NOT NULL, total INTEGER NOT NULL DEFAULT 0,
      summarized INTEGER, summary INTEGER
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS transcript_message(
      thread BLOB NOT NULL, position INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY(thread, position)
    ) STRICT, WITHOUT ROWID""",
)
_FIELDS = ("name", "id", "metadata", "tool_calls", "tool_call_id")


def open_transcript(path: str | os.PathLike[str] | None, collection: str) -> Transcript:
    """The transcripts of a file; of this process alone without a path, or with ":memory:"."""
    if path is None or path == IN_MEMORY:
        return InMemoryTranscript()
    return SQLiteTranscript(path, collection=collection)


class SQLiteTranscript:
    """Transcripts in a file, shared by threads and processes; see `Transcript`.

    ``collection`` keeps the threads of several memories in one file apart. Nothing of what was cleared or dropped stays
    in the file or its log. Raises StoreErrors.
    """

    def __init__(self, path: str | os.PathLike[str], *, collection: str) -> None:
        self.collection = collection
        self._file = SQLiteFile(path, part=PART, tables=TABLES, version=VERSION)
        with self._file.reading() as db:
            self._page = int(db.execute("PRAGMA page_size").fetchone()[0])

    def describe(self) -> dict[str, Any]:
        """Where the transcripts are."""
        return {"kind": "transcript", "class": type(self).__name__, "collection": self.collection}

    def append(self, thread_id: str, messages: Sequence[Message], *, most: int | None) -> None:
        """See `Transcript`."""
        thread = self._key(thread_id)
        rows = [_written(message) for message in messages]
        with self._file.writing() as db:
            found = db.execute("SELECT total FROM transcript_thread WHERE thread = ?", (thread,)).fetchone()
            if found is None:
                name = self._put(db, thread_id)
                # Numbers of texts are never used again, and no thread has had more messages: positions begin there.
                db.execute(
                    "INSERT INTO transcript_thread(thread, collection, name, total) VALUES (?, ?, ?, ?)",
                    (thread, self.collection, name, name),
                )
            total = name if found is None else int(found[0])
            for position, row in enumerate(rows, start=total + 1):
                db.execute("INSERT INTO transcript_message VALUES (?, ?, ?)", (thread, position, self._put(db, row)))
            total += len(rows)
            db.execute("UPDATE transcript_thread SET total = ? WHERE thread = ?", (total, thread))
            if most is not None:
                self._drop(db, thread, self._up_to(db, thread, most))

    def drop(self, thread_id: str, *, up_to: int) -> None:
        """See `Transcript`."""
        with self._file.writing() as db:
            self._drop(db, self._key(thread_id), up_to)

    def last(self, thread_id: str, count: int | None) -> tuple[int, list[Message]]:
        """See `Transcript`."""
        thread = self._key(thread_id)
        with self._file.reading() as db:
            found = db.execute("SELECT total FROM transcript_thread WHERE thread = ?", (thread,)).fetchone()
            rows = db.execute(
                "SELECT t.text FROM transcript_message m JOIN transcript_text t ON t.number = m.number "
                "WHERE m.thread = ? ORDER BY m.position DESC LIMIT ?",
                (thread, -1 if count is None else count),
            ).fetchall()
        return (0 if found is None else int(found[0])), [_read(row[0]) for row in reversed(rows)]

    def summary(self, thread_id: str) -> Summary | None:
        """See `Transcript`."""
        with self._file.reading() as db:
            return self._summary(db, self._key(thread_id))

    def summarize(self, thread_id: str, new: Summary, *, old: Summary | None) -> bool:
        """See `Transcript`."""
        thread = self._key(thread_id)
        with self._file.writing() as db:
            found = db.execute(
                "SELECT summary FROM transcript_thread WHERE thread = ? AND name < ? AND total >= ?",
                (thread, new.position, new.position),
            ).fetchone()
            if found is None or self._summary(db, thread) != old:
                return False
            db.execute(
                "UPDATE transcript_thread SET summarized = ?, summary = ? WHERE thread = ?",
                (new.position, self._put(db, new.text), thread),
            )
            self._forget(db, [found[0]])
            return True

    def clear(self, thread_id: str | None) -> None:
        """See `Transcript`."""
        with self._file.writing() as db:
            if thread_id is None:
                found = db.execute("SELECT thread FROM transcript_thread WHERE collection = ?", (self.collection,))
                threads = [row[0] for row in found.fetchall()]
            else:
                threads = [self._key(thread_id)]
            for thread in threads:
                self._drop(db, thread, None)
                named = "SELECT name, summary FROM transcript_thread WHERE thread = ?"
                self._forget(db, db.execute(named, (thread,)).fetchone() or ())
                db.execute("DELETE FROM transcript_thread WHERE thread = ?", (thread,))

    def threads(self) -> list[str]:
        """See `Transcript`."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT t.text FROM transcript_thread h JOIN transcript_text t ON t.number = h.name "
                "WHERE h.collection = ? AND h.total > h.name",
                (self.collection,),
            ).fetchall()
        return [row[0] for row in rows]

    def close(self) -> None:
        """See `Transcript`."""
        self._file.close()

    # --- rows ------------------------------------------------------------------------------------------------------

    def _key(self, thread_id: str) -> bytes:
        return digest_of(self.collection, thread_id, size=16, person=b"strandline chat")

    def _put(self, db: sqlite3.Connection, text: str) -> int:
        lead, tail = paddings([len(text.encode("utf-8"))], self._page)
        row = db.execute(
            "INSERT INTO transcript_text(lead, text, tail) VALUES (zeroblob(?), ?, zeroblob(?))", (lead, text, tail)
        )
        return int(row.lastrowid or 0)

    def _summary(self, db: sqlite3.Connection, thread: bytes) -> Summary | None:
        row = db.execute(
            "SELECT h.summarized, t.text FROM transcript_thread h JOIN transcript_text t ON t.number = h.summary "
            "WHERE h.thread = ?",
            (thread,),
        ).fetchone()
        return None if row is None else Summary(position=int(row[0]), text=row[1])

    def _up_to(self, db: sqlite3.Connection, thread: bytes, most: int) -> int:
        """The last position that goes when only the newest ``most`` messages stay."""
        row = db.execute(
            "SELECT position FROM transcript_message WHERE thread = ? ORDER BY position DESC LIMIT 1 OFFSET ?",
            (thread, most),
        ).fetchone()
        return 0 if row is None else int(row[0])

    def _drop(self, db: sqlite3.Connection, thread: bytes, up_to: int | None) -> None:
        """Remove a thread's messages up to a position; None for all."""
        where, values = ("thread = ?", [thread]) if up_to is None else ("thread = ? AND position <= ?", [thread, up_to])
        numbers = db.execute(f"SELECT number FROM transcript_message WHERE {where}", values).fetchall()
        self._forget(db, [row[0] for row in numbers])
        db.execute(f"DELETE FROM transcript_message WHERE {where}", values)

    def _forget(self, db: sqlite3.Connection, numbers: Iterable[int | None]) -> None:
        gone = [(number,) for number in numbers if number is not None]
        if gone:
            db.executemany("DELETE FROM transcript_text WHERE number = ?", gone)
            self._file.erased(in_place=True)


def _written(message: Message) -> str:
    row: dict[str, Any] = {"role": message.role.value, "content": message.content}
    row |= {name: value for name in _FIELDS if (value := getattr(message, name)) is not None}
    if message.at is not None:
        row["at"] = message.at.isoformat()
    return json.dumps(row, ensure_ascii=False, default=dict)


def _read(text: str) -> Message:
    row = json.loads(text)
    at = row.pop("at", None)
    return to_message({**row, "at": None if at is None else datetime.fromisoformat(at)})
