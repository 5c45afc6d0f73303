"""Vectors as they are stored: one signed byte a number and one scale a row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strandline.types.rows import Vectors

_LEVELS = np.float32(127.0)


def quantize(vectors: Vectors) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Round each row of an (n, dim) float32 array to int8, symmetric around zero.

    Returns ``(codes, scale)``: (n, dim) int8 in [-127, 127] and (n,) float32 with ``scale = max|row| / 127``, so that
    row i stands for ``codes[i] * scale[i]`` within half a scale in each number. A row of zeros gets scale 0.
    Each row depends on its own numbers alone, so the bytes do not depend on what else is in the batch.
    """
    rows = np.asarray(vectors, dtype=np.float32)
    largest = np.abs(rows).max(axis=1, initial=np.float32(0.0)) / _LEVELS
    # The divisor of a row whose largest number is next to nothing would underflow to 0: such a row is zeros too.
    scale = np.where(largest > np.finfo(np.float32).tiny, largest, np.float32(0.0)).astype(np.float32)
    divisor = np.where(scale > 0, scale, np.float32(1.0))
    codes = np.rint(rows / divisor[:, None])
    codes[scale == 0] = 0
    return np.clip(codes, -_LEVELS, _LEVELS).astype(np.int8), scale
