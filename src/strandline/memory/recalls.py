"""One recall: from a question to scored hits, in a constant number of statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strandline.embedders import Embedder, PieceEmbedder, TokenEmbedder, checked, checked_with_tokens
from strandline.errors import EmbedderError, ModelFileError
from strandline.extract.relations import NOTE
from strandline.filters import parse_filter
from strandline.memory.indexes import Indexes
from strandline.memory.naming import named
from strandline.memory.twins import Twins, settle
from strandline.memory.windows import Look, Sight
from strandline.recall import Pieces, Query, Ranked, Ranking, View, answering, rank, spans_of, understand
from strandline.recall.model import least_answerable
from strandline.stores import ScopeState, Snapshot
from strandline.stores.base import Recalled
from strandline.text import mostly_latin
from strandline.types import Hit, PieceTable, Tokens, micros

KINDS = ("message", "fact")
"""What can be recalled; a kind's number in the index is its place here."""
POOL = 400
"""Candidates that are ranked with all evidence, at least: a boost may lift any of them, and equal texts collapse."""
_LOW = 0xFFFFFFFF
"""The part of a key that counts within a user."""
TOKENS_A_LINE = 4
"""The shortest line of a block, in tokens: a budget never has room for more candidates than this gives."""
OTHER_EMBEDDER = "the store's vectors were made by another embedder"
OTHER_SCRIPT = "the embedder's word pieces are of Latin letters"

Mask = NDArray[np.bool_]


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
    only_answers: bool = False
    """Whether nothing is returned where it is unlikely that anything stored answers."""
    k: int | None = None
    pool: int = POOL
    """Candidates to consider when ``k`` is None."""


class Question(NamedTuple):
    """What the embedder makes of a question, and why it makes nothing."""

    vector: NDArray[np.float32] | None = None
    pieces: Pieces | None = None
    tokens: Tokens | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A question and the rows it may know of: ``seen`` (n,) rows, ``live`` (m,) facts."""

    view: View
    scope: ScopeState
    query: Query
    seen: Mask
    live: Mask
    table: PieceTable | None
    """The vectors of word pieces, where the embedder has them."""
    asks: NDArray[np.float64] | None
    """(n,) how well each row answers the question; None where no fact does."""
    note: str | None
    """Why there are no vectors."""


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
    known: int | None = None
    """When it is to have been known, in microseconds; None is now."""
    said: int | None = None
    """By when what it shows was said; None is now."""
    name: str | None = None
    """What the user is called, for the sentences of facts."""
    sight: Sight | None = None
    """What the model sees, where that was asked."""
    twins: Twins | None = None
    """Which facts stand for their messages, where that was settled."""
    reranked: Mapping[int, float] = field(default_factory=dict)
    """Place -> what the reranker said of it, in [0, 1]."""
    rerank_note: str | None = None
    """Why there was no second look, where one was wanted."""

    def why(self, place: int) -> dict[str, Any]:
        """Why the candidate at a place is there, and what could not be asked."""
        why = self.ranked.why(place)
        if place in self.reranked:
            why["reranker"] = self.reranked[place]
        if self.note:
            why["dense_missing"] = self.note
        if self.rerank_note:
            why["reranker_missing"] = self.rerank_note
        return why

    def keys(self, places: Sequence[int]) -> list[int]:
        """The store's keys of the passages at some places."""
        base, rows = self.scope.uid << 32, self.ranked.rows
        return [base | int(self.view.seq[rows[place]]) for place in places]

    def owner(self, place: int) -> int:
        """The store's key of the message or fact at a place."""
        return self.scope.uid << 32 | int(self.view.message[self.ranked.rows[place]])

    def settled(self) -> Found:
        """Without one of each fact and the message it came from."""
        twins = settle(self.view, self.ranked, self.places)
        return replace(self, places=twins.places, twins=twins)


