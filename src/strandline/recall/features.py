"""What speaks for a message or fact, cheap enough to be asked of all of them: numbers by unit.

``whole`` reckons them; `strandline.recall.evidence` adds what is dearer for those that were proposed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strandline.recall.dense import cosines
from strandline.recall.index import View
from strandline.recall.lexical import Lexical, lexical
from strandline.recall.query import Query, named
from strandline.recall.questions import frame_terms
from strandline.timex import nearness

Scores = NDArray[np.float64]
Mask = NDArray[np.bool_]
Places = NDArray[np.int64]

_USER, _ASSISTANT = 2, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """Arrays by unit (u,) of everything a read may see; a unit that is not visible has zeros."""

    seen: Mask
    """Whether the unit may be known of."""
    words: Scores
    """BM25 as a share of what the question could reach, about 1 at best."""
    coverage: Scores
    """Share of the question's weight that the unit has."""
    rarest: Scores
    session_words: Scores
    session_coverage: Scores
    meaning: Scores
    """Cosine of the vectors, in [-1, 1], as far as the question's vector is to be trusted."""
    speaker: Scores
    """1 where the one person whom the question names speaks."""
    other_speaker: Scores
    """1 where another named person speaks than the one whom the question names."""
    date: Scores
    asks: Scores
    answered: Scores
    """How well the facts that were read from a message answer the question, at best."""
    before: NDArray[np.int32]
    """The visible unit before each visible unit in its session; -1 for none."""
    after: NDArray[np.int32]
    best: Places
    """The row of each unit that matches best."""
    has: NDArray[np.bool_]
    """(t, u) whether the unit has each of the question's terms."""
    lexical: Lexical


def whole(view: View, query: Query, visible: Mask | None, asks: Scores | None = None) -> Whole:
    """Reckon what is cheap for all units; rows that are not visible speak for nothing.

    ``asks`` (n,) says how well each row, where it is a fact, answers the question.
    """
    found = lexical(view, query.terms, visible, frame_terms())
    cosine = _meaning(view, query, visible)
    seen = np.ones(len(view.first), np.bool_) if visible is None else np.asarray(visible[view.first], np.bool_)
    words, coverage = by_unit(view, found.row), by_unit(view, found.coverage)
    before = _before(view, seen)
    speaker, other = _speakers(view, query, seen)
    answers = np.zeros(len(seen)) if asks is None else by_unit(view, asks)
    has = np.zeros((len(found.rows), len(seen)), np.bool_)
    for place, rows in enumerate(found.rows):
        has[place, view.unit[rows]] = True
    return Whole(
        seen=seen,
        words=words,
        coverage=coverage,
        rarest=by_unit(view, found.rarest),
        session_words=of_session(view, found.session, words),
        session_coverage=of_session(view, found.session_coverage, coverage),
        meaning=by_unit(view, cosine),
        speaker=speaker,
        other_speaker=other,
        date=nearness(query.windows, view.at[view.first]),
        asks=answers,
        answered=_answered(view, answers, seen),
        before=before,
        after=_inverse(before),
        best=_best_row(view, found.row + np.maximum(cosine, 0.0)),
        has=has,
        lexical=found,
    )


def most(values: Scores) -> float:
    """The highest of some values, or 0 where none is above it."""
    return float(np.max(values, initial=0.0)) if len(values) else 0.0


def by_unit(view: View, rows: Scores) -> Scores:
    """(u,) the best of each unit's rows."""
    if len(view.first) == len(rows):
        return rows
    return np.asarray(np.maximum.reduceat(rows, view.first), np.float64)


def of_session(view: View, sessions: Scores, alone: Scores) -> Scores:
    """(u,) what the unit's session has, by its place; a unit without a session has its own."""
    out = alone.copy()
    placed = view.place >= 0
    out[placed] = sessions[view.place[placed]]
    return out


def best_of_session(view: View, units: Scores, seen: Mask) -> Scores:
    """(u,) the best visible one of the unit's session; a unit without a session is its own."""
    best = np.full(view.places + 1, -1.0)
    np.maximum.at(best, view.place[seen], units[seen])
    return np.where(view.place >= 0, best[view.place], units)


def _meaning(view: View, query: Query, visible: Mask | None) -> Scores:
    """(n,) the cosine of each row, as far as the question is to be trusted."""
    if query.vector is None or query.trust <= 0.0:
        return np.zeros(len(view))
    cosine = cosines(view.vectors, view.scale, query.vector)
    cosine *= query.trust
    if visible is not None:
        cosine[~visible] = 0.0
    return cosine


def _best_row(view: View, rows: Scores) -> Places:
    """(u,) the first row that reaches its unit's best."""
    if len(view.first) == len(rows):
        return view.first
    where = np.flatnonzero(rows == by_unit(view, rows)[view.unit])
    _, first = np.unique(view.unit[where], return_index=True)
    return where[first]


def _before(view: View, seen: Mask) -> NDArray[np.int32]:
    """(u,) the visible unit before each visible unit in its session; -1 for none."""
    if seen[view.place >= 0].all():
        return view.before
    units = np.flatnonzero(seen & (view.place >= 0))
    units = units[np.argsort(view.place[units], kind="stable")]
    follows = view.place[units[1:]] == view.place[units[:-1]]
    before = np.full(len(view.first), -1, np.int32)
    before[units[1:][follows]] = units[:-1][follows]
    return before


def _inverse(before: NDArray[np.int32]) -> NDArray[np.int32]:
    after = np.full(len(before), -1, np.int32)
    later = np.flatnonzero(before >= 0)
    after[before[later]] = later
    return after


def _speakers(view: View, query: Query, seen: Mask) -> tuple[Scores, Scores]:
    """(u,) whether the one person speaks whom the question names, and whether another named one does."""
    who = view.speaker[view.first]
    positions = [position for position in named(query, view.speakers) if (who[seen] == position).any()]
    if len(positions) != 1:
        return np.zeros(len(who)), np.zeros(len(who))
    same = who == positions[0]
    return same.astype(np.float64), ((who >= 0) & ~same).astype(np.float64)


def _answered(view: View, answers: Scores, seen: Mask) -> Scores:
    """(u,) how well the facts that were read from each message answer, at best."""
    answered = np.zeros(len(answers))
    facts = np.flatnonzero((answers > 0.0) & seen)
    if not len(facts):
        return answered
    messages = np.flatnonzero(view.kind[view.first] == 0)
    keys = view.message[view.first[messages]]
    for fact, place in zip(facts.tolist(), view.facts.places(view.message[view.first[facts]]).tolist(), strict=True):
        sources = np.array(view.facts.sources[place] if place >= 0 else (), np.int64)
        where = np.searchsorted(keys, sources)
        inside = np.flatnonzero(where < len(keys))
        found = messages[where[inside][keys[where[inside]] == sources[inside]]]
        answered[found] = np.maximum(answered[found], answers[fact])
    return answered
