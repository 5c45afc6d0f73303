"""Vectors in Pinecone: its own client, against a server on loopback that speaks its API."""

from __future__ import annotations

import socket
from contextlib import closing
from enum import StrEnum

import numpy as np
import pytest

from strandline.errors import DimensionError, InputError, UnsupportedError, VectorStoreError
from strandline.testing import PersistentVectorStoreContract, VectorStoreContract
from strandline.testing.vector_stores import vectors
from strandline.vector_stores import vector_store
from strandline.vector_stores.pinecone import Index, PineconeVectorStore
from tests.vector_stores.pinecone_server import API_KEY, PineconeServer


@pytest.fixture
def server():
    """An index of 8 dimensions, with nothing in it."""
    with PineconeServer() as server:
        yield server


@pytest.fixture
def open_store(server):
    """Opens stores at that index, and closes them."""
    opened = []

    def open_store(kind=PineconeVectorStore, **options):
        store = kind(api_key=API_KEY, host=server.host, **options)
        opened.append(store)
        return store

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store):
    """An empty store."""
    return open_store()


class TestPineconeVectorStore(VectorStoreContract, PersistentVectorStoreContract):
    """The contract."""


class TestPineconeVectorStoreByDotProduct(VectorStoreContract):
    """The contract on an index of the other metric."""

    @pytest.fixture
    def server(self):
        with PineconeServer(metric="dotproduct") as server:
            yield server


def asked(server, path):
    """What the server was asked under a path."""
    return [body for name, body in server.asked if name == path]


# --- opening ---------------------------------------------------------------------------------------------------------


def test_the_name_makes_it(server):
    """By the table of stores."""
    with vector_store("pinecone", api_key=API_KEY, host=server.host) as store:
        assert (store.count(), store.dimensions) == (0, 8)


def test_an_index_is_found_by_its_name(server, monkeypatch):
    """Its address is asked for once."""
    monkeypatch.setenv("PINECONE_CONTROLLER_HOST", server.host)
    with PineconeVectorStore(api_key=API_KEY, index="memories") as store:
        store.add(["a"], vectors(1))
        assert store.search(vectors(1)[0])[0].id == "a"
        assert store.describe()["server"] == "memories"
    assert len(asked(server, "/indexes/memories")) == 1


def test_an_index_that_is_not_there_is_named(server, monkeypatch):
    """With what the service said."""
    monkeypatch.setenv("PINECONE_CONTROLLER_HOST", server.host)
    with (
        PineconeVectorStore(api_key=API_KEY, index="other") as store,
        pytest.raises(VectorStoreError, match=r"other failed.*404"),
    ):
        store.count()


def test_a_client_that_was_given_is_left_open(server):
    """Closing the store closes what it opened."""
    with Index(host=server.host, api_key=API_KEY) as client:
        with PineconeVectorStore(client=client) as store:
            store.add(["a"], vectors(1))
            assert store.native() is client
        assert client.describe_index_stats().total_vector_count == 1


@pytest.mark.parametrize(
    "options",
    [
        {"api_key": API_KEY},
        {"host": "http://127.0.0.1:1"},
        {"host": "http://127.0.0.1:1", "api_key": ""},
        {"host": "http://127.0.0.1:1", "api_key": f"{API_KEY}\n"},
        {"host": "http://127.0.0.1:1", "index": "memories", "api_key": API_KEY},
    ],
)
def test_options_that_mean_nothing_are_refused(options, monkeypatch):
    """At the call; a key in the environment is not taken."""
    monkeypatch.setenv("PINECONE_API_KEY", "another")
    with pytest.raises(InputError) as caught:
        PineconeVectorStore(**options)
    assert "secret-word" not in str(caught.value)


def test_an_index_that_gives_no_cosines_is_refused():
    """Euclidean distances are not turned into something that looks like cosines."""
    with (
        PineconeServer(metric="euclidean") as server,
        PineconeVectorStore(api_key=API_KEY, host=server.host) as store,
        pytest.raises(UnsupportedError, match="'euclidean'"),
    ):
        store.count()


def test_another_width_than_the_index_has_is_refused(open_store):
    """At the first use."""
    with pytest.raises(DimensionError):
        open_store(dimensions=9).count()


# --- limits ----------------------------------------------------------------------------------------------------------


