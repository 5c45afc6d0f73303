"""Vectors in PostgreSQL, on a real server with pgvector."""

from __future__ import annotations

import pytest

from strandline.testing import PersistentVectorStoreContract, VectorStoreContract
from strandline.vector_stores.pgvector import PgVectorStore


@pytest.fixture
def open_store(postgres, schema):
    """Opens stores in the test's schema, and closes them."""
    opened = []

    def open_store(**options):
        store = PgVectorStore(postgres.url, schema=schema, **options)
        opened.append(store)
        return store

    yield open_store
    for store in opened:
        store.close()


class TestPgVectorStore(VectorStoreContract, PersistentVectorStoreContract):
    """The contract."""

    @pytest.fixture
    def store(self, open_store):
        return open_store(dimensions=8)
