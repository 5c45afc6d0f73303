"""Late interaction: each word of the question looks for the nearest word of the text.

Words are compared by the fixed vectors of their pieces (``piece_matches``), or by what a model makes of them where they
stand (``token_matches``). Both give a matrix, a row of the view by a word of the question; `Query.weighed` says what
each of its columns counts for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strandline.recall.dense import products
from strandline.recall.index import View
from strandline.types import TOKEN_LEVELS, PieceTable, Tokens

MAX_PIECES = 48
"""Words of a question that are looked at, the first ones; of equal pieces the first."""
UNRELATED = 0.3
"""Cosine of two word pieces that have nothing to do with each other; what is above it counts, scaled to 0..1."""
UNRELATED_TOKENS = 0.3
"""The same of two words as the model sees them in their texts."""
_ROWS = 4096
"""Rows whose tokens are compared at a time: some 10 MB of cosines."""

Matches = NDArray[np.float64]
"""(rows, q): how near the nearest word of each row comes to each word of the question, in [0, 1], 1 is the same."""


def piece_matches(view: View, rows: NDArray[np.int64], pieces: NDArray[np.uint16], table: PieceTable) -> Matches:
    """(len(rows), len(pieces)) the best match of each piece among those of each row; 0 for a row without any."""
    out = np.zeros((len(rows), len(pieces)))
    filled, flat, offsets = _spans(view.piece_ends, rows)
    if len(filled) and len(pieces):
        near = _nearness(view.pieces[flat], pieces.astype(np.int64), table)
        out[filled] = np.maximum.reduceat(near, offsets, axis=0)
    return out


def token_matches(view: View, rows: NDArray[np.int64], tokens: Tokens) -> Matches:
    """(len(rows), q) the best match of each of the question's tokens, at most ``MAX_PIECES``, among those of each row.

    It is 0 for a row without tokens. Exact on any processor: sums of whole numbers, scaled once.
    """
    asked = tokens.vectors[:MAX_PIECES]
    out = np.zeros((len(rows), len(asked)))
    for start in range(0, len(rows) if len(asked) else 0, _ROWS):
        filled, flat, offsets = _spans(view.token_ends, rows[start : start + _ROWS])
        if len(filled):
            best = np.maximum.reduceat(products(view.tokens[flat], asked), offsets, axis=0)
            out[start + filled] = _above(best / TOKEN_LEVELS**2, UNRELATED_TOKENS)
    return out


def _spans(
    all_ends: NDArray[np.int64], rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Which of the rows have any words, where those stand, one after another, and where each row's begin among them."""
    ends = all_ends[rows]
    starts = np.where(rows > 0, all_ends[rows - 1], 0)
    sizes = ends - starts
    filled = np.flatnonzero(sizes)
    offsets = np.concatenate([[0], np.cumsum(sizes[filled])])
    flat = np.arange(offsets[-1]) + np.repeat(starts[filled] - offsets[:-1], sizes[filled])
    return filled, flat, offsets[:-1]


def _nearness(held: NDArray[np.uint16], asked: NDArray[np.int64], table: PieceTable) -> Matches:
    """(len(held), len(asked)) cosine of each pair above that of unrelated pieces, reckoned once a distinct piece."""
    slot = np.zeros(len(table.vectors), np.int64)
    slot[held] = 1
    found = np.flatnonzero(slot)
    slot[found] = np.arange(len(found))
    near = products(table.vectors[found], table.vectors[asked])
    near *= table.scale[found].astype(np.float64)[:, None] * table.scale[asked].astype(np.float64)
    return _above(near, UNRELATED)[slot[held]]


def _above(near: Matches, unrelated: float) -> Matches:
    """Cosines as far as they are above that of unrelated words, scaled to 0..1; ``near`` is overwritten."""
    near -= unrelated
    near /= 1.0 - unrelated
    return np.asarray(np.clip(near, 0.0, 1.0, out=near), np.float64)
