from __future__ import annotations

import json

import numpy as np
import pytest

from strandline.bench import memories, report
from strandline.bench.corpus import made_up
from strandline.bench.memory_ratios import ratios, targets
from strandline.bench.memory_systems import STORES, SYSTEMS, Precomputed, System, over
from strandline.errors import InputError, MissingExtraError
from strandline.memories import VectorMemory

from .memory_rows import result, row


class FakeMemory:
    """Keeps texts by thread and writes them down when closed."""

    vectors = "none"

    def __init__(self, folder, embedder):
        self.folder, self.embedder = folder, embedder
        self.calls = []
        self.texts = {}
        self.found = []

    def add(self, thread, texts):
        self.calls.append((thread, len(texts)))
        self.texts.setdefault(thread, []).extend(texts)

    def get(self, thread, query):
        self.found.append(sum(query in text for text in self.texts[thread]))
        return self.found[-1]

    def close(self):
        (self.folder / "all.txt").write_text("\n".join(text for texts in self.texts.values() for text in texts))


@pytest.fixture
def made(monkeypatch):
    """The fakes that were made under the name ``fake``."""
    found = []

    def make(folder, embedder):
        found.append(FakeMemory(folder, embedder))
        return found[-1]

    monkeypatch.setitem(SYSTEMS, "fake", System(load=dict, make=make))
    return found


def cell(system, **changes):
    return memories.Cell(**{"system": system, "embedder": "precomputed", "memories": 40, "threads": 4, **changes})


def test_made_up_messages_are_seeded_and_no_two_are_alike():
    first, second, other = (
        [texts.message(place) for place in range(500)] for texts in (made_up(500, seed=seed) for seed in (7, 7, 8))
    )
    assert len(set(first)) == 500
    assert first == second != other


def test_precomputed_vectors_are_those_of_the_default_embedder():
    """Those of more texts than are made at a time, in any order and number."""
    texts = [f"Message {number} is about the harbour." for number in range(1_500)]
    known = Precomputed(texts, ["where is the harbour"])
    default = VectorMemory().embedder
    assert known.identity == default.identity
    wanted = [texts[1_400], texts[3], texts[1_400]]
    assert np.array_equal(known.embed(wanted), default.embed(wanted))
    asked = ["where is the harbour"]
    assert np.array_equal(known.embed(asked, kind="query"), default.embed(asked, kind="query"))


def test_a_cell_measures_every_request_of_the_middle_thread(made):
    found = memories.measure_cell(cell("fake"))
    first, measured = made
    assert first.calls == [("t", 1)]
    assert measured.calls[:4] == [("t0", 10), ("t1", 10), ("t2", 10), ("t3", 10)]
    assert len(measured.texts["t2"]) == 10 + memories.ADDS + memories.GETS_AFTER
    assert len(set(measured.texts["t2"])) == len(measured.texts["t2"])
    assert min(measured.found) >= 1
    assert found["filled"] == 40
    assert [found[key]["n"] for key in ("get", "add", "get_after_add")] == [200, 200, 50]
    assert found["disk_bytes"] > sum(len(text) for texts in measured.texts.values() for text in texts)


def test_the_embedder_is_given_or_the_systems_own(made):
    memories.measure_cell(cell("fake"))
    memories.measure_cell(cell("fake", embedder="own"))
    assert [one.embedder is None for one in made] == [False, False, True, True]


def test_a_fill_that_takes_too_long_stops_and_says_how_far_it_came(made, monkeypatch):
    monkeypatch.setattr(memories, "FILL_SECONDS", 0.0)
    whole = cell("fake")
    made_one = SYSTEMS["fake"].make(None, None)
    found = memories.fill(whole, whole.texts(), made_one)
    assert (found["filled"], found["whole"]) == (10, False)


def test_memories_that_threads_do_not_share_evenly_are_whole_without_the_rest(made):
    found = memories.measure_cell(cell("fake", threads=7))
    assert (found["filled"], found["whole"]) == (35, True)


