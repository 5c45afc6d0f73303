#!/usr/bin/env python3
"""Fit the projection of MiniLM's token outputs from 384 to 64 numbers (``token-projection.npz`` of strandline-minilm).

    make_token_projection.py OUT.npz PACK.jsonl.xz [PACK.jsonl.xz ...] [--passages 1500] [--seed 7]

1. From each pack so many passages, chosen at random; as many from each, so that no kind of talk decides alone.
2. The model's outputs of the word pieces that carry a subject, as they are stored later.
3. Their mean is taken off, each is made one long, and the first 64 principal components are the projection.

A record of the command, the seed, the packs' digests and how much the components keep is written beside the file.
The packs must be such that what is learnt from them may be shipped: LongMemEval (MIT) and RealMem (Apache-2.0) are,
LoCoMo (CC BY-NC 4.0) is not. Needs numpy and strandline-minilm, some five minutes, and gives the same bytes on the same
machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import strandline_minilm

from strandline.bench.data import load
from strandline.embedders.bert_numpy import NumpyEncoder
from strandline.embedders.bert_tokens import TOKEN_DIMENSIONS, content_pieces
from strandline.embedders.bert_weights import HIDDEN, BertWeights, load_bert_weights
from strandline.embedders.minilm import WINDOW
from strandline.embedders.wordpiece import WordPiece
from strandline.text import document, passages

FORBIDDEN = ("locomo",)


def sample(pack: Path, count: int, rng: np.random.Generator) -> list[str]:
    """``count`` different passages of a pack, in its order."""
    turns = (turn for conversation in load(pack) for turn in conversation.turns)
    texts = list(dict.fromkeys(document(t.text[a:b], t.name) for t in turns for a, b in passages(t.text)))
    chosen = np.sort(rng.choice(len(texts), min(count, len(texts)), replace=False))
    return [texts[place] for place in chosen]


def moments(texts: Sequence[str], weights: BertWeights) -> tuple[int, np.ndarray, list[np.ndarray]]:
    """How many outputs there are, their mean, and the outputs, a part a text, in float32."""
    words, content = WordPiece(weights.vocabulary), content_pieces(weights.vocabulary)
    first, last = weights.vocabulary.index("[CLS]"), weights.vocabulary.index("[SEP]")
    encoder = NumpyEncoder(weights)
    parts = []
    for text in texts:
        ids = words.encode(text)[: WINDOW - 2].astype(np.int64)
        outputs = encoder.encode_pieces(np.array([[first, *ids, last]]))[1][0, 1:-1]
        parts.append(outputs[content[ids]])
    count = sum(map(len, parts))
    return count, sum(part.sum(axis=0, dtype=np.float64) for part in parts) / count, parts


def principal(mean: np.ndarray, parts: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """(384, 64) axes, and the share of the variance that each of the 384 components has, the largest first.

    An axis' sign means nothing; its largest number is made positive, so that two runs agree.
    """
    scatter = np.zeros((HIDDEN, HIDDEN))
    for part in parts:
        rows = part - mean
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        scatter += rows.T @ rows
    values, vectors = np.linalg.eigh(scatter)
    axes = vectors[:, ::-1][:, :TOKEN_DIMENSIONS]
    axes = axes * np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(TOKEN_DIMENSIONS)])
    return axes, values[::-1] / values.sum()


def main() -> int:
    parser = argparse.ArgumentParser(description="Fit the projection of MiniLM's token outputs.")
    parser.add_argument("out", type=Path)
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--passages", type=int, default=1500, help="how many to take from each pack")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    if bad := [pack.name for pack in given.packs if pack.name.startswith(FORBIDDEN)]:
        parser.error(f"the licence of {bad[0]} does not let what is learnt from it be shipped")
    rng = np.random.default_rng(given.seed)
    texts = [text for pack in given.packs for text in sample(pack, given.passages, rng)]
    count, mean, parts = moments(texts, load_bert_weights(strandline_minilm.weights_path()))
    axes, shares = principal(mean, parts)
    np.savez_compressed(given.out, mean=mean.astype(np.float16), axes=axes.astype(np.float16))
    record: dict[str, Any] = {
        "command": f"make_token_projection.py {given.out.name} {' '.join(pack.name for pack in given.packs)} "
        f"--passages {given.passages} --seed {given.seed}",
        "data": {pack.name: hashlib.sha256(pack.read_bytes()).hexdigest() for pack in given.packs},
        "numpy": np.__version__,
        "passages": len(texts),
        "outputs": count,
        "variance_kept": round(float(shares[:TOKEN_DIMENSIONS].sum()), 4),
        "sha256": hashlib.sha256(given.out.read_bytes()).hexdigest(),
    }
    given.out.with_suffix(".json").write_text(json.dumps(record, indent=2) + "\n")
    print(json.dumps(record, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
