"""Checks of single values that every door makes: ids, texts, metadata, counts."""

from __future__ import annotations

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


def json_object(value: object, *, field: str) -> dict[str, Any] | None:
    """Metadata that comes back equal: a copy, made of JSON's own types alone. Raises MessageError or TextError.

    What is of a subclass of str, int, float or list, or a Mapping that is no dict, becomes a plain one.
    """
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise MessageError(f"{field} must be a dict, got {type(value).__name__}")
    return _plain_dict(value, field, 0)


def _plain_dict(value: Mapping[Any, Any], path: str, depth: int) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise MessageError(f"{path} has a key that is no str: {key!r}; JSON has str keys only")
        clean_text(key, field=f"a key of {path}")
        plain[str.__str__(key)] = _plain(item, f"{path}.{key}", depth + 1)
    return plain


def _plain(value: object, path: str, depth: int) -> Any:
    if depth > _DEEPEST:
        raise MessageError(f"{path} nests deeper than {_DEEPEST} levels; flatten it")
    if isinstance(value, str):
        return str.__str__(clean_text(value, field=path))
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        return _plain_number(value, path)
    if isinstance(value, list):
        return [_plain(item, f"{path}[{number}]", depth + 1) for number, item in enumerate(value)]
    if isinstance(value, Mapping):
        return _plain_dict(value, path, depth)
    raise MessageError(f"{path} is a {type(value).__name__}, which is not JSON; use a str, number, list or dict")


def _plain_number(value: int | float, path: str) -> int | float:
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise MessageError(f"{path} is {value!r}, which JSON does not have; use None or a str")
        return float(value)
    number = int(value)
    try:
        str(number)  # Python writes ints of some thousand digits at most
    except ValueError as exc:
        raise MessageError(f"{path} cannot be written as JSON: {exc}") from exc
    return number