def test_the_store_in_memory_answers_in_a_process_of_its_own():
    """The real thing, through ``VectorMemory``, with its own embedder and with precomputed vectors."""
    found = memories.run([30], [3], stores=["memory"], rivals=False)
    assert [row["embedder"] for row in found["rows"]] == ["own", "precomputed"]
    for measured in found["rows"]:
        assert measured["status"] == "ok"
        assert measured["found"] >= 1
        assert measured["disk_bytes"] == 0
        assert measured["vectors"] == str(VectorMemory().embedder.identity)
    assert found["ratios"] == found["targets"] == []


def test_what_cannot_be_measured_says_why(monkeypatch):
    def missing():
        raise MissingExtraError(feature="the vector store 'faiss'", extra="faiss")

    monkeypatch.setitem(STORES, "faiss", System(load=missing, make=FakeMemory))
    monkeypatch.setitem(SYSTEMS, "windlass", System(load=dict, make=FakeMemory, most=10))
    found = memories.run([20], [1], stores=["faiss"])
    absent, left_out = found["rows"]
    assert (absent["system"], absent["status"]) == ("faiss", "not installed")
    assert "strandline[faiss]" in absent["why"]
    assert (left_out["system"], left_out["status"]) == ("windlass", "left out above 10")


def test_a_store_whose_module_is_not_there_is_not_installed():
    assert over("memory").absent() is None
    assert "no_such_module" in System(load=lambda: __import__("no_such_module"), make=FakeMemory).absent()


def test_fewer_memories_than_threads_are_not_measured():
    found = memories.run([20], [30], stores=["memory"], rivals=False)
    assert {row["status"] for row in found["rows"]} == {"fewer memories than threads"}


def test_a_store_that_is_none_of_this_process_is_refused_with_the_names_there_are():
    with pytest.raises(InputError, match="'pinecone'; there are: memory, sqlite"):
        memories.run([20], [1], stores=["pinecone"])


def test_ratios_compare_the_same_embedder_size_and_threads():
    [found] = ratios([row("memory", 1.0, rss=25.0), row("windlass", 16.0), row("windlass", 2.0, memories=20_000)])
    assert {key: found[key] for key in ("get_cpu", "get_after_add_cpu", "add_cpu", "fill_cpu")} == dict.fromkeys(
        ("get_cpu", "get_after_add_cpu", "add_cpu", "fill_cpu"), 1 / 16
    )
    assert found["rss"] == 1 / 4


def test_a_cell_that_was_not_filled_is_compared_with_nothing():
    assert ratios([row("memory", 1.0), row("windlass", 16.0, filled=5_000)]) == []


def test_growth_that_is_noise_or_unknown_is_not_divided():
    for ours, theirs in ((0.5, 100.0), (25.0, 0.5), (None, 100.0)):
        [found] = ratios([row("memory", 1.0, rss=ours), row("windlass", 16.0, rss=theirs)])
        assert found["rss"] is None


@pytest.mark.parametrize(("scale", "met"), [(10.0, True), (9.0, False)])
def test_a_target_is_met_from_ten_times_on(scale, met):
    found = targets(ratios([row("memory", 1.0), row("sqlite", 1.0), row("windlass", scale)]))
    assert [one["met"] for one in found if one["figure"] == "get_cpu"] == [met]
    assert [one["met"] for one in found if one["figure"] == "add_cpu"] == [True]


def test_a_target_without_a_figure_is_neither_met_nor_missed():
    rows = [row("memory", 1.0, memories=100_000, rss=None), row("windlass", 40.0, memories=100_000)]
    assert {one["figure"]: one["met"] for one in targets(ratios(rows))} == {"get_cpu": True, "rss": None}


def test_tables_show_every_row():
    rows, beside, aims = report.tables(result())
    assert (rows.row_count, beside.row_count, aims.row_count) == (3, 1, 3)


def test_each_embedder_has_a_table_of_its_own_and_nothing_is_compared_without_windlass():
    alone = {**row("memory", 1.0), "embedder": "precomputed"}
    own, precomputed = report.tables({**result(), "rows": [*result()["rows"], alone], "ratios": [], "targets": []})
    assert (own.row_count, precomputed.row_count) == (3, 1)


def test_a_result_is_published_as_json(tmp_path):
    [path] = report.publish(result(), command=["strandline", "bench", "memories"], folder=tmp_path)
    assert json.loads(path.read_text(encoding="utf-8"))["rows"] == result()["rows"]
