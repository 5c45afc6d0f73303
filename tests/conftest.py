"""Settings of the whole suite: one numpy thread a worker, and property tests that repeat."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")  # before numpy is imported

import pytest  # noqa: E402 (after the lines above)
from hypothesis import settings  # noqa: E402

if TYPE_CHECKING:
    from tests.postgres import Database, Server

settings.register_profile("strandline", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("strandline")


_NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A PostgreSQL server with pgvector, one a test process, started for the first test that asks for it."""
    from tests.postgres import Server

    with Server() as server:
        yield server


@pytest.fixture(scope="session")
def postgres(postgres_server: Server) -> Database:
    """A database of that server, which tests share; ``postgres.url`` opens it."""
    return postgres_server.database()


@pytest.fixture
def schema(postgres: Database) -> Iterator[str]:
    """The name of a schema of this test alone, in that database."""
    name = f"test_{next(_NUMBERS)}"
    postgres.run(f"CREATE SCHEMA {name}")
    yield name
    postgres.run(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture
def fresh_postgres(postgres_server: Server) -> Iterator[Database]:
    """A database of this test alone, with nothing in it."""
    database = postgres_server.database()
    yield database
    postgres_server.drop(database)
