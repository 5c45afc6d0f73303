"""The store in one file."""

from __future__ import annotations

import pytest

from strandline.testing import PersistentVectorStoreContract, VectorStoreContract
from strandline.vector_stores.sqlite import SQLiteVectorStore


@pytest.fixture
def open_store(tmp_path):
    """Opens the store, and closes what a test leaves open."""
    opened = []

    def open_one(**options):
        opened.append(SQLiteVectorStore(tmp_path / "vectors.db", **options))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


class TestSQLiteVectorStore(VectorStoreContract, PersistentVectorStoreContract):
    """The contract, in a file."""

    @pytest.fixture
    def store(self, open_store):
        return open_store(dimensions=8)


class TestSQLiteVectorStoreInMemory(VectorStoreContract):
    """The contract, without a file, without an index, and without a width."""

    @pytest.fixture
    def store(self):
        with SQLiteVectorStore(":memory:", indexed=()) as store:
            yield store
