"""``strandline bench`` on a small pack."""

from __future__ import annotations

import json

import pytest

from tests.bench.packs import GARDEN, write


@pytest.fixture
def pack(shell):
    write(shell.folder / "garden.jsonl.xz", GARDEN)
    return shell


def test_recall_gives_a_report_a_pack(pack):
    reports = pack.json("bench", "recall", "--data", "garden.jsonl.xz", "--data", "garden.jsonl.xz", "--no-baseline")
    assert [report["what"] for report in reports] == ["recall-garden", "recall-garden"]
    assert list(reports[0]["systems"]) == ["strandline"]


def test_recall_is_readable_with_the_baseline_beside_it(pack):
    shown = pack("bench", "recall", "--data", "garden.jsonl.xz").stdout
    assert "recall@10" in shown
    assert "bm25" in shown


def test_a_published_report_is_the_one_that_was_shown(pack):
    (report,) = pack.json("bench", "recall", "--data", "garden.jsonl.xz", "--no-baseline", "--publish", "results")
    (path,) = (pack.folder / "results").glob("*-recall-garden.json")
    published = json.loads(path.read_text(encoding="utf-8"))
    assert {key: value for key, value in published.items() if key != "run"} == report


@pytest.mark.parametrize("counts", ["many", "1000,", "0", "10,-1"])
def test_speed_wants_numbers_with_commas(pack, counts):
    assert "--messages" in pack("bench", "speed", "--data", ".", f"--messages={counts}", code=2).stderr


def test_speed_says_which_pack_is_missing(pack):
    result = pack("bench", "speed", "--data", ".", "--messages", "10", "--no-rivals", "--json", code=2)
    assert json.loads(result.stderr)["error"]["type"] == "InputError"
