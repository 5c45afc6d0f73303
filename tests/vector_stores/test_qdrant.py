"""Qdrant: the embedded form in memory and in a folder, and a loopback server that speaks its API."""

from __future__ import annotations

import gc
import uuid
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from qdrant_client import QdrantClient, models

from strandline.errors import ConfigurationError, DimensionError, VectorStoreError
from strandline.testing import VectorStoreContract
from strandline.testing.vector_stores import DIMENSIONS, NOTES, vectors
from strandline.vector_stores import vector_store
from strandline.vector_stores.qdrant import QdrantVectorStore
from tests.vector_stores.qdrant_server import serving


class TestQdrantInMemory(VectorStoreContract):
    """The contract."""

    @pytest.fixture
    def store(self):
        with QdrantVectorStore(path=":memory:") as store:
            yield store


class TestQdrantServer(VectorStoreContract):
    """The contract, over HTTP."""

    @pytest.fixture
    def store(self, server):
        with QdrantVectorStore(url=server.url) as store:
            yield store


@pytest.fixture
def server():
    with serving() as server:
        yield server


@pytest.fixture
def client():
    client = QdrantClient(location=":memory:")
    yield client
    client.close()


# --- places --------------------------------------------------------------------------------------------------------


def test_rows_are_there_after_closing(tmp_path):
    """Text, metadata, vectors and the width."""
    with QdrantVectorStore(path=tmp_path) as store:
        store.add(["a", "b"], vectors(2), texts=["one", "two"], metadata=[NOTES[0], NOTES[2]])
        store.delete(["b"])
    with QdrantVectorStore(path=tmp_path) as again:
        assert again.dimensions == DIMENSIONS
        (row,) = again.get(["a", "b"])
        assert (row.id, row.text, row.metadata) == ("a", "one", NOTES[0])
        assert [match.id for match in again.search(vectors(1)[0], filters={"thread_id": "ana"})] == ["a"]
        with pytest.raises(DimensionError):
            again.add(["c"], np.ones((1, DIMENSIONS + 1)))


def test_threads_may_share_a_folder(tmp_path):
    """What they added and removed is there, and not there, when it is opened again."""

    def work(number: int) -> None:
        ids = [f"{number}-{place}" for place in range(3)]
        store.add(ids, vectors(3, seed=number), metadata=[{"thread_id": f"t{number}"}] * 3)
        assert {match.id for match in store.search(vectors(1)[0], 9, filters={"thread_id": f"t{number}"})} == set(ids)
        assert store.delete(ids[:1]) == 1

    with QdrantVectorStore(path=tmp_path) as store, ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    with QdrantVectorStore(path=tmp_path) as store:
        assert {match.id for match in store.search(vectors(1)[0], 99)} == {
            f"{number}-{place}" for number in range(8) for place in (1, 2)
        }


# The client leaves the file of the lock, and the collections, open when the lock is another's.
@pytest.mark.filterwarnings("ignore:unclosed database:ResourceWarning")
@pytest.mark.filterwarnings("ignore:unclosed file .*lock:ResourceWarning")
def test_a_folder_is_for_one_store_at_a_time(tmp_path):
    """The second one is told so; after the first is closed it may."""
    with QdrantVectorStore(path=tmp_path) as store:
        store.add(["a"], vectors(1))
        with pytest.raises(VectorStoreError, match=f"Qdrant at {tmp_path}.*already accessed"):
            QdrantVectorStore(path=tmp_path)
        gc.collect()
    with QdrantVectorStore(path=tmp_path) as again:
        assert again.count() == 1


