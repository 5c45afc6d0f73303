"""Embedders are made by name; plugins come from installed packages."""

from __future__ import annotations

import pytest

from strandline.embedders import BUILT_IN, HashEmbedder, MiniLMEmbedder, StaticEmbedder, embedder
from strandline.errors import InputError

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
    with pytest.raises(InputError, match=r"no embedder is called 'statik'; there are: hash, mine, minilm, static"):
        embedder("statik")


def test_an_installed_plugin_is_found_by_its_entry_point(plugin):
    assert embedder("mine", size=5).size == 5


def test_a_plugin_cannot_take_a_built_in_name(plugin):
    assert type(embedder("hash")) is HashEmbedder
