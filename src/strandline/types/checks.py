"""Checks of single values that every door makes: ids, texts, metadata, counts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from strandline.errors import InputError, MessageError, ScopeError, TextError

ID_BYTES = 1024
"""The longest id, in bytes of UTF-8."""
LARGEST = 2**53
"""The largest whole number taken: every count, step and limit is below it, and every store can hold it."""
_DEEPEST = 64


def scope_id(value: object, *, field: str) -> str:
    """An id of a user, agent or session, compared exactly. Raises ScopeError when empty or missing."""
    if value is None or value == "":
        raise ScopeError(f"{field} is needed and must not be empty, got {value!r}; say whose memory this is")
    return row_id(value, field=field)


def row_id(value: object, *, field: str) -> str:
    """Any id: a str of at most 1,024 bytes. Raises InputError or TextError."""
    if not isinstance(value, str):
        raise InputError(f"{field} must be a str, got {type(value).__name__}; convert it, for example str(value)")
    size = len(clean_text(value, field=field).encode("utf-8"))
    if size > ID_BYTES:
        raise InputError(f"{field} has {size} bytes of UTF-8, at most {ID_BYTES} are allowed; use a digest of it")
    if not value:
        raise InputError(f"{field} must not be empty")
    return str.__str__(value)  # a member of a str enum is its value


def clean_text(text: str, *, field: str) -> str:
    """The text itself; raises TextError when it has a lone surrogate and could not come back equal."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as exc:
        raise TextError(field=field, position=exc.start, codepoint=ord(text[exc.start])) from None
    return text


def flag(value: object, *, field: str) -> bool:
    """True or False. Raises InputError for anything else."""
    if not isinstance(value, bool):
        raise InputError(f"{field} must be True or False, got {value!r}")
    return value


def positive(value: object, *, field: str, least: int = 1, most: int = LARGEST) -> int:
    """A whole number of at least ``least`` and at most ``most``. Raises InputError."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise InputError(f"{field} must be a whole number of at least {least}, got {value!r}")
    if value > most:
        raise InputError(f"{field} must be at most {most}, got a number of {value.bit_length()} bits")
    return value


def json_object(value: object, *, field: str) -> Mapping[str, Any] | None:
    """Metadata that comes back equal: a dict of JSON values. Raises MessageError or TextError."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise MessageError(f"{field} must be a dict, got {type(value).__name__}")
    _check_json(value, field, 0)
    try:
        json.dumps(value, default=dict)
    except ValueError as exc:
        raise MessageError(f"{field} cannot be written as JSON: {exc}") from exc
    return value


def _check_json(value: object, path: str, depth: int) -> None:
    if depth > _DEEPEST:
        raise MessageError(f"{path} nests deeper than {_DEEPEST} levels; flatten it")
    if isinstance(value, str):
        clean_text(value, field=path)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                raise MessageError(f"{path} has a key that is no str: {key!r}; JSON has str keys only")
            clean_text(key, field=f"a key of {path}")
            _check_json(item, f"{path}.{key}", depth + 1)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            _check_json(item, f"{path}[{number}]", depth + 1)
    elif isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        raise MessageError(f"{path} is {value!r}, which JSON does not have; use None or a str")
    elif value is not None and not isinstance(value, (bool, int, float)):
        raise MessageError(f"{path} is a {type(value).__name__}, which is not JSON; use a str, number, list or dict")
