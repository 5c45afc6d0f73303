"""Checks of what comes into a vector store: vectors, texts, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from strandline.errors import InputError
from strandline.types import Vectors
from strandline.types.checks import clean_text


def unit_rows(matrix: Vectors) -> Vectors:
    """(n, dim) rows at length 1, in float32; rows of zeros stay."""
    wide = matrix.astype(np.float64)
    norms = np.sqrt(np.square(wide).sum(axis=1, keepdims=True))
    units: Vectors = np.divide(wide, norms, out=np.zeros_like(wide), where=norms > 0).astype(np.float32)
    return units


def finite_rows(vectors: ArrayLike, *, wanted: tuple[int, int | None]) -> Vectors:
    """(n, dim) float32. Raises InputError for anything that is not rows of finite numbers."""
    shape = f"({wanted[0]}, {wanted[1] or 'dimensions'})"
    try:
        with np.errstate(over="ignore"):
            matrix = np.asarray(vectors, dtype=np.float32)
    except (TypeError, ValueError) as exc:
        raise InputError(f"vectors must be numbers of shape {shape}: {exc}") from exc
    if matrix.size == 0 and wanted[0] == 0:
        return np.zeros((0, wanted[1] or 0), np.float32)
    if matrix.ndim != 2 or not matrix.shape[1]:
        raise InputError(f"vectors have shape {matrix.shape}, wanted {shape}")
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
