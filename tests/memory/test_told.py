"""What a fact was found by speaks for its message, but never in the place of what is true or shown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from strandline import Hit, Memory

PEANUTS = "My sister Lea is allergic to peanuts."
DAY = datetime(2026, 10, 1, tzinfo=UTC)


def _seen(hits: list[Hit]) -> list[tuple[object, ...]]:
    return [(hit.kind, hit.text, hit.score, hit.session_id, hit.step, hit.at) for hit in hits]


@pytest.mark.parametrize("question", ["walnuts", "allergic to walnuts", "Tell me about Lea"])
def test_a_fact_changed_by_hand_is_found_beside_the_message_that_says_otherwise(memory: Memory, question: str) -> None:
    memory.add(PEANUTS, user_id="ana")
    fact = next(one for one in memory.facts(user_id="ana").items if one.value == "peanuts")
    memory.edit(fact.id, "walnuts", user_id="ana")
    hits = memory.search(question, user_id="ana")
    assert "Lea is allergic to walnuts." in [hit.text for hit in hits if hit.kind == "fact"]
    assert "walnuts" in memory.context(question, user_id="ana").text


def test_a_message_borrows_nothing_from_a_fact_that_says_something_else_now(memory: Memory) -> None:
    memory.add(PEANUTS, user_id="ana")
    fact = next(one for one in memory.facts(user_id="ana").items if one.value == "peanuts")
    memory.edit(fact.id, "walnuts", user_id="ana")
    hits = memory.search("walnuts", user_id="ana", min_score=0.0)
    assert (hits[0].kind, hits[0].text) == ("fact", "Lea is allergic to walnuts.")
    assert hits[1].score < 0.5 * hits[0].score


def test_words_of_a_fact_alone_are_an_answer_among_many_messages(open_memory: Callable[..., Memory]) -> None:
    """Nobody says "parent"; the chance that anything answers comes from the fact, not from its message."""
    memory = open_memory(":memory:")
    nouns = [
        "lamp",
        "boat",
        "key",
        "roof",
        "street",
        "wall",
        "bridge",
        "market",
        "letter",
        "kettle",
        "window",
        "ladder",
    ]
    for number in range(120):
        text = f"We talked of the {nouns[number % 12]} and the {nouns[number * 5 % 12]} {number}."
        memory.add(text, user_id="ana", extract="off")
    memory.add("My mum is Marta.", user_id="ana")
    for kinds in (["message", "fact"], ["fact"]):
        (first, *_) = memory.search("parent", user_id="ana", kinds=kinds)
        assert "Marta" in first.text
        assert first.why["answerable"] > 0.5


def test_of_a_long_message_the_fact_is_given_where_another_part_would_be_shown(memory: Memory) -> None:
    def padding(what: str) -> str:
        return " ".join(f"Then we spoke about {what} for a while, item {n}, and nothing came of it." for n in range(40))

    memory.add(f"{padding('the garden')} {PEANUTS} {padding('brothers, cousins and other kin')}", user_id="ana")
    memory.add("It rains.", user_id="ana")
    first = memory.search("siblings", user_id="ana")[0]
    assert "Lea" in first.text
    assert "Lea" in memory.context("siblings", user_id="ana").text


@pytest.mark.parametrize("known", [False, True])
def test_what_is_said_later_changes_no_score_of_an_earlier_time(
    open_memory: Callable[..., Memory], known: bool
) -> None:
    now = [DAY]
    memory = open_memory("times.db", clock=lambda: now[0])
    memory.add(PEANUTS, user_id="ana", session_id="early", at=DAY)
    then = DAY + timedelta(days=9)
    bound = {"known_at": then} if known else {"as_of": then}
    questions = ("Lea", "What is Lea allergic to?", "What is Lea, my sister, allergic to?")
    before = [_seen(memory.search(question, user_id="ana", **bound)) for question in questions]
    blocks = [memory.context(question, user_id="ana", **bound).text for question in questions]
    now[0] = DAY + timedelta(days=50)
    memory.add(PEANUTS, user_id="ana", session_id="late", at=now[0])
    assert [_seen(memory.search(question, user_id="ana", **bound)) for question in questions] == before
    assert [memory.context(question, user_id="ana", **bound).text for question in questions] == blocks
    assert all(before)


def test_the_message_of_a_named_day_is_found_among_few(memory: Memory) -> None:
    days = {"Lars": (5, 25), "Karim": (11, 10), "Nadia": (11, 17), "Oskar": (11, 30)}
    for name, (month, day) in days.items():
        memory.add(f"We played tennis with {name}.", user_id="ana", at=datetime(2026, month, day, 12, tzinfo=UTC))
    for question in ("Who did we play tennis with on 25 May 2026?", "tennis May 2026"):
        assert memory.search(question, user_id="ana")[0].text == "We played tennis with Lars."


def test_a_text_said_a_hundred_times_is_as_likely_to_be_meant_as_one_said_once(
    open_memory: Callable[..., Memory],
) -> None:
    scores = []
    for times in (1, 100):
        memory = open_memory(f"{times}.db")
        memory.add(["Ran along the river again."] * times, user_id="ana")
        memory.add("The bank is closed.", user_id="ana")
        scores.append(memory.search("river", user_id="ana")[0].score)
    assert scores[1] > 0.5 * scores[0]
