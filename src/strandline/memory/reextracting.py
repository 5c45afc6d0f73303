"""``reextract``: the present rules, applied to messages that older ones read; what a model read is left alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from strandline.errors import NotFoundError
from strandline.extract import Turn
from strandline.memory.claims import EXTRACTOR, Context, known_context, read_turn, turn_of
from strandline.memory.engine import Engine
from strandline.memory.prepare import new_claim
from strandline.memory.told import BY_MODEL
from strandline.stores import Snapshot
from strandline.types import Claim, Progress, Reextracted, StoredMessage

CHUNK = 256
"""Messages read from one snapshot. What is written stays: an interrupted run goes on where it stopped."""


@dataclass(slots=True, kw_only=True)
class _Tally:
    """What was done so far."""

    read: int = 0
    changed: int = 0
    changes: int = 0
    warnings: list[str] = field(default_factory=list)


def reextract(engine: Engine, user_id: str | None, progress: Progress | None) -> Reextracted:
    """Read the messages of one user, or of all, again."""
    with engine.store.read() as snapshot:
        users = snapshot.users() if user_id is None else [user_id]
        scope = None if user_id is None else snapshot.scope(user_id, None)
        if user_id is not None and scope is None:
            return Reextracted(extractor=EXTRACTOR)
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
        read_by = {} if scope is None else snapshot.read_by(scope.uid)
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


def _read(
    engine: Engine,
    user_id: str,
    message: StoredMessage,
    context: Context,
    read_by: Mapping[str, set[str]],
    tally: _Tally,
) -> None:
    """Read one message again, and write what it says otherwise."""
    turn = turn_of(message)
    # What was taken back of it counts: it was read, and stays taken back.
    ours = any(one == EXTRACTOR or one.startswith(BY_MODEL) for one in read_by.get(message.id, ()))
    if message.role != "user" or not turn.content.strip() or ours:
        context.follow(turn)
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
