#!/usr/bin/env python3
"""Train the default embedder of the conversation memories (``sentence-256.npz``): all-MiniLM-L6-v2, distilled.

    make_sentence_model.py --data PACKS --out OUT.npz [--epochs 8] [--lessons 8]

1. The teacher, all-MiniLM-L6-v2 of strandline-minilm, embeds every text (``sentence_model.texts``); its 384 dimensions
   are reduced to their 256 principal ones.
2. The student sums a vector a word piece (those of `StaticEmbedder` to begin with), each with a weight of its own, and
   sends the sum of length 1 through one hidden layer of 512 units, beside a straight line.
3. Its loss is one minus the cosine to the teacher, and four times the squared error of the cosines within a batch, so
   that it learns how near two texts are. Adam, one cycle.
4. Then it learns from ``training/probes/learned.jsonl`` which statement answers which question: cross-entropy over all
   statements of twenty users at a time, both ways round, beside the loss of 3, so that it forgets nothing.
5. Vectors are rounded to int8 with a scale a row, the layers to float16.

Needs torch beside Strandline and strandline-minilm, and some twenty minutes on two cores. Not byte for byte the same
twice: sums of floats in threads are not.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from sentence_model.texts import texts
from strandline.embedders import MiniLMEmbedder, StaticEmbedder
from strandline.embedders.sentence import DIMENSIONS, HIDDEN
from strandline.embedders.static import load_static_model
from strandline.memories.relevance import Probe, probes

BATCH = 2048
NEAR = 1024
"""Texts of a batch whose cosines with each other are learned."""
LEARNED = Path(__file__).resolve().parents[1] / "training" / "probes" / "learned.jsonl"
USERS = 20
"""Probes whose statements are told apart at a time."""
TEMPERATURE = 0.05
SHARE = 0.05
"""What the loss of the lessons counts for."""


class Student(torch.nn.Module):
    """What `strandline.embedders.sentence` computes, with weights that learn."""

    def __init__(self, vectors: np.ndarray, weights: np.ndarray) -> None:
        super().__init__()
        self.vectors = torch.nn.Parameter(torch.tensor(vectors))
        self.weights = torch.nn.Parameter(torch.tensor(weights / weights.max()).clamp_min(1e-3).log())
        self.straight = torch.nn.Linear(DIMENSIONS, DIMENSIONS, bias=False)
        self.into = torch.nn.Linear(DIMENSIONS, HIDDEN)
        self.out = torch.nn.Linear(HIDDEN, DIMENSIONS, bias=False)
        torch.nn.init.eye_(self.straight.weight)
        torch.nn.init.zeros_(self.out.weight)

    def forward(self, pieces: torch.Tensor, starts: torch.Tensor) -> torch.Tensor:
        """Unit rows for the texts whose pieces begin at ``starts``."""
        weights = self.weights[pieces].exp()
        summed = functional.embedding_bag(pieces, self.vectors, starts, per_sample_weights=weights, mode="sum")
        mean = functional.normalize(summed)
        return functional.normalize(self.straight(mean) + self.out(torch.relu(self.into(mean))))


def main() -> int:
    """Train and write the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the packs")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--lessons", type=int, default=8, help="how often the probes are learned from")
    given = parser.parse_args()
    torch.manual_seed(0)
    model = load_static_model()
    pieces, wanted = prepared(texts(given.data, model.vocabulary))
    vectors = model.table.vectors.astype(np.float32) * model.table.scale[:, None]
    student = Student(vectors, model.factors.astype(np.float32))
    train(student, pieces, wanted, given.epochs)
    teach(student, probes(LEARNED), (pieces, wanted), given.lessons)
    write(student, given.out)
    print(hashlib.sha256(given.out.read_bytes()).hexdigest())
    return 0


def prepared(found: list[str]) -> tuple[list[np.ndarray], torch.Tensor]:
    """The word pieces of each text that has any, and what the teacher makes of it."""
    static, teacher = StaticEmbedder(), MiniLMEmbedder()
    pieces = [static.pieces(text).astype(np.int64) for text in found]
    kept = [place for place, ids in enumerate(pieces) if len(ids)]
    rows = np.concatenate([teacher.embed([found[i] for i in kept[at : at + 128]]) for at in range(0, len(kept), 128)])
    _, axes = np.linalg.eigh(rows.T.astype(np.float64) @ rows)
    reduced = rows @ axes[:, ::-1][:, :DIMENSIONS]
    return [pieces[i] for i in kept], functional.normalize(torch.tensor(reduced, dtype=torch.float32))


