"""Models in folders: what they score, and what is said about those that cannot be used."""

from __future__ import annotations

import json
import math
import os
import sys

import numpy as np
import pytest

from strandline.embedders.folder_tokens import cut, tokens_of
from strandline.embedders.onnx_model import OnnxModel
from strandline.errors import InputError, MissingExtraError, ModelFileError
from strandline.rerankers import LateInteractionReranker, OnnxReranker, open_reranker
from tests.rerankers.onnx_files import (
    FLOAT,
    MARKS,
    WORDS,
    folder_of,
    inputs,
    model,
    node,
    shared_words,
    value,
    word_vectors,
)


def sigmoid(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-logit))


@pytest.fixture
def cross(tmp_path):
    """A cross-encoder that counts shared words, less 3.5."""
    return folder_of(tmp_path / "cross", shared_words())


@pytest.mark.parametrize("classes", [1, 2])
def test_a_logit_becomes_a_probability(tmp_path, classes):
    """One logit a pair or two: 2 shared words of "key" and "spare" are -1.5."""
    reranker = OnnxReranker(folder_of(tmp_path / "m", shared_words(classes=classes)))
    scores = reranker.score("spare key", ["key under spare month", "dog", "", "Zebra key?"])
    want = [sigmoid(2 - 3.5), sigmoid(-3.5), sigmoid(-3.5), sigmoid(1 - 3.5)]
    np.testing.assert_allclose(scores, want, atol=1e-6)


def test_the_text_is_told_from_the_query(cross):
    """Words that a text repeats count with those of the query alone."""
    np.testing.assert_allclose(
        OnnxReranker(cross).score("oslo", ["key key key", "oslo oslo"]), [sigmoid(-3.5), sigmoid(-1.5)]
    )


def test_the_longer_of_query_and_text_is_cut_off(cross):
    """Nothing is lost of the question while the text has more."""
    reranker = OnnxReranker(cross, longest=10)
    scores = reranker.score("spare key", ["dog dog dog dog dog key", "dog dog dog dog key spare"])
    np.testing.assert_allclose(scores, [sigmoid(-3.5), sigmoid(1 - 3.5)], atol=1e-6)


@pytest.mark.parametrize(
    ("first", "second", "room", "kept"),
    [
        (3, 4, 10, (3, 4)),
        (3, 20, 10, (3, 7)),
        (20, 3, 10, (7, 3)),
        (20, 20, 11, (6, 5)),
        (6, 20, 11, (6, 5)),
        (0, 9, 4, (0, 4)),
    ],
)
def test_how_much_of_two_lengths_is_kept(first, second, room, kept):
    assert cut(first, second, room) == kept


def test_the_graph_may_stand_in_a_folder_of_its_own(tmp_path):
    """As optimum writes it beside weights for other runtimes."""
    folder = folder_of(tmp_path / "m", shared_words(), place="onnx/model.onnx")
    assert OnnxReranker(folder).score("key", ["key"]).shape == (1,)


def test_the_identity_names_the_folder_and_the_graph(tmp_path):
    """Another graph in a folder of the same name is another version."""
    one = OnnxReranker(folder_of(tmp_path / "a" / "m", shared_words())).identity
    same = OnnxReranker(folder_of(tmp_path / "b" / "m", shared_words())).identity
    other = OnnxReranker(folder_of(tmp_path / "c" / "m", shared_words(bias=0.0))).identity
    assert one == same
    assert (one.name, len(one.version)) == ("m", 12)
    assert other.version != one.version


def test_late_interaction_finds_each_word_of_the_query_that_tells_something(tmp_path):
    """A text that has all of them scores 1, whatever else it says; stop words and order do not count."""
    reranker = LateInteractionReranker(folder_of(tmp_path / "m", word_vectors()))
    full, half, none, blank = reranker.score(
        "Is the spare key Biscuit?", ["the key under our spare biscuit", "spare key", "to oslo last month", ""]
    )
    assert full == pytest.approx(1.0, abs=1e-5)
    assert 0.2 < half < 0.6
    assert none < 0.1
    assert blank == 0.0


def test_a_folder_says_by_its_outputs_what_it_is(tmp_path, cross):
    assert isinstance(open_reranker(cross), OnnxReranker)
    encoder = open_reranker(str(folder_of(tmp_path / "m", word_vectors())))
    assert isinstance(encoder, LateInteractionReranker)
    assert encoder.identity.name == "late-m"
    assert open_reranker("minilm").identity.name == "late-minilm-l6"


def test_a_child_process_opens_the_model_again(cross):
    """Threads of onnxruntime do not live on in a fork."""
    reranker = OnnxReranker(cross, threads=2)
    want = reranker.score("spare key", ["the spare key"] * 8).tolist()
    reranker._model._opened = (os.getpid() + 1, None)  # as a child finds it
    assert reranker.score("spare key", ["the spare key"] * 8).tolist() == want


# --- folders that cannot be used


def test_without_onnxruntime_the_pip_line_is_named(cross, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingExtraError, match=r"strandline\[onnx\]"):
        OnnxReranker(cross)


