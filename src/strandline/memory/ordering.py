"""The total order of results: score, then newest, then id. Equal calls give equal bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from strandline.memory.recalls import Candidate, Found
from strandline.types import Hit, micros

DIGITS = 6
"""Scores are rounded to this many digits before they are compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A hit with its final score and the number of its session (0 for none)."""

    hit: Hit
    score: float
    session: int


def best_first(found: Found, boost: Callable[[int | None, int], float] | None = None) -> list[tuple[Candidate, float]]:
    """Candidates with their score times ``boost(step, session)``, highest first, then newest."""
    view = found.view
    if view is None:
        return []

    def final(one: Candidate) -> float:
        if boost is None:
            return one.score
        return round(one.score * boost(int(view.step[one.row]) or None, int(view.session[one.row])), DIGITS)

    def key(pair: tuple[Candidate, float]) -> tuple[float, int, int, int]:
        row = pair[0].row
        return (-pair[1], -int(view.at[row]), -int(view.step[row]), int(view.seq[row]))

    return sorted(((one, final(one)) for one in found.candidates), key=key)


def cut(found: Found, ordered: Sequence[tuple[Candidate, float]], k: int | None) -> list[tuple[Candidate, float]]:
    """The first ``k`` and those that tie with the last of them: which of these stay is decided by their ids."""
    if k is None or len(ordered) <= k or found.view is None:
        return list(ordered)
    if k == 0:
        return []
    view = found.view

    def place(pair: tuple[Candidate, float]) -> tuple[float, int, int]:
        return pair[1], int(view.at[pair[0].row]), int(view.step[pair[0].row])

    stop = k
    while stop < len(ordered) and place(ordered[stop]) == place(ordered[k - 1]):
        stop += 1
    return list(ordered[:stop])


def final_order(chosen: list[Chosen], k: int | None) -> list[Chosen]:
    """Highest final score first, then newest by (at, step), then id; at most ``k``."""
    chosen.sort(key=lambda one: (-one.score, -micros(one.hit.at), -(one.hit.step or 0), one.hit.id))
    return chosen if k is None else chosen[:k]
