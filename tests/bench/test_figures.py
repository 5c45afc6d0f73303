from __future__ import annotations

import pytest

from strandline.bench import figures, recall
from strandline.bench.corpus import PACKS
from strandline.bench.rivals import SYSTEMS

from .packs import GARDEN, write


@pytest.fixture
def packs(tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "COLD_MESSAGES", 100)
    monkeypatch.setattr(figures, "ASYNC_MESSAGES", 200)
    monkeypatch.setattr(figures, "IDLE_S", 0.02)
    folder = tmp_path / "packs"
    folder.mkdir()
    for name in PACKS:
        write(folder / name, GARDEN)
    return folder


def test_a_batch_costs_processor_time(packs, tmp_path):
    row = figures.batch_cost(packs, tmp_path)
    assert row["messages"] == 5
    assert row["cpu_s_per_1000"] > 0


def test_the_disk_figure_counts_the_closed_file(packs, tmp_path):
    row = figures.disk_cost(packs, tmp_path)
    assert row["text_bytes"] == sum(len(turn["text"]) for turn in GARDEN["turns"])
    assert row["disk_bytes_per_text_byte"] == row["disk_bytes"] / row["text_bytes"] > 1


def test_a_cold_start_finds_something_in_a_fresh_process(packs, tmp_path):
    row = figures.cold_start(packs, tmp_path)
    assert row["found"] >= 1
    assert row["process_ms"] > row["in_all_ms"] >= row["first_search_ms"] > 0


def test_the_heartbeat_ticks_while_messages_are_added(packs, tmp_path):
    row = figures.heartbeat(packs, tmp_path)
    assert row["ticks"] >= 1
    assert row["largest_gap_ms"] >= row["p99_gap_ms"] > 0


def test_strandline_itself_can_be_timed(tmp_path):
    system = SYSTEMS["strandline"].make(tmp_path)
    system.fill("u0", "s0", ["The spare key is under the third flowerpot.", "Tomorrow it will rain."])
    system.add("u0", "My sister plays the cello.")
    assert system.search("u0", "who plays the cello") >= 1
    assert system.search("u1", "who plays the cello") == 0
    system.close()
    assert any(tmp_path.iterdir())


def test_recall_is_measured_on_the_real_thing(tmp_path):
    result = recall.run(write(tmp_path / "garden.jsonl.xz", GARDEN), systems=["strandline"])
    ours = result["systems"]["strandline"]
    assert ours["by_type"]["plain"]["recall@10"] == 1.0
    assert ours["by_type"]["plain"]["context_evidence"] == 1.0
    assert ours["cost"]["disk_bytes_per_text_byte"] > 1
