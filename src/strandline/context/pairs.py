"""Tool calls and their results belong together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from strandline.types import StoredMessage


def pair_keys(messages: Iterable[StoredMessage]) -> dict[str, str]:
    """For every message that is part of a tool call: message id to a key, equal for the call and all its results.

    A call is a message with ``tool_calls``; its results carry one of its ids as ``tool_call_id``, in the same session
    (and agent) at a later step. An id that is used again pairs with the latest call before the result. A call without
    results and a result without its call are in no pair.
    """
    found: dict[str, str] = {}
    open_calls: dict[tuple[str | None, str, str], str] = {}
    for message in sorted(messages, key=lambda one: (one.session_id, one.agent_id or "", one.step)):
        where = (message.agent_id, message.session_id)
        for id in call_ids(message):
            open_calls[(*where, id)] = message.id
        caller = open_calls.get((*where, message.tool_call_id)) if message.tool_call_id is not None else None
        if caller is not None:
            found[caller] = found[message.id] = caller
    return found


def whole_pairs(messages: Iterable[StoredMessage], pairs: Mapping[str, str]) -> frozenset[str]:
    """The keys of ``pairs`` (from ``pair_keys`` of the same messages) that have a result for every id of their call."""
    asked: dict[str, int] = {}
    answered: dict[str, set[str]] = {}
    for message in messages:
        key = pairs.get(message.id)
        if key is not None and message.tool_calls and message.id == key:
            asked[key] = len(set(call_ids(message)))
        elif key is not None and message.tool_call_id is not None:
            answered.setdefault(key, set()).add(message.tool_call_id)
    return frozenset(key for key, count in asked.items() if len(answered.get(key, ())) == count)


def call_ids(message: StoredMessage) -> list[str]:
    """The ids of the calls a message makes, in order. What is no call (an imported file may hold it) has none."""
    ids = (call.get("id") for call in message.tool_calls or () if isinstance(call, Mapping))
    return [id for id in ids if isinstance(id, str)]


def call_text(tool_calls: Sequence[Mapping[str, Any]]) -> str:
    """What to show for a message that only calls tools: ``name(arguments)`` of each, joined by "; ".

    Reads the chat format (``{"function": {"name", "arguments"}}``) and the flat one (``{"name", "args"}``);
    arguments that are not text already are given as JSON, and so is a call that is no dict.
    """
    return "; ".join(_call(call) for call in tool_calls)


def _call(call: object) -> str:
    if not isinstance(call, Mapping):
        return json.dumps(call, ensure_ascii=False, sort_keys=True, default=str)
    function = call.get("function")
    inner = function if isinstance(function, Mapping) else call
    arguments = inner.get("arguments", inner.get("args"))
    if arguments is None:
        arguments = ""
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments, ensure_ascii=False, sort_keys=True, default=str)
    return f"{inner.get('name', 'tool')}({arguments})"
