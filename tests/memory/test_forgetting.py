"""Deleted means gone: from every verb, table, index, cache, file and WAL, for this user alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strandline import HashEmbedder, Memory, Message, Receipt
from strandline.errors import InputError, LeftoverError, NotFoundError, ScopeError
from strandline.text import clear_caches, index_terms

from .conftest import START
from .scripted import read

PHRASE = "zebrafish quantum marmalade sentinel"
Open = Callable[..., Memory]


def bytes_of(tmp_path: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir()) if path.is_file())


def planted(memory: Memory) -> str:
    """A few turns of two users, one of them with the phrase; gives its id."""
    memory.add(["We talked about tides.", "The harbour was quiet."], user_id="ana", session_id="s1")
    added = memory.add(f"The {PHRASE} is under the stairs.", user_id="ana", session_id="s1")
    memory.add("Boats leave at nine.", user_id="ana", session_id="s2")
    memory.add(["I like boats and tides.", "The stairs are steep."], user_id="bob")
    return added.messages[0].id


def test_a_forgotten_phrase_is_found_by_no_verb(memory: Memory) -> None:
    """X12: search by every leg, as-of, reading back, export."""
    id = planted(memory)
    memory.forget(user_id="ana", phrase=PHRASE)
    for query in (PHRASE, "zebrafish", "what is under the stairs?"):
        assert all(PHRASE not in hit.text for hit in memory.search(query, user_id="ana", min_score=0.0))
        assert PHRASE not in memory.context(query, user_id="ana", min_score=0.0).text
        assert PHRASE not in memory.stepped_context_block(query, user_id="ana", session_id="s1", min_score=0.0)
        assert memory.search(query, user_id="ana", known_at=START + timedelta(seconds=30)) == [] or all(
            PHRASE not in hit.text
            for hit in memory.search(query, user_id="ana", known_at=START + timedelta(seconds=30), min_score=0.0)
        )
    assert all(PHRASE not in str(row.content) for row in memory.messages(user_id="ana"))
    with pytest.raises(NotFoundError):
        memory.get(id, user_id="ana")


def test_a_forgotten_phrase_is_in_no_byte_of_any_file(memory: Memory, tmp_path: Path) -> None:
    """Not even a word that only it had, in the file or its WAL."""
    planted(memory)
    assert b"zebrafish" in bytes_of(tmp_path)
    receipt = memory.forget(user_id="ana", phrase=PHRASE)
    left = bytes_of(tmp_path)
    assert [word for word in PHRASE.split() if word.encode() in left] == []
    assert b"stairs" in left, "other rows keep their words"
    assert memory.verify_forgotten(receipt)


def test_a_forgotten_phrase_is_in_no_table(memory: Memory, tmp_path: Path) -> None:
    planted(memory)
    memory.forget(user_id="ana", phrase=PHRASE)
    with sqlite3.connect(tmp_path / "memory.db") as db:
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        dump = "".join(repr(row) for table in tables for row in db.execute(f'SELECT * FROM "{table}"'))
    db.close()
    assert len(tables) > 5
    assert "zebrafish" not in dump
    assert "harbour" in dump


def test_forgetting_leaves_other_users_results_unchanged_to_the_last_bit(memory: Memory) -> None:
    planted(memory)
    before = [memory.search(query, user_id="bob", min_score=0.0) for query in ("boats", "stairs", "tides")]
    memory.forget(user_id="ana", everything=True)
    assert [memory.search(query, user_id="bob", min_score=0.0) for query in ("boats", "stairs", "tides")] == before
    assert memory.users(all_users=True) == ["bob"]


def test_the_same_text_of_another_user_stays(memory: Memory) -> None:
    """X13."""
    memory.add(PHRASE, user_id="alfa")
    memory.add(PHRASE, user_id="beta")
    receipt = memory.forget(user_id="alfa", phrase=PHRASE)
    assert memory.verify_forgotten(receipt)
    assert [hit.text for hit in memory.search(PHRASE, user_id="beta")] == [PHRASE]
    assert memory.search(PHRASE, user_id="alfa") == []


@pytest.mark.parametrize("selector", [{}, {"id": "x", "phrase": "y"}, {"phrase": " "}, {"everything": False}], ids=str)
def test_forget_needs_exactly_one_selector(memory: Memory, selector: dict[str, object]) -> None:
    planted(memory)
    with pytest.raises(InputError):
        memory.forget(user_id="ana", **selector)  # type: ignore[arg-type]
    assert len(memory.messages(user_id="ana")) == 4


def test_forget_needs_a_user(memory: Memory) -> None:
    """X14: without a scope, an error and no effect."""
    planted(memory)
    with pytest.raises(ScopeError):
        memory.forget(everything=True)
    assert len(memory.messages(user_id="ana")) == 4


def test_a_dry_run_says_what_would_go_and_removes_nothing(memory: Memory) -> None:
    id = planted(memory)
    (fact,) = memory.facts(user_id="ana")
    receipt = memory.forget(user_id="ana", phrase=PHRASE, dry_run=True)
    assert (receipt.messages, receipt.facts, receipt.ids, receipt.dry_run) == (1, 1, (fact.id, id), True)
    assert [kept.id for kept in memory.facts(user_id="ana")] == [fact.id]
    assert memory.get(id, user_id="ana")
    with pytest.raises(InputError, match="dry run"):
        memory.verify_forgotten(receipt)


def test_forgetting_nothing_gives_an_empty_receipt(memory: Memory) -> None:
    planted(memory)
    for user in ("ana", "nobody"):
        receipt = memory.forget(user_id=user, phrase="never said")
        assert (receipt.messages, receipt.facts, receipt.ids) == (0, 0, ())
        assert memory.verify_forgotten(receipt)


def test_the_step_of_a_forgotten_message_stays_unused(memory: Memory) -> None:
    planted(memory)
    memory.forget(user_id="ana", session_id="s1")
    assert memory.add("Hello again.", user_id="ana", session_id="s1").messages[0].step == 4
    assert [info.session_id for info in memory.sessions(user_id="ana")] == ["s1", "s2"]


def test_before_is_exclusive_and_goes_by_when_it_was_said(memory: Memory) -> None:
    for hours in (0, 1, 2):
        memory.add(f"said after {hours} hours", user_id="ana", at=START + timedelta(hours=hours))
    memory.forget(user_id="ana", before=START + timedelta(hours=1))
    assert [row.content for row in memory.messages(user_id="ana")] == ["said after 1 hours", "said after 2 hours"]


def test_forgetting_takes_private_rows_of_agents_too(memory: Memory) -> None:
    memory.add(PHRASE, user_id="ana", agent_id="planner")
    receipt = memory.forget(user_id="ana", everything=True)
    assert receipt.messages == 1
    assert memory.search(PHRASE, user_id="ana", agent_id="planner") == []


def test_a_phrase_in_names_metadata_and_tool_calls_counts(memory: Memory) -> None:
    memory.add(Message.user("a", name=f"Dr {PHRASE}"), user_id="ana")
    memory.add(Message.user("b", metadata={"note": [f'"{PHRASE}"\n']}), user_id="ana")
    memory.add(Message.assistant(None, tool_calls=[{"id": "1", "function": {"arguments": PHRASE}}]), user_id="ana")
    memory.add("c", user_id="ana")
    memory.remember(f"likes {PHRASE}", user_id="ana")
    receipt = memory.forget(user_id="ana", phrase=PHRASE)
    assert (receipt.messages, receipt.facts) == (3, 1)
    assert memory.verify_forgotten(receipt)


def test_an_old_export_does_not_bring_it_back(memory: Memory, tmp_path: Path) -> None:
    planted(memory)
    memory.export(tmp_path / "old.jsonl", all_users=True)
    memory.forget(user_id="ana", phrase=PHRASE)
    moved = memory.import_(tmp_path / "old.jsonl")
    assert moved.skipped == sum(moved.rows.get(kind, 0) for kind in ("message", "claim", "change"))
    assert memory.search(PHRASE, user_id="ana") == []
    assert len(memory.messages(user_id="ana")) == 3


def test_it_stays_forgotten_after_reopening(memory: Memory, open_memory: Open) -> None:
    planted(memory)
    receipt = memory.forget(user_id="ana", phrase=PHRASE)
    memory.close()
    again = open_memory()
    assert again.search(PHRASE, user_id="ana") == []
    assert again.verify_forgotten(receipt)


def test_new_text_with_the_same_words_is_no_leftover(memory: Memory) -> None:
    planted(memory)
    receipt = memory.forget(user_id="ana", phrase=PHRASE)
    memory.add("A zebrafish, again.", user_id="ana")
    assert memory.verify_forgotten(receipt)


def test_a_reader_of_an_old_snapshot_makes_it_pending(open_memory: Open, tmp_path: Path) -> None:
    """The receipt says so, and verification raises until the reader is gone."""
    memory = open_memory(timeout=0.2)
    planted(memory)
    reader = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM message").fetchone()
    receipt = memory.forget(user_id="ana", phrase=PHRASE)
    assert receipt.pending
    assert memory.search(PHRASE, user_id="ana") == []
    with pytest.raises(LeftoverError, match="snapshot"):
        memory.verify_forgotten(receipt)
    reader.execute("ROLLBACK")
    reader.close()
    assert memory.verify_forgotten(receipt)
    assert b"zebrafish" not in bytes_of(tmp_path)


COLUMNS = [
    ("setting", "value"),
    ("user", "user_id"),
    ("agent", "agent_id"),
    ("session", "session_id"),
    ("message", "content"),
    ("message", "name"),
    ("message", "metadata"),
    ("message", "tool_calls"),
    ("message", "tool_call_id"),
    ("message", "id"),
    ("fact", "id"),
    ("fact", "subject"),
    ("fact", "relation"),
    ("fact", "value"),
    ("fact", "text"),
    ("fact", "extractor"),
    ("fact", "metadata"),
    ("fact", "qualifier"),
    ("fact", "subject_key"),
    ("fact", "root"),
    ("claim", "id"),
    ("claim", "subject"),
    ("claim", "relation"),
    ("claim", "qualifier"),
    ("claim", "value"),
    ("claim", "act"),
    ("claim", "since"),
    ("claim", "replaces"),
    ("claim", "text"),
    ("claim", "extractor"),
    ("claim", "subject_key"),
    ("change", "id"),
    ("change", "kind"),
    ("change", "reason"),
    ("change", "subject"),
    ("change", "relation"),
    ("change", "facts"),
    ("change", "ended"),
    ("alias", "subject_key"),
    ("alias", "into_key"),
    ("alias", "shown"),
    ("passage", "name"),
    ("passage", "terms"),
    ("passage", "counts"),
    ("passage", "pieces"),
    ("passage", "vector"),
    ("passage", "tokens"),
    ("tombstone", "digest"),
]


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda name: name)
def test_a_leftover_in_any_column_is_named(
    memory: Memory, tmp_path: Path, table: str, column: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(memory)
    monkeypatch.setattr("strandline.memory.claims.read", read)
    memory.add("a private word", user_id="bob", agent_id="helper")
    memory.add("Lea: is age 7\nLena: is favourite[sport] rowing", user_id="bob")
    memory.merge("Lea", "Lena", user_id="bob")
    memory.remember("likes rowing", user_id="bob")
    receipt = memory.forget(user_id="ana", phrase=PHRASE)
    assert memory.verify_forgotten(receipt)
    leftover: object = (
        PHRASE.encode() if column in ("terms", "counts", "pieces", "vector", "tokens", "digest") else PHRASE
    )
    with sqlite3.connect(tmp_path / "memory.db") as db:
        db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = (SELECT min(rowid) FROM {table})", (leftover,)) if (
            table not in ("setting", "tombstone")
        ) else db.execute(
            f"UPDATE {table} SET {column} = ? WHERE {column} = (SELECT min({column}) FROM {table})", (leftover,)
        )
        assert db.total_changes == 1
    db.close()
    with pytest.raises(LeftoverError) as caught:
        memory.verify_forgotten(receipt)
    assert f"table {table}.{column}" in caught.value.places


def test_every_column_that_can_hold_text_is_tried_above(memory: Memory, tmp_path: Path) -> None:
    """A column added by a later migration must be added to the list."""
    with sqlite3.connect(tmp_path / "memory.db") as db:
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {
            (table, row[1])
            for table in tables
            for row in db.execute(f"PRAGMA table_info({table})")
            if row[2] in ("TEXT", "BLOB")
        }
    db.close()
    assert columns - {("setting", "key")} == set(COLUMNS)


@pytest.mark.parametrize("suffix", ["", "-wal", ".lock", "-journal"])
def test_a_leftover_in_any_file_is_named(memory: Memory, tmp_path: Path, suffix: str) -> None:
    planted(memory)
    receipt = memory.forget(user_id="ana", phrase=PHRASE)
    path = tmp_path / f"memory.db{suffix}"
    with path.open("ab") as file:
        file.write(b"\x07" + PHRASE.encode() + b"\x00")
    with pytest.raises(LeftoverError) as caught:
        memory.verify_forgotten(receipt)
    assert f"file memory.db{suffix}" in caught.value.places
    if suffix == "-journal":
        path.unlink()


def test_a_leftover_in_the_cache_of_terms_is_named(memory: Memory) -> None:
    planted(memory)
    receipt = memory.forget(user_id="ana", phrase=PHRASE)
    memory.search("zebrafish", user_id="bob")
    assert memory.verify_forgotten(receipt), "the words of a question are not kept"
    index_terms("zebrafish")
    with pytest.raises(LeftoverError) as caught:
        memory.verify_forgotten(receipt)
    assert caught.value.places == ("cache of terms",)
    clear_caches()


def test_a_leftover_in_the_embedders_cache_is_named(open_memory: Open) -> None:
    embedder = HashEmbedder(dimensions=32)
    memory = open_memory(embedder=embedder)
    planted(memory)
    receipt = memory.forget(user_id="ana", phrase=PHRASE)
    assert memory.verify_forgotten(receipt)
    embedder.embed(["zebrafish"])
    with pytest.raises(LeftoverError) as caught:
        memory.verify_forgotten(receipt)
    assert caught.value.places == ("cache of the embedder",)


def test_a_leftover_in_the_cache_of_indexes_is_named(open_memory: Open) -> None:
    """An index that kept its rows although the store has let them go."""
    memory = open_memory()
    other = open_memory()
    planted(memory)
    other.search("zebrafish", user_id="ana")
    receipt = memory.forget(user_id="ana", phrase=PHRASE)
    assert memory.verify_forgotten(receipt)
    with pytest.raises(LeftoverError) as caught:
        other.verify_forgotten(receipt)
    assert "cache of indexes" in caught.value.places
    other.search("boats", user_id="ana")
    assert "cache of indexes" not in _places(other, receipt)


def _places(memory: Memory, receipt: Receipt) -> tuple[str, ...]:
    try:
        memory.verify_forgotten(receipt)
    except LeftoverError as exc:
        return exc.places
    return ()


def test_many_deletions_between_many_users_leave_no_bytes(open_memory: Open, tmp_path: Path) -> None:
    """Rows that moved between pages when users' ranges grew leave copies in unused parts of pages; they go too."""
    memory = open_memory(embedder=HashEmbedder(dimensions=16))
    for turn in range(12):
        for user in range(12):
            secret = f"sekret{user}x{turn}y"
            memory.add(f"{secret} " + "filler words " * (user * 7 % 40), user_id=f"u{user}")
    receipts = [
        memory.forget(user_id=f"u{user}", phrase=f"sekret{user}x{turn}y") for user in range(6) for turn in range(12)
    ]
    left = bytes_of(tmp_path)
    assert [user for user in range(6) if f"sekret{user}x".encode() in left] == []
    assert all(memory.verify_forgotten(receipt) for receipt in receipts[::9])
    assert b"sekret7x" in left


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.text(min_size=1, max_size=40), min_size=1, max_size=6), data=st.data())
def test_any_forgotten_text_passes_its_verification(texts: list[str], data: st.DataObject) -> None:
    """Whatever is said and whichever message goes, its receipt is honoured and the rest stays."""
    said = [text for text in texts if not any(0xD800 <= ord(c) <= 0xDFFF for c in text)] or ["x"]
    with Memory(":memory:", embedder=HashEmbedder(dimensions=16), new_salt=lambda: "salt") as memory:
        added = memory.add(said, user_id="ana").messages
        chosen = data.draw(st.integers(0, len(said) - 1))
        receipt = memory.forget(user_id="ana", id=added[chosen].id)
        assert memory.verify_forgotten(receipt)
        assert [row.content for row in memory.messages(user_id="ana")] == said[:chosen] + said[chosen + 1 :]


