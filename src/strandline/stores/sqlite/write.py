"""What one ``add`` does inside its transaction."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from strandline.errors import ConflictError, StepError
from strandline.stores.base import Batch, NewMessage, NewNote, NewPassage, Placed, Written
from strandline.stores.ids import erased_key, message_id, tombstone
from strandline.stores.sqlite import codec
from strandline.stores.sqlite.keys import key_range
from strandline.stores.sqlite.ledger import Ledger, Source
from strandline.stores.sqlite.notes import note_saying
from strandline.stores.sqlite.schema import FOREVER
from strandline.stores.sqlite.work import UserWork
from strandline.types import Change, Fact, Message, StoredMessage, from_micros, micros


@dataclass(slots=True)
class _Scope:
    """Where a batch goes: numbers, and the counters that move while it is written."""

    work: UserWork
    agent: int
    session: int
    last_step: int
    latest: int
    """The user's latest transaction time."""

    @property
    def uid(self) -> int:
        """The user's number."""
        return self.work.uid


class BatchWriter:
    """Writes one batch inside the caller's transaction.

    The transaction time of its rows is ``now``, but never before an earlier transaction of that user: the order of
    belief must hold. Other users do not count.
    """

    def __init__(self, connection: sqlite3.Connection, batch: Batch, *, now: datetime) -> None:
        self._db = connection
        self._batch = batch
        self._clock = now
        self._scope = self._find_scope()
        self._now = from_micros(self._scope.work.now)
        self._messages: list[tuple[Any, ...]] = []
        self._passages: list[tuple[Any, ...]] = []
        self._new_ids: dict[str, NewMessage] = {}
        self._keys: dict[str, int] = {}
        """Key of each row that was made, by its id."""

    def write(self) -> Written:
        """Place every message, then every note, and weigh the claims of those that are new."""
        work = self._scope.work
        first = work.next_seq
        placed = [*map(self._place_message, self._batch.messages), *map(self._place_note, self._batch.notes)]
        self._db.executemany(f"INSERT INTO message VALUES ({', '.join('?' * 15)})", self._messages)
        self._db.executemany(f"INSERT INTO passage VALUES ({', '.join('?' * 20)})", self._passages)
        facts, changes = self._learn(placed)
        scope = self._scope
        if work.next_seq != first or self._batch.last_step:
            work.now = max(scope.latest, work.now)
            work.finish()
            if scope.session:
                self._db.execute(
                    "UPDATE session SET last_step = ? WHERE number = ?",
                    (max(scope.last_step, self._batch.last_step), scope.session),
                )
        return Written(placed=tuple(placed), facts=facts, changes=changes)

    def _learn(self, placed: list[Placed]) -> tuple[tuple[Fact, ...], tuple[Change, ...]]:
        """Weigh the claims of what was created, one by one."""
        if not self._batch.claims:
            return (), ()
        ledger = Ledger(self._scope.work)
        for new in self._batch.claims:
            source = Source()
            if new.message >= 0:
                where = placed[new.message]
                if not where.created:
                    continue
                source = Source(key=self._keys[where.id], id=where.id, step=where.step)
            ledger.learn(new, self._scope.agent, source)
        return ledger.written()

    def _find_scope(self) -> _Scope:
        batch, db = self._batch, self._db
        uid, next_seq, latest = self._find_user()
        work = UserWork(
            db=db, user_id=batch.user_id, uid=uid, next_seq=next_seq, now=max(micros(self._clock), latest),
            generation=batch.generation,
        )  # fmt: skip
        agent = work.agent_number(batch.agent_id)
        session = last_step = 0
        if batch.session_id is not None:
            key = (uid, agent, batch.session_id)
            db.execute(
                "INSERT INTO session(uid, agent, session_id, recorded_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (*key, work.now),
            )
            session, last_step = db.execute(
                "SELECT number, last_step FROM session WHERE uid = ? AND agent = ? AND session_id = ?", key
            ).fetchone()
        return _Scope(work=work, agent=agent, session=session, last_step=last_step, latest=latest)

    def _find_user(self) -> tuple[int, int, int]:
        """Number, next sequence number and latest transaction time of the user, who is made when new."""
        find, user_id = "SELECT uid, next_seq, latest FROM user WHERE user_id = ?", self._batch.user_id
        row: tuple[int, int, int] | None = self._db.execute(find, (user_id,)).fetchone()
        if row is not None:
            return row
        # A user who was erased and comes back must not get the transaction times of forgotten rows again.
        erased = self._db.execute("SELECT value FROM setting WHERE key = ?", (erased_key(user_id),)).fetchone()
        latest = 0 if erased is None else int(erased[0])
        made: tuple[int, int, int] = self._db.execute(
            "INSERT INTO user(user_id, recorded_at, latest) VALUES (?, ?, ?) RETURNING uid, next_seq, latest",
            (user_id, max(micros(self._clock), latest), latest),
        ).fetchone()
        return made

    def _recorded(self, imported: datetime | None) -> int:
        """The transaction time of a row; a later one that an import brings holds for what follows, too."""
        recorded = micros(imported or self._now)
        self._scope.latest = max(self._scope.latest, recorded)
        return recorded

    def _place_message(self, new: NewMessage) -> Placed:
        batch, scope, message = self._batch, self._scope, new.message
        assert batch.session_id is not None
        if message.id is not None:
            known = self._known(message.id, new)
            if known is not None:
                return known
        recorded = self._recorded(new.recorded_at)
        if batch.imported and message.id is not None and self._is_forgotten(message.id, recorded):
            return Placed(id=message.id, step=message.step or 0, created=False)
        step = scope.last_step + 1
        if batch.imported and message.step is not None and self._is_free(message.step):
            step = message.step
        elif message.step is not None and message.step != step:
            raise StepError(session_id=batch.session_id, got=message.step, want=step)
        id = message.id or self._free_id(step)
        scope.last_step = max(scope.last_step, step)
        self._insert(new, id=id, step=step, recorded=recorded)
        return Placed(id=id, step=step, created=True)

    def _insert(self, new: NewMessage, *, id: str, step: int, recorded: int) -> None:
        scope, message = self._scope, new.message
        at = message.at or new.said_at or self._clock
        role = codec.ROLE_NUMBERS[message.role]
        key = self._scope.work.next_key()
        self._new_ids[id] = new
        self._keys[id] = key
        self._messages.append(
            (
                key, id, scope.session, step, scope.agent, role, message.name, micros(at), codec.zone(at),
                recorded, new.digest, message.tool_call_id, codec.dump(message.tool_calls),
                codec.dump(message.metadata), message.content,
            )
        )  # fmt: skip
        origin = (key, 0, scope.session, step, scope.agent, role, micros(at), recorded, new.digest)
        self._add_passages(new.passages, origin, message.name)

    def _add_passages(self, passages: tuple[NewPassage, ...], origin: tuple[int, ...], name: str | None) -> None:
        for passage in passages:
            self._passages.append(
                (
                    self._scope.work.next_key(), *origin, passage.start, passage.stop, name, passage.terms,
                    passage.counts, passage.pieces, self._batch.generation if passage.vector is not None else 0,
                    passage.vector, passage.tokens, passage.traits,
                )
            )  # fmt: skip

    def _place_note(self, note: NewNote) -> Placed:
        db, scope = self._db, self._scope
        if not self._batch.imported:
            note = replace(note, id=note_saying(scope.work, scope.agent, note.text)[0])
        known = self._stored_note(note.id)
        if known is not None:
            return Placed(id=note.id, step=0, created=False, fact=known)
        recorded = self._recorded(note.recorded_at)
        if self._batch.imported and self._is_forgotten(note.id, recorded):
            return Placed(id=note.id, step=0, created=False)
        at = note.at or self._clock
        key = self._keys[note.id] = self._scope.work.next_key()
        db.execute(
            "INSERT INTO fact(key, id, agent, subject, relation, value, text, at, zone, recorded_at, valid_from, "
            "covers_from, changed, digest, metadata) VALUES (?, ?, ?, 'user', 'note', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                key, note.id, scope.agent, note.text, note.text, micros(at), codec.zone(at), recorded,
                micros(at), micros(at), key & 0xFFFFFFFF, note.digest, codec.dump(note.metadata),
            ),
        )  # fmt: skip
        origin = (key, 1, 0, 0, scope.agent, 0, micros(at), recorded, note.digest)
        self._add_passages(note.passages, origin, None)
        return Placed(id=note.id, step=0, created=True, fact=self._stored_note(note.id))

    def _stored_note(self, id: str) -> Fact | None:
        """What a note says now."""
        row = self._db.execute(
            f"SELECT {codec.fact_columns()} FROM fact f {codec.FACT_JOINS} WHERE f.id = ? AND f.key BETWEEN ? AND ? "
            f"AND f.superseded_at = {FOREVER}",
            (id, *key_range(self._scope.uid)),
        ).fetchone()
        return None if row is None else codec.to_fact(row)

    def _known(self, id: str, new: NewMessage) -> Placed | None:
        """The row of a caller's id that exists: a no-op with equal content, else a ConflictError."""
        earlier = self._new_ids.get(id)
        if earlier is not None:
            if earlier.message != new.message:
                raise ConflictError(id=id, reason="content in the same call")
            step = next(row[3] for row in self._messages if row[1] == id)
            return Placed(id=id, step=step, created=False)
        stored = self._stored(id)
        if stored is None:
            return None
        for reason, was, now in self._differences(stored, new.message):
            if was != now:
                raise ConflictError(id=id, reason=reason)
        return Placed(id=id, step=stored.step, created=False)

    def _differences(self, stored: StoredMessage, given: Message) -> list[tuple[str, Any, Any]]:
        return [
            ("session", (stored.agent_id, stored.session_id), (self._batch.agent_id, self._batch.session_id)),
            ("role", stored.role, str(given.role)),
            ("content", stored.content, given.content),
            ("name", stored.name, given.name),
            ("time", stored.at, given.at or stored.at),
            ("step", stored.step, given.step or stored.step),
            ("tool call", stored.tool_call_id, given.tool_call_id),
            ("tool calls", codec.dump(stored.tool_calls), codec.dump(given.tool_calls)),
            ("metadata", codec.dump(stored.metadata), codec.dump(given.metadata)),
        ]

    def _stored(self, id: str) -> StoredMessage | None:
        low, high = key_range(self._scope.uid)
        row = self._db.execute(
            f"SELECT {codec.MESSAGE_COLUMNS} FROM message m {codec.MESSAGE_JOINS} "
            "WHERE m.id = ? AND m.key BETWEEN ? AND ?",
            (id, low, high),
        ).fetchone()
        return None if row is None else codec.to_message(row)

    def _free_id(self, step: int) -> str:
        """The default id of a step; another digest when a caller gave that one to another message by hand."""
        batch = self._batch
        place = (batch.user_id, batch.agent_id, str(batch.session_id))
        id, again = message_id(*place, step), 0
        while id in self._new_ids or self._stored(id) is not None:
            again += 1
            id = message_id(*place, step, again)
        return id

    def _is_free(self, step: int) -> bool:
        taken = "SELECT 1 FROM message WHERE session = ? AND step = ?"
        return self._db.execute(taken, (self._scope.session, step)).fetchone() is None

    def _is_forgotten(self, id: str, recorded: int) -> bool:
        mark = tombstone(self._batch.user_id, id, recorded)
        return self._db.execute("SELECT 1 FROM tombstone WHERE digest = ?", (mark,)).fetchone() is not None
