"""What every store must do with statements and beliefs; ``StoreContract`` inherits these tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from strandline.stores import Batch, FactFilter, NewClaim, NewMessage, NewNote, NewPassage, Store, Written
from strandline.stores.ids import note_id
from strandline.text import digest64, index_terms
from strandline.types import Change, ChangeKind, Claim, Fact, Message, Version, micros

DAY = datetime(2026, 3, 1, 12, tzinfo=UTC)
"""Day 0 of the facts of the contract."""
FOREVER = 2**63 - 1


def day(number: int) -> datetime:
    """So many days after day 0."""
    return DAY + timedelta(days=number)


def claim(relation: str, value: str, on: int, **fields: Any) -> Claim:
    """A statement of the user, said on a day, by the whole of its message."""
    fields = {"subject": "user", "start": 0, "stop": 10, "text": f"The user {relation} {value}.", **fields}
    return Claim(relation=relation, value=value, at=day(on), **fields)


def indexed(said: Claim) -> NewClaim:
    """The statement as one of the first message of its batch, with its sentence indexed."""
    return NewClaim(claim=said, message=0, passages=passage(said.text))


def passage(text: str) -> tuple[NewPassage, ...]:
    """The one passage of a short text, with a vector of eight ones."""
    terms, counts = index_terms(text)
    return (
        NewPassage(
            start=0, stop=len(text), terms=np.asarray(terms, "<u4").tobytes(),
            counts=np.asarray(counts, np.uint8).tobytes(), pieces=b"", vector=b"\x00\x00\x80\x3f" + b"\x01" * 8,
            tokens=b"\x02" * 4,
        ),
    )  # fmt: skip


class FactContract:
    """Inherit with ``StoreContract``, which needs a ``store`` fixture: an empty store."""

    def say(
        self, store: Store, text: str, *claims: Claim, user: str = "ana", agent: str | None = None, **fields: Any
    ) -> Written:
        """Add one message, said when its first claim was, with what was read from it."""
        message = Message.user(text, **{"at": claims[0].at if claims else DAY, **fields})
        new = NewMessage(message=message, digest=digest64(text), passages=passage(text))
        batch = Batch(
            user_id=user, agent_id=agent, session_id="s1", messages=(new,), claims=tuple(map(indexed, claims)),
            generation=1,
        )  # fmt: skip
        return store.apply([batch])[0]

    def facts(self, store: Store, *, user: str = "ana", agent: str | None = None, **wanted: Any) -> list[Fact]:
        """Facts as an agent of the user reads them on day 100, unless another time is given."""
        with store.read() as snapshot:
            scope = snapshot.scope(user, agent)
            if scope is None:
                return []
            wanted = {"now": day(100), **wanted}
            found = snapshot.facts(scope.uid, scope.agent, FactFilter(**wanted), after_key=0, limit=1000)
        return [fact for _, fact in found]

    def values(self, store: Store, **wanted: Any) -> list[str]:
        """What is believed, as values in order."""
        return sorted(fact.value for fact in self.facts(store, **wanted))

    def changes(self, store: Store, agent: str | None = None, *, idle: bool = False) -> list[Change]:
        """The log of the user, with ``idle`` whole."""
        with store.read() as snapshot:
            scope = snapshot.scope("ana", agent)
            assert scope is not None
            return [one for _, one in snapshot.changes(scope.uid, scope.agent, after_key=0, limit=1000, idle=idle)]

    def history(self, store: Store, id: str) -> list[Version]:
        """All versions of a fact of the user."""
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            return snapshot.history(scope.uid, id, scope.agent)

    def state(self, store: Store, agent: str | None = None) -> list[tuple[Any, ...]]:
        """Everything believed about valid time, without when it was learned."""
        return sorted(
            (
                f.subject,
                f.relation,
                f.value,
                f.polarity,
                str(f.valid_from),
                str(f.valid_to),
                f.sources,
            )
            for f in self.facts(store, agent=agent, include_ended=True)
        )

    # --- Learning

    def test_a_statement_becomes_a_fact_with_its_message(self, store: Store) -> None:
        """It is written with what says it, searchable, and says why."""
        written = self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0))
        assert [(f.relation, f.value, f.step, f.session_id) for f in written.facts] == [("lives_in", "Oslo", 1, "s1")]
        assert written.facts == tuple(self.facts(store))
        assert written.facts[0].sources == (written.placed[0].id,)
        (change,) = written.changes
        assert (change.kind, change.facts) == (ChangeKind.ADD, (written.facts[0].id,))
        assert (change.message_id, change.reason != "") == (written.placed[0].id, True)
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            rows = next(snapshot.passages(scope.uid, 0, 8, 1))
            facts = snapshot.fact_rows(scope.uid, 0)
        assert rows.kind.tolist() == [0, 1]
        assert rows.message[1] == facts.seq[0]
        assert rows.scale.tolist() == [1.0, 1.0]

    def test_what_is_said_again_is_another_source_and_no_other_fact(self, store: Store) -> None:
        """The step of a fact is that of its latest source."""
        first = self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0))
        again = self.say(store, "Oslo is home", claim("lives_in", "oslo", 3))
        (fact,) = self.facts(store)
        assert (fact.id, fact.step, fact.at) == (first.facts[0].id, 2, day(3))
        assert fact.sources == (first.placed[0].id, again.placed[0].id)
        assert (again.facts, [one.kind for one in again.changes]) == ((), [ChangeKind.CONFIRM])
        assert len(self.history(store, fact.id)) == 1

    def test_what_is_said_again_later_does_not_show_in_what_was_said_by_then(self, store: Store) -> None:
        """Where nothing was said by then, what there is shows."""
        self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 2))
        self.say(store, "Oslo is home", claim("lives_in", "oslo", 3))
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            rows = next(snapshot.passages(scope.uid, 0, 8, 1))
            (place,) = np.flatnonzero(rows.kind == 1)
            key, owner = (scope.uid << 32 | int(column[place]) for column in (rows.seq, rows.message))
            again = (3, 2, "Oslo is home")
            for said, (on, step, text) in ((None, again), (2, (2, 1, "I live in Oslo")), (0, again)):
                until = None if said is None else micros(day(said))
                fact = snapshot.recalled([key], None, until)[key].fact
                assert fact is not None
                assert (fact.at, fact.step, len(fact.sources)) == (day(on), step, 1 if said == 2 else 2)
                assert snapshot.told([owner], None, until)[owner][0] == text

    def test_a_new_value_closes_the_old_one_and_keeps_it(self, store: Store) -> None:
        """Both axes can be asked."""
        self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0))
        (oslo,) = self.facts(store)
        written = self.say(store, "I live in Bergen", claim("lives_in", "Bergen", 10))
        (change,) = written.changes
        assert (change.kind, change.ended) == (ChangeKind.SUPERSEDE, (oslo.id,))
        assert self.values(store) == ["Bergen"]
        assert self.values(store, as_of=day(5)) == ["Oslo"]
        assert self.values(store, include_ended=True) == ["Bergen", "Oslo"]
        assert self.values(store, known_at=oslo.recorded_at, as_of=day(20)) == ["Oslo"]
        first, second = self.history(store, oslo.id)
        assert (first.superseded_at, first.fact and first.fact.valid_to) == (second.recorded_at, None)
        assert (second.number, second.change_id, second.fact and second.fact.valid_to) == (2, change.id, day(10))

    @pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 0, 1)])
    def test_any_order_of_arrival_gives_the_same_beliefs(self, store: Store, order: Sequence[int]) -> None:
        """What was said later wins, whatever came first."""
        said = [claim("lives_in", value, on) for value, on in (("Oslo", 0), ("Bergen", 10), ("Oslo", 20))]
        for number in order:
            self.say(store, f"I live in {said[number].value}", said[number], id=f"m{number}")
        found = [(f.value, f.valid_from, f.valid_to) for f in self.facts(store, include_ended=True)]
        assert sorted(found, key=str) == sorted(
            [("Oslo", day(0), day(10)), ("Bergen", day(10), day(20)), ("Oslo", day(20), None)], key=str
        )

    def test_what_was_known_then_does_not_change_with_what_is_learned_later(self, store: Store) -> None:
        """Not a source, not a step, not a confidence."""
        seen = []
        for text, said in (
            ("I live in Oslo", claim("lives_in", "Oslo", 0, confidence=0.7)),
            ("Oslo it is", claim("lives_in", "Oslo", 2, confidence=0.9)),
            ("I like tea", claim("likes", "tea", 3)),
            ("I live in Bergen", claim("lives_in", "Bergen", 4)),
        ):
            self.say(store, text, said)
            now = max(one.recorded_at for one in self.changes(store))
            seen.append((now, self.facts(store, known_at=now, as_of=day(50))))
        assert [self.facts(store, known_at=now, as_of=day(50)) for now, _ in seen[:-1]] != [
            found for _, found in seen[1:]
        ]
        for now, found in seen:
            later = self.facts(store, known_at=now, as_of=day(50))
            assert [_without_end(one) for one in later] == [_without_end(one) for one in found]

    def test_claims_of_a_message_that_was_there_are_left_out(self, store: Store) -> None:
        """Adding a caller's id again is no second statement."""
        self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0), id="m1")
        again = self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0), id="m1")
        assert (again.facts, again.changes, len(self.changes(store))) == ((), (), 1)

    def test_each_agent_believes_for_itself_and_differences_are_disputed(self, store: Store) -> None:
        """An agent's private fact neither ends nor confirms the user's."""
        self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0))
        private = self.say(store, "I live in Bergen", claim("lives_in", "Bergen", 5), agent="x")
        assert self.values(store) == ["Oslo"]
        assert self.values(store, agent="x") == ["Bergen", "Oslo"]
        assert self.values(store, agent="y") == ["Oslo"]
        assert [fact.disputed for fact in self.facts(store, agent="x")] == [True, True]
        assert [fact.disputed for fact in self.facts(store)] == [False]
        assert [one.kind for one in private.changes] == [ChangeKind.DISPUTE]
        assert [one.kind for one in self.changes(store)] == [ChangeKind.ADD]

    def test_users_do_not_share_beliefs(self, store: Store) -> None:
        """Equal words of two users are two facts."""
        self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0))
        self.say(store, "I live in Bergen", claim("lives_in", "Bergen", 5), user="bob")
        assert (self.values(store), self.values(store, user="bob")) == (["Oslo"], ["Bergen"])

    def test_facts_are_found_by_subject_and_relation(self, store: Store) -> None:
        """Keys are compared, not spellings."""
        self.say(store, "Rex is a dog", claim("likes", "bones", 0, subject="Rex"), claim("likes", "tea", 0))
        self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 1))
        assert self.values(store, subject_key="rex") == ["bones"]
        assert self.values(store, subject_key="user", relations=("likes",)) == ["tea"]
        assert self.values(store, relations=("likes", "lives_in")) == ["Oslo", "bones", "tea"]
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            known = snapshot.known(scope.uid, scope.agent, {"likes"}, 1)
            page = snapshot.facts(scope.uid, 0, FactFilter(now=day(9)), after_key=0, limit=2)
            rest = snapshot.facts(scope.uid, 0, FactFilter(now=day(9)), after_key=page[-1][0], limit=2)
        assert [fact.value for fact in known] == ["tea"]
        assert [fact.value for _, fact in [*page, *rest]] == ["bones", "tea", "Oslo"]

    def test_rows_of_facts_tell_what_changed_since(self, store: Store) -> None:
        """An index is filled once, then it takes what was made, superseded or given another source."""
        self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0))
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            first = snapshot.fact_rows(scope.uid, 0)
            assert snapshot.fact_rows(scope.uid, scope.next_seq - 1).ids == ()
        self.say(store, "Oslo again", claim("lives_in", "Oslo", 1))
        with store.read() as snapshot:
            second = snapshot.fact_rows(scope.uid, scope.next_seq - 1)
        assert (second.seq.tolist(), len(second.sources[0])) == (first.seq.tolist(), 2)
        self.say(store, "I like tea", claim("likes", "tea", 2), claim("lives_in", "Bergen", 2))
        with store.read() as snapshot:
            rows = snapshot.fact_rows(scope.uid, max(second.changed.tolist()))
        assert rows.values == ("Oslo", "tea", "Oslo", "Bergen")
        assert (rows.superseded_at == FOREVER).tolist() == [False, True, True, True]
        assert len(self.facts(store)) == 2

    def test_notes_are_facts_that_are_always_listed(self, store: Store) -> None:
        """They are covered from their time on."""
        new = NewNote(id=note_id("ana", None, "tea"), text="tea", at=day(200), digest=digest64("tea"))
        store.apply([Batch(user_id="ana", agent_id=None, session_id=None, notes=(new,))])
        assert self.values(store) == ["tea"]
        assert self.values(store, as_of=day(199)) == []
        assert self.values(store, as_of=day(200)) == ["tea"]

    def test_the_last_turns_of_a_session_come_back_in_order(self, store: Store) -> None:
        """Those of the agent's own session that were said until a time."""
        for number, at in enumerate((1, 2, 9, 5, 3)):
            self.say(store, f"turn {number}", at=day(at))
        self.say(store, "private", agent="x")

        def recent(session: str, until: int, steps: int = 9, limit: int = 2) -> tuple[int, list[str | None]]:
            with store.read() as snapshot:
                scope = snapshot.scope("ana", None)
                assert scope is not None
                last, rows = snapshot.recent(
                    scope.uid, session, scope.agent, until=day(until), steps=steps, limit=limit
                )
            return last, [row.content for row in rows]

        assert recent("s1", 5) == (5, ["turn 4", "turn 3"])
        assert recent("s1", 3, limit=9) == (5, ["turn 0", "turn 1", "turn 4"])
        assert recent("s1", 9, steps=2) == (5, ["turn 4", "turn 3"])
        assert recent("s1", 0) == (5, []) and recent("s2", 9) == (0, [])

    def test_who_read_a_message_is_known_when_it_was_taken_back(self, store: Store) -> None:
        """Messages that nobody read anything in are not named."""
        written = self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0))
        self.say(store, "hello")
        store.undo("ana", written.changes[0].id)
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            assert snapshot.read_by(scope.uid) == {written.placed[0].id: {"rules/1"}}


def _without_end(fact: Fact) -> dict[str, Any]:
    return {name: value for name, value in fact.to_dict().items() if name != "superseded_at"}
