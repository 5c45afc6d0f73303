"""A store that is closed while it is asked says so, whatever its driver would say."""

from __future__ import annotations

import numpy as np
import pytest

from strandline.errors import StoreClosedError
from strandline.testing.vector_stores import vectors
from strandline.vector_stores import vector_store
from tests.vector_stores.pinecone_server import API_KEY, PineconeServer


@pytest.fixture(params=["qdrant", "qdrant folder", "chroma", "chroma folder", "lancedb folder", "pgvector"])
def store(request, tmp_path):
    """One of each, with a row."""
    name, _, folder = request.param.partition(" ")
    place = {"path": tmp_path / "store" if folder else ":memory:"}
    if name == "pgvector":
        url, schema = request.getfixturevalue("postgres").url, request.getfixturevalue("schema")
        place = {"url": url, "schema": schema}
    with vector_store(name, **place) as store:
        store.add(["a"], vectors(1), metadata=[{"thread_id": "t"}])
        yield store


class Closes:
    """Arguments that close the store as it reads them: as another thread may, after the call has begun."""

    def __init__(self, store):
        self.store = store

    def __iter__(self):
        self.store.close()
        yield "a"

    def __array__(self, dtype=None, copy=None):
        self.store.close()
        return np.asarray(vectors(1)[0], dtype)


@pytest.mark.parametrize(
    "call",
    [
        lambda store: store.add(Closes(store), vectors(1)),
        lambda store: store.search(Closes(store)),
        lambda store: store.search(Closes(store), filters={"thread_id": "t"}),
        lambda store: store.get(Closes(store)),
        lambda store: store.delete(Closes(store)),
    ],
    ids=["add", "search", "search with a filter", "get", "delete"],
)
def test_closing_while_it_is_asked_is_said(store, call):
    """Neither an error of the driver nor an answer of nothing."""
    with pytest.raises(StoreClosedError):
        call(store)


def test_closing_a_client_of_pinecone_is_said():
    """It still answers a search after it was closed, and fails where it fetches rows."""
    with PineconeServer() as server, vector_store("pinecone", api_key=API_KEY, host=server.host) as store:
        store.add(["a"], vectors(1))
        with pytest.raises(StoreClosedError):
            store.get(Closes(store))
