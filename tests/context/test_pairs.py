"""Which messages are a tool call and its results, and how a call reads."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from strandline.context import call_ids, call_text, pair_keys, whole_pairs
from strandline.types import StoredMessage

NOW = datetime(2026, 8, 3, tzinfo=UTC)


def stored(id, step, *, calls=None, result_of=None, session="s1", agent=None):
    return StoredMessage(
        id=id,
        session_id=session,
        step=step,
        role="tool" if result_of else "assistant",
        content=None if calls else "text",
        at=NOW,
        recorded_at=NOW,
        agent_id=agent,
        tool_calls=[{"id": call} for call in calls] if calls else None,
        tool_call_id=result_of,
    )


def test_a_call_and_all_its_results_share_a_key():
    messages = [stored("a", 1, calls=["x", "y"]), stored("b", 2, result_of="x"), stored("c", 3, result_of="y")]
    assert pair_keys(messages) == {"a": "a", "b": "a", "c": "a"}
    assert pair_keys(reversed(messages)) == {"a": "a", "b": "a", "c": "a"}


def test_a_call_without_results_and_a_result_without_its_call_are_in_no_pair():
    assert pair_keys([stored("a", 1, calls=["x"]), stored("b", 2, result_of="z"), stored("c", 3)]) == {}


def test_a_result_before_its_call_is_in_no_pair():
    assert pair_keys([stored("b", 1, result_of="x"), stored("a", 2, calls=["x"])]) == {}


@pytest.mark.parametrize("elsewhere", [{"session": "s2"}, {"agent": "other"}])
def test_pairs_do_not_reach_into_another_session_or_agent(elsewhere):
    assert pair_keys([stored("a", 1, calls=["x"]), stored("b", 2, result_of="x", **elsewhere)]) == {}


def test_an_id_used_again_pairs_with_the_latest_call():
    messages = [
        stored("a", 1, calls=["x"]),
        stored("b", 2, result_of="x"),
        stored("c", 3, calls=["x"]),
        stored("d", 4, result_of="x"),
    ]
    assert pair_keys(messages) == {"a": "a", "b": "a", "c": "c", "d": "c"}


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ([{"id": "1", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}], 'weather({"city": "Oslo"})'),
        ([{"name": "weather", "args": {"b": 1, "a": "ø"}}], 'weather({"a": "ø", "b": 1})'),
        ([{"name": "now"}, {"name": "here", "args": ""}, {"name": "up", "arguments": None}], "now(); here(); up()"),
        ([{}], "tool()"),
        ([], ""),
        (["x", 7, None, {"name": "now"}], '"x"; 7; null; now()'),
    ],
)
def test_a_call_reads_as_its_name_and_arguments(calls, expected):
    assert call_text(calls) == expected


def test_what_is_no_call_is_passed_over():
    """A file written by another program may hold anything."""
    odd = replace(stored("a", 1, calls=["x"]), tool_calls=["x", 7, None, {"id": 3}, {"id": ["y"]}, {"id": "x"}])
    messages = [odd, stored("b", 2, result_of="x")]
    assert call_ids(odd) == ["x"]
    pairs = pair_keys(messages)
    assert pairs == {"a": "a", "b": "a"}
    assert whole_pairs(messages, pairs) == {"a"}
