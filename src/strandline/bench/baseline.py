"""Plain BM25 over the same turns, asked the same questions: what a memory has to beat.

bm25s with its defaults (k1 = 1.5, b = 0.75), the English Snowball stemmer and the English stop words of bm25s, over
documents ``name: text``. It only proves something when it has no tricks, so it has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from strandline.bench.data import Turn
from strandline.bench.optional import need
from strandline.context.quote import quote
from strandline.text import count_tokens

CONTEXT_DEPTH = 100
"""How many of its best turns the baseline may try to fit into a context."""


class Bm25:
    """An index of one conversation that is built when it is first searched after turns were added."""

    def __init__(self) -> None:
        self._library = need("bm25s", feature="the BM25 baseline")
        self._stemmer = need("Stemmer", feature="the BM25 baseline").Stemmer("english")
        self._turns: list[Turn] = []
        self._words: list[list[str]] = []
        self._index: Any = None

    def add(self, turns: Sequence[Turn]) -> None:
        """Split the turns into stems; :meth:`build` makes them searchable."""
        self._words += self._stems([f"{turn.speaker}: {turn.text}" for turn in turns])
        self._turns += turns
        self._index = None

    def build(self) -> None:
        """Index all turns anew: document frequencies and the mean length change with every turn."""
        if any(self._words):
            self._index = self._library.BM25()
            self._index.index(self._words, show_progress=False)

    def search(self, text: str, k: int) -> list[tuple[int, float]]:
        """Positions and scores of the ``k`` best turns, best first.

        Turns that share no word with the text are left out; of equal scores the earlier turn comes first.
        """
        asked = self._stems([text])[0]
        if self._index is None or not asked:
            return []
        scores = self._index.get_scores(asked)
        best = np.argsort(-scores, kind="stable")[:k]
        return [(int(place), float(scores[place])) for place in best if scores[place] > 0]

    def context(self, text: str, max_tokens: int, count: Callable[[str], int] = count_tokens) -> str:
        """Fill the budget with whole lines ``- **[date]** speaker: text``, best first; what is too long is left out."""
        lines: list[str] = []
        for place, _ in self.search(text, CONTEXT_DEPTH):
            turn = self._turns[place]
            line = f"- **[{turn.at.date()}]** {turn.speaker}: {quote(turn.text)}"
            if count("\n".join([*lines, line])) <= max_tokens:
                lines.append(line)
        return "\n".join(lines)

    def save(self, folder: Path) -> None:
        """Write the index and its texts, to see how much room they take."""
        self._index.save(str(folder), corpus=[turn.text for turn in self._turns], show_progress=False)

    def _stems(self, texts: list[str]) -> list[list[str]]:
        stems: list[list[str]] = self._library.tokenize(
            texts, stopwords="en", stemmer=self._stemmer, return_ids=False, show_progress=False
        )
        return stems
