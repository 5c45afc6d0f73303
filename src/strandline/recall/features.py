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

_USER, _ASSISTANT = 2, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """Arrays by unit (u,), each in [0, 1] or a little above; ``role`` is signed. 0 says nothing."""

    words: Scores
    words_near: Scores
    words_session: Scores
    words_best: Scores
    meaning: Scores
    meaning_near: Scores
    meaning_best: Scores
    speaker: Scores
    date: Scores
    role: Scores
    best: NDArray[np.int64]
    """(u,) the row of each unit that matches best."""


def features(view: View, query: Query, visible: Mask | None, reach: int) -> Features:
    """All cheap features of all units."""
    found = lexical(view, query.terms, visible, reach)
    cosine = np.zeros(len(view))
    if query.vector is not None:
        cosine = np.maximum(cosines(view.vectors, view.scale, query.vector), 0.0)
        if visible is not None:
            cosine[~visible] = 0.0
    words, meaning = by_unit(view, found.row), by_unit(view, cosine)
    head = view.first
    placed = view.place >= 0
    session = np.zeros(len(head))
    session[placed] = found.session[view.place[placed]]
    return Features(
        words=words,
        words_near=_near(view, words),
        words_session=session,
        words_best=_session_best(view, words),
        meaning=meaning,
        meaning_near=_near(view, meaning),
        meaning_best=_session_best(view, meaning),
        speaker=_speaker(view, query),
        date=nearness(query.windows, view.at[head]),
        role=_role(view, query),
        best=_best_row(view, found.row + cosine),
    )


def by_unit(view: View, rows: Scores) -> Scores:
    """(u,) the best of each unit's rows."""
    if len(view.first) == len(rows):
        return rows
    return np.maximum.reduceat(rows, view.first)


def _best_row(view: View, rows: Scores) -> NDArray[np.int64]:
    """(u,) the first row that reaches its unit's best."""
    if len(view.first) == len(rows):
        return view.first
    hit = rows == by_unit(view, rows)[view.unit]
    where = np.flatnonzero(hit)
    _, index = np.unique(view.unit[where], return_index=True)
    return where[index]


def _near(view: View, units: Scores) -> Scores:
    """(u,) mean of the messages before and after in the session."""
    out = np.zeros(len(units))
    later = np.flatnonzero(view.before >= 0)
    earlier = view.before[later]
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
    who = view.speaker[view.first]
    for position in named(query, view.speakers):
        out[who == position] = 1.0
    return out


def _role(view: View, query: Query) -> Scores:
    """(u,) whether a message of an unnamed assistant is wanted (1) or what the user said (-1)."""
    head = view.first
    assistant = (view.role[head] == _ASSISTANT) & (view.speaker[head] < 0)
    return np.where(assistant, 1.0 if query.asks_assistant else -1.0, 0.0)
