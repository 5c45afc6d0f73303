"""Conversations from files: JSON Lines of messages, or the chat format as JSON or JSON Lines. Pure functions.

Accepted, told apart by what the first line holds:

- one message a line: ``{"role", "content", "at", "session_id", "name", "metadata", …}``
- one conversation a line: ``{"messages": [message, …]}``
- one JSON document: a list of messages, or ``{"messages": [message, …]}``

``session_id`` may be called ``thread_id`` or ``run_id``, and may stand at the message or at the conversation.
Fields the library does not know are kept in the message's metadata; empty ones are dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from strandline.errors import InputError, MessageError, NaiveTimeError
from strandline.types import Message, to_message

SESSION_KEYS = ("session_id", "thread_id", "run_id")
MESSAGE_KEYS = frozenset(Message.__dataclass_fields__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message of a file and the session it names (None: it names none)."""

    message: Message
    session_id: str | None


def decode(data: bytes, *, source: str) -> str:
    """Read UTF-8, with or without a byte order mark. Raises MessageError naming the line of the first bad byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MessageError(
            f"{source}, line {line}: not UTF-8 (byte 0x{data[error.start]:02x}); convert the file"
        ) from None


def read_conversation(text: str, *, source: str) -> list[Turn]:
    """Read every turn of a file's text, in order.

    Raises MessageError that names ``source`` and the line (or the number of the message, in one JSON document).
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise MessageError(f"{source} holds no messages")
    if _is_object(lines[0][1]):
        rows = [(f"{source}, line {number}", _parse(line, source=source, line=number)) for number, line in lines]
        several = len(rows) > 1
    else:
        rows, several = [(source, _parse(text, source=source, line=None))], False
    turns: list[Turn] = []
    for number, (place, row) in enumerate(rows, start=1):
        turns += _turns(row, place=place, number=number if several else None)
    return turns


def by_session(turns: Sequence[Turn], *, default: str, most: int) -> Iterator[tuple[str, list[Message]]]:
    """Cut the turns into runs of one session of at most ``most`` messages, in order."""
    for session, run in groupby(turns, key=lambda turn: turn.session_id or default):
        messages = [turn.message for turn in run]
        for start in range(0, len(messages), most):
            yield session, messages[start : start + most]


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _parse(text: str, *, source: str, line: int | None) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise MessageError(
            f"{source}, line {line or error.lineno}: not JSON ({error.msg} at column {error.colno}); "
            "wanted one JSON message a line, or one JSON document in the chat format"
        ) from None
    except (ValueError, RecursionError) as error:
        raise MessageError(f"{source}, line {line or 1}: JSON that cannot be read ({error})") from None


def _turns(row: Any, *, place: str, number: int | None) -> list[Turn]:
    if isinstance(row, Mapping) and "messages" in row:
        session = _session(row, place=place) or (f"chat-{number}" if number else None)
        messages = row["messages"]
    elif isinstance(row, Mapping):
        return [_turn(row, place=place, session=None)]
    else:
        session, messages = None, row
    if not isinstance(messages, list):
        raise MessageError(f"{place}: wanted a list of messages, got {type(messages).__name__}")
    return [
        _turn(message, place=f"{place}, message {position}", session=session)
        for position, message in enumerate(messages, start=1)
    ]


def _turn(row: Any, *, place: str, session: str | None) -> Turn:
    if not isinstance(row, Mapping):
        raise MessageError(f"{place}: wanted a message object, got {type(row).__name__}")
    if "content" not in row and not row.get("tool_calls"):
        raise MessageError(f'{place}: a message needs "content" (null for a tool call), found: {", ".join(row)}')
    fields = {key: value for key, value in row.items() if key in MESSAGE_KEYS}
    others = {
        key: value
        for key, value in row.items()
        if key not in MESSAGE_KEYS and key not in SESSION_KEYS and value not in (None, [], {}, "")
    }
    try:
        metadata = fields.get("metadata")
        if others and (metadata is None or isinstance(metadata, Mapping)):  # else to_message says what is wrong
            fields["metadata"] = {**others, **(metadata or {})}
        message = to_message(fields)
    except NaiveTimeError as error:
        raise MessageError(
            f"{place}: at has no time zone: got {error.got!r}, wanted one like 2026-01-01T10:00:00+00:00"
        ) from error
    except (InputError, TypeError, RecursionError) as error:
        raise MessageError(f"{place}: {error}") from error
    return Turn(message=message, session_id=_session(row, place=place) or session)


def _session(row: Mapping[str, Any], *, place: str) -> str | None:
    named = [key for key in SESSION_KEYS if row.get(key) is not None]
    if len(named) > 1:
        raise MessageError(f"{place}: both {named[0]} and {named[1]} are given; they are the same thing")
    session = row[named[0]] if named else None
    if session is not None and not isinstance(session, str):
        raise MessageError(f"{place}: {named[0]} must be a text, got {type(session).__name__}")
    return session
