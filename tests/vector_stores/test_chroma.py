"""Chroma: in this process, in a folder, and a real server on the loopback interface."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chromadb
import numpy as np
import pytest
from chromadb.config import Settings

from strandline.errors import ConfigurationError, DimensionError, FilterError, VectorStoreError
from strandline.testing import PersistentVectorStoreContract, VectorStoreContract
from strandline.testing.vector_stores import DIMENSIONS, vectors
from strandline.vector_stores import vector_store
from strandline.vector_stores.chroma import ChromaVectorStore


class TestChromaInProcess(VectorStoreContract):
    """The contract."""

    @pytest.fixture
    def store(self):
        with ChromaVectorStore() as store:
            yield store


class TestChromaInAFolder(VectorStoreContract, PersistentVectorStoreContract):
    """Both contracts."""

    @pytest.fixture
    def open_store(self, tmp_path):
        with contextlib.ExitStack() as opened:
            yield lambda **options: opened.enter_context(ChromaVectorStore(path=tmp_path, **options))

    @pytest.fixture
    def store(self, open_store):
        return open_store(dimensions=DIMENSIONS)


class TestChromaServer(VectorStoreContract, PersistentVectorStoreContract):
    """Both contracts, over HTTP."""

    @pytest.fixture
    def open_store(self, server, request):
        with contextlib.ExitStack() as opened:

            def open_store(*, collection="default"):
                name = f"{request.node.name}-{collection}"
                return opened.enter_context(ChromaVectorStore(host="127.0.0.1", port=server, collection=name))

            yield open_store

    @pytest.fixture
    def store(self, open_store):
        return open_store()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The port of a server of this module's own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("chroma-server")
    chroma = Path(sys.executable).with_name("chroma")
    command = [str(chroma), "run", "--path", str(folder), "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait_for(port, process)
            yield port
        finally:
            process.terminate()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.05)
    raise AssertionError(f"the server did not start: {process.poll()}")


@pytest.fixture
def store():
    with ChromaVectorStore() as store:
        yield store


@pytest.fixture
def client(tmp_path):
    client = chromadb.PersistentClient(tmp_path / "given", Settings(anonymized_telemetry=False))
    yield client
    client.close()


# --- places --------------------------------------------------------------------------------------------------------


def test_stores_in_process_are_apart():
    """Each has its own rows, and neither meddles with a client of the application."""
    with vector_store("chromadb") as one, ChromaVectorStore() as other:
        one.add(["a"], vectors(1), texts=["one"])
        other.add(["a"], vectors(1), texts=["other"])
        assert [store.get(["a"])[0].text for store in (one, other)] == ["one", "other"]
        theirs = chromadb.EphemeralClient()
        assert theirs.list_collections() == []
        theirs.close()
    with ChromaVectorStore() as again:
        assert again.count() == 0


def test_at_most_one_place_is_given(tmp_path, client):
    """A store that was told two is refused."""
    with pytest.raises(ConfigurationError, match="exactly one of path, host, client"):
        ChromaVectorStore(path=tmp_path, client=client)


def test_a_client_that_was_given_stays_open(client):
    """And holds the collection under its own name."""
    store = ChromaVectorStore(client=client, collection="my-agent")
    store.add(["a"], vectors(1))
    store.close()
    assert client.get_collection("my-agent", embedding_function=None).count() == 1


def test_collections_of_any_name_are_apart(client):
    """Also of names that Chroma does not take."""
    names = ("agent", "Agent", "a", "a/b", "a..b", "-a-", "192.168.0.1", "犬", "x" * 700)
    stores = [ChromaVectorStore(client=client, collection=name) for name in names]
    for store in stores:
        store.add(["a"], vectors(1), texts=[store.collection])
    assert [store.get(["a"])[0].text for store in stores] == list(names)


def test_a_collection_of_another_program_is_refused(client):
    """Its distance and its records are not ours."""
    client.create_collection("theirs", embedding_function=None)
    with pytest.raises(VectorStoreError, match=r"'theirs' .* was not made by Strandline"):
        ChromaVectorStore(client=client, collection="theirs")


def test_records_of_another_program_are_named(store):
    """Not half read."""
    store.add(["a"], vectors(1))
    store.native().add(ids=["b"], embeddings=vectors(1), metadatas=[{"x": 1}])
    with pytest.raises(VectorStoreError, match=r"record 'b' .* another program"):
        store.get(["b"])


def test_another_width_than_the_collection_has_is_refused(client):
    """At the door, also after everything was removed."""
    store = ChromaVectorStore(client=client)
    store.add(["a"], vectors(1))
    store.clear()
    assert ChromaVectorStore(client=client).dimensions == DIMENSIONS
    with pytest.raises(DimensionError):
        ChromaVectorStore(client=client, dimensions=DIMENSIONS + 1)


def test_a_folder_that_cannot_be_used_is_said(tmp_path):
    """A file is no folder."""
    (tmp_path / "file").write_text("text")
    with pytest.raises(VectorStoreError, match=r"Chroma at .*file failed"):
        ChromaVectorStore(path=tmp_path / "file")


def test_a_folder_has_many_names(tmp_path, monkeypatch):
    """A relative one, a link and one with dots are the same folder, and stay it when the process goes elsewhere."""
    folder, link = tmp_path / "folder", tmp_path / "link"
    link.symlink_to(folder, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    with contextlib.ExitStack() as opened:
        paths = ("folder", folder, link, tmp_path / "folder" / ".." / "folder")
        stores = [opened.enter_context(ChromaVectorStore(path=path)) for path in paths]
        monkeypatch.chdir(tmp_path.parent)
        for number, store in enumerate(stores * 2):
            store.add([f"r{number}"], vectors(1, seed=number))
        assert [store.count() for store in stores] == [8] * 4
        for store in stores:
            assert len(store.search(vectors(1)[0], 10)) == 8


def test_a_server_that_is_not_there_is_named():
    """Host and port, never the headers."""
    with pytest.raises(VectorStoreError, match=r"Chroma at 127\.0\.0\.1:1 failed") as raised:
        ChromaVectorStore(host="127.0.0.1", port=1, headers={"Authorization": "Bearer sesame"})
    assert "sesame" not in str(raised.value)


def test_stores_of_a_server_make_one_collection_together(server):
    """Whoever is second takes what the first has made; its headers are never shown."""
    headers = {"X-Chroma-Token": "sesame"}
    with contextlib.ExitStack() as opened:
        stores = [
            opened.enter_context(ChromaVectorStore(host="127.0.0.1", port=server, headers=headers)) for _ in range(3)
        ]
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(lambda number: stores[number].add([f"r{number}"], vectors(1)), range(3)))
        assert [store.count() for store in stores] == [3] * 3
        assert "sesame" not in f"{stores[0]!r} {stores[0].describe()}"


# --- what is kept --------------------------------------------------------------------------------------------------


def test_a_record_says_what_it_is(store):
    """The document is the text; the metadata are the row's as JSON, and its str values."""
    store.add(["a"], vectors(1), texts=["hello"], metadata=[{"thread_id": "ana", "n": 1.0, "tags": ["red"]}])
    found = store.native().get()
    assert (found["ids"], found["documents"]) == (["a"], ["hello"])
    assert found["metadatas"] == [
        {"json": '{"thread_id": "ana", "n": 1.0, "tags": ["red"]}', "m:thread_id": "ana"},
    ]


