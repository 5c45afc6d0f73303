"""Forgetting what is believed: in the file, in the change log and in memory."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from strandline import Memory
from strandline.errors import LeftoverError

from .conftest import START
from .scripted import read

Open = Callable[..., Memory]


@pytest.fixture(autouse=True)
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strandline.memory.claims.read", read)


def told(memory: Memory) -> list[str]:
    """Four messages about where somebody lives and what she likes; their ids."""
    said = ["is lives_in Zanzibar", "is likes marmalade", "is lives_in Bergen", "is name Wilhelmina"]
    days = [START - timedelta(days=10 - number) for number in range(len(said))]
    return [memory.add(text, user_id="ana", at=at).messages[0].id for text, at in zip(said, days, strict=True)]


def test_a_forgotten_message_leaves_no_trace_of_what_was_read_from_it(memory: Memory, tmp_path: Path) -> None:
    """Not in facts, change log, indexes or file; the fact before it holds again."""
    ids = told(memory)
    memory.search("where does she live?", user_id="ana")
    receipt = memory.forget(user_id="ana", id=ids[2])
    assert (receipt.messages, receipt.facts) == (1, 1)
    assert [(f.value, f.valid_to) for f in memory.facts(user_id="ana", relation="lives_in")] == [("Zanzibar", None)]
    assert memory.verify_forgotten(receipt)
    assert memory.check().ok
    memory.close()
    assert b"Bergen" not in b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())


def test_a_forgotten_fact_leaves_its_message(memory: Memory) -> None:
    told(memory)
    (fact,) = memory.facts(user_id="ana", relation="likes")
    receipt = memory.forget(user_id="ana", id=fact.id)
    assert (receipt.messages, receipt.facts, receipt.ids) == (0, 1, (fact.id,))
    assert not memory.facts(user_id="ana", relation="likes", include_ended=True)
    assert {hit.kind for hit in memory.search("marmalade", user_id="ana")} == {"message"}
    assert memory.verify_forgotten(receipt)
    assert memory.check().ok


def test_an_index_that_kept_its_facts_is_named(open_memory: Open) -> None:
    """Of another process, which has not read since."""
    memory, other = open_memory(), open_memory()
    ids = told(memory)
    other.search("where does she live?", user_id="ana")
    receipt = memory.forget(user_id="ana", id=ids[0])
    assert memory.verify_forgotten(receipt)
    with pytest.raises(LeftoverError) as caught:
        other.verify_forgotten(receipt)
    assert "cache of facts" in caught.value.places
    other.search("where does she live?", user_id="ana")
    assert [fact.value for fact in other.facts(user_id="ana", relation="lives_in")] == ["Bergen"]


def test_forgetting_everything_of_a_user_leaves_others_alone(memory: Memory) -> None:
    told(memory)
    memory.add("is lives_in Zanzibar", user_id="bob", at=START - timedelta(days=1))
    receipt = memory.forget(user_id="ana", everything=True)
    assert memory.verify_forgotten(receipt)
    assert [fact.value for fact in memory.facts(user_id="bob")] == ["Zanzibar"]
    assert memory.check().ok
