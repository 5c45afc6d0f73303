import pytest
from strandline.testing import VectorStoreContract
from strandline.vector_stores.qdrant import QdrantVectorStore


class TestMem(VectorStoreContract):
    @pytest.fixture
    def store(self):
        with QdrantVectorStore(path=":memory:", dimensions=8) as store:
            yield store