def test_nothing_of_the_metadata_before_stays_in_a_record(store):
    """Chroma by itself keeps the keys that a new record does not have."""
    store.add(["a"], vectors(1), metadata=[{"thread_id": "ana", "city": "Oslo"}])
    store.add(["a"], vectors(1), metadata=[{"thread_id": "bob"}])
    assert store.native().get()["metadatas"] == [{"json": '{"thread_id": "bob"}', "m:thread_id": "bob"}]


def test_a_text_that_looks_like_a_list_stays_a_text(store):
    """Types come back as they were given."""
    note = {"a": "[1,2]", "b": [1, 2], "c": "null", "d": None, "e": {}, "f": "", "$in": "x", "#document": "y"}
    store.add(["a"], vectors(1), metadata=[note])
    assert store.get(["a"])[0].metadata == note
    assert store.search(vectors(1)[0], 1, filters={"a": "[1,2]", "$in": {"eq": "x"}})[0].metadata == note


# --- filters -------------------------------------------------------------------------------------------------------


@pytest.fixture
def tagged(store):
    """Rows with a list of tags, with another one, and without."""
    notes = [{"thread_id": "a", "tags": ["red"]}, {"thread_id": "a", "tags": ["blue"]}, {"thread_id": "a"}]
    store.add(["red", "blue", "none"], vectors(3), metadata=notes)
    return store


