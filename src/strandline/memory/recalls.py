"""One recall: from a question to scored hits, in a constant number of statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strandline.embedders import Embedder, PieceEmbedder, checked
from strandline.errors import EmbedderError, ModelFileError
from strandline.memory.indexes import Indexes
from strandline.memory.windows import Look, Sight
from strandline.recall import Ranked, View, content, rank, understand
from strandline.recall.filters import parse_filter
from strandline.stores import ScopeState, Snapshot
from strandline.stores.base import Recalled
from strandline.types import Hit, micros

KINDS = ("message", "fact")
"""What can be recalled; a kind's number in the index is its place here."""
POOL = 400
"""Candidates that are ranked with all evidence, at least: a boost may lift any of them, and equal texts collapse."""
TOKENS_A_LINE = 4
"""The shortest line of a block, in tokens: a budget never has room for more candidates than this gives."""
OTHER_EMBEDDER = "the store's vectors were made by another embedder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What one read asks: the checked arguments of ``search``."""

    query: str
    user_id: str
    agent_id: str | None = None
    session_id: str | None = None
    this_session_only: bool = False
    kinds: tuple[str, ...] = KINDS
    filters: Mapping[str, Any] | None = None
    after: datetime | None = None
    before: datetime | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    min_score: float = 0.0
    k: int | None = None
    pool: int = POOL
    """Candidates to consider when ``k`` is None."""


