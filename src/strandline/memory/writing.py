"""``add`` and ``remember``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from strandline.errors import InputError, MessageError
from strandline.memory import inputs
from strandline.memory.engine import Engine
from strandline.memory.prepare import Text, new_messages, prepare_texts
from strandline.memory.recalls import OTHER_EMBEDDER
from strandline.stores import Batch, NewNote
from strandline.stores.ids import note_id
from strandline.text import digest64
from strandline.types import Added, AddedMessage, Message

EXTRACT = ("rules", "off")
"""How facts are read from messages: by rules, or not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Whose memory is written, and in which session."""

    user_id: str
    agent_id: str | None
    session_id: str | None


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
    inputs.aware(at, field="at")
    inputs.json_object(metadata, field="metadata")
    turns = [_with_defaults(message, at, metadata) for message in inputs.message_list(messages)]
    if not turns:
        return Added()
    generation = engine.recaller.generation
    new, warnings = new_messages(turns, engine.writing_embedder)
    batch = Batch(
        user_id=where.user_id,
        agent_id=where.agent_id,
        session_id=where.session_id,
        messages=new,
        generation=generation,
    )
    placed = engine.store.apply([batch])[0]
    warnings += _queued(engine, sum(len(message.passages) for message in new))
    session = str(where.session_id)
    added = tuple(AddedMessage(id=one.id, step=one.step, session_id=session) for one in placed)
    warnings += [f"message {n} was there already, as {one.id}" for n, one in enumerate(placed) if not one.created]
    return Added(messages=added, warnings=tuple(warnings))


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
    placed = engine.store.apply([batch])[0][0]
    warnings += _queued(engine, len(made[0]))
    if not placed.created:
        warnings = [f"this text was there already, as {placed.id}"]
    return Added(facts=() if placed.fact is None else (placed.fact,), warnings=tuple(warnings))
