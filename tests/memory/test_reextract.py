"""Newer rules are applied to old messages as dated changes that can be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from strandline import HashEmbedder, Memory, Message
from strandline.types import Claim

from .conftest import START
from .scripted import read

DAY = timedelta(days=1)
ANA = {"user_id": "ana"}


def newer(monkeypatch: pytest.MonkeyPatch, change: Callable[[Claim], Claim | None]) -> None:
    """From now on, rules of version 2 read what version 1 read, changed by ``change`` (None: not at all)."""

    def reads(turn: Any, **given: Any) -> tuple[Claim, ...]:
        changed = [change(claim) for claim in read(turn, **given)]
        return tuple(replace(claim, extractor="rules/2") for claim in changed if claim is not None)

    monkeypatch.setattr("strandline.memory.claims.read", reads)
    monkeypatch.setattr("strandline.memory.reextracting.EXTRACTOR", "rules/2")


def capital(claim: Claim) -> Claim:
    return replace(claim, value="Oslo sentrum", text="") if claim.value == "oslo" else claim


def values(memory: Memory, **asked: Any) -> list[str]:
    return [fact.value for fact in memory.facts(**{**ANA, **asked})]


@pytest.fixture
def told(scripted: Memory) -> Memory:
    scripted.add([Message.user("is lives_in oslo", at=START), Message.user("is age 45", at=START)], **ANA)
    scripted.add("is lives_in oslo", at=START, user_id="bo")
    scripted.add("is lives_in oslo", at=START, agent_id="x", **ANA)
    return scripted


def test_messages_read_by_another_version_are_read_again(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    newer(monkeypatch, capital)
    report = told.reextract(user_id="ana")
    assert (report.extractor, report.read, report.changed, report.warnings) == ("rules/2", 3, 2, ())
    assert values(told) == ["45", "Oslo sentrum"]
    assert sorted(values(told, agent_id="x")) == ["45", "Oslo sentrum", "Oslo sentrum"]
    assert values(told, user_id="bo") == ["oslo"]
    told.reextract()
    assert values(told, user_id="bo") == ["Oslo sentrum"]


def test_what_is_read_again_keeps_its_source_and_its_time(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    before = told.facts(relation="lives_in", **ANA)[0]
    newer(monkeypatch, capital)
    told.reextract()
    after = told.facts(relation="lives_in", **ANA)[0]
    assert (after.sources, after.valid_from, after.extractor) == (before.sources, before.valid_from, "rules/2")
    assert after.recorded_at > before.recorded_at
    assert values(told, known_at=before.recorded_at, relation="lives_in") == ["oslo"]


def test_what_the_present_version_read_is_left_alone(told: Memory) -> None:
    log = list(told.changes(**ANA))
    report = told.reextract()
    assert (report.read, report.changed, report.changes) == (0, 0, 0)
    assert list(told.changes(**ANA)) == log


def test_a_second_run_changes_nothing(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    newer(monkeypatch, capital)
    told.reextract()
    log = list(told.changes(**ANA))
    assert told.reextract().changed == 0
    assert list(told.changes(**ANA)) == log


def test_what_newer_rules_no_longer_read_is_believed_no_more(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    newer(monkeypatch, lambda claim: None if claim.relation == "age" else claim)
    told.reextract()
    assert "45" not in values(told)


def test_a_reading_is_a_change_that_can_be_undone(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    newer(monkeypatch, capital)
    told.reextract()
    changes = [change for change in told.changes(**ANA) if change.kind == "reextract"]
    assert changes
    for change in changes:
        told.undo(change.id, **ANA)
    assert sorted(values(told)) == ["45", "oslo"]


def test_what_was_edited_by_hand_stays(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    fact = told.facts(relation="age", **ANA)[0]
    told.edit(fact.id, "46", **ANA)
    newer(monkeypatch, capital)
    told.reextract()
    assert "46" in values(told) and "45" not in values(told)


def test_messages_that_nobody_read_are_read(scripted: Memory) -> None:
    scripted.add("is lives_in oslo", extract="off", **ANA)
    assert values(scripted) == []
    assert scripted.reextract().changed == 1
    assert values(scripted) == ["oslo"]


def test_what_was_forgotten_is_not_read_again(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    fact = told.facts(relation="age", **ANA)[0]
    told.forget(id=fact.id, **ANA)
    newer(monkeypatch, capital)
    told.reextract()
    assert "45" not in values(told)


def test_a_message_that_cannot_be_read_keeps_its_facts_and_is_named(
    told: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(turn: Any, **given: Any) -> Any:
        raise RuntimeError("out of rules")

    newer(monkeypatch, capital)
    monkeypatch.setattr("strandline.memory.claims.read", fails)
    report = told.reextract(user_id="bo")
    assert len(report.warnings) == 1 and "out of rules" in report.warnings[0]
    assert values(told, user_id="bo") == ["oslo"]


def test_turns_are_read_again_with_the_turns_before_them(
    open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []

    def spies(turn: Any, *, before: Any, known: Any) -> Any:
        seen.append([one.content for one in before])
        return ()

    memory = open_memory("m.db", embedder=HashEmbedder(dimensions=32))
    monkeypatch.setattr("strandline.memory.claims.read", spies)
    for number in range(12):
        memory.add([Message.user(f"u{number}"), Message.assistant(f"a{number}")], session_id=f"s{number % 2}", **ANA)
    first = list(seen)
    seen.clear()
    monkeypatch.setattr("strandline.memory.reextracting.EXTRACTOR", "rules/2")
    monkeypatch.setattr("strandline.memory.reextracting.CHUNK", 5)
    done: list[tuple[int, int]] = []
    memory.reextract(progress=lambda *counts: done.append(counts))
    assert sorted(seen) == sorted(first)
    assert max(map(len, seen)) == 8
    assert done[-1] == (24, 24) and [count for count, _ in done] == [5, 10, 15, 20, 24]


def test_of_a_user_who_stored_nothing_nothing_is_read(told: Memory) -> None:
    told.forget(everything=True, **ANA)
    for user in ("nobody", "ana"):
        report = told.reextract(user_id=user)
        assert (report.read, report.changed, report.changes, report.warnings) == (0, 0, 0, ())


def test_what_was_taken_back_is_not_read_again_once_more_is_known(memory: Memory) -> None:
    memory.add("I live in Lyon.", at=START - 9 * DAY, **ANA)
    rome = memory.add("Ana lives in Rome.", at=START - 99 * DAY, **ANA)
    memory.undo(rome.changes[0].id, **ANA)
    memory.add("My name is Ana.", at=START, **ANA)
    report = memory.reextract(**ANA)
    assert (report.read, report.changed) == (0, 0)
    assert values(memory, relation="lives_in", include_ended=True) == ["Lyon"]


def test_a_reading_that_was_undone_stays_undone(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    newer(monkeypatch, capital)
    told.reextract()
    for change in [change for change in told.changes(**ANA) if change.kind == "reextract"]:
        told.undo(change.id, **ANA)
    assert told.reextract().changed == 0
    assert sorted(values(told)) == ["45", "oslo"]


def test_what_was_edited_stays_when_newer_rules_read_its_words_otherwise(
    told: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    fact = told.facts(relation="lives_in", **ANA)[0]
    told.edit(fact.id, "Bergen", **ANA)
    newer(monkeypatch, capital)
    told.reextract()
    (now,) = told.facts(relation="lives_in", include_ended=True, **ANA)
    assert (now.id, now.value, now.valid_from) == (fact.id, "Bergen", fact.valid_from)
    (private,) = (one for one in told.facts(relation="lives_in", agent_id="x", **ANA) if one.agent_id)
    assert private.value == "Oslo sentrum"
