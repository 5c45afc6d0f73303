from __future__ import annotations

import os
from pathlib import Path

import pytest

from strandline.bench import figures, plot, report, speed
from strandline.bench.clocks import folder_bytes, fsync_series, repeat, resident_mb
from strandline.bench.corpus import PACKS, corpus, sentences
from strandline.bench.rivals import SYSTEMS, Rival
from strandline.errors import InputError

from .packs import GARDEN, write


class FakeTimed:
    """Keeps texts by user and writes them down when closed."""

    made: list[FakeTimed] = []  # noqa: RUF012 (emptied by the fixture)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.calls: list[tuple[str, str, int]] = []
        self.texts: dict[str, list[str]] = {}
        self.found: list[int] = []
        self.made.append(self)

    def fill(self, user, session, texts):
        self.calls.append((user, session, len(texts)))
        self.texts.setdefault(user, []).extend(texts)

    def add(self, user, text):
        self.texts[user].append(text)

    def search(self, user, query):
        self.found.append(sum(query in text for text in self.texts[user]))
        return self.found[-1]

    def close(self):
        (self.folder / "all.txt").write_text("\n".join(text for texts in self.texts.values() for text in texts))


@pytest.fixture
def packs(tmp_path):
    folder = tmp_path / "packs"
    folder.mkdir()
    for name in PACKS:
        write(folder / name, GARDEN)
    return folder


@pytest.fixture
def fake(monkeypatch):
    FakeTimed.made.clear()
    monkeypatch.setitem(SYSTEMS, "strandline", Rival(make=FakeTimed, module="strandline"))
    return FakeTimed.made


def test_users_get_equal_shares_and_take_turns():
    assert list(speed.batches(500, 2)) == [
        (0, 0, 100),
        (1, 250, 100),
        (0, 100, 100),
        (1, 350, 100),
        (0, 200, 50),
        (1, 450, 50),
    ]


def test_messages_are_seeded_and_made_of_the_packs_sentences(packs):
    pool = sentences(packs)
    assert len(pool) == len(set(pool)) == 4  # the twin is there once
    first, second = corpus(pool, 50, seed=7), corpus(pool, 50, seed=7)
    assert [first.message(i) for i in range(50)] == [second.message(i) for i in range(50)]
    assert [first.message(i) for i in range(50)] != [corpus(pool, 50, seed=8).message(i) for i in range(50)]


def test_a_query_is_words_of_a_message_of_the_user(packs):
    texts = corpus(sentences(packs), 50, seed=7)
    for number in range(20):
        query = texts.query(number, 10, 5)
        assert len(query.split()) == 6
        assert any(query in texts.message(i) for i in range(10, 15))


def test_a_missing_pack_is_named(tmp_path):
    with pytest.raises(InputError, match="locomo"):
        sentences(tmp_path)


def test_a_cell_measures_every_request_of_the_median_user(packs, fake):
    row = speed.measure_cell(speed.Cell(system="strandline", messages=40, users=4, data=packs))
    [system] = fake
    assert system.calls == [("u0", "s0", 10), ("u1", "s10", 10), ("u2", "s20", 10), ("u3", "s30", 10)]
    assert len(system.texts["u2"]) == 10 + 200 + 50
    assert min(system.found) >= 1
    assert row["filled"] == 40
    assert (row["search"]["n"], row["add"]["n"], row["search_after_write"]["n"]) == (200, 200, 50)
    assert row["disk_bytes"] > row["text_bytes"] > 0
    assert row["fsync"]["p50_ms"] > 0


def test_what_cannot_be_measured_says_why(packs, monkeypatch):
    monkeypatch.setattr(figures, "FIGURES", {})
    monkeypatch.setitem(SYSTEMS, "windlass", Rival(make=FakeTimed, module="no_such_module"))
    monkeypatch.setitem(SYSTEMS, "cortexm", Rival(make=FakeTimed, module="json", most=10))
    result = speed.run([20], [30], data=packs)
    assert [(row["system"], row["status"]) for row in result["rows"]] == [
        ("strandline", "fewer messages than users"),
        ("windlass", "not installed"),
        ("cortexm", "left out above 10"),
    ]


def test_a_cell_has_its_own_process():
    assert speed.alone(os.getpid) != os.getpid()


def series(value):
    return {"n": 3, "p50_ms": value, "p95_ms": value * 2, "cpu_ms": value / 2}


def result():
    rows = [
        {
            "system": system,
            "messages": size,
            "users": 1,
            "status": "ok",
            "fill_messages_per_s": 1000.0,
            "fill_cpu_s_per_1000": scale,
            "search": series(scale * size),
            "add": series(scale),
            "fsync": series(0.1),
            "search_after_write": series(scale * size),
            "rss_mb": None,
            "disk_bytes": size * 100,
        }
        for system, scale in (("strandline", 1.0), ("windlass", 4.0))
        for size in (10, 100)
    ]
    rows.append({"system": "cortexm", "messages": 100, "users": 1, "status": "left out above 10"})
    return {"what": "speed", "rows": rows, "ratios": speed.ratios(rows), "figures": {"cold_start": {"open_ms": 1.5}}}


def test_ratios_compare_processor_time_of_the_same_cell():
    assert result()["ratios"] == [
        {"messages": size, "users": 1, "search_cpu": 0.25, "search_after_write_cpu": 0.25, "fill_cpu": 0.25}
        for size in (10, 100)
    ]


def test_tables_show_every_row():
    rows, ratios, singles = report.tables(result())
    assert (rows.row_count, ratios.row_count, singles.row_count) == (5, 2, 1)


def test_a_plot_is_a_png(tmp_path):
    assert plot.latency(result(), tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")


def test_publishing_speed_writes_json_and_plot_of_one_name(tmp_path):
    paths = report.publish(result(), command=["strandline", "bench", "speed"], folder=tmp_path)
    assert sorted(path.suffix for path in paths) == [".json", ".png"]
    assert paths[0].stem == paths[1].stem
    assert all(path.is_file() for path in paths)


def test_requests_are_bounded_in_count_and_time():
    assert repeat(lambda _: int, count=7, seconds=60)["n"] == 7
    assert repeat(lambda _: int, count=7, seconds=0, least=3)["n"] == 3


def test_preparation_is_not_timed():
    work = range(200_000)

    def prepare(_):
        sum(work)
        return int

    assert (
        repeat(prepare, count=3, seconds=60)["p50_ms"]
        < repeat(lambda _: lambda: sum(work), count=3, seconds=60)["p50_ms"]
    )


def test_the_fsync_probe_leaves_nothing_behind(tmp_path):
    assert fsync_series(tmp_path, count=3)["n"] == 3
    assert folder_bytes(tmp_path) == 0


def test_resident_memory_is_counted_where_the_system_tells():
    resident = resident_mb()
    assert resident is None or 5 < resident < 100_000
