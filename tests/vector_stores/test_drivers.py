"""Drivers are optional: none is imported before its store is named, and a missing one is told by its pip line."""

from __future__ import annotations

import subprocess
import sys

import pytest

DRIVERS = {"pgvector": "psycopg", "pinecone": "pinecone"}


def error_of(name, missing):
    """What is raised for a store where a module is missing, in a process of its own."""
    program = (
        "import sys; from strandline.vector_stores import vector_store\n"
        f"sys.modules[{missing!r}] = None\n"
        f"try: vector_store({name!r})\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    return subprocess.check_output([sys.executable, "-c", program], text=True).strip()


@pytest.mark.parametrize("name", DRIVERS)
def test_a_missing_driver_is_told_by_its_pip_line(name):
    """The extra has the name of the store."""
    said = error_of(name, DRIVERS[name])
    assert said.startswith(f"MissingExtraError the vector store '{name}' ")
    assert said.endswith(f"pip install 'strandline[{name}]'")


@pytest.mark.parametrize("name", DRIVERS)
def test_a_fault_inside_a_driver_is_not_a_missing_extra(name):
    """The error says what is missing there."""
    said = error_of(name, f"{DRIVERS[name]}.errors")
    assert said.startswith(("ModuleNotFoundError", "ImportError"))
    assert f"{DRIVERS[name]}.errors" in said


def test_no_driver_is_imported_before_its_store_is_named():
    """Nor by the package of stores."""
    program = "import sys, strandline.vector_stores; print(sorted({'psycopg', 'pinecone'} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "[]"
