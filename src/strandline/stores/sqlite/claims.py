"""Rows of statements: between ``Claim`` and the table, and the digests by which they meet others."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from strandline.stores.sqlite import codec
from strandline.types import Act, Claim, Since, micros

COLUMNS = (
    "c.key, c.id, c.agent, c.owner, c.step, c.start, c.stop, c.subject, c.relation, c.qualifier, c.value, c.polarity, "
    "c.act, c.valid_from, c.valid_to, c.since, c.over, c.beside, c.generic, c.loose, c.replaces, c.text, c.confidence, "
    "c.extractor, c.at, c.zone, c.recorded_at, c.subject_key, c.slot, c.line, c.off"
)
SAID_ORDER = "c.at, c.step, c.start, c.act IN ('state', 'correct'), c.stop, c.id"
"""The order of ``reconcile.said_order``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredClaim:
    """A statement as it is kept: on while ``off``, the balance of what switched it, is not above 0."""

    key: int
    id: str
    agent: int
    owner: int
    step: int
    claim: Claim
    recorded_at: int
    subject_key: str
    slot: int
    line: int
    off: int = 0

    @property
    def order(self) -> tuple[int, int, int, str]:
        """By when it was said."""
        return micros(self.claim.at), self.step, self.claim.start, self.id


def to_claim(row: Sequence[Any]) -> StoredClaim:
    """A row of COLUMNS."""
    key, id, agent, owner, step, start, stop, subject, relation, qualifier, value, polarity, act, *rest = row
    since_at, until, since, over, beside, generic, loose, replaces, text, confidence, extractor, *more = rest
    at, offset, recorded_at, subject_key, slot, line, off = more
    claim = Claim(
        subject=subject,
        relation=relation,
        qualifier=qualifier,
        value=value,
        polarity=bool(polarity),
        act=Act(act),
        at=codec.moment(at, offset),
        valid_from=None if since_at is None else codec.moment(since_at, offset),
        valid_to=None if until is None else codec.moment(until, offset),
        since=Since(since),
        over=bool(over),
        beside=bool(beside),
        generic=bool(generic),
        loose=bool(loose),
        replaces=replaces,
        text=text,
        start=start,
        stop=stop,
        confidence=confidence,
        extractor=extractor,
    )
    return StoredClaim(
        key=key, id=id, agent=agent, owner=owner, step=step, claim=claim, recorded_at=recorded_at,
        subject_key=subject_key, slot=slot, line=line, off=off,
    )  # fmt: skip


def insert(db: sqlite3.Connection, stored: StoredClaim) -> None:
    """Write a statement."""
    claim = stored.claim
    row = (
        stored.key, stored.id, stored.agent, stored.owner, stored.step, claim.start, claim.stop, claim.subject,
        claim.relation, claim.qualifier, claim.value, claim.polarity, claim.act.value,
        None if claim.valid_from is None else micros(claim.valid_from),
        None if claim.valid_to is None else micros(claim.valid_to), claim.since.value, claim.over, claim.beside,
        claim.generic, claim.loose, claim.replaces, claim.text, claim.confidence, claim.extractor, micros(claim.at),
        codec.zone(claim.at), stored.recorded_at, stored.subject_key, stored.slot, stored.line, stored.off,
    )  # fmt: skip
    db.execute(f"INSERT INTO claim VALUES ({', '.join('?' * len(row))})", row)


def select(db: sqlite3.Connection, where: str, values: Iterable[object]) -> list[StoredClaim]:
    """Statements by a condition, in the order they were said."""
    sql = f"SELECT {COLUMNS} FROM claim c WHERE {where} ORDER BY {SAID_ORDER}"
    return [to_claim(row) for row in db.execute(sql, tuple(values))]
