"""Forgetting one of several who say the same: nothing stays of how the forgotten one spelled it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import thread_time
from typing import Any
from unittest.mock import patch

import pytest

from strandline import HashEmbedder, Memory, Message
from tests.memory.scripted import read

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
ANA: dict[str, Any] = {"user_id": "ana"}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """A memory in a file, whose facts are read from scripted statements."""
    with (
        patch("strandline.memory.claims.read", read),
        Memory(tmp_path / "m.db", embedder=HashEmbedder(dimensions=16), synchronous="NORMAL") as opened,
    ):
        yield opened


def said(memory: Memory, text: str, day: int) -> str:
    """Add a message; its id."""
    return memory.add(text, at=FIRST + day * DAY, **ANA).messages[0].id


def bytes_of(folder: Path) -> bytes:
    """All that is in the store's files."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def an_edit(memory: Memory) -> None:
    memory.edit(memory.facts(relation="lives_in", **ANA).items[0].id, "Bergen", **ANA)


def an_undone_edit(memory: Memory) -> None:
    an_edit(memory)
    memory.undo(memory.changes(**ANA).items[-1].id, **ANA)


def a_merge(memory: Memory) -> None:
    memory.merge("Leapoldina", "Bob", **ANA)


def an_undone_merge(memory: Memory) -> None:
    a_merge(memory)
    memory.undo(memory.changes(**ANA).items[-1].id, **ANA)


@pytest.mark.parametrize("deed", [an_edit, an_undone_edit, a_merge, an_undone_merge])
def test_a_spelling_goes_with_the_message_that_had_it(
    memory: Memory, tmp_path: Path, deed: Callable[[Memory], None]
) -> None:
    first = said(memory, "LEAPOLDINA: is lives_in OSLOCITY", 0)
    said(memory, "Leapoldina: is lives_in Oslocity", 1)
    said(memory, "Bob: is likes tea", 2)
    deed(memory)
    assert memory.verify_forgotten(memory.forget(id=first, **ANA))
    assert memory.check().problems == ()
    left = bytes_of(tmp_path)
    assert b"LEAPOLDINA" not in left
    assert b"OSLOCITY" not in left
    assert memory.facts(subject="Leapoldina", relation="lives_in", **ANA).items


def test_an_edit_of_a_merged_subject_stays_with_it_when_they_are_parted(memory: Memory) -> None:
    said(memory, "Lea: is lives_in Oslo", 0)
    said(memory, "Lena: is likes tea", 0)
    merge = memory.merge("Lena", "Lea", **ANA)
    (fact,) = memory.facts(relation="lives_in", **ANA).items
    memory.edit(fact.id, "Bonn", **ANA)
    memory.undo(merge.id, **ANA)
    found = [(f.subject, f.relation, f.value) for f in memory.facts(include_ended=True, **ANA).items]
    assert sorted(found) == [("Lea", "lives_in", "Bonn"), ("Lena", "likes", "tea")]


def test_words_of_the_library_itself_are_no_leftovers(memory: Memory) -> None:
    """ "said" stands in every row of a statement, and in the reason of a change that goes."""
    id = said(memory, "is lives_in Oslo", 0)
    memory.remember("a note about tea", **ANA)
    note = next(fact for fact in memory.facts(**ANA).items if fact.relation == "note")
    memory.edit(note.id, "a note about coffee", **ANA)
    assert memory.verify_forgotten(memory.forget(id=id, **ANA))


def test_versions_stay_in_their_order_when_the_first_statement_is_forgotten(memory: Memory) -> None:
    ids = [said(memory, "is lives_in Oslo", day) for day in (1, 1, 0)]
    memory.forget(id=ids[0], **ANA)
    for fact in memory.facts(include_ended=True, **ANA).items:
        recorded = [version.recorded_at for version in memory.history(fact.id, **ANA)]
        assert recorded == sorted(recorded)


@pytest.mark.parametrize(
    ("early", "sentence"),
    [(None, "is likes thing {}"), ("end likes", "is likes thing {}"), (None, "is lives_in town {}")],
    ids=["many values", "many values, ended once", "one value at a time"],
)
def test_forgetting_what_was_said_last_costs_little_in_a_long_story(
    memory: Memory, early: str | None, sentence: str
) -> None:
    """What came before it is left as it is: forgetting costs a fraction of what saying it all did."""
    turns = [sentence.format(number) for number in range(600)]
    if early is not None:
        turns[3] = early
    gc.collect()
    gc.disable()  # a collection takes longer than what is measured, in a process that has run many tests
    try:
        began = thread_time()
        for number, text in enumerate(turns):
            memory.add(Message.user(text, at=FIRST + number * DAY), **ANA)
        spent = thread_time() - began
        last = memory.messages(limit=1000, **ANA).items[-1].id
        began = thread_time()
        memory.forget(id=last, **ANA)
        assert thread_time() - began < spent / 4
    finally:
        gc.enable()
    assert memory.check().problems == ()