def test_a_row_over_the_limit_is_refused_and_nothing_is_sent(server, store):
    """Text and metadata together; nothing is cut, whatever script it is in."""
    fits = "x" * 40_000
    store.add(["a"], vectors(1), texts=[fits])
    assert store.get(["a"])[0].text == fits
    for text, note in (("x" * 41_000, {}), ("犬" * 14_000, {}), ("", {"long": "x" * 41_000})):
        with pytest.raises(UnsupportedError, match="'c'"):
            store.add(["b", "c"], vectors(2), texts=["", text], metadata=[{}, note])
    assert len(asked(server, "/vectors/upsert")) == 1


def test_a_vector_of_zeros_is_refused_and_nothing_is_sent(server, store):
    """Pinecone keeps none."""
    with pytest.raises(UnsupportedError, match="zeros"):
        store.add(["a", "b"], np.stack([vectors(1)[0], np.zeros(8, np.float32)]))
    assert asked(server, "/vectors/upsert") == []


def test_rows_are_sent_in_parts_of_a_hundred_and_two_megabytes(server, store):
    """Every request stays under the limits of the service."""
    store.add([f"r{number}" for number in range(250)], vectors(250))
    assert [len(body["vectors"]) for body in asked(server, "/vectors/upsert")] == [100, 100, 50]
    store.add([f"r{number}" for number in range(100)], vectors(100), texts=["x" * 40_000] * 100)
    assert sum(len(body["vectors"]) for body in asked(server, "/vectors/upsert")[3:]) == 100
    assert store.count() == 250


def test_a_search_for_many_rows_stays_under_the_limit_of_an_answer(store):
    """Two hundred rows of 38 kB are more than an answer can hold: their texts are fetched after the search."""
    store.add([f"r{number:03}" for number in range(200)], vectors(200), texts=["x" * 38_000] * 200)
    found = store.search(vectors(1)[0], 150)
    assert (len(found), found[0].id, len(found[149].text)) == (150, "r000", 38_000)


class FewAtOnce(PineconeVectorStore):
    """As if a search gave at most 50 rows, where the service gives 10,000."""

    most = 50


def test_a_filter_finds_rows_that_no_search_reaches(server, open_store):
    """More rows are nearer than a search can return: then every row is looked at."""
    store = open_store(FewAtOnce)
    near, far = vectors(1)[0], -vectors(1)[0]
    many = near + 0.05 * vectors(120, seed=1)
    store.add([f"o{number}" for number in range(120)], many, metadata=[{"n": 1} for _ in range(120)])
    store.add(["x", "y"], [far, far + 0.1 * vectors(1, seed=2)[0]], metadata=[{"n": 2}, {"n": 3}])
    found = store.search(near, 2, filters={"n": {"gte": 2}})
    assert {match.id for match in found} == {"x", "y"}
    assert found[1].score == pytest.approx(-1.0)
    assert max(body["topK"] for body in asked(server, "/query")) == 50
    assert len(store.search(near, 500)) == 122


@pytest.mark.parametrize("id", ["x" * 600, "é", "a\0b", "sha256:" + "0" * 64, "a/b?c=d&e #%41 "])
def test_ids_and_collections_of_any_kind_come_back(open_store, id):
    """Those that Pinecone cannot have are kept under a digest, with the true one beside it."""
    store = open_store(collection=id)
    store.add([id, "other"], vectors(2), metadata=[{"id": "mine", "text": "mine", "metadata": "mine"}, {}])
    (row,) = store.get([id])
    assert (row.id, row.metadata) == (id, {"id": "mine", "text": "mine", "metadata": "mine"})
    assert store.search(vectors(1)[0], 1)[0].id == id
    assert store.delete([id]) == 1
    assert open_store().count() == 0


def test_many_long_ids_are_asked_for_in_short_addresses(server, store):
    """A server on the way would cut a long one off."""
    ids = [f"{number:03}" + "x" * 500 for number in range(120)]
    store.add(ids, vectors(120))
    assert [row.id for row in store.get(ids)] == ids
    assert max(len("&ids=".join(body["ids"])) for body in asked(server, "/vectors/fetch")) < 4_500


# --- filters ---------------------------------------------------------------------------------------------------------


def test_a_thread_is_filtered_by_pinecone(server, store):
    """In one request, whose answer has no other rows; deletes and counts too."""
    notes = [{"thread_id": f"t{number % 30}", "n": number} for number in range(300)]
    store.add([f"r{number}" for number in range(300)], vectors(300), metadata=notes)
    assert len(store.search(vectors(1)[0], 20, filters={"thread_id": "t3"})) == 10
    (query,) = asked(server, "/query")
    assert (query["topK"], query["filter"]) == (20, {"str:thread_id": {"$in": ["t3"]}})
    assert store.count(filters={"thread_id": "t3", "n": {"gte": 100}}) == 6
    assert store.delete(filters={"thread_id": {"in": ["t3", "t4"]}}) == 20
    assert asked(server, "/vectors/list") == []
    assert store.search(vectors(1)[0], 5, filters={"thread_id": {"in": []}}) == []
    assert len(asked(server, "/query")) == 1


