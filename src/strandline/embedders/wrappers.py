"""Embedders around another one: texts with a prefix, in batches. `cache` has the one that remembers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.base import Embedder, Kind, check_asked, checked
from strandline.embedders.powers import WithCaches, WithPieces, WithTokens, Wrapper
from strandline.embedders.reading import Prefixes, digest
from strandline.errors import InputError
from strandline.types import EmbedderIdentity, Tokens, Vectors

T = TypeVar("T")


class PrefixedEmbedder(Wrapper):
    """Puts words before each text, other ones for queries than for documents, as E5, BGE and others were trained.

    The identity has a version of its own for each pair of prefixes, so that vectors made with others are not mixed. A
    blank text stays blank. Word pieces and tokens of the embedder inside are not passed on: they would be the prefix's.
    """

    passes_on = (WithCaches,)

    def __init__(self, inner: Embedder, *, query: str = "query: ", document: str = "passage: ") -> None:
        """Raises `InputError` for what is no embedder, and for a prefix that is no str."""
        self._prefixes = Prefixes(query=query, document=document)

    @property
    def identity(self) -> EmbedderIdentity:
        """That of the embedder inside, with a digest of the prefixes behind its version, and without tokens."""
        inner = self.inner.identity
        return replace(
            inner,
            version=f"{inner.version}+{digest(self._prefixes.query, self._prefixes.document)}",
            token_dimensions=0,
        )

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """(n, dimensions) of the texts with their prefix. Raises `InputError` for another kind than the two."""
        check_asked(texts, kind)
        prefix = self._prefixes.of(kind)
        return self.inner.embed([prefix + text if text.strip() else text for text in texts], kind=kind)


class BatchedEmbedder(Wrapper):
    """Gives the embedder inside at most ``size`` texts a call, one call after the other. It has the same powers."""

    def __init__(self, inner: Embedder, size: int = 32) -> None:
        """Raises `InputError` for what is no embedder, and for a size below 1."""
        if not isinstance(size, int) or isinstance(size, bool) or size < 1:
            raise InputError(f"size must be a whole number of 1 and more, got {size!r}")
        self._size = size

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """(n, dimensions) of all texts, in order. When a batch fails, so does the call.

        Raises `EmbedderError` from whatever the embedder inside raised.
        """
        check_asked(texts, kind)
        return self._joined([checked(self.inner, batch, kind) for batch in self._batches(texts)])

    def _batches(self, texts: Sequence[str]) -> Iterator[Sequence[str]]:
        return (texts[start : start + self._size] for start in range(0, len(texts), self._size))

    def _joined(self, found: list[Vectors]) -> Vectors:
        return np.concatenate(found) if found else np.zeros((0, self.identity.dimensions), np.float32)

    def _each(
        self, texts: Sequence[str], embed: Callable[[Sequence[str]], tuple[Vectors, Sequence[T]]]
    ) -> tuple[Vectors, list[T]]:
        """What ``embed`` gives for all batches, end to end."""
        check_asked(texts)
        found = [embed(batch) for batch in self._batches(texts)]
        return self._joined([vectors for vectors, _ in found]), list(chain.from_iterable(more for _, more in found))


class _BatchedPieces(WithPieces, BatchedEmbedder):
    def embed_with_pieces(self, texts: Sequence[str]) -> tuple[Vectors, list[NDArray[np.uint16]]]:
        return self._each(texts, self.inner.embed_with_pieces)


class _BatchedTokens(WithTokens, BatchedEmbedder):
    def embed_with_tokens(self, texts: Sequence[str], *, kind: Kind = "document") -> tuple[Vectors, list[Tokens]]:
        return self._each(texts, lambda batch: self.inner.embed_with_tokens(batch, kind=kind))


BatchedEmbedder.passes_on = (_BatchedPieces, _BatchedTokens, WithCaches)
