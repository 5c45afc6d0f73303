"""``get``, ``messages``, ``sessions``, ``users``, ``stats``, ``check``: reading back what is stored."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from strandline.errors import InputError, NotFoundError, ScopeError
from strandline.memory.engine import Engine
from strandline.memory.naming import called, named
from strandline.types import CheckReport, Fact, Page, SessionInfo, Stats, StoredMessage

T = TypeVar("T")
_CURSOR = re.compile(r"k(\d{1,19})", re.ASCII)


def get(engine: Engine, id: str, user_id: str, agent_id: str | None) -> StoredMessage | Fact:
    """One message or fact. Raises NotFoundError."""
    with engine.store.read() as snapshot:
        scope = snapshot.scope(user_id, agent_id)
        row = None if scope is None else snapshot.get(scope.uid, id, scope.agent)
        if scope is None or row is None:
            raise NotFoundError(f"user {user_id!r} has no message or fact with id {id!r}")
        if isinstance(row, Fact):
            return named(row, called(snapshot, scope, engine.clock()).shown)
        return row


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """Which messages of a user to read."""

    session_id: str | None
    after_step: int
    limit: int
    cursor: str | None


def messages(engine: Engine, user_id: str, agent_id: str | None, part: Slice) -> Page[StoredMessage]:
    """A page of messages in the order they were stored."""
    after = after_key(part.cursor)
    with engine.store.read() as snapshot:
        scope = snapshot.scope(user_id, agent_id)
        if scope is None:
            return Page(items=())
        rows = snapshot.messages(
            scope.uid,
            scope.agent,
            session_id=part.session_id,
            after_step=part.after_step,
            after_key=after,
            limit=part.limit + 1,
        )
    return page(rows, part.limit)


def page(rows: Sequence[tuple[int, T]], limit: int) -> Page[T]:
    """The first ``limit`` of rows and their keys, and where to go on when there are more."""
    more = len(rows) > limit
    return Page(items=tuple(row for _, row in rows[:limit]), cursor=f"k{rows[limit - 1][0]}" if more else None)


def after_key(cursor: str | None) -> int:
    """The key that a page goes on after. Raises InputError for a cursor that no page gave."""
    if cursor is None:
        return 0
    number = _CURSOR.fullmatch(cursor) if isinstance(cursor, str) else None
    if number is None:
        raise InputError(f"cursor must be one that an earlier page gave, got {str(cursor)[:40]!r}")
    return min(int(number[1]), 2**63 - 1)


def sessions(engine: Engine, user_id: str, agent_id: str | None) -> list[SessionInfo]:
    """The user's conversations, in the order they began."""
    with engine.store.read() as snapshot:
        scope = snapshot.scope(user_id, agent_id)
        return [] if scope is None else snapshot.sessions(scope.uid, scope.agent)


def users(engine: Engine, all_users: bool) -> list[str]:
    """All user ids, in the order they first wrote. Raises ScopeError unless all_users is True."""
    if all_users is not True:
        raise ScopeError("users() reads across all users; say so with all_users=True")
    with engine.store.read() as snapshot:
        return snapshot.users()


def stats(engine: Engine, user_id: str | None) -> Stats:
    """Totals of the store, or of one user."""
    with engine.store.read() as snapshot:
        scope = None if user_id is None else snapshot.scope(user_id, None)
        if user_id is not None and scope is None:
            raise NotFoundError(f"user {user_id!r} has stored nothing")
        counts = snapshot.counts(None if scope is None else scope.uid)
    identity, generation = engine.store.identity()
    return Stats(
        users=counts.users,
        sessions=counts.sessions,
        messages=counts.messages,
        facts=counts.facts,
        passages=counts.passages,
        vectors_pending=counts.vectors_pending,
        text_bytes=counts.text_bytes,
        disk=engine.store.disk(),
        cache_bytes=engine.indexes.nbytes,
        embedder=str(identity),
        dense=generation == engine.recaller.generation,
    )


def check(engine: Engine, user_id: str | None) -> CheckReport:
    """Look at every row, index and vector; problems are reported, never mended in passing."""
    problems = engine.store.check()
    pending = stats(engine, user_id).vectors_pending
    return CheckReport(ok=not problems, problems=tuple(problems), vectors_pending=pending)
