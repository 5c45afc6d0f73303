"""Editing facts and remembered texts: what counts as a value, and what edits, undos and merges leave."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from strandline import HashEmbedder, Memory
from strandline.errors import InputError

from .conftest import START
from .test_changing_facts import ANA, DAY, say, state

MAT, BOB = "The spare key is under the mat.", "The spare key is with Bob."


@pytest.mark.parametrize("value", ["cats", "a cat", "dogs and cats", "peanut butter"])
def test_a_bare_value_is_taken_as_it_is(memory: Memory, value: str) -> None:
    (fact,) = say(memory, "I'm allergic to peanuts.").facts
    memory.edit(fact.id, value, **ANA)
    assert memory.get(fact.id, **ANA).value == value
    with pytest.raises(InputError, match="something else"):
        memory.edit(fact.id, "I have a cat", **ANA)


NOT_STATED = [
    "Do I live in Rome?", "Rome?", "If I lived in Rome", "I wish I lived in Rome", "I might move to Rome",
    "Bob says I live in Rome",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_STATED)
def test_what_is_not_stated_is_no_value(memory: Memory, text: str) -> None:
    (fact,) = say(memory, "I live in Lyon.").facts
    with pytest.raises(InputError, match="does not state"):
        memory.edit(fact.id, text, **ANA)
    assert memory.get(fact.id, **ANA).value == "Lyon"


@pytest.mark.parametrize("title", ["Do Not Disturb", "If Only", "Must Love Dogs", "What We Do in the Shadows"])
def test_a_title_is_a_value(memory: Memory, title: str) -> None:
    (fact,) = say(memory, "I like jazz.").facts
    memory.edit(fact.id, title, **ANA)
    assert memory.get(fact.id, **ANA).value == title


def test_a_text_that_was_edited_can_be_remembered_anew(scripted: Memory) -> None:
    (note,) = scripted.remember(MAT, **ANA).facts
    scripted.edit(note.id, BOB, **ANA)
    again = scripted.remember(MAT, **ANA)
    assert (again.facts[0].text, again.warnings) == (MAT, ()) and again.facts[0].id != note.id
    assert {fact.text for fact in scripted.facts(relation="note", **ANA)} == {MAT, BOB}
    for text in (MAT, BOB):  # each is there once
        known = scripted.remember(text, **ANA)
        assert known.facts[0].text == text and "there already" in known.warnings[0]
    assert len(scripted.facts(relation="note", **ANA)) == 2 and scripted.check().problems == ()


def test_the_same_text_again_is_the_note_that_says_it_since_it_was_edited(scripted: Memory) -> None:
    (note,) = scripted.remember(MAT, **ANA).facts
    change = scripted.edit(note.id, BOB, **ANA)
    assert [fact.id for fact in scripted.remember(BOB, **ANA).facts] == [note.id]
    assert scripted.remember(BOB, agent_id="x", **ANA).facts[0].id != note.id
    assert scripted.remember(BOB, user_id="bo").facts[0].id != note.id
    scripted.undo(change.id, **ANA)
    assert scripted.remember(BOB, **ANA).facts[0].id != note.id


def test_a_note_is_not_edited_into_another_one(scripted: Memory) -> None:
    (note,), (other,) = (scripted.remember(text, **ANA).facts for text in (MAT, BOB))
    with pytest.raises(InputError, match=other.id):
        scripted.edit(note.id, BOB, **ANA)
    assert [fact.text for fact in scripted.facts(relation="note", **ANA)] == [MAT, BOB]


def test_notes_of_a_text_that_was_edited_are_forgotten_and_moved_one_by_one(
    scripted: Memory, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    (note,) = scripted.remember(MAT, **ANA).facts
    scripted.edit(note.id, BOB, **ANA)
    (again,) = scripted.remember(MAT, **ANA).facts
    scripted.export(tmp_path / "ana.jsonl", **ANA)
    other = open_memory("other.db", embedder=HashEmbedder(dimensions=64))
    other.import_(tmp_path / "ana.jsonl")
    assert {fact.id: fact.text for fact in other.facts(**ANA)} == {note.id: BOB, again.id: MAT}
    receipt = scripted.forget(id=again.id, **ANA)
    assert [fact.text for fact in scripted.facts(**ANA)] == [BOB] and receipt.facts == 1


def test_a_fact_that_is_dated_after_the_present_is_edited_where_it_stands(scripted: Memory) -> None:
    (fact,) = say(scripted, "is lives_in Rome", at=START + 99 * DAY).facts
    scripted.edit(fact.id, "Oslo", **ANA)
    (now,) = scripted.facts(include_ended=True, **ANA)
    assert (now.id, now.value, now.valid_from, now.valid_to) == (fact.id, "Oslo", fact.valid_from, None)


def test_with_the_change_that_made_a_fact_its_edit_is_taken_back(scripted: Memory) -> None:
    added = say(scripted, "is lives_in Rome", at=START - 9 * DAY)
    scripted.edit(added.facts[0].id, "Oslo", **ANA)
    scripted.edit(added.facts[0].id, "Bergen", **ANA)
    edited = state(scripted)
    back = scripted.undo(added.changes[0].id, **ANA)
    assert state(scripted) == []
    scripted.undo(back.id, **ANA)
    assert state(scripted) == edited and [row[1] for row in edited] == ["Bergen"]
    assert scripted.check().problems == ()


def test_an_edit_holds_against_a_correction_that_comes_in_late(scripted: Memory) -> None:
    (fact,) = say(scripted, "is lives_in Rome", at=START - 9 * DAY).facts
    scripted.edit(fact.id, "Oslo", **ANA)
    say(scripted, "sorry lives_in Bonn", at=START - 8 * DAY)
    (now,) = scripted.facts(include_ended=True, **ANA)
    assert (now.id, now.value, now.valid_from) == (fact.id, "Oslo", fact.valid_from)


def test_the_history_of_a_fact_is_its_own_after_a_merge(scripted: Memory) -> None:
    (ana,) = say(scripted, "Ana: is likes tea", at=START).facts
    (tom,) = say(scripted, "Tom: is likes tea", at=START - DAY).facts
    change = scripted.merge("Ana", "Tom", **ANA)
    for id, name in ((ana.id, "Ana"), (tom.id, "Tom")):
        assert [version.fact.subject for version in scripted.history(id, **ANA)] == [name, "Ana"]
    scripted.undo(change.id, **ANA)
    for id, name in ((ana.id, "Ana"), (tom.id, "Tom")):
        versions = scripted.history(id, **ANA)
        assert [version.fact.subject for version in versions] == [name, "Ana", name]
        assert all(one.superseded_at == two.recorded_at for one, two in pairwise(versions))
        assert versions[-1].superseded_at is None
