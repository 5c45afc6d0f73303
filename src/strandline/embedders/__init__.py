"""Texts to vectors. `StaticEmbedder` is the default; any object with ``identity`` and ``embed`` will do.

``embedder("static")`` makes one by name: the built-in ones, and those that installed packages offer as entry points of
the group ``strandline.embedders``. Nothing is loaded before it is used.
"""

from __future__ import annotations

from typing import Any, cast

from strandline.embedders.base import (
    CachingEmbedder,
    Embedder,
    Kind,
    PieceEmbedder,
    TokenEmbedder,
    as_embedder,
    checked,
    checked_pieces,
    checked_vectors,
    checked_with_pieces,
    checked_with_tokens,
)
from strandline.embedders.hashing import HashEmbedder
from strandline.embedders.minilm import MiniLMEmbedder
from strandline.embedders.sentence import SentenceEmbedder
from strandline.embedders.static import StaticEmbedder
from strandline.registry import Registry

__all__ = [
    "BUILT_IN",
    "CachingEmbedder",
    "Embedder",
    "HashEmbedder",
    "Kind",
    "MiniLMEmbedder",
    "PieceEmbedder",
    "SentenceEmbedder",
    "StaticEmbedder",
    "TokenEmbedder",
    "as_embedder",
    "checked",
    "checked_pieces",
    "checked_vectors",
    "checked_with_pieces",
    "checked_with_tokens",
    "embedder",
]

BUILT_IN = {
    "static": "strandline.embedders.static:StaticEmbedder",
    "sentence": "strandline.embedders.sentence:SentenceEmbedder",
    "hash": "strandline.embedders.hashing:HashEmbedder",
    "minilm": "strandline.embedders.minilm:MiniLMEmbedder",
}
"""Name → ``module:class``. A plugin cannot take one of these names."""

_REGISTRY = Registry("an embedder", group="strandline.embedders", built_in=BUILT_IN)


def embedder(name: str, **options: Any) -> Embedder:
    """The embedder of that name, in any case, made with ``options`` (``embedder("hash", dimensions=512)``).

    Raises `InputError` for an unknown name, with the names there are.
    """
    return cast(Embedder, _REGISTRY.make(name, **options))
