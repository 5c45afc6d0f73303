"""Searching: any query is safe, nothing relevant is an answer, scores mean the same everywhere."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline import Memory, Message
from strandline.errors import InputError

from .asking import EMBEDDER
from .conftest import START

TURNS = (
    "The spare key is under the third flowerpot.",
    "Boats leave at nine when the tides are high.",
    "My dog is called Biscuit and hates thunder.",
    "The dentist said the wisdom tooth can stay.",
    "We moved the database migration to Tuesday.",
    "Redis caches the sessions for an hour.",
)
SOFTWARE = (
    "The build fails on the linker step since Tuesday.",
    "Use tabs in the Makefile, the rule lines need them.",
    "Redis caches the sessions for an hour.",
    "The API returns 404 for deleted accounts.",
    "We pinned numpy to 2.4 because of the wheel.",
)


@pytest.fixture
def talk(memory: Memory) -> Memory:
    for number, text in enumerate(TURNS):
        memory.add(text, user_id="ana", session_id=f"s{number % 2}", at=START + timedelta(hours=number))
    memory.remember("prefers the window seat on boats", user_id="ana", at=START)
    return memory


QUERIES = [
    "", " ", "\n\t", "the of and", "who is it that was there?", "?", "...", '"', "'", '"a" AND NEAR(', "NEAR(key, 2)",
    "key OR", "NOT key", "-key", "key*", "^key", "{key}", "content:key", "a AND (b OR", '""""', "');--", "\x00",
    "key \x00 key", "\x00key", "😀", "\U0001f469\u200d\U0001f467", "%", "_", "%key%", "key_", "\\",
    "你知道我叫什麼名字嗎", "अनीता", "مفتاح", "\udcaf",
    "key \ud800", "\u200b", "\u0301\u0301", "a¦b/c|d", "`key`", "1" * 5000, "key " * 3000, "../../etc/passwd", "${key}",
    "2026-02-30 and 99 May", "0000-00-00", "十万年前", "port 9077", "last week in 9999",
]  # fmt: skip


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: ascii(query)[:30])
def test_any_query_string_is_safe(talk: Memory, query: str) -> None:
    """O: operators, quotes, patterns, NUL, half emoji: all just text."""
    hits = talk.search(query, user_id="ana", min_score=0.0)
    assert len(hits) == len(TURNS) + 1
    assert {hit.id for hit in talk.search(query, user_id="ana")} <= {hit.id for hit in hits}
    assert talk.context(query, user_id="ana", session_id="s0", window=1).tokens <= 1200
    assert talk.recall_step(query, user_id="ana", session_id="s0", window=1).query == query


@settings(deadline=None, max_examples=100)
@given(query=st.text(max_size=300))
def test_any_text_at_all_is_a_safe_query(query: str) -> None:
    with Memory(":memory:", embedder=EMBEDDER) as memory:
        memory.add(list(TURNS), user_id="ana")
        hits = memory.search(query, user_id="ana", min_score=0.0, kinds=("message",))
        assert len(hits) == len(TURNS)
        assert all(0.0 <= hit.score <= 1.0 for hit in hits)


@pytest.mark.parametrize("query", ["key OR", "NOT key", "-key", "key*", "^key", '"key', "%key%", "`key`", "key\x00"])
def test_the_signs_of_query_languages_mean_nothing(talk: Memory, query: str) -> None:
    assert talk.search(query, user_id="ana")[0].text == TURNS[0]


@pytest.mark.parametrize(
    "query",
    [
        " ".join(f"word{n}" for n in range(58_000)) + " spare key flowerpot",
        "spare key flowerpot " * 20_000,
        "x" * 300_000,
        "a." * 100_000,
        "你" * 50_000,
        "\u0301" * 100_000,
        "May 5 " * 50_000,
        "(" * 100_000,
    ],
    ids=["58K words", "repeats", "one word", "parts", "characters", "marks", "dates", "brackets"],
)
def test_a_huge_query_takes_bounded_time(talk: Memory, query: str) -> None:
    """X20, P5."""
    began = time.monotonic()
    talk.search(query, user_id="ana")
    assert time.monotonic() - began < 20.0


