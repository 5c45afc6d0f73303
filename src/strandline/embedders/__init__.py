"""Texts to vectors. `StaticEmbedder` is the default; any object with ``identity`` and ``embed`` will do.

``embedder("static")`` makes one by name: the built-in ones, and those that installed packages offer as entry points of
the group ``strandline.embedders``. Nothing is loaded before it is used.
"""

from __future__ import annotations

from importlib import import_module
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
from strandline.embedders.static import StaticEmbedder
from strandline.errors import InputError

__all__ = [
    "BUILT_IN",
    "CachingEmbedder",
    "Embedder",
    "HashEmbedder",
    "Kind",
    "MiniLMEmbedder",
    "PieceEmbedder",
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
    "hash": "strandline.embedders.hashing:HashEmbedder",
    "minilm": "strandline.embedders.minilm:MiniLMEmbedder",
}
"""Name → ``module:class``. A plugin cannot take one of these names."""

_GROUP = "strandline.embedders"


def embedder(name: str, **options: Any) -> Embedder:
    """The embedder of that name, made with ``options`` (``embedder("hash", dimensions=512)``).

    Raises `InputError` for an unknown name, with the names there are.
    """
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        return cast(Embedder, getattr(import_module(module), attribute)(**options))
    from importlib.metadata import entry_points  # noqa: PLC0415 (takes longer to import than most of this package)

    plugins = entry_points(group=_GROUP)
    if name not in plugins.names:
        known = ", ".join(sorted({*BUILT_IN, *plugins.names}))
        raise InputError(f"no embedder is called {name!r}; there are: {known}")
    return cast(Embedder, plugins[name].load()(**options))
