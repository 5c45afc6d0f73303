"""``reembed``: make the vectors that are missing, or make all of them anew with another embedder."""

from __future__ import annotations

from strandline.errors import NotFoundError
from strandline.memory.engine import Engine
from strandline.memory.prepare import vector_bytes
from strandline.text import document
from strandline.types import Progress, Reembedded

BATCH = 256
"""Vectors made and written at a time. What is written stays: an interrupted run goes on where it stopped."""


def reembed(engine: Engine, user_id: str | None, progress: Progress | None) -> Reembedded:
    """Switch the store to this memory's embedder and work off the queue; raises EmbedderError when it fails."""
    identity = engine.embedder.identity
    uid = None
    with engine.store.read() as snapshot:
        if user_id is not None:
            scope = snapshot.scope(user_id, None)
            if scope is None:
                raise NotFoundError(f"user {user_id!r} has stored nothing")
            uid = scope.uid
    generation = engine.store.set_identity(identity)
    engine.recaller.generation = generation
    with engine.store.read() as snapshot:
        total = snapshot.counts(uid).vectors_pending
    done = after = 0
    while rows := engine.store.pending(generation, uid=uid, after=after, limit=BATCH):
        vectors = vector_bytes([document(row.text, row.name) for row in rows], engine.embedder)
        engine.store.set_vectors(generation, [(row.key, *made) for row, made in zip(rows, vectors, strict=True)])
        done, after = done + len(rows), rows[-1].key
        if progress is not None:
            progress(done, total)
    with engine.store.read() as snapshot:
        pending = snapshot.counts(None).vectors_pending
    return Reembedded(embedder=str(identity), made=done, pending=pending)