def test_a_relative_folder_stays_where_it_was(tmp_path, monkeypatch):
    """The process may go elsewhere before the first row comes."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with QdrantVectorStore(path="folder") as store:
        monkeypatch.chdir(tmp_path / "elsewhere")
        store.add(["a"], vectors(1))
    assert list((tmp_path / "elsewhere").iterdir()) == []
    with QdrantVectorStore(path=tmp_path / "folder") as again:
        assert again.count() == 1


def test_exactly_one_place_is_given(client):
    """A store that was told none, or two, is refused."""
    for places in ({}, {"url": "http://localhost", "path": ":memory:"}, {"path": ":memory:", "client": client}):
        with pytest.raises(ConfigurationError, match="exactly one of url, path, client"):
            QdrantVectorStore(**places)


def test_stores_in_memory_are_apart():
    """Each has rows of its own."""
    with vector_store("Qdrant", path=":memory:") as one, vector_store("qdrant", path=":memory:") as other:
        one.add(["a"], vectors(1))
        assert (one.count(), other.count()) == (1, 0)


def test_a_client_that_was_given_stays_open(client):
    """And serves two stores and many threads: its embedded form is used by one at a time."""
    one, other = QdrantVectorStore(client=client), QdrantVectorStore(client=client, collection="other")
    with ThreadPoolExecutor(8) as pool:
        for store in (one, other):
            list(pool.map(lambda place, store=store: store.add([f"r{place}"], vectors(1)), range(40)))
    assert (one.count(), other.count()) == (40, 40)
    one.clear()
    one.close()
    assert client.collection_exists("strandline")
    assert other.count() == 40


def test_collections_of_any_name_are_apart(client):
    """Also of names that Qdrant does not take."""
    stores = [
        QdrantVectorStore(client=client, collection=name) for name in ("agent", "Agent", "a/b", "a:b", "犬", "..")
    ]
    for number, store in enumerate(stores):
        store.add(["a"], vectors(1), texts=[str(number)])
    assert [store.get(["a"])[0].text for store in stores] == [str(number) for number in range(len(stores))]
    assert client.collection_exists("agent")


def test_two_stores_in_one_place_see_each_other(server):
    """Also one that was there before the collection was."""
    with QdrantVectorStore(url=server.url) as one, QdrantVectorStore(url=server.url) as other:
        one.add(["a"], vectors(1))
        assert other.count() == 1
        assert other.dimensions == DIMENSIONS
        assert [match.id for match in other.search(vectors(1)[0])] == ["a"]
        assert other.delete(["a"]) == 1
        assert one.count() == 0


def test_stores_that_make_the_collection_at_once_share_it(server):
    """Whoever is second takes what the first has made."""
    stores = [QdrantVectorStore(url=server.url) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda number: stores[number].add([f"r{number}"], vectors(1)), range(6)))
    assert [store.count() for store in stores] == [6] * 6
    for store in stores:
        store.close()


# --- what is kept --------------------------------------------------------------------------------------------------


def test_a_point_says_what_it_is(client):
    """Its id is made of the row's, always the same; the payload has the rest, with a word for each str value."""
    store = QdrantVectorStore(client=client)
    store.add(["row 1"], vectors(1), texts=["hello"], metadata=[{"thread_id": "ana", "n": 1.0}])
    (point,), _ = store.native().scroll("strandline", with_vectors=True)
    assert uuid.UUID(point.id) == uuid.UUID("f02b77ca-174f-58f1-aac9-8c15e1575cd5")
    assert point.payload == {
        "id": "row 1",
        "text": "hello",
        "metadata": '{"thread_id": "ana", "n": 1.0}',
        "facets": ["thread_id=ana"],
    }
    np.testing.assert_allclose(point.vector, vectors(1)[0], atol=1e-6)


def test_a_collection_of_cosine_will_do(client):
    """Scores are the same."""
    client.create_collection("mine", vectors_config=models.VectorParams(size=8, distance=models.Distance.COSINE))
    store = QdrantVectorStore(client=client, collection="mine")
    store.add(["a"], vectors(1))
    assert store.search(vectors(1)[0])[0].score == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize(
    "config",
    [
        models.VectorParams(size=8, distance=models.Distance.EUCLID),
        {"named": models.VectorParams(size=8, distance=models.Distance.DOT)},
    ],
)
def test_a_collection_made_for_something_else_is_refused(client, config):
    """With what to do."""
    client.create_collection("theirs", vectors_config=config)
    with pytest.raises(VectorStoreError, match="name another collection"):
        QdrantVectorStore(client=client, collection="theirs")


def test_points_of_another_program_are_named(client):
    """Not half read."""
    client.create_collection("theirs", vectors_config=models.VectorParams(size=8, distance=models.Distance.DOT))
    client.upsert("theirs", [models.PointStruct(id=7, vector=[1.0] * 8, payload={"text": "hello"})])
    store = QdrantVectorStore(client=client, collection="theirs")
    with pytest.raises(VectorStoreError, match=r"point 7 .* another program"):
        store.search(np.ones(8))


