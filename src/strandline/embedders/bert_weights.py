"""The weights of all-MiniLM-L6-v2 as both backends want them: checked, named, matrices to multiply from the right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.model_file import Stored, opened, vocabulary

LAYERS = 6
HEADS = 12
HIDDEN = 384
EPSILON = 1e-12
"""Added to a variance before its root, as BERT does."""
PACKAGE = "strandline-minilm"
"""What the files of this model are installed with."""
WEIGHTS_SHA256 = "22b4ec98520e5f8c5ff4016c62a505c88db0b96b3b54bdb7d602971aa7cdcb59"

Array = NDArray[np.float32]

_DENSE = {
    "attention": "attention.output.dense",
    "attention.norm": "attention.output.LayerNorm",
    "inner": "intermediate.dense",
    "outer": "output.dense",
    "outer.norm": "output.LayerNorm",
}


@dataclass(frozen=True, kw_only=True)
class BertWeights:
    """All arrays by name, float32; the names are those of the inputs of the ONNX graph.

    ``words`` (pieces, 384), ``positions`` (512, 384), the token type added, ``embeddings.norm.weight`` and ``.bias``;
    for each layer i of 6: ``layer.i.qkv``, ``.attention``, ``.inner``, ``.outer`` as ``.weight`` (inputs, outputs) and
    ``.bias``, and ``layer.i.attention.norm``, ``layer.i.outer.norm``.
    """

    vocabulary: tuple[str, ...]
    arrays: Mapping[str, Array]


def load_bert_weights(path: Path, *, sha256: str | None = WEIGHTS_SHA256) -> BertWeights:
    """Read the weights; ``sha256=None`` leaves the digest of the file unchecked.

    Raises `ModelFileError` when the file is missing, damaged or of another kind.
    """
    with opened(path, sha256=sha256, what="weights of MiniLM-L6", package=PACKAGE) as stored:
        return BertWeights(vocabulary=vocabulary(stored), arrays=_named(stored))


def _named(stored: Stored) -> dict[str, Array]:
    tokens = _read(stored, "embeddings.token_type_embeddings.weight")
    arrays = {
        "words": _read(stored, "embeddings.word_embeddings.weight"),
        "positions": _read(stored, "embeddings.position_embeddings.weight") + tokens[0],
        "embeddings.norm.weight": _read(stored, "embeddings.LayerNorm.weight"),
        "embeddings.norm.bias": _read(stored, "embeddings.LayerNorm.bias"),
    }
    for layer in range(LAYERS):
        source, target = f"encoder.layer.{layer}", f"layer.{layer}"
        heads = [f"{source}.attention.self.{part}" for part in ("query", "key", "value")]
        weights = [_read(stored, f"{head}.weight") for head in heads]
        arrays[f"{target}.qkv.weight"] = np.ascontiguousarray(np.concatenate(weights).T)
        arrays[f"{target}.qkv.bias"] = np.concatenate([_read(stored, f"{head}.bias") for head in heads])
        for ours, theirs in _DENSE.items():
            weight = _read(stored, f"{source}.{theirs}.weight")
            arrays[f"{target}.{ours}.weight"] = np.ascontiguousarray(weight.T)
            arrays[f"{target}.{ours}.bias"] = _read(stored, f"{source}.{theirs}.bias")
    return arrays


def _read(stored: Stored, name: str) -> Array:
    """One array as float32; an int8 one stands for itself times the scale of each row."""
    array = stored[name].astype(np.float32)
    if f"{name}.s" in stored:
        array *= stored[f"{name}.s"].astype(np.float32)
    return array
