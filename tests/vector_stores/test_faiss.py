"""Rows behind a FAISS index: what an index must not get wrong."""

from __future__ import annotations

import numpy as np
import pytest

from strandline.errors import InputError, NotAStoreError
from strandline.testing import PersistentVectorStoreContract, VectorStoreContract
from strandline.vector_stores import InMemoryVectorStore

faiss = pytest.importorskip("faiss", reason="needs strandline[faiss]")

from strandline.vector_stores.faiss import FaissVectorStore  # noqa: E402 (after the line above)

KINDS = ("flat", "hnsw", "ivf")


def unit(rows, width, *, seed=0):
    """Rows of length 1."""
    made = np.random.default_rng(seed).standard_normal((rows, width))
    return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def open_store(tmp_path):
    """Opens a store in the folder, and closes what a test leaves open."""
    opened = []

    def open_one(**options):
        opened.append(FaissVectorStore(path=tmp_path / "faiss", **options))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("exact_up_to", [0, 2_000])
class TestFaissVectorStore(VectorStoreContract):
    """The contract of each kind, with the index alone and with small sets compared one by one."""

    @pytest.fixture
    def store(self, kind, exact_up_to):
        return FaissVectorStore(dimensions=8, index=kind, exact_up_to=exact_up_to)


@pytest.mark.parametrize("kind", ["flat", "hnsw"])
class TestFaissVectorStoreInAFolder(VectorStoreContract, PersistentVectorStoreContract):
    """The contract of a store that outlives its process."""

    @pytest.fixture
    def open_store(self, open_store, kind):
        return lambda **options: open_store(index=kind, exact_up_to=0, **options)

    @pytest.fixture
    def store(self, open_store):
        return open_store()


