"""The default embedder of the conversation memories."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from strandline.embedders import SentenceEmbedder, StaticEmbedder, embedder
from strandline.embedders.sentence import MODEL_PATH, load_sentence_model
from strandline.errors import ModelFileError
from strandline.memories.relevance import probes
from strandline.testing import EmbedderContract, PieceEmbedderContract


class TestSentenceEmbedder(EmbedderContract, PieceEmbedderContract):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self):
        return SentenceEmbedder()


def served(one):
    """The share of questions of the probes whose statement is among the three nearest."""
    right = asked = 0
    for probe in probes():
        near = one.embed([text for text, _ in probe.questions], kind="query") @ one.embed(probe.facts).T
        for row, (_, place) in zip(near, probe.questions, strict=True):
            right += int((row > row[place]).sum() < 3)
            asked += 1
    return right / asked


def test_it_knows_more_of_meaning_than_the_static_one():
    """Which statement answers a question in other words, by the cosine alone."""
    assert served(SentenceEmbedder()) > served(StaticEmbedder()) + 0.1


def test_it_is_made_by_name():
    """And its identity is not the static one's: their vectors must not be mixed."""
    made = embedder("Sentence")
    assert isinstance(made, SentenceEmbedder)
    assert str(made.identity) != str(StaticEmbedder().identity)


def test_the_order_of_words_makes_no_difference():
    """It sums words."""
    one, other = SentenceEmbedder().embed(["the dog bit the man", "the man bit the dog"])
    np.testing.assert_allclose(one, other, atol=1e-6)


def test_a_damaged_file_is_refused(tmp_path):
    """By its digest, before anything is read; without the digest by what is in it."""
    copy = tmp_path / "sentence.npz"
    shutil.copy(MODEL_PATH, copy)
    load_sentence_model(copy)
    copy.write_bytes(copy.read_bytes()[:-1] + b"x")
    with pytest.raises(ModelFileError, match="damaged"):
        load_sentence_model(copy)
    np.savez(copy, vectors=np.zeros((3, 4), np.int8))
    with pytest.raises(ModelFileError):
        load_sentence_model(copy, sha256=None)
    with pytest.raises(ModelFileError, match="missing"):
        load_sentence_model(tmp_path / "none.npz")
