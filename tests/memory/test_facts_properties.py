"""What holds of beliefs whatever is said, in whatever order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from strandline import Change, HashEmbedder, Memory, Message
from strandline.errors import InputError

from .scripted import read

HOUR = timedelta(hours=1)
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
LATER = FIRST + timedelta(days=900)
EMBEDDER = HashEmbedder(dimensions=32)
ANA = {"user_id": "ana"}

values = st.sampled_from(["Oslo", "Bonn", "Rome"])
dates = st.sampled_from(["", "", " from 2020-01-01", " from 2022-05-01 to 2024-01-01", " to 2025-01-01"])
statements = st.one_of(
    st.builds("{}{} {} {}{}".format, st.sampled_from(["", "Lea: "]), st.sampled_from(["is", "not", "also", "was"]),
              st.sampled_from(["lives_in", "works_at", "likes", "dislikes"]), values, dates),
    st.builds("{}{} {} {}".format, st.sampled_from(["", "Lea: "]), st.sampled_from(["end", "never", "sorry"]),
              st.sampled_from(["lives_in", "likes"]), values),
    st.builds("is birthday {}".format, values),
    st.builds("is favourite[colour] {}".format, values),
)  # fmt: skip
Script = list[str]
scripts = st.lists(statements, min_size=1, max_size=9)
some = settings(max_examples=40)
"""Each example opens a store or two."""


class Clock:
    """Moves on by an hour at each look, long after everything was said."""

    def __init__(self) -> None:
        self.now = LATER

    def __call__(self) -> datetime:
        self.now += HOUR
        return self.now


@contextmanager
def scripted() -> Iterator[Memory]:
    with patch("strandline.memory.claims.read", read):
        options: Any = {"embedder": EMBEDDER, "clock": Clock(), "synchronous": "NORMAL"}
        with Memory(":memory:", **options) as memory:
            yield memory


def messages(script: Sequence[str]) -> list[Message]:
    """What is said, an hour apart; the id goes with the message, whenever it arrives."""
    return [Message.user(text, id=f"m{n}", at=FIRST + n * HOUR) for n, text in enumerate(script)]


def told(memory: Memory, turns: Sequence[Message], **scope: Any) -> list[Any]:
    return [change for turn in turns for change in memory.add(turn, **{**ANA, **scope}).changes]


def valid(memory: Memory, **asked: Any) -> list[tuple[object, ...]]:
    """What is believed, on the axis of valid time alone."""
    rows = memory.facts(include_ended=True, limit=1000, **{**ANA, **asked})
    return sorted(
        (f.subject, f.relation, f.qualifier or "", f.value, f.polarity, str(f.valid_from), str(f.valid_to), f.sources)
        for f in rows
    )


def every(memory: Memory) -> list[Change]:
    """The whole change log."""
    return list(memory.changes(include_idle=True, limit=1000, **ANA))


def whole(memory: Memory) -> list[dict[str, Any]]:
    """What is believed now."""
    return [fact.to_dict() for fact in memory.facts(limit=1000, **ANA)]


@given(scripts, st.randoms(use_true_random=False))
@some
def test_any_order_of_arrival_gives_the_same_beliefs_about_valid_time(script: Script, order: random.Random) -> None:
    turns = messages(script)
    with scripted() as memory:
        told(memory, turns)
        wanted = valid(memory)
    shuffled = list(turns)
    order.shuffle(shuffled)
    with scripted() as memory:
        told(memory, shuffled)
        assert valid(memory) == wanted


@given(scripts)
@some
def test_one_call_or_a_call_each_believe_the_same(script: Script) -> None:
    turns = messages(script)
    with scripted() as memory, scripted() as other:
        told(memory, turns)
        other.add(turns, **ANA)
        assert valid(memory) == valid(other)


@given(scripts)
@some
def test_what_is_known_now_is_the_present_state(script: Script) -> None:
    with scripted() as memory:
        told(memory, messages(script))
        now = memory.facts(**ANA)
        assert list(memory.facts(known_at=LATER + 1000 * HOUR, as_of=LATER + 1000 * HOUR, **ANA)) == list(now)


@given(scripts)
@some
def test_what_was_known_before_a_message_does_not_change_by_it(script: Script) -> None:
    with scripted() as memory:
        states = []
        for turn in messages(script):
            moment = memory.add("hello", **ANA).messages and memory.messages(limit=1000, **ANA)[-1].recorded_at
            states.append((moment, valid(memory, known_at=moment)))
            told(memory, [turn])
        for moment, state in states:
            assert valid(memory, known_at=moment) == state


@given(scripts)
@some
def test_undoing_everything_from_last_to_first_passes_through_every_earlier_state(script: Script) -> None:
    with scripted() as memory:
        states, log = [], []
        for turn in messages(script):
            states.append(valid(memory))
            known = len(every(memory))
            told(memory, [turn])
            log.append(every(memory)[known:])
        for state, changes in zip(reversed(states), reversed(log), strict=True):
            for change in reversed(changes):
                memory.undo(change.id, **ANA)
            assert valid(memory) == state
        assert valid(memory) == []


@given(scripts, st.randoms(use_true_random=False))
@some
def test_undoing_everything_in_any_order_leaves_nothing(script: Script, order: random.Random) -> None:
    with scripted() as memory:
        told(memory, messages(script))
        left = [change.id for change in every(memory)]
        order.shuffle(left)
        for id in left:
            memory.undo(id, **ANA)
        assert valid(memory) == []


@given(scripts, st.data())
@some
def test_what_is_undone_and_brought_back_is_as_it_was(script: Script, data: st.DataObject) -> None:
    with scripted() as memory:
        told(memory, messages(script))
        log = [change.id for change in every(memory)]
        if not log:
            return
        before = valid(memory)
        chosen = data.draw(st.lists(st.sampled_from(log), unique=True, max_size=4))
        undone = [memory.undo(id, **ANA).id for id in chosen]
        for id in reversed(undone):
            memory.undo(id, **ANA)
        assert valid(memory) == before


@given(scripts, st.data())
@some
def test_replaying_the_change_log_gives_the_same_state(script: Script, data: st.DataObject) -> None:
    """The same messages and the same verbs, in the order of the log, in another store."""
    turns = messages(script)
    with scripted() as memory:
        told(memory, turns)
        log = [change.id for change in every(memory)]
        steps = data.draw(st.lists(st.sampled_from(log), unique=True, max_size=3)) if log else []
        for id in steps:
            memory.undo(id, **ANA)
        wanted, changes = whole(memory), every(memory)
    with scripted() as other:
        told(other, turns)
        for change in changes:
            if change.undoes is not None:
                other.undo(change.undoes, **ANA)
        assert whole(other) == wanted
        assert every(other) == changes


SCOPES = [
    {"user_id": "ana"},
    {"user_id": "ana", "agent_id": "x"},
    {"user_id": "ana", "agent_id": "y"},
    {"user_id": "bo"},
]


@given(st.lists(st.tuples(statements, st.integers(0, 3)), min_size=1, max_size=10))
@some
def test_what_is_said_in_one_scope_never_touches_another(said: list[tuple[str, int]]) -> None:
    """Each scope believes what it would believe if the others had never been."""
    turns = messages([text for text, _ in said])
    with scripted() as memory:
        for turn, (_, scope) in zip(turns, said, strict=True):
            memory.add(turn, **SCOPES[scope])
        found = [own(memory, scope) for scope in SCOPES]
    for number, scope in enumerate(SCOPES):
        with scripted() as alone:
            for turn, (_, other) in zip(turns, said, strict=True):
                if other == number:
                    alone.add(turn, **scope)
            assert found[number] == own(alone, scope)


def own(memory: Memory, scope: dict[str, str]) -> list[tuple[object, ...]]:
    """What the scope itself believes: of an agent, its private facts."""
    private = [fact.id for fact in memory.facts(include_ended=True, limit=1000, **scope)
               if fact.agent_id == scope.get("agent_id")]  # fmt: skip
    rows = [memory.get(id, **scope) for id in private]
    return sorted((f.subject, f.relation, f.value, f.polarity, str(f.valid_from), str(f.valid_to)) for f in rows)


@given(scripts)
@some
def test_an_answer_is_yes_exactly_when_a_listed_fact_says_so(script: Script) -> None:
    with scripted() as memory:
        told(memory, messages(script))
        for relation in ("lives_in", "works_at", "likes", "dislikes"):
            for hours in (0, 3, 8, 20_000):
                asked: Any = {"as_of": FIRST + hours * HOUR, **ANA}
                listed = [f.id for f in memory.facts(subject="I", relation=relation, **asked) if f.polarity]
                answer = memory.ask("I", relation, **asked)
                assert (answer.status == "yes") is bool(listed)
                if listed:
                    assert sorted(fact.id for fact in answer.facts) == sorted(listed)


@given(scripts, st.sampled_from(["Lund", "Graz"]))
@some
def test_an_edit_gives_the_fact_its_value_and_undone_its_old_one(script: Script, value: str) -> None:
    with scripted() as memory:
        told(memory, messages(script))
        before = valid(memory)
        for fact in list(memory.facts(include_ended=True, limit=1000, **ANA))[:3]:
            try:
                change = memory.edit(fact.id, value, **ANA)
            except InputError:
                continue
            edited = memory.get(fact.id, **ANA)
            assert (edited.id, edited.value) == (fact.id, value)
            memory.undo(change.id, **ANA)
            assert valid(memory) == before