class Recaller:
    """Ranks one user's memories. Holds the caches; reads through the snapshot it is given."""

    def __init__(self, indexes: Indexes, embedder: Embedder, ranking: Ranking | None = None) -> None:
        self._indexes = indexes
        self._embedder = embedder
        self._ranking = ranking
        self.generation = 0
        """The generation of vectors that this embedder made; 0 when another one made the store's."""

    def query_vector(self, text: str) -> Question:
        """The question's vector, word pieces and tokens, as far as the embedder has them, made before the snapshot."""
        if not self.generation:
            return Question(note=OTHER_EMBEDDER)
        if not text.strip():
            return Question()
        embedder, tokens = self._embedder, None
        if isinstance(embedder, PieceEmbedder) and not mostly_latin(text):
            return Question(note=OTHER_SCRIPT)
        try:
            if isinstance(embedder, TokenEmbedder):
                vectors, (tokens,) = checked_with_tokens(embedder, [text], "query")
            else:
                vectors = checked(embedder, [text], "query")
            pieces = Pieces.of(text, embedder.pieces) if isinstance(embedder, PieceEmbedder) else None
        except (EmbedderError, ModelFileError) as exc:
            return Question(note=str(exc))
        return Question(vector=vectors[0], pieces=pieces, tokens=tokens)

    def find(
        self, snapshot: Snapshot, asked: Asked, question: Question, now: datetime, look: Look | None = None
    ) -> Found | None:
        """Rank everything the read may see: one candidate a message, none below ``min_score``; None for a new user.

        ``question`` is ``query_vector`` of the query. With ``look``, what the model sees is left out before anything is
        ranked, and the boost helps to choose the candidates.
        """
        read = self.reading(snapshot, asked, question, now)
        if read is None:
            return None
        view, scope = read.view, read.scope
        sessions = snapshot.session_numbers(scope.uid, asked.session_id, scope.agent) if asked.session_id else {}
        allowed = read.seen & _allowed(snapshot, view, scope, asked, sessions)
        sight = None if look is None else look(snapshot, scope, sessions)
        if sight is not None:
            allowed &= ~(sight.covers(view, allowed) | _told_by(view, sight.hidden))
        ranked = rank(
            view,
            read.query,
            visible=read.seen,
            allowed=allowed,
            table=read.table,
            limit=asked.pool if asked.k is None else max(POOL, 2 * asked.k),
            lift=None if sight is None else sight.lift(view),
            asks=read.asks,
            ranking=self._ranking,
        )
        return Found(
            places=_passing(ranked, asked),
            view=view,
            ranked=ranked,
            scope=scope,
            note=read.note,
            known=None if asked.known_at is None else micros(asked.known_at),
            said=None if (said := asked.as_of or asked.known_at) is None else micros(said),
            name=view.facts.name(read.live),
            sight=sight,
        )

    def reading(self, snapshot: Snapshot, asked: Asked, question: Question, now: datetime) -> Reading | None:
        """What a read may know, and its question understood, before anything is ranked; None for a new user."""
        scope = snapshot.scope(asked.user_id, asked.agent_id)
        if scope is None:
            return None
        if self.generation != scope.generation:  # another process has switched since
            question = Question(note=OTHER_EMBEDDER)
        view = self._indexes.view(snapshot, scope, identity=self._embedder.identity, generation=self.generation)
        moment = asked.as_of or asked.known_at or now
        vector, pieces, tokens, note = question
        query = understand(
            asked.query, vector=vector, pieces=pieces, tokens=tokens, now=moment, facts=view.facts.asked_for
        )
        seen = seen_rows(view, scope, asked)
        live = live_facts(view, scope, asked, moment, query.asked.about)
        _keep_facts(view, seen, live)
        embedder = self._embedder
        return Reading(
            view=view,
            scope=scope,
            query=query,
            seen=seen,
            live=live,
            table=embedder.piece_table if pieces is not None and isinstance(embedder, PieceEmbedder) else None,
            asks=_asks(view, query, live, scope.agent),
            note=note,
        )

    @staticmethod
    def hits(
        snapshot: Snapshot, found: Found, places: Sequence[int], beside: Sequence[int] = ()
    ) -> tuple[list[Hit], dict[int, tuple[int, int]]]:
        """The candidates at these places with their texts, in the order given; and for each of the places ``beside``,
        which characters of its message its passage is. One statement.
        """
        scores = found.ranked.scores
        keys, others = found.keys(places), found.keys(beside)
        read = snapshot.recalled([*keys, *others], found.known, found.said)
        hits = []
        for key, place in zip(keys, places, strict=True):
            hits.append(to_hit(read[key], float(scores[place]), found.why(place), found.name))
        return hits, {
            place: (read[key].start, read[key].stop) for key, place in zip(others, beside, strict=True) if key in read
        }


def _passing(ranked: Ranked, asked: Asked) -> NDArray[np.int64]:
    """Places of the candidates that are good enough; none where nothing answers."""
    if asked.only_answers and ranked.answerable < least_answerable(ranked.memories, ranked.of_that_time):
        return np.empty(0, np.int64)
    return np.flatnonzero(ranked.scores >= asked.min_score)


