import pytest
from strandline.testing import VectorStoreContract, PersistentVectorStoreContract
from strandline.vector_stores.lancedb import LanceVectorStore


class TestMem(VectorStoreContract):
    @pytest.fixture
    def store(self):
        with LanceVectorStore(uri="memory://", dimensions=8) as store:
            yield store


class TestDisk(VectorStoreContract, PersistentVectorStoreContract):
    @pytest.fixture
    def store(self, tmp_path):
        with LanceVectorStore(path=tmp_path) as store:
            yield store

    @pytest.fixture
    def open_store(self, tmp_path):
        return lambda **kw: LanceVectorStore(path=tmp_path, **kw)
