"""The store in this process."""

from __future__ import annotations

import pytest

from strandline.testing import VectorStoreContract
from strandline.vector_stores import InMemoryVectorStore


class TestInMemoryVectorStore(VectorStoreContract):
    """The contract."""

    @pytest.fixture
    def store(self):
        return InMemoryVectorStore(dimensions=8)


class TestInMemoryVectorStoreWithoutAnIndex(VectorStoreContract):
    """The contract, where nothing is indexed and the width comes with the first row."""

    @pytest.fixture
    def store(self):
        return InMemoryVectorStore(indexed=())

    def test_bad_queries_are_refused(self, filled):
        super().test_bad_queries_are_refused(filled)