@pytest.mark.parametrize("query", [None, 5, b"key", ["key"], object], ids=repr)
def test_what_is_no_text_is_no_query(talk: Memory, query: Any) -> None:
    for verb in (talk.search, talk.context, talk.recall_step, talk.stepped_context_block):
        with pytest.raises(InputError, match="query must be a str"):
            verb(query, user_id="ana")


@pytest.mark.parametrize(
    "query",
    [
        "blorptang fizzwhibble", "zxqv qwpz", "how to bake sourdough bread", "sourdough starter recipe",
        "what is the weather on Mars?", "", "the of and",
    ],
)  # fmt: skip
def test_nothing_relevant_is_an_answer(memory: Memory, query: str) -> None:
    """Q1, Q3: a nonsense or off-topic question gives no hits, not the five nearest."""
    memory.add(list(SOFTWARE), user_id="dev")
    assert memory.search(query, user_id="dev") == []
    assert memory.context(query, user_id="dev").text == ""
    assert memory.stepped_context_block(query, user_id="dev", window=0) == ""
    assert memory.search("what does Redis cache?", user_id="dev")[0].text == SOFTWARE[2]


@pytest.mark.parametrize("query", ["spare key", "", "\x00"])
def test_an_empty_store_and_an_unknown_user_find_nothing(memory: Memory, query: str) -> None:
    """P8. And asking makes no user."""

    def nothing() -> None:
        assert memory.search(query, user_id="nobody", min_score=0.0) == []
        block = memory.context(query, user_id="nobody", min_score=0.0)
        assert (block.text, block.hits, block.tokens, block.omitted) == ("", (), 0, 0)
        assert memory.recall_step(query, user_id="nobody", min_score=0.0).results == ()
        assert memory.stepped_context_block(query, user_id="nobody", session_id="s") == ""
        assert (len(memory.messages(user_id="nobody")), len(memory.facts(user_id="nobody"))) == (0, 0)
        assert memory.sessions(user_id="nobody") == []

    nothing()
    memory.add("The spare key is under the flowerpot.", user_id="ana")
    nothing()
    assert memory.users(all_users=True) == ["ana"]


@pytest.mark.parametrize("k", [0, 1, 3, 7, 8, 400])
def test_k_is_how_many_hits_there_are_at_most(talk: Memory, k: int) -> None:
    hits = talk.search("boats", user_id="ana", k=k, min_score=0.0)
    assert len(hits) == min(k, len(TURNS) + 1)
    assert hits == talk.search("boats", user_id="ana", k=400, min_score=0.0)[:k]


@pytest.mark.parametrize("k", [-1, 1.0, "3", None, True, 2**70], ids=repr)
def test_a_k_that_is_no_count_is_refused(talk: Memory, k: Any) -> None:
    with pytest.raises(InputError, match="k must be"):
        talk.search("boats", user_id="ana", k=k)


def test_a_number_beyond_any_store_is_refused_by_name(talk: Memory) -> None:
    """Not an overflow in the driver."""
    for name, call in {
        "limit": lambda: talk.messages(user_id="ana", limit=2**63 - 1),
        "after_step": lambda: talk.messages(user_id="ana", after_step=2**70),
        "cursor": lambda: talk.messages(user_id="ana", cursor="k" + "9" * 5000),
        "max_tokens": lambda: talk.context("boats", user_id="ana", max_tokens=2**70),
        "current_step": lambda: talk.recall_step("boats", user_id="ana", current_step=2**70, window_tokens=5),
        "window": lambda: talk.recall_step("boats", user_id="ana", window=2**70),
    }.items():
        with pytest.raises(InputError, match=name):
            call()


@pytest.mark.parametrize(
    ("visible", "problem"),
    [
        ("an-id", "one str"), (b"id", "one bytes"), (5, "one int"), (None, "one NoneType"), ([5], "got int"),
        (["a", None], "got NoneType"), (["\udcaf"], "lone surrogate"),
    ],
)  # fmt: skip
def test_what_is_no_collection_of_ids_is_not_taken_as_visible(talk: Memory, visible: Any, problem: str) -> None:
    for verb in (talk.context, talk.recall_step):
        with pytest.raises(InputError, match=problem):
            verb("boats", user_id="ana", visible=visible)


