"""What every driver can do of a filter: a key of the metadata that must hold one of these str."""

from __future__ import annotations

from strandline.filters import All, Leaf, Node


def required(node: Node) -> dict[str, tuple[str, ...]]:
    """For each of these keys, the str values of which a row must have one in order to pass.

    Rows that pass the filter are among those that pass this; without keys nothing is required. A key with no values
    is one that no row can pass. Values are distinct, in the order of the filter.
    """
    match node:
        case Leaf(key=key, op="eq", operand=str() as value):
            return {key: (value,)}
        case Leaf(key=key, op="in", operand=list() as values) if all(isinstance(value, str) for value in values):
            return {key: tuple(dict.fromkeys(values))}
        case All(parts=parts):
            both: dict[str, tuple[str, ...]] = {}
            for part in parts:
                for key, some in required(part).items():
                    both[key] = tuple(value for value in both.get(key, some) if value in some)
            return both
    return {}


def required_exactly(node: Node) -> bool:
    """Whether ``required`` says the whole filter, so that a row that passes it needs no other check."""
    if isinstance(node, All):
        return all(required_exactly(part) for part in node.parts)
    return bool(required(node))
