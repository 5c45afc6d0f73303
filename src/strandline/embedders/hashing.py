"""Words hashed into buckets: no model, any script; texts that share words are near."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.base import Kind, check_asked
from strandline.errors import InputError
from strandline.text import STOP_WORDS, passages, words
from strandline.types import EmbedderIdentity, Vectors

MEMO_WORDS = 32_768
"""Words kept with their buckets; when full the memo starts anew."""

_MEMO_LENGTH = 40
_SLICE = 8192
_STOP_WEIGHT = 0.1
_GRAM_WEIGHT = 0.5
_LARGEST = 65_536


class HashEmbedder:
    """Each word and each run of three characters in it adds or subtracts in one bucket (Weinberger et al. 2009).

    A word said n times counts 1 + ln n; stop words count a tenth. Words of scripts without spaces also match by single
    characters and pairs. Thread-safe and deterministic on every machine; knows nothing of meaning.
    """

    def __init__(self, dimensions: int = 256) -> None:
        """Raises `InputError` unless ``dimensions`` is a whole number between 1 and 65,536."""
        whole = isinstance(dimensions, int) and not isinstance(dimensions, bool)
        if not whole or not 1 <= dimensions <= _LARGEST:
            raise InputError(f"dimensions is {dimensions!r}; it must be a whole number between 1 and {_LARGEST}")
        self._identity = EmbedderIdentity(name="hash", version="1", dimensions=dimensions)
        self._memo: dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]] = {}

    @property
    def identity(self) -> EmbedderIdentity:
        """``hash`` 1, unit length, of the dimensions asked for."""
        return self._identity

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """(n, dimensions) float32 unit rows; a text without a letter or digit is zeros. Both kinds are alike."""
        check_asked(texts, kind)
        rows = np.zeros((len(texts), self._identity.dimensions), dtype=np.float64)
        for row, text in zip(rows, texts, strict=True):
            self._add(text, row, remember=kind == "document")
        norms = np.sqrt(np.square(rows).sum(axis=1, keepdims=True))
        np.divide(rows, norms, out=rows, where=norms > 0)
        return rows.astype(np.float32)

    def clear_caches(self) -> None:
        """Drop the words this embedder has seen."""
        self._memo.clear()

    def cached_words(self) -> tuple[str, ...]:
        """The words the memo holds now."""
        return tuple(self._memo)

    def _add(self, text: str, row: NDArray[np.float64], *, remember: bool) -> None:
        spans = passages(text, _SLICE)  # a huge text goes slice by slice, cut where words end
        counts = Counter(word for start, stop in spans for word in words(text[start:stop]))
        for word, count in counts.items():
            buckets, values = self._features(word, remember)
            np.add.at(row, buckets, values * (1.0 + math.log(count)))

    def _features(self, word: str, remember: bool) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        known = self._memo.get(word)
        if known is not None:
            return known
        weights = _weights(word)
        digests = [_digest(feature) for feature in weights]
        # The sign comes from another bit than the bucket, so features of one bucket cancel as often as they add.
        signs = np.array([1.0 if digest >> 63 else -1.0 for digest in digests])
        buckets = np.array([digest % self._identity.dimensions for digest in digests], dtype=np.int64)
        features = buckets, signs * np.array(list(weights.values()))
        if remember and len(word) <= _MEMO_LENGTH:
            if len(self._memo) >= MEMO_WORDS:
                self._memo.clear()
            self._memo[word] = features
        return features


def _weights(word: str) -> dict[str, float]:
    """The features of one word: itself, and its runs of characters. Their names cannot meet, words hold no spaces."""
    if word in STOP_WORDS:
        return {word: _STOP_WEIGHT}
    marked = f" {word} "
    sizes = (3,) if word.isascii() else (1, 2, 3)
    grams = {f" {marked[i : i + size]}" for size in sizes for i in range(len(marked) - size + 1)}
    return {word: 1.0} | dict.fromkeys(sorted(grams), _GRAM_WEIGHT)


def _digest(feature: str) -> int:
    return int.from_bytes(blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
