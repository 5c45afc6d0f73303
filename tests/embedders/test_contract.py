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
    SentenceEmbedder,
    SentenceTransformerEmbedder,
    StaticEmbedder,
)
from strandline.errors import InputError
from strandline.testing import EmbedderContract, PieceEmbedderContract, TokenEmbedderContract
from tests.embedders.embeddings import backwards, embeds
from tests.embedders.sentence_models import Encoder, NewEncoder
from tests.rerankers.onnx_files import folder_of, word_vectors


class OwnContract(EmbedderContract):
    """Also what only our own embedders promise."""

    def test_one_text_that_is_not_in_a_list_is_refused(self, embedder: Embedder) -> None:
        """Its characters would be texts."""
        names = ("embed", "embed_with_pieces", "embed_with_tokens")
        for embed in (getattr(embedder, name) for name in names if hasattr(embedder, name)):
            for text in ("abc", ""):
                with pytest.raises(InputError, match="must be a list of texts, got one str"):
                    embed(text)

    def test_a_kind_that_there_is_not_is_refused(self, embedder: Embedder) -> None:
        for texts in (["abc"], []):
            with pytest.raises(InputError, match='kind must be "query" or "document", got \'passage\''):
                embedder.embed(texts, kind="passage")  # type: ignore[arg-type]


class TestStaticEmbedder(OwnContract, PieceEmbedderContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return StaticEmbedder()


class TestSentenceEmbedder(OwnContract, PieceEmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return SentenceEmbedder()


class TestHashEmbedder(OwnContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return HashEmbedder()


class TestMiniLMOnNumpy(OwnContract, TokenEmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return MiniLMEmbedder(backend="numpy")


class TestMiniLMOnOnnxruntime(OwnContract, TokenEmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return MiniLMEmbedder(backend="onnx")


class TestOnnxFolder(OwnContract):
    @pytest.fixture
    def embedder(self, tmp_path) -> Embedder:
        return OnnxEmbedder(folder_of(tmp_path / "m", word_vectors()), threads=1)


class TestOnnxFolderThatPoolsItself(OwnContract):
    """With prefixes, and windows of few words."""

    @pytest.fixture
    def embedder(self, tmp_path) -> Embedder:
        folder = folder_of(tmp_path / "m", word_vectors(sentence=True))
        return OnnxEmbedder(folder, max_length=12, query_prefix="where ", document_prefix="about ", batch_size=3)


class TestEndpoint(OwnContract):
    """Over a local connection, in batches, with the answers in another order."""

    @pytest.fixture
    def embedder(self, connect, endpoint) -> Embedder:
        endpoint.answers(backwards)
        return connect(batch_size=16)


class TestEndpointThatReadsLittle(OwnContract):
    @pytest.fixture
    def embedder(self, connect, endpoint) -> Embedder:
        endpoint.answers(embeds)
        return connect(max_text_bytes=100, max_batch_bytes=1000)


class TestSentenceTransformer(OwnContract):
    """Around an object that is used like its model: version 4 of the package, which reads 32 tokens."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        return SentenceTransformerEmbedder(Encoder(longest=32), name="words", version="1")


class TestSentenceTransformerWithPrompts(OwnContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        prompts = {"query": "search for: ", "document": "read: "}
        return SentenceTransformerEmbedder(NewEncoder(prompts=prompts), name="words", version="1")


class TestCached(OwnContract, PieceEmbedderContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return CachedEmbedder(StaticEmbedder(), max_entries=3)


class TestCachedMiniLM(OwnContract, TokenEmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return CachedEmbedder(MiniLMEmbedder())


class TestBatched(OwnContract, PieceEmbedderContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return BatchedEmbedder(StaticEmbedder(), 3)


class TestBatchedMiniLM(OwnContract, TokenEmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return BatchedEmbedder(MiniLMEmbedder(), 3)


class TestPrefixed(OwnContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return PrefixedEmbedder(StaticEmbedder())


class TestBatchesOfACacheOfAPrefix(OwnContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> Embedder:
        return BatchedEmbedder(CachedEmbedder(PrefixedEmbedder(HashEmbedder())), 2)
