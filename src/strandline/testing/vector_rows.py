"""Rows and filters that the contract of vector stores is tested with."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import numpy as np

from strandline.types import Vectors

DIMENSIONS = 8
NOTES: tuple[dict[str, Any], ...] = (
    {"thread_id": "ana", "n": 1, "city": "Oslo", "tags": ["red", "blue"], "open": True},
    {"thread_id": "ana", "n": 2.5, "city": "Bergen", "tags": ["blue"], "open": False, "nothing": None},
    {"thread_id": "bob", "n": 3, "city": "oslo", "tags": [], "where": {"lat": 59.9, "lon": 10.7}},
    {"thread_id": "bob", "n": "3", "city": "", "open": 1},
    {"thread_id": "Ana", "n": -1, "city": "東京", "a.b": "dotted", "$ne": "dollar", "open": "true"},
    {},
)
"""Metadata of the rows of a filled store: JSON of every type, keys that mean something to one driver or another."""
FILTERS: tuple[dict[str, Any], ...] = (
    {"thread_id": "ana"},
    {"thread_id": {"ne": "ana"}},
    {"thread_id": {"in": ["ana", "bob"]}},
    {"thread_id": {"nin": ["ana", "bob"]}},
    {"thread_id": {"in": []}},
    {"thread_id": "ana", "city": "Oslo"},
    {"thread_id": "nobody"},
    {"n": 1},
    {"n": 3.0},
    {"n": "3"},
    {"n": {"gt": 1}},
    {"n": {"gte": 2.5, "lt": 3}},
    {"n": {"lte": -1}},
    {"city": {"gt": "Bergen"}},
    {"city": {"contains": "slo"}},
    {"city": {"contains": ""}},
    {"city": ""},
    {"tags": {"contains": "red"}},
    {"tags": ["blue"]},
    {"tags": []},
    {"where": {"contains": "lat"}},
    {"where": {"eq": {"lon": 10.7, "lat": 59.9}}},
    {"open": True},
    {"open": {"ne": True}},
    {"open": 1},
    {"nothing": None},
    {"nothing": {"exists": True}},
    {"open": {"exists": False}},
    {"a.b": "dotted"},
    {"$ne": {"eq": "dollar"}},
    {"city": "東京"},
    {"or": [{"city": "Oslo"}, {"n": 3}]},
    {"and": [{"thread_id": "ana"}, {"not": {"open": True}}]},
    {"not": [{"thread_id": "ana"}, {"thread_id": "bob"}]},
    {"thread_id": "bob", "or": [{"n": {"gt": 2}}, {"city": {"exists": False}}]},
)
"""One of each operator and word, on values of every type."""


class Word(StrEnum):
    """A key of the metadata and a value, as an application may name them."""

    KEY = "thread_id"
    ANA = "ana"


def vectors(count: int, *, seed: int = 0) -> Vectors:
    """(count, 8) float32 rows of length 1, the same every time."""
    rows = np.random.default_rng(seed).standard_normal((count, DIMENSIONS))
    unit: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return unit
