"""Late interaction: each word piece of the question looks for the nearest piece of the text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strandline.recall.dense import products
from strandline.recall.index import View
from strandline.types.rows import PieceTable

UNRELATED = 0.3
"""Cosine of two word pieces that have nothing to do with each other; what is above it counts, scaled to 0..1."""


def piece_matches(
    view: View, rows: NDArray[np.int64], pieces: NDArray[np.uint16], table: PieceTable
) -> NDArray[np.float64]:
    """(len(rows), len(pieces)) the best match of each piece among those of each row; 0 for a row without any."""
    ends = view.piece_ends[rows]
    starts = np.where(rows > 0, view.piece_ends[rows - 1], 0)
    sizes = ends - starts
    out = np.zeros((len(rows), len(pieces)))
    filled = np.flatnonzero(sizes)
    if len(filled) and len(pieces):
        offsets = np.concatenate([[0], np.cumsum(sizes[filled])])
        flat = np.arange(offsets[-1]) + np.repeat(starts[filled] - offsets[:-1], sizes[filled])
        near = _nearness(view.pieces[flat], pieces.astype(np.int64), table)
        out[filled] = np.maximum.reduceat(near, offsets[:-1], axis=0)
    return out


def _nearness(held: NDArray[np.uint16], asked: NDArray[np.int64], table: PieceTable) -> NDArray[np.float64]:
    """(len(held), len(asked)) cosine of each pair above that of unrelated pieces, reckoned once a distinct piece."""
    slot = np.zeros(len(table.vectors), np.int64)
    slot[held] = 1
    distinct = np.flatnonzero(slot)
    slot[distinct] = np.arange(len(distinct))
    near = products(table.vectors[distinct], table.vectors[asked])
    near *= table.scale[distinct].astype(np.float64)[:, None] * table.scale[asked].astype(np.float64)
    near -= UNRELATED
    near /= 1.0 - UNRELATED
    np.clip(near, 0.0, 1.0, out=near)
    return near[slot[held]]
