"""The forward pass of a BERT encoder in numpy (Devlin et al. 2018): the last layer's outputs, and their mean."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.bert_weights import EPSILON, HEADS, HIDDEN, LAYERS, Array, BertWeights

_HEAD = HIDDEN // HEADS
_BLOCK = 64
"""Rows of the inner layer (1,536 numbers each) that go through the activation together, to stay in cache."""


class NumpyEncoder:
    """Sentences of one length to their outputs. Thread-safe: nothing is kept between calls."""

    def __init__(self, weights: BertWeights) -> None:
        self._arrays = weights.arrays

    def encode(self, ids: NDArray[np.int64]) -> Array:
        """(n, length) piece ids, [CLS] and [SEP] included, to (n, 384) float32 means, not normalised."""
        return self.encode_pieces(ids)[0]

    def encode_pieces(self, ids: NDArray[np.int64]) -> tuple[Array, Array]:
        """The means, and the outputs of the pieces that they are the means of: (n, length, 384) float32."""
        count, length = ids.shape
        x = self._arrays["words"][ids.ravel()].reshape(count, length, HIDDEN) + self._arrays["positions"][:length]
        x = self._norm(x.reshape(count * length, HIDDEN), "embeddings.norm")
        for layer in range(LAYERS):
            x = self._layer(x, f"layer.{layer}", count)
        outputs = x.reshape(count, length, HIDDEN)
        return outputs.mean(axis=1, dtype=np.float32), outputs

    def _layer(self, x: Array, name: str, count: int) -> Array:
        mixed = _attention(self._dense(x, f"{name}.qkv"), count)
        summed = self._dense(mixed, f"{name}.attention")
        summed += x
        middle = self._norm(summed, f"{name}.attention.norm")
        inner = self._dense(middle, f"{name}.inner")
        for start in range(0, len(inner), _BLOCK):
            _gelu(inner[start : start + _BLOCK])
        summed = self._dense(inner, f"{name}.outer")
        summed += middle
        return self._norm(summed, f"{name}.outer.norm")

    def _dense(self, x: Array, name: str) -> Array:
        product: Array = x @ self._arrays[f"{name}.weight"]
        product += self._arrays[f"{name}.bias"]
        return product

    def _norm(self, x: Array, name: str) -> Array:
        """Each row of ``x`` to mean 0 and variance 1, then scaled and shifted; ``x`` is overwritten."""
        x -= x.mean(axis=1, keepdims=True)
        variance = np.einsum("ij,ij->i", x, x)[:, None] / np.float32(HIDDEN)
        x /= np.sqrt(variance + np.float32(EPSILON))
        x *= self._arrays[f"{name}.weight"]
        x += self._arrays[f"{name}.bias"]
        return x


def _attention(qkv: Array, count: int) -> Array:
    """Scaled dot-product attention within each of ``count`` sentences; (rows, 3 * 384) to (rows, 384)."""
    rows = len(qkv)
    query, key, value = qkv.reshape(count, rows // count, 3, HEADS, _HEAD).transpose(2, 0, 3, 1, 4)
    scores = query @ key.transpose(0, 1, 3, 2)
    scores *= np.float32(1.0 / math.sqrt(_HEAD))
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    mixed: Array = (scores @ value).transpose(0, 2, 1, 3).reshape(rows, HIDDEN)
    return mixed


def _gelu(x: Array) -> None:
    """``x * (1 + erf(x / sqrt 2)) / 2`` in place.

    erf is Abramowitz and Stegun, Handbook of Mathematical Functions, formula 7.1.26, whose error is at most 1.5e-7:
    erf(u) = 1 - t (a1 + t (a2 + t (a3 + t (a4 + t a5)))) exp(-u²), t = 1 / (1 + p u), for u >= 0; erf is odd.
    """
    u = np.abs(x)
    u *= np.float32(math.sqrt(0.5))
    t = u * np.float32(0.3275911)
    t += np.float32(1.0)
    np.reciprocal(t, out=t)
    tail = t * np.float32(1.061405429)
    for coefficient in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail += np.float32(coefficient)
        tail *= t
    u *= u
    np.negative(u, out=u)
    np.exp(u, out=u)
    tail *= u
    # x/2 (1 + sign(x) (1 - tail)) = max(x, 0) - |x|/2 tail
    np.abs(x, out=u)
    u *= np.float32(0.5)
    u *= tail
    np.maximum(x, np.float32(0.0), out=x)
    x -= u
