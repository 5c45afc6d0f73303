"""Conversation memories behind one small face, for timing only: ``VectorMemory`` over each store, and windlass's.

Each can be measured with the embedder it comes with (``own``), or with vectors that were made beforehand
(``precomputed``): what is timed then is the memory and not the embedder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from strandline.bench.memory_ratios import RIVAL
from strandline.bench.optional import need
from strandline.embedders import Embedder, Kind
from strandline.errors import MissingExtraError
from strandline.memories import VectorMemory
from strandline.types import EmbedderIdentity, Message, Vectors
from strandline.vector_stores import REGISTRY

K = 10
"""The most messages of a ``get``, for all of them."""
EMBEDDERS = {
    "own": "each with the embedder it comes with: ours with VectorMemory's default, windlass with its HashEmbedder",
    "precomputed": "all with the vectors of VectorMemory's default embedder, made beforehand and only looked up",
}
"""What a cell makes vectors with -> what that means."""
_FEATURE = "timing windlass's memory"
_CHUNK = 1_000


class Precomputed:
    """An embedder that knows its texts: it looks their vectors up, and makes none."""

    def __init__(self, documents: Sequence[str], queries: Sequence[str]) -> None:
        maker = VectorMemory().embedder
        self._identity = maker.identity
        self._known: dict[Kind, tuple[dict[str, int], Vectors]] = {
            "document": _vectors(maker, documents, "document"),
            "query": _vectors(maker, queries, "query"),
        }

    @property
    def identity(self) -> EmbedderIdentity:
        """That of the embedder which made the vectors."""
        return self._identity

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """Their rows, copied. Raises KeyError for a text that it was not made with."""
        places, vectors = self._known[kind]
        return vectors[[places[text] for text in texts]]


def _vectors(maker: Embedder, texts: Sequence[str], kind: Kind) -> tuple[dict[str, int], Vectors]:
    """The row of each distinct text. In small batches, so that little memory is left behind to be used again."""
    places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    distinct = list(places)
    made = [maker.embed(distinct[first : first + _CHUNK], kind=kind) for first in range(0, len(distinct), _CHUNK)]
    return places, np.concatenate(made)


class TimedMemory(Protocol):
    """What is timed."""

    vectors: str
    """What makes the vectors, and how wide they are."""

    def add(self, thread: str, texts: Sequence[str]) -> None:
        """Take in messages of the user, in one call."""

    def get(self, thread: str, query: str) -> int:
        """How many of at most ``K`` messages came back."""

    def close(self) -> None:
        """Write what is kept in a folder."""


class StrandlineMemory:
    """``VectorMemory(vectorstore=...)`` with its defaults."""

    def __init__(self, store: str, options: Mapping[str, Any], embedder: Precomputed | None) -> None:
        self._store = REGISTRY.make(store, **options)
        self._memory = VectorMemory(embedder=embedder, vectorstore=self._store)
        self.vectors = str(self._memory.embedder.identity)

    def add(self, thread: str, texts: Sequence[str]) -> None:
        """One ``add``; durable when it returns, where the store keeps a file."""
        self._memory.add([Message.user(text) for text in texts], thread_id=thread)

    def get(self, thread: str, query: str) -> int:
        """With its default threshold."""
        return len(self._memory.get(thread_id=thread, query=query, limit=K))

    def close(self) -> None:
        """The store too, which a memory leaves open because it was given."""
        self._memory.close()
        self._store.close()


class WindlassMemory:
    """windlass's ``VectorMemory`` over its in-memory store, with its defaults."""

    def __init__(self, embedder: Precomputed | None) -> None:
        self._message = need("windlass.core.types", feature=_FEATURE, extra="rivals").Message
        made = _hash_embedder() if embedder is None else _looked_up(embedder)
        longterm = need("windlass.providers.memory.longterm", feature=_FEATURE, extra="rivals")
        self._memory = longterm.VectorMemory(embedder=made)
        own = f"{made.model} ({made.dimension()} dimensions)"
        self.vectors = own if embedder is None else str(embedder.identity)

    def add(self, thread: str, texts: Sequence[str]) -> None:
        """One ``add``; nothing is written."""
        self._memory.add([self._message.user(text) for text in texts], thread_id=thread)

    def get(self, thread: str, query: str) -> int:
        """With its default threshold."""
        return len(self._memory.get(thread_id=thread, query=query, limit=K))

    def close(self) -> None:
        """Nothing to write."""


def _hash_embedder() -> Any:
    return need("windlass.providers.embeddings.hash", feature=_FEATURE, extra="rivals").HashEmbedder()


def _looked_up(embedder: Precomputed) -> Any:
    """The same vectors as an embedder of windlass, which takes them as lists of floats."""

    async def embed(self: Any, texts: list[str], *, kind: Kind = "document") -> list[list[float]]:
        del self
        found: list[list[float]] = embedder.embed(texts, kind=kind).tolist()
        return found

    base = need("windlass.interfaces.embedding", feature=_FEATURE, extra="rivals").Embedder
    made = type("Precomputed", (base,), {"aembed_texts": embed})
    return made(model="precomputed", dimensions=embedder.identity.dimensions)


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """How to import and make a memory, which embedders it is measured with, and up to how many memories."""

    load: Callable[[], object]
    make: Callable[[Path, Precomputed | None], TimedMemory]
    embedders: Sequence[str] = ("precomputed",)
    most: int | None = None

    def absent(self) -> str | None:
        """Why it cannot be measured here: what is not installed. None where all is there."""
        try:
            self.load()
        except (MissingExtraError, ModuleNotFoundError) as exc:
            return str(exc)
        return None


def over(
    store: str,
    options: Callable[[Path], Mapping[str, Any]] = lambda _: {},
    *,
    embedders: Sequence[str] = ("precomputed",),
) -> System:
    """``VectorMemory`` over the store of that name; ``options`` are made of the folder it may write to."""
    return System(
        load=partial(REGISTRY.find, store),
        make=lambda folder, embedder: StrandlineMemory(store, options(folder), embedder),
        embedders=embedders,
    )


STORES: dict[str, System] = {
    "memory": over("memory", embedders=tuple(EMBEDDERS)),
    "sqlite": over("sqlite", lambda folder: {"path": folder / "vectors.db"}),
    "faiss": over("faiss", lambda folder: {"path": folder}),
    "chroma": over("chroma", lambda folder: {"path": folder}),
    "qdrant": over("qdrant", lambda folder: {"path": folder}),
    "lancedb": over("lancedb", lambda folder: {"path": folder}),
}
"""``VectorMemory`` over every store that runs in this process, by the store's name; all but the first write a file."""

SYSTEMS: dict[str, System] = {
    **STORES,
    RIVAL: System(
        load=partial(need, "windlass.providers.memory.longterm", feature=_FEATURE, extra="rivals"),
        make=lambda _, embedder: WindlassMemory(embedder),
        embedders=tuple(EMBEDDERS),
        most=100_000,
    ),
}
"""Every system by its name; windlass needs gigabytes and minutes above 100,000."""
