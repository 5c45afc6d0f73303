"""What MiniLM makes of single words: outputs of the pieces that carry a text's subject, in 64 signed bytes each.

The projection is the 64 first principal components of such outputs (``tools/make_token_projection.py`` fits it); it
comes with the weights, in the package ``strandline-minilm``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.bert_weights import HIDDEN, PACKAGE, Array
from strandline.embedders.model_file import opened
from strandline.errors import ModelFileError
from strandline.text import STOP_WORDS
from strandline.types import TOKEN_LEVELS

TOKEN_DIMENSIONS = 64
"""Numbers kept of the 384 of an output. LoCoMo's evidence is found in 0.71 of the cases with them, in 0.72 with all."""
MAX_TOKENS = 32
"""Tokens kept of a passage: 2 kB. Turns of a chat have 15 in the mean, long answers 100 in every 1,200 characters.

On LongMemEval keeping the 32 rarest finds more than keeping all, or the first 32; on LoCoMo it loses nothing."""
PROJECTION_SHA256 = "375cabd9a90d2bae16373f128ea621d8ba42ccab68a7de47f9175b7ec9012a0b"

_ENDINGS = frozenset({"s", "t", "d", "m", "ll", "re", "ve", "don", "didn", "doesn", "isn", "wasn", "couldn", "wouldn"})
"""What the tokenizer leaves of "it's" and "didn't" beside the apostrophe, and of plurals of words it does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """From outputs of the model, (n, 384), to what is kept of them."""

    mean: Array
    """(384,): what all outputs have in common, taken off first."""
    axes: Array
    """(384, 64): orthonormal columns, the one along which outputs differ most first."""

    def __call__(self, outputs: Array) -> NDArray[np.int8]:
        """(n, 64) int8: row i stands for ``row / TOKEN_LEVELS``, of length 1 but for rounding."""
        rows = (outputs - self.mean) @ self.axes
        norms = np.sqrt(np.square(rows).sum(axis=1, keepdims=True))
        unit = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
        whole: NDArray[np.int8] = np.rint(unit * np.float32(TOKEN_LEVELS)).astype(np.int8)
        return whole


def load_projection(path: Path, *, sha256: str | None = PROJECTION_SHA256) -> Projection:
    """Read the projection; ``sha256=None`` leaves the digest of the file unchecked.

    Raises `ModelFileError` when the file is missing, damaged or of another kind.
    """
    with opened(path, sha256=sha256, what="a projection of tokens", package=PACKAGE) as stored:
        arrays: dict[str, Array] = {name: stored[name].astype(np.float32) for name in ("mean", "axes")}
    for name, shape in (("mean", (HIDDEN,)), ("axes", (HIDDEN, TOKEN_DIMENSIONS))):
        if arrays[name].shape != shape:
            raise ModelFileError(f"{path}: {name} is {arrays[name].shape}, wanted {shape}; install {PACKAGE} again")
    return Projection(mean=arrays["mean"], axes=arrays["axes"])


def content_pieces(vocabulary: Sequence[str]) -> NDArray[np.bool_]:
    """(pieces,) which word pieces carry a subject: no special one, no punctuation, no stop word, no mere ending."""
    return np.array([_carries(piece) for piece in vocabulary], np.bool_)


def _carries(piece: str) -> bool:
    special = len(piece) > 2 and piece[0] == "[" and piece[-1] == "]"
    bare = piece.removeprefix("##")
    return not special and any(map(str.isalnum, bare)) and piece not in STOP_WORDS and bare not in _ENDINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenReader:
    """Which pieces of a text have a token, and what is kept of it."""

    projection: Projection
    content: NDArray[np.bool_]
    """(pieces,): see `content_pieces`."""

    def places(self, ids: NDArray[np.uint16], *, every: bool) -> NDArray[np.int64]:
        """Where in a text the pieces stand that have a token, ascending: the content pieces.

        Of more than ``MAX_TOKENS`` the rarest are kept, of equal ones the first, unless ``every`` one is asked for. The
        vocabulary is sorted by frequency, so the rarest are those with the highest ids.
        """
        found = np.flatnonzero(self.content[ids])
        if every or len(found) <= MAX_TOKENS:
            return found
        rarest = np.lexsort((found, -ids[found].astype(np.int64)))[:MAX_TOKENS]
        return np.sort(found[rarest])
