"""``SentenceTransformerEmbedder`` with real models of the package, made here with fixed random weights.

They need torch, which is large: ``make test-torch`` runs them in an environment of their own. Elsewhere they are
skipped, and say so.
"""

from __future__ import annotations

import json
import socket
import sys

import numpy as np
import pytest

from strandline import Memory
from strandline.embedders import OnnxEmbedder, SentenceTransformerEmbedder
from strandline.errors import MissingExtraError, ModelFileError
from strandline.testing import EmbedderContract
from tests.rerankers.onnx_files import MARKS, WORDS

REASON = "sentence-transformers is not installed: run make test-torch"
package = pytest.importorskip("sentence_transformers", reason=REASON)
torch = pytest.importorskip("torch", reason=REASON)
transformers = pytest.importorskip("transformers", reason=REASON)

LONGEST = 32
"""Tokens that the model reads."""


@pytest.fixture(scope="session")
def bert(tmp_path_factory):
    """A folder with a BERT of two layers and the tokenizer of our small vocabulary, saved by sentence-transformers."""
    root = tmp_path_factory.mktemp("models")
    raw, saved = root / "raw", root / "small-bert"
    raw.mkdir()
    (raw / "vocab.txt").write_text("\n".join((*MARKS, *WORDS)) + "\n", encoding="utf-8")
    torch.manual_seed(7)
    config = transformers.BertConfig(
        vocab_size=len(MARKS) + len(WORDS),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=64,
    )
    model = transformers.BertModel(config).eval()
    for common in (model.embeddings.position_embeddings, model.embeddings.token_type_embeddings):
        common.weight.data.zero_()  # what all texts share would drown their words
    model.save_pretrained(raw)
    (raw / "tokenizer_config.json").write_text('{"tokenizer_class": "BertTokenizer", "do_lower_case": true}')
    whole = package.SentenceTransformer(str(raw), device="cpu", local_files_only=True)  # adds pooling by the mean
    whole.max_seq_length = LONGEST
    whole.save(str(saved))
    return saved


@pytest.fixture
def offline(monkeypatch):
    """Whoever opens a connection fails the test."""

    def refuse(*_):
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)


class TestSavedModel(EmbedderContract):
    """The whole contract, texts of more tokens than the model reads among it."""

    @pytest.fixture
    def embedder(self, bert, offline):
        return SentenceTransformerEmbedder(bert, device="cpu")


class TestReadyModel(EmbedderContract):
    """With prompts of its own, and small batches."""

    @pytest.fixture
    def embedder(self, bert):
        prompts = {"query": "where is ", "document": "about "}
        model = package.SentenceTransformer(str(bert), device="cpu", prompts=prompts, local_files_only=True)
        return SentenceTransformerEmbedder(model, name="small", version="1", batch_size=8)


def test_vectors_are_those_of_the_package(bert):
    texts = ["the spare key", "a dog in Oslo"]
    model = package.SentenceTransformer(str(bert), device="cpu", local_files_only=True)
    want = model.encode(texts, normalize_embeddings=True)
    np.testing.assert_allclose(SentenceTransformerEmbedder(bert, device="cpu").embed(texts), want, atol=1e-6)


@pytest.mark.parametrize("kind", ["query", "document"])
def test_prompts_are_those_of_the_package(bert, kind):
    model = package.SentenceTransformer(
        str(bert), device="cpu", prompts={"query": "where ", "document": "about "}, local_files_only=True
    )
    want = getattr(model, f"encode_{kind}")(["the spare key"], normalize_embeddings=True)
    made = SentenceTransformerEmbedder(model, name="small", version="1")
    np.testing.assert_allclose(made.embed(["the spare key"], kind=kind), want, atol=1e-6)


def test_the_identity_names_the_folder_and_its_files(bert, tmp_path):
    one = SentenceTransformerEmbedder(bert, device="cpu").identity
    assert (one.name, len(one.version), one.dimensions) == ("small-bert", 12, 32)
    model = package.SentenceTransformer(str(bert), device="cpu", local_files_only=True)
    model.prompts = {"query": "where ", "document": ""}
    model.save(str(tmp_path / "small-bert"))
    other = SentenceTransformerEmbedder(tmp_path / "small-bert", device="cpu").identity
    assert other.name == one.name
    assert other.version != one.version


def test_a_name_that_is_not_on_this_machine_is_not_looked_for_elsewhere(offline):
    with pytest.raises(ModelFileError, match="nothing is downloaded unless local_files_only=False"):
        SentenceTransformerEmbedder("nobody/has-this-model")


def test_a_folder_that_is_no_model_is_an_error(tmp_path):
    with pytest.raises(ModelFileError, match="cannot be loaded as a sentence transformer"):
        SentenceTransformerEmbedder(tmp_path)


def test_without_the_package_its_pip_line_is_named(bert, monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'strandline\[sentence-transformers\]'"):
        SentenceTransformerEmbedder(bert)


def test_a_memory_works_with_it(bert, tmp_path, offline):
    with Memory(tmp_path / "m.db", embedder=SentenceTransformerEmbedder(bert, device="cpu")) as memory:
        memory.add("The spare key is under the third flowerpot.", user_id="ana")
        assert memory.search("Where is the spare key?", user_id="ana")
        assert memory.check()


@pytest.mark.filterwarnings("ignore:.*treespec, LeafSpec:FutureWarning")  # torch's exporter uses what torch deprecates
@pytest.mark.filterwarnings("ignore:# The axis name:UserWarning")  # and tells that both inputs have the same axes
def test_the_same_model_exported_to_onnx_gives_the_same_vectors(bert, tmp_path):
    """`OnnxEmbedder` reads the pooling and the length that sentence-transformers wrote beside a graph of torch."""
    pytest.importorskip("onnxscript", reason=REASON)
    pytest.importorskip("onnxruntime", reason="the extra onnx is not installed")
    folder = tmp_path / "exported"
    folder.mkdir()
    for path in (path for path in bert.rglob("*") if path.is_file() and path.suffix in (".json", ".txt")):
        target = folder / path.relative_to(bert)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    export(transformers.BertModel.from_pretrained(bert, attn_implementation="eager"), folder / "model.onnx")
    assert json.loads((folder / "1_Pooling" / "config.json").read_text())
    texts = ["the spare key", "a dog in Oslo", "thunder " * 90]
    exported = OnnxEmbedder(folder, threads=1)
    np.testing.assert_allclose(
        exported.embed(texts), SentenceTransformerEmbedder(bert, device="cpu").embed(texts), atol=1e-5
    )


class ByName(torch.nn.Module):
    """Calls a model by the names of its arguments, which the exporter does not."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask):
        return self.model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state


def export(model, path):
    """The encoder as a graph, of any number and length of texts."""
    example = torch.ones((2, 5), dtype=torch.int64)
    free = {0: torch.export.Dim("n"), 1: torch.export.Dim("length")}
    torch.onnx.export(
        ByName(model).eval(),
        (example, example.clone()),  # one object for both would be one input
        str(path),
        input_names=["input_ids", "attention_mask"],
        output_names=["last_hidden_state"],
        dynamic_shapes=(free, free),
        external_data=False,
        dynamo=True,
        verbose=False,
    )
