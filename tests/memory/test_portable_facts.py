"""Export and import of what was said, believed and changed: byte-equal, and what was forgotten stays forgotten."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from strandline import HashEmbedder, Memory
from strandline.errors import InputError

from .conftest import START, Ticking
from .scripted import read

SAID = START - timedelta(days=90)
Open = Callable[..., Memory]


@pytest.fixture(autouse=True)
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strandline.memory.claims.read", read)


@pytest.fixture
def source(hashed: Memory) -> Memory:
    """Facts that were confirmed, superseded, ended, denied, edited, undone and merged, of a user and an agent."""
    said = [
        "is lives_in Oslo", "is likes tea\nis likes coffee", "is lives_in Bergen", "end likes coffee", "not likes gin",
        "is lives_in Bergen", "was lives_in Lyon from 2015-01-01 to 2017-01-01", "is name Ana", "sorry name Anna",
        "Bob: is lives_in Rome", "Robert: is lives_in Paris",
    ]  # fmt: skip
    for number, text in enumerate(said):
        hashed.add(text, user_id="ana", at=SAID + timedelta(days=number))
    hashed.add("is lives_in Turin", user_id="ana", agent_id="x", at=SAID)
    note = hashed.remember("a note", user_id="ana").facts[0]
    hashed.edit(note.id, "another note", user_id="ana")
    hashed.merge("Robert", "Bob", user_id="ana")
    hashed.undo(changes(hashed)[2], user_id="ana")
    hashed.undo(changes(hashed)[-1], user_id="ana")
    hashed.undo(changes(hashed)[4], user_id="ana")
    hashed.forget(user_id="ana", id=next(f.id for f in hashed.facts(user_id="ana") if f.value == "tea"))
    return hashed


@pytest.fixture
def fresh(open_memory: Open) -> Memory:
    clock = Ticking()
    clock.now = START + timedelta(days=900)
    return open_memory("fresh.db", embedder=HashEmbedder(dimensions=64), clock=clock)


def exported(memory: Memory) -> str:
    file = io.StringIO()
    memory.export(file, all_users=True)
    return file.getvalue()


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def changes(memory: Memory) -> list[str]:
    """Ids of the changes of the user, in order."""
    return [row["id"] for row in rows(exported(memory)) if row["kind"] == "change"]


def believed(memory: Memory) -> list[Any]:
    """All that can be read about facts, for the user and the agent."""
    found: list[Any] = []
    for agent in (None, "x"):
        facts = memory.facts(user_id="ana", agent_id=agent, include_ended=True)
        found += [fact.to_dict() for fact in sorted(facts, key=lambda fact: fact.id)]
        found += [[one.to_dict() for one in memory.history(fact.id, user_id="ana")] for fact in facts if not agent]
    return found


def test_everything_comes_back_and_is_exported_as_the_same_bytes(source: Memory, fresh: Memory) -> None:
    text = exported(source)
    assert {row["kind"] for row in rows(text)} >= {"claim", "change", "block", "version"}
    moved = fresh.import_(io.StringIO(text))
    assert moved.skipped == 0
    assert exported(fresh) == text
    assert sorted(map(str, believed(fresh))) == sorted(map(str, believed(source)))
    assert fresh.check().ok
    assert fresh.stats().vectors_pending == 0


def test_what_was_known_at_each_moment_comes_back(source: Memory, fresh: Memory) -> None:
    fresh.import_(io.StringIO(exported(source)))
    for moment in sorted({row["recorded_at"] for row in rows(exported(source)) if "recorded_at" in row}):
        seen = [
            sorted(
                str(fact.to_dict())
                for fact in memory.facts(user_id="ana", known_at=moment_of(moment), include_ended=True)
            )
            for memory in (source, fresh)
        ]
        assert seen[0] == seen[1]


def moment_of(text: str) -> Any:
    return type(START).fromisoformat(text)


def test_an_import_goes_on_from_there(source: Memory, fresh: Memory) -> None:
    """Undoing and adding do the same in both."""
    fresh.import_(io.StringIO(exported(source)))
    for memory in (source, fresh):
        memory.undo(changes(memory)[0], user_id="ana")
        memory.add("is lives_in Oslo", user_id="ana", at=SAID + timedelta(days=50))
    states = [
        sorted((f.relation, f.value, str(f.valid_from), str(f.valid_to)) for f in memory.facts(user_id="ana"))
        for memory in (source, fresh)
    ]
    assert states[0] == states[1]
    assert fresh.check().ok


def test_importing_again_changes_nothing(source: Memory, fresh: Memory) -> None:
    text = exported(source)
    fresh.import_(io.StringIO(text))
    again = fresh.import_(io.StringIO(text))
    counted = sum(row["kind"] in ("message", "fact", "claim", "change", "block") for row in rows(text))
    assert again.skipped == counted
    assert exported(fresh) == text


def test_an_import_joins_what_is_said_there(source: Memory, fresh: Memory) -> None:
    """Beliefs follow from both."""
    fresh.add("is lives_in Kyoto", user_id="ana", session_id="other", at=SAID + timedelta(days=30))
    fresh.import_(io.StringIO(exported(source)))
    assert [f.value for f in fresh.facts(user_id="ana", relation="lives_in") if f.subject == "user"] == ["Kyoto"]
    assert fresh.check().ok


def test_what_was_forgotten_does_not_come_back_from_an_older_export(source: Memory, fresh: Memory) -> None:
    before = exported(source)
    source.forget(user_id="ana", phrase="Bergen")
    source.forget(user_id="ana", phrase="Robert")
    after = exported(source)
    source.import_(io.StringIO(before))
    assert exported(source) == after
    assert "Bergen" not in after and "Robert" not in after
    assert source.check().ok
    fresh.import_(io.StringIO(after))
    assert exported(fresh) == after


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("claim", "at", None), ("claim", "recorded_at", None), ("change", "switched", None),
        ("claim", "act", "shrug"), ("claim", "since", 5), ("claim", "confidence", "high"), ("claim", "subject", None),
        ("claim", "valid_from", "2026-01-01"), ("claim", "start", -1), ("claim", "polarity", 1),
        ("claim", "value", "\ud800"), ("change", "change", "mystery"), ("change", "switched", {"c": 5}),
        ("change", "switched", ["c"]), ("change", "facts", [3]), ("change", "merged", {"shown": "x"}),
        ("change", "recorded_at", "9999-12-31T00:00:00+00:00"), ("block", "start", "0"), ("version", "text", 7),
    ],
)  # fmt: skip
def test_a_row_of_the_log_that_cannot_be_read_is_refused_whole(
    source: Memory, fresh: Memory, kind: str, field: str, value: object
) -> None:
    lines = rows(exported(source))
    number = next(number for number, row in enumerate(lines, 1) if row["kind"] == kind)
    lines[number - 1][field] = value
    with pytest.raises(InputError, match=f"line {number} "):
        fresh.import_(io.StringIO("".join(json.dumps(row) + "\n" for row in lines)))
    assert fresh.users(all_users=True) == []