@pytest.mark.parametrize("options", [{"batch": 0}, {"threads": 0}, {"batch": True}, {"batch": "4"}])
def test_numbers_below_one_are_refused(cross, options):
    with pytest.raises(InputError, match="1 and more"):
        OnnxReranker(cross, **options)


def test_a_folder_without_a_graph(tmp_path):
    with pytest.raises(ModelFileError, match=r"is no folder with a model\.onnx"):
        OnnxReranker(tmp_path)


def test_a_damaged_graph(tmp_path, cross):
    (cross / "model.onnx").write_bytes(shared_words()[:200])
    with pytest.raises(ModelFileError, match="cannot be opened as an ONNX graph"):
        OnnxReranker(cross)


def test_a_graph_that_reads_something_else(tmp_path):
    picture = model([*inputs(["pixels"]), node("Identity", ["pixels"], "out"), value(12, "out", 7, ("n", "length"))])
    with pytest.raises(ModelFileError, match=r"reads \['pixels'\]; wanted input_ids"):
        OnnxModel(folder_of(tmp_path, picture), batch=1, threads=1)


def test_a_graph_of_one_length(tmp_path):
    with pytest.raises(ModelFileError, match="export it with dynamic axes"):
        OnnxReranker(folder_of(tmp_path, shared_words(axes=("n", 128))))


def test_a_classifier_of_three_kinds_is_no_cross_encoder(tmp_path):
    with pytest.raises(ModelFileError, match="gives one or two logits a pair"):
        OnnxReranker(folder_of(tmp_path, shared_words(classes=3)))


def test_a_cross_encoder_has_no_output_for_each_token(cross):
    with pytest.raises(ModelFileError, match="needs an output for each token"):
        LateInteractionReranker(cross)


def test_an_encoder_of_sentences_alone_is_neither(tmp_path):
    flat = [*inputs(["input_ids"]), node("Cast", ["input_ids"], "out", to=FLOAT)]
    with pytest.raises(ModelFileError, match="needs an output for each token"):
        open_reranker(folder_of(tmp_path, model([*flat, value(12, "out", FLOAT, ("n", "length"))])))


# --- tokenizers


def test_without_any_tokenizer(cross):
    (cross / "vocab.txt").unlink()
    with pytest.raises(ModelFileError, match=r"neither a tokenizer\.json nor the vocab\.txt"):
        OnnxReranker(cross)


def test_a_vocabulary_without_marks(cross):
    (cross / "vocab.txt").write_text("a\nb\n", encoding="utf-8")
    with pytest.raises(ModelFileError, match="cannot be read as the vocabulary of a BERT model"):
        OnnxReranker(cross)


def test_a_tokenizer_config_that_is_no_json(cross):
    (cross / "tokenizer_config.json").write_text("{", encoding="utf-8")
    with pytest.raises(ModelFileError, match="cannot be read as JSON"):
        OnnxReranker(cross)


def test_a_vocabulary_where_case_counts_is_not_read_as_if_it_did_not(cross):
    (cross / "tokenizer_config.json").write_text(json.dumps({"do_lower_case": False}), encoding="utf-8")
    with pytest.raises(ModelFileError, match=r"neither a tokenizer\.json"):
        OnnxReranker(cross)


def test_a_tokenizer_json_needs_the_package_tokenizers(cross, monkeypatch):
    (cross / "vocab.txt").unlink()
    (cross / "tokenizer.json").write_text("{}", encoding="utf-8")
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(MissingExtraError, match=r"strandline\[tokenizers\]"):
        OnnxReranker(cross)


def test_both_tokenizers_read_the_same(cross):
    """A vocabulary and the tokenizer.json made from it give the same ids, types and marks."""
    tokenizers = pytest.importorskip("tokenizers", reason="the extra tokenizers is not installed")
    ours = tokens_of(cross, 12)
    whole = tokenizers.BertWordPieceTokenizer(str(cross / "vocab.txt"), lowercase=True)
    whole.save(str(cross / "tokenizer.json"))
    (cross / "vocab.txt").unlink()
    theirs = tokens_of(cross, 12)
    texts = ["the spare key", "", "dog " * 20, "Zebra? KEY!"]
    for one, other in zip(ours.pairs("spare key \ud800", texts), theirs.pairs("spare key \ud800", texts), strict=True):
        assert one.ids.tolist() == other.ids.tolist()
        assert one.types.tolist() == other.types.tolist()
        assert one.inside.tolist() == other.inside.tolist()
    assert ours.single("dog " * 20).ids.tolist() == theirs.single("dog " * 20).ids.tolist()
    assert OnnxReranker(cross).score("spare key", ["spare key"]).tolist() == pytest.approx([sigmoid(-1.5)])


def test_a_tokenizer_json_that_cannot_be_read(cross):
    pytest.importorskip("tokenizers", reason="the extra tokenizers is not installed")
    (cross / "vocab.txt").unlink()
    (cross / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelFileError, match="cannot be read as a tokenizer"):
        OnnxReranker(cross)


def test_the_words_of_the_model_are_those_of_the_texts():
    """The helper's vocabulary has no word twice."""
    assert len({*MARKS, *WORDS}) == len(MARKS) + len(WORDS)
