"""The built-in embedders keep the contract that is shipped for everybody's. test_torch has one more."""

from __future__ import annotations

import pytest

from strandline.embedders import (
    BatchedEmbedder,
    CachedEmbedder,
    Embedder,
    HashEmbedder,
    MiniLMEmbedder,
    OnnxEmbedder,
    PrefixedEmbedder,
    SentenceTransformerEmbedder,
    StaticEmbedder,
)
from strandline.testing import EmbedderContract, PieceEmbedderContract, TokenEmbedderContract
from tests.embedders.embeddings import backwards, embeds
from tests.embedders.sentence_models import Encoder, NewEncoder
from tests.rerankers.onnx_files import folder_of, word_vectors


class TestStaticEmbedder(EmbedderContract, PieceEmbedderContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return StaticEmbedder()


class TestHashEmbedder(EmbedderContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return HashEmbedder()


class TestMiniLMOnNumpy(EmbedderContract, TokenEmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return MiniLMEmbedder(backend="numpy")


class TestMiniLMOnOnnxruntime(EmbedderContract, TokenEmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return MiniLMEmbedder(backend="onnx")


class TestOnnxFolder(EmbedderContract):
    @pytest.fixture
    def embedder(self, tmp_path) -> Embedder:
        return OnnxEmbedder(folder_of(tmp_path / "m", word_vectors()), threads=1)


class TestOnnxFolderThatPoolsItself(EmbedderContract):
    """With prefixes, and windows of few words."""

    @pytest.fixture
    def embedder(self, tmp_path) -> Embedder:
        folder = folder_of(tmp_path / "m", word_vectors(sentence=True))
        return OnnxEmbedder(folder, max_length=12, query_prefix="where ", document_prefix="about ", batch_size=3)


class TestEndpoint(EmbedderContract):
    """Over a local connection, in batches, with the answers in another order."""

    @pytest.fixture
    def embedder(self, connect, endpoint) -> Embedder:
        endpoint.answers(backwards)
        return connect(batch_size=16)


class TestEndpointThatReadsLittle(EmbedderContract):
    @pytest.fixture
    def embedder(self, connect, endpoint) -> Embedder:
        endpoint.answers(embeds)
        return connect(max_text_bytes=100, max_batch_bytes=1000)


class TestSentenceTransformer(EmbedderContract):
    """Around an object that is used like its model: version 4 of the package, which reads 32 tokens."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        return SentenceTransformerEmbedder(Encoder(longest=32), name="words", version="1")


class TestSentenceTransformerWithPrompts(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        prompts = {"query": "search for: ", "document": "read: "}
        return SentenceTransformerEmbedder(NewEncoder(prompts=prompts), name="words", version="1")


class TestCached(EmbedderContract, PieceEmbedderContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return CachedEmbedder(StaticEmbedder(), max_entries=3)


class TestCachedMiniLM(EmbedderContract, TokenEmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return CachedEmbedder(MiniLMEmbedder())


class TestBatched(EmbedderContract, PieceEmbedderContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return BatchedEmbedder(StaticEmbedder(), 3)


class TestBatchedMiniLM(EmbedderContract, TokenEmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return BatchedEmbedder(MiniLMEmbedder(), 3)


class TestPrefixed(EmbedderContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return PrefixedEmbedder(StaticEmbedder())


class TestBatchesOfACacheOfAPrefix(EmbedderContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return BatchedEmbedder(CachedEmbedder(PrefixedEmbedder(HashEmbedder())), 2)
