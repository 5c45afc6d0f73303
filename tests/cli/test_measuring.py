"""``strandline bench`` on a small pack."""

from __future__ import annotations

import json

import pytest

from strandline.bench import families
from strandline.bench.ablations import ablations
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


def test_all_measures_every_pack_of_a_folder_and_every_system_that_is_installed(pack, monkeypatch):
    """Names that are no pack are left alone; rows are kept, so that a second run only reads them."""
    monkeypatch.setattr(families, "find_spec", lambda name: None if name in ("windlass", "cortexm") else True)
    for name in ("realmem", "locomo"):
        write(pack.folder / f"{name}.jsonl.xz", GARDEN)
    reports = pack.json("bench", "recall", "--data", ".", "--all")
    assert [report["what"] for report in reports] == ["recall-locomo", "recall-realmem"]
    systems = reports[0]["systems"]
    assert list(systems) == [*ablations(), "minilm", "hash", "bm25", "dense", "hybrid", "random"]
    assert systems["strandline"]["by_type"]["plain"]["recall@10"] == 1.0
    assert systems["strandline"]["calibration"]["answerable"]["hits"] > 0
    assert systems["hybrid"]["difference"]["questions"] == 2
    rows = (pack.folder / "benchmarks" / "work" / "rows.jsonl").read_text(encoding="utf-8")
    said = pack("bench", "recall", "--data", ".", "--all")
    assert "not installed, so not measured: windlass, cortexm" in said.stderr
    assert (pack.folder / "benchmarks" / "work" / "rows.jsonl").read_text(encoding="utf-8") == rows


def test_systems_are_chosen_by_name(pack):
    (report,) = pack.json("bench", "recall", "--data", "garden.jsonl.xz", "--systems", "random,strandline")
    assert list(report["systems"]) == ["strandline", "random"]
    assert not (pack.folder / "benchmarks").exists()


def test_an_unknown_system_is_wrong_use(pack):
    result = pack("bench", "recall", "--data", "garden.jsonl.xz", "--systems", "bm52", code=2)
    assert "there are: strandline" in result.stderr
    assert "--systems" in pack("bench", "recall", "--data", ".", "--all", "--systems", "bm25", code=2).stderr


def test_a_folder_without_packs_says_which_it_looked_for(pack):
    assert "locomo, longmemeval_s" in pack("bench", "recall", "--data", ".", code=2).stderr


@pytest.mark.parametrize("counts", ["many", "1000,", "0", "10,-1"])
def test_speed_wants_numbers_with_commas(pack, counts):
    assert "--messages" in pack("bench", "speed", "--data", ".", f"--messages={counts}", code=2).stderr


def test_speed_says_which_pack_is_missing(pack):
    result = pack("bench", "speed", "--data", ".", "--messages", "10", "--no-rivals", "--json", code=2)
    assert json.loads(result.stderr)["error"]["type"] == "InputError"


def test_memories_need_no_data_and_are_published_as_shown(shell):
    asked = ("--sizes", "20", "--stores", "memory", "--no-rivals", "--publish", "results")
    (report,) = shell.json("bench", "memories", *asked)
    assert [(row["system"], row["embedder"], row["status"]) for row in report["rows"]] == [
        ("memory", "own", "ok"),
        ("memory", "precomputed", "ok"),
    ]
    (path,) = (shell.folder / "results").glob("*-memories.json")
    published = json.loads(path.read_text(encoding="utf-8"))
    assert {key: value for key, value in published.items() if key != "run"} == report


def test_memories_are_readable(shell):
    shown = shell("bench", "memories", "--sizes", "20", "--threads", "30", "--stores", "memory", "--no-rivals").stdout
    assert "precomputed" in shown
    assert "fewer" in shown


def test_an_unknown_store_is_wrong_use(shell):
    said = shell("bench", "memories", "--stores", "memroy", "--no-rivals", code=2).stderr
    assert "'memroy'; there are: memory" in said


def test_memories_want_numbers_with_commas(shell):
    assert "--threads" in shell("bench", "memories", "--threads", "1,", code=2).stderr