def test_a_short_word_that_stands_elsewhere_by_chance_is_no_leftover(memory: Memory) -> None:
    """ "for" is in every SQLite file's header, three letters turn up in the bytes of vectors."""
    memory.add(["We talked about tides.", "The harbour was quiet."], user_id="ana")
    id = memory.add("for you, xyz", user_id="ana").messages[0].id
    assert memory.verify_forgotten(memory.forget(user_id="ana", id=id))


def test_an_old_export_of_an_erased_user_brings_not_even_the_user_back(memory: Memory, tmp_path: Path) -> None:
    """Nor are the words of its texts kept in any cache."""
    planted(memory)
    memory.export(tmp_path / "old.jsonl", all_users=True)
    receipt = memory.forget(user_id="ana", everything=True)
    moved = memory.import_(tmp_path / "old.jsonl")
    assert moved.skipped == sum(moved.rows.get(kind, 0) for kind in ("message", "claim", "change"))
    assert memory.users(all_users=True) == ["bob"]
    assert memory.verify_forgotten(receipt)


def test_a_longer_word_that_a_page_cuts_in_two_is_no_leftover(memory: Memory) -> None:
    receipt_of = memory.add("I saw a garden", user_id="ana").messages[0].id
    memory.add("gardeners " * 900, user_id="bob")
    assert memory.verify_forgotten(memory.forget(user_id="ana", id=receipt_of))


def test_what_others_say_and_call_their_sessions_later_is_no_leftover(memory: Memory) -> None:
    memory.add(["hello zebrafish", "bye"], user_id="ana", agent_id="coder")
    receipt = memory.forget(user_id="ana", everything=True)
    memory.add("hello zebrafish", user_id="bob", agent_id="coder")
    memory.add("hello again", user_id="ana")
    memory.search("zebrafish", user_id="bob", agent_id="coder")
    assert memory.verify_forgotten(receipt)


def test_a_removal_whose_purge_was_cut_short_is_made_good_when_the_file_is_opened(
    memory: Memory, open_memory: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(memory)
    with monkeypatch.context() as patch:
        patch.setattr("strandline.stores.sqlite.store.purge", lambda *_, **__: False)
        receipt = memory.forget(user_id="ana", phrase=PHRASE)
    assert receipt.pending
    memory.close()
    again = open_memory()
    assert b"zebrafish" not in bytes_of(tmp_path)
    assert again.verify_forgotten(receipt)
