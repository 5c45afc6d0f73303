"""Whatever a person does with a memory, in whatever order: it stays sound, and can be taken back to nothing."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from strandline import HashEmbedder, Memory, Message
from strandline.errors import InputError, NotFoundError
from tests.memory.scripted import read

HOUR = timedelta(hours=1)
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
VALUES = ("Oslo", "Bonn", "Rome", "tea")
SUBJECTS = ("", "", "Lea: ", "Lena: ", "Mia: ")
STATEMENTS = st.builds(
    "{}{} {} {}{}".format,
    st.sampled_from(SUBJECTS),
    st.sampled_from(["is", "is", "is", "not", "also", "was", "end", "never", "sorry"]),
    st.sampled_from(["lives_in", "likes", "dislikes", "birthday", "sibling", "favourite[colour]", "name"]),
    st.sampled_from(VALUES),
    st.sampled_from(["", "", " from 2020-01-01", " from 2022-05-01 to 2026-01-02", " to 2025-01-01"]),
)
AGENTS = st.sampled_from([None, None, "x", "y"])
NUMBER = st.integers(0, 10_000)


class Clock:
    """Moves on by an hour at each look, long after everything was said."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        self.now += HOUR
        return self.now


class Life(RuleBasedStateMachine):
    """One user's memory through every verb that writes."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock(FIRST + 1000 * HOUR)
        self.patches = [patch("strandline.memory.claims.read", read)]
        for one in self.patches:
            one.start()
        self.memory = self.opened()
        self.said = 0
        self.old_export: str | None = None
        self.forgotten: set[str] = set()

    def opened(self) -> Memory:
        return Memory(":memory:", embedder=HashEmbedder(dimensions=16), clock=self.clock, synchronous="NORMAL")

    def teardown(self) -> None:
        try:
            self.undo_everything()
        finally:
            self.memory.close()
            for one in self.patches:
                one.stop()

    # --- What is there

    def facts(self, **asked: Any) -> list[Any]:
        rows = [fact for agent in (None, "x", "y") for fact in self.memory.facts(
            user_id="ana", agent_id=agent, limit=1000, **asked)]  # fmt: skip
        return list({(fact.id, fact.recorded_at, fact.valid_from, fact.valid_to): fact for fact in rows}.values())

    def changes(self) -> list[Any]:
        rows = {}
        for agent in (None, "x", "y"):
            for change in self.memory.changes(user_id="ana", agent_id=agent, include_idle=True, limit=1000):
                rows[change.id] = change
        return sorted(rows.values(), key=lambda change: (change.recorded_at, change.id))

    def known(self) -> bool:
        return self.memory.stats().users > 0

    def export(self, memory: Memory) -> str:
        file = io.StringIO()
        memory.export(file, all_users=True)
        return file.getvalue()

    # --- What is done

    @rule(text=st.lists(STATEMENTS, min_size=1, max_size=3), agent=AGENTS, hours=st.integers(0, 60))
    def say(self, text: list[str], agent: str | None, hours: int) -> None:
        self.said += 1
        turn = Message.user("\n".join(text), id=f"m{self.said}", at=FIRST + hours * HOUR)
        self.memory.add(turn, user_id="ana", agent_id=agent, session_id=f"s{self.said % 3}")

    @rule(text=st.sampled_from(["a note about tea", "the door is green"]), agent=AGENTS)
    def remember(self, text: str, agent: str | None) -> None:
        self.memory.remember(text, user_id="ana", agent_id=agent)

    @rule(number=NUMBER)
    def undo(self, number: int) -> None:
        left = [change for change in self.changes() if not change.undone]
        if left:
            self.memory.undo(left[number % len(left)].id, user_id="ana")

    @rule(number=NUMBER, value=st.sampled_from([*VALUES, "Lima"]))
    def edit(self, number: int, value: str) -> None:
        facts = self.facts(include_ended=True)
        if facts:
            fact = facts[number % len(facts)]
            try:
                change = self.memory.edit(fact.id, value, user_id="ana", agent_id=fact.agent_id)
            except InputError:
                return
            assert change.kind == "edit"
            values = {one.value for one in self.facts(include_ended=True)}
            assert value in values

    @rule(pair=st.permutations(["Lea", "Lena", "Mia", "I"]), agent=AGENTS)
    def merge(self, pair: list[str], agent: str | None) -> None:
        try:
            self.memory.merge(pair[0], pair[1], user_id="ana", agent_id=agent)
        except (InputError, NotFoundError):
            return

    @rule(number=NUMBER, how=st.sampled_from(["message", "fact", "phrase", "session", "before"]))
    def forget(self, number: int, how: str) -> None:
        chosen: dict[str, Any]
        if how == "message":
            messages = list(self.memory.messages(user_id="ana", limit=1000))
            if not messages:
                return
            chosen = {"id": messages[number % len(messages)].id}
            self.forgotten.add(chosen["id"])
        elif how == "fact":
            facts = self.facts(include_ended=True)
            if not facts:
                return
            chosen = {"id": facts[number % len(facts)].id}
        elif how == "phrase":
            chosen = {"phrase": [*VALUES, "Lea", "from 2020"][number % 6]}
        elif how == "session":
            chosen = {"session_id": f"s{number % 3}"}
        else:
            chosen = {"before": FIRST + (number % 60) * HOUR}
        receipt = self.memory.forget(user_id="ana", **chosen)
        assert self.memory.verify_forgotten(receipt)
        if how == "phrase":
            assert chosen["phrase"] not in self.export(self.memory).replace('"Lena"', "")
        if how == "fact":
            assert chosen["id"] not in {fact.id for fact in self.facts(include_ended=True)}

    @precondition(lambda self: self.known())
    @rule(version=st.integers(2, 9))
    def reextract(self, version: int) -> None:
        with patch("strandline.memory.reextracting.EXTRACTOR", f"rules/{version}"):
            self.memory.reextract(user_id="ana")

    @rule()
    def move(self) -> None:
        """To another file, by an export: nothing is another then."""
        old = self.export(self.memory)
        other = self.opened()
        other.import_(io.StringIO(old))
        assert self.export(other) == old
        assert other.check().problems == ()
        self.memory.close()
        self.memory = other

    # --- What always holds

    @invariant()
    def it_is_sound(self) -> None:
        assert self.memory.check().problems == ()

    @invariant()
    def what_is_known_now_is_what_is_believed(self) -> None:
        for agent in (None, "x"):
            now = self.memory.facts(user_id="ana", agent_id=agent, limit=1000, include_ended=True)
            moment = self.clock.now + 10_000 * HOUR
            then = self.memory.facts(user_id="ana", agent_id=agent, limit=1000, include_ended=True, known_at=moment)
            assert list(then) == list(now)

    @invariant()
    def every_fact_has_a_history_that_ends_with_it(self) -> None:
        for fact in self.facts(include_ended=True):
            versions = self.memory.history(fact.id, user_id="ana", agent_id=fact.agent_id)
            assert any(version.fact is not None and version.fact.id == fact.id for version in versions)
            assert any(version.superseded_at is None for version in versions)

    def undo_everything(self) -> None:
        for change in reversed(self.changes()):
            if change.kind != "undo" and not change.undone:
                self.memory.undo(change.id, user_id="ana")
        assert [fact for fact in self.facts(include_ended=True) if fact.relation != "note"] == []
        assert self.memory.check().problems == ()


TestLife = Life.TestCase
TestLife.settings = settings(
    max_examples=25, stateful_step_count=14, deadline=None, suppress_health_check=list(HealthCheck)
)
