"""How likely a remembered text answers a query, and below what that is too little: measured for each embedder.

A score is a logistic function of the cosine and of a few things that are seen in the words (``pairs.FEATURES``). Its
weights, and the threshold, are fitted on probes that ship with the library: statements of a user, questions that one of
them answers in other words, and questions that none does (``data/probes.jsonl``). For the embedders that come with
Strandline the result is in ``data/relevance.json``; for any other it is measured the first time it is needed, in this
process, which embeds some five hundred short texts.

What `StaticEmbedder` finds is compared anew by `SentenceEmbedder`, which knows as much English and more about meaning.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strandline.embedders import Embedder, SentenceEmbedder, StaticEmbedder, checked
from strandline.memories.pairs import FEATURES, features
from strandline.types import Vectors
from strandline.types.forks import ForkLock

DATA = Path(__file__).parent / "data"
RIDGE = 1e-3
"""Weight decay of the fit, on features of unit variance."""
FALSE_ALARMS = 0.05
"""Share of the unrelated questions, each asked of ten statements, that may get an answer at the default threshold."""
DIGITS = 4
"""Decimals that weights are rounded to, so that another BLAS gives the same ones."""

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """Statements, questions with the place of the statement that answers each, and questions that none answers."""

    facts: tuple[str, ...]
    questions: tuple[tuple[str, int], ...]
    unrelated: tuple[str, ...]

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Probe:
        """A probe from a line of ``probes.jsonl``."""
        return cls(
            facts=tuple(row["facts"]),
            questions=tuple((text, place) for text, place in row["questions"]),
            unrelated=tuple(row["unrelated"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """The weights of `FEATURES`, in their order, and the score that is reached by too few unrelated pairs to matter."""

    weights: tuple[float, ...]
    bias: float
    threshold: float
    reader: Embedder | None = None
    """Makes the cosines anew from the texts; None where those of the vectors are taken."""

    def scores(self, query: str, texts: Sequence[str], cosines: Sequence[float]) -> list[float]:
        """How likely each text answers the query, in [0, 1], to six decimals; ``cosines`` are those of the vectors."""
        if not texts:
            return []
        if self.reader is not None:
            cosines = (self.reader.embed(texts) @ self.reader.embed([query], kind="query")[0]).tolist()
        found = features(query, texts, cosines) @ np.array(self.weights) + self.bias
        return [round(float(score), 6) for score in _chance(found)]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON, by the names of the features."""
        weights = dict(zip(FEATURES, self.weights, strict=True))
        return {"weights": weights, "bias": self.bias, "threshold": self.threshold}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Relevance:
        """What ``to_dict`` gave."""
        weights = tuple(float(row["weights"][name]) for name in FEATURES)
        return cls(weights=weights, bias=float(row["bias"]), threshold=float(row["threshold"]))


def default_embedder() -> Embedder:
    """The embedder of a memory that is given none."""
    return SentenceEmbedder()


def relevance_of(embedder: Embedder) -> Relevance:
    """The relevance of an embedder: the shipped one, or measured now and kept for the process."""
    name = str(embedder.identity)
    if (shipped := _shipped().get(name)) is not None:
        return shipped
    with _measuring:
        if name not in _measured:
            _measured[name] = measure(embedder, probes())
        return _measured[name]


def probes(path: Path = DATA / "probes.jsonl") -> list[Probe]:
    """The probes of a file; those that ship with the library by default."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Probe.from_dict(json.loads(line)) for line in lines]


def measure(embedder: Embedder, found: Sequence[Probe]) -> Relevance:
    """Fit the weights on probes. The threshold is the score that `FALSE_ALARMS` of their unrelated questions reach."""
    seen = [_seen(embedder, probe) for probe in found]
    weights, bias = _fitted(seen)
    best = [_chance(one.unrelated @ np.array(weights) + bias).max(axis=1) for one in seen]
    least = float(np.quantile(np.concatenate(best), 1.0 - FALSE_ALARMS))
    return Relevance(weights=weights, bias=bias, threshold=round(least, DIGITS))


_measuring = ForkLock()
_measured: dict[str, Relevance] = {}


@cache
def _shipped() -> dict[str, Relevance]:
    rows = json.loads((DATA / "relevance.json").read_text(encoding="utf-8"))
    table = {name: Relevance.from_dict(row) for name, row in rows["embedders"].items()}
    reader = SentenceEmbedder()
    table[str(StaticEmbedder().identity)] = replace(table[str(reader.identity)], reader=reader)
    return table


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """Features of every pair of a probe: (questions, facts, features), and the same of unrelated questions."""

    asked: Array
    answers: NDArray[np.int64]
    unrelated: Array


def _seen(embedder: Embedder, probe: Probe) -> _Seen:
    facts = checked(embedder, probe.facts, "document")

    def pairs(questions: Sequence[str]) -> Array:
        near: Vectors = checked(embedder, questions, "query") @ facts.T
        return np.stack([features(text, probe.facts, row) for text, row in zip(questions, near.tolist(), strict=True)])

    return _Seen(
        asked=pairs([text for text, _ in probe.questions]),
        answers=np.array([place for _, place in probe.questions], np.int64),
        unrelated=pairs(probe.unrelated),
    )


def _fitted(seen: Sequence[_Seen]) -> tuple[tuple[float, ...], float]:
    """Ridge logistic regression by Newton's method, over all pairs."""
    width = len(FEATURES)
    rows = np.concatenate([part.reshape(-1, width) for one in seen for part in (one.asked, one.unrelated)])
    right = np.concatenate([part for one in seen for part in (_right(one), np.zeros(one.unrelated[..., 0].size))])
    mean, spread = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-9)
    scaled = np.hstack([np.ones((len(rows), 1)), (rows - mean) / spread])
    decay = np.full(width + 1, RIDGE * len(rows))
    decay[0] = 0.0
    found = np.zeros(width + 1)
    for _ in range(25):
        chance = _chance(scaled @ found)
        slope = scaled.T @ (chance - right) + decay * found
        curve = (scaled * (chance * (1.0 - chance))[:, None]).T @ scaled + np.diag(decay)
        found -= np.linalg.solve(curve, slope)
    weights = np.round(found[1:] / spread, DIGITS)
    return tuple(weights.tolist()), round(float(found[0] - (found[1:] / spread) @ mean), DIGITS)


def _right(one: _Seen) -> Array:
    right = np.zeros(one.asked.shape[:2])
    right[np.arange(len(one.answers)), one.answers] = 1.0
    return right.reshape(-1)


def _chance(logit: Array) -> Array:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logit, -60.0, 60.0))), np.float64)
