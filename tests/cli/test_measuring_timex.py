"""``strandline bench timex`` on a file of one case."""

from __future__ import annotations

import json
import lzma

import pytest


@pytest.fixture
def folder(shell):
    """A shell beside a German file."""
    text = "Ich komme am 12. Januar 2016"
    start = text.index("12.")
    item = {"Text": text[start:], "Start": start, "Length": len(text) - start, "Type": "date"}
    (shell.folder / "recognizers_German.jsonl.xz").write_bytes(_packed({"Input": text, "Results": [item]}))
    return shell


def _packed(row):
    return lzma.compress(json.dumps(row).encode())


def test_timex_gives_the_figures_of_a_language(folder):
    (report,) = folder.json("bench", "timex", "--data", ".", "--language", "German", "--no-rivals")
    assert report["languages"]["German"]["systems"]["strandline"]["right"] == 1.0


def test_timex_is_readable(folder):
    shown = folder("bench", "timex", "--data", ".", "--language", "German", "--no-rivals").stdout
    assert "Time expressions" in shown
    assert "German: right by type" in shown


def test_a_published_report_is_named_after_the_bench(folder):
    folder.json("bench", "timex", "--data", ".", "--language", "German", "--no-rivals", "--publish", "results")
    (path,) = (folder.folder / "results").glob("*-timex.json")
    assert json.loads(path.read_text(encoding="utf-8"))["what"] == "timex"


def test_timex_says_which_file_is_missing(folder):
    result = folder("bench", "timex", "--data", ".", "--language", "French", "--no-rivals", "--json", code=2)
    assert json.loads(result.stderr)["error"]["type"] == "InputError"