def train(student: Student, pieces: list[np.ndarray], wanted: torch.Tensor, epochs: int) -> None:
    """One cycle of Adam over all texts."""
    layers = [*student.straight.parameters(), *student.into.parameters(), *student.out.parameters()]
    rates = {3e-3: [student.vectors], 1e-2: [student.weights], 1.5e-3: layers}
    optimizer = torch.optim.Adam([{"params": one, "lr": rate} for rate, one in rates.items()])
    steps = epochs * (len(pieces) // BATCH) + 1
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, list(rates), total_steps=steps)
    for epoch in range(epochs):
        order = torch.randperm(len(pieces))
        for at in range(0, len(order) - BATCH, BATCH):
            chosen = order[at : at + BATCH]
            loss = distilled(student, pieces, wanted, chosen)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        print(f"epoch {epoch + 1}: {loss.item():.4f}", file=sys.stderr)


def distilled(student: Student, pieces: list[np.ndarray], wanted: torch.Tensor, chosen: torch.Tensor) -> torch.Tensor:
    """How far the student is from the teacher on some of the texts."""
    found, right = student(*_joined([pieces[i] for i in chosen.tolist()])), wanted[chosen]
    near = (found[:NEAR] @ found[:NEAR].T - right[:NEAR] @ right[:NEAR].T).square().mean()
    return (1 - (found * right).sum(1)).mean() + 4 * near


def teach(student: Student, lessons: list[Probe], texts: tuple[list[np.ndarray], torch.Tensor], times: int) -> None:
    """Learn which statement answers which question. Unrelated questions are answers to nothing."""
    read = StaticEmbedder().pieces
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-3)
    rng = np.random.default_rng(0)
    for time in range(times):
        order = rng.permutation(len(lessons))
        for at in range(0, len(order), USERS):
            group = [lessons[i] for i in order[at : at + USERS]]
            starts = np.cumsum([0, *(len(one.facts) for one in group)])
            asked = [(text, starts[i] + place) for i, one in enumerate(group) for text, place in one.questions]
            others = [text for one in group for text in one.unrelated]
            facts = student(*_joined([read(fact).astype(np.int64) for one in group for fact in one.facts]))
            questions = student(*_joined([read(text).astype(np.int64) for text in [*(t for t, _ in asked), *others]]))
            near, right = questions @ facts.T / TEMPERATURE, torch.tensor([place for _, place in asked])
            answers = functional.cross_entropy(near[: len(asked)], right)
            asking = functional.cross_entropy(near.T[right], torch.arange(len(asked)))
            chosen = torch.randint(0, len(texts[0]), (BATCH,))
            loss = SHARE * (answers + 0.5 * asking) + distilled(student, *texts, chosen)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"lesson {time + 1}: {answers.item():.4f}", file=sys.stderr)


def _joined(pieces: list[np.ndarray]) -> tuple[torch.Tensor, torch.Tensor]:
    sizes = np.array([len(ids) for ids in pieces])
    return torch.tensor(np.concatenate(pieces)), torch.tensor(np.cumsum(sizes) - sizes)


def write(student: Student, path: Path) -> None:
    """The weights as they are shipped."""
    with torch.no_grad():
        rows = (student.vectors * student.weights.exp()[:, None]).numpy()
        layers = {
            "straight": student.straight.weight,
            "into": student.into.weight,
            "bias": student.into.bias,
            "out": student.out.weight,
        }
        scale = np.maximum(np.abs(rows).max(axis=1) / 127, 1e-12).astype(np.float32)
        np.savez_compressed(
            path,
            vectors=np.rint(rows / scale[:, None]).astype(np.int8),
            scale=scale,
            **{name: layer.numpy().astype(np.float16) for name, layer in layers.items()},
        )


if __name__ == "__main__":
    sys.exit(main())
