"""Sentence encoders in folders: how their vectors are made, and what is said about those that cannot be used."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from strandline.embedders import OnnxEmbedder, embedder
from strandline.errors import InputError, MissingExtraError, ModelFileError
from tests.rerankers.onnx_files import MARKS, WORDS, folder_of, shared_words, word_table, word_vectors

PIECES = (*MARKS, *WORDS)
TABLE = word_table()


def rows(*pieces):
    """The vectors of word pieces."""
    return TABLE[[PIECES.index(piece) for piece in pieces]]


def unit(vector):
    return vector / np.linalg.norm(vector)


@pytest.fixture
def folder(tmp_path):
    """An encoder whose every token has a fixed vector, and nothing that says how it is used."""
    return folder_of(tmp_path / "encoder", word_vectors())


def write(folder, name, settings):
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(json.dumps(settings), encoding="utf-8")


def made(folder, **options):
    return OnnxEmbedder(folder, threads=1, **options)


# --- pooling


KEY = rows("[CLS]", "spare", "key", "[SEP]")
POOLED = {"mean": KEY.mean(axis=0), "cls": KEY[0], "last": KEY[-1], "max": KEY.max(axis=0)}


@pytest.mark.parametrize("pooling", POOLED)
def test_tokens_are_pooled_as_asked(folder, pooling):
    (found,) = made(folder, pooling=pooling).embed(["spare key"])
    np.testing.assert_allclose(found, unit(POOLED[pooling]), atol=1e-6)


@pytest.mark.parametrize(
    ("settings", "pooling"),
    [
        ({"pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}, "mean"),
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, "cls"),
        ({"pooling_mode_lasttoken": True}, "last"),
        ({"pooling_mode_max_tokens": True, "include_prompt": True}, "max"),
        ({"pooling_mode": "cls"}, "cls"),
        ({"pooling_mode": "lasttoken"}, "last"),
        ({"word_embedding_dimension": 64}, "mean"),
    ],
)
def test_tokens_are_pooled_as_the_folder_says(folder, settings, pooling):
    """In the old words of sentence-transformers and in the new ones; by the mean where nothing is said."""
    write(folder, "1_Pooling/config.json", settings)
    (found,) = made(folder).embed(["spare key"])
    np.testing.assert_allclose(found, unit(POOLED[pooling]), atol=1e-6)


def test_the_folder_of_the_pooling_may_have_another_name(folder):
    package = "sentence_transformers.models"
    modules = [{"type": f"{package}.Transformer", "path": ""}, {"type": f"{package}.Pooling", "path": "pool"}]
    write(folder, "modules.json", [*modules, {"type": f"{package}.Normalize", "path": "2_Normalize"}])
    write(folder, "pool/config.json", {"pooling_mode_cls_token": True})
    np.testing.assert_allclose(made(folder).embed(["spare key"])[0], unit(POOLED["cls"]), atol=1e-6)


def test_a_graph_that_has_pooled_itself_is_left_to_it(tmp_path):
    """Unless another pooling is asked for."""
    folder = folder_of(tmp_path / "m", word_vectors(sentence=True))
    np.testing.assert_allclose(made(folder, normalize=False).embed(["spare key"])[0], KEY.sum(axis=0), atol=1e-5)
    np.testing.assert_allclose(made(folder, pooling="cls").embed(["spare key"])[0], unit(KEY[0]), atol=1e-6)


def test_rows_keep_their_length_where_they_are_not_normalized(folder):
    raw = made(folder, normalize=False)
    assert not raw.identity.normalized
    np.testing.assert_allclose(raw.embed(["spare key"])[0], KEY.mean(axis=0), atol=1e-6)


def test_the_width_is_found_where_the_graph_does_not_say_it(tmp_path):
    assert made(folder_of(tmp_path / "m", word_vectors(width=48, axis="width"))).identity.dimensions == 48


# --- prefixes and length


def test_the_prompts_of_the_folder_stand_before_the_texts(folder):
    write(folder, "config_sentence_transformers.json", {"prompts": {"query": "where ", "passage": "about "}})
    both = made(folder)
    (query,), (document,) = both.embed(["key"], kind="query"), both.embed(["key"])
    np.testing.assert_allclose(query, unit(rows("[CLS]", "where", "key", "[SEP]").mean(axis=0)), atol=1e-6)
    np.testing.assert_allclose(document, unit(rows("[CLS]", "about", "key", "[SEP]").mean(axis=0)), atol=1e-6)


def test_prefixes_that_are_given_come_first(folder):
    write(folder, "config_sentence_transformers.json", {"prompts": {"query": "where "}})
    (plain,) = made(folder, query_prefix="").embed(["key"], kind="query")
    np.testing.assert_allclose(plain, unit(rows("[CLS]", "key", "[SEP]").mean(axis=0)), atol=1e-6)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("sentence_bert_config.json", {"max_seq_length": 6, "do_lower_case": False}),
        ("tokenizer_config.json", {"model_max_length": 6}),
        ("config.json", {"max_position_embeddings": 6}),
    ],
)
def test_a_text_longer_than_the_model_reads_is_the_mean_of_its_parts(folder, name, settings):
    """Four words beside the marks; a longer text is halved between words until each part fits."""
    write(folder, name, settings)
    (found,) = made(folder).embed(["spare key dog oslo thunder month"])
    parts = [unit(rows("[CLS]", *part, "[SEP]").mean(axis=0)) for part in (WORDS_LEFT, WORDS_RIGHT)]
    lengths = [len(" ".join(WORDS_LEFT)) + 1, len(" ".join(WORDS_RIGHT))]
    np.testing.assert_allclose(found, unit(np.average(parts, axis=0, weights=lengths)), atol=1e-6)


WORDS_LEFT, WORDS_RIGHT = ("spare", "key", "dog"), ("oslo", "thunder", "month")


def test_the_length_may_be_given(folder):
    text = " ".join(WORDS[:40])
    assert not np.allclose(made(folder, max_length=10).embed([text]), made(folder).embed([text]))


def test_a_prefix_stands_before_each_part(folder):
    (found,) = made(folder, max_length=4, document_prefix="dog ").embed(["spare key"])
    parts = [unit(rows("[CLS]", "dog", word, "[SEP]").mean(axis=0)) for word in ("spare", "key")]
    np.testing.assert_allclose(found, unit(np.average(parts, axis=0, weights=[6, 3])), atol=1e-6)


def test_a_word_without_a_blank_is_cut_where_it_must_be(folder):
    """Text of a script without spaces: each character is a piece, unknown here."""
    assert made(folder, max_length=5).embed(["東京都港区芝公園"]).any()


def test_a_text_of_marks_alone_is_zeros(folder):
    """Control characters are no word piece."""
    assert not made(folder).embed(["\u0001\u0002"]).any()


# --- identity


def test_another_way_to_make_vectors_is_another_version(tmp_path, folder):
    """Other weights too; an equal folder elsewhere is the same one."""
    ways = [{}, {"pooling": "cls"}, {"max_length": 9}, {"query_prefix": "where "}, {"document_prefix": "where "}]
    versions = [made(folder, **way).identity.version for way in ways]
    other = folder_of(tmp_path / "other" / "encoder", word_vectors(axis="width"))
    assert len({*versions, made(other).identity.version}) == len(ways) + 1
    same = made(folder_of(tmp_path / "same" / "encoder", word_vectors())).identity
    assert (same, same.name) == (made(folder).identity, "encoder")


def test_weights_beside_the_graph_are_part_of_the_version(folder):
    before = made(folder).identity
    (folder / "model.onnx_data").write_bytes(b"weights")
    assert made(folder).identity.version != before.version


def test_weights_of_any_name_are_part_of_the_version(folder):
    """A graph says where its weights are; other files beside it do not count."""
    (folder / "model.onnx").write_bytes(named_weights((folder / "model.onnx").read_bytes(), b"other_weights.bin"))
    before = made(folder).identity
    (folder / "model_quantized.onnx").write_bytes(b"another graph")
    assert made(folder).identity == before
    (folder / "other_weights.bin").write_bytes(b"weights")
    first = made(folder).identity.version
    (folder / "other_weights.bin").write_bytes(b"trained")
    assert len({before.version, first, made(folder).identity.version}) == 3


def named_weights(graph, name):
    """A graph with a name in it: the field of a model that says who made it comes once more, as protobuf allows."""
    return graph + b"\x12" + bytes([len(name)]) + name


def test_the_graph_may_be_another_file(folder):
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model_quantized.onnx")
    assert made(folder, file="onnx/model_quantized.onnx").embed(["key"]).any()
    with pytest.raises(ModelFileError, match=r"is no folder with a model\.onnx or onnx/model\.onnx"):
        made(folder)


def test_it_is_made_by_name(folder):
    assert type(embedder("ONNX", folder=folder)) is OnnxEmbedder


# --- folders and arguments that cannot be used


def test_a_cross_encoder_is_no_sentence_encoder(tmp_path):
    with pytest.raises(
        ModelFileError, match="a sentence encoder gives sentence_embedding, or an output for each token"
    ):
        made(folder_of(tmp_path / "m", shared_words()))


@pytest.mark.parametrize(
    ("name", "settings", "says"),
    [
        ("1_Pooling/config.json", {"pooling_mode_weightedmean_tokens": True}, "says pooling_mode_weightedmean_tokens"),
        ("1_Pooling/config.json", {"pooling_mode": ["cls", "mean"]}, "says cls, mean; wanted one of mean"),
        ("1_Pooling/config.json", {"include_prompt": False}, "leaves the prompt out"),
        ("1_Pooling/config.json", ["mean"], "holds a list, wanted a dict"),
        ("1_Pooling/config.json", {"pooling_mode": 5}, "says 5; wanted one of mean"),
        ("1_Pooling/config.json", {"pooling_mode": True}, "says True; wanted one of mean"),
        ("1_Pooling/config.json", {"pooling_mode": [{}]}, "says {}; wanted one of mean"),
        ("modules.json", [{"type": "sentence_transformers.models.Dense"}], "has a layer 'Dense' after its encoder"),
        ("modules.json", ["a"], "has 'a' among its layers, wanted an object"),
        ("modules.json", [None], "has None among its layers, wanted an object"),
        ("tokenizer_config.json", ["a"], "holds a list, wanted a dict"),
    ],
)
def test_a_pooling_that_cannot_be_done_is_refused(folder, name, settings, says):
    write(folder, name, settings)
    with pytest.raises(ModelFileError, match=says):
        made(folder)


@pytest.mark.parametrize("name", ["modules.json", "tokenizer_config.json", "config_sentence_transformers.json"])
@pytest.mark.parametrize("said", ["{", "[" * 100_000], ids=["open", "deep"])
def test_settings_that_are_no_json_are_refused(folder, name, said):
    (folder / name).write_text(said, encoding="utf-8")
    with pytest.raises(ModelFileError, match="cannot be read as JSON"):
        made(folder)


def test_a_vocabulary_larger_than_the_model_is_said_to_be_of_another_one(folder, capfd):
    """The tokens are unknown to the graph, which says so when it meets them."""
    path = folder / "vocab.txt"
    path.write_text(path.read_text(encoding="utf-8") + "\nzebra\n", encoding="utf-8")
    other = made(folder)
    with pytest.raises(ModelFileError, match="failed on a text; are it and its vocabulary of the same model"):
        other.embed(["zebra"])
    assert other.embed(["key"]).any()


def test_a_graph_whose_names_are_no_text_is_damaged(folder):
    path = folder / "model.onnx"
    path.write_bytes(path.read_bytes().replace(b"input_ids", b"input_\xffds"))
    with pytest.raises(ModelFileError, match=r"model\.onnx"):
        made(folder)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"pooling": "sum"}, "pooling must be one of mean, cls, last, max"),
        ({"max_length": 2}, "max_length must be"),
        ({"max_length": "9"}, "max_length must be"),
        ({"batch_size": 0}, "1 and more"),
        ({"query_prefix": 5}, "prefix of a query must be a str"),
        ({"document_prefix": "dog " * 9, "max_length": 8}, "leaves no room for a text in 8 tokens"),
    ],
    ids=str,
)
def test_an_argument_that_means_nothing_is_refused(folder, options, says):
    with pytest.raises(InputError, match=says):
        made(folder, **options)


def test_another_kind_is_refused(folder):
    with pytest.raises(InputError, match="kind must be"):
        made(folder).embed(["a"], kind="passage")


def test_without_onnxruntime_the_pip_line_is_named(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'strandline\[onnx\]'"):
        made(folder)


def test_without_tokenizers_the_pip_line_is_named(folder, monkeypatch):
    (folder / "vocab.txt").unlink()
    write(folder, "tokenizer.json", {})
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'strandline\[tokenizers\]'"):
        made(folder)


def test_a_tokenizer_json_gives_the_vectors_of_its_vocabulary(folder):
    """And cuts long texts into the same parts."""
    tokenizers = pytest.importorskip("tokenizers", reason="the extra tokenizers is not installed")
    texts = ["the spare key", "dog " * 50, "Zebra? KEY!"]
    want = made(folder, max_length=16).embed(texts)
    whole = tokenizers.BertWordPieceTokenizer(str(folder / "vocab.txt"), lowercase=True)
    whole.save(str(folder / "tokenizer.json"))
    (folder / "vocab.txt").unlink()
    assert made(folder, max_length=16).embed(texts).tobytes() == want.tobytes()
