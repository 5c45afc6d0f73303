"""Checks of what comes into a vector store: vectors, texts, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from strandline.errors import InputError
from strandline.types import Vectors
from strandline.types.checks import clean_text

_SMALL = 1e-140
"""Rows shorter than this, or longer than one by it, are brought near to 1 before they are squared."""


def unit_rows(matrix: NDArray[np.floating[Any]]) -> Vectors:
    """(n, dim) rows at length 1, in float32; rows of zeros stay."""
    wide = matrix.astype(np.float64)
    with np.errstate(over="ignore"):
        norms = np.sqrt(np.square(wide).sum(axis=1, keepdims=True))
    extreme = ~((norms > _SMALL) & (norms < 1.0 / _SMALL))[:, 0] & wide.any(axis=1)
    if extreme.any():  # their squares leave the range of a float
        wide[extreme] /= np.abs(wide[extreme]).max(axis=1, keepdims=True)
        norms[extreme] = np.sqrt(np.square(wide[extreme]).sum(axis=1, keepdims=True))
    units: Vectors = np.divide(wide, norms, out=np.zeros_like(wide), where=norms > 0).astype(np.float32)
    return units


def finite_rows(vectors: ArrayLike, *, wanted: tuple[int, int | None]) -> NDArray[np.floating[Any]]:
    """(n, dim) float32, or float64 where that was given. Raises InputError for all but finite real numbers."""
    shape = f"({wanted[0]}, {wanted[1] or 'dimensions'})"
    try:
        given = np.asarray(vectors)
    except (TypeError, ValueError, OverflowError) as exc:
        raise InputError(f"vectors must be numbers of shape {shape}: {exc}") from exc
    if given.size == 0 and wanted[0] == 0:
        return np.zeros((0, wanted[1] or 0), np.float32)
    if given.dtype.kind not in "biuf":
        raise InputError(f"vectors must be real numbers of shape {shape}, got an array of {given.dtype}")
    if given.ndim != 2 or not given.shape[1]:
        raise InputError(f"vectors have shape {given.shape}, wanted {shape}")
    with np.errstate(over="ignore"):
        matrix: NDArray[np.floating[Any]] = given.astype(
            np.float32 if given.dtype.itemsize <= 4 else np.float64, copy=False
        )
    if not np.isfinite(matrix).all():
        raise InputError("a vector has NaN or infinity in it, which is near to nothing; embed its text again")
    return matrix


def as_list(values: Any, name: str) -> list[Any]:
    """The values of a list, tuple or other collection. Raises InputError for one str, bytes or dict."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise InputError(f"{name} must be a list, got one {type(values).__name__}; write [value]")
    return list(values)


def plain_text(text: object) -> str:
    """A plain str; a member of a str enum is its value. Raises InputError or TextError."""
    if not isinstance(text, str):
        raise InputError(f"a text must be a str, got {type(text).__name__}")
    return str.__str__(clean_text(text, field="text"))
