"""Two people of one name are never one silently; one person under two names is one."""

from __future__ import annotations

import pytest

from strandline import Memory


@pytest.fixture
def told():
    """Says things one after the other and gives the (subject, relation, value) of all that is believed."""
    with Memory(":memory:") as memory:

        def tell(*texts):
            for text in texts:
                memory.add(text, user_id="ana", session_id="s1")
            return {(fact.subject, fact.relation, fact.value) for fact in memory.facts(user_id="ana")}

        yield tell


def test_a_brother_and_a_boss_of_one_name_are_two_people(told):
    facts = told("My brother Marek lives in Ghent.", "My boss Marek lives in Oslo.")
    assert ("Marek", "lives_in", "Ghent") in facts
    assert ("Marek (boss)", "lives_in", "Oslo") in facts


def test_a_name_two_people_have_is_read_only_with_what_they_are(told):
    facts = told("My brother Marek lives in Ghent.", "My boss Marek lives in Oslo.", "Marek works at Kiln.")
    assert {fact for fact in facts if fact[1] == "works_at"} == set()
    facts = told("My brother Marek works at Kiln.")
    assert {fact for fact in facts if fact[1] == "works_at"} == {("Marek", "works_at", "Kiln")}


def test_a_friend_may_be_a_colleague_too(told):
    facts = told("My friend Otto is a nurse.", "My colleague Otto lives in Graz.")
    assert {("Otto", "role", "nurse"), ("Otto", "lives_in", "Graz")} <= facts


def test_the_first_name_of_the_speaker_is_the_speaker(told):
    facts = told("My name is Camille Roux.", "Camille lives in Bergen.")
    assert ("user", "lives_in", "Bergen") in facts


def test_a_friend_with_the_speakers_name_is_not_the_speaker(told):
    facts = told(
        "My name is Camille Roux.", "I live in Lyon.", "My friend Camille lives in Rome.", "Camille lives in Bonn."
    )
    assert {fact for fact in facts if fact[1] == "lives_in"} == {
        ("user", "lives_in", "Lyon"),
        ("Camille (friend)", "lives_in", "Rome"),
    }


@pytest.mark.parametrize(
    "name", ["अनीता", "João Tavares", "Инна", "राज", "Zoë O'Shaughnessy-Đorđević", "Łukasz", "小明"]
)
def test_names_stay_whole_in_any_script(told, name):
    assert ("user", "name", name) in told(f"My name is {name}.")
    assert ("user", "sibling", name) in told(f"My sister is called {name}.")


def test_who_manages_whom_is_read_from_the_order_of_the_words(told):
    assert told("Alice manages Bob.") == {("Bob", "manager", "Alice")}
    assert ("Alice", "manager", "Bob") in told("Bob manages Alice.")
