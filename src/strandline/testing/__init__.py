"""Contract tests for those who write a backend: inherit a class, give one fixture, and run pytest.

    from strandline.testing import EmbedderContract

    class TestMyEmbedder(EmbedderContract):
        @pytest.fixture
        def embedder(self):
            return MyEmbedder()

Needs pytest, which Strandline itself does not install.
"""

from __future__ import annotations

from strandline.testing.embedders import EmbedderContract, PieceEmbedderContract, TokenEmbedderContract
from strandline.testing.rerankers import RerankerContract
from strandline.testing.stores import StoreContract
from strandline.testing.vector_files import PersistentVectorStoreContract
from strandline.testing.vector_stores import VectorStoreContract

__all__ = [
    "EmbedderContract",
    "PersistentVectorStoreContract",
    "PieceEmbedderContract",
    "RerankerContract",
    "StoreContract",
    "TokenEmbedderContract",
    "VectorStoreContract",
]