def test_a_str_that_pinecone_does_not_filter_by_is_checked_here(store):
    """A long one, or a key of another kind."""
    long = "x" * 300
    store.add(["a", "b"], vectors(2), metadata=[{"k": long, "a\0b": "c"}, {"k": long + "y", "$k": "c"}])
    assert [match.id for match in store.search(vectors(1)[0], 5, filters={"k": long})] == ["a"]
    assert [match.id for match in store.search(vectors(1)[0], 5, filters={"a\0b": "c"})] == ["a"]
    assert [match.id for match in store.search(vectors(1)[0], 5, filters={"$k": {"eq": "c"}})] == ["b"]
    many = {"k": {"in": [str(number) for number in range(500)] + [long]}}
    assert [match.id for match in store.search(vectors(1)[0], 5, filters=many)] == ["a"]


class Kind(StrEnum):
    """A str with a name of its own."""

    DIARY = "a diary"


def test_a_member_of_a_str_enum_is_its_value(store):
    """As text, in the metadata and in a filter."""
    store.add(["a", "b"], vectors(2), texts=[Kind.DIARY, ""], metadata=[{"kind": Kind.DIARY}, {}])
    assert [match.text for match in store.search(vectors(1)[0], 5, filters={"kind": "a diary"})] == ["a diary"]
    assert store.count(filters={"kind": Kind.DIARY}) == 1


def test_rows_that_something_else_wrote_are_read_as_they_are(server, store):
    """Their metadata is what Pinecone has of them."""
    with Index(host=server.host, api_key=API_KEY) as client:
        rows = [{"id": "a", "values": vectors(1)[0].tolist(), "metadata": {"genre": "drama"}}]
        client.upsert(vectors=rows, namespace="strandline")
    (row,) = store.get(["a"])
    assert (row.text, row.metadata) == ("", {"genre": "drama"})


# --- trouble ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_service_is_asked_again(server, store, status):
    """Three times more, by Pinecone's own client."""
    assert store.count() == 0
    server.troubles[:] = [status] * 3
    store.add(["a"], vectors(1))
    assert store.count() == 1


@pytest.mark.parametrize("status", [429, 500, 403])
def test_a_service_that_stays_in_trouble_is_an_error(server, store, status):
    """With what it said, and its own error as the cause."""
    assert store.count() == 0
    server.troubles[:] = [status] * 4
    with pytest.raises(VectorStoreError, match=f"{status}.*trouble") as caught:
        store.add(["a"], vectors(1))
    assert type(caught.value.__cause__).__module__.startswith("pinecone")
    server.troubles.clear()
    assert store.count() == 0


def test_an_add_that_fails_in_the_middle_says_how_many_rows_were_stored(server, store):
    """Adding them again is safe."""
    assert store.count() == 0
    ids, rows = [f"r{number}" for number in range(250)], vectors(250)
    original = server.answer

    def answer(path, body):
        if len(asked(server, "/vectors/upsert")) == 1:
            server.troubles[:] = [403]
        return original(path, body)

    server.answer = answer
    with pytest.raises(VectorStoreError, match="200 of 250 rows were stored"):
        store.add(ids, rows)
    server.answer = original
    store.add(ids, rows)
    assert store.count() == 250


def test_a_service_that_does_not_answer_is_an_error(server, open_store):
    """After the store's timeout, for each of the attempts."""
    store = open_store(timeout=0.05)
    assert store.count() == 0
    server.troubles[:] = [0] * 4
    with pytest.raises(VectorStoreError, match="timed out"):
        store.search(vectors(1)[0])


def test_a_wrong_key_is_an_error_that_does_not_show_it(server):
    """Nor do the store, its description or its client."""
    with PineconeVectorStore(api_key="pcsk-other-secret", host=server.host) as store:
        with pytest.raises(VectorStoreError, match="401") as caught:
            store.count()
        said = [caught.value, caught.value.__cause__, store, store.describe()]
    assert "other-secret" not in " ".join(f"{one!r} {one}" for one in said)


def test_a_server_that_is_not_there_is_named():
    """Host and port."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port = listening.getsockname()[1]
    with (
        PineconeVectorStore(api_key=API_KEY, host=f"http://127.0.0.1:{port}") as store,
        pytest.raises(VectorStoreError, match=f"127.0.0.1:{port}"),
    ):
        store.count()
