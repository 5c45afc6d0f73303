"""Texts to vectors. `StaticEmbedder` is the default; any object with ``identity`` and ``embed`` will do.

``embedder("static")`` makes one by name: the built-in ones, and those that installed packages offer as entry points of
the group ``strandline.embedders``. Nothing is loaded before it is used; where a package is missing that an embedder
needs, the error has its pip line.

`CachedEmbedder`, `BatchedEmbedder` and `PrefixedEmbedder` go around any of them.
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
from strandline.embedders.cache import CachedEmbedder, EmbeddingCache
from strandline.embedders.hashing import HashEmbedder
from strandline.embedders.minilm import MiniLMEmbedder
from strandline.embedders.onnx import OnnxEmbedder
from strandline.embedders.openai import OpenAICompatibleEmbedder
from strandline.embedders.sentence import SentenceEmbedder
from strandline.embedders.sentence_transformers import SentenceTransformerEmbedder
from strandline.embedders.static import StaticEmbedder
from strandline.embedders.wrappers import BatchedEmbedder, PrefixedEmbedder
from strandline.registry import Registry

__all__ = [
    "ALIASES",
    "BUILT_IN",
    "BatchedEmbedder",
    "CachedEmbedder",
    "CachingEmbedder",
    "Embedder",
    "EmbeddingCache",
    "HashEmbedder",
    "Kind",
    "MiniLMEmbedder",
    "OnnxEmbedder",
    "OpenAICompatibleEmbedder",
    "PieceEmbedder",
    "PrefixedEmbedder",
    "SentenceEmbedder",
    "SentenceTransformerEmbedder",
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
    "onnx": "strandline.embedders.onnx:OnnxEmbedder",
    "openai": "strandline.embedders.openai:OpenAICompatibleEmbedder",
    "sentence-transformers": "strandline.embedders.sentence_transformers:SentenceTransformerEmbedder",
}
"""Name → ``module:class``. A plugin cannot take one of these names."""

ALIASES = {"openai-compatible": "openai", "huggingface": "sentence-transformers", "st": "sentence-transformers"}
"""Other names of the built-in ones."""

_REGISTRY = Registry("an embedder", group="strandline.embedders", built_in=BUILT_IN, aliases=ALIASES)


def embedder(name: str, **options: Any) -> Embedder:
    """The embedder of that name, in any case, made with ``options`` (``embedder("hash", dimensions=512)``).

    Raises `InputError` for an unknown name, with the names there are, and `MissingExtraError` with its pip line.
    """
    return cast(Embedder, _REGISTRY.make(name, **options))
