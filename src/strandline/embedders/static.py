"""The default embedder: one fixed vector a word piece, summed. No model runs; numpy is all it needs.

The vectors are all-MiniLM-L6-v2's outputs for every word piece alone, reduced to 256 dimensions, with SIF weights
(Arora, Liang, Ma 2017) so that common pieces count less; ``tools/make_static_model.py`` is the
recipe. English, uncased.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.base import Kind, check_asked
from strandline.embedders.model_file import opened, vocabulary
from strandline.embedders.wordpiece import WordPiece
from strandline.errors import ModelFileError
from strandline.types import EmbedderIdentity, PieceTable, Vectors
from strandline.types.forks import ForkLock

MODEL_PATH = Path(__file__).parent / "data" / "static-minilm-256.npz"
MODEL_SHA256 = "23576f16d87ad3cea59043786b36ea4e40982c2b278424bf13a5ddda11a82325"
DIMENSIONS = 256

_WEIGHT_LEVELS = 2**22
"""The largest piece weight as an integer. Products and sums stay below 2**53 for texts of up to 16 million pieces, so
float64 adds them exactly: the order of the additions, the batch and the machine make no difference."""
_CHUNK = 4096
"""Pieces summed at a time: 8 MB of float64."""


@dataclass(frozen=True, kw_only=True)
class StaticModel:
    """The word pieces and their vectors, as they are in the file."""

    vocabulary: tuple[str, ...]
    vectors: NDArray[np.int8]
    """(pieces, dimensions)."""
    scale: NDArray[np.float32]
    """(pieces,): row i stands for ``vectors[i] * scale[i]``."""
    weight: NDArray[np.float32]
    """(pieces,): what a piece counts for in a sentence, in [0, 1]; 0 for special pieces."""

    @cached_property
    def factors(self) -> NDArray[np.float64]:
        """(pieces,) whole numbers proportional to ``scale * weight``."""
        product = self.scale.astype(np.float64) * self.weight
        factors: NDArray[np.float64] = np.rint(product * (_WEIGHT_LEVELS / np.max(product)))
        return factors

    @cached_property
    def table(self) -> PieceTable:
        """The same vectors with the scale that makes each of them one long."""
        starts = range(0, len(self.vectors), _CHUNK)
        squares = [np.square(self.vectors[i : i + _CHUNK], dtype=np.int32).sum(axis=1) for i in starts]
        norms = np.sqrt(np.concatenate(squares))
        unit = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
        return PieceTable(vectors=self.vectors, scale=unit.astype(np.float32))

    @cached_property
    def words(self) -> WordPiece:
        """The tokenizer of this vocabulary; unknown words give no piece."""
        return WordPiece(self.vocabulary, unknown=None)


def load_static_model(path: Path = MODEL_PATH, *, sha256: str | None = MODEL_SHA256) -> StaticModel:
    """Read a model file; ``sha256=None`` leaves its digest unchecked.

    Raises `ModelFileError` when the file is missing, is not the one expected, or does not hold one int8 row, one scale
    and one weight a word piece.
    """
    with opened(path, sha256=sha256, what="a static model", package="strandline") as stored:
        model = StaticModel(
            vocabulary=vocabulary(stored),
            vectors=stored["emb"],
            scale=stored["scale"].reshape(-1),
            weight=stored["weight"],
        )
    _check_shapes(model, path)
    return model


def _check_shapes(model: StaticModel, path: Path) -> None:
    count = len(model.vocabulary)
    wanted: dict[str, tuple[NDArray[Any], tuple[int, ...], type]] = {
        "emb": (model.vectors, (count, DIMENSIONS), np.int8),
        "scale": (model.scale, (count,), np.float32),
        "weight": (model.weight, (count,), np.float32),
    }
    for name, (array, shape, dtype) in wanted.items():
        if array.shape != shape or array.dtype != dtype:
            got = f"{array.shape} {array.dtype}"
            raise ModelFileError(f"{path}: {name} is {got}, wanted {shape} {np.dtype(dtype)} for {count} word pieces")


_loading = ForkLock()


@cache
def _load_once() -> StaticModel:
    return load_static_model()


def _shared_model() -> StaticModel:
    """The shipped model, read by the first caller and shared by all of the process."""
    with _loading:
        return _load_once()


class StaticEmbedder:
    """The default: 256 dimensions, English, no dependencies. Thread-safe; loads at the first text, once a process.

    Equal texts give bit-equal vectors, alone or in any batch. A text is read to its end, whatever its length.
    """

    def __init__(self) -> None:
        self._identity = EmbedderIdentity(name="static-minilm", version="1", dimensions=DIMENSIONS)

    @property
    def identity(self) -> EmbedderIdentity:
        """``static-minilm`` 1, 256 dimensions, unit length."""
        return self._identity

    @property
    def piece_table(self) -> PieceTable:
        """All 30,522 word pieces as unit vectors (special ones have vectors too, but are never among ``pieces``)."""
        return self._model.table

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """(n, 256) float32 unit rows; a text without a known word is a row of zeros. Both kinds are embedded alike.

        Raises `ModelFileError` when the shipped file is missing or damaged.
        """
        check_asked(texts, kind)
        return self._embed(texts, remember=kind == "document")[0]

    def pieces(self, text: str) -> NDArray[np.uint16]:
        """Ids of the word pieces in text order; unknown words are left out."""
        return self._model.words.encode(text, remember=False)

    def read(self, text: str, *, kind: Kind) -> NDArray[np.uint16]:
        """``pieces`` of a document or a query; only words of documents are remembered."""
        return self._model.words.encode(text, remember=kind == "document")

    def embed_with_pieces(self, texts: Sequence[str]) -> tuple[Vectors, list[NDArray[np.uint16]]]:
        """The vectors and the word pieces of each text, read once."""
        check_asked(texts)
        return self._embed(texts, remember=True)

    def _embed(self, texts: Sequence[str], *, remember: bool) -> tuple[Vectors, list[NDArray[np.uint16]]]:
        model = self._model
        pieces = [model.words.encode(text, remember=remember) for text in texts]
        sums = np.zeros((len(pieces), DIMENSIONS), dtype=np.float64)
        for row, ids in zip(sums, pieces, strict=True):
            for start in range(0, len(ids), _CHUNK):
                part = ids[start : start + _CHUNK]
                # einsum, not BLAS: the latter would wake its threads for a few microseconds of work.
                vectors = model.vectors.take(part, axis=0).astype(np.float64)
                row += np.einsum("i,ij->j", model.factors.take(part), vectors)
        norms = np.sqrt(np.square(sums).sum(axis=1, keepdims=True))
        np.divide(sums, norms, out=sums, where=norms > 0)
        return sums.astype(np.float32), pieces

    def clear_caches(self) -> None:
        """Drop the words that any embedder of this process has seen."""
        if _load_once.cache_info().currsize:  # else nothing was embedded yet, and nothing needs to be loaded for this
            self._model.words.clear()

    def cached_words(self) -> tuple[str, ...]:
        """The words that are held now."""
        return self._model.words.cached_words()

    @property
    def _model(self) -> StaticModel:
        return _shared_model()
