"""Cosines of int8 vectors, exact on any processor: float32 adds the whole-number products of int8 without error."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_BLOCK = 4096
_EXACT_WIDTH = (1 << 24) // (127 * 127)
"""Up to this many products of two int8 sum exactly in float32, in any order."""


def quantize(vector: NDArray[np.float32]) -> tuple[NDArray[np.int8], float]:
    """One vector as int8 and the scale that gives it back; zeros and 0.0 for a vector of zeros, or not finite."""
    if not np.all(np.isfinite(vector)):
        return np.zeros(len(vector), np.int8), 0.0
    scale = float(np.max(np.abs(vector), initial=0.0)) / 127
    if scale <= 0.0:
        return np.zeros(len(vector), np.int8), 0.0
    return np.rint(vector / scale).astype(np.int8), scale


def products(rows: NDArray[np.int8], query: NDArray[np.int8]) -> NDArray[np.float64]:
    """(n,) or (n, q): whole-number products of each int8 row with the query, or with each row of (q, dim) queries."""
    kind = np.dtype(np.float32 if rows.shape[1] <= _EXACT_WIDTH else np.float64)
    right: NDArray[Any] = query.astype(kind).T
    out = np.empty((len(rows), *right.shape[1:]))
    for start in range(0, len(rows), _BLOCK):
        out[start : start + _BLOCK] = rows[start : start + _BLOCK].astype(kind) @ right
    return out


def cosines(vectors: NDArray[np.int8], scale: NDArray[np.float32], query: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n,) cosine of each row with a unit query, in [-1, 1] up to the rounding of int8; 0 for rows without a vector."""
    whole, factor = quantize(query)
    if factor == 0.0:
        return np.zeros(len(vectors))
    return products(vectors, whole) * (scale.astype(np.float64) * factor)
