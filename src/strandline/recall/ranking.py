"""From a question and a user's rows to scored candidates in a total order. Pure: equal input gives equal bytes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strandline.recall.features import Features, Mask, Scores, features
from strandline.recall.index import View
from strandline.recall.maxsim import maxsim, token_maxsim
from strandline.recall.query import Query
from strandline.recall.weights import WEIGHTS, Weights
from strandline.types.rows import PieceTable

_DECIMALS = 6
_LEGS = ("asks", "words", "meaning", "pieces", "speaker", "date", "neighbours")
"""Kinds of evidence that propose a candidate. Its session only supports it."""

Units = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Candidates, best first: one a message (its best passage) and one a text (its newest message).

    Order: score, then newest (``at``, step), then the later stored.
    """

    rows: NDArray[np.int64]
    """Row of the view for each candidate."""
    scores: Scores
    """In [0, 1), 1 is best, rounded to 6 decimals."""
    parts: dict[str, Scores]
    """What each kind of evidence added, before it is made a score."""
    unasked: Mask

    def __len__(self) -> int:
        return len(self.rows)

    def why(self, place: int) -> dict[str, Any]:
        """Why the candidate at ``place`` is there: ``found_by`` names the legs, the rest is the evidence by kind."""
        parts = {name: round(float(values[place]), _DECIMALS) for name, values in self.parts.items()}
        why: dict[str, Any] = {"found_by": [leg for leg in _LEGS if parts[leg] > 0.0]}
        why.update((name, value) for name, value in parts.items() if value > 0.0)
        if self.unasked[place]:
            why["assistant"] = -WEIGHTS.assistant
        return why


def rank(  # noqa: PLR0913 (what may be returned, and how it is chosen, by row)
    view: View,
    query: Query,
    *,
    visible: Mask | None = None,
    allowed: Mask | None = None,
    table: PieceTable | None = None,
    limit: int = 400,
    lift: Scores | None = None,
    asks: Scores | None = None,
) -> Ranked:
    """Score what a read may return, at most ``limit`` candidates.

    ``visible`` (n,) are the rows the reader may know of: all statistics, neighbours and sessions come from them.
    ``allowed`` (n,) are the rows that may be returned; a row that is not visible never is. ``table`` holds the vectors
    of the word pieces, when the embedder has them. ``lift`` (n,) are the factors by which the caller will multiply the
    scores: they help to choose the candidates and change no score. ``asks`` (n,) says how well each fact answers the
    question, in [0, 1]. Facts are scored as messages without a session.
    """
    may = _both(visible, allowed)
    if not len(view) or limit <= 0 or (may is not None and not may.any()):
        return _nothing()
    found, weights = features(view, query, visible, asks), _weights(query, table)
    cheap = _total(_parts(found, slice(None), np.zeros(len(view.first)), weights), found.unasked, weights)
    units = np.flatnonzero(may[view.first]) if may is not None else np.arange(len(view.first))
    if lift is not None:
        cheap = cheap / (cheap + weights.half) * lift[view.first]
    chosen = _candidates(view, units, cheap, limit)
    pieces = np.zeros(len(chosen))
    if query.tokens is not None and query.trust > 0.0:
        pieces = token_maxsim(view, found.best[chosen], query.tokens) * query.trust
    elif table is not None and query.pieces is not None and query.trust > 0.0:
        pieces = maxsim(view, found.best[chosen], query.pieces, table) * query.trust
    return _ranked(view, found, chosen, _parts(found, chosen, pieces, weights), weights)


def _weights(query: Query, table: PieceTable | None) -> Weights:
    """The weights, where what an embedder lacks passes its weight on to its nearest relative: scores mean the same."""
    if query.vector is None:
        return replace(
            WEIGHTS,
            words=WEIGHTS.words + WEIGHTS.meaning + WEIGHTS.pieces,
            session_words=WEIGHTS.session_words + WEIGHTS.session_meaning,
        )
    if query.tokens is None and (table is None or query.pieces is None):
        return replace(WEIGHTS, meaning=WEIGHTS.meaning + WEIGHTS.pieces)
    return WEIGHTS


