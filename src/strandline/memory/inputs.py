"""Checks at the door: whose memory, which session, and whether a value can come back as it was given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from strandline.errors import InputError, MessageError, NaiveTimeError
from strandline.types import Message, to_message
from strandline.types.checks import (
    ID_BYTES,
    LARGEST,
    clean_text,
    flag,
    json_object,
    positive,
    row_id,
    scope_id,
)

__all__ = [
    "ID_BYTES",
    "LARGEST",
    "aware",
    "checked_message",
    "clean_text",
    "current_session",
    "flag",
    "json_object",
    "maybe_session",
    "message_list",
    "optional_id",
    "positive",
    "prompt_ids",
    "row_id",
    "scope_id",
    "session",
    "words",
]

DEFAULT_SESSION = "default"


def optional_id(value: object, *, field: str) -> str | None:
    """An id, or None for none."""
    return None if value is None else scope_id(value, field=field)


def session(session_id: str | None, thread_id: str | None, run_id: str | None) -> str:
    """The session of a write, under whichever of its three names; ``default`` when none is given."""
    return current_session(session_id, thread_id, run_id) or DEFAULT_SESSION


def current_session(session_id: str | None, thread_id: str | None, run_id: str | None) -> str | None:
    """The session of a window, under whichever of its three names. None is none; ``default`` gives way to a name."""
    if session_id == DEFAULT_SESSION and not (thread_id is None and run_id is None):
        session_id = None
    return maybe_session(session_id, thread_id, run_id)


def maybe_session(session_id: str | None, thread_id: str | None, run_id: str | None) -> str | None:
    """The session under whichever of its three names, or None. Raises InputError when it is given twice."""
    given = {"session_id": session_id, "thread_id": thread_id, "run_id": run_id}
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        raise InputError(f"a session was given twice, as {' and '.join(named)}; they mean the same, give one")
    return scope_id(given[named[0]], field=named[0]) if named else None


def words(value: object, *, field: str) -> str:
    """A text that is not blank. Raises InputError or TextError."""
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{field} must be a text that is not blank, got {value!r}")
    return clean_text(value, field=field)


def aware(value: object, *, field: str) -> datetime | None:
    """An aware datetime, or None. Raises NaiveTimeError for one without a zone, InputError for another type."""
    if value is None:
        return None
    if not isinstance(value, datetime):
        raise InputError(f"{field} must be a datetime with a zone, got {type(value).__name__}")
    if value.utcoffset() is None:
        raise NaiveTimeError(field=field, got=value)
    try:
        value.astimezone(UTC)
    except OverflowError:
        raise InputError(f"{field} is outside the years 1 to 9999 in UTC: got {value!r}") from None
    return value


def message_list(messages: object) -> list[Message]:
    """One message or a sequence of them, in any accepted shape, checked whole before anything is stored."""
    if isinstance(messages, (str, Mapping, Message)):
        given: Sequence[object] = [messages]
    elif isinstance(messages, Sequence):
        given = messages
    else:
        raise MessageError(
            f"messages must be a str, a dict, a Message or a list of them, got {type(messages).__name__}"
        )
    return [checked_message(to_message(message), number) for number, message in enumerate(given)]


def checked_message(message: Message, number: int) -> Message:
    """The message, when every part of it can be stored and come back equal."""
    where = f"message {number}"
    if message.content is not None:
        clean_text(message.content, field=f"{where}: content")
    if message.name is not None:
        clean_text(message.name, field=f"{where}: name")
        if len(message.name.encode("utf-8")) > ID_BYTES:
            raise MessageError(f"{where}: name has more than {ID_BYTES} bytes of UTF-8; put the rest into metadata")
    if message.tool_call_id is not None:
        clean_text(message.tool_call_id, field=f"{where}: tool_call_id")
    if message.id is not None:
        row_id(message.id, field=f"{where}: id")
    aware(message.at, field=f"{where}: at")
    json_object(message.metadata, field=f"{where}: metadata")
    if message.tool_calls is not None:
        if not isinstance(message.tool_calls, list):
            raise MessageError(f"{where}: tool_calls must be a list of dicts, got {type(message.tool_calls).__name__}")
        for place, call in enumerate(message.tool_calls):
            if not isinstance(call, Mapping):
                raise MessageError(f"{where}: tool_calls[{place}] must be a dict, got {type(call).__name__}")
        json_object({"tool_calls": message.tool_calls}, field=where)
    return message


def prompt_ids(value: object, *, field: str) -> frozenset[str]:
    """Ids of what is in the prompt already; unknown ones do no harm. Raises InputError or TextError."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise InputError(f"{field} must be a collection of ids, got one {type(value).__name__}; write [id]")
    ids = list(value)
    for id in ids:
        if not isinstance(id, str):
            raise InputError(f"{field} must hold ids, which are str; got {type(id).__name__}")
        clean_text(id, field=field)
    return frozenset(ids)