def test_visible_may_be_any_collection_of_any_size(talk: Memory) -> None:
    """P9: more ids than a statement takes values; and an iterator is read once only."""
    boats = talk.search("boats leave at nine", user_id="ana")[0].id
    many = [f"foreign {n}" for n in range(130_000)] + [boats, "nul\x00inside"]
    for visible in (many, set(many[-9:]), (id for id in many[-9:])):
        block = talk.context("boats leave", user_id="ana", session_id="s1", visible=visible)  # type: ignore[arg-type]
        assert block.hits
        assert boats not in [hit.id for hit in block.hits]
        assert "Boats leave" not in block.text


@pytest.mark.parametrize("min_score", [-0.1, 1.1, "0.5", True, float("nan"), float("inf")], ids=repr)
def test_a_min_score_outside_zero_to_one_is_refused(talk: Memory, min_score: Any) -> None:
    with pytest.raises(InputError, match="min_score"):
        talk.search("boats", user_id="ana", min_score=min_score)


def test_min_score_cuts_where_it_says(talk: Memory) -> None:
    everything = talk.search("boats", user_id="ana", min_score=0.0)
    default = talk.search("boats", user_id="ana")
    assert 0 < len(default) < len(everything) == len(TURNS) + 1
    assert default == everything[: len(default)]
    for hit in everything:
        kept = talk.search("boats", user_id="ana", min_score=hit.score)
        assert kept == [one for one in everything if one.score >= hit.score]
    assert talk.search("boats", user_id="ana", min_score=1.0) == []


def test_scores_are_between_zero_and_one_and_highest_first(talk: Memory) -> None:
    for query in ("boats", "spare key", TURNS[2], "dog", "nothing of the kind"):
        scores = [hit.score for hit in talk.search(query, user_id="ana", min_score=0.0)]
        assert all(0.0 <= score <= 1.0 for score in scores)
        assert scores == sorted(scores, reverse=True)
        assert scores == [round(score, 6) for score in scores]


def test_ties_are_newest_first_then_by_id(memory: Memory) -> None:
    """A total order: by when it was said, then by step, then by id; never by chance."""
    for number, hour in enumerate((3, 1, 2, 1)):
        memory.remember(f"harbour {number}xq", user_id="ana", at=START + timedelta(hours=hour))
    hits = memory.search("blorptang", user_id="ana", min_score=0.0)
    assert {hit.score for hit in hits} == {0.0}
    assert hits == sorted(hits, key=lambda hit: (-hit.at.timestamp(), hit.id))
    assert [hit.at.hour - START.hour for hit in hits] == [3, 2, 1, 1]
    for k in range(5):
        assert memory.search("blorptang", user_id="ana", min_score=0.0, k=k) == hits[:k]


def test_ties_of_one_moment_are_latest_step_first(memory: Memory) -> None:
    memory.add([f"harbour {number}xq" for number in range(5)], user_id="ana", at=START)
    hits = memory.search("blorptang", user_id="ana", min_score=0.0)
    assert [hit.step for hit in hits] == [5, 4, 3, 2, 1]
    assert [hit.step for hit in memory.search("blorptang", user_id="ana", min_score=0.0, k=2)] == [5, 4]


def test_kinds_choose_between_turns_and_remembered_facts(talk: Memory) -> None:
    def kinds(**asked: Any) -> set[str]:
        return {hit.kind for hit in talk.search("boats", user_id="ana", min_score=0.0, **asked)}

    assert kinds() == {"message", "fact"}
    assert kinds(kinds=("fact",)) == kinds(kinds="fact") == {"fact"}
    assert kinds(kinds=["message"]) == {"message"}
    assert kinds(kinds=()) == set()
    for wrong in (("facts",), ("message", 5), 5, None):
        with pytest.raises(InputError, match="kinds"):
            kinds(kinds=wrong)


