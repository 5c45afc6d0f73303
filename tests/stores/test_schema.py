"""Migrations are appended, never edited; a file of any released version opens."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest

from strandline import HashEmbedder, Memory
from strandline.errors import StoreError
from strandline.stores.sqlite.schema import APPLICATION_ID, MIGRATIONS

RELEASED = ["c69c3a89"]
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
