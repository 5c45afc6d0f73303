"""Reading back: pages, single rows, sessions, users, totals, and a check that finds planted damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline import Fact, HashEmbedder, Memory, Message, StoredMessage
from strandline.errors import InputError, NotFoundError, ScopeError

from .conftest import START

Open = Callable[..., Memory]


@pytest.fixture
def filled(hashed: Memory) -> Memory:
    """Two sessions of ana told in turn, a session of an agent, two notes, and bob."""
    for n in range(1, 6):
        hashed.add(f"one {n}", user_id="ana", session_id="one", at=START - timedelta(days=n))
        hashed.add([f"two {n}", f"too {n}"], user_id="ana", session_id="two")
    hashed.add("planned", user_id="ana", agent_id="planner", session_id="one")
    hashed.remember("likes tea", user_id="ana", metadata={"kept": True})
    hashed.remember("likes maps", user_id="ana", agent_id="planner")
    hashed.add("bob's", user_id="bob", session_id="one")
    return hashed


def walked(read: Callable[..., Any], **asked: Any) -> list[list[Any]]:
    """All pages, by their cursors."""
    pages, cursor = [], None
    while len(pages) < 50:
        page = read(cursor=cursor, **asked)
        pages.append(list(page))
        if (cursor := page.cursor) is None:
            return pages
    raise AssertionError("the pages never end")


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 15, 16, 100, 2**53])
@pytest.mark.parametrize("session", [None, "one", "two"])
def test_pages_together_are_all_messages_once_in_the_order_they_were_stored(
    filled: Memory, limit: int, session: str | None
) -> None:
    everything = [text for n in range(1, 6) for text in (f"one {n}", f"two {n}", f"too {n}")]
    wanted = [text for text in everything if session is None or (session == "one") == text.startswith("one")]
    pages = walked(filled.messages, user_id="ana", session_id=session, limit=limit)
    assert [row.content for page in pages for row in page] == wanted
    assert [len(page) for page in pages[:-1]] == [limit] * (len(pages) - 1)
    assert 0 < len(pages[-1]) <= limit, "the last page is never an empty one"


def test_a_session_reads_by_step_from_any_step_on(filled: Memory) -> None:
    asked = {"user_id": "ana", "session_id": "two"}
    assert [row.step for row in filled.messages(**asked)] == list(range(1, 11))
    assert [row.step for row in filled.messages(**asked, after_step=7)] == [8, 9, 10]
    assert len(filled.messages(**asked, after_step=10)) == 0
    assert [[row.step for row in page] for page in walked(filled.messages, **asked, after_step=5, limit=2)] == [
        [6, 7],
        [8, 9],
        [10],
    ]


def test_a_session_may_be_given_under_its_other_names(filled: Memory) -> None:
    page = filled.messages(user_id="ana", session_id="one")
    assert filled.messages(user_id="ana", thread_id="one") == page == filled.messages(user_id="ana", run_id="one")
    with pytest.raises(InputError, match="twice"):
        filled.messages(user_id="ana", thread_id="one", run_id="one")


def test_a_page_reads_like_a_sequence(filled: Memory) -> None:
    page = filled.messages(user_id="ana", limit=3)
    assert len(page) == 3 and page[0] == next(iter(page)) and page[-1] == page.items[2]
    assert page.to_dict()["items"][0]["content"] == "one 1"


def test_rows_that_are_added_while_paging_come_last(filled: Memory) -> None:
    first = filled.messages(user_id="ana", limit=14)
    filled.add("late", user_id="ana", session_id="one")
    rest = filled.messages(user_id="ana", cursor=first.cursor)
    assert [row.content for row in rest] == ["too 5", "late"]


@pytest.mark.parametrize("cursor", ["", "x", "k", "k-1", "k1x", "1", "k\u0661", "k" + "9" * 30, 3])
def test_a_cursor_that_no_page_gave_is_refused(filled: Memory, cursor: Any) -> None:
    for read in (filled.messages, filled.facts):
        with pytest.raises(InputError, match="cursor"):
            read(user_id="ana", cursor=cursor)


def test_a_cursor_reads_nobody_elses_rows(filled: Memory) -> None:
    cursor = filled.messages(user_id="ana", limit=1).cursor
    assert [row.content for row in filled.messages(user_id="bob", cursor=cursor)] == ["bob's"]
    for anywhere in ("k0", "k1", "k4294967296", "k9000000000000000000"):
        assert {row.content for row in filled.messages(user_id="bob", cursor=anywhere)} <= {"bob's"}


@pytest.mark.parametrize("bad", [{"limit": 0}, {"limit": True}, {"limit": 2**70}, {"after_step": -1}], ids=str)
def test_a_limit_that_is_none_is_refused(filled: Memory, bad: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(bad))):
        filled.messages(user_id="ana", **bad)


def test_facts_come_in_pages_in_the_order_they_were_learned(filled: Memory) -> None:
    for n in range(5):
        filled.remember(f"note {n}", user_id="ana")
    pages = walked(filled.facts, user_id="ana", limit=4)
    assert [[fact.text for fact in page] for page in pages] == [
        ["likes tea", "note 0", "note 1", "note 2"],
        ["note 3", "note 4"],
    ]
    assert [fact.text for fact in filled.facts(user_id="ana", agent_id="planner")][:2] == ["likes tea", "likes maps"]


def test_one_row_is_read_by_its_id(hashed: Memory) -> None:
    at = START - timedelta(days=3)
    given = Message.assistant("said", name="Bot", at=at, metadata={"a": [1]}, tool_calls=[{"id": "c"}])
    new = hashed.add(given, user_id="ana", session_id="s").messages[0]
    row = hashed.get(new.id, user_id="ana")
    assert isinstance(row, StoredMessage)
    assert (row.id, row.session_id, row.step, row.role) == (new.id, "s", 1, "assistant")
    assert (row.content, row.name, row.at, row.metadata) == ("said", "Bot", at, {"a": [1]})
    assert (row.tool_calls, row.tool_call_id, row.agent_id) == ([{"id": "c"}], None, None)
    assert START < row.recorded_at < START + timedelta(minutes=1)
    fact = hashed.remember("likes tea", user_id="ana").facts[0]
    assert hashed.get(fact.id, user_id="ana") == fact
    assert isinstance(fact, Fact) and fact.text == "likes tea"


def test_an_id_of_nobody_of_another_user_or_of_an_agent_is_not_found(filled: Memory) -> None:
    private = filled.messages(user_id="ana", agent_id="planner")[-1].id
    theirs = filled.messages(user_id="bob")[0].id
    for id, whose in (("nothing", "ana"), (private, "ana"), (theirs, "ana"), (theirs, "nobody")):
        with pytest.raises(NotFoundError, match="no message or fact"):
            filled.get(id, user_id=whose)
    assert filled.get(private, user_id="ana", agent_id="planner")
    with pytest.raises(InputError):
        filled.get("", user_id="ana")


def test_sessions_say_how_much_they_hold_and_when(filled: Memory) -> None:
    one, two = filled.sessions(user_id="ana")
    assert (one.session_id, one.messages, one.last_step, one.agent_id) == ("one", 5, 5, None)
    assert (one.first_at, one.last_at) == (START - timedelta(days=5), START - timedelta(days=1))
    assert (two.session_id, two.messages, two.last_step) == ("two", 10, 10)
    private = filled.sessions(user_id="ana", agent_id="planner")[2]
    assert (private.session_id, private.messages, private.agent_id) == ("one", 1, "planner")
    last = filled.messages(user_id="ana", session_id="two", after_step=9)[0]
    filled.forget(user_id="ana", id=last.id)
    two = filled.sessions(user_id="ana")[1]
    assert (two.messages, two.last_step) == (9, 10)


def test_nobody_has_nothing(filled: Memory) -> None:
    assert filled.sessions(user_id="nobody") == []
    assert len(filled.messages(user_id="nobody")) == len(filled.facts(user_id="nobody")) == 0
    with pytest.raises(NotFoundError):
        filled.stats(user_id="nobody")


def test_listing_all_users_must_be_asked_for(filled: Memory) -> None:
    assert filled.users(all_users=True) == ["ana", "bob"]
    for asked in ({}, {"all_users": False}, {"all_users": 1}):
        with pytest.raises(ScopeError, match="all_users=True"):
            filled.users(**asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("verb", ["messages", "facts", "sessions", "get"])
def test_reading_needs_a_user(filled: Memory, verb: str) -> None:
    arguments = ("some id",) if verb == "get" else ()
    for asked in ({}, {"user_id": ""}, {"user_id": None}):
        with pytest.raises(ScopeError, match="user_id"):
            getattr(filled, verb)(*arguments, **asked)


def test_stats_count_the_store_and_one_user(filled: Memory, tmp_path: Path) -> None:
    whole, bob = filled.stats(), filled.stats(user_id="bob")
    assert (whole.users, whole.sessions, whole.messages, whole.facts, whole.passages) == (2, 4, 17, 2, 19)
    assert (bob.users, bob.sessions, bob.messages, bob.facts, bob.passages) == (1, 1, 1, 0, 1)
    assert bob.text_bytes == 5
    assert (whole.vectors_pending, whole.dense) == (0, True)
    assert whole.embedder == "hash 1 (64 dimensions, unit length)"
    assert whole.disk["file"] == (tmp_path / "hashed.db").stat().st_size
    assert whole.cache_bytes == 0
    filled.search("tea", user_id="ana")
    assert filled.stats().cache_bytes > 0


def test_a_store_in_memory_takes_no_disk(open_memory: Open) -> None:
    assert open_memory(":memory:", embedder=HashEmbedder(8)).stats().disk == {}


def test_a_sound_store_has_no_problems(filled: Memory) -> None:
    report = filled.check()
    assert (report.ok, report.problems, report.vectors_pending) == (True, (), 0)
    assert filled.check(user_id="bob").ok


DAMAGE = {
    "passages that differ from their text: 1": [
        "DELETE FROM passage WHERE key = (SELECT max(key) FROM passage WHERE kind = 0)",
        "UPDATE passage SET terms = x'00000000', counts = x'01' WHERE key = (SELECT min(key) FROM passage)",
        "UPDATE passage SET stop = stop - 1 WHERE key = (SELECT min(key) FROM passage)",
    ],
    "texts that differ from their digest: 1": [
        "UPDATE message SET content = 'something else' WHERE key = (SELECT min(key) FROM message)",
        "UPDATE fact SET text = 'something else' WHERE key = (SELECT min(key) FROM fact)",
    ],
    "passages without an owner: 1": [
        "DELETE FROM message WHERE key = (SELECT min(key) FROM message)",
        "DELETE FROM fact WHERE key = (SELECT min(key) FROM fact)",
    ],
    "passages that disagree with their message: 1": [
        "UPDATE passage SET agent = 77 WHERE key = (SELECT min(key) FROM passage)",
        "UPDATE message SET at = at + 1 WHERE key = (SELECT min(key) FROM message)",
    ],
    "messages without a session: 5": ["DELETE FROM session WHERE session_id = 'one' AND uid = 1 AND agent = 0"],
    "messages above their session's last step: 1": ["UPDATE session SET last_step = 4 WHERE number = 1"],
    "rows of no user: 1": ["DELETE FROM user WHERE user_id = 'bob'"],
    "keys a user has not given out yet: 1": ["UPDATE user SET next_seq = 2 WHERE user_id = 'ana'"],
    "vectors of the wrong size: 1": [
        "UPDATE passage SET vector = x'00' WHERE key = (SELECT min(key) FROM passage)",
        "UPDATE passage SET vector = NULL WHERE key = (SELECT min(key) FROM passage)",
    ],
}


@pytest.mark.parametrize(
    ("problem", "statement"),
    [(problem, statement) for problem, statements in DAMAGE.items() for statement in statements],
    ids=[f"{problem}-{n}" for problem, statements in DAMAGE.items() for n in range(len(statements))],
)
def test_planted_damage_is_found_and_named(filled: Memory, tmp_path: Path, problem: str, statement: str) -> None:
    path = tmp_path / "hashed.db"
    filled.close()
    with sqlite3.connect(path) as raw:
        assert raw.execute(statement).rowcount == 1
    raw.close()
    with Memory(path, embedder=HashEmbedder(dimensions=64)) as memory:
        report = memory.check()
    assert not report.ok
    assert problem in report.problems