def test_an_operator_that_chroma_has_not_is_not_dropped(tagged):
    """It is checked on what was found."""
    found = tagged.search(vectors(1)[0], filters={"tags": {"contains": "red"}, "thread_id": "a"})
    assert [match.id for match in found] == ["red"]
    found = tagged.search(vectors(1)[0], filters={"tags": {"exists": True, "ne": ["blue"]}})
    assert [match.id for match in found] == ["red"]
    assert [match.id for match in tagged.search(vectors(1)[0], filters={"tags": {"exists": False}})] == ["none"]


def test_delete_with_such_an_operator_removes_what_matches_alone(tagged):
    """Not the whole thread."""
    assert tagged.delete(filters={"thread_id": "a", "tags": {"contains": "zzz"}}) == 0
    with pytest.raises(FilterError):
        tagged.delete(filters={"thread_id": "a", "tags": {"$contains": "red"}})
    assert tagged.count() == 3
    assert tagged.delete(filters={"thread_id": "a", "tags": {"contains": "red"}}) == 1
    assert [row.id for row in tagged.get(["red", "blue", "none"])] == ["blue", "none"]


def test_no_rows_are_wanted_none_come(tagged):
    """k=0 gives nothing."""
    assert tagged.search(vectors(1)[0], 0) == []
    assert tagged.search(vectors(1)[0], 0, filters={"thread_id": "a"}) == []


def test_more_values_than_chroma_takes_are_checked_here(store):
    """None is left out, and nothing fails."""
    store.add(["a", "b"], vectors(2), metadata=[{"thread_id": "t1"}, {"thread_id": "x"}])
    many = [f"t{number}" for number in range(40_000)]
    assert [match.id for match in store.search(vectors(2)[1], filters={"thread_id": {"in": many}})] == ["a"]


def test_an_index_that_misses_rows_does_not_starve_a_search(client):
    """Where Chroma's index gives fewer rows than there are, all that pass are compared."""
    poor = {"hnsw": {"space": "ip", "ef_construction": 2, "ef_search": 1, "max_neighbors": 2}}
    made = {"strandline:dimensions": DIMENSIONS}
    collection = client.create_collection("poor", configuration=poor, metadata=made, embedding_function=None)
    store = ChromaVectorStore(client=client, collection="poor")
    rows = vectors(1500)
    notes = [{"thread_id": f"t{number % 100}", "third": f"{number % 3}"} for number in range(1500)]
    store.add([f"r{number}" for number in range(1500)], rows, metadata=notes)
    few = collection.query(query_embeddings=[rows[0]], n_results=1500, include=[])["ids"][0]
    assert len(few) < 1500  # else this test shows nothing
    assert len(store.search(rows[0], 1500)) == 1500
    for step, key, value in ((100, "thread_id", "t7"), (3, "third", "1")):  # few rows pass, and many
        found = store.search(rows[0], 1500, filters={key: value})
        passing = [number for number, note in enumerate(notes) if note[key] == value]
        assert len(passing) == 1500 // step
        wanted = sorted(passing, key=lambda number: -float(rows[number] @ rows[0]))
        assert [match.id for match in found] == [f"r{number}" for number in wanted]
        np.testing.assert_allclose([match.score for match in found], rows[wanted] @ rows[0], atol=1e-5)


def test_the_environment_has_no_say(monkeypatch):
    """Chroma's telemetry stays off."""
    monkeypatch.setitem(os.environ, "ANONYMIZED_TELEMETRY", "True")
    with ChromaVectorStore() as store:
        store.add(["a"], vectors(1))
        assert store.native()._client.get_settings().anonymized_telemetry is False
