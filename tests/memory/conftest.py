"""A memory with a fixed clock, in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline import HashEmbedder, Memory

from .scripted import read

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Ticking:
    """A clock that moves on by a second at each look."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def clock() -> Ticking:
    return Ticking()


@pytest.fixture
def open_memory(tmp_path: Path, clock: Ticking) -> Iterator[Callable[..., Memory]]:
    """Opens memories in the test's folder, and closes them at its end."""
    opened: list[Memory] = []

    def make(name: str = "memory.db", **options: Any) -> Memory:
        path = name if name == ":memory:" else tmp_path / name
        options = {"clock": clock, "synchronous": "NORMAL", "new_salt": lambda: "salt", **options}
        memory = Memory(path, **options)
        opened.append(memory)
        return memory

    yield make
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_memory: Callable[..., Memory]) -> Memory:
    return open_memory()


@pytest.fixture
def hashed(open_memory: Callable[..., Memory]) -> Memory:
    """A memory whose embedder needs no model."""
    return open_memory("hashed.db", embedder=HashEmbedder(dimensions=64))


@pytest.fixture
def scripted(open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch) -> Memory:
    """A memory whose facts are what ``scripted.read`` reads."""
    monkeypatch.setattr("strandline.memory.claims.read", read)
    return open_memory("scripted.db", embedder=HashEmbedder(dimensions=64))
