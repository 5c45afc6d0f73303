"""An embedder that remembers what it has embedded, and the memory it does it with."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from strandline.embedders.base import CachingEmbedder, Embedder, Kind, check_asked, checked
from strandline.embedders.powers import WithPieces, WithTokens, Wrapper
from strandline.errors import InputError
from strandline.text import words
from strandline.text.traces import raw_words
from strandline.types import EmbedderIdentity, Vectors
from strandline.types.forks import ForkLock

MAX_ENTRIES = 10_000
"""Vectors kept where no number is given: some 20 MB of 384 dimensions, 60 MB of 1,536."""

_Key: TypeAlias = tuple[EmbedderIdentity, Kind, str]


class EmbeddingCache:
    """Vectors by embedder, kind and text; of more than ``max_entries`` those go that were not asked for the longest.

    Several embedders, and threads, may share one: the key has name, version and dimensions. It is in memory alone.
    """

    def __init__(self, max_entries: int = MAX_ENTRIES) -> None:
        """Raises `InputError` unless ``max_entries`` is a whole number of 1 and more."""
        if not isinstance(max_entries, int) or isinstance(max_entries, bool) or max_entries < 1:
            raise InputError(f"max_entries must be a whole number of 1 and more, got {max_entries!r}")
        self.max_entries = max_entries
        self._rows: OrderedDict[_Key, Vectors] = OrderedDict()
        self._cleared = 0
        self._lock = ForkLock()

    def __len__(self) -> int:
        """How many vectors are kept now."""
        return len(self._rows)

    def find(self, identity: EmbedderIdentity, kind: Kind, texts: Iterable[str]) -> tuple[dict[str, Vectors], int]:
        """Text → vector (dimensions,) of those that are kept, and the age of the cache, which ``keep`` wants back."""
        found: dict[str, Vectors] = {}
        with self._lock:
            for text in texts:
                row = self._rows.get(key := (identity, kind, text))
                if row is not None:
                    self._rows.move_to_end(key)
                    found[text] = row
            return found, self._cleared

    def keep(self, identity: EmbedderIdentity, kind: Kind, rows: Mapping[str, Vectors], *, age: int) -> None:
        """Remember the vector of each text, unless the cache was cleared since it had that ``age``.

        What was being embedded while something was forgotten does not come back by this door.
        """
        with self._lock:
            if age != self._cleared:
                return
            for text, row in rows.items():
                self._rows[identity, kind, text] = row
                self._rows.move_to_end((identity, kind, text))
            while len(self._rows) > self.max_entries:
                self._rows.popitem(last=False)

    def clear(self) -> None:
        """Drop everything, of every embedder."""
        with self._lock:
            self._rows.clear()
            self._cleared += 1

    def document_texts(self) -> list[str]:
        """The texts of documents (never of queries) that are kept now."""
        with self._lock:
            return [text for _, kind, text in self._rows if kind == "document"]


class CachedEmbedder(Wrapper):
    """Embeds only what it has not embedded before, each text once a call. Thread-safe.

    Its vectors are those that the embedder inside gave, bit for bit; a call that fails leaves nothing behind.
    Forgetting drops all of it. Word pieces and tokens are passed on as they are, and not remembered.
    """

    passes_on = (WithPieces, WithTokens)

    def __init__(self, inner: Embedder, *, max_entries: int | None = None, cache: EmbeddingCache | None = None) -> None:
        """With ``max_entries`` (10,000) in a cache of its own, or in ``cache``, which others may share.

        Raises `InputError` for both at once, and for what is no embedder.
        """
        if cache is not None and max_entries is not None:
            raise InputError("give max_entries or a cache, which has its own max_entries, not both")
        if cache is not None and not isinstance(cache, EmbeddingCache):
            raise InputError(f"cache must be an EmbeddingCache, got {type(cache).__name__}")
        self._cache = EmbeddingCache(MAX_ENTRIES if max_entries is None else max_entries) if cache is None else cache

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """(n, dimensions), which is the caller's own copy. Raises `EmbedderError` from whatever the embedder raised."""
        check_asked(texts, kind)
        identity = self.identity
        found, age = self._cache.find(identity, kind, texts)
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            # A copy of each row: one that is kept must not keep the whole batch.
            made = dict(zip(missing, map(np.copy, checked(self.inner, missing, kind)), strict=True))
            self._cache.keep(identity, kind, made, age=age)
            found |= made
        return np.array([found[text] for text in texts], np.float32).reshape(len(texts), identity.dimensions)

    def clear_caches(self) -> None:
        """Drop all that is remembered, also for others who share the cache, and what the embedder inside keeps."""
        self._cache.clear()
        if isinstance(self.inner, CachingEmbedder):
            self.inner.clear_caches()

    def cached_words(self) -> set[str]:
        """The words of the documents that are remembered, and those that the embedder inside keeps."""
        held = set(self.inner.cached_words()) if isinstance(self.inner, CachingEmbedder) else set()
        for text in self._cache.document_texts():
            held.update(words(text), map(str.casefold, raw_words(text)))
        return held
