"""What of a filter every driver can do by itself: a str that has to equal one of some values.

It is what a memory asks all the time (one thread of many), and means the same in every database. The rest of a filter
is checked on the rows that pass this.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from strandline.filters import All, AnyOf, Leaf, Node

LONGEST = 256
"""How many characters of a value a store compares by itself; the rest is checked on the rows."""


def required(node: Node) -> dict[str, tuple[str, ...]]:
    """For each of these keys the value must be one of these str, in every row that passes the filter.

    Values are in alphabetical order. No values at all: no row passes.
    """
    match node:
        case Leaf(key=key, op="eq", operand=str() as value):
            return {key: _distinct([value])}
        case Leaf(key=key, op="in", operand=list() as values) if _all_str(values):
            return {key: _distinct(values)}
        case All(parts=parts):
            every: dict[str, tuple[str, ...]] = {}
            for key, wanted in (item for part in parts for item in required(part).items()):
                every[key] = _distinct(set(wanted).intersection(every.get(key, wanted)))
            return every
        case AnyOf(parts=parts):
            some = [required(part) for part in parts]
            shared = [key for key in some[0] if all(key in one for one in some)] if some else []
            return {key: _distinct([value for one in some for value in one[key]]) for key in shared}
    return {}


def required_exactly(node: Node) -> bool:
    """Whether a row passes the filter wherever it has what is `required`: nothing is left to check."""
    match node:
        case Leaf(op="eq", operand=str()):
            return True
        case Leaf(op="in", operand=list() as values):
            return _all_str(values)
        case All(parts=parts):
            return all(required_exactly(part) for part in parts)
    return False


def facet(key: str, value: str) -> str:
    """A key and its value as one word, for stores that keep such words in one list. Long ones are cut."""
    return f"{key}={value}"[:LONGEST]


def facets(metadata: Mapping[str, Any]) -> list[str]:
    """The words of all str values of a row, in alphabetical order; rows without one of these values lack its word."""
    return sorted({facet(key, value) for key, value in metadata.items() if isinstance(value, str)})


def _all_str(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    """Distinct values, in order."""
    return tuple(sorted(set(values)))
