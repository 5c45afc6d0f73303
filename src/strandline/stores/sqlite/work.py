"""One user's part of a write transaction: the next keys, the transaction time, and what was touched."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from strandline.errors import NotFoundError
from strandline.types import micros


@dataclass(slots=True, kw_only=True)
class UserWork:
    """Hands out a user's sequence numbers inside a transaction.

    ``now`` is the transaction time in microseconds: the clock's, but never before an earlier transaction of that user.
    ``generation`` is the one of the vectors that come with what is written.
    """

    db: sqlite3.Connection
    user_id: str
    uid: int
    next_seq: int
    now: int
    generation: int = 0

    @classmethod
    def of(cls, db: sqlite3.Connection, user_id: str, now: datetime, *, generation: int = 0) -> UserWork:
        """The work of a user who has written before. Raises NotFoundError."""
        row = db.execute("SELECT uid, next_seq, latest FROM user WHERE user_id = ?", (user_id,)).fetchone()
        if row is None:
            raise NotFoundError(f"user {user_id!r} has stored nothing")
        return cls(
            db=db, user_id=user_id, uid=row[0], next_seq=row[1], now=max(micros(now), row[2]), generation=generation
        )

    def next_key(self) -> int:
        """A key that no row of the user has."""
        key = (self.uid << 32) | self.next_seq
        self.next_seq += 1
        return key

    def touch(self) -> int:
        """A sequence number for a row that is changed in place."""
        return self.next_key() & 0xFFFFFFFF

    def finish(self) -> None:
        """Write down what was handed out."""
        self.db.execute(
            "UPDATE user SET next_seq = ?, version = version + 1, latest = max(latest, ?) WHERE uid = ?",
            (self.next_seq, self.now, self.uid),
        )

    def agent_number(self, agent_id: str | None) -> int:
        """The number of an agent, which is made when new; 0 for none."""
        if agent_id is None:
            return 0
        self.db.execute(
            "INSERT INTO agent(uid, agent_id, recorded_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (self.uid, agent_id, self.now),
        )
        row = self.db.execute(
            "SELECT number FROM agent WHERE uid = ? AND agent_id = ?", (self.uid, agent_id)
        ).fetchone()
        number: int = row[0]
        return number

    def agent_id(self, number: int) -> str | None:
        """The public id of an agent's number."""
        row = self.db.execute("SELECT agent_id FROM agent WHERE number = ?", (number,)).fetchone()
        return None if row is None else row[0]
