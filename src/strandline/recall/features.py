"""What speaks for each message or fact: numbers that mean the same for every question and every user."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strandline.recall.dense import cosines
from strandline.recall.index import View
from strandline.recall.lexical import lexical
from strandline.recall.query import Query, named
from strandline.timex import nearness

Scores = NDArray[np.float64]
Mask = NDArray[np.bool_]

UNRELATED = 0.3
"""Cosine of two texts that have nothing to do with each other; what is above it counts, scaled to 0..1."""
_ASSISTANT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """Arrays by unit (u,), each 0 where nothing speaks for it and about 1 at best."""

    words: Scores
    neighbours: Scores
    session_words: Scores
    meaning: Scores
    session_meaning: Scores
    speaker: Scores
    date: Scores
    asks: Scores
    unasked: Mask
    """Messages of an unnamed assistant, when the question does not ask what the assistant said."""
    best: NDArray[np.int64]
    """The row of each unit that matches best."""


def features(view: View, query: Query, visible: Mask | None, asks: Scores | None = None) -> Features:
    """The features that are cheap enough for all units; rows that are not visible speak for nothing.

    ``asks`` (n,) says how well each row answers the question.
    """
    found = lexical(view, query.terms, visible)
    cosine = _meaning(view, query, visible)
    words, meaning = _by_unit(view, found.row), _by_unit(view, cosine)
    head = view.first
    session = words.copy()
    placed = view.place >= 0
    session[placed] = found.session[view.place[placed]]
    return Features(
        words=words,
        neighbours=_neighbours(_before(view, visible), words),
        session_words=session,
        meaning=meaning,
        session_meaning=_session_best(view, meaning),
        speaker=_speaker(view, query),
        date=nearness(query.windows, view.at[head]),
        asks=np.zeros(len(head)) if asks is None else _by_unit(view, asks),
        unasked=_unasked(view, query),
        best=_best_row(view, found.row + cosine),
    )


def _meaning(view: View, query: Query, visible: Mask | None) -> Scores:
    """(n,) how far each row's cosine is above that of unrelated texts, as far as the question is to be trusted."""
    if query.vector is None or query.trust <= 0.0:
        return np.zeros(len(view))
    above = cosines(view.vectors, view.scale, query.vector)
    above -= UNRELATED
    np.maximum(above, 0.0, out=above)
    above *= query.trust / (1.0 - UNRELATED)
    if visible is not None:
        above[~visible] = 0.0
    return above


def _by_unit(view: View, rows: Scores) -> Scores:
    """(u,) the best of each unit's rows."""
    if len(view.first) == len(rows):
        return rows
    return np.asarray(np.maximum.reduceat(rows, view.first), np.float64)


def _best_row(view: View, rows: Scores) -> NDArray[np.int64]:
    """(u,) the first row that reaches its unit's best."""
    if len(view.first) == len(rows):
        return view.first
    where = np.flatnonzero(rows == _by_unit(view, rows)[view.unit])
    _, first = np.unique(view.unit[where], return_index=True)
    return where[first]


def _before(view: View, visible: Mask | None) -> NDArray[np.int32]:
    """(u,) the visible unit before each visible unit in its session; -1 for none."""
    if visible is None or visible[view.first[view.place >= 0]].all():
        return view.before
    units = np.flatnonzero(visible[view.first] & (view.place >= 0))
    units = units[np.argsort(view.place[units], kind="stable")]
    follows = view.place[units[1:]] == view.place[units[:-1]]
    before = np.full(len(view.first), -1, np.int32)
    before[units[1:][follows]] = units[:-1][follows]
    return before


def _neighbours(before: NDArray[np.int32], units: Scores) -> Scores:
    """(u,) mean of the messages before and after in the session; one that is not there counts as 0."""
    out = np.zeros(len(units))
    later = np.flatnonzero(before >= 0)
    earlier = before[later]
    out[later] = units[earlier] / 2
    out[earlier] += units[later] / 2
    return out


def _session_best(view: View, units: Scores) -> Scores:
    """(u,) the best message of the session; a unit without a session is its own."""
    best = np.zeros(view.places + 1)
    np.maximum.at(best, view.place, units)
    return np.where(view.place >= 0, best[view.place], units)


def _speaker(view: View, query: Query) -> Scores:
    out = np.zeros(len(view.first))
    positions = named(query, view.speakers)
    if positions:
        out[np.isin(view.speaker[view.first], positions)] = 1.0
    return out


def _unasked(view: View, query: Query) -> Mask:
    if query.asks_assistant:
        return np.zeros(len(view.first), np.bool_)
    head = view.first
    return np.asarray((view.role[head] == _ASSISTANT) & (view.speaker[head] < 0), np.bool_)
