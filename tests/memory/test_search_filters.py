"""Filters on metadata act before anything is ranked, and their values are data."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from strandline import Memory, Message
from strandline.errors import FilterError

from .conftest import START

QUESTION = "When do the boats leave the harbour?"
NEAR = "The boats leave the harbour at {} o'clock."
FAR = "Something about the pier, number {}."


@pytest.fixture
def crowded(memory: Memory) -> Memory:
    """Sixty messages that answer the question better than the five that a filter is after."""
    near = [
        Message.user(NEAR.format(n), metadata={"topic": "boats", "n": n, "tags": ["near"]}, at=START) for n in range(60)
    ]
    far = [
        Message.user(
            FAR.format(n), metadata={"topic": "pier", "n": 100 + n, "tags": ["far", "a,b"], "x": None}, at=START
        )
        for n in range(5)
    ]
    memory.add([*near[:30], *far, *near[30:]], user_id="ana", session_id="s1", extract="off")
    memory.add("The boats leave the harbour when they like.", user_id="ana", session_id="s2", at=START)
    return memory


FAR_TEXTS = {FAR.format(n) for n in range(5)}
SELECTIVE: list[dict[str, Any]] = [
    {"topic": "pier"},
    {"topic": {"eq": "pier"}},
    {"topic": {"ne": "boats"}, "n": {"exists": True}},
    {"n": {"gt": 99}},
    {"n": {"gte": 100}},
    {"n": {"gte": 100, "lt": 105}},
    {"n": {"in": [100, 101, 102, 103, 104.0]}},
    {"topic": {"nin": ["boats", None]}, "x": None},
    {"tags": {"contains": "far"}},
    {"topic": {"contains": "ie"}},
    {"x": {"exists": True}},
    {"x": None},
    {"and": [{"topic": "pier"}, {"n": {"lte": 104}}]},
    {"or": [{"topic": "pier"}, {"topic": "moon"}]},
    {"not": {"topic": "boats"}, "n": {"exists": True}},
    {"NOT": [{"topic": "boats"}, {"n": {"exists": False}}]},
    {
        "or": [
            {"and": [{"topic": "boats"}, {"n": -1}]},
            {"not": {"or": [{"topic": "boats"}, {"topic": {"exists": False}}]}},
        ]
    },
]


@pytest.mark.parametrize("filters", SELECTIVE, ids=str)
def test_a_selective_filter_still_gives_all_its_hits(crowded: Memory, filters: dict[str, Any]) -> None:
    """N2: filtering the best ten afterwards would leave none of them."""
    unfiltered = crowded.search(QUESTION, user_id="ana", k=10, min_score=0.0)
    assert not FAR_TEXTS & {hit.text for hit in unfiltered}
    hits = crowded.search(QUESTION, user_id="ana", k=5, filters=filters, min_score=0.0)
    assert {hit.text for hit in hits} == FAR_TEXTS
    block = crowded.context(QUESTION, user_id="ana", session_id="s2", k=5, filters=filters, min_score=0.0)
    assert {hit.text for hit in block.hits} == FAR_TEXTS


@pytest.mark.parametrize(
    "narrowed",
    [
        lambda m: m.search(QUESTION, user_id="ana", k=1, min_score=0.0, session_id="s2", this_session_only=True),
        lambda m: m.search(QUESTION, user_id="ana", k=1, min_score=0.0, filters={"n": {"exists": False}}),
        lambda m: m.search(QUESTION, user_id="ana", k=1, min_score=0.0, filters={"not": {"n": {"gte": 0}}}),
    ],
)
def test_every_way_to_narrow_acts_before_the_cut(crowded: Memory, narrowed: Callable[[Memory], Any]) -> None:
    assert [hit.text for hit in narrowed(crowded)] == ["The boats leave the harbour when they like."]


def test_times_and_kinds_narrow_before_the_cut(crowded: Memory) -> None:
    crowded.add("An old word about the pier.", user_id="ana", at=START - timedelta(days=9))
    crowded.remember("likes the pier", user_id="ana", at=START)
    before = crowded.search(QUESTION, user_id="ana", k=1, before=START, min_score=0.0)
    assert [hit.text for hit in before] == ["An old word about the pier."]
    facts = crowded.search(QUESTION, user_id="ana", k=1, kinds=("fact",), min_score=0.0)
    assert [hit.text for hit in facts] == ["likes the pier"]


def test_a_filter_does_not_change_what_a_hit_is_worth(crowded: Memory) -> None:
    """Statistics come from all rows the reader may see, so a score means the same with and without a filter."""
    everything = {hit.id: hit for hit in crowded.search(QUESTION, user_id="ana", k=400, min_score=0.0)}
    for filters in ({"topic": "boats"}, {"topic": "pier"}, {"n": {"lt": 3}}):
        hits = crowded.search(QUESTION, user_id="ana", k=400, filters=filters, min_score=0.0)
        assert hits
        assert all(hit == everything[hit.id] for hit in hits)


def test_an_empty_filter_is_no_filter(crowded: Memory) -> None:
    assert crowded.search(QUESTION, user_id="ana", filters={}) == crowded.search(QUESTION, user_id="ana")
    assert crowded.search(QUESTION, user_id="ana", filters={"topic": ""}) == []


def test_remembered_texts_are_filtered_by_their_own_metadata(memory: Memory) -> None:
    memory.remember("likes boats", user_id="ana", metadata={"topic": "boats"})
    memory.remember("likes boats and piers", user_id="ana")
    memory.add(Message.user("Boats again.", metadata={"topic": "pier"}), user_id="ana")

    def found(filters: dict[str, Any]) -> set[str]:
        return {hit.text for hit in memory.search("boats", user_id="ana", filters=filters, min_score=0.0)}

    assert found({"topic": "boats"}) == {"likes boats"}
    assert found({"topic": {"exists": False}}) == {"likes boats and piers"}
    assert found({"topic": {"ne": "boats"}}) == {"likes boats and piers", "Boats again."}


VALUES = [
    "50%",
    "x_y",
    "a,b",
    "a*",
    "%",
    "_",
    "A",
    "a",
    "",
    "é",
    "e\u0301",
    "'; DROP TABLE message",
    "a.b",
    '"',
    "\x00",
    "[1]",
]


@pytest.mark.parametrize("value", VALUES, ids=ascii)
def test_values_and_keys_are_data_not_patterns(hashed: Memory, value: str) -> None:
    """X15, N3, N4: "50%" matches "50%" alone, a comma is no list, a dot is no path."""
    others = [*VALUES, "50", "500", "xzy", "ab", "anything", "1"]
    hashed.add([Message.user(f"boats {n}", metadata={"tag": other}) for n, other in enumerate(others)], user_id="ana")
    hashed.add([Message.user(f"ships {n}", metadata={other: 1}) for n, other in enumerate(others)], user_id="ana")
    number = others.index(value)
    for filters in ({"tag": value}, {"tag": {"in": [value]}}, {"tag": {"gte": value, "lte": value}}):
        hits = hashed.search("boats", user_id="ana", filters=filters, min_score=0.0)
        assert [hit.text for hit in hits] == [f"boats {number}"]
    hits = hashed.search("ships", user_id="ana", filters={value: {"exists": True}}, min_score=0.0)
    assert [hit.text for hit in hits] == [f"ships {number}"]


WRONG: list[Any] = [
    {"n": {"like": "%"}}, {"n": {"$gt": 1}}, {"n": {"regex": ".*"}}, {"n": {"GT": 1}}, {"n": {"gt": None}},
    {"n": {"in": "abc"}}, {"n": {"exists": 1}}, {"n": {}}, {"and": []}, {"or": {}}, {"and": "x"}, {"$or": [{"a": 1}]},
    {"n": {"eq": {1, 2}}}, {"n": {"eq": float("nan")}}, {1: 2}, "n = 1", [{"n": 1}], 5, {"n": {"gt": 1, "oops": 2}},
    {"and": [{"n": 1}, {"n": {"oops": 1}}]},
]  # fmt: skip


@pytest.mark.parametrize("filters", WRONG, ids=str)
@pytest.mark.parametrize("user", ["ana", "nobody"])
def test_a_filter_that_means_nothing_raises_before_anything_is_read(memory: Memory, filters: Any, user: str) -> None:
    """Also for a user without rows, and on a closed store: it is the question that is wrong."""
    memory.add(Message.user("Boats.", metadata={"n": 1}), user_id="ana")
    with pytest.raises(FilterError):
        memory.search("boats", user_id=user, filters=filters)
    with pytest.raises(FilterError):
        memory.context("boats", user_id=user, filters=filters)
    memory.close()
    with pytest.raises(FilterError):
        memory.search("boats", user_id=user, filters=filters)