@pytest.mark.parametrize("kind", KINDS)
def test_a_filter_does_not_starve_a_thread(kind):
    """W13: one memory of ana's is found among sixty nearer ones of bob's."""
    store = FaissVectorStore(index=kind, exact_up_to=0)
    query = unit(1, 16)[0]
    store.add(["hers"], -query[None], metadata=[{"thread_id": "ana"}])
    near = query + 0.01 * unit(60, 16, seed=1)
    store.add([f"his {n}" for n in range(60)], near, metadata=[{"thread_id": "bob"}] * 60)
    assert [match.id for match in store.search(query, 5, filters={"thread_id": "ana"})] == ["hers"]
    assert [match.id for match in store.search(query, 5, filters={"thread_id": {"contains": "an"}})] == ["hers"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_nearest_comes_first_and_opposite_vectors_last(kind):
    """W14: a cosine is a likeness, not a distance; the text itself has rank 1 of all."""
    store = FaissVectorStore(index=kind, exact_up_to=0, nprobe=1_000)
    rows = unit(300, 16)
    store.add([f"r{n}" for n in range(300)], rows)
    store.add(["opposite"], -rows[:1])
    found = store.search(rows[0], 301)
    assert (found[0].id, found[-1].id) == ("r0", "opposite")
    assert (found[0].score, found[-1].score) == (pytest.approx(1.0), pytest.approx(-1.0))


@pytest.mark.parametrize("kind", KINDS)
def test_a_thread_can_be_cleared_and_a_text_stored_twice_is_one_row(kind):
    """W14: removing rows works in every index, and so does replacing them, within a call and over several."""
    store = FaissVectorStore(index=kind, exact_up_to=0)
    rows = unit(40, 16)
    for _ in range(4):
        store.add([f"r{n}" for n in range(40)], rows, metadata=[{"thread_id": str(n % 2)} for n in range(40)])
        assert len(store.search(rows[0], 100)) == 40
    store.add(["twice", "twice"], rows[:2])
    assert store.count() == 41
    assert store.delete(filters={"thread_id": "0"}) == 20
    assert {match.id for match in store.search(rows[0], 100)} == {"twice", *(f"r{n}" for n in range(1, 40, 2))}


def test_an_index_of_cells_is_right_before_there_is_enough_to_train_it():
    """W15: with one row, with a few, and over the first trainings."""
    store = FaissVectorStore(index="ivf", nprobe=1_000, exact_up_to=4)
    rows = unit(400, 16)
    for n in range(400):
        store.add([f"r{n}"], rows[n : n + 1])
        assert store.search(rows[n], 1)[0].id == f"r{n}"
        assert len(store.search(rows[0], 400)) == n + 1


@pytest.mark.parametrize("kind", KINDS)
def test_an_index_finds_what_comparing_every_row_finds(kind):
    """Over adding, replacing and removing; with filters that leave many rows and few. "flat" to the last bit."""
    store, exact = FaissVectorStore(index=kind, exact_up_to=100, nprobe=8), InMemoryVectorStore()
    rows, changed = unit(1_500, 16), unit(1_500, 16, seed=1)
    notes = [{"thread_id": str(n % 3), "n": n} for n in range(1_500)]
    ids = [f"r{n}" for n in range(1_500)]
    for one in (store, exact):
        one.add(ids[:900], rows[:900], metadata=notes[:900])
        one.search(rows[0], 3)
        one.add(ids[600:], changed[600:], metadata=notes[600:])
        one.search(rows[0], 3)
        one.delete(ids[::5])
    same = wanted = 0
    for query in unit(30, 16, seed=2):
        for spec in (None, {"thread_id": "1"}, {"n": {"lt": 1_200}}, {"n": {"gte": 1_495}}):
            got, want = store.search(query, 10, filters=spec), exact.search(query, 10, filters=spec)
            assert len(got) == len(want)
            assert kind != "flat" or got == want
            same += len({match.id for match in got} & {match.id for match in want})
            wanted += len(want)
    assert same / wanted > {"flat": 0.999, "hnsw": 0.98, "ivf": 0.6}[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_calls_give_the_same_results(kind):
    """An index is built in one thread, whatever the machine has, and the number of threads is left as it was."""
    threads = faiss.omp_get_max_threads()
    rows = unit(3_000, 16)
    found = []
    for _ in range(2):
        store = FaissVectorStore(index=kind, exact_up_to=0, ef_search=8, nprobe=1)
        store.add([f"r{n}" for n in range(3_000)], rows)
        found.append([store.search(query, 10) for query in unit(20, 16, seed=3)])
    assert found[0] == found[1]
    assert faiss.omp_get_max_threads() == threads


def test_of_many_equal_vectors_those_with_the_first_ids_are_found():
    """An index may propose any of them."""
    store = FaissVectorStore(exact_up_to=0)
    same = np.repeat(unit(1, 16), 500, axis=0)
    store.add([f"{n:03}" for n in reversed(range(500))], same)
    store.add([f"other {n}" for n in range(500)], unit(500, 16, seed=1))
    assert [match.id for match in store.search(same[0], 3)] == ["000", "001", "002"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_said_often_hides_no_other(kind):
    """Each of the others is found, while half of all rows are equal; and so are the equal ones, as they come and go."""
    store, exact = FaissVectorStore(index=kind, exact_up_to=0, nprobe=1_000), InMemoryVectorStore()
    rows = unit(3_000, 64)
    rows[::2] = rows[0]
    ids, notes = [f"{n:04}" for n in range(3_000)], [{"n": n} for n in range(3_000)]
    for one in (store, exact):
        one.add(ids, rows, metadata=notes)
    near = unit(40, 64, seed=1)
    for n in range(40):
        assert store.search(rows[2 * n + 1] + 0.05 * near[n], 1)[0].id == ids[2 * n + 1]
    for spec in (None, {"n": {"gte": 1_000}}):
        assert store.search(rows[0], 5, filters=spec) == exact.search(rows[0], 5, filters=spec)
    for one in (store, exact):
        one.delete(ids[:2_000:2])
    assert store.search(rows[0], 5) == exact.search(rows[0], 5)
    for one in (store, exact):
        one.delete(ids[::2])
        one.search(rows[0], 5)
        one.add(["again"], rows[:1])
    assert store.search(rows[0], 1) == exact.search(rows[0], 1)


def test_a_folder_is_made_and_a_file_in_its_place_is_refused(tmp_path):
    """The error says what the path must be."""
    with FaissVectorStore(path=tmp_path / "new") as store:
        store.add(["a"], unit(1, 8))
    (tmp_path / "file").write_text("mine")
    with pytest.raises(NotAStoreError, match="folder"):
        FaissVectorStore(path=tmp_path / "file")
    with pytest.raises(NotAStoreError, match="does not exist"):
        FaissVectorStore(path=tmp_path / "no" / "where")


def test_settings_that_make_no_index_are_refused():
    """Before anything is opened."""
    for wrong in ({"index": "lsh"}, {"m": 1}, {"ef_search": 0}, {"nprobe": 0}, {"exact_up_to": -1}, {"indexed": "a"}):
        with pytest.raises(InputError):
            FaissVectorStore(**wrong)


def test_a_store_describes_itself(open_store):
    """As plain JSON."""
    assert open_store(index="hnsw", dimensions=8).describe() == {
        "kind": "faiss",
        "class": "FaissVectorStore",
        "collection": "strandline",
        "dimensions": 8,
        "index": "hnsw",
        "indexed": ["thread_id"],
        "path": open_store().describe()["path"],
    }
