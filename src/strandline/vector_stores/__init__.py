"""Where vectors live. ``vector_store("qdrant", url=...)`` makes one by name; any object with the six verbs will do.

>>> from strandline.vector_stores import vector_store
>>> store = vector_store("memory")
>>> store.add(["a", "b"], [[1.0, 0.0], [0.6, 0.8]], texts=["east", "north"], metadata=[{"n": 1}, {"n": 2}])
>>> [(match.id, round(match.score, 2)) for match in store.search([1.0, 0.0], k=2)]
[('a', 1.0), ('b', 0.6)]
>>> [match.text for match in store.search([1.0, 0.0], filters={"n": {"gte": 2}})]
['north']

Filters are those of ``Memory.search``, on every store. A driver is imported when its store is named; where it is not
installed, the error has its pip line. Installed packages offer stores as entry points of the group
``strandline.vector_stores``.
"""

from __future__ import annotations

from typing import Any, cast

from strandline.registry import Registry
from strandline.vector_stores.base import (
    DEFAULT_COLLECTION,
    BaseVectorStore,
    EnumeratingStore,
    Match,
    Prefilter,
    Rows,
    VectorRow,
    VectorStore,
    as_vector_store,
)
from strandline.vector_stores.memory import InMemoryVectorStore

__all__ = [
    "BUILT_IN",
    "DEFAULT_COLLECTION",
    "BaseVectorStore",
    "EnumeratingStore",
    "InMemoryVectorStore",
    "Match",
    "Prefilter",
    "Rows",
    "VectorRow",
    "VectorStore",
    "as_vector_store",
    "vector_store",
]

BUILT_IN = {
    "memory": "strandline.vector_stores.memory:InMemoryVectorStore",
    "sqlite": "strandline.vector_stores.sqlite:SQLiteVectorStore",
    "pgvector": "strandline.vector_stores.pgvector:PgVectorStore",
    "qdrant": "strandline.vector_stores.qdrant:QdrantVectorStore",
    "chroma": "strandline.vector_stores.chroma:ChromaVectorStore",
    "faiss": "strandline.vector_stores.faiss:FaissVectorStore",
    "lancedb": "strandline.vector_stores.lancedb:LanceVectorStore",
    "pinecone": "strandline.vector_stores.pinecone:PineconeVectorStore",
}
"""Name → ``module:class``. A plugin cannot take one of these names."""

REGISTRY = Registry(
    "a vector store",
    group="strandline.vector_stores",
    built_in=BUILT_IN,
    aliases={"in-memory": "memory", "inmemory": "memory", "chromadb": "chroma", "lance": "lancedb"},
)


def vector_store(name: str, **options: Any) -> VectorStore:
    """The vector store of that name, in any case, made with ``options``.

    Raises `InputError` for an unknown name, with the names there are, and `MissingExtraError` with its pip line.
    """
    return cast(VectorStore, REGISTRY.make(name, **options))
