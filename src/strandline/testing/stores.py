"""What every store must do, as tests it inherits: ``class TestMyStore(StoreContract)`` with a ``store`` fixture."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from threading import Thread
from typing import Any

import pytest

from strandline.errors import ConflictError, StepError, StoreClosedError
from strandline.stores import Batch, NewMessage, NewNote, NewPassage, Placed, Selection, Store
from strandline.stores.ids import message_id, note_id
from strandline.testing.revising import RevisionContract
from strandline.text import digest64
from strandline.types import EmbedderIdentity, Message, micros

DIMENSIONS = 8
TOKEN_DIMENSIONS = 4
EVENING = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)
"""When the messages of the contract are said."""


def batch(
    *texts: str | Message, user: str = "ana", agent: str | None = None, session: str = "s1", **fields: Any
) -> Batch:
    """A batch of messages with one passage each, whose terms and vector are made up."""
    messages = tuple(_new(Message.user(text, at=EVENING) if isinstance(text, str) else text) for text in texts)
    return Batch(user_id=user, agent_id=agent, session_id=session, messages=messages, generation=1, **fields)


def note(text: str, *, user: str = "ana", agent: str | None = None) -> Batch:
    """A batch with one bare text to remember."""
    new = NewNote(id=note_id(user, agent, text), text=text, at=EVENING, digest=digest64(text), passages=_passage(text))
    return Batch(user_id=user, agent_id=agent, session_id=None, notes=(new,), generation=1)


def _new(message: Message) -> NewMessage:
    text = message.content
    return NewMessage(message=message, digest=digest64(text) if text else 0, passages=_passage(text) if text else ())


def _passage(text: str) -> tuple[NewPassage, ...]:
    """One passage: the term is the length of the text, the vector eight ones, the tokens the lengths of its words."""
    vector = b"\x00\x00\x80\x3f" + b"\x01" * DIMENSIONS
    term = len(text).to_bytes(4, "little")
    tokens = b"".join(bytes([len(word) % 128]) * TOKEN_DIMENSIONS for word in text.split())
    new = NewPassage(
        start=0, stop=len(text), terms=term, counts=b"\x01", pieces=b"\x07\x00", vector=vector, tokens=tokens
    )
    return (new,)


class StoreContract(RevisionContract):
    """Inherit and give a ``store`` fixture: an empty store whose identity is ``IDENTITY``, of generation 1."""

    IDENTITY = EmbedderIdentity(name="contract", version="1", dimensions=DIMENSIONS, token_dimensions=TOKEN_DIMENSIONS)

    def write(self, store: Store, *batches: Batch) -> list[tuple[Placed, ...]]:
        """Apply batches in one transaction."""
        return [written.placed for written in store.apply(batches)]

    def texts(self, store: Store, user: str = "ana", session: str | None = None) -> list[str | None]:
        """All texts of a user, of all agents, in the order they were stored."""
        with store.read() as snapshot:
            scope = snapshot.scope(user, None)
            if scope is None:
                return []
            rows = snapshot.messages(scope.uid, None, session_id=session, after_step=0, after_key=0, limit=1000)
        return [row.content for _, row in rows]

    def test_steps_count_from_one_in_each_session(self, store: Store) -> None:
        """Each session of each user has its own steps, without gaps."""
        placed = self.write(store, batch("a", "b"), batch("c", session="s2"), batch("d"), batch("e", user="bob"))
        assert [[one.step for one in group] for group in placed] == [[1, 2], [1], [3], [1]]

    def test_default_ids_are_digests_of_user_agent_session_and_step(self, store: Store) -> None:
        """The same place has the same id on every store."""
        placed = self.write(store, batch("a"), batch("b", agent="x"))
        assert [group[0].id for group in placed] == [message_id("ana", None, "s1", 1), message_id("ana", "x", "s1", 1)]

    def test_messages_come_back_equal(self, store: Store) -> None:
        """Every field survives, the offset of its time too."""
        said = datetime(2026, 3, 1, 9, 0, 0, 123456, tzinfo=timezone(timedelta(hours=-7)))
        full = Message.assistant(
            "नमस्ते \x00 😀",
            name="João",
            at=said,
            id="own",
            metadata={"n": 10**30, "none": None, "deep": [{"x": 1.5}]},
            tool_calls=[{"id": "c1", "function": {"name": "f", "arguments": "{}"}}],
        )
        self.write(store, batch(full, Message.tool(None, tool_call_id="c1", at=EVENING)))
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            row = snapshot.get(scope.uid, "own", scope.agent)
        assert row is not None
        got = row.to_dict()
        assert {name: got[name] for name in ("content", "name", "metadata", "tool_calls", "role", "at")} == {
            "content": full.content,
            "name": full.name,
            "metadata": full.metadata,
            "tool_calls": full.tool_calls,
            "role": "assistant",
            "at": said.isoformat(),
        }

    def test_a_failed_batch_leaves_the_store_as_it_was(self, store: Store) -> None:
        """One bad message of several batches undoes all of them."""
        self.write(store, batch("kept"))
        with pytest.raises(StepError):
            self.write(store, batch("x", user="new"), batch("y", Message.user("z", step=9, at=EVENING)))
        assert self.texts(store) == ["kept"]
        assert self.texts(store, "new") == []
        assert self.write(store, batch("next"))[0][0].step == 2

    def test_an_id_that_exists_with_equal_content_is_left_alone(self, store: Store) -> None:
        """Adding it again is no second turn."""
        first = self.write(store, batch(Message.user("hello", id="m1", at=EVENING)))[0][0]
        again = self.write(store, batch(Message.user("hello", id="m1", at=EVENING)))[0][0]
        assert (first.created, again.created, again.step) == (True, False, first.step)
        assert self.texts(store) == ["hello"]

    def test_an_id_that_exists_with_other_content_is_a_conflict(self, store: Store) -> None:
        """The stored message stays."""
        self.write(store, batch(Message.user("hello", id="m1", at=EVENING)))
        with pytest.raises(ConflictError, match="m1"):
            self.write(store, batch(Message.user("other", id="m1", at=EVENING)))
        assert self.texts(store) == ["hello"]

    def test_two_users_may_use_the_same_ids(self, store: Store) -> None:
        """A caller's id belongs to its user."""
        own = Message.user("mine", id="m1", at=EVENING)
        self.write(store, batch(own), batch(Message.user("yours", id="m1", at=EVENING), user="bob"))
        assert (self.texts(store), self.texts(store, "bob")) == (["mine"], ["yours"])

    def test_ids_are_opaque(self, store: Store) -> None:
        """Nothing is a pattern, nothing is folded."""
        ids = ["a", "a_", "a%", "A", "a/b", "é", "e\u0301", "a\x00", "a\x00b", " a"]
        self.write(store, *(batch(f"of {number}", user=id) for number, id in enumerate(ids)))
        assert [self.texts(store, id) for id in ids] == [[f"of {number}"] for number in range(len(ids))]

    def test_passages_of_one_user_come_in_order_and_from_a_point_on(self, store: Store) -> None:
        """An index is filled once and then appended to."""
        self.write(store, batch("one", "three"), batch("other", user="bob"), note("a note"))
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            rows = next(snapshot.passages(scope.uid, 0, DIMENSIONS, 1))
            later = next(snapshot.passages(scope.uid, int(rows.seq[1]), DIMENSIONS, 1))
        assert rows.terms.tolist() == [3, 5, 6]
        assert rows.kind.tolist() == [0, 0, 1]
        assert rows.step.tolist() == [1, 2, 0]
        assert rows.scale.tolist() == [1.0, 1.0, 1.0]
        assert rows.vectors.tolist() == [[1] * DIMENSIONS] * 3
        assert rows.pieces.tolist() == [7, 7, 7]
        assert set(rows.at.tolist()) == {micros(EVENING)}
        assert later.terms.tolist() == [6]

    def test_tokens_come_back_as_they_were_written(self, store: Store) -> None:
        """Each passage has its own, those of another width are left out, and so are all where none are asked for."""
        self.write(store, batch("one", " ", "two words here"), note("a note"))
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            rows, wider, none = (
                next(snapshot.passages(scope.uid, 0, DIMENSIONS, 1, width)) for width in (TOKEN_DIMENSIONS, 16, 0)
            )
        assert rows.token_ends.tolist() == [1, 1, 4, 6]
        assert rows.tokens.tolist() == [[length] * TOKEN_DIMENSIONS for length in (3, 3, 5, 4, 1, 4)]
        assert (wider.token_ends.tolist(), wider.tokens.shape) == ([0, 0, 0, 0], (0, 16))
        assert (none.token_ends.tolist(), none.tokens.shape) == ([0, 0, 0, 0], (0, 0))

    def test_a_version_tells_that_a_user_wrote_and_only_that_user(self, store: Store) -> None:
        """It is the key of the caches."""
        self.write(store, batch("a"), batch("b", user="bob"))
        with store.read() as snapshot:
            before = snapshot.scope("ana", None), snapshot.scope("bob", None)
        self.write(store, batch("c"))
        with store.read() as snapshot:
            after = snapshot.scope("ana", None), snapshot.scope("bob", None)
        assert before[1] == after[1]
        assert before[0] is not None and after[0] is not None and before[0].version < after[0].version

    def test_an_agent_reads_its_own_and_the_users_rows(self, store: Store) -> None:
        """Without the agent its rows are unseen."""
        self.write(store, batch("of all"), batch("of x", agent="x"), batch("of y", agent="y"))
        assert self._seen_by(store, None) == ["of all"]
        assert self._seen_by(store, "x") == ["of all", "of x"]
        assert self._seen_by(store, "nobody") == ["of all"]

    def _seen_by(self, store: Store, agent: str | None) -> list[str | None]:
        with store.read() as snapshot:
            scope = snapshot.scope("ana", agent)
            assert scope is not None
            rows = snapshot.messages(scope.uid, scope.agent, session_id=None, after_step=0, after_key=0, limit=10)
        return [row.content for _, row in rows]

    def test_a_snapshot_does_not_see_later_writes(self, store: Store) -> None:
        """All statements of one read see one state."""
        self.write(store, batch("a"))
        with store.read() as snapshot:
            before = snapshot.counts(None)
            writer = Thread(target=self.write, args=(store, batch("b")))
            writer.start()
            self.between_reads(writer)
            assert snapshot.counts(None) == before
        writer.join(10)
        assert self.texts(store) == ["a", "b"]

    def between_reads(self, writer: Thread) -> None:
        """Wait for a writer while a snapshot is open; a store whose readers hold writers up does not wait."""
        writer.join(10)

    def test_the_same_note_again_is_the_same_fact(self, store: Store) -> None:
        """Its id is a digest of its text."""
        first, again = self.write(store, note("likes tea"))[0][0], self.write(store, note("likes tea"))[0][0]
        assert (first.id, first.created, again.created) == (again.id, True, False)
        assert first.fact == again.fact

    def test_forgetting_removes_rows_and_leaves_their_steps_unused(self, store: Store) -> None:
        """The next message gets a new step."""
        self.write(store, batch("keep this", "the zebrafish sentinel"), batch("the zebrafish sentinel", user="bob"))
        receipt = store.forget("ana", Selection(phrase="zebrafish"), dry_run=False, salt="s")
        assert (receipt.messages, receipt.pending) == (1, False)
        assert store.leftovers(receipt) == []
        assert self.texts(store) == ["keep this"]
        assert self.texts(store, "bob") == ["the zebrafish sentinel"]
        assert self.write(store, batch("next"))[0][0].step == 3

    @pytest.mark.parametrize(
        ("selection", "left"),
        [
            (Selection(id="m2"), ["one", "three"]),
            (Selection(session_id="s1"), ["three"]),
            (Selection(before=EVENING + timedelta(hours=1)), ["two", "three"]),
            (Selection(everything=True), []),
            (Selection(phrase="nothing has this"), ["one", "two", "three"]),
        ],
        ids=lambda value: next(iter(value.to_dict())) if isinstance(value, Selection) else "",
    )
    def test_each_selector_removes_what_it_names(self, store: Store, selection: Selection, left: Sequence[str]) -> None:
        """A dry run counts the same and removes nothing."""
        late = EVENING + timedelta(hours=2)
        self.write(store, batch("one", Message.user("two", id="m2", at=late)))
        self.write(store, batch(Message.user("three", at=late), session="s2"))
        dry = store.forget("ana", selection, dry_run=True, salt="s")
        assert self.texts(store) == ["one", "two", "three"]
        real = store.forget("ana", selection, dry_run=False, salt="s")
        assert (dry.messages, dry.ids) == (real.messages, real.ids)
        assert real.messages == 3 - len(left)
        assert self.texts(store) == list(left)

    def test_an_imported_row_that_was_forgotten_stays_forgotten(self, store: Store) -> None:
        """Old exports bring nothing back."""
        self.write(store, batch("secret plan", "other"))
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            row = snapshot.messages(scope.uid, 0, session_id=None, after_step=0, after_key=0, limit=1)[0][1]
        store.forget("ana", Selection(id=row.id), dry_run=False, salt="s")
        message = Message.user("secret plan", id=row.id, step=row.step, at=row.at)
        old = NewMessage(message=message, digest=1, recorded_at=row.recorded_at)
        again = Batch(user_id="ana", agent_id=None, session_id="s1", messages=(old,), imported=True)
        assert [one.created for one in store.apply([again])[0].placed] == [False]
        assert self.texts(store) == ["other"]

    def test_vectors_of_another_generation_are_a_queue(self, store: Store) -> None:
        """Switching the embedder queues every passage; writing the vectors empties the queue."""
        self.write(store, batch("a", "b"))
        other = EmbedderIdentity(name="other", version="1", dimensions=DIMENSIONS, token_dimensions=2)
        generation = store.set_identity(other)
        assert store.identity() == (other, generation)
        queue = store.pending(generation, uid=None, after=0, limit=10)
        assert [one.text for one in queue] == ["a", "b"]
        assert self._tokens(store, generation) == []
        store.set_vectors(generation, [(one.key, bytes(4 + DIMENSIONS), b"", b"\x05\x81") for one in queue])
        assert store.pending(generation, uid=None, after=0, limit=10) == []
        assert self._tokens(store, generation) == [[5, -127], [5, -127]]

    def _tokens(self, store: Store, generation: int) -> list[list[int]]:
        """The tokens of width 2 of a user that belong to a generation."""
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            found: list[list[int]] = next(snapshot.passages(scope.uid, 0, DIMENSIONS, generation, 2)).tokens.tolist()
        return found

    def test_a_whole_store_has_no_problems(self, store: Store) -> None:
        """Counts agree with what was written."""
        self.write(store, batch("a", "b"), batch("c", user="bob"))
        with store.read() as snapshot:
            counts = snapshot.counts(None)
        assert (counts.users, counts.sessions, counts.messages, counts.text_bytes) == (2, 2, 3, 3)

    def test_a_closed_store_says_so(self, store: Store) -> None:
        """Closing twice is fine."""
        store.close()
        store.close()
        with pytest.raises(StoreClosedError):
            self.write(store, batch("a"))