def seen_rows(view: View, scope: ScopeState, asked: Asked) -> Mask:
    """Rows of this user that the reading agent may see. Statistics come from these.

    Of messages those said and stored by the times asked for; which facts, ``live_facts`` says.
    """
    seen: Mask = (view.agent == 0) | (view.agent == scope.agent)
    seen &= view.seq < scope.next_seq  # the index may have rows of later writes already
    known = asked.known_at
    as_of = asked.as_of or known
    if as_of is not None:
        seen &= (view.at <= micros(as_of)) | (view.kind == 1)
    if known is not None:
        seen &= (view.recorded_at <= micros(known)) | (view.kind == 1)
    return seen


def live_facts(view: View, scope: ScopeState, asked: Asked, moment: datetime, about: str) -> Mask:
    """(m,) facts that may be shown: believed at ``known_at``, and true at ``moment`` or, when the question is about the
    past, before it. A text that was remembered holds from its time on; without a time asked for, always.
    """
    facts = view.facts
    t = micros(moment)
    live: Mask = (facts.agent == 0) | (facts.agent == scope.agent)
    live &= facts.seq < scope.next_seq
    live &= facts.believed(scope.next_seq, None if asked.known_at is None else micros(asked.known_at))
    shown = facts.covering(t)
    if about != "now":
        shown |= facts.ended(t)
    if asked.as_of is None and asked.known_at is None:
        shown |= facts.relation == facts.names.get(NOTE, -1)
    return live & shown


def _keep_facts(view: View, seen: Mask, live: Mask) -> None:
    """Take the rows of facts that are not live out of ``seen``."""
    if len(view.fact_rows):
        known = view.fact_places >= 0
        seen[view.fact_rows[~known]] = False
        seen[view.fact_rows[known]] &= live[view.fact_places[known]]


def _asks(view: View, query: Query, live: Mask, agent: int) -> NDArray[np.float64] | None:
    """(n,) how well each row answers the question; None where no fact does."""
    if not live.any():
        return None
    by_fact = answering(view.facts, query.asked, live, spans_of(query.windows), view.speaker_of(agent))
    if not by_fact.any():
        return None
    asks = np.zeros(len(view))
    known = view.fact_places >= 0
    asks[view.fact_rows[known]] = by_fact[view.fact_places[known]]
    return asks


def _told_by(view: View, hidden: frozenset[int]) -> Mask:
    """Rows of facts whose latest source is in the prompt already, and says the same still."""
    told = np.zeros(len(view), np.bool_)
    if hidden:
        for row, place in zip(view.fact_rows.tolist(), view.fact_places.tolist(), strict=True):
            said = view.facts.said_in(place)
            told[row] = bool(said) and said[-1] in hidden
    return told


def _allowed(snapshot: Snapshot, view: View, scope: ScopeState, asked: Asked, sessions: Mapping[int, int]) -> Mask:
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
        metadata = {key & _LOW: value for key, value in snapshot.metadata(scope.uid).items()}
        bare = predicate.matches(None)
        passing = {key for key, value in metadata.items() if predicate.matches(value)}
        passes = np.isin(view.message, np.fromiter(passing, np.int64, len(passing)))
        if bare:
            passes |= ~np.isin(view.message, np.fromiter(metadata, np.int64, len(metadata)))
        learned = np.flatnonzero(view.kind == KINDS.index("fact"))
        for row, place in zip(learned, view.facts.places(view.message[learned]), strict=True):
            sources = view.facts.sources[place] if place >= 0 else ()
            if sources:  # what a fact was learned from speaks for it
                own = [source & _LOW for source in sources]
                passes[row] = any(key in passing or (bare and key not in metadata) for key in own)
        allowed &= passes
    return allowed


def to_hit(row: Recalled, score: float, why: Mapping[str, Any], name: str | None = None) -> Hit:
    """A row read from the store as a hit. The user stands in the sentence of a fact by ``name`` where one is known."""
    if row.fact is not None:
        fact = row.fact
        text = fact.text[row.start : row.stop]
        whole = row.start == 0 and row.stop == len(fact.text)
        return Hit(
            id=fact.id,
            kind="fact",
            text=named(fact, name).text if whole else text,
            score=score,
            at=fact.at,
            step=fact.step,
            session_id=fact.session_id,
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
