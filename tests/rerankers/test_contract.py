"""The built-in rerankers keep the contract that is shipped for everybody's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from strandline.rerankers import LateInteractionReranker, OnnxReranker, Reranker, RerankerIdentity
from strandline.testing import RerankerContract
from tests.rerankers.onnx_files import folder_of, shared_words, word_vectors


class TestOnnxReranker(RerankerContract):
    @pytest.fixture
    def reranker(self, tmp_path: Path) -> Reranker:
        return OnnxReranker(folder_of(tmp_path / "cross", shared_words()), threads=1)


class TestTwoClasses(RerankerContract):
    @pytest.fixture
    def reranker(self, tmp_path: Path) -> Reranker:
        return OnnxReranker(folder_of(tmp_path / "cross", shared_words(classes=2)), batch=2, threads=1)


class TestLateInteractionFromAFolder(RerankerContract):
    @pytest.fixture
    def reranker(self, tmp_path: Path) -> Reranker:
        return LateInteractionReranker(folder_of(tmp_path / "encoder", word_vectors()), threads=1)


class TestLateInteractionOfMiniLM(RerankerContract):
    @pytest.fixture
    def reranker(self) -> Reranker:
        return LateInteractionReranker()


class _Backwards:
    """Gives the least to what fits best, and not to (n,) float32."""

    identity = RerankerIdentity(name="backwards", version="1")

    def score(self, query, texts):
        return np.array([1.0 - len(set(query.split()) & set(text.split())) / 100 for text in texts])


@pytest.mark.parametrize(
    "test", ["test_each_question_is_answered_best_by_its_text", "test_one_float32_in_0_to_1_a_text"]
)
def test_the_contract_bites(test):
    """A reranker that is the wrong way round, or gives another type, fails it."""
    with pytest.raises(AssertionError):
        getattr(RerankerContract(), test)(_Backwards())