def test_another_width_than_the_collection_has_is_refused(client):
    """At the door."""
    QdrantVectorStore(client=client).add(["a"], vectors(1))
    with pytest.raises(DimensionError):
        QdrantVectorStore(client=client, dimensions=DIMENSIONS + 1)


# --- the server ----------------------------------------------------------------------------------------------------


def test_the_filter_and_the_index_are_the_servers(server):
    """A thread is asked for by its word, exactly, under a keyword index."""
    with QdrantVectorStore(url=server.url) as store:
        store.add(["a"], vectors(1), metadata=[{"thread_id": "ana"}])
        store.search(vectors(1)[0], 3, filters={"thread_id": {"in": ["ana", "bob"]}, "n": {"ne": 1}})
    assert server.indexed == {("facets", "keyword")}
    asked = server.bodies[-1]
    assert asked["filter"]["must"] == [{"key": "facets", "match": {"any": ["thread_id=ana", "thread_id=bob"]}}]
    assert asked["params"] == {"exact": True}


def test_with_the_index_a_search_that_found_too_few_is_repeated_exactly(server):
    """An approximate index may miss rows under a filter."""
    with QdrantVectorStore(url=server.url, exact=False) as store:
        store.add(["a", "b"], vectors(2))
        assert len(store.search(vectors(1)[0], 2)) == 2
        assert server.bodies[-1]["params"] == {"exact": False}
        assert len(store.search(vectors(1)[0], 5)) == 2
        assert [body["params"]["exact"] for body in server.bodies[-2:]] == [False, True]


def test_large_adds_go_in_batches(server):
    """Of at most 500 rows and 8 MiB."""
    with QdrantVectorStore(url=server.url) as store:
        store.add([f"r{number}" for number in range(1100)], vectors(1100))
        assert [len(body["points"]) for body in server.bodies if "points" in body] == [500, 500, 100]
        server.bodies.clear()
        store.add(["x", "y", "z"], vectors(3), texts=["w" * 1_500_000] * 3)
        assert [len(body["points"]) for body in server.bodies if "points" in body] == [1, 1, 1]
        assert store.count() == 1103
        assert len(list(store.values("thread_id"))) == 0


def test_an_answer_of_the_server_that_is_an_error_is_said(server):
    """With its address and its words, and as the cause."""
    with QdrantVectorStore(url=server.url) as store:
        store.add(["a"], vectors(1))
        server.broken = True
        for call in (
            store.count,
            store.clear,
            lambda: store.add(["b"], vectors(1)),
            lambda: store.get(["a"]),
            lambda: store.delete(["a"]),
            lambda: store.search(vectors(1)[0]),
            lambda: store.delete(filters={"thread_id": "ana"}),
        ):
            with pytest.raises(
                VectorStoreError, match=r"(?s)Qdrant at 127\.0\.0\.1:\d+ failed.*out of order"
            ) as raised:
                call()
            assert raised.value.__cause__ is not None
        server.broken = False
        assert store.count() == 1


def test_a_server_that_is_not_there_is_named_without_secrets():
    """Host and port, never the key."""
    with (
        pytest.warns(UserWarning, match="Api key is used with an insecure connection"),
        pytest.raises(VectorStoreError, match=r"Qdrant at 127\.0\.0\.1:1 failed") as raised,
    ):
        QdrantVectorStore(url="http://user:hunter2@127.0.0.1:1", api_key="sesame")
    assert not {"hunter2", "sesame"} & set(str(raised.value).replace(":", " ").replace("@", " ").split())


def test_the_key_is_sent_and_never_shown():
    """Without it the server refuses; neither repr nor describe have it."""
    with serving(api_key="sesame") as server:
        with pytest.raises(VectorStoreError, match="401"):
            QdrantVectorStore(url=server.url)
        with (
            pytest.warns(UserWarning, match="insecure connection"),
            QdrantVectorStore(url=server.url, api_key="sesame") as store,
        ):
            store.add(["a"], vectors(1))
            assert "sesame" not in f"{store!r} {store.describe()}"
            assert store.count() == 1
