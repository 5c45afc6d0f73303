"""Terms that other rules made are made anew when a file is opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from strandline import HashEmbedder, Memory
from strandline.stores.sqlite.store import SqliteStore

SAID = "Je travaille dans une école depuis hier."


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A file in which one message has the terms of older rules, and no word of whose they are."""
    path = tmp_path / "m.db"
    with Memory(path, embedder=HashEmbedder(dimensions=8)) as memory:
        memory.add(SAID, user_id="ana")
        memory.add("The tide is out.", user_id="ben")
        memory.remember("likes tea", user_id="ben")
    with sqlite3.connect(path) as db:
        db.execute("UPDATE passage SET terms = x'01000000', counts = x'01' WHERE key >> 32 = 1")
        db.execute("DELETE FROM setting WHERE key = 'terms'")
    db.close()
    return path


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as db:
        found = db.execute(sql).fetchall()
    db.close()
    return found


def test_an_older_file_is_found_by_its_words_again(older: Path) -> None:
    with Memory(older, embedder=HashEmbedder(dimensions=8)) as memory:
        assert memory.check().ok
        hits = memory.search("travaillait", user_id="ana")
        assert [hit.text for hit in hits] == [SAID]
        assert "words" in hits[0].why["found_by"]


def test_only_users_whose_terms_changed_are_written(older: Path) -> None:
    """Their caches in other processes are built anew."""
    before = rows(older, "SELECT user_id, version, rewrites FROM user ORDER BY user_id")
    SqliteStore(str(older)).close()
    (ana, version, rewrites), ben = before
    assert rows(older, "SELECT user_id, version, rewrites FROM user ORDER BY user_id") == [
        (ana, version + 1, rewrites + 1),
        ben,
    ]


def test_a_file_whose_terms_are_of_this_version_is_left_as_it_is(older: Path) -> None:
    SqliteStore(str(older)).close()
    before = rows(older, "SELECT * FROM user"), rows(older, "SELECT * FROM setting")
    SqliteStore(str(older)).close()
    assert before == (rows(older, "SELECT * FROM user"), rows(older, "SELECT * FROM setting"))


def test_another_version_of_the_stemmer_is_another_version(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SqliteStore(str(older)).close()
    (before,) = rows(older, "SELECT value FROM setting WHERE key = 'terms'")
    monkeypatch.setattr("strandline.stores.sqlite.terms.TERMS_VERSION", "next")
    SqliteStore(str(older)).close()
    assert rows(older, "SELECT value FROM setting WHERE key = 'terms'") == [("next",)] != [before]


def test_what_fails_halfway_is_done_when_the_file_is_opened_again(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str) -> tuple[bytes, bytes]:
        raise MemoryError(text)

    before = rows(older, "SELECT terms FROM passage")
    with monkeypatch.context() as patch:
        patch.setattr("strandline.stores.sqlite.terms.term_bytes", fail)
        with pytest.raises(MemoryError):
            SqliteStore(str(older))
    assert rows(older, "SELECT terms FROM passage") == before
    with Memory(older, embedder=HashEmbedder(dimensions=8)) as memory:
        assert memory.check().ok