def test_a_hit_says_why_it_was_found(talk: Memory) -> None:
    """The legs by name and what each added; enough to see why one stands before another."""
    hit = talk.search("where is the spare key?", user_id="ana")[0]
    assert hit.why is not None
    assert {"words", "meaning"} <= set(hit.why["found_by"])
    assert hit.why["words"] > 0.0 and hit.why["meaning"] > 0.0
    nothing = talk.search("blorptang", user_id="ana", min_score=0.0)[0]
    assert nothing.why["found_by"] == [] and nothing.why["answerable"] < hit.why["answerable"]


def test_a_hit_is_plain_json(talk: Memory) -> None:
    talk.add(Message.user("Boats are blue.", name="Tom", metadata={"a": [None, 2**70]}), user_id="ana")
    for hit in talk.search("boats", user_id="ana", min_score=0.0):
        plain = hit.to_dict()
        assert json.loads(json.dumps(plain, allow_nan=False)) == plain
        assert plain["at"] == hit.at.isoformat()
        assert set(plain) == {
            "id", "kind", "text", "score", "at", "step", "session_id", "agent_id", "role", "name", "message_id",
            "metadata", "confidence", "valid_from", "valid_to", "why",
        }  # fmt: skip


def test_a_hit_of_a_turn_says_where_it_is_from(memory: Memory) -> None:
    message = Message.user("Boats leave at nine.", name="Tom", metadata={"a": 1}, at=START)
    added = memory.add(message, user_id="ana", agent_id="planner", session_id="s1").messages[0]
    hit = memory.search("boats", user_id="ana", agent_id="planner")[0]
    assert (hit.id, hit.message_id, hit.kind, hit.text) == (added.id, added.id, "message", "Boats leave at nine.")
    assert (hit.step, hit.session_id, hit.agent_id, hit.role, hit.name) == (1, "s1", "planner", "user", "Tom")
    assert (hit.at, hit.metadata, hit.valid_from, hit.valid_to) == (START, {"a": 1}, None, None)


def test_a_hit_of_a_remembered_text_has_no_step_and_no_session(memory: Memory) -> None:
    fact = memory.remember("prefers boats", user_id="ana", at=START).facts[0]
    hit = memory.search("boats", user_id="ana")[0]
    assert (hit.id, hit.kind, hit.text, hit.at) == (fact.id, "fact", "prefers boats", START)
    assert (hit.step, hit.session_id, hit.message_id, hit.role) == (None, None, None, None)


def test_what_a_fact_is_found_by_speaks_for_the_message_that_says_it(open_memory: Callable[..., Memory]) -> None:
    """ "Manager" is a word of the fact alone; the question does not ask for the fact, so the message stands for it."""
    asked = {}
    for extract in ("rules", "off"):
        memory = open_memory(f"{extract}.db")
        for text in ("My boss is called Harald and he hates meetings.", *TURNS):
            memory.add(text, user_id="ana", session_id="s", extract=extract)
        asked[extract] = memory.search("name of the manager", user_id="ana", kinds=["message"], min_score=0.0)[0]
    assert asked["rules"].text == asked["off"].text == "My boss is called Harald and he hates meetings."
    assert asked["rules"].score > asked["off"].score
    assert asked["rules"].why["told"] > 0.0
    assert "told" not in asked["off"].why


def test_the_same_message_scores_the_same_whatever_kinds_are_wanted(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory("kinds.db")
    for text in ("My boss is called Harald and he hates meetings.", *TURNS):
        memory.add(text, user_id="ana", session_id="s")
    every = {h.id: h.score for h in memory.search("name of the manager", user_id="ana", min_score=0.0, k=50)}
    messages = {
        h.id: h.score
        for h in memory.search("name of the manager", user_id="ana", kinds=["message"], min_score=0.0, k=50)
    }
    shared = every.keys() & messages.keys()
    assert len(shared) >= len(TURNS)
    assert {id: every[id] for id in shared} == {id: messages[id] for id in shared}
