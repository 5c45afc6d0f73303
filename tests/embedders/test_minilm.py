"""MiniLM: two backends, one set of weights, and texts of any length."""

from __future__ import annotations

import sys

import numpy as np
import pytest
import strandline_minilm

from strandline.embedders import MiniLMEmbedder
from strandline.embedders.bert_weights import load_bert_weights
from strandline.errors import InputError, MissingExtraError, ModelFileError
from strandline.types import quantize

KEY = "The spare key is under the third flowerpot."
TEXTS = [KEY, "Oslo", "It was raining, and we stayed at home with the dog.", "我住在东京", KEY * 30]


@pytest.fixture(params=["numpy", "onnx"])
def minilm(request):
    return MiniLMEmbedder(backend=request.param)


def test_vectors_are_those_of_the_published_float_weights_up_to_rounding(minilm):
    """The first numbers are all-MiniLM-L6-v2's own, computed from its float32 weights."""
    want = [0.0035, 0.0242, -0.0115, -0.0158, 0.0293, 0.0555, 0.0172, -0.0204]
    assert np.allclose(minilm.embed([KEY])[0, :8], want, atol=4e-3)


def test_both_backends_give_the_same_vectors():
    numpy, onnx = (MiniLMEmbedder(backend=backend) for backend in ("numpy", "onnx"))
    cosines = (numpy.embed(TEXTS) * onnx.embed(TEXTS)).sum(axis=1)
    assert cosines.min() > 0.99999
    assert numpy.identity == onnx.identity


def test_a_row_alone_and_in_a_batch_agrees_beyond_what_is_stored(minilm):
    """Matrix products may round differently in a batch; one step of the stored int8 is the most it can make."""
    alone = np.concatenate([minilm.embed([text]) for text in TEXTS])
    together = minilm.embed(TEXTS)
    assert (alone * together).sum(axis=1).min() > 0.9999
    assert np.abs(quantize(alone)[0].astype(int) - quantize(together)[0].astype(int)).max() <= 1


def test_paraphrases_are_near_without_sharing_words(minilm):
    one, other, stranger = minilm.embed(["My puppy fears storms", "the dog is afraid of thunder", "the budget meeting"])
    assert float(one @ other) > float(one @ stranger) + 0.3


def test_word_order_matters(minilm):
    one, other = minilm.embed(["the dog bit the man", "the man bit the dog"])
    assert float(one @ other) < 0.999


def test_a_long_text_is_the_mean_of_its_windows(minilm):
    """508 words of one piece each are two windows of 254."""
    first, second = "dog " * 254, "budget " * 254
    halves = minilm.embed([first, second])
    whole = minilm.embed([first + second])[0]
    mean = halves.mean(axis=0)
    assert float(whole @ mean) / np.linalg.norm(mean) > 0.9999


def test_the_outputs_of_a_text_are_those_of_its_known_pieces(minilm):
    """In text order, of length 1; a word is known by what stands around it."""
    (ids, rows), (_, others), nothing = minilm.outputs(["The river bank 😀 was muddy.", "The bank lent money.", " \n"])
    assert ids.tolist() == minilm.pieces("The river bank was muddy.").tolist()
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)
    assert float(rows[2] @ others[1]) < 0.9
    assert [part.shape for part in nothing] == [(0,), (0, 384)]


def test_both_backends_give_the_same_outputs():
    numpy, onnx = (MiniLMEmbedder(backend=backend).outputs(TEXTS) for backend in ("numpy", "onnx"))
    for (ids, rows), (same, others) in zip(numpy, onnx, strict=True):
        assert ids.tolist() == same.tolist()
        np.testing.assert_allclose(rows, others, atol=1e-4)


def test_the_outputs_of_a_long_text_are_those_of_its_windows(minilm):
    """All 600 words are there."""
    ((ids, rows),) = minilm.outputs(["dog " * 600])
    assert rows.shape == (600, 384)
    assert set(ids.tolist()) == set(minilm.pieces("dog").tolist())


def test_reading_outputs_keeps_no_word(minilm):
    minilm.clear_caches()
    minilm.outputs([KEY])
    assert minilm.cached_words() == ()


@pytest.mark.parametrize("text", ["", "😀", "\x00 \n", "x" * 101])
def test_a_text_without_a_known_word_is_a_row_of_zeros(minilm, text):
    assert not minilm.embed([text]).any()


def test_the_automatic_backend_is_onnxruntime_where_it_is_installed(monkeypatch):
    assert MiniLMEmbedder().backend == "onnx"
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    assert MiniLMEmbedder().backend == "numpy"


def test_missing_packages_are_named_with_their_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingExtraError, match=r"strandline\[onnx\]"):
        MiniLMEmbedder(backend="onnx")
    monkeypatch.setitem(sys.modules, "strandline_minilm", None)
    with pytest.raises(MissingExtraError, match=r"MiniLMEmbedder needs .*strandline\[minilm\]"):
        MiniLMEmbedder()


def test_an_unknown_backend_is_refused():
    with pytest.raises(InputError, match="'torch'; it must be"):
        MiniLMEmbedder(backend="torch")


def test_the_data_package_holds_the_files_it_names():
    assert strandline_minilm.weights_path().stat().st_size > 20_000_000
    assert strandline_minilm.graph_path().stat().st_size < 50_000


def test_weights_that_are_missing_cut_or_of_another_kind_are_refused(tmp_path):
    path = tmp_path / "weights.npz"
    with pytest.raises(ModelFileError, match="is missing; install strandline-minilm again"):
        load_bert_weights(path)
    path.write_bytes(strandline_minilm.weights_path().read_bytes()[:100_000])
    with pytest.raises(ModelFileError, match="is damaged: its sha256 is"):
        load_bert_weights(path)
    np.savez(path, vocab=np.frombuffer(b"a\n", np.uint8))
    with pytest.raises(ModelFileError, match="cannot be read as weights of MiniLM-L6"):
        load_bert_weights(path, sha256=None)
