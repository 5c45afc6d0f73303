"""Facts are corrected by hand, taken back and merged; each is a change that can be undone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from strandline import Change, Memory
from strandline.errors import InputError, NotFoundError
from strandline.types import ChangeKind

from .conftest import START

DAY = timedelta(days=1)
ANA = {"user_id": "ana"}


def say(memory: Memory, text: str, **given: Any) -> Any:
    return memory.add(text, **{"user_id": "ana", "at": START, **given})


def believed(memory: Memory, **asked: Any) -> list[tuple[str, str, str]]:
    """What is believed, of all times."""
    rows = memory.facts(include_ended=True, **{"user_id": "ana", **asked})
    return sorted((fact.subject, fact.relation, fact.value) for fact in rows)


def test_history_has_every_version_with_its_reason(scripted: Memory) -> None:
    (fact,) = say(scripted, "is works_at Google").facts
    ended = say(scripted, "end works_at Google", at=START + DAY).changes[0]
    first, second = scripted.history(fact.id, **ANA)
    assert (first.number, first.fact.valid_to, first.superseded_at) == (1, None, second.recorded_at)
    assert (second.number, second.fact.valid_to, second.superseded_at) == (2, START + DAY, None)
    assert second.change_id == ended.id and first.change_id != ended.id
    assert first.reason and second.reason and first.reason != second.reason


def test_a_message_has_one_version(scripted: Memory) -> None:
    added = say(scripted, "is works_at Google")
    (version,) = scripted.history(added.messages[0].id, **ANA)
    assert (version.number, version.message.content, version.change_id) == (1, "is works_at Google", None)


@pytest.mark.parametrize("verb", ["history", "get"])
def test_the_history_of_what_is_not_there_or_somebody_elses_is_an_error(scripted: Memory, verb: str) -> None:
    (fact,) = say(scripted, "is works_at Google", agent_id="planner").facts
    for asked in ({"user_id": "ana"}, {"user_id": "bo"}, {"user_id": "ana", "agent_id": "coder"}):
        with pytest.raises(NotFoundError):
            getattr(scripted, verb)(fact.id, **asked)
    assert getattr(scripted, verb)(fact.id, user_id="ana", agent_id="planner")


SENTENCES = ["Bonn", "The user lives in Bonn.", "the user lives in Bonn", "Ana lives in Bonn", "is lives_in Bonn"]


@pytest.mark.parametrize("text", SENTENCES)
def test_a_fact_is_corrected_by_its_value_or_by_a_sentence(scripted: Memory, text: str) -> None:
    say(scripted, "is name Ana")
    (fact,) = say(scripted, "is lives_in Oslo").facts
    change = scripted.edit(fact.id, text, **ANA)
    assert (change.kind, change.relation, change.facts) == (ChangeKind.EDIT, "lives_in", (fact.id,))
    (now,) = scripted.facts(relation="lives_in", include_ended=True, **ANA)
    assert (now.id, now.value, now.text) == (fact.id, "Bonn", "Ana lives in Bonn.")
    assert (now.valid_from, now.valid_to) == (fact.valid_from, fact.valid_to)
    assert [(v.number, v.fact.value) for v in scripted.history(fact.id, **ANA)] == [(1, "Oslo"), (2, "Bonn")]


def test_an_edit_keeps_the_dates_of_what_has_ended(scripted: Memory) -> None:
    (lyon,) = say(scripted, "is lives_in Lyon from 2019-01-01").facts
    say(scripted, "is lives_in Oslo from 2022-01-01")
    scripted.edit(lyon.id, "Lille", **ANA)
    rows = {fact.value: (fact.valid_from.year, fact.valid_to) for fact in scripted.facts(include_ended=True, **ANA)}
    assert rows == {"Lille": (2019, datetime(2022, 1, 1, tzinfo=UTC)), "Oslo": (2022, None)}
    assert [fact.value for fact in scripted.facts(**ANA)] == ["Oslo"]


def test_an_edit_of_an_earlier_spell_leaves_the_later_one(scripted: Memory) -> None:
    first = say(scripted, "is lives_in Oslo", at=START - 9 * DAY).facts[0]
    say(scripted, "is lives_in Rome", at=START - 6 * DAY)
    say(scripted, "is lives_in Oslo", at=START - 3 * DAY)
    scripted.edit(first.id, "Bergen", **ANA)
    rows = sorted(scripted.facts(include_ended=True, **ANA), key=lambda fact: fact.valid_from)
    assert [fact.value for fact in rows] == ["Bergen", "Rome", "Oslo"]
    assert (rows[0].id, rows[0].valid_to) == (first.id, START - 6 * DAY)


def test_an_edit_of_one_of_many_values_leaves_the_others(scripted: Memory) -> None:
    tea, jazz = say(scripted, "is likes tea\nis likes jazz").facts
    scripted.edit(tea.id, "green tea", **ANA)
    assert {fact.id: fact.value for fact in scripted.facts(**ANA)} == {tea.id: "green tea", jazz.id: "jazz"}


def test_an_edit_of_a_denial_stays_a_denial(scripted: Memory) -> None:
    (fact,) = say(scripted, "not works_at Google").facts
    scripted.edit(fact.id, "Googol", **ANA)
    (now,) = scripted.facts(**ANA)
    assert (now.id, now.value, now.polarity) == (fact.id, "Googol", False)


def test_a_text_that_says_something_else_is_refused(scripted: Memory) -> None:
    (fact,) = say(scripted, "is lives_in Oslo").facts
    for text, told in (
        ("is works_at Google", "something else"),
        ("Lea: is lives_in Bonn", "something else"),
        ("is lives_in Bonn\nis lives_in Rome", "2 values"),
        ("Oslo", "says already"),
        ("  ", "not blank"),
    ):
        with pytest.raises(InputError, match=told):
            scripted.edit(fact.id, text, **ANA)
    assert [fact.value for fact in scripted.facts(**ANA)] == ["Oslo"]
    assert len(scripted.history(fact.id, **ANA)) == 1


def test_a_message_is_kept_verbatim(scripted: Memory) -> None:
    added = say(scripted, "is lives_in Oslo")
    with pytest.raises(InputError, match="kept verbatim"):
        scripted.edit(added.messages[0].id, "is lives_in Bonn", **ANA)


def test_what_is_believed_no_more_cannot_be_edited(scripted: Memory) -> None:
    (fact,) = say(scripted, "is lives_in Oslo").facts
    say(scripted, "never lives_in Oslo", at=START + DAY)
    with pytest.raises((InputError, NotFoundError)):
        scripted.edit(fact.id, "Bonn", **ANA)
    with pytest.raises(NotFoundError):
        scripted.edit("nothing", "Bonn", **ANA)
    with pytest.raises(NotFoundError):
        scripted.edit(fact.id, "Bonn", user_id="bo")


def test_an_edited_note_is_found_by_its_new_words_alone(scripted: Memory) -> None:
    (note,) = scripted.remember("Pipeline: three stages", metadata={"a": 1}, **ANA).facts
    change = scripted.edit(note.id, "Pipeline: five steps", **ANA)
    assert change.kind == ChangeKind.EDIT
    now = scripted.get(note.id, **ANA)
    assert (now.text, now.value, now.metadata) == ("Pipeline: five steps", "Pipeline: five steps", {"a": 1})
    assert [hit.text for hit in scripted.search("pipeline steps", min_score=0.0, **ANA)] == ["Pipeline: five steps"]
    assert [v.fact.text for v in scripted.history(note.id, **ANA)] == ["Pipeline: three stages", "Pipeline: five steps"]
    scripted.undo(change.id, **ANA)
    assert scripted.get(note.id, **ANA).text == "Pipeline: three stages"


UNDONE = {
    "add": ("is age 45",),
    "supersede": ("is lives_in Lyon", "is lives_in Oslo"),
    "confirm": ("is lives_in Lyon", "is lives_in Lyon"),
    "end": ("is works_at Google", "end works_at Google"),
    "correct": ("is birthday March 14", "sorry birthday March 15"),
    "contradict": ("is likes jazz", "not likes jazz"),
    "retract": ("is likes jazz", "never likes jazz"),
}


def state(memory: Memory) -> list[Any]:
    """What is believed now, of all times, without transaction times."""
    rows = memory.facts(include_ended=True, **ANA)
    return sorted((f.id, f.value, f.polarity, str(f.valid_from), str(f.valid_to), f.sources) for f in rows)


@pytest.mark.parametrize("kind", UNDONE)
def test_each_kind_of_change_is_taken_back_and_brought_back(scripted: Memory, kind: str) -> None:
    *earlier, last = UNDONE[kind]
    for number, text in enumerate(earlier):
        say(scripted, text, at=START - (9 - number) * DAY)
    before = state(scripted)
    (change,) = say(scripted, last).changes
    assert change.kind == kind
    after = state(scripted)
    assert after != before
    back = scripted.undo(change.id, **ANA)
    assert (back.kind, back.undoes) == (ChangeKind.UNDO, change.id)
    assert state(scripted) == before
    scripted.undo(back.id, **ANA)
    assert state(scripted) == after


def test_an_edit_is_undone(scripted: Memory) -> None:
    (fact,) = say(scripted, "is lives_in Oslo").facts
    before = state(scripted)
    change = scripted.edit(fact.id, "Bonn", **ANA)
    scripted.undo(change.id, **ANA)
    assert state(scripted) == before
    assert [version.fact.value for version in scripted.history(fact.id, **ANA)] == ["Oslo", "Bonn", "Oslo"]


def test_a_change_is_undone_once_and_only_by_its_user(scripted: Memory) -> None:
    (change,) = say(scripted, "is lives_in Oslo").changes
    with pytest.raises(NotFoundError):
        scripted.undo(change.id, user_id="bo")
    with pytest.raises(NotFoundError):
        scripted.undo("nothing", **ANA)
    scripted.undo(change.id, **ANA)
    with pytest.raises(InputError):
        scripted.undo(change.id, **ANA)


def test_the_log_has_every_change_in_order(scripted: Memory) -> None:
    changes: list[Change] = list(say(scripted, "is lives_in Oslo\nis age 45").changes)
    changes.append(scripted.edit(changes[0].facts[0], "Bonn", **ANA))
    changes.append(scripted.undo(changes[1].id, **ANA))
    log = list(scripted.changes(**ANA))
    assert [change.id for change in log] == [change.id for change in changes]
    assert [change.undone for change in log] == [False, True, False, False]
    page = scripted.changes(limit=3, **ANA)
    assert [*page, *scripted.changes(cursor=page.cursor, **ANA)] == log


def test_two_subjects_are_merged_and_parted_again(scripted: Memory) -> None:
    say(scripted, "Robert: is lives_in Oslo\nBob: is age 45\nBob: is lives_in Bonn", at=START - DAY)
    say(scripted, "Robert: is likes tea")
    before = state(scripted)
    change = scripted.merge("Robert", "bob", **ANA)
    assert change.kind == ChangeKind.MERGE
    assert {fact.subject for fact in scripted.facts(include_ended=True, **ANA)} == {"Robert"}
    for name in ("Robert", "Bob"):
        assert [fact.value for fact in scripted.ask(name, "age", **ANA).facts] == ["45"]
        assert len(scripted.ask(name, "lives_in", **ANA).facts) == 1
    say(scripted, "Bob: is likes jazz")
    assert {fact.value for fact in scripted.ask("Robert", "likes", **ANA).facts} == {"tea", "jazz"}
    scripted.undo(change.id, **ANA)
    assert [row for row in state(scripted) if row[1] != "jazz"] == before
    assert [fact.value for fact in scripted.ask("Bob", "likes", **ANA).facts] == ["jazz"]


def test_what_is_merged_with_the_user_is_the_user_whichever_comes_first(scripted: Memory) -> None:
    for number, (a, b) in enumerate((("I", "Ana P"), ("Ana P", "user"))):
        user = f"user{number}"
        say(scripted, "is age 45\nAna P: is lives_in Oslo", user_id=user)
        scripted.merge(a, b, user_id=user)
        assert believed(scripted, user_id=user) == [("user", "age", "45"), ("user", "lives_in", "Oslo")]


def test_a_merge_needs_two_subjects_that_are_known(scripted: Memory) -> None:
    say(scripted, "Bob: is age 45")
    with pytest.raises(NotFoundError, match="nobody"):
        scripted.merge("Bob", "nobody", **ANA)
    with pytest.raises(InputError):
        scripted.merge("Bob", "BOB", **ANA)
    with pytest.raises(NotFoundError):
        scripted.merge("Bob", "Ben", user_id="bo")


@pytest.mark.parametrize("phrase", ["zebra", "bank"])
def test_an_edited_note_is_forgotten_with_all_its_versions(scripted: Memory, phrase: str) -> None:
    (note,) = scripted.remember("the zebra code is 4471", **ANA).facts
    scripted.edit(note.id, "the code is with the bank", **ANA)
    assert scripted.verify_forgotten(scripted.forget(phrase=phrase, **ANA))
    assert believed(scripted) == [] and scripted.check().problems == ()
    assert list(scripted.changes(include_idle=True, **ANA)) == []


def test_a_fact_that_was_edited_is_forgotten_with_its_message(scripted: Memory) -> None:
    added = say(scripted, "is lives_in Oslo\nis age 45")
    scripted.edit(added.facts[0].id, "Zagreb", **ANA)
    receipt = scripted.forget(id=added.messages[0].id, **ANA)
    assert scripted.verify_forgotten(receipt)
    assert believed(scripted) == [] and list(scripted.changes(include_idle=True, **ANA)) == []


def test_the_store_is_sound_after_every_kind_of_change(scripted: Memory) -> None:
    say(scripted, "is lives_in Lyon\nRobert: is age 45\nBob: is likes tea", at=START - DAY)
    moved = say(scripted, "is lives_in Oslo")
    (note,) = scripted.remember("likes window seats", **ANA).facts
    edits = [scripted.edit(moved.facts[-1].id, "Bergen", **ANA), scripted.edit(note.id, "likes aisle seats", **ANA)]
    edits.append(scripted.merge("Robert", "Bob", **ANA))
    for change in edits:
        scripted.undo(change.id, **ANA)
    assert scripted.check().problems == ()


def test_the_spelling_of_a_value_is_corrected_too(scripted: Memory) -> None:
    say(scripted, "is name ana\nis lives_in oslo\nis likes tea")
    for fact in scripted.facts(**ANA):
        scripted.edit(fact.id, fact.value.capitalize(), **ANA)
        now = scripted.get(fact.id, **ANA)
        assert (now.value, now.valid_from) == (fact.value.capitalize(), fact.valid_from)


@pytest.mark.parametrize("text", ["...", "?!", "\u200b"])
def test_a_text_without_words_is_no_value(scripted: Memory, text: str) -> None:
    (note,) = scripted.remember("likes window seats", **ANA).facts
    (fact,) = say(scripted, "is lives_in Oslo").facts
    for id in (note.id, fact.id):
        with pytest.raises(InputError):
            scripted.edit(id, text, **ANA)


def test_the_text_of_an_edited_note_is_kept_exactly(scripted: Memory) -> None:
    (note,) = scripted.remember("likes window seats", **ANA).facts
    scripted.edit(note.id, "  Likes aisle seats.\n", **ANA)
    assert scripted.get(note.id, **ANA).text == "  Likes aisle seats.\n"


def test_of_a_long_message_the_first_part_is_read_and_a_warning_says_so(memory: Memory) -> None:
    text = f"I live in Oslo. {'The rain in Spain. ' * 1000}"
    added = memory.add(text, user_id="ana", at=START)
    assert [fact.value for fact in added.facts] == ["Oslo"]
    assert added.warnings == (f"message 0 has {len(text):,} characters; facts were read from the first 10,000 alone",)
    assert memory.get(added.messages[0].id, user_id="ana").content == text


@pytest.mark.parametrize("user", ["u1", "u2", "u3", "u4", "u5", "u6"])
@pytest.mark.parametrize(
    ("text", "earlier", "later"),
    [
        ("I moved to Oslo in 2019 and to Bergen in 2022.", "Oslo", "Bergen"),
        ("I joined Nokia in 2019 and Ericsson in 2022.", "Nokia", "Ericsson"),
    ],
)
def test_of_two_statements_of_one_clause_the_first_was_said_first_whoever_says_it(
    memory: Memory, user: str, text: str, earlier: str, later: str
) -> None:
    memory.add(text, user_id=user, at=START)
    facts = sorted(memory.facts(user_id=user, include_ended=True), key=lambda fact: str(fact.valid_from))
    assert [(fact.value, fact.valid_to is None) for fact in facts] == [(earlier, False), (later, True)]


@pytest.mark.parametrize(
    "text", ["Ines moved to Vienna in May.", "Tom moved to Berlin last month.", "Anna arrived on Monday."]
)
def test_what_others_do_on_a_day_moves_nobodys_appointment(memory: Memory, text: str) -> None:
    memory.add("I have a dentist appointment on 18 June.", user_id="ana")
    (before,) = memory.facts(user_id="ana", relation="appointment", include_ended=True).items
    memory.add(text, user_id="ana")
    assert memory.facts(user_id="ana", relation="appointment", include_ended=True).items == (before,)
