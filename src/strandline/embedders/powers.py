"""What a wrapper passes on of an embedder: it has a power exactly when the one inside has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.base import CachingEmbedder, Embedder, Kind, PieceEmbedder, TokenEmbedder, as_embedder
from strandline.types import EmbedderIdentity, PieceTable, Tokens, Vectors

Own = TypeVar("Own", bound="Wrapper")


class Wrapper:
    """An embedder around another one. A subclass says what it adds, and which powers it passes on."""

    passes_on: ClassVar[tuple[type[Wrapper], ...]] = ()
    """The classes, as those below, of the powers that it passes on where the embedder inside has them."""
    power: ClassVar[Any] = Embedder
    """The Protocol that a class of a power stands for."""

    inner: Embedder
    """The embedder inside."""

    def __new__(cls: type[Own], inner: Embedder, *_: Any, **__: Any) -> Own:
        """An object that has what the embedder inside can do. Raises `InputError` for what is no embedder."""
        as_embedder(inner)
        powers = tuple(one for one in cls.passes_on if isinstance(inner, one.power) and not issubclass(cls, one))
        made: Own = object.__new__(cast("type[Own]", _with(cast(Any, cls), powers)))
        made.inner = inner
        return made

    @property
    def identity(self) -> EmbedderIdentity:
        """That of the embedder inside: the vectors are the same."""
        return self.inner.identity

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """As the embedder inside does."""
        return self.inner.embed(texts, kind=kind)


class WithPieces(Wrapper):
    """Passes on what a `PieceEmbedder` can do."""

    power = PieceEmbedder
    inner: PieceEmbedder

    @property
    def piece_table(self) -> PieceTable:
        """That of the embedder inside."""
        return self.inner.piece_table

    def pieces(self, text: str) -> NDArray[np.uint16]:
        """Those of the embedder inside."""
        return self.inner.pieces(text)

    def embed_with_pieces(self, texts: Sequence[str]) -> tuple[Vectors, list[NDArray[np.uint16]]]:
        """As the embedder inside does."""
        return self.inner.embed_with_pieces(texts)


class WithTokens(Wrapper):
    """Passes on what a `TokenEmbedder` can do."""

    power = TokenEmbedder
    inner: TokenEmbedder

    def embed_with_tokens(self, texts: Sequence[str], *, kind: Kind = "document") -> tuple[Vectors, list[Tokens]]:
        """As the embedder inside does."""
        return self.inner.embed_with_tokens(texts, kind=kind)


class WithCaches(Wrapper):
    """Passes on what a `CachingEmbedder` can do."""

    power = CachingEmbedder
    inner: CachingEmbedder

    def clear_caches(self) -> None:
        """Drop the words that the embedder inside keeps."""
        self.inner.clear_caches()

    def cached_words(self) -> Iterable[str]:
        """The words of documents that the embedder inside keeps."""
        return self.inner.cached_words()


@cache
def _with(kind: type[Wrapper], powers: tuple[type[Wrapper], ...]) -> type[Wrapper]:
    """The class with these powers. Attributes made on demand would not do: Protocols look at the class."""
    return type(kind.__name__, (*powers, kind), {"__doc__": kind.__doc__, "__module__": kind.__module__})
