"""placeholder"""

from __future__ import annotations

from collections.abc import Sequence

from strandline.embedders import Embedder, StaticEmbedder


class Relevance:
    """x"""

    threshold = 0.2

    def scores(self, query: str, texts: Sequence[str], cosines: Sequence[float]) -> list[float]:
        """x"""
        return list(cosines)


def default_embedder() -> Embedder:
    """x"""
    return StaticEmbedder()


def relevance_of(embedder: Embedder) -> Relevance:
    """x"""
    return Relevance()
