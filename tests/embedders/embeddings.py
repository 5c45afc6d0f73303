"""Answers of an endpoint with embeddings, which are those of `HashEmbedder`."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from strandline.embedders import HashEmbedder
from tests.llms.server import Reply

WIDTH = 256


def listed(rows: Sequence[Any], *, order: Sequence[int] | None = None, **reply: Any) -> Reply:
    """A list of embeddings; ``order`` says in which the endpoint gives them."""
    items = [{"object": "embedding", "index": index, "embedding": row} for index, row in enumerate(rows)]
    data = items if order is None else [items[index] for index in order]
    return Reply(body=json.dumps({"object": "list", "data": data}).encode(), **reply)


def hashed(asked: dict[str, Any]) -> list[list[float]]:
    """The vectors of the texts that were asked for, as many numbers as were asked for."""
    return HashEmbedder(asked.get("dimensions", WIDTH)).embed(asked["input"]).tolist()


def embeds(asked: dict[str, Any]) -> Reply:
    """The right answer."""
    return listed(hashed(asked))


def backwards(asked: dict[str, Any]) -> Reply:
    """The right vectors and their indexes, the last one first."""
    return listed(hashed(asked), order=range(len(asked["input"]) - 1, -1, -1))


def in_base64(asked: dict[str, Any]) -> Reply:
    """The right vectors as the bytes of float32 in base64."""
    rows = np.array(hashed(asked), "<f4")
    return listed([base64.b64encode(row.tobytes()).decode() for row in rows])


def without_indexes(asked: dict[str, Any]) -> Reply:
    """As some servers answer: in order, and without saying so."""
    return Reply(body=json.dumps({"data": [{"embedding": row} for row in hashed(asked)]}).encode())
