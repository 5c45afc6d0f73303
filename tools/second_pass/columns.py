"""What a second pass could weigh: columns of candidates by what the first pass put first. Pure.

A hit of the first pass is a turn: its message and the facts that were read from it count as one, and none of them is
its own neighbour. All values are in [0, 1].
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from second_pass.links import Linked, Shared
from strandline.bench.training import hits

FIRST: Final = 3
"""Hits of the first pass that are looked at."""
BESIDE: Final = 2
"""How many messages away what stands beside a hit may be."""

VARIANTS: Final[Mapping[str, tuple[str, ...]]] = {
    "feedback": ("like_first",),
    "rare words": ("shared_rare",),
    "fact links": ("fact_link",),
    "beside": ("beside_first",),
    "recency": ("recency",),
    "facts attached": ("has_facts",),
    "neighbours' scores": ("chance_before", "chance_after"),
}
"""What is tried -> its columns."""
COLUMNS: Final = tuple(name for names in VARIANTS.values() for name in names)

Column = NDArray[np.float64]


def second_pass(one: Linked, score: Column) -> NDArray[np.float32]:
    """(n, len(COLUMNS)) what each candidate has of the first hits by ``score`` (n,), in the order of ``COLUMNS``."""
    chance = np.exp(score - score.max())
    before, after = _beside_chances(one, chance / chance.sum())
    columns = {
        "like_first": np.zeros(len(score)),
        "shared_rare": np.zeros(len(score)),
        "fact_link": np.zeros(len(score)),
        "beside_first": np.zeros(len(score)),
        "recency": one.older,
        "has_facts": one.has_facts,
        "chance_before": before,
        "chance_after": after,
    }
    for hit in hits(one, score, FIRST).tolist():
        own = of_hit(one, hit)
        found = {
            "like_first": _likeness(one, own),
            "shared_rare": _share(one.words, own),
            "fact_link": _share(one.facts, own) > 0.0,
            "beside_first": _beside(one, own),
        }
        for name, values in found.items():
            columns[name] = np.maximum(columns[name], np.where(own, 0.0, values))
    return np.column_stack([columns[name] for name in COLUMNS]).astype(np.float32)


def of_hit(one: Linked, hit: int) -> NDArray[np.bool_]:
    """(n,) the candidates that are of the hit's turn, itself among them."""
    own = (one.turn == one.turn[hit]) & (one.turn >= 0)
    own[hit] = True
    return np.asarray(own, np.bool_)


def _likeness(one: Linked, own: NDArray[np.bool_]) -> Column:
    """(n,) the highest cosine with one of ``own``; what is unlike has 0."""
    vectors = one.vectors.astype(np.float32) * one.scale[:, None]
    return np.clip((vectors @ vectors[own].T).max(axis=1), 0.0, 1.0).astype(np.float64)


def _share(shared: Shared, own: NDArray[np.bool_]) -> Column:
    """(n,) the share, by weight, of the things of ``own`` that each candidate has too."""
    wanted = np.zeros(len(shared.weight), np.bool_)
    wanted[shared.item[own[shared.owner]]] = True
    total = float(shared.weight[wanted].sum())
    if total <= 0.0:
        return np.zeros(len(own))
    pairs = wanted[shared.item]
    weight = shared.weight[shared.item[pairs]]
    return np.bincount(shared.owner[pairs], weights=weight, minlength=len(own)).astype(np.float64) / total


def _beside(one: Linked, own: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(n,) whether each stands at most ``BESIDE`` messages from one of ``own`` in its session."""
    near = np.zeros(len(own), np.bool_)
    for message in np.flatnonzero(own & (one.step >= 0)).tolist():
        apart = np.abs(one.step - one.step[message])
        near |= (one.step >= 0) & (one.place == one.place[message]) & (apart <= BESIDE)
    return near


def _beside_chances(one: Linked, chance: Column) -> tuple[Column, Column]:
    """(n,) the chance of the message before each, and of the one after; 0 where that is no candidate."""
    standing = np.flatnonzero(one.step >= 0).tolist()
    at = {(int(one.place[i]), int(one.step[i])): i for i in standing}
    beside = np.zeros((2, len(chance)))
    for (place, step), i in at.items():
        for side, other in enumerate((at.get((place, step - 1)), at.get((place, step + 1)))):
            if other is not None:
                beside[side, i] = chance[other]
    return beside[0], beside[1]
