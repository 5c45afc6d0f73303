"""The end of a conversation that a model still gets to see. Pure: a tool call and its result are never parted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from strandline.context import call_text
from strandline.types import Message, Role

TokensOf = Callable[[Message], int]


def last_messages(messages: Sequence[Message], count: int, *, widen: bool = True) -> int:
    """Where the last ``count`` messages begin.

    A window that would begin between a tool call and its result takes the call in (``widen``), or leaves the result
    out, so that there are never more than ``count``.
    """
    start = max(0, len(messages) - count)
    needed = _needed(messages)
    if not widen:
        return _narrowed(needed, start)
    while start < len(messages) and needed[start] < start:
        start = needed[start]
    return start


def last_tokens(messages: Sequence[Message], budget: int, tokens_of: TokensOf) -> int:
    """Where the longest end of the messages begins that fits in ``budget`` tokens, whole exchanges with tools only."""
    start, left = len(messages), budget
    while start > 0 and (left := left - tokens_of(messages[start - 1])) >= 0:
        start -= 1
    return _narrowed(_needed(messages), start)


def calls_are_there(messages: Sequence[Message], start: int) -> bool:
    """Whether each tool result from ``start`` on has its call before it here: without, more must be read."""
    called: set[str] = set()
    spoken = False
    for place, message in enumerate(messages):
        if message.role is not Role.TOOL:
            called.update(_call_ids(message))
            spoken = True
        elif place >= start and not (spoken if message.tool_call_id is None else message.tool_call_id in called):
            return False
    return True


def unshared(message: Message) -> Message:
    """The same message; changing the dicts and lists of one of the two does not change the other."""
    if message.metadata is None and message.tool_calls is None:
        return message
    return replace(message, metadata=_copied(message.metadata), tool_calls=_copied(message.tool_calls))


def text_of(message: Message) -> str:
    """The words of a message: its content, and the calls it makes."""
    called = call_text(message.tool_calls) if message.tool_calls else ""
    return "\n".join(part for part in (message.content, called) if part)


def _narrowed(needed: Sequence[int], start: int) -> int:
    while start < len(needed) and needed[start] < start:
        start += 1
    return start


def _needed(messages: Sequence[Message]) -> list[int]:
    """For every place the first message that those from there on cannot do without."""
    callers = _callers(messages)
    needed = list(range(len(messages)))
    for place in range(len(messages) - 1, -1, -1):
        following = needed[place + 1] if place + 1 < len(messages) else place
        needed[place] = min(place, callers[place], following)
    return needed


def _callers(messages: Sequence[Message]) -> list[int]:
    """The place of the message that called for each tool result; of any other message its own.

    A result whose id no call has belongs to the last message before it that is none.
    """
    called: dict[str, int] = {}
    callers: list[int] = []
    last = 0
    for place, message in enumerate(messages):
        if message.role is Role.TOOL:
            callers.append(called.get(message.tool_call_id or "", last))
            continue
        last = place
        callers.append(place)
        called.update(dict.fromkeys(_call_ids(message), place))
    return callers


def _call_ids(message: Message) -> Iterator[str]:
    for call in message.tool_calls or ():
        if isinstance(call, Mapping) and isinstance(id := call.get("id"), str):
            yield id


def _copied(value: Any) -> Any:
    """A copy of JSON; any mapping in it becomes a dict."""
    return None if value is None else json.loads(json.dumps(value, default=dict))
