"""Baselines over the same turns, asked the same questions: what a memory has to beat.

    Bm25    bm25s with its defaults (k1 = 1.5, b = 0.75), the English Snowball stemmer and stop words of bm25s
    Dense   the cosine of one vector a turn, made by the default embedder
    Fused   both lists by reciprocal ranks (k = 60)
    Chance  turns drawn with a seed

All of them see documents ``name: text``. They only prove something when they have no tricks, so they have none.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from strandline.bench.data import Turn
from strandline.bench.optional import need
from strandline.context.quote import quote
from strandline.embedders import Embedder, StaticEmbedder
from strandline.text import count_tokens

CONTEXT_DEPTH = 100
"""How many of its best turns a baseline may try to fit into a context."""
RRF_K = 60
"""Added to every rank by ``Fused``, as in the paper that proposed it (Cormack, Clarke, Büttcher 2009)."""

Placed = list[tuple[int, float]]
"""Positions of turns with their scores, best first."""


class Baseline(Protocol):
    """Turns of one conversation, and an order of them for a question."""

    def add(self, turns: Sequence[Turn]) -> None:
        """Take in turns; ``build`` makes them searchable."""

    def build(self) -> None:
        """Make all turns searchable."""

    def search(self, text: str, k: int) -> Placed:
        """The ``k`` best turns, best first; of equal scores the earlier turn comes first."""

    def save(self, folder: Path) -> None:
        """Write index and texts, to see how much room they take."""


def document(turn: Turn) -> str:
    """What a baseline sees of a turn."""
    return f"{turn.speaker}: {turn.text}"


def context(found: Placed, turns: Sequence[Turn], max_tokens: int, count: Callable[[str], int] = count_tokens) -> str:
    """Fill the budget with whole lines ``- **[date]** speaker: text``, best first; what is too long is left out."""
    lines: list[str] = []
    for place, _ in found:
        turn = turns[place]
        line = f"- **[{turn.at.date()}]** {turn.speaker}: {quote(turn.text)}"
        if count("\n".join([*lines, line])) <= max_tokens:
            lines.append(line)
    return "\n".join(lines)


class Bm25:
    """An index of one conversation, built anew after turns were added: document frequencies change with every turn."""

    def __init__(self) -> None:
        self._library = need("bm25s", feature="the BM25 baseline")
        self._stemmer = need("Stemmer", feature="the BM25 baseline").Stemmer("english")
        self._turns: list[Turn] = []
        self._words: list[list[str]] = []
        self._index: Any = None

    def add(self, turns: Sequence[Turn]) -> None:
        """Split the turns into stems."""
        self._words += self._stems([document(turn) for turn in turns])
        self._turns += turns
        self._index = None

    def build(self) -> None:
        """Index all turns anew."""
        if any(self._words):
            self._index = self._library.BM25()
            self._index.index(self._words, show_progress=False)

    def search(self, text: str, k: int) -> Placed:
        """By BM25 score (unbounded); turns that share no word with the text are left out."""
        asked = self._stems([text])[0]
        if self._index is None or not asked:
            return []
        scores = self._index.get_scores(asked)
        return [(place, score) for place, score in _best(scores, k) if score > 0]

    def save(self, folder: Path) -> None:
        """The index of bm25s with the texts."""
        self._index.save(str(folder), corpus=[turn.text for turn in self._turns], show_progress=False)

    def _stems(self, texts: list[str]) -> list[list[str]]:
        stems: list[list[str]] = self._library.tokenize(
            texts, stopwords="en", stemmer=self._stemmer, return_ids=False, show_progress=False
        )
        return stems


class Dense:
    """One vector a turn and nothing else. ``embedder`` is the default one unless another is given."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder or StaticEmbedder()
        self._vectors = np.zeros((0, self._embedder.identity.dimensions), np.float32)
        self._turns: list[Turn] = []

    def add(self, turns: Sequence[Turn]) -> None:
        """Embed the turns."""
        rows = self._embedder.embed([document(turn) for turn in turns], kind="document")
        self._vectors = np.concatenate([self._vectors, rows])
        self._turns += turns

    def build(self) -> None:
        """Vectors need no index."""

    def search(self, text: str, k: int) -> Placed:
        """By cosine, in [-1, 1]."""
        return _best(self._vectors @ self._embedder.embed([text], kind="query")[0], k)

    def save(self, folder: Path) -> None:
        """The vectors as an array of numpy, the texts as JSON."""
        np.save(folder / "vectors.npy", self._vectors)
        (folder / "texts.json").write_text(json.dumps([turn.text for turn in self._turns]), encoding="utf-8")


class Fused:
    """Two baselines, which others add to and build, in one list by reciprocal ranks."""

    def __init__(self, *parts: Baseline) -> None:
        self._parts = parts
        self._count = 0

    def add(self, turns: Sequence[Turn]) -> None:
        """Count them."""
        self._count += len(turns)

    def build(self) -> None:
        """There is nothing of its own to build."""

    def search(self, text: str, k: int) -> Placed:
        """By the sum of 1 / (60 + rank) over the whole lists of both."""
        scores = np.zeros(self._count)
        for part in self._parts:
            for rank, (place, _) in enumerate(part.search(text, self._count), 1):
                scores[place] += 1 / (RRF_K + rank)
        return [(place, score) for place, score in _best(scores, k) if score > 0]

    def save(self, folder: Path) -> None:
        """There is nothing of its own to write."""


class Chance:
    """Turns in an order drawn with a seed and the words of the question: what finding nothing out is worth."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._count = 0

    def add(self, turns: Sequence[Turn]) -> None:
        """Count them."""
        self._count += len(turns)

    def build(self) -> None:
        """There is nothing to build."""

    def search(self, text: str, k: int) -> Placed:
        """By numbers drawn from [0, 1)."""
        return _best(np.random.default_rng([self._seed, zlib.crc32(text.encode())]).random(self._count), k)

    def save(self, folder: Path) -> None:
        """There is nothing to write."""


def _best(scores: NDArray[Any], k: int) -> Placed:
    order = np.argsort(-scores, kind="stable")[:k]
    return [(int(place), float(scores[place])) for place in order]
