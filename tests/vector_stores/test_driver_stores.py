"""What stores over a driver share."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest

from strandline.errors import ConfigurationError, InputError
from strandline.vector_stores import vector_store
from strandline.vector_stores.base import Rows
from strandline.vector_stores.drivers import batches, chunks, one_of, safe_name

NAME = re.compile(r"[a-z]{3,8}")
OFFLINE = """
import socket, sys

def refused(*arguments):
    raise AssertionError(f"a connection was opened: {arguments}")

socket.socket.connect = socket.getaddrinfo = refused
from strandline.vector_stores import vector_store

with vector_store(sys.argv[1], **({"path": sys.argv[2]} if sys.argv[2] else {})) as store:
    store.add(["a", "b"], [[1.0, 0.0], [0.0, 1.0]], texts=["one", "two"], metadata=[{"t": "x"}, {"t": "y"}])
    assert [match.id for match in store.search([1.0, 0.1], 5, filters={"t": "y"})] == ["b"]
    assert store.delete(filters={"t": "x"}) == 1
"""


def test_a_name_that_fits_stays_and_another_becomes_its_digest():
    """The same in every process, and different names never meet."""
    assert safe_name("agent", NAME) == "agent"
    made = [safe_name(name, NAME) for name in ("Ada", "ada!", "a", "犬", "x" * 500)]
    assert made[0] == "strandline-99a563ab2f6e21e96998f9fddd2a2bab"
    assert len(set(made)) == len(made)
    assert all(re.fullmatch(r"strandline-[0-9a-f]{32}", name) for name in made)


def test_a_name_that_looks_like_a_digest_is_not_that_of_another():
    """However often it is done."""
    fits = re.compile(r"[a-z0-9-]{1,100}")
    names = ["Ada"]
    for _ in range(3):
        names.append(safe_name(names[-1], fits))
    assert len(set(names)) == len(names)
    assert safe_name("strandline-ada", fits) == "strandline-ada"


@pytest.mark.parametrize(
    ("sizes", "wanted"),
    [
        ([], []),
        ([1, 1, 1], [slice(0, 2), slice(2, 3)]),
        ([4, 7, 3], [slice(0, 1), slice(1, 3)]),
        ([50, 1, 50], [slice(0, 1), slice(1, 2), slice(2, 3)]),
    ],
)
def test_batches_hold_so_many_and_so_much(sizes, wanted):
    """At most 2 things and 10 in all; what is larger goes alone."""
    assert list(batches(sizes, rows=2, size=10)) == wanted


def test_chunks_leave_nothing_out():
    """In the order given."""
    assert list(chunks(["a", "b", "c"], 2)) == [["a", "b"], ["c"]]
    assert list(chunks([], 2)) == []


def test_exactly_one_place_is_given():
    """The error names what was."""
    one_of(url=None, path="x")
    with pytest.raises(ConfigurationError, match="url, path; got none of them"):
        one_of(url=None, path=None)
    with pytest.raises(ConfigurationError, match="got url and path"):
        one_of(url="x", path="y")


@pytest.mark.parametrize("name", ["qdrant", "chroma", "lancedb"])
def test_an_embedded_store_opens_no_connection(name, tmp_path):
    """No telemetry, no model, no server."""
    subprocess.run([sys.executable, "-c", OFFLINE, name, str(tmp_path / "store")], check=True)


@pytest.mark.parametrize("name", ["qdrant", "chroma", "lancedb"])
def test_rows_that_cannot_be_written_out_make_no_collection(name):
    """Its width would stay. Metadata are checked before a hook gets them; what is passed by is still in order."""
    with vector_store(name, path=":memory:") as store:
        bad = Rows(ids=["a"], vectors=np.ones((1, 2), np.float32), texts=[""], metadata=[{"x": object()}])
        with pytest.raises(TypeError):
            store._upsert(bad)
        assert (store.count(), store.dimensions) == (0, None)
        store.add(["a"], np.ones((1, 3)))
        assert store.dimensions == 3


def test_chroma_in_process_opens_no_connection():
    """Nor does the form without a folder."""
    subprocess.run([sys.executable, "-c", OFFLINE, "chroma", ""], check=True)


@pytest.mark.parametrize(
    ("name", "options"),
    [("pinecone", {"api_key": "k", "host": "http://u:hunter2@h"}), ("chroma", {"host": "u:hunter2@h"})],
)
def test_a_host_with_a_password_is_refused_and_not_shown(name, options):
    """It would stand in every error."""
    with pytest.raises(InputError, match="user or password") as caught:
        vector_store(name, **options)
    assert "hunter2" not in str(caught.value)
