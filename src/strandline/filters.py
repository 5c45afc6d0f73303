"""Filters on a message's own metadata: a small JSON grammar, compiled once, matched by exact comparison.

    leaf    {"key": value}                      the key's value equals value (anything but a dict)
            {"key": {"op": operand, ...}}       every operator holds
    logic   {"and": [f, ...]}  {"or": [f, ...]}  {"not": f}  {"not": [f, ...]}     in any case: AND, Or, not

Several keys in one dict must all hold. ``not`` of a list holds when none of its filters does. Under ``and`` and
``or`` a list is logic and a dict is a leaf, so a key of that name is written ``{"and": {"eq": 1}}``; under ``not`` a
dict made of operators alone is a leaf of the key "not", any other dict is the filter to negate.

| operator | operand | holds when the key is there and its value |
|---|---|---|
| eq, ne | any JSON | equals it; ``ne`` is the complement, so it also holds where the key is missing |
| gt gte lt lte | number or str | is of the same type and so ordered: numbers by size, exactly; strings by code point |
| in, nin | list | equals one of it; ``nin`` is the complement, and also holds where the key is missing |
| contains | any JSON | is a str with that substring, a list with that element, or a dict with that key |
| exists | bool | is there (True), or is not (False); None is a value |

Keys and values are data, never patterns: case-sensitive, no wildcards, no paths (``"a.b"`` is a key with a dot), and
only metadata is addressed, never a message's role, session or time. Types are JSON's: ``True`` is not ``1`` and
``"1"`` is not ``1``, while ``1`` equals ``1.0``; lists and dicts compare whole, by the same rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from strandline.errors import FilterError
from strandline.types.checks import clean_text

MAX_DEPTH: Final = 50
"""How deep a filter may nest, counting both logic and the values inside it."""

_Test: TypeAlias = Callable[[Mapping[str, Any]], bool]
_Check: TypeAlias = Callable[[Any], bool]
"""What an operator asks of a value that is there, or of ``_MISSING``."""

_MISSING: Final = object()
_LOGIC: Final = ("and", "or", "not")
_EMPTY: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class Leaf:
    """One operator on one key. ``operand`` is JSON, and a copy."""

    key: str
    op: str
    operand: Any
    check: _Check


@dataclass(frozen=True, slots=True)
class All:
    """Holds where every part does; a filter of no parts holds always."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Holds where at least one part does."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Holds where its part does not."""

    part: Node


Node: TypeAlias = Leaf | All | AnyOf | Not
"""A filter as a tree, for stores that say it in a language of their own."""


class Predicate:
    """A compiled filter. ``matches`` never raises, whatever the metadata holds; ``node`` is the filter as a tree."""

    __slots__ = ("_test", "node")

    def __init__(self, node: Node) -> None:
        self.node = node
        self._test = _compiled(node)

    def matches(self, metadata: Mapping[str, Any] | None) -> bool:
        """Whether the metadata (None is the same as ``{}``) passes the filter."""
        return self._test(_EMPTY if metadata is None else metadata)

    @property
    def is_always_true(self) -> bool:
        """Whether the logic alone lets everything through, as in ``{"and": [{}]}``, whatever operators would say."""
        return _settled(self.node) is True


def parse_filter(spec: Mapping[str, Any] | None) -> Predicate | None:
    """Compile a filter; None for no filter (None, or ``{}``, which nothing can fail).

    Later changes to ``spec`` have no effect on the result. Raises FilterError for anything that is not in the
    grammar: an unknown operator, an operator dict or a list of filters that is empty, an operand of a type the
    operator cannot take, a value that is not JSON, or nesting deeper than ``MAX_DEPTH``; TextError for a str that no
    metadata can hold (with a lone surrogate). What is of a subclass of str or of a number counts as its value.
    """
    if spec is None:
        return None
    node = _filter(spec, 1)
    return Predicate(node) if spec else None


def _filter(spec: object, depth: int) -> Node:
    _check_depth(depth)
    if not isinstance(spec, Mapping):
        raise FilterError(f'a filter is a dict such as {{"city": "Oslo"}}, got {_named(spec)}')
    return _all([_entry(key, value, depth) for key, value in spec.items()])


def _entry(key: object, value: object, depth: int) -> Node:
    if not isinstance(key, str):
        raise FilterError(f"a filter key must be a str, got {_named(key)}")
    key = _text(key)
    word = key.lower()
    if word in _LOGIC and not _is_leaf(word, value):
        return _logic(key, word, value, depth)
    if word.startswith("$") and word[1:] in _LOGIC and isinstance(value, (list, tuple)):
        raise FilterError(
            f"{key!r} is not a logical word here, write {word[1:]!r}; "
            f'for a metadata key of that name write {{"{key}": {{"eq": [...]}}}}'
        )
    if isinstance(value, Mapping):
        return _leaf(key, value, depth)
    operand = _operand(key, value, depth)
    return Leaf(key, "eq", operand, _equals(operand))


def _is_leaf(word: str, value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    return word != "not" or all(op in _OPERATORS for op in value)


def _logic(key: str, word: str, value: object, depth: int) -> Node:
    if word == "not" and isinstance(value, Mapping):
        return Not(_filter(value, depth + 1))
    if not isinstance(value, (list, tuple)):
        wanted = "a filter or a list of filters" if word == "not" else "a list of filters"
        raise FilterError(
            f'{key!r} takes {wanted}, got {_named(value)}; a metadata key of that name is {{"{key}": {{"eq": ...}}}}'
        )
    if not value:
        raise FilterError(f"{key!r} got an empty list; give it one filter or more, or leave it out")
    parts = tuple(_filter(item, depth + 1) for item in value)
    if word == "and":
        return All(parts)
    return AnyOf(parts) if word == "or" else Not(AnyOf(parts))


def _leaf(key: str, operators: Mapping[object, object], depth: int) -> Node:
    if not operators:
        raise FilterError(
            f'the filter on {_short(key)} has no operator; write {{"{key}": {{"eq": {{}}}}}} to match an empty dict'
        )
    leaves: list[Node] = []
    for op, given in operators.items():
        if not isinstance(op, str) or (make := _OPERATORS.get(op)) is None:
            raise FilterError(_unknown(key, op))
        operand = _operand(key, given, depth)
        leaves.append(Leaf(key, str.__str__(op), operand, make(operand, f"{_short(key)}: {op!r}")))
    return _all(leaves)


def _unknown(key: str, op: object) -> str:
    near = op.lower().lstrip("$") if isinstance(op, str) else ""
    hint = f"did you mean {near!r}? " if near in _OPERATORS else ""
    return (
        f"the filter on {_short(key)} has an unknown operator {_short(op)}; {hint}known: {', '.join(_OPERATORS)}; "
        f'to match a dict as a value write {{"eq": {{...}}}}'
    )


def _all(nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else All(tuple(nodes))


def _settled(node: Node) -> bool | None:
    """What a filter says of every row, where its logic alone decides; None where an operator does."""
    match node:
        case All(parts=parts):
            said = {_settled(part) for part in parts}
            return False if False in said else None if None in said else True
        case AnyOf(parts=parts):
            said = {_settled(part) for part in parts}
            return True if True in said else None if None in said else False
        case Not(part=part):
            inner = _settled(part)
            return None if inner is None else not inner
    return None


def _compiled(node: Node) -> _Test:
    match node:
        case Leaf(key=key, check=check):
            return lambda metadata: check(metadata.get(key, _MISSING))
        case Not(part=part):
            negated = _compiled(part)
            return lambda metadata: not negated(metadata)
        case All(parts=parts):
            every = [_compiled(part) for part in parts]
            return lambda metadata: all(test(metadata) for test in every)
        case AnyOf(parts=parts):
            some = [_compiled(part) for part in parts]
            return lambda metadata: any(test(metadata) for test in some)


# --- operators: (operand, where) -> a check of one value -----------------------------------------------------------


def _equals(operand: object) -> _Check:
    return lambda value: _equal(value, operand)


def _one_of(operand: object, where: str) -> _Check:
    if not isinstance(operand, list):
        raise FilterError(f"{where} takes a list of values, got {_named(operand)}; for one value use 'eq'")
    words = {item for item in operand if isinstance(item, str)}  # a list of many ids is asked of many rows
    return lambda value: value in words if isinstance(value, str) else any(_equal(value, item) for item in operand)


def _ordered(holds: Callable[[Any, Any], bool]) -> Callable[[object, str], _Check]:
    def make(operand: object, where: str) -> _Check:
        kind = _kind(operand)
        if kind not in ("number", "str"):
            raise FilterError(f"{where} takes a number or a str, got {_named(operand)}")
        return lambda value: _kind(value) == kind and holds(value, operand)

    return make


def _contains(operand: object, where: str) -> _Check:
    def check(value: object) -> bool:
        if isinstance(value, str):
            return isinstance(operand, str) and operand in value
        if isinstance(value, (list, tuple)):
            return any(_equal(item, operand) for item in value)
        return isinstance(value, Mapping) and isinstance(operand, str) and operand in value

    return check


def _exists(operand: object, where: str) -> _Check:
    if not isinstance(operand, bool):
        raise FilterError(f"{where} takes True or False, got {_named(operand)}")
    return lambda value: (value is not _MISSING) is operand


def _complement(make: Callable[[object, str], _Check]) -> Callable[[object, str], _Check]:
    def made(operand: object, where: str) -> _Check:
        check = make(operand, where)
        return lambda value: not check(value)

    return made


def _eq(operand: object, where: str) -> _Check:
    return _equals(operand)


_OPERATORS: Final[Mapping[str, Callable[[object, str], _Check]]] = {
    "eq": _eq,
    "ne": _complement(_eq),
    "gt": _ordered(lambda value, bound: value > bound),
    "gte": _ordered(lambda value, bound: value >= bound),
    "lt": _ordered(lambda value, bound: value < bound),
    "lte": _ordered(lambda value, bound: value <= bound),
    "in": _one_of,
    "nin": _complement(_one_of),
    "contains": _contains,
    "exists": _exists,
}


# --- JSON values ---------------------------------------------------------------------------------------------------


def _kind(value: object) -> str:
    """JSON's type of a value; "other" for what JSON does not have (it equals nothing)."""
    if value is None:
        return "null"
    if isinstance(value, bool):  # before int, whose subclass it is
        return "bool"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "str"
    if isinstance(value, (list, tuple)):
        return "list"
    return "dict" if isinstance(value, Mapping) else "other"


