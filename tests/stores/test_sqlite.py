"""The SQLite store keeps the contract, in a file and in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from strandline.stores import SqliteStore
from strandline.testing.stores import StoreContract


class TestSqliteFile(StoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[SqliteStore]:
        store = SqliteStore(str(tmp_path / "memory.db"), synchronous="NORMAL")
        store.set_identity(self.IDENTITY)
        yield store
        store.close()


class TestSqliteInMemory(StoreContract):
    @pytest.fixture
    def store(self) -> Iterator[SqliteStore]:
        store = SqliteStore(":memory:")
        store.set_identity(self.IDENTITY)
        yield store
        store.close()

    def between_reads(self, writer: Thread) -> None:
        assert writer.is_alive(), "one connection is shared in turn: the writer waits for the reader"