def _both(visible: Mask | None, allowed: Mask | None) -> Mask | None:
    if visible is None or allowed is None:
        return allowed if visible is None else visible
    return np.asarray(visible & allowed, np.bool_)


def _nothing() -> Ranked:
    empty = np.empty(0)
    parts = dict.fromkeys((*_LEGS, "session"), empty)
    return Ranked(rows=np.empty(0, np.int64), scores=empty, parts=parts, unasked=np.empty(0, np.bool_))


def _parts(found: Features, units: Units | slice, pieces: Scores, weights: Weights) -> dict[str, Scores]:
    """What each kind of evidence adds for some units. A session supports what speaks for itself, within a bound."""
    parts = {
        "words": weights.words * found.words[units],
        "meaning": weights.meaning * found.meaning[units],
        "pieces": weights.pieces * pieces,
        "speaker": weights.speaker * found.speaker[units],
        "date": weights.date * found.date[units],
    }
    own = _sum(parts)
    parts["neighbours"] = weights.neighbours * found.neighbours[units]
    session = (
        weights.session_words * found.session_words[units] + weights.session_meaning * found.session_meaning[units]
    )
    parts["session"] = np.minimum(session, weights.support * own)
    parts["asks"] = weights.asks * found.asks[units]
    return parts


def _sum(parts: dict[str, Scores]) -> Scores:
    """The sum, in a fixed order."""
    total = np.zeros(len(parts["words"]))
    for value in parts.values():
        total += value
    return total


def _total(parts: dict[str, Scores], unasked: Mask, weights: Weights) -> Scores:
    total = _sum(parts)
    total[unasked] *= 1.0 - weights.assistant
    return total


def _newest_first(view: View, units: Units, score: Scores) -> NDArray[np.int64]:
    """The order of units by score, then time, step and place of storage: total."""
    head = view.first[units]
    return np.lexsort((-view.seq[head], -view.step[head], -view.at[head], -score))


def _candidates(view: View, units: Units, cheap: Scores, limit: int) -> Units:
    """The ``limit`` best units by the cheap evidence, one a text."""
    take = limit
    while True:
        top = _best(view, units, cheap, take)
        single = _one_a_text(view, top)
        if len(single) >= limit // 2 or take >= len(units):
            return single[:limit]
        take *= 8  # many equal texts stand before the others


def _best(view: View, units: Units, cheap: Scores, take: int) -> Units:
    """The ``take`` best units, best first. Ties at the edge go to the newest."""
    score = cheap[units]
    if len(units) > take:
        edge = np.partition(score, len(units) - take)[len(units) - take]
        above, level = units[score > edge], units[score == edge]
        need = take - len(above)
        if len(level) > need:
            at = view.at[view.first[level]]
            level = level[at >= np.partition(at, len(level) - need)[len(level) - need]]
            level = level[_newest_first(view, level, np.zeros(len(level)))[:need]]
        units = np.concatenate([above, level])
    return units[_newest_first(view, units, cheap[units])]


def _one_a_text(view: View, units: Units) -> Units:
    """``units`` in their order, of equal texts only the newest."""
    newest = _newest_first(view, units, np.zeros(len(units)))
    _, first = np.unique(view.digest[view.first[units[newest]]], return_index=True)
    return units[np.sort(newest[first])]


def _ranked(view: View, found: Features, units: Units, parts: dict[str, Scores], weights: Weights) -> Ranked:
    """The candidates in the final order."""
    unasked = found.unasked[units]
    evidence = _total(parts, unasked, weights)
    scores = np.round(evidence / (evidence + weights.half), _DECIMALS)
    order = _newest_first(view, units, scores)
    return Ranked(
        rows=found.best[units][order],
        scores=scores[order],
        parts={name: value[order] for name, value in parts.items()},
        unasked=unasked[order],
    )