def _equal(left: Any, right: Any) -> bool:
    """Whether two values are the same JSON. Recursion is bounded by ``right``, an operand of a parsed filter."""
    kind = _kind(left)
    if kind != _kind(right) or kind == "other":
        return False
    if kind == "list":
        return len(left) == len(right) and all(_equal(a, b) for a, b in zip(left, right, strict=True))
    if kind == "dict":
        return left.keys() == right.keys() and all(_equal(left[key], item) for key, item in right.items())
    return bool(left == right)


def _operand(key: str, value: object, depth: int) -> Any:
    """A copy of an operand, so that the caller's later changes cannot reach the compiled filter."""
    _check_depth(depth)
    kind = _kind(value)
    if isinstance(value, (list, tuple)):
        return [_operand(key, item, depth + 1) for item in value]
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) for name in value):
            raise FilterError(f"the filter on {_short(key)} has a dict whose keys are not all str, which is not JSON")
        return {_text(name): _operand(key, item, depth + 1) for name, item in value.items()}
    if isinstance(value, str):
        return _text(value)
    if kind == "other" or value != value:
        raise FilterError(
            f"the filter on {_short(key)} has {_named(value)}, which is not a JSON value; "
            "give a str, a number, a bool, None, a list or a dict (a time as the text it was stored as)"
        )
    if value is None or isinstance(value, bool):
        return value
    return int(value) if isinstance(value, int) else float(value)  # type: ignore[arg-type]  # it is a number


def _text(value: str) -> str:
    """A plain str: a member of a str enum is its value. Raises TextError for what no metadata can hold."""
    return str.__str__(clean_text(value, field="filter"))


def _check_depth(depth: int) -> None:
    if depth > MAX_DEPTH:
        raise FilterError(f"the filter nests more than {MAX_DEPTH} levels deep; flatten it")


def _named(value: object) -> str:
    """A value for an error message: its type, and the value itself when it is short to say."""
    if isinstance(value, (list, tuple, Mapping)):
        return f"a {type(value).__name__} of {len(value)}"
    if isinstance(value, int) and value.bit_length() > 256:  # repr refuses ints of more than 4,300 digits
        return f"an int of {value.bit_length()} bits"
    return f"{type(value).__name__} {_short(value)}"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
