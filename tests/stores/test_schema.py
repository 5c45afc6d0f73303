"""Migrations are appended, never edited; a file of any released version opens."""

from __future__ import annotations

import hashlib
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from strandline import HashEmbedder, Memory
from strandline.errors import StoreError
from strandline.stores.ids import note_id
from strandline.stores.sqlite.schema import APPLICATION_ID, MIGRATIONS
from strandline.text import digest64, index_terms
from strandline.types import micros

RELEASED = ["c69c3a89", "618deb5c", "d26e5493", "0f0184b8"]
"""Digests of the migrations that files in the world were made with, in order."""


def test_released_migrations_are_never_edited() -> None:
    digests = [hashlib.sha256(script.encode()).hexdigest()[:8] for script in MIGRATIONS]
    assert digests[: len(RELEASED)] == RELEASED


def test_a_new_file_carries_our_mark_and_the_version_of_its_schema(tmp_path: Path) -> None:
    Memory(tmp_path / "m.db", embedder=HashEmbedder(dimensions=8)).close()
    with sqlite3.connect(tmp_path / "m.db") as db:
        marks = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        mode = db.execute("PRAGMA journal_mode").fetchone()[0]
    db.close()
    assert marks == [APPLICATION_ID, len(MIGRATIONS)]
    assert mode == "wal"


def test_a_later_migration_takes_an_older_file_forward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was stored before it is still there."""
    path = tmp_path / "m.db"
    with Memory(path, embedder=HashEmbedder(dimensions=8)) as memory:
        memory.add("the tide is out", user_id="ana")
    later = "ALTER TABLE session ADD COLUMN title TEXT; CREATE INDEX fact_subject ON fact(subject, relation);"
    monkeypatch.setattr("strandline.stores.sqlite.schema.MIGRATIONS", (*MIGRATIONS, later.replace("; ", ";\n")))
    with Memory(path, embedder=HashEmbedder(dimensions=8)) as memory:
        assert [hit.text for hit in memory.search("tide", user_id="ana")] == ["the tide is out"]
        assert memory.check().ok
    with sqlite3.connect(path) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        columns = [row[1] for row in db.execute("PRAGMA table_info(session)")]
    db.close()
    assert (version, "title" in columns) == (len(MIGRATIONS) + 1, True)


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_file_of_an_earlier_version_opens_and_goes_on(tmp_path: Path, version: int) -> None:
    """Its messages and notes are found, listed and forgotten as before, and new statements are weighed."""
    path = tmp_path / "m.db"
    said = datetime(2026, 1, 5, tzinfo=UTC)
    _file_of_an_earlier_version(path, said, version)
    with Memory(path, embedder=HashEmbedder(dimensions=8)) as memory:
        (note,) = memory.facts(user_id="ana")
        assert (note.text, note.at, note.valid_from, note.sources) == ("likes tea", said, said, ())
        assert memory.facts(user_id="ana", as_of=said - timedelta(days=1)).items == ()
        assert {hit.text for hit in memory.search("tea tide", user_id="ana")} == {"the tide is out", "likes tea"}
        assert memory.remember("likes tea", user_id="ana").warnings
        memory.add("I live in Oslo.", user_id="ana")
        assert memory.check().ok
        receipt = memory.forget(user_id="ana", id=note.id)
        assert (receipt.facts, memory.verify_forgotten(receipt)) == (1, True)


def _file_of_an_earlier_version(path: Path, said: datetime, version: int) -> None:
    """A file as the first library wrote it (one message, one note, each with its passage), brought to a version."""
    terms = {text: index_terms(text) for text in ("the tide is out", "likes tea")}
    packed = {
        text: (np.asarray(ids, "<u4").tobytes(), np.asarray(counts, np.uint8).tobytes())
        for text, (ids, counts) in terms.items()
    }
    at, message, note = micros(said), "the tide is out", "likes tea"
    first = (1 << 32) + 1
    rows: list[tuple[str, tuple[object, ...]]] = [
        ("INSERT INTO user VALUES (1, 'ana', 5, 2, 0, ?, ?)", (at, at)),
        ("INSERT INTO session VALUES (1, 1, 0, 's1', 1, ?)", (at,)),
        (
            "INSERT INTO message VALUES (?, 'm1', 1, 1, 0, 2, NULL, ?, 0, ?, ?, NULL, NULL, NULL, ?)",
            (first, at, at, digest64(message), message),
        ),
        (
            "INSERT INTO passage VALUES (?, ?, 0, 1, 1, 0, 2, ?, ?, ?, 0, ?, NULL, ?, ?, x'', 0, NULL)",
            (first + 1, first, at, at, digest64(message), len(message), *packed[message]),
        ),
        (
            "INSERT INTO fact(key, id, agent, subject, relation, value, text, at, zone, recorded_at, valid_from, "
            "digest) VALUES (?, ?, 0, 'user', 'note', ?, ?, ?, 0, ?, ?, ?)",
            (first + 2, note_id("ana", None, note), note, note, at, at, at, digest64(note)),
        ),
        (
            "INSERT INTO passage VALUES (?, ?, 1, 0, 0, 0, 0, ?, ?, ?, 0, ?, NULL, ?, ?, x'', 0, NULL)",
            (first + 3, first + 2, at, at, digest64(note), len(note), *packed[note]),
        ),
    ]
    with sqlite3.connect(path) as db:
        db.executescript(MIGRATIONS[0])
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        for sql, values in rows:
            db.execute(sql, values)
        for script in MIGRATIONS[1:version]:
            db.executescript(script)
        db.execute(f"PRAGMA user_version = {version}")
    db.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.db"
    with Memory(path, embedder=HashEmbedder(dimensions=8)) as memory:
        memory.add("the tide is out", user_id="ana")
    broken = "CREATE TABLE half(x INTEGER);\nCREATE TABLE message(x INTEGER);"
    with monkeypatch.context() as patch:
        patch.setattr("strandline.stores.sqlite.schema.MIGRATIONS", (*MIGRATIONS, broken))
        with pytest.raises(StoreError, match="message"):
            Memory(path, embedder=HashEmbedder(dimensions=8))
    with Memory(path, embedder=HashEmbedder(dimensions=8)) as memory:
        assert memory.search("tide", user_id="ana")
    with sqlite3.connect(path) as db:
        tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
    db.close()
    assert "half" not in tables
