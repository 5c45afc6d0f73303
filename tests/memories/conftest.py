"""A maker of memories of each kind, closed at the end of the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from strandline.memories import ChatMemory

from .making import KINDS, Ticking


@pytest.fixture
def opened() -> Iterator[Callable[[Any], Any]]:
    """Has what it is given closed at the end."""
    given: list[Any] = []

    def close_later(memory: Any) -> Any:
        given.append(memory)
        return memory

    yield close_later
    for memory in reversed(given):
        memory.close()


@pytest.fixture(params=KINDS)
def make(request: pytest.FixtureRequest, opened: Callable[[Any], Any]) -> Callable[..., ChatMemory]:
    """Makes memories of one kind, all kinds in turn."""
    return lambda **config: opened(KINDS[request.param](**{"clock": Ticking(), **config}))


@pytest.fixture
def memory(make: Callable[..., ChatMemory]) -> ChatMemory:
    return make()


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """Which kind ``make`` makes."""
    return str(request.node.callspec.params["make"])
