"""A user's results are a function of that user's rows alone, and of what the reading agent may see of them."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline import Memory

from .asking import EMBEDDER, as_bytes
from .conftest import START, Ticking

UNHURRIED = settings(deadline=None, max_examples=15)
QUERIES = ("Where is the spare key?", "What did Tom say about boats and Biscuit?")

ANA = (
    ("s1", "The spare key is under the third flowerpot."),
    ("s1", "Boats leave at nine when the tides are high."),
    ("s2", "My dog is called Biscuit."),
    ("s2", "Tom said that the ferry is late."),
    ("s1", "Where did I put the spare key?"),
)
OTHERS = st.lists(
    st.tuples(
        st.sampled_from(["bob", "ana ", "Ana", "an", "ana\x00", "%", "zoe"]),
        st.sampled_from(["add", "remember", "forget", "phrase", "private", "import"]),
        st.sampled_from(
            [
                "The spare key is under the third flowerpot.",
                "spare key spare key spare key",
                "Biscuit, boats, tides, Tom, ferry",
                "My dog is called Biscuit.",
                "Nothing to do with it.",
            ]
        ),
    ),
    max_size=8,
)
Change = tuple[str, str, str]


def opened() -> Memory:
    return Memory(":memory:", embedder=EMBEDDER, clock=lambda: START, new_salt=lambda: "salt")


def say(memory: Memory, number: int) -> None:
    session, text = ANA[number]
    memory.add(text, user_id="ana", session_id=session, at=START + timedelta(hours=number))


def change(memory: Memory, user: str, what: str, text: str) -> None:
    """Something another user does."""
    if what == "add":
        memory.add([text, f"{text} Again."], user_id=user, session_id="s1", metadata={"user_id": "ana"})
    elif what == "private":
        memory.add({"role": "user", "content": text, "name": "Tom"}, user_id=user, agent_id="ana", session_id="s2")
    elif what == "remember":
        memory.remember(text, user_id=user)
    elif what == "phrase":
        memory.forget(user_id=user, phrase="key")
    elif what == "forget":
        memory.forget(user_id=user, everything=True)
    else:
        imported_from_the_future(memory, user)


def imported_from_the_future(memory: Memory, user: str) -> None:
    """An export whose transaction times are a thousand years ahead of this store's clock."""
    out = io.StringIO()
    with Memory(":memory:", embedder=EMBEDDER, clock=lambda: START.replace(year=3026)) as other:
        other.add("The spare key was lost in space.", user_id=user, session_id="s9")
        other.export(out, all_users=True)
    memory.import_(io.StringIO(out.getvalue()))


def answers(memory: Memory, **scope: Any) -> list[bytes]:
    """Everything Ana can read, as bytes."""
    found = [as_bytes(memory.search(query, user_id="ana", min_score=0.0, **scope)) for query in (*QUERIES, "")]
    found += [as_bytes(memory.search(query, user_id="ana", known_at=START, **scope)) for query in QUERIES]
    found += [as_bytes(memory.context(query, user_id="ana", session_id="s1", window=2, **scope)) for query in QUERIES]
    found += [
        as_bytes(memory.recall_step(query, user_id="ana", session_id="s1", window=2, **scope)) for query in QUERIES
    ]
    found += [as_bytes(memory.messages(user_id="ana", **scope)), as_bytes(memory.facts(user_id="ana", **scope))]
    return [*found, as_bytes(memory.sessions(user_id="ana", **scope))]


@UNHURRIED
@given(others=OTHERS)
def test_what_other_users_do_later_changes_nothing_not_even_the_last_bit(others: Sequence[Change]) -> None:
    with opened() as memory:
        for number in range(len(ANA)):
            say(memory, number)
        memory.remember("prefers the window seat on boats", user_id="ana", at=START)
        before, counted = answers(memory), memory.stats(user_id="ana")
        for one in others:
            change(memory, *one)
        assert answers(memory) == before
        now = memory.stats(user_id="ana")
        assert (now.messages, now.facts, now.passages, now.text_bytes, now.sessions) == (
            counted.messages, counted.facts, counted.passages, counted.text_bytes, counted.sessions,
        )  # fmt: skip


@UNHURRIED
@given(others=OTHERS, places=st.lists(st.integers(0, len(ANA)), min_size=8, max_size=8))
def test_a_store_shared_with_others_answers_as_a_store_of_ones_own(
    others: Sequence[Change], places: Sequence[int]
) -> None:
    """Also when their rows came before, between and after."""
    with opened() as alone, opened() as shared:
        for number in range(len(ANA) + 1):
            for one, place in zip(others, places, strict=False):
                if place == number:
                    change(shared, *one)
            if number < len(ANA):
                say(alone, number)
                say(shared, number)
        assert answers(shared) == answers(alone)