Question = tuple[NDArray[np.float32] | None, NDArray[np.uint16] | None, str | None]
"""A question's vector and word pieces, and why there are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """All candidates of a read and what is needed to turn some of them into hits.

    ``places`` are positions in ``ranked``, best first, of those that are candidates still.
    """

    ranked: Ranked
    view: View
    scope: ScopeState
    places: NDArray[np.int64]
    note: str | None = None
    sight: Sight | None = None
    """What the model sees, where that was asked."""


class Recaller:
    """Ranks one user's memories. Holds the caches; reads through the snapshot it is given."""

    def __init__(self, indexes: Indexes, embedder: Embedder) -> None:
        self._indexes = indexes
        self._embedder = embedder
        self.generation = 0
        """The generation of vectors that this embedder made; 0 when another one made the store's."""

    def query_vector(self, text: str) -> Question:
        """The question's vector and word pieces, and why there are none. Made before the snapshot is opened."""
        if not self.generation:
            return None, None, OTHER_EMBEDDER
        if not text.strip():
            return None, None, None
        try:
            vector = checked(self._embedder, [text], "query")[0]
            pieces = self._embedder.pieces(content(text)) if isinstance(self._embedder, PieceEmbedder) else None
        except (EmbedderError, ModelFileError) as exc:
            return None, None, str(exc)
        return vector, pieces, None

    def find(
        self, snapshot: Snapshot, asked: Asked, question: Question, now: datetime, look: Look | None = None
    ) -> Found | None:
        """Rank everything the read may see: one candidate a message, none below ``min_score``; None for a new user.

        ``question`` is ``query_vector`` of the query. With ``look``, what the model sees is left out before anything is
        ranked, and the boost helps to choose the candidates.
        """
        vector, pieces, note = question
        scope = snapshot.scope(asked.user_id, asked.agent_id)
        if scope is None:
            return None
        if self.generation != scope.generation:  # another process has switched since
            vector, pieces, note = None, None, OTHER_EMBEDDER
        dimensions = self._embedder.identity.dimensions
        view = self._indexes.view(snapshot, scope, dimensions=dimensions, generation=self.generation)
        sessions = snapshot.session_numbers(scope.uid, asked.session_id, scope.agent) if asked.session_id else {}
        seen = self._seen(view, scope, asked, now)
        allowed = seen & self._allowed(snapshot, view, scope, asked, sessions)
        sight = None if look is None else look(snapshot, scope, sessions)
        if sight is not None:
            allowed &= ~sight.covers(view, allowed)
        table = self._embedder.piece_table if pieces is not None and isinstance(self._embedder, PieceEmbedder) else None
        query = understand(asked.query, vector=vector, pieces=pieces, now=asked.as_of or asked.known_at or now)
        ranked = rank(
            view,
            query,
            visible=seen,
            allowed=allowed,
            table=table,
            limit=asked.pool if asked.k is None else max(POOL, 2 * asked.k),
            lift=None if sight is None else sight.lift(view),
        )
        places = np.flatnonzero(ranked.scores >= asked.min_score)
        return Found(places=places, view=view, ranked=ranked, scope=scope, note=note, sight=sight)

    @staticmethod
    def _seen(view: View, scope: ScopeState, asked: Asked, now: datetime) -> NDArray[np.bool_]:
        """Rows of this user that the reading agent may see, as of the times asked for. Statistics come from these."""
        seen: NDArray[np.bool_] = (view.agent == 0) | (view.agent == scope.agent)
        seen &= view.seq < scope.next_seq  # the index may have rows of later writes already
        known = asked.known_at
        as_of = asked.as_of or known
        if as_of is not None:
            seen &= view.at <= micros(as_of)
        if known is not None:
            seen &= view.recorded_at <= micros(known)
        return seen

    @staticmethod
    def _allowed(
        snapshot: Snapshot, view: View, scope: ScopeState, asked: Asked, sessions: Mapping[int, int]
    ) -> NDArray[np.bool_]:
        """Rows the filters let through: they act before anything is ranked."""
        allowed = np.ones(len(view), np.bool_)
        if asked.after is not None:
            allowed &= view.at >= micros(asked.after)
        if asked.before is not None:
            allowed &= view.at < micros(asked.before)
        if asked.this_session_only:
            allowed &= np.isin(view.session, np.fromiter(sessions, np.int32, len(sessions)))
        for number, kind in enumerate(KINDS):
            if kind not in asked.kinds:
                allowed &= view.kind != number
        predicate = parse_filter(asked.filters)
        if predicate is not None:
            metadata = snapshot.metadata(scope.uid)
            with_any = {key & 0xFFFFFFFF for key, value in metadata.items() if predicate.matches(value)}
            matching = np.fromiter(with_any, np.int64, len(with_any))
            passes = np.isin(view.message, matching)
            if predicate.matches(None):
                having = np.fromiter((key & 0xFFFFFFFF for key in metadata), np.int64, len(metadata))
                passes |= ~np.isin(view.message, having)
            allowed &= passes
        return allowed

    @staticmethod
    def hits(snapshot: Snapshot, found: Found, places: Sequence[int]) -> list[Hit]:
        """The candidates at these places with their texts, in the order given."""
        rows, scores = found.ranked.rows, found.ranked.scores
        base = found.scope.uid << 32
        keys = [base | int(found.view.seq[rows[place]]) for place in places]
        read = snapshot.recalled(keys)
        hits = []
        for key, place in zip(keys, places, strict=True):
            why = found.ranked.why(place)
            if found.note:
                why["dense_missing"] = found.note
            hits.append(to_hit(read[key], float(scores[place]), why))
        return hits


def to_hit(row: Recalled, score: float, why: Mapping[str, Any]) -> Hit:
    """A row read from the store as a hit."""
    if row.fact is not None:
        fact = row.fact
        return Hit(
            id=fact.id,
            kind="fact",
            text=fact.text[row.start : row.stop],
            score=score,
            at=fact.at,
            agent_id=fact.agent_id,
            message_id=fact.sources[-1] if fact.sources else None,
            metadata=fact.metadata,
            confidence=fact.confidence,
            valid_from=fact.valid_from,
            valid_to=fact.valid_to,
            why=why,
        )
    message = row.message
    assert message is not None
    text = message.content or ""
    whole = row.start == 0 and row.stop == len(text)
    return Hit(
        id=message.id,
        kind="message",
        text=text[row.start : row.stop],
        score=score,
        at=message.at,
        step=message.step,
        session_id=message.session_id,
        agent_id=message.agent_id,
        role=message.role,
        name=message.name,
        message_id=message.id,
        metadata=message.metadata,
        why=why if whole else {**why, "passage": [row.start, row.stop, len(text)]},
    )
