"""The default of the conversation memories: word vectors and a small network, made for short texts. numpy is enough.

A vector for every word piece, a weight for each, their sum, and one hidden layer on it, trained so that the result is
what all-MiniLM-L6-v2 gives for the whole text (``tools/make_sentence_model.py`` is the recipe). It knows that a nurse
has a job and a cello is an instrument far better than `StaticEmbedder`, which sums vectors of pieces that were read
alone, at about half its speed. English, uncased; the order of the words makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.base import Kind, check_asked
from strandline.embedders.model_file import opened
from strandline.embedders.static import StaticEmbedder
from strandline.errors import ModelFileError
from strandline.types import EmbedderIdentity, PieceTable, Vectors
from strandline.types.forks import ForkLock

MODEL_PATH = Path(__file__).parent / "data" / "sentence-256.npz"
MODEL_SHA256 = "8dace1641626fb5b2589332c06b71fb927526a1776296ddda97c08e66d694a01"
DIMENSIONS = 256
HIDDEN = 512


@dataclass(frozen=True, kw_only=True)
class SentenceModel:
    """The arrays of the file. Rows of ``vectors`` are those of the word pieces of `StaticEmbedder`."""

    vectors: NDArray[np.int8]
    """(pieces, dimensions)."""
    scale: NDArray[np.float32]
    """(pieces,): row i stands for ``vectors[i] * scale[i]``, its weight included."""
    straight: NDArray[np.float32]
    """(dimensions, dimensions): what goes past the hidden layer."""
    into: NDArray[np.float32]
    """(hidden, dimensions)."""
    bias: NDArray[np.float32]
    """(hidden,)."""
    out: NDArray[np.float32]
    """(dimensions, hidden)."""

    def sentence(self, pieces: NDArray[np.uint16]) -> Vectors:
        """(dimensions,) the vector of a text, of length 1; zeros for one without pieces."""
        summed = np.einsum("i,ij->j", self.scale.take(pieces), self.vectors.take(pieces, axis=0).astype(np.float32))
        if not (norm := float(np.sqrt(np.square(summed, dtype=np.float64).sum()))):
            return np.zeros(DIMENSIONS, np.float32)
        mean = (summed / np.float32(norm)).astype(np.float32)
        # One text at a time, not a batch: its bits must not depend on what else is embedded with it.
        found = self.straight @ mean + self.out @ np.maximum(self.into @ mean + self.bias, np.float32(0.0))
        length = np.sqrt(np.square(found, dtype=np.float64).sum())
        unit: Vectors = (found / length).astype(np.float32) if length > 0 else np.zeros(DIMENSIONS, np.float32)
        return unit


def load_sentence_model(path: Path = MODEL_PATH, *, sha256: str | None = MODEL_SHA256) -> SentenceModel:
    """Read a model file; ``sha256=None`` leaves its digest unchecked. Raises `ModelFileError`."""
    with opened(path, sha256=sha256, what="a sentence model", package="strandline") as stored:
        model = SentenceModel(
            vectors=stored["vectors"],
            scale=stored["scale"],
            straight=stored["straight"].astype(np.float32),
            into=stored["into"].astype(np.float32),
            bias=stored["bias"].astype(np.float32),
            out=stored["out"].astype(np.float32),
        )
    _check_shapes(model, path)
    return model


def _check_shapes(model: SentenceModel, path: Path) -> None:
    count = len(model.vectors)
    wanted: dict[str, tuple[NDArray[Any], tuple[int, ...]]] = {
        "vectors": (model.vectors, (count, DIMENSIONS)),
        "scale": (model.scale, (count,)),
        "straight": (model.straight, (DIMENSIONS, DIMENSIONS)),
        "into": (model.into, (HIDDEN, DIMENSIONS)),
        "bias": (model.bias, (HIDDEN,)),
        "out": (model.out, (DIMENSIONS, HIDDEN)),
    }
    for name, (array, shape) in wanted.items():
        if array.shape != shape:
            raise ModelFileError(f"{path}: {name} has shape {array.shape}, wanted {shape}")


_loading = ForkLock()


@cache
def _load_once() -> SentenceModel:
    return load_sentence_model()


class SentenceEmbedder:
    """256 dimensions, English, no dependencies. Thread-safe; loads at the first text, once a process.

    Equal texts give bit-equal vectors on one machine, alone or in any batch. Its word pieces, for late interaction, are
    those of `StaticEmbedder`.
    """

    def __init__(self) -> None:
        self._identity = EmbedderIdentity(name="sentence-minilm", version="1", dimensions=DIMENSIONS)
        self._pieces = StaticEmbedder()

    @property
    def identity(self) -> EmbedderIdentity:
        """``sentence-minilm`` 1, 256 dimensions, unit length."""
        return self._identity

    @property
    def piece_table(self) -> PieceTable:
        """The word pieces of `StaticEmbedder`."""
        return self._pieces.piece_table

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """(n, 256) float32 unit rows; a text without a known word is a row of zeros. Both kinds are embedded alike.

        Raises `ModelFileError` when a shipped file is missing or damaged.
        """
        check_asked(texts, kind)
        return self._embed([self._pieces.read(text, kind=kind) for text in texts])

    def pieces(self, text: str) -> NDArray[np.uint16]:
        """Ids of the word pieces in text order; unknown words are left out."""
        return self._pieces.pieces(text)

    def embed_with_pieces(self, texts: Sequence[str]) -> tuple[Vectors, list[NDArray[np.uint16]]]:
        """The vectors and the word pieces of each text, read once."""
        check_asked(texts)
        pieces = [self._pieces.read(text, kind="document") for text in texts]
        return self._embed(pieces), pieces

    def clear_caches(self) -> None:
        """Drop the words that any embedder of this process has seen."""
        self._pieces.clear_caches()

    def cached_words(self) -> tuple[str, ...]:
        """The words that are held now."""
        return self._pieces.cached_words()

    def _embed(self, pieces: Sequence[NDArray[np.uint16]]) -> Vectors:
        with _loading:
            model = _load_once()
        rows = np.zeros((len(pieces), DIMENSIONS), np.float32)
        for row, ids in zip(rows, pieces, strict=True):
            row[:] = model.sentence(ids)
        return rows
