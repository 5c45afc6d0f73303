"""What was said becomes facts, listed and asked for on both time axes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from strandline import Memory, Message
from strandline.errors import InputError, NaiveTimeError

from .conftest import START, Ticking
from .scripted import read

DAY = timedelta(days=1)
ANA = {"user_id": "ana"}


def say(memory: Memory, text: str, **given: Any) -> Any:
    return memory.add(text, **{"user_id": "ana", "at": START, **given})


def listed(memory: Memory, **asked: Any) -> list[tuple[str, str]]:
    return [(fact.relation, fact.value) for fact in memory.facts(**{"user_id": "ana", **asked})]


def test_a_fact_says_what_where_when_and_who_told_it(scripted: Memory) -> None:
    added = say(scripted, "hello\nis lives_in Oslo", session_id="s1")
    (fact,) = added.facts
    assert (fact.subject, fact.relation, fact.value, fact.text) == (
        "user",
        "lives_in",
        "Oslo",
        "The user lives in Oslo.",
    )
    assert (fact.valid_from, fact.valid_to, fact.superseded_at) == (START, None, None)
    assert (fact.sources, fact.session_id, fact.step) == ((added.messages[0].id,), "s1", 1)
    assert fact.recorded_at > START and fact.extractor == "rules/1" and 0 < fact.confidence <= 1
    assert list(scripted.facts(**ANA)) == [fact] and scripted.get(fact.id, **ANA) == fact
    assert [(change.kind.value, change.facts, change.message_id) for change in added.changes] == [
        ("add", (fact.id,), added.messages[0].id)
    ]


def test_only_what_the_user_says_is_read(scripted: Memory) -> None:
    for role in (Message.assistant, Message.system, Message.tool):
        extra = {"tool_call_id": "c"} if role is Message.tool else {}
        assert scripted.add(role("is lives_in Oslo", **extra), **ANA).facts == ()
    assert listed(scripted, include_ended=True) == []


def test_nothing_is_read_when_facts_are_switched_off(scripted: Memory) -> None:
    added = say(scripted, "is lives_in Oslo", extract="off")
    assert (added.facts, added.changes) == ((), ())
    assert listed(scripted, include_ended=True) == []


def test_another_way_to_read_is_refused_and_nothing_is_stored(scripted: Memory) -> None:
    with pytest.raises(InputError, match="extract must be one of"):
        say(scripted, "is lives_in Oslo", extract="guess")
    assert len(scripted.messages(**ANA)) == 0


def test_a_message_that_cannot_be_read_is_stored_and_the_others_are_read(
    scripted: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(turn: Any, **given: Any) -> Any:
        if "boom" in turn.content:
            raise RuntimeError("out of rules")
        return read(turn, **given)

    monkeypatch.setattr("strandline.memory.claims.read", fails)
    added = scripted.add(["is lives_in Oslo", "boom", "is age 45"], **ANA)
    assert [row.content for row in scripted.messages(**ANA)] == ["is lives_in Oslo", "boom", "is age 45"]
    assert [fact.value for fact in added.facts] == ["Oslo", "45"]
    assert added.warnings == ("message 1 is stored, and no facts were read from it: RuntimeError: out of rules",)


def test_a_fact_takes_its_time_from_the_message_and_without_one_from_the_clock(
    scripted: Memory, clock: Ticking
) -> None:
    late = START - 400 * DAY
    assert say(scripted, "is lives_in Oslo", at=late).facts[0].valid_from == late
    (fact,) = scripted.add("is age 45", **ANA).facts
    (*_, message) = scripted.messages(**ANA)
    assert fact.valid_from == fact.at == message.at
    assert START < message.at <= clock.now


def test_a_message_that_was_there_already_is_not_read_again(scripted: Memory) -> None:
    turn = Message.user("is lives_in Oslo", id="known", at=START)
    scripted.add(turn, **ANA)
    assert scripted.add(turn, **ANA).changes == ()
    assert len(scripted.facts(**ANA)[0].sources) == 1


def test_one_call_or_many_calls_believe_the_same(open_memory: Callable[..., Memory], scripted: Memory) -> None:
    turns = [
        Message.user(text, at=START + n * DAY) for n, text in enumerate(("is age 44", "is lives_in Oslo", "is age 45"))
    ]
    scripted.add(turns, **ANA)
    other = open_memory("other.db")
    for turn in turns:
        other.add(turn, **ANA)
    for asked in ({}, {"include_ended": True}, {"as_of": START}):
        assert listed(scripted, **asked) == listed(other, **asked)


def test_what_ended_is_listed_only_when_asked_for_or_as_of_then(scripted: Memory, clock: Ticking) -> None:
    say(scripted, "is lives_in Lyon")
    say(scripted, "is lives_in Oslo", at=START + 5 * DAY)
    clock.now = START + 9 * DAY
    assert listed(scripted) == [("lives_in", "Oslo")]
    assert sorted(listed(scripted, include_ended=True)) == [("lives_in", "Lyon"), ("lives_in", "Oslo")]
    assert listed(scripted, as_of=START + DAY) == [("lives_in", "Lyon")]
    assert listed(scripted, as_of=START - DAY) == []


def test_what_begins_later_is_not_true_yet(scripted: Memory) -> None:
    say(scripted, "is lives_in Rome from 2027-01-01")
    assert listed(scripted) == []
    assert scripted.ask("I", "lives_in", **ANA).status == "unknown"
    assert listed(scripted, as_of=datetime(2027, 1, 1, tzinfo=UTC)) == [("lives_in", "Rome")]


def test_known_at_answers_from_what_was_stored_by_then(scripted: Memory, clock: Ticking) -> None:
    say(scripted, "is lives_in Lyon")
    monday = clock()
    clock.now = START + 10 * DAY
    say(scripted, "is lives_in Oslo from 2025-01-01", at=clock.now)
    assert listed(scripted, known_at=monday) == [("lives_in", "Lyon")]
    assert listed(scripted, known_at=START) == []
    assert listed(scripted, as_of=datetime(2025, 6, 1, tzinfo=UTC)) == [("lives_in", "Oslo")]
    assert listed(scripted, as_of=datetime(2025, 6, 1, tzinfo=UTC), known_at=monday) == []


def test_facts_are_narrowed_by_subject_and_relation(scripted: Memory) -> None:
    say(scripted, "is lives_in Oslo\nLea: is lives_in Bonn\nLea: is age 7")
    assert listed(scripted, subject="lea") == [("lives_in", "Bonn"), ("age", "7")]
    assert listed(scripted, subject="Lea", relation="age") == [("age", "7")]
    assert listed(scripted, relation="lives_in") == [("lives_in", "Oslo"), ("lives_in", "Bonn")]
    assert listed(scripted, subject="nobody") == []


def test_pages_of_facts_join_to_the_whole(scripted: Memory) -> None:
    say(scripted, "\n".join(f"is likes jazz number {n}" for n in range(7)))
    found, cursor = [], None
    while True:
        page = scripted.facts(limit=3, cursor=cursor, **ANA)
        found += page.items
        cursor = page.cursor
        if cursor is None:
            break
    assert found == list(scripted.facts(**ANA)) and len(found) == 7


@pytest.mark.parametrize("speaker", ["user", "I", "me", " The user ", "Ana", "ana", "Ana Pérez", "Annie"])
def test_the_user_is_asked_for_as_i_and_by_every_name(scripted: Memory, speaker: str) -> None:
    say(scripted, "is name Ana Pérez\nis nickname Annie\nis lives_in Oslo")
    assert [fact.value for fact in scripted.ask(speaker, "lives_in", **ANA).facts] == ["Oslo"]
    assert listed(scripted, subject=speaker, relation="lives_in") == [("lives_in", "Oslo")]


def test_somebody_else_of_the_users_first_name_is_not_the_user(scripted: Memory) -> None:
    say(scripted, "is name Ana Pérez\nis lives_in Oslo\nAna: is lives_in Bonn")
    assert [fact.value for fact in scripted.ask("Ana", "lives_in", **ANA).facts] == ["Bonn"]
    assert [fact.value for fact in scripted.ask("Ana Pérez", "lives_in", **ANA).facts] == ["Oslo"]


def test_facts_call_the_user_by_name_where_one_is_known(scripted: Memory) -> None:
    say(scripted, "is lives_in Oslo\nnot works_at Google")
    assert [fact.text for fact in scripted.facts(**ANA)] == [
        "The user lives in Oslo.",
        "It is not true that the user works at Google.",
    ]
    added = say(scripted, "is name Ana")
    assert added.facts[0].text == "The user's name is Ana."
    assert [fact.text for fact in scripted.facts(**ANA)] == [
        "Ana lives in Oslo.",
        "It is not true that Ana works at Google.",
        "The user's name is Ana.",
    ]
    assert say(scripted, "is age 45").facts[0].text == "Ana is 45 years old."
    assert scripted.ask("I", "lives_in", **ANA).facts[0].text == "Ana lives in Oslo."
    assert scripted.history(scripted.facts(**ANA)[0].id, **ANA)[0].fact.text == "Ana lives in Oslo."


def test_of_several_speakers_the_first_is_the_user_and_each_other_is_a_subject(scripted: Memory) -> None:
    say(scripted, Message.user("is lives_in Oslo", name="Ana"))
    scripted.add([Message.user("is lives_in Bonn", name="Bo"), Message.user("is age 45", name="ana")], **ANA)
    assert [(fact.subject, fact.value) for fact in scripted.facts(**ANA)] == [
        ("user", "Oslo"), ("Bo", "Bonn"), ("user", "45"),
    ]  # fmt: skip
    assert scripted.ask("ANA", "age", **ANA).status == scripted.ask("bo", "lives_in", **ANA).status == "yes"


def test_ask_says_yes_no_or_unknown_and_with_what(scripted: Memory, clock: Ticking) -> None:
    say(scripted, "is works_at Google from 2020-01-01\nnot drives a car\nwas studies_at MIT to 2018-06-01")
    say(scripted, "end works_at Google", at=START + DAY)
    clock.now = START + 2 * DAY

    def asked(relation: str, when: str | None = None) -> tuple[str, list[str]]:
        as_of = None if when is None else datetime.fromisoformat(when).replace(tzinfo=UTC)
        answer = scripted.ask("I", relation, as_of=as_of, **ANA)
        return answer.status, [fact.value for fact in answer.facts]

    assert asked("works_at") == ("no", ["Google"])
    assert asked("works_at", "2024-01-01") == ("yes", ["Google"])
    assert asked("works_at", "2019-01-01") == ("unknown", [])
    assert asked("drives") == ("no", ["a car"])
    assert asked("studies_at") == ("no", ["MIT"])
    assert asked("lives_in") == ("unknown", [])


def test_of_many_values_the_newest_comes_first(scripted: Memory) -> None:
    say(scripted, "is likes jazz", at=START - 2 * DAY)
    say(scripted, "is likes tea", at=START - DAY)
    assert [fact.value for fact in scripted.ask("I", "likes", **ANA).facts] == ["tea", "jazz"]


def test_liking_and_disliking_are_one_matter(scripted: Memory) -> None:
    say(scripted, "not likes jazz", at=START - DAY)
    assert scripted.ask("I", "dislikes", **ANA).status == "yes"
    assert scripted.ask("I", "likes", **ANA).status == "unknown"
    say(scripted, "is likes jazz")
    assert scripted.ask("I", "likes", **ANA).status == "yes"
    assert scripted.ask("I", "dislikes", **ANA).status == "no"


def test_a_relation_that_does_not_exist_is_refused_with_those_that_are_near(scripted: Memory) -> None:
    for call in (lambda: scripted.ask("I", "live_in", **ANA), lambda: scripted.facts(relation="live_in", **ANA)):
        with pytest.raises(InputError, match=r"'live_in' is not known; did you mean lives_in"):
            call()
    with pytest.raises(InputError, match="the relations are name, nickname"):
        scripted.ask("I", "xyzzy", **ANA)
    assert scripted.ask("I", "Lives in", **ANA).status == "unknown"


@pytest.mark.parametrize(
    "given",
    [
        {"subject": ""}, {"subject": 3}, {"subject": "\ud800"}, {"relation": 3}, {"include_ended": "yes"}, {"limit": 0},
        {"cursor": "x"}, {"as_of": "2026"},
    ],
)  # fmt: skip
def test_arguments_of_another_kind_are_refused(scripted: Memory, given: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        scripted.facts(**ANA, **given)


def test_times_without_a_zone_are_refused(scripted: Memory) -> None:
    naive = START.replace(tzinfo=None)
    for given in ({"as_of": naive}, {"known_at": naive}):
        with pytest.raises(NaiveTimeError):
            scripted.facts(**ANA, **given)
        with pytest.raises(NaiveTimeError):
            scripted.ask("I", "lives_in", **ANA, **given)


def test_a_remembered_text_is_a_fact_of_relation_note(scripted: Memory) -> None:
    scripted.remember("prefers window seats", **ANA)
    say(scripted, "is lives_in Oslo")
    assert listed(scripted, relation="note") == [("note", "prefers window seats")]
    assert scripted.ask("I", "note", **ANA).status == "yes"


def test_a_private_fact_that_differs_from_the_users_is_marked_and_changes_nothing(scripted: Memory) -> None:
    say(scripted, "is lives_in Oslo\nis likes tea")
    say(scripted, "is lives_in Bonn\nis likes jazz", agent_id="planner")
    seen = [(fact.value, fact.agent_id, fact.disputed) for fact in scripted.facts(agent_id="planner", **ANA)]
    assert seen == [("Oslo", None, True), ("tea", None, False), ("Bonn", "planner", True), ("jazz", "planner", False)]
    assert [(fact.value, fact.disputed) for fact in scripted.facts(**ANA)] == [("Oslo", False), ("tea", False)]
    answer = scripted.ask("I", "lives_in", agent_id="planner", **ANA)
    assert (answer.status, {fact.value for fact in answer.facts}) == ("yes", {"Oslo", "Bonn"})
    assert [fact.disputed for fact in answer.facts] == [True, True]


@pytest.mark.parametrize("agent", [None, "x"])
def test_an_end_that_only_one_side_was_told_is_marked(scripted: Memory, agent: str | None) -> None:
    """The other side is told that it goes on."""
    say(scripted, "is works_at IBM\nis likes tea", at=START, agent_id=agent)
    other = "x" if agent is None else None
    say(scripted, "was works_at IBM to 2026-03-09\nis likes tea", at=START + timedelta(days=20), agent_id=other)
    seen = scripted.facts(agent_id="x", include_ended=True, user_id="ana")
    assert [(fact.value, fact.disputed) for fact in seen if fact.value == "IBM"] == [("IBM", True)] * 2
    assert not any(fact.disputed for fact in seen if fact.value == "tea")
    (fact,) = scripted.ask("I", "works_at", user_id="ana", agent_id="x").facts
    assert fact.disputed and not any(fact.disputed for fact in scripted.facts(include_ended=True, user_id="ana"))


def test_a_user_who_never_wrote_has_no_facts_and_no_answers(scripted: Memory) -> None:
    assert listed(scripted, user_id="nobody") == []
    assert scripted.ask("I", "lives_in", user_id="nobody").status == "unknown"
    assert list(scripted.changes(user_id="nobody")) == []


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("brother", "did you mean sibling"),
        ("cats", "did you mean pet"),
        ("port", "no relation of its own is an attribute"),
    ],
)
def test_a_word_that_is_no_relation_is_answered_with_the_one_it_belongs_to(
    memory: Memory, asked: str, hint: str
) -> None:
    memory.add("I live in Oslo.", user_id="ana", at=START)
    with pytest.raises(InputError, match=hint):
        memory.ask("I", asked, user_id="ana")
