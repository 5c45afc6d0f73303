"""``strandline bench facts`` and ``bench precision`` on files of a few lines."""

from __future__ import annotations

import json

import pytest

from tests.bench.test_facts import OSLO
from tests.bench.test_precision import write


@pytest.fixture
def folder(shell):
    """A shell beside a file of two cases, the second one wrong."""
    wrong = {
        **OSLO,
        "id": "own-2",
        "ended": [{"subject": "user", "relation": "lives_in", "value": ["Oslo"], "valid_to": None}],
    }
    (shell.folder / "cases.jsonl").write_text(f"{json.dumps(OSLO)}\n{json.dumps(wrong)}\n", encoding="utf-8")
    write(shell.folder)
    return shell


def test_facts_gives_the_figures_and_what_is_wrong_as_json(folder):
    (report,) = folder.json("bench", "facts", "--cases", "cases.jsonl")
    assert report["figures"]["ALL"]["recall_of"] == [2, 2]
    assert list(report["wrong"]) == ["own-2"]


def test_facts_lists_failures_only_when_asked(folder):
    shown = folder("bench", "facts", "--cases", "cases.jsonl").stdout
    assert "Facts: cases.jsonl" in shown
    assert "own-2" not in shown
    assert "own-2" in folder("bench", "facts", "--cases", "cases.jsonl", "--failures").stdout


def test_facts_of_several_files_are_published_each_under_its_name(folder):
    (folder.folder / "more.jsonl").write_text(json.dumps(OSLO), encoding="utf-8")
    folder("bench", "facts", "--cases", "cases.jsonl", "--cases", "more.jsonl", "--publish", "results")
    paths = sorted((folder.folder / "results").glob("*-facts-*.json"))
    assert [path.stem.rpartition("-")[2] for path in paths] == ["cases", "more"]
    assert [json.loads(path.read_text(encoding="utf-8"))["figures"]["ALL"]["cases"] for path in paths] == [2, 1]


def test_facts_names_the_line_of_a_malformed_file(folder):
    (folder.folder / "cases.jsonl").write_text("{}\n", encoding="utf-8")
    result = folder("bench", "facts", "--cases", "cases.jsonl", "--json", code=2)
    assert "cases.jsonl:1" in json.loads(result.stderr)["error"]["message"]


def test_precision_gives_the_figures_of_each_way_and_can_be_published(folder):
    (report,) = folder.json("bench", "precision", "--data", ".", "--publish", "results")
    assert list(report["systems"]) == ["plain", "scoped", "scoped+aliases"]
    (path,) = (folder.folder / "results").glob("*-precision.json")
    assert json.loads(path.read_text(encoding="utf-8"))["what"] == "precision"


def test_precision_is_readable(folder):
    assert "Single cases" in folder("bench", "precision", "--data", ".").stdout


def test_precision_says_which_file_is_missing(folder):
    (folder.folder / "beliefs.seed.json").unlink()
    result = folder("bench", "precision", "--data", ".", "--json", code=2)
    assert "beliefs.seed.json" in json.loads(result.stderr)["error"]["message"]
