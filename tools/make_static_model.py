#!/usr/bin/env python3
"""Make the vectors of the default embedder (``static-minilm-256.npz``) from the weights in strandline-minilm.

    make_static_model.py OUT.npz [--compare SHIPPED.npz]

1. Every word piece goes alone through MiniLM, [CLS] piece [SEP]; its vector is the mean of the three outputs.
2. Principal components of all vectors but those of special pieces: 384 to 256 dimensions.
3. A weight for each piece, a / (a + p) with a = 1e-3 (SIF; Arora, Liang, Ma 2017), where p falls as 1 / rank (Zipf) and
   the rank is the place in the vocabulary, which is sorted by frequency; 0 for special pieces.
4. int8 with one scale a row.

Needs numpy and strandline-minilm, half a minute, and gives the same bytes on the same machine; another BLAS rounds
differently. ``--compare`` says how near the result is to another file. A rotation of all vectors changes no cosine, and
components of nearly equal variance turn into each other at the slightest change, so it reports the pieces' cosines
after fixing the signs of the components alone, and after the best rotation.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

import numpy as np
import strandline_minilm

from strandline.embedders.bert_numpy import NumpyEncoder
from strandline.embedders.bert_weights import BertWeights, load_bert_weights
from strandline.embedders.static import DIMENSIONS, StaticModel, load_static_model
from strandline.types import quantize

SIF = 1e-3
BATCH = 512


def piece_outputs(weights: BertWeights) -> np.ndarray:
    """(pieces, 384) float64: the mean output for each piece alone."""
    first, last = weights.vocabulary.index("[CLS]"), weights.vocabulary.index("[SEP]")
    ids = np.arange(len(weights.vocabulary))
    sentences = np.stack([np.full_like(ids, first), ids, np.full_like(ids, last)], axis=1)
    encoder = NumpyEncoder(weights)
    parts = [encoder.encode(sentences[start : start + BATCH]) for start in range(0, len(ids), BATCH)]
    return np.concatenate(parts).astype(np.float64)


def principal(rows: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """(pieces, 256): the kept rows along their principal components, the others zero.

    A component's sign means nothing; its largest number is made positive, so that two runs agree.
    """
    centred = rows[keep] - rows[keep].mean(axis=0)
    _, vectors = np.linalg.eigh(centred.T @ centred)
    axes = vectors[:, ::-1][:, :DIMENSIONS]
    axes = axes * np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(DIMENSIONS)])
    reduced = np.zeros((len(rows), DIMENSIONS))
    reduced[keep] = centred @ axes
    return reduced


def sif_weights(keep: np.ndarray) -> np.ndarray:
    """(pieces,) in [0, 1]: the weight of each piece by its rank among the kept ones."""
    ranks = np.cumsum(keep)
    frequency = np.where(keep, 1.0 / np.maximum(ranks, 1), 0.0)
    frequency /= frequency.sum()
    return np.where(keep, SIF / (SIF + frequency), 0.0).astype(np.float32)


def make(weights: BertWeights) -> StaticModel:
    special = [len(piece) > 2 and piece[0] == "[" and piece[-1] == "]" for piece in weights.vocabulary]
    keep = ~np.array(special)
    vectors, scale = quantize(principal(piece_outputs(weights), keep).astype(np.float32))
    return StaticModel(vocabulary=weights.vocabulary, vectors=vectors, scale=scale, weight=sif_weights(keep))


def save(model: StaticModel, path: Path) -> None:
    vocabulary = np.frombuffer("".join(f"{piece}\n" for piece in model.vocabulary).encode(), np.uint8)
    np.savez(path, emb=model.vectors, scale=model.scale, weight=model.weight, vocab=vocabulary)


def compare(model: StaticModel, other: StaticModel) -> str:
    """How far two models agree, by the cosine of the two vectors of each piece."""
    ours, theirs = (m.vectors * m.scale[:, None].astype(np.float64) for m in (model, other))
    keep = (model.weight > 0) & (other.weight > 0)
    first, second = (rows[keep] / np.linalg.norm(rows[keep], axis=1, keepdims=True) for rows in (ours, theirs))
    left, _, right = np.linalg.svd(first.T @ second)
    turns = {"signs fixed": np.diag(np.sign((first * second).sum(axis=0))), "best rotation": left @ right}
    lines = [f"{keep.sum()} pieces; same vocabulary: {model.vocabulary == other.vocabulary}"]
    lines.append(f"largest difference of a weight: {np.abs(model.weight - other.weight).max():.2g}")
    for name, turn in turns.items():
        cosines = np.einsum("ij,ij->i", first @ turn, second)
        lines.append(f"cosine, {name}: mean {cosines.mean():.4f}, min {cosines.min():.4f}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the vectors of the default embedder.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--compare", type=Path, help="a file made before")
    arguments = parser.parse_args()
    model = make(load_bert_weights(strandline_minilm.weights_path()))
    save(model, arguments.out)
    print(arguments.out, "sha256", hashlib.sha256(arguments.out.read_bytes()).hexdigest())
    if arguments.compare:
        print(compare(model, load_static_model(arguments.compare, sha256=None)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
