"""A turn is read with the turns before it and with what is known of the people it may speak of."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from strandline import Memory, Message
from strandline.extract import Known

from .conftest import START
from .scripted import read

ANA = {"user_id": "ana"}


class Spy:
    """Reads as ``scripted.read`` does, and keeps what it was given."""

    def __init__(self) -> None:
        self.before: list[list[str]] = []
        self.known: list[Known] = []
        self.ats: list[Any] = []

    def __call__(self, turn: Any, *, before: Any, known: Known) -> Any:
        self.before.append([one.content for one in before])
        self.known.append(known)
        self.ats.append((turn.at, turn.step))
        return read(turn, before=before, known=known)


@pytest.fixture
def spy(scripted: Memory, monkeypatch: pytest.MonkeyPatch) -> Spy:
    spy = Spy()
    monkeypatch.setattr("strandline.memory.claims.read", spy)
    return spy


def test_the_last_eight_turns_of_the_session_come_with_a_turn(scripted: Memory, spy: Spy) -> None:
    scripted.add([Message.assistant(f"a{n}") for n in range(6)], session_id="s1", **ANA)
    scripted.add("elsewhere", session_id="s2", **ANA)
    scripted.add([Message.user("u1"), Message.assistant("a6"), Message.assistant("a7"), Message.user("u2")],
                 session_id="s1", **ANA)  # fmt: skip
    assert spy.before == [
        [], ["a0", "a1", "a2", "a3", "a4", "a5"], ["a1", "a2", "a3", "a4", "a5", "u1", "a6", "a7"],
    ]  # fmt: skip


def test_turns_of_an_agents_session_are_its_own(scripted: Memory, spy: Spy) -> None:
    scripted.add("to all", session_id="s1", **ANA)
    scripted.add("to the planner", session_id="s1", agent_id="planner", **ANA)
    scripted.add("again", session_id="s1", agent_id="planner", **ANA)
    assert spy.before == [[], [], ["to the planner"]]


def test_a_turn_is_read_at_its_own_time_and_step(scripted: Memory, spy: Spy) -> None:
    scripted.add("one", at=START, **ANA)
    scripted.add(["two", "three"], at=START + timedelta(days=1), **ANA)
    assert spy.ats == [(START, 1), (START + timedelta(days=1), 2), (START + timedelta(days=1), 3)]


def test_what_was_stored_and_what_the_call_said_before_is_known(scripted: Memory, spy: Spy) -> None:
    scripted.add("is name Ana\nis sibling Lea\nis pet[cat] Momo\nLea: is lives_in Bonn\nis likes tea", **ANA)
    scripted.add(["is lives_in Oslo", "is lives_in Bergen", "hello"], **ANA)
    known = spy.known[-1]
    assert known.values == {"name": ("Ana",), "sibling": ("Lea",), "pet": ("Momo",), "lives_in": ("Bergen",)}
    assert known.names == {"ana": ("name",), "lea": ("sibling",), "momo": ("pet",)}


def test_what_ended_or_was_taken_back_is_known_no_more(scripted: Memory, spy: Spy) -> None:
    scripted.add(["is works_at Google\nis drives a van", "end works_at Google", "never drives a van", "hello"], **ANA)
    assert spy.known[-1].values == {}
    scripted.add("hello", **ANA)
    assert spy.known[-1].values == {}


def test_each_speaker_is_read_as_themselves(scripted: Memory, spy: Spy) -> None:
    scripted.add([Message.user("is age 45", name="Ana"), Message.user("is age 7", name="Bo")], **ANA)
    scripted.add([Message.user("hi", name="Bo"), Message.user("hi", name="ANA"), Message.user("hi")], **ANA)
    assert [known.speaker for known in spy.known] == ["user", "Bo", "Bo", "user", "user"]
    assert [known.values.get("age") for known in spy.known[2:]] == [("7",), ("45",), ("45",)]


def test_an_agent_leans_on_the_users_facts_and_its_own(scripted: Memory, spy: Spy) -> None:
    scripted.add("is sibling Lea", **ANA)
    scripted.add("is sibling Tom", agent_id="planner", **ANA)
    scripted.add("hello", agent_id="planner", **ANA)
    scripted.add("hello", **ANA)
    assert [set(known.values["sibling"]) for known in spy.known[2:]] == [{"Lea", "Tom"}, {"Lea"}]


def test_blank_turns_and_calls_without_the_user_are_not_read(scripted: Memory, spy: Spy) -> None:
    scripted.add([Message.assistant("hello"), Message.system("be kind")], **ANA)
    scripted.add(["  ", Message.user("")], **ANA)
    assert spy.known == []


def test_what_comes_in_late_is_read_with_what_was_said_before_it(scripted: Memory, spy: Spy) -> None:
    days = {name: START + number * timedelta(days=1) for number, name in enumerate(("first", "second", "third"))}
    for name in ("first", "third", "second"):
        scripted.add(name, at=days[name], **ANA)
    scripted.add("last", at=days["third"] + timedelta(days=1), **ANA)
    assert spy.before == [[], ["first"], ["first"], ["first", "second", "third"]]
    assert [step for _, step in spy.ats] == [1, 2, 3, 4]


def test_each_turn_of_a_call_is_read_with_what_was_said_before_it(scripted: Memory, spy: Spy) -> None:
    def said(*numbers: int) -> list[Message]:
        return [Message.user(str(n), at=START + n * timedelta(days=1)) for n in numbers]

    scripted.add(said(*range(10, 20)), **ANA)
    spy.before.clear()
    scripted.add(said(5, 30, 12, 4), **ANA)
    assert spy.before == [
        [], ["12", "13", "14", "15", "16", "17", "18", "19"], ["5", "10", "11", "12"], [],
    ]  # fmt: skip


def test_a_correction_is_about_what_was_said_before_it_not_what_came_in_before_it(memory: Memory) -> None:
    said = (("I live in Rome.", 1), ("I live in Bonn.", -364), ("Sorry, I live in Oslo.", 2))
    for text, day in said:
        memory.add(text, at=START + timedelta(days=day), **ANA)
    lived = memory.facts(relation="lives_in", include_ended=True, **ANA)
    assert {fact.value: (fact.valid_from - START).days for fact in lived} == {"Bonn": -364, "Oslo": 1}
