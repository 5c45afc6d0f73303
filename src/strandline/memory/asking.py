"""The checked arguments of a read."""

from __future__ import annotations

from typing import Any

from strandline.errors import InputError
from strandline.filters import parse_filter
from strandline.memory import inputs
from strandline.memory.recalls import KINDS, Asked
from strandline.recall import DEFAULT_MIN_SCORE


def ask(query: object, **given: Any) -> Asked:
    """Check what a read was given. Raises ScopeError, FilterError, NaiveTimeError or InputError."""
    if not isinstance(query, str):
        raise InputError(f"query must be a str, got {type(query).__name__}")
    fields: dict[str, Any] = dict(given)
    fields["user_id"] = inputs.scope_id(given.get("user_id"), field="user_id")
    fields["agent_id"] = inputs.optional_id(given.get("agent_id"), field="agent_id")
    for name in ("after", "before", "as_of", "known_at"):
        fields[name] = inputs.aware(given.get(name), field=name)
    parse_filter(given.get("filters"))
    fields["kinds"] = _kinds(given.get("kinds", KINDS))
    fields["k"] = None if given.get("k") is None else inputs.positive(given["k"], field="k", least=0)
    given_score = given.get("min_score")
    fields["min_score"] = DEFAULT_MIN_SCORE if given_score is None else _min_score(given_score)
    fields["only_answers"] = given_score is None
    if given.get("this_session_only") and given.get("session_id") is None:
        raise InputError("this_session_only needs a session_id")
    return Asked(query=query, **fields)


def _kinds(kinds: object) -> tuple[str, ...]:
    if isinstance(kinds, str):
        kinds = (kinds,)
    if not isinstance(kinds, (list, tuple, set, frozenset)):
        raise InputError(f"kinds must be a collection of {KINDS}, got {type(kinds).__name__}")
    unknown = sorted(str(kind) for kind in kinds if kind not in KINDS)
    if unknown:
        raise InputError(f"kinds are {KINDS}, got {unknown[0]!r}")
    return tuple(kind for kind in KINDS if kind in kinds)


def _min_score(value: object) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0.0 <= value <= 1.0:
        raise InputError(f"min_score must be a number in [0, 1] or None, got {value!r}")
    return value * 1.0
