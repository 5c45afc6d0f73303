"""Drivers are imported when their store is named, and a missing one has its pip line."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from strandline.errors import InputError
from strandline.vector_stores import BUILT_IN, InMemoryVectorStore, vector_store

DRIVERS = {
    "faiss": ("faiss", "faiss"),
    "qdrant": ("qdrant_client", "qdrant"),
    "chroma": ("chromadb", "chroma"),
    "lancedb": ("lancedb", "lancedb"),
    "pgvector": ("psycopg", "pgvector"),
    "pinecone": ("pinecone", "pinecone"),
}
"""Name of a store → its driver's module, and the extra that installs it."""
EVERY_DRIVER = ("faiss", "qdrant_client", "chromadb", "lancedb", "pyarrow", "pinecone", "psycopg")

WITHOUT = """
import json, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from strandline.errors import MissingExtraError
from strandline.vector_stores import vector_store
try:
    vector_store(sys.argv[2])
except MissingExtraError as exc:
    print(json.dumps([str(exc), exc.feature, exc.extra, isinstance(exc.__cause__, ModuleNotFoundError)]))
"""


def said(code, *arguments):
    """What a new interpreter prints, as JSON."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True, timeout=60)
    return json.loads(done.stdout)


def test_importing_the_vector_stores_imports_no_driver():
    """Nor does importing the library, or making a store that needs none."""
    code = f"""
import json, sys, strandline, strandline.vector_stores
drivers = [name for name in {EVERY_DRIVER!r} if name in sys.modules]
strandline.vector_stores.vector_store("memory")
print(json.dumps([drivers, [name for name in {EVERY_DRIVER!r} if name in sys.modules]]))
"""
    assert said(code) == [[], []]


@pytest.mark.parametrize("name", sorted(DRIVERS))
def test_a_missing_driver_has_its_pip_line(name):
    """Where the package itself is not there; the cause is kept."""
    driver, extra = DRIVERS[name]
    message, feature, named, caused = said(WITHOUT, driver, name)
    assert (feature, named, caused) == (f"the vector store {name!r}", extra, True)
    assert f"pip install 'strandline[{extra}]'" in message


@pytest.mark.parametrize(("name", "module"), [("pgvector", "psycopg.errors"), ("pinecone", "pinecone.errors")])
def test_a_fault_inside_a_driver_is_not_a_missing_extra(name, module):
    """The error says what is missing there."""
    program = (
        "import json, sys; from strandline.vector_stores import vector_store\n"
        f"sys.modules[{module!r}] = None\n"
        f"try: vector_store({name!r})\n"
        "except Exception as error: print(json.dumps([type(error).__name__, str(error)]))"
    )
    kind, message = said(program)
    assert kind in ("ModuleNotFoundError", "ImportError")
    assert module in message


@pytest.mark.parametrize("name", ["memory", "in-memory", "InMemory", "sqlite", "SQLite"])
def test_a_store_is_made_by_its_name(name):
    """In any case, and by other names that people use."""
    options = {"path": ":memory:"} if name.lower() == "sqlite" else {}
    store = vector_store(name, dimensions=2, **options)
    store.add(["a"], [[1.0, 0.0]])
    assert store.count() == 1
    assert isinstance(store, InMemoryVectorStore) is not bool(options)
    store.close()


def test_an_unknown_name_is_refused_with_those_there_are():
    """All of the table."""
    with pytest.raises(InputError) as caught:
        vector_store("nowhere")
    assert all(name in str(caught.value) for name in BUILT_IN)


@pytest.mark.parametrize("name", ["sqlite", "faiss", "qdrant", "chroma", "lancedb"])
def test_the_path_that_stands_for_memory_makes_no_file(name, tmp_path, monkeypatch):
    """The same word for every store that has a path."""
    monkeypatch.chdir(tmp_path)
    with vector_store(name, path=":memory:", dimensions=2) as store:
        store.add(["a"], [[1.0, 0.0]])
        assert store.count() == 1
    assert list(tmp_path.iterdir()) == []
