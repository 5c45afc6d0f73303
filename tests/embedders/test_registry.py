"""Embedders are made by name; plugins come from installed packages."""

from __future__ import annotations

import subprocess
import sys

import pytest

from strandline.embedders import (
    ALIASES,
    BUILT_IN,
    HashEmbedder,
    MiniLMEmbedder,
    OpenAICompatibleEmbedder,
    StaticEmbedder,
    embedder,
)
from strandline.errors import InputError, MissingExtraError

PLUGIN = """
class Mine:
    def __init__(self, size=1):
        self.size = size
"""


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    """An installed package that offers the embedders ``mine`` and ``hash``."""
    (tmp_path / "strandline_plugin_for_tests.py").write_text(PLUGIN)
    metadata = tmp_path / "strandline_plugin_for_tests-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: strandline-plugin-for-tests\nVersion: 1.0\n")
    target = "strandline_plugin_for_tests:Mine"
    (metadata / "entry_points.txt").write_text(f"[strandline.embedders]\nmine = {target}\nhash = {target}\n")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize(
    ("name", "kind"), [("static", StaticEmbedder), ("hash", HashEmbedder), ("minilm", MiniLMEmbedder)]
)
def test_each_built_in_name_makes_its_embedder(name, kind):
    assert type(embedder(name)) is kind
    assert name in BUILT_IN


def test_options_reach_the_embedder():
    assert embedder("hash", dimensions=32).identity.dimensions == 32


def test_an_unknown_name_is_refused_with_the_names_there_are(plugin):
    with pytest.raises(InputError, match=r"no embedder is called 'statik'; there are: ") as caught:
        embedder("statik")
    assert str(caught.value).partition("there are: ")[2].split(", ") == sorted([*BUILT_IN, "mine"])


def test_an_installed_plugin_is_found_by_its_entry_point(plugin):
    assert embedder("mine", size=5).size == 5


def test_a_plugin_cannot_take_a_built_in_name(plugin):
    assert type(embedder("hash")) is HashEmbedder


@pytest.mark.parametrize("name", ["openai", "OpenAI", "openai-compatible", "OpenAI_Compatible"])
def test_a_name_is_known_in_any_case_and_by_its_aliases(name):
    made = embedder(name, base_url="http://localhost:1/v1", model="m", dimensions=3)
    assert type(made) is OpenAICompatibleEmbedder


def test_an_alias_stands_for_one_embedder_and_is_the_name_of_none():
    assert set(ALIASES.values()) <= set(BUILT_IN)
    assert not set(ALIASES) & set(BUILT_IN)
    assert len({name.lower() for name in (*ALIASES, *BUILT_IN)}) == len(ALIASES) + len(BUILT_IN)


@pytest.mark.parametrize("alias", ["huggingface", "st", "sentence-transformers"])
def test_without_sentence_transformers_its_pip_line_is_named(alias, monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'strandline\[sentence-transformers\]'"):
        embedder(alias, model="some-model")


def test_without_httpx_its_pip_line_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(MissingExtraError, match=r"the embedder 'openai' .*pip install 'strandline\[openai\]'"):
        embedder("openai", base_url="http://localhost:1/v1", model="m", dimensions=3)


def test_nothing_is_imported_before_it_is_named():
    """In a process of its own, since other tests have imported much."""
    drivers = ("httpx", "onnxruntime", "tokenizers", "torch", "transformers", "sentence_transformers")
    program = f"import sys, strandline.embedders; print([name for name in {drivers} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
