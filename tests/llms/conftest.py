"""A scripted endpoint, a model behind it, and a memory that reads with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from strandline import HashEmbedder, Memory
from strandline.llms import OpenAICompatible

from .server import Endpoint, serving

KEY = "sk-not-to-be-shown-1234"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with serving() as running:
        yield running


@pytest.fixture
def pauses() -> list[float]:
    """Seconds that the model was told to wait."""
    return []


@pytest.fixture
def connect(endpoint: Endpoint, pauses: list[float]) -> Iterator[Callable[..., OpenAICompatible]]:
    """Makes models behind the endpoint, and closes them."""
    made: list[OpenAICompatible] = []

    def make(**options: Any) -> OpenAICompatible:
        made.append(
            OpenAICompatible(endpoint.url, "tiny", **{"api_key": KEY, "timeout": 10, "sleep": pauses.append, **options})
        )
        return made[-1]

    yield make
    for model in made:
        model.close()


@pytest.fixture
def memory(connect: Callable[..., OpenAICompatible]) -> Iterator[Memory]:
    with Memory(":memory:", llm=connect(), embedder=HashEmbedder(dimensions=64)) as opened:
        yield opened
