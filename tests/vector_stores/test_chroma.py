import pytest
from strandline.testing import VectorStoreContract
from strandline.vector_stores.chroma import ChromaVectorStore


class TestMem(VectorStoreContract):
    @pytest.fixture
    def store(self):
        with ChromaVectorStore(dimensions=8) as store:
            yield store
