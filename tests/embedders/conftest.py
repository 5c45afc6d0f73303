"""A scripted endpoint, and embedders behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from strandline.embedders import OpenAICompatibleEmbedder
from tests.embedders.embeddings import WIDTH, embeds
from tests.llms.server import Endpoint, serving

KEY = "sk-not-to-be-shown-5678"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """Gives the right answer until it is told otherwise."""
    with serving() as running:
        running.answers(embeds)
        yield running


@pytest.fixture
def pauses() -> list[float]:
    """Seconds that the embedder was told to wait."""
    return []


@pytest.fixture
def connect(endpoint: Endpoint, pauses: list[float]) -> Iterator[Callable[..., OpenAICompatibleEmbedder]]:
    """Makes embedders behind the endpoint, and closes them."""
    made: list[OpenAICompatibleEmbedder] = []

    def make(model: str = "tiny", **options: Any) -> OpenAICompatibleEmbedder:
        given = {"dimensions": WIDTH, "api_key": KEY, "timeout": 10, "sleep": pauses.append, **options}
        made.append(OpenAICompatibleEmbedder(endpoint.url, model, **given))
        return made[-1]

    yield make
    for embedder in made:
        embedder.close()
