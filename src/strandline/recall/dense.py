"""Cosines of int8 vectors, exact on any processor: float32 adds the whole-number products of int8 without error."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strandline.types.quantize import quantize

_BLOCK = 4096
_EXACT_WIDTH = (1 << 24) // (127 * 127)
"""Up to this many products of two int8 sum exactly in float32, in any order."""


def products(rows: NDArray[np.int8], query: NDArray[np.int8]) -> NDArray[np.float64]:
    """(n,) or (n, q): whole-number products of each int8 row with the query, or with each row of (q, dim) queries."""
    kind = np.dtype(np.float32 if rows.shape[1] <= _EXACT_WIDTH else np.float64)
    right: NDArray[Any] = query.astype(kind).T
    out = np.empty((len(rows), *right.shape[1:]))
    for start in range(0, len(rows), _BLOCK):
        out[start : start + _BLOCK] = rows[start : start + _BLOCK].astype(kind) @ right
    return out


def cosines(vectors: NDArray[np.int8], scale: NDArray[np.float32], query: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n,) cosine of each row with a unit query, in [-1, 1] up to the rounding of int8.

    It is 0 for rows without a vector, and for a query with numbers that are not finite.
    """
    if not np.all(np.isfinite(query)):
        return np.zeros(len(vectors))
    whole, factor = quantize(query.reshape(1, -1))
    return products(vectors, whole[0]) * (scale.astype(np.float64) * float(factor[0]))
