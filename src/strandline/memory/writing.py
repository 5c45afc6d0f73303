"""``add`` and ``remember``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from strandline.errors import InputError, MessageError
from strandline.memory import inputs
from strandline.memory.claims import Where, read_messages
from strandline.memory.engine import Engine
from strandline.memory.naming import called, named
from strandline.memory.prepare import Text, prepare_texts, prepared
from strandline.memory.recalls import OTHER_EMBEDDER
from strandline.stores import Batch, NewNote
from strandline.stores.ids import note_id
from strandline.text import digest64
from strandline.types import Added, AddedMessage, Message

EXTRACT = ("rules", "llm", "off")
"""How facts are read from messages: by rules, by the model that was given, or not at all."""


def add(
    engine: Engine,
    messages: object,
    where: Where,
    *,
    at: datetime | None,
    metadata: Mapping[str, Any] | None,
    extract: str,
) -> Added:
    """Store messages as turns of a session, all or none."""
    if extract not in EXTRACT:
        raise InputError(f"extract must be one of {EXTRACT}, got {extract!r}")
    if extract == "llm" and engine.llm is None:
        raise InputError('extract="llm" needs a model: Memory(..., llm=...), see strandline.llms')
    inputs.aware(at, field="at")
    inputs.json_object(metadata, field="metadata")
    turns = [_with_defaults(message, at, metadata) for message in inputs.message_list(messages)]
    if not turns:
        return Added()
    now = engine.clock()
    llm = engine.llm if extract == "llm" else None
    found, unread = ([], []) if extract == "off" else read_messages(engine, where, turns, now, llm)
    new, claims, warnings = prepared(turns, found, engine.writing_embedder, now)
    batch = Batch(
        user_id=where.user_id,
        agent_id=where.agent_id,
        session_id=where.session_id,
        messages=new,
        claims=claims,
        generation=engine.recaller.generation,
    )
    written = engine.store.apply([batch])[0]
    passages = [*(one.passages for one in new), *(one.passages for one in claims)]
    warnings += _queued(engine, sum(map(len, passages)))
    warnings += [
        f"message {n} was there already, as {one.id}" for n, one in enumerate(written.placed) if not one.created
    ]
    learned = {id for change in written.changes for id in change.facts}  # not those that only ended
    name = _name(engine, where, now) if learned else None
    return Added(
        messages=tuple(
            AddedMessage(id=one.id, step=one.step, session_id=str(where.session_id)) for one in written.placed
        ),
        facts=tuple(named(fact, name) for fact in written.facts if fact.id in learned),
        changes=written.changes,
        warnings=(*warnings, *unread),
    )


def _name(engine: Engine, where: Where, now: datetime) -> str | None:
    """What the user is called now."""
    with engine.store.read() as snapshot:
        scope = snapshot.scope(where.user_id, where.agent_id)
        return None if scope is None else called(snapshot, scope, now).shown


def _with_defaults(message: Message, at: datetime | None, metadata: Mapping[str, Any] | None) -> Message:
    """A message's own time and metadata win over the call's, key by key."""
    return replace(
        message,
        at=message.at or at,
        metadata={**metadata, **(message.metadata or {})} if metadata else message.metadata,
    )


def _queued(engine: Engine, count: int) -> list[str]:
    """Say so when vectors were not made because the store follows another embedder."""
    if engine.writing_embedder is not None or not count:
        return []
    return [f"{count} vectors are queued, found by words until reembed() is called: {OTHER_EMBEDDER}"]


def remember(
    engine: Engine, text: object, where: Where, *, at: datetime | None, metadata: Mapping[str, Any] | None
) -> Added:
    """Store a bare text: no turn, no step. The same text again is the same fact."""
    if not isinstance(text, str):
        raise MessageError(f"remember takes one text, got {type(text).__name__}; use add() for messages")
    inputs.clean_text(text, field="text")
    inputs.aware(at, field="at")
    inputs.json_object(metadata, field="metadata")
    made, warnings = prepare_texts([Text(content=text)], engine.writing_embedder)
    if not made[0]:
        return Added(warnings=("the text has no words: nothing was stored",))
    note = NewNote(
        id=note_id(where.user_id, where.agent_id, text),
        text=text,
        at=at,
        digest=digest64(text),
        metadata=metadata,
        passages=made[0],
    )
    batch = Batch(
        user_id=where.user_id,
        agent_id=where.agent_id,
        session_id=None,
        notes=(note,),
        generation=engine.recaller.generation,
    )
    placed = engine.store.apply([batch])[0].placed[0]
    warnings += _queued(engine, len(made[0]))
    if not placed.created:
        warnings = [f"this text was there already, as {placed.id}"]
    return Added(facts=() if placed.fact is None else (placed.fact,), warnings=tuple(warnings))
