"""SqliteStore: the ``Store`` Protocol over one file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from strandline.errors import StoreCorruptError, StoreError
from strandline.stores.base import Batch, Clock, NewClaim, NewPassage, Pending, Selection, Written
from strandline.stores.ids import erased_key
from strandline.stores.sqlite import codec, revise
from strandline.stores.sqlite.checks import problems
from strandline.stores.sqlite.connection import Connections
from strandline.stores.sqlite.forget import Removal, needles, remaining_texts, remove, select, vector_parts
from strandline.stores.sqlite.keys import key_range
from strandline.stores.sqlite.ledger import Ledger
from strandline.stores.sqlite.leftovers import files_with_leftovers, tables_with_leftovers
from strandline.stores.sqlite.log import restore
from strandline.stores.sqlite.purge import is_owed, owe, purge
from strandline.stores.sqlite.read import SqliteSnapshot
from strandline.stores.sqlite.terms import are_current, renew
from strandline.stores.sqlite.work import UserWork
from strandline.stores.sqlite.write import BatchWriter
from strandline.text import digest64
from strandline.text.traces import Traces, bytes_mark, text_mark, whole_words, word_mark
from strandline.types import Change, EmbedderIdentity, Receipt, from_micros, micros

_WAIT_AT_OPENING = 0.1
"""Seconds to wait for readers before a purge that a crash left undone is left to the next forget."""
SYNCHRONOUS = ("FULL", "NORMAL")
"""FULL: an acknowledged write survives a power cut. NORMAL: much faster adds, the last ones may be lost then."""


class SqliteStore:
    """Memories in one SQLite file (or ``:memory:``).

    ``timeout`` bounds every wait for a lock, in seconds. ``clock`` gives the transaction time. ``max_bytes`` limits
    the file (rounded to pages). Raises NotAStoreError, SchemaError, StoreReadOnlyError or StoreCorruptError when the
    path cannot be used.
    """

    def __init__(
        self,
        path: str,
        *,
        clock: Clock | None = None,
        timeout: float = 30.0,
        synchronous: str = "FULL",
        max_bytes: int | None = None,
    ) -> None:
        if synchronous not in SYNCHRONOUS:
            raise StoreError(f"synchronous must be one of {SYNCHRONOUS}, got {synchronous!r}")
        self._clock = clock or _now
        self._connections = Connections(path, timeout=timeout, synchronous=synchronous, max_bytes=max_bytes)
        self.path = self._connections.path
        try:
            with self._connections.reading() as db:
                owed, current = is_owed(db), are_current(db)
            if owed:
                purge(self._connections, None, wait=_WAIT_AT_OPENING)
            if not current:
                with self._connections.unlimited(), self._connections.writing() as db:
                    renew(db)
        except BaseException:
            self._connections.close()
            raise

    @contextmanager
    def read(self) -> Iterator[SqliteSnapshot]:
        """A snapshot; never waits for writers."""
        with self._connections.reading() as connection:
            yield SqliteSnapshot(connection)

    def apply(self, batches: Sequence[Batch]) -> list[Written]:
        """Write batches in one transaction, durable on return."""
        with self._connections.writing() as db:
            now = self._now()
            return [BatchWriter(db, batch, now=now).write() for batch in batches]

    def edit(self, user_id: str, id: str, new: NewClaim, *, generation: int) -> Written:
        """Put a claim in the place of those that a fact rests on."""
        with self._revising(user_id, generation) as ledger:
            revise.edit(ledger, id, new)
            facts, changes = ledger.written()
        return Written(facts=facts, changes=changes)

    def undo(self, user_id: str, change_id: str) -> Change:
        """Take a change back, or bring it back when it is itself an undo."""
        with self._revising(user_id) as ledger:
            revise.undo(ledger, change_id)
            return ledger.written()[1][0]

    def merge(self, user_id: str, agent_id: str | None, subject_a: str, subject_b: str) -> Change:
        """Take two subjects for one, called ``subject_a``."""
        with self._revising(user_id) as ledger:
            revise.merge(ledger, ledger.work.agent_number(agent_id), subject_a, subject_b)
            return ledger.written()[1][0]

    def reextract(
        self, user_id: str, message_id: str, claims: Sequence[NewClaim], *, extractor: str, generation: int
    ) -> Written:
        """Put these claims in the place of those that ``extractor`` (any version of it) read from a message."""
        with self._revising(user_id, generation) as ledger:
            revise.reextract(ledger, message_id, claims, extractor)
            facts, changes = ledger.written()
        return Written(facts=facts, changes=changes)

    def restore(
        self,
        user_id: str,
        rows: Sequence[Mapping[str, Any]],
        passages: Mapping[str, Sequence[NewPassage]],
        *,
        generation: int,
    ) -> int:
        """Write the rows of a log that are not there and were not forgotten; returns how many were left out."""
        with self._revising(user_id, generation) as ledger:
            for text, made in passages.items():
                ledger.passages.offer(text, made)
            return restore(ledger, rows)

    @contextmanager
    def _revising(self, user_id: str, generation: int = 0) -> Iterator[Ledger]:
        """One transaction on what a user who has written believes."""
        with self._connections.writing() as db:
            work = UserWork.of(db, user_id, self._now(), generation=generation)
            first = work.next_seq
            yield Ledger(work)
            if work.next_seq != first:
                work.finish()

    def _now(self) -> datetime:
        now = self._clock()
        if now.utcoffset() is None:
            raise StoreError(f"the clock gave a time without a zone: {now!r}; return datetime.now(timezone.utc)")
        return now

    def identity(self) -> tuple[EmbedderIdentity | None, int]:
        """Who makes this store's vectors, and the generation number of that choice."""
        with self._connections.reading() as db:
            return self._identity(db)

    @staticmethod
    def _identity(db: sqlite3.Connection) -> tuple[EmbedderIdentity | None, int]:
        rows = dict(db.execute("SELECT key, value FROM setting WHERE key IN ('embedder', 'generation')").fetchall())
        if "embedder" not in rows:
            return None, 0
        try:
            return EmbedderIdentity(**codec.load(rows["embedder"])), int(rows["generation"])
        except (TypeError, ValueError, KeyError) as exc:
            raise StoreCorruptError(f"the stored embedder identity cannot be read: {rows}") from exc

    def set_identity(self, identity: EmbedderIdentity) -> int:
        """Choose who makes the vectors from now on; returns the new (or unchanged) generation."""
        with self._connections.writing() as db:
            present, generation = self._identity(db)
            if present == identity:
                return generation
            _set(db, "embedder", str(codec.dump(asdict(identity))))
            _set(db, "generation", str(generation + 1))
            db.execute("UPDATE user SET version = version + 1, rewrites = rewrites + 1")
            return generation + 1

    def pending(self, generation: int, *, uid: int | None, after: int, limit: int) -> list[Pending]:
        """Passages above the key ``after`` that have no vector of this generation, in key order."""
        low, high = (0, 2**63 - 1) if uid is None else key_range(uid)
        with self._connections.reading() as db:
            rows = db.execute(
                "SELECT p.key, p.start, p.stop, p.name, coalesce(m.content, f.text) FROM passage p "
                "LEFT JOIN message m ON m.key = p.owner LEFT JOIN fact f ON f.key = p.owner "
                "WHERE p.key BETWEEN ? AND ? AND p.generation <> ? ORDER BY p.key LIMIT ?",
                (max(low, after + 1), high, generation, limit),
            )
            return [Pending(key=key, text=text[start:stop], name=name) for key, start, stop, name, text in rows]

    def set_vectors(self, generation: int, rows: Iterable[tuple[int, bytes, bytes, bytes | None]]) -> None:
        """Write (key, vector, pieces, tokens) of passages that are still there, unless the generation has changed."""
        with self._connections.writing() as db:
            if self._identity(db)[1] != generation:
                return
            users = set()
            for key, vector, pieces, tokens in rows:
                users.add((key >> 32,))
                db.execute(
                    "UPDATE passage SET vector = ?, pieces = ?, tokens = ?, generation = ? WHERE key = ?",
                    (vector, pieces, tokens, generation, key),
                )
            db.executemany("UPDATE user SET version = version + 1, rewrites = rewrites + 1 WHERE uid = ?", users)

    def forget(self, user_id: str, selection: Selection, *, dry_run: bool, salt: str) -> Receipt:
        """Remove rows and every copy of their text; a dry run changes nothing and counts the same."""
        if dry_run:
            removal, now, pending = Removal(uid=0), self._now(), False
            with self._connections.reading() as db:
                found = SqliteSnapshot(db).scope(user_id, None)
                removal = select(db, found.uid, selection) if found else removal
        else:
            with self._connections.unlimited():
                removal, now, owed = self._remove(user_id, selection)
                patterns = None if owed else needles(removal)
                wait = self._connections.timeout
                pending = (owed or bool(removal)) and not purge(self._connections, patterns, wait=wait)
        return Receipt(
            user_id=user_id,
            selector=selection.to_dict(),
            messages=len(removal.messages),
            facts=len(removal.beliefs),
            forgotten_at=now,
            salt=salt,
            texts=tuple(sorted({text_mark(salt, digest64(text)) for text in removal.texts})),
            words=tuple(sorted(word_mark(salt, word) for word in removal.words)),
            vectors=tuple(sorted(bytes_mark(salt, part) for part in removal.vectors)),
            ids=tuple(sorted([*removal.messages.values(), *removal.beliefs])),
            dry_run=dry_run,
            pending=pending,
        )

    def _remove(self, user_id: str, selection: Selection) -> tuple[Removal, datetime, bool]:
        """What was removed, when, and whether an earlier removal's bytes are still to be purged."""
        with self._connections.writing() as db:
            now = self._now()
            found = SqliteSnapshot(db).scope(user_id, None)
            if found is None:
                return Removal(uid=0), now, is_owed(db)
            removal = select(db, found.uid, selection)
            if not removal and not selection.everything:
                return removal, now, is_owed(db)
            work = UserWork.of(db, user_id, now)
            owed = owe(db)
            if selection.everything:
                _set(db, erased_key(user_id), str(work.now + 1))
            db.execute("UPDATE user SET latest = ? WHERE uid = ?", (work.now + 1, found.uid))
            remove(work, removal, everything=selection.everything)
            now = from_micros(work.now)
            return removal, now, owed

    def forgotten(self, digests: Sequence[bytes]) -> set[bytes]:
        """Those of the digests that are marks of rows forgotten here."""
        with self._connections.reading() as db:
            found = (db.execute("SELECT digest FROM tombstone WHERE digest = ?", (one,)).fetchone() for one in digests)
            return {row[0] for row in found if row is not None}

    def add_tombstones(self, digests: Sequence[bytes]) -> None:
        """Take over the marks of rows that were forgotten elsewhere."""
        with self._connections.writing() as db:
            db.executemany("INSERT INTO tombstone VALUES (?) ON CONFLICT DO NOTHING", [(one,) for one in digests])

    def leftovers(self, receipt: Receipt) -> list[str]:
        """The tables and files that still hold something of what the receipt says was removed."""
        with self._connections.reading() as db:
            owed = receipt.pending or is_owed(db)
        if owed and not purge(self._connections, None, wait=self._connections.timeout):
            return ["WAL (a reader of an old snapshot still needs it; end it and verify again)"]
        with self._connections.reading() as db:
            later = vector_parts(db, "recorded_at > ?", (micros(receipt.forgotten_at),))
            again = {bytes_mark(receipt.salt, part) for part in later}
            traces = Traces(
                salt=receipt.salt, texts=receipt.texts, words=receipt.words, vectors=set(receipt.vectors) - again
            )
            found = list(tables_with_leftovers(db, receipt, traces))
            live = set().union(*map(whole_words, remaining_texts(db))) if receipt.words else set()
        if self._connections.in_memory:
            return found
        path = Path(self.path)
        with self._connections.alone() as db:
            look = partial(traces.in_pieces, live=live)
            return [*found, *files_with_leftovers(db, path, self._connections.pieces(), look)]

    def check(self) -> list[str]:
        """What is wrong with rows, indexes and vectors, a line each; empty when all is well."""
        with self._connections.reading() as db:
            return problems(db, self._identity(db)[1])

    def disk(self) -> dict[str, int]:
        """Bytes on disk, by file; empty for a store in memory."""
        if self._connections.in_memory:
            return {}
        files = {"file": Path(self.path), "wal": Path(f"{self.path}-wal")}
        return {name: file.stat().st_size for name, file in files.items() if file.exists()}

    def close(self) -> None:
        """Checkpoint and release everything. Closing twice is fine."""
        self._connections.close()


def _set(db: sqlite3.Connection, key: str, value: str) -> None:
    db.execute("INSERT INTO setting VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value", (key, value))


def _now() -> datetime:
    return datetime.now(UTC)
