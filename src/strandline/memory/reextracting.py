"""``reextract``: the present rules, applied to messages that older ones read; what a model read is left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from strandline.errors import NotFoundError
from strandline.extract import Turn
from strandline.memory.claims import EXTRACTOR, TURNS_BEFORE, Context, known_context, read_turn, turn_of
from strandline.memory.engine import Engine
from strandline.memory.prepare import new_claim
from strandline.memory.told import BY_MODEL
from strandline.stores import FactFilter, ScopeState, Snapshot
from strandline.types import Claim, Progress, Reextracted, StoredMessage

T = TypeVar("T")
CHUNK = 256
"""Messages read from one snapshot. What is written stays: an interrupted run goes on where it stopped."""
PAGE = 2000


@dataclass(slots=True, kw_only=True)
class _Tally:
    """What was done so far."""

    read: int = 0
    changed: int = 0
    changes: int = 0
    warnings: list[str] = field(default_factory=list)


def reextract(engine: Engine, user_id: str | None, progress: Progress | None) -> Reextracted:
    """Read the messages of one user, or of all, again. Raises NotFoundError for a user who stored nothing."""
    with engine.store.read() as snapshot:
        users = snapshot.users() if user_id is None else [user_id]
        scope = None if user_id is None else snapshot.scope(user_id, None)
        if user_id is not None and scope is None:
            raise NotFoundError(f"user {user_id!r} has stored nothing")
        total = snapshot.counts(None if scope is None else scope.uid).messages
    tally, done = _Tally(), 0
    for user in users:
        for seen in _chunks(engine, user, tally):
            done += seen
            if progress is not None:
                progress(done, total)
    return Reextracted(
        extractor=EXTRACTOR,
        read=tally.read,
        changed=tally.changed,
        changes=tally.changes,
        warnings=tuple(tally.warnings),
    )


def _chunks(engine: Engine, user_id: str, tally: _Tally) -> Iterator[int]:
    """Work through one user's messages in the order they were stored; gives how many each chunk had."""
    turns: dict[tuple[str | None, str], list[Turn]] = {}
    with engine.store.read() as snapshot:
        scope = snapshot.scope(user_id, None)
        read_by = {} if scope is None else _read_by(snapshot, scope, engine.clock())
    after = 0
    while True:
        with engine.store.read() as snapshot:
            scope = snapshot.scope(user_id, None)
            if scope is None:
                return
            rows = snapshot.messages(scope.uid, None, session_id=None, after_step=0, after_key=after, limit=CHUNK)
            contexts = _contexts(snapshot, user_id, [message for _, message in rows])
        if not rows:
            return
        for after, message in rows:  # noqa: B007 - the last key is where the next chunk begins
            context = contexts[message.agent_id]
            context.turns = turns.setdefault((message.agent_id, message.session_id), [])
            _read(engine, user_id, message, context, read_by, tally)
            turns[message.agent_id, message.session_id] = context.turns
        yield len(rows)


def _contexts(snapshot: Snapshot, user_id: str, messages: list[StoredMessage]) -> dict[str | None, Context]:
    """What the messages of each agent are read with."""
    contexts = {}
    for agent_id in dict.fromkeys(message.agent_id for message in messages):
        scope = snapshot.scope(user_id, agent_id)
        contexts[agent_id] = Context() if scope is None else known_context(snapshot, scope, named=True)
    return contexts


def _read_by(snapshot: Snapshot, scope: ScopeState, now: datetime) -> dict[str, set[str | None]]:
    """Ids of messages that something was read from -> the extractors of the facts that still rest on them."""
    found: dict[str, set[str | None]] = {}
    every = FactFilter(now=now, include_ended=True)
    for fact in _all(lambda after: snapshot.facts(scope.uid, None, every, after_key=after, limit=PAGE)):
        for id in fact.sources:
            found.setdefault(id, set()).add(fact.extractor)
    for change in _all(lambda after: snapshot.changes(scope.uid, None, after_key=after, limit=PAGE, idle=True)):
        if change.message_id is not None:
            found.setdefault(change.message_id, set())
    return found


def _all(page: Callable[[int], list[tuple[int, T]]]) -> Iterator[T]:
    after = 0
    while rows := page(after):
        yield from (row for _, row in rows)
        after = rows[-1][0]


def _read(
    engine: Engine,
    user_id: str,
    message: StoredMessage,
    context: Context,
    read_by: Mapping[str, set[str | None]],
    tally: _Tally,
) -> None:
    """Read one message again, and write what it says otherwise."""
    turn = turn_of(message)
    extractors = read_by.get(message.id, set())
    ours = extractors == {EXTRACTOR} or any((one or "").startswith(BY_MODEL) for one in extractors)
    if message.role != "user" or not turn.content.strip() or ours:
        context.turns = [*context.turns[1 - TURNS_BEFORE :], turn]
        return
    found, problem = read_turn(turn, context)
    tally.read += 1
    if problem is not None:
        tally.warnings.append(f"message {message.id} could not be read, its facts stay: {problem}")
    elif found.claims or message.id in read_by:
        _write(engine, user_id, message.id, found.claims, tally)


def _write(engine: Engine, user_id: str, id: str, claims: tuple[Claim, ...], tally: _Tally) -> None:
    new = [new_claim(claim, engine.writing_embedder) for claim in claims]
    try:
        written = engine.store.reextract(user_id, id, new, extractor=EXTRACTOR, generation=engine.recaller.generation)
    except NotFoundError:  # forgotten since it was read
        return
    tally.changed += bool(written.changes)
    tally.changes += len(written.changes)
