"""Late interaction: each word piece of the question looks for the nearest piece of the text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strandline.recall.dense import products
from strandline.recall.index import View
from strandline.types.rows import PieceTable

MAX_PIECES = 48
"""Distinct pieces of a question that are looked at, first ones first."""

NOISE = 0.3
"""Cosine of two word pieces that have nothing to do with each other; what is above it counts."""


def piece_weights(
    view: View, pieces: NDArray[np.uint16], visible: NDArray[np.bool_] | None, table: PieceTable
) -> NDArray[np.float64]:
    """(q,) how telling each of the question's pieces is: the logarithm of visible rows per occurrence."""
    slot = np.full(len(table.vectors), len(pieces), np.uint8)
    slot[pieces] = np.arange(len(pieces))
    held = slot[view.pieces]
    total = len(view)
    if visible is not None:
        held = held[np.repeat(visible, np.diff(view.piece_ends, prepend=0))]
        total = int(np.count_nonzero(visible))
    counts = np.bincount(held, minlength=len(pieces) + 1)[: len(pieces)]
    return np.asarray(np.log1p(total / (1.0 + counts)), np.float64)


def maxsim(
    view: View, rows: NDArray[np.int64], pieces: NDArray[np.uint16], weights: NDArray[np.float64], table: PieceTable
) -> NDArray[np.float64]:
    """(len(rows),) weighted mean over the question's pieces of the best cosine in each row, in [0, 1]."""
    ends = view.piece_ends[rows]
    starts = np.where(rows > 0, view.piece_ends[rows - 1], 0)
    sizes = ends - starts
    out = np.zeros(len(rows))
    filled = np.flatnonzero(sizes)
    if not len(filled) or not len(pieces) or float(weights.sum()) <= 0.0:
        return out
    offsets = np.concatenate([[0], np.cumsum(sizes[filled])])
    flat = np.arange(offsets[-1]) + np.repeat(starts[filled] - offsets[:-1], sizes[filled])
    held = view.pieces[flat]
    used = np.zeros(len(table.vectors), np.bool_)
    used[held] = True
    distinct = np.flatnonzero(used)
    slot = np.zeros(len(table.vectors), np.int64)
    slot[distinct] = np.arange(len(distinct))
    near = products(table.vectors[distinct], table.vectors[pieces])
    near *= table.scale[distinct].astype(np.float64)[:, None] * table.scale[pieces].astype(np.float64)
    best = np.maximum.reduceat(near[slot[held]], offsets[:-1], axis=0)
    out[filled] = (np.maximum(best - NOISE, 0.0) * weights).sum(axis=1) / (weights.sum() * (1.0 - NOISE))
    return out
