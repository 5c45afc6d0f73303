"""The built-in embedders keep the contract that is shipped for everybody's."""

from __future__ import annotations

import pytest

from strandline.embedders import Embedder, HashEmbedder, MiniLMEmbedder, StaticEmbedder
from strandline.testing import EmbedderContract, PieceEmbedderContract, TokenEmbedderContract


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
