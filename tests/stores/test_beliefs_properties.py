"""Whatever is said, taken back, merged and forgotten: beliefs follow from what is left, on both axes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.stores import Selection, SqliteStore
from strandline.testing.facts import DAY, claim
from strandline.testing.stores import StoreContract
from strandline.types import Act, Claim, Since

CONTRACT = StoreContract()
WORDS = ("Oslo", "Bergen", "Lyon")


@st.composite
def claims(draw: st.DrawFn, on: int) -> Claim:
    """A statement of a few kinds about a few things."""
    relation = draw(st.sampled_from(["lives_in", "likes", "dislikes", "name", "pet"]))
    fields: dict[str, Any] = {"subject": draw(st.sampled_from(["user", "user", "Bob", "Robert"]))}
    kind = draw(st.sampled_from(["state", "state", "state", "deny", "end", "past", "correct", "retract", "generic"]))
    value = draw(st.sampled_from(WORDS))
    if kind == "deny":
        fields["polarity"] = False
    elif kind == "end":
        value = draw(st.sampled_from([*WORDS, ""]))
        fields |= {"act": Act.END, "loose": draw(st.booleans()), "since": Since.UNKNOWN}
    elif kind == "past":
        fields |= {"over": True, "since": Since.UNKNOWN}
    elif kind == "correct":
        fields |= {"act": Act.CORRECT}
    elif kind == "retract":
        fields |= {"act": Act.RETRACT}
    elif kind == "generic":
        fields |= {"generic": True}
    return claim(relation, value, on, **fields)


@dataclass
class Clock:
    now: datetime = field(default=DAY)

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


def opened() -> SqliteStore:
    store = SqliteStore(":memory:", clock=Clock())
    store.set_identity(CONTRACT.IDENTITY)
    return store


def tell(store: SqliteStore, said: Sequence[tuple[int, Claim]]) -> None:
    """One message for each statement, under the number it comes with; some are an agent's own."""
    for number, one in said:
        agent = "x" if number % 5 == 4 else None
        CONTRACT.say(store, f"message {number}", one, id=f"m{number}", agent=agent)


def state(store: SqliteStore) -> list[Any]:
    return [CONTRACT.state(store), CONTRACT.state(store, agent="x")]


LISTS = st.lists(st.integers(0, 9).flatmap(claims), min_size=1, max_size=9)


@given(said=LISTS, data=st.data())
@settings(max_examples=60)
def test_forgetting_a_message_leaves_what_would_have_been_without_it(said: list[Claim], data: st.DataObject) -> None:
    """Versions, transaction times and the change log included."""
    numbered = list(enumerate(said))
    gone = data.draw(st.sampled_from(numbered))
    with closing(opened()) as whole, closing(opened()) as without:
        _forgotten(whole, without, numbered, gone)


def _forgotten(
    whole: SqliteStore, without: SqliteStore, numbered: list[tuple[int, Claim]], gone: tuple[int, Claim]
) -> None:
    tell(whole, numbered)
    for number, one in numbered:  # the clock moves on as if it were said, and the step is used
        if number == gone[0]:
            CONTRACT.say(without, f"message {number}", id=f"m{number}", agent="x" if number % 5 == 4 else None)
        else:
            tell(without, [(number, one)])
    receipt = whole.forget("ana", Selection(id=f"m{gone[0]}"), dry_run=False, salt="s")
    assert whole.check() == []
    assert whole.leftovers(receipt) == []
    for agent in (None, "x"):
        left, right = (
            sorted(CONTRACT.facts(store, agent=agent, include_ended=True), key=lambda fact: fact.id)
            for store in (whole, without)
        )
        assert left == right
        assert CONTRACT.changes(whole, agent, idle=True) == CONTRACT.changes(without, agent, idle=True)
    for fact in CONTRACT.facts(whole, include_ended=True):
        assert CONTRACT.history(whole, fact.id) == CONTRACT.history(without, fact.id)


@given(said=LISTS, order=st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_any_order_of_arrival_gives_the_same_beliefs(said: list[Claim], order: Any) -> None:
    numbered = list(enumerate(said))
    shuffled = list(numbered)
    order.shuffle(shuffled)
    states = []
    for messages in (numbered, shuffled):
        with closing(opened()) as store:
            tell(store, [(number, _apart(number, one)) for number, one in messages])
            assert store.check() == []
            states.append(state(store))
    assert states[0] == states[1]


def _apart(number: int, one: Claim) -> Claim:
    """Said at a time of its own: what is said at one time is ordered by the step, which follows arrival."""
    fields = {name: getattr(one, name) for name in one.__slots__}
    return Claim(**{**fields, "at": one.at + timedelta(minutes=number)})


@given(said=LISTS, order=st.randoms(use_true_random=False), merged=st.booleans())
@settings(max_examples=60)
def test_undoing_everything_leaves_nothing_and_undoing_that_brings_it_back(
    said: list[Claim], order: Any, merged: bool
) -> None:
    """In any order."""
    with closing(opened()) as store:
        _undone(store, said, order, merged)


def _undone(store: SqliteStore, said: list[Claim], order: Any, merged: bool) -> None:
    tell(store, list(enumerate(said)))
    if merged:
        store.merge("ana", None, "Robert", "Bob")
    before = state(store)
    made = {change.id: change for agent in (None, "x") for change in CONTRACT.changes(store, agent, idle=True)}
    ids = sorted(made)
    order.shuffle(ids)
    undone = [store.undo("ana", id).id for id in ids]
    assert CONTRACT.facts(store, agent="x", include_ended=True) == []
    assert store.check() == []
    order.shuffle(undone)
    for id in undone:
        store.undo("ana", id)
    assert state(store) == before
    assert store.check() == []


@given(said=LISTS)
@settings(max_examples=40)
def test_what_was_known_at_each_moment_stays_known_then(said: list[Claim]) -> None:
    """The state at a moment is the one that could be read then."""
    seen = []
    with closing(opened()) as store:
        for number, one in enumerate(said):
            tell(store, [(number, one)])
            now = store._clock()  # moves on, so that nothing else is recorded at this moment
            seen.append((now, _known(store, now)))
        assert seen[-1][1] == state(store)
        for now, was in seen:
            assert _known(store, now) == was


def _known(store: SqliteStore, moment: datetime) -> list[Any]:
    return [
        sorted(
            (f.subject, f.relation, f.value, f.polarity, str(f.valid_from), str(f.valid_to), f.sources)
            for f in CONTRACT.facts(store, agent=agent, include_ended=True, known_at=moment)
        )
        for agent in (None, "x")
    ]
