"""BM25 over the rows a read may see, and over whole sessions, as shares of what the question could reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strandline.recall.index import View

K1, B = 0.9, 0.4
"""BM25's constants for short texts; better than 1.2 and 0.75 on conversations."""
MAX_TERMS = 40
"""Terms of a question that are looked at; of more, the rarest."""
REACH = 8
"""A text with this many of a question's rarest words has all it could be asked for; long questions are no worse off."""
_MAX_READ = 2000

Scores = NDArray[np.float64]
Mask = NDArray[np.bool_]
Asked = Sequence[tuple[int, ...]]
"""The terms of a question, each by the ids under which a text may have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexical:
    """How well words match. ``row`` is (n,), ``session`` (places,): 0 without a shared term, about 1 with all."""

    row: Scores
    session: Scores


@dataclass(frozen=True, slots=True)
class _Term:
    rows: NDArray[np.int64]
    counts: Scores
    idf: float


def _idf(total: int, having: int) -> float:
    """Lucene's; a term that nobody used is as rare as one that was used once."""
    having = max(having, 1)
    return float(np.log1p((total - having + 0.5) / (having + 0.5)))


def _postings(view: View, ids: Sequence[int]) -> tuple[NDArray[np.int64], Scores]:
    """Rows that have a term under one of its ids, ascending, and how often each has it."""
    parts = [part for part in map(view.postings, ids) if len(part[0])]
    if len(parts) < 2:
        return parts[0] if parts else (np.empty(0, np.int64), np.empty(0))
    rows, place = np.unique(np.concatenate([rows for rows, _ in parts]), return_inverse=True)
    counts = np.bincount(place, weights=np.concatenate([counts for _, counts in parts]))
    return rows, counts.astype(np.float64)


def _read(view: View, asked: Asked, visible: Mask | None, counted: Mask | None, total: int) -> list[_Term]:
    """Postings of the visible rows for each term, rarest first, at most ``MAX_TERMS``."""
    found = []
    for ids in sorted(set(asked[:_MAX_READ])):
        rows, counts = _postings(view, ids)
        if visible is not None and len(rows):
            seen = visible[rows]
            rows, counts = rows[seen], counts[seen]
        having = len(rows) if counted is None else int(np.count_nonzero(counted[rows]))
        found.append(_Term(rows, counts, _idf(total, having)))
    found.sort(key=lambda term: -term.idf)
    return found[:MAX_TERMS]


def _scores(counts: Scores, length: Scores, idf: float) -> Scores:
    return idf * (K1 + 1) * counts / (counts + K1 * (1 - B + B * length))


def lexical(view: View, asked: Asked, visible: NDArray[np.bool_] | None) -> Lexical:
    """BM25 of each row, and of each session as one text, divided by the idf of the question's ``REACH`` rarest terms.

    Counts, average lengths and idf are over the visible rows only, without the facts that say again what a message
    says: learning facts changes no message's score. Terms that nobody used count among the rarest: a question full of
    them matches little.
    """
    counted = _counted(view, visible)
    total = len(view) if counted is None else int(np.count_nonzero(counted))
    row, session = np.zeros(len(view)), np.zeros(view.places)
    terms = _read(view, asked, visible, counted, total) if total else []
    if not any(len(term.rows) for term in terms):
        return Lexical(row=row, session=session)
    lengths = view.length if counted is None else np.where(counted, view.length, 0)
    mean = float(lengths.sum()) / total
    for term in terms:
        if len(term.rows):
            row[term.rows] += _scores(term.counts, view.length[term.rows] / mean, term.idf)
    row /= sum(term.idf for term in terms[:REACH])
    _add_sessions(view, terms, lengths, session)
    return Lexical(row=row, session=session)


def _counted(view: View, visible: Mask | None) -> Mask | None:
    """The rows that statistics are made of; None is all. Where there are only facts, they are."""
    if not len(view.learned):
        return visible
    counted = np.ones(len(view), np.bool_) if visible is None else visible.copy()
    counted[view.learned] = False
    return counted if counted.any() else visible


def _add_sessions(view: View, terms: Sequence[_Term], lengths: NDArray[np.int32], session: Scores) -> None:
    """BM25 with each session as one text, into ``session``."""
    if not view.places:
        return
    place = view.place[view.unit]
    inside = place >= 0
    sizes = np.bincount(place[inside], weights=lengths[inside], minlength=view.places)
    live = int(np.count_nonzero(sizes))
    if not live:
        return
    relative = sizes / (float(sizes.sum()) / live)
    idfs = []
    for term in terms:
        where = place[term.rows]
        kept = where >= 0
        counts = np.bincount(where[kept], weights=term.counts[kept], minlength=view.places).astype(np.float64)
        idf = _idf(live, int(np.count_nonzero(counts)))
        idfs.append(idf)
        session += _scores(counts, relative, idf)
    session /= sum(sorted(idfs, reverse=True)[:REACH])
