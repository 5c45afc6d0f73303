"""The total order of results: score, then newest, then id. Equal calls give equal bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strandline.memory.recalls import Found
from strandline.types import Hit, micros

DIGITS = 6
"""Scores are rounded to this many digits before they are compared."""

Boost = Callable[[int | None, int], float]
"""(step or None, session number) -> the factor a score grows by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A hit with its final score, the number of its session (0 for none) and its place among the candidates.

    ``snippet`` are the words that a fact was learned from. ``sourced`` says that they must be shown with it: it stands
    for the message, which was found too; ``passage`` are the characters of it that were found by more than the fact
    says.
    """

    hit: Hit
    score: float
    session: int
    place: int
    snippet: str = ""
    sourced: bool = False
    passage: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """Places of candidates with their final scores, highest first, then newest."""

    places: NDArray[np.int64]
    scores: NDArray[np.float64]


def best(found: Found, k: int | None, boost: Boost | None = None) -> Ordered:
    """The first ``k`` by score (times boost) and time, and those that tie with the last: their ids decide who stays."""
    view, rows = found.view, found.ranked.rows[found.places]
    scores = found.ranked.scores[found.places]
    if boost is not None:
        factors = [
            boost(step or None, number)
            for step, number in zip(view.step[rows].tolist(), view.session[rows].tolist(), strict=True)
        ]
        scores = np.round(scores * np.array(factors, np.float64), DIGITS)
    order = np.lexsort((-view.seq[rows], -view.step[rows], -view.at[rows], -scores))
    rows, scores = rows[order], scores[order]
    stop = len(order) if k is None else min(k, len(order))
    if 0 < stop < len(order):
        same = (scores == scores[stop - 1]) & (view.at[rows] == view.at[rows[stop - 1]])
        same &= view.step[rows] == view.step[rows[stop - 1]]
        stop = int(np.flatnonzero(same)[-1]) + 1
    return Ordered(places=found.places[order[:stop]], scores=scores[:stop])


def final_order(chosen: list[Chosen], k: int | None) -> list[Chosen]:
    """Highest final score first, then newest by (at, step), then id; at most ``k``."""
    chosen.sort(key=lambda one: (-one.score, -micros(one.hit.at), -(one.hit.step or 0), one.hit.id))
    return chosen if k is None else chosen[:k]