@UNHURRIED
@given(texts=st.lists(st.sampled_from([text for _, text in ANA] + ["spare key boats"]), max_size=8), data=st.data())
def test_private_rows_of_other_agents_change_nothing_not_even_the_last_bit(
    texts: Sequence[str], data: st.DataObject
) -> None:
    """Word statistics, averages, sessions and neighbours come from the rows the reader may see."""
    with opened() as alone, opened() as shared:
        for number in range(len(ANA)):
            say(alone, number)
            for text in texts[number::3]:
                agent = data.draw(st.sampled_from(["coder", "Planner", "\x00"]))
                shared.add(
                    {"role": "user", "content": text, "name": "Tom"}, user_id="ana", agent_id=agent,
                    session_id=data.draw(st.sampled_from(["s1", "s2", "s3"])), at=START,
                )  # fmt: skip
                shared.remember(text, user_id="ana", agent_id=agent, at=START)
            say(shared, number)
        for agent_id in (None, "planner"):
            assert answers(shared, agent_id=agent_id) == answers(alone, agent_id=agent_id)
        shared.forget(user_id="ana", phrase="spare key boats")
        assert answers(shared) == answers(alone)


def test_another_users_import_from_the_future_does_not_move_this_users_times(memory: Memory) -> None:
    """Transaction time runs forward for each user by itself."""
    imported_from_the_future(memory, "bob")
    added = memory.add("The spare key is under the flowerpot.", user_id="ana").messages[0]
    assert memory.get(added.id, user_id="ana").recorded_at.year == START.year
    assert memory.search("spare key", user_id="ana", known_at=START + timedelta(days=1))
    later = memory.add("The key is gone.", user_id="bob").messages[0]
    assert memory.get(later.id, user_id="bob").recorded_at.year == 3026, "bob's own order of belief holds"


def test_a_clock_that_goes_back_does_not_turn_a_users_transactions_around(
    open_memory: Callable[..., Memory], clock: Ticking
) -> None:
    memory = open_memory()
    memory.add("First.", user_id="ana")
    clock.now -= timedelta(days=1)
    memory.add("Second.", user_id="ana")
    times = [row.recorded_at for row in memory.messages(user_id="ana")]
    assert times == sorted(times)


@pytest.mark.parametrize("cache_bytes", [0, 1 << 20])
def test_users_do_not_meet_in_the_cache(open_memory: Callable[..., Memory], cache_bytes: int) -> None:
    """However little it may hold, and in whatever order they come."""
    memory = open_memory(cache_bytes=cache_bytes)
    for n in range(12):
        memory.add(f"The spare key of house {n}.", user_id=f"user {n}")
    for n in (*range(12), *reversed(range(12))):
        hits = memory.search("spare key of the house", user_id=f"user {n}")
        assert [hit.text for hit in hits] == [f"The spare key of house {n}."]


WORDS = st.sampled_from(["spare key", "ferry", "Biscuit the dog", "tides", "the spare key of the ferry", "yes"])
SAID = st.lists(st.tuples(WORDS, st.integers(0, 5), st.sampled_from(["s1", "s2"])), min_size=1, max_size=10)


def scored(memory: Memory, query: str, **asked: Any) -> list[Any]:
    """What was found and why, without the places, which differ between the two stores."""
    hits = memory.search(query, user_id="ana", min_score=0.0, **asked)
    return [(hit.text, hit.score, hit.why, hit.session_id, hit.metadata) for hit in hits]


@UNHURRIED
@given(said=SAID, hour=st.integers(0, 5))
def test_a_read_as_of_a_time_is_a_read_of_a_store_that_holds_nothing_later(
    said: Sequence[tuple[str, int, str]], hour: int
) -> None:
    """What was said later counts for nothing: not as a neighbour, not in its session, not in any statistic."""
    with opened() as everything, opened() as earlier:
        for n, (text, at, session) in enumerate(said):
            for memory in (everything, earlier) if at <= hour else (everything,):
                message = {"role": "user", "content": text, "name": "Tom" if at % 2 else None, "metadata": {"n": n}}
                memory.add(message, user_id="ana", session_id=session, at=START + timedelta(hours=at))
        as_of = START + timedelta(hours=hour)
        for query in ("spare key", "Tom and the ferry"):
            assert scored(everything, query, as_of=as_of) == scored(earlier, query)


@UNHURRIED
@given(said=SAID, kept=st.integers(0, 9))
def test_a_read_of_what_was_known_then_is_a_read_of_the_store_of_then(
    said: Sequence[tuple[str, int, str]], kept: int
) -> None:
    clock = Ticking()
    with Memory(":memory:", embedder=EMBEDDER, clock=clock) as memory:
        then: dict[str, list[Any]] = {}
        known = START
        for n, (text, hour, session) in enumerate(said):
            memory.add(text, user_id="ana", session_id=session, at=START - timedelta(hours=hour))
            if n == min(kept, len(said) - 1):
                known = clock.now
                then = {query: scored(memory, query) for query in ("spare key", "ferry tides")}
        assert {query: scored(memory, query, known_at=known) for query in then} == then
