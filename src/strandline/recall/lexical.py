"""BM25 over the rows a read may see, and over whole sessions, as shares of what the question could reach."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strandline.recall.index import View

K1, B = 0.9, 0.4
"""BM25's constants for short texts; better than 1.2 and 0.75 on conversations."""
MAX_TERMS = 40
"""Terms of a question that are looked at; of more, the weightiest."""
REACH = 8
"""A text with this many of a question's rarest words has all it could be asked for; long questions are no worse off."""
FRAME_WEIGHT = 0.3
"""What a word that only frames a question counts for, beside one that carries its subject."""
_MAX_READ = 2000

Scores = NDArray[np.float64]
Mask = NDArray[np.bool_]
Asked = Sequence[tuple[int, ...]]
"""The terms of a question, each by the ids under which a text may have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexical:
    """How well words match. By row (n,), by session (places,): 0 without a shared term, about 1 with all."""

    row: Scores
    """BM25."""
    session: Scores
    """BM25 with each session as one text."""
    coverage: Scores
    """(n,) share of the question's weight that the row has, in [0, 1]."""
    rarest: Scores
    """(n,) the weightiest term that the row has, as a share of a term that one row has, in [0, 1]."""
    session_coverage: Scores
    """(places,) share of the question's weight that the session has."""
    weights: Scores
    """(t,) weight of each of the question's terms: its idf, less for a word that only frames the question; falling."""
    terms: tuple[tuple[int, ...], ...]
    """(t,) the ids of each."""
    rows: tuple[NDArray[np.int64], ...]
    """(t,) the rows that have each."""

    @property
    def unseen(self) -> float:
        """Share of the question's weight in terms that no visible row has, in [0, 1]; 1 without any terms."""
        total = float(self.weights.sum())
        missing = sum(float(w) for w, rows in zip(self.weights, self.rows, strict=True) if not len(rows))
        return missing / total if total > 0.0 else 1.0


@dataclass(frozen=True, slots=True)
class _Term:
    ids: tuple[int, ...]
    rows: NDArray[np.int64]
    counts: Scores
    idf: float
    factor: float

    @property
    def weight(self) -> float:
        return self.idf * self.factor


def _idf(total: int, having: int) -> float:
    """Lucene's; a term that nobody used is as rare as one that was used once."""
    having = max(having, 1)
    return float(np.log1p((total - having + 0.5) / (having + 0.5)))


@dataclass(frozen=True, slots=True)
class _Counted:
    """What statistics are made of: the visible rows, without the facts that say again what a message says."""

    visible: Mask | None
    rows: Mask | None
    total: int


def _postings(view: View, ids: Sequence[int]) -> tuple[NDArray[np.int64], Scores]:
    """Rows that have a term under one of its ids, ascending, and how often each has it."""
    parts = [part for part in map(view.postings, ids) if len(part[0])]
    if len(parts) < 2:
        return parts[0] if parts else (np.empty(0, np.int64), np.empty(0))
    rows, place = np.unique(np.concatenate([rows for rows, _ in parts]), return_inverse=True)
    counts = np.bincount(place, weights=np.concatenate([counts for _, counts in parts]))
    return rows, counts.astype(np.float64)


def _read(view: View, asked: Asked, frames: Collection[int], counted: _Counted) -> list[_Term]:
    """Postings of the visible rows for each distinct term, weightiest first, at most ``MAX_TERMS``."""
    found = []
    for ids in sorted(set(asked[:_MAX_READ])):
        rows, counts = _postings(view, ids)
        if counted.visible is not None and len(rows):
            seen = counted.visible[rows]
            rows, counts = rows[seen], counts[seen]
        having = len(rows) if counted.rows is None else int(np.count_nonzero(counted.rows[rows]))
        factor = FRAME_WEIGHT if any(id in frames for id in ids) else 1.0
        found.append(_Term(ids, rows, counts, _idf(counted.total, having), factor))
    found.sort(key=lambda term: -term.weight)
    return found[:MAX_TERMS]


def _scores(counts: Scores, length: Scores, weight: float) -> Scores:
    return weight * (K1 + 1) * counts / (counts + K1 * (1 - B + B * length))


def lexical(
    view: View, asked: Asked, visible: NDArray[np.bool_] | None, frames: Collection[int] = frozenset()
) -> Lexical:
    """BM25 of each row, and of each session as one text, divided by the weight of the ``REACH`` rarest terms.

    Counts, average lengths and idf are over the visible rows only, without the facts that say again what a message
    says: learning facts changes no message's score. Terms that nobody used count among the rarest: a question full of
    them matches little. ``frames`` are ids of terms that only frame a question.
    """
    mask = _counted(view, visible)
    counted = _Counted(visible, mask, len(view) if mask is None else int(np.count_nonzero(mask)))
    terms = _read(view, asked, frames, counted) if counted.total else []
    row, coverage, rarest = np.zeros(len(view)), np.zeros(len(view)), np.zeros(len(view))
    session, session_coverage = np.zeros(view.places), np.zeros(view.places)
    if any(len(term.rows) for term in terms):
        lengths = view.length if mask is None else np.where(mask, view.length, 0)
        mean, most = float(lengths.sum()) / counted.total, _idf(counted.total, 1)
        for term in terms:
            if len(term.rows):
                row[term.rows] += _scores(term.counts, view.length[term.rows] / mean, term.weight)
                coverage[term.rows] += term.weight
                rarest[term.rows] = np.maximum(rarest[term.rows], term.weight / most)
        row /= sum(term.weight for term in terms[:REACH])
        coverage /= sum(term.weight for term in terms)
        _add_sessions(view, terms, lengths, session, session_coverage)
    return Lexical(
        row=row,
        session=session,
        coverage=coverage,
        rarest=rarest,
        session_coverage=session_coverage,
        weights=np.array([term.weight for term in terms]),
        terms=tuple(term.ids for term in terms),
        rows=tuple(term.rows for term in terms),
    )


def _counted(view: View, visible: Mask | None) -> Mask | None:
    """The rows that statistics are made of; None is all. Where there are only facts, they are."""
    if not len(view.learned):
        return visible
    counted = np.ones(len(view), np.bool_) if visible is None else visible.copy()
    counted[view.learned] = False
    return counted if counted.any() else visible


def _add_sessions(
    view: View, terms: Sequence[_Term], lengths: NDArray[np.int32], session: Scores, coverage: Scores
) -> None:
    """BM25 with each session as one text, into ``session``, and the share of the question that each has."""
    if not view.places:
        return
    place = view.place[view.unit]
    inside = place >= 0
    sizes = np.bincount(place[inside], weights=lengths[inside], minlength=view.places)
    live = int(np.count_nonzero(sizes))
    if not live:
        return
    relative = sizes / (float(sizes.sum()) / live)
    weights = []
    for term in terms:
        where = place[term.rows]
        kept = where >= 0
        counts = np.bincount(where[kept], weights=term.counts[kept], minlength=view.places).astype(np.float64)
        weight = _idf(live, int(np.count_nonzero(counts))) * term.factor
        weights.append(weight)
        session += _scores(counts, relative, weight)
        coverage += (counts > 0) * term.weight
    session /= sum(sorted(weights, reverse=True)[:REACH])
    coverage /= sum(term.weight for term in terms)
