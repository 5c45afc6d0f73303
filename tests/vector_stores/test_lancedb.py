"""LanceDB: in memory, and in a folder that many use."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import lancedb
import numpy as np
import pyarrow as pa
import pytest
from lancedb.table import LanceTable

from strandline.errors import ConfigurationError, DimensionError, VectorStoreError
from strandline.testing import PersistentVectorStoreContract, VectorStoreContract
from strandline.testing.vector_stores import DIMENSIONS, vectors
from strandline.vector_stores import vector_store
from strandline.vector_stores.lancedb import LanceVectorStore


class TestLanceInMemory(VectorStoreContract):
    """The contract."""

    @pytest.fixture
    def store(self):
        with LanceVectorStore(uri="memory://", dimensions=DIMENSIONS) as store:
            yield store


class TestLanceInAFolder(VectorStoreContract, PersistentVectorStoreContract):
    """Both contracts."""

    @pytest.fixture
    def open_store(self, tmp_path):
        return lambda **options: LanceVectorStore(path=tmp_path, **options)

    @pytest.fixture
    def store(self, open_store):
        with open_store() as store:
            yield store


def files_with(folder: Path, word: str) -> list[str]:
    """Files that hold a word, in the bytes of UTF-8."""
    return [str(path) for path in folder.rglob("*") if path.is_file() and word.encode() in path.read_bytes()]


def fill(path: Path, worker: int) -> None:
    """What one of several processes adds and removes."""
    with LanceVectorStore(path=path) as store:
        for number in range(8):
            store.add([f"{worker}-{number}", f"shared-{number}"], vectors(2, seed=number))
        store.delete([f"{worker}-{number}" for number in range(5)])


# --- places --------------------------------------------------------------------------------------------------------


def test_exactly_one_place_is_given(tmp_path):
    """A store that was told none, or two, is refused."""
    for places in ({}, {"path": tmp_path, "uri": "memory://"}):
        with pytest.raises(ConfigurationError, match="exactly one of path, uri, connection"):
            LanceVectorStore(**places)


def test_a_connection_that_was_given_sees_what_others_write(tmp_path):
    """Whatever it says about consistency; it stays open."""
    connection = lancedb.connect(tmp_path)
    one, other = LanceVectorStore(connection=connection), vector_store("lance", path=tmp_path)
    one.add(["a"], vectors(1))
    other.add(["b"], vectors(1))
    assert one.count() == 2
    one.close()
    assert connection.open_table("strandline").count_rows() == 2
    other.close()


def test_collections_of_any_name_are_apart(tmp_path):
    """Also of names that LanceDB does not take, or that some file systems hold for the same."""
    names = ("agent", "Agent", "a/b", "a b", "犬", "..", "x" * 300)
    stores = [LanceVectorStore(path=tmp_path, collection=name) for name in names]
    for store in stores:
        store.add(["a"], vectors(1), texts=[store.collection])
    assert [store.get(["a"])[0].text for store in stores] == list(names)
    folders = [path.name for path in tmp_path.glob("*.lance")]
    assert "agent.lance" in folders
    assert len({name.lower() for name in folders}) == len(names)


def test_a_table_of_other_columns_is_refused(tmp_path):
    """With what to do."""
    lancedb.connect(tmp_path).create_table("theirs", pa.table({"id": ["a"], "vector": [[1.0, 0.0]]}))
    with pytest.raises(VectorStoreError, match="name another collection"):
        LanceVectorStore(path=tmp_path, collection="theirs")


def test_another_width_than_the_table_has_is_refused(tmp_path):
    """At the door, and from a store that was there before the table."""
    early = LanceVectorStore(path=tmp_path)
    LanceVectorStore(path=tmp_path).add(["a"], vectors(1))
    with pytest.raises(DimensionError):
        LanceVectorStore(path=tmp_path, dimensions=DIMENSIONS + 1)
    with pytest.raises(DimensionError):
        early.add(["b"], np.ones((1, DIMENSIONS + 1)))


def test_a_place_that_cannot_be_used_is_said(tmp_path):
    """A file is no folder."""
    (tmp_path / "file").write_text("text")
    with pytest.raises(VectorStoreError, match=r"LanceDB at .*file failed"):
        LanceVectorStore(path=tmp_path / "file").add(["a"], vectors(1))


# --- many writers --------------------------------------------------------------------------------------------------


def test_many_stores_that_add_the_same_new_ids_at_once_keep_one_row_each(tmp_path):
    """Each has a connection of its own."""
    stores = [LanceVectorStore(path=tmp_path) for _ in range(4)]

    def work(store: LanceVectorStore) -> None:
        for number in range(10):
            store.add([f"r{number}"], vectors(1, seed=number))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, stores))
    assert [store.count() for store in stores] == [10] * 4
    assert sorted(match.id for match in stores[0].search(vectors(1)[0], 50)) == [f"r{number}" for number in range(10)]


def test_processes_write_to_one_table(tmp_path):
    """Nothing of the others is lost, what was removed stays away."""
    context = multiprocessing.get_context("spawn")  # the driver has threads, which a fork would not take along
    workers = [context.Process(target=fill, args=(tmp_path, worker)) for worker in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    with LanceVectorStore(path=tmp_path) as store:
        assert store.count() == 2 * 3 + 8


# --- files ---------------------------------------------------------------------------------------------------------


def test_many_small_adds_are_joined(tmp_path):
    """The table does not fall into as many pieces as there were adds."""
    with LanceVectorStore(path=tmp_path) as store:
        for number in range(130):
            store.add([f"r{number}"], vectors(1, seed=number))
        assert store.native().stats()["fragment_stats"]["num_fragments"] < 70
        assert store.count() == 130


def test_adds_of_many_stores_are_joined(tmp_path, monkeypatch):
    """Each of them is open for one row alone; a minute later the files of old versions are gone, too."""
    optimize = LanceTable.optimize

    def a_minute_later(table, *, cleanup_older_than):
        assert cleanup_older_than <= timedelta(minutes=1)
        optimize(table, cleanup_older_than=timedelta(milliseconds=1))

    monkeypatch.setattr(LanceTable, "optimize", a_minute_later)
    for number in range(240):
        with LanceVectorStore(path=tmp_path) as store:
            store.add([f"r{number}"], vectors(1, seed=number))
    with LanceVectorStore(path=tmp_path) as store:
        assert store.count() == 240
        assert store.native().stats()["fragment_stats"]["num_fragments"] < 70
    assert sum(path.is_file() for path in tmp_path.rglob("*")) < 70 * 3


def test_what_was_deleted_is_gone_from_the_disk_after_compact(tmp_path):
    """Text, metadata and the words of filters; the other rows stay."""
    with LanceVectorStore(path=tmp_path) as store:
        note = {"thread_id": "needle-thread", "more": ["needle-more"]}
        store.add(["needle-id", "b"], vectors(2), texts=["needle text", "kept text"], metadata=[note, {}])
        store.add(["c"], vectors(1), texts=["replaced text"])
        store.add(["c"], vectors(1), texts=["newer text"])
        assert files_with(tmp_path, "needle text")
        assert store.delete(filters={"thread_id": "needle-thread"}) == 1
        store.compact()
        for word in ("needle", "replaced text"):
            assert files_with(tmp_path, word) == []
        assert [row.text for row in store.get(["b", "c"])] == ["kept text", "newer text"]
        assert files_with(tmp_path, "kept text")


def test_a_row_among_many_is_gone_from_the_disk_after_compact(tmp_path):
    """Also where its file holds a thousand others that stay; other stores go on with the new table."""
    with LanceVectorStore(path=tmp_path) as store, LanceVectorStore(path=tmp_path) as other:
        ids = [f"r{number}" for number in range(1000)]
        store.add(ids, vectors(1000), texts=["kept"] * 999 + ["needle"], metadata=[{"thread_id": "t"}] * 1000)
        assert store.delete(["r999"]) == 1
        store.compact()
        assert files_with(tmp_path, "needle") == []
        other.add(["more"], vectors(1), metadata=[{"thread_id": "t"}])
        assert [store.count(filters={"thread_id": "t"}) for store in (store, other)] == [1000, 1000]
        assert [match.id for match in store.search(vectors(999)[-1], 1)] == ["r998"]


def test_stores_that_make_the_table_at_once_lose_nothing(tmp_path):
    """Whoever is second takes what the first has made, and does not empty it."""
    for place in range(5):
        stores = [LanceVectorStore(path=tmp_path, collection=f"c{place}") for _ in range(8)]
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda number, stores=stores: stores[number].add([f"r{number}"], vectors(1)), range(8)))
        assert [store.count() for store in stores] == [8] * 8


def test_what_was_cleared_is_gone_from_the_disk_after_compact(tmp_path):
    """Compacting an empty table is fine, and so is one that is not there."""
    with LanceVectorStore(path=tmp_path) as store:
        store.compact()
        store.add(["a"], vectors(1), texts=["needle"])
        store.clear()
        store.compact()
        assert files_with(tmp_path, "needle") == []
        assert (store.count(), store.dimensions) == (0, DIMENSIONS)


# --- filters -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["it's", "a\\b", '"q"', "nul\0", "new\nline", "--", "%_", "犬", "'; DROP TABLE x; --", " "]
)
def test_ids_and_values_are_data(tmp_path, word):
    """Whatever stands in them, they are compared exactly."""
    with LanceVectorStore(path=tmp_path) as store:
        store.add([f"id {word}", "other"], vectors(2), metadata=[{"k": word, f"k{word}": "v"}, {"k": word + "x"}])
        for spec in ({"k": word}, {f"k{word}": "v"}, {"k": {"in": [word, "nobody"]}}):
            assert [match.id for match in store.search(vectors(2)[1], 5, filters=spec)] == [f"id {word}"]
        assert store.delete([f"id {word}"]) == 1


def test_values_that_differ_after_many_characters_are_told_apart(tmp_path):
    """The words of a filter are cut; the rest is checked on the rows."""
    with LanceVectorStore(path=tmp_path) as store:
        long = "x" * 5000
        store.add(["a", "b"], vectors(2), metadata=[{"k": long + "a"}, {"k": long + "b"}])
        assert [match.id for match in store.search(vectors(1)[0], 5, filters={"k": long + "b"})] == ["b"]
        assert store.count(filters={"k": long + "a"}) == 1


def test_a_filter_that_many_rows_pass_finds_the_nearest(tmp_path):
    """Beyond the number that is compared here, too."""
    rows = vectors(3000)
    with LanceVectorStore(path=tmp_path) as store:
        notes = [{"thread_id": "even" if number % 2 == 0 else "odd"} for number in range(3000)]
        store.add([f"r{number}" for number in range(3000)], rows, metadata=notes)
        found = store.search(rows[7], 5, filters={"thread_id": "even"})
        wanted = sorted(range(0, 3000, 2), key=lambda number: -float(rows[number] @ rows[7]))[:5]
        assert [match.id for match in found] == [f"r{number}" for number in wanted]
        assert [match.score for match in found] == pytest.approx([float(rows[i] @ rows[7]) for i in wanted], abs=1e-5)
        everybody = [f"t{number}" for number in range(2000)] + ["odd"]
        assert store.count(filters={"thread_id": {"in": everybody}}) == 1500
