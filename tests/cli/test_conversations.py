"""Reading conversations from files."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.cli.conversations import by_session, decode, read_conversation
from strandline.errors import MessageError


def read(text):
    return read_conversation(text, source="chat")


def said(text):
    return [(turn.session_id, turn.message.role.value, turn.message.content) for turn in read(text)]


LINES = '{"role": "user", "content": "hi", "session_id": "s1"}\n\n{"role": "assistant", "content": "hello"}\n'
CHAT = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]


def test_json_lines_of_messages_are_read_in_order_and_blank_lines_skipped():
    assert said(LINES) == [("s1", "user", "hi"), (None, "assistant", "hello")]


@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_of_messages_is_read(indent):
    assert said(json.dumps(CHAT, indent=indent)) == [(None, "user", "hi"), (None, "assistant", "hello")]


@pytest.mark.parametrize("indent", [None, 2])
def test_an_object_with_messages_is_read_and_gives_them_its_session(indent):
    text = json.dumps({"session_id": "a", "messages": CHAT}, indent=indent)
    assert said(text) == [("a", "user", "hi"), ("a", "assistant", "hello")]


def test_conversations_one_a_line_become_a_session_each():
    text = "\n".join(json.dumps({"messages": CHAT[:1]}) for _ in range(2))
    assert said(text) == [("chat-1", "user", "hi"), ("chat-2", "user", "hi")]


@pytest.mark.parametrize("key", ["session_id", "thread_id", "run_id"])
def test_the_session_may_have_each_of_its_names(key):
    assert said(json.dumps({"role": "user", "content": "hi", key: "a"})) == [("a", "user", "hi")]


def test_two_names_of_the_session_are_refused():
    with pytest.raises(MessageError, match=r"chat, line 1: both session_id and run_id"):
        read('{"role": "user", "content": "hi", "session_id": "a", "run_id": "a"}')


def test_a_message_of_parts_and_a_tool_call_are_read():
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function"}]}
    parts = {
        "role": "user",
        "content": [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "x"}}],
    }
    first, second = (turn.message for turn in read(json.dumps([call, parts])))
    assert (first.content, first.tool_calls) == (None, [{"id": "c1", "type": "function"}])
    assert (second.content, second.metadata) == ("see", {"content_parts": [parts["content"][1]]})


def test_fields_the_library_does_not_know_are_kept_as_metadata_and_empty_ones_dropped():
    row = {"role": "assistant", "content": "no", "refusal": None, "annotations": [], "model": "m", "metadata": {"a": 1}}
    assert read(json.dumps([row]))[0].message.metadata == {"model": "m", "a": 1}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "chat holds no messages"),
        ("   \n", "chat holds no messages"),
        ("I moved to Oslo", "chat, line 1: not JSON"),
        (LINES + "{oops}", "chat, line 4: not JSON"),
        ('[\n{"role": "user",\n "content" "x"}]', "chat, line 3: not JSON"),
        ('{"role": "user", "content": "a"}\n7', "chat, line 2: wanted"),
        ('"text"', "chat: wanted a list of messages, got str"),
        ('{"messages": "x"}', "chat, line 1: wanted a list of messages, got str"),
        ('[{"role": "user", "content": "a"}, 3]', "chat, message 2: wanted a message object, got int"),
        ('{"role": "user", "text": "a"}', 'chat, line 1: a message needs "content"'),
        ('{"content": "a"}', "chat, line 1: a message needs a role"),
        ('{"role": "robot", "content": "a"}', "chat, line 1: role 'robot'"),
        ('{"role": "user", "content": "a", "at": "2026-01-01T10:00:00"}', "chat, line 1: at has no time zone"),
        ('{"role": "user", "content": "a", "metadata": 3}', "chat, line 1: metadata must be a dict"),
        ('{"role": "user", "content": "a", "session_id": 3}', "chat, line 1: session_id must be a text"),
        ('{"role": "user", "content": "a", "metadata": [1], "mood": "x"}', "chat, line 1: metadata must be a dict"),
        ('{"role": "user", "content": "a", "metadata": "", "mood": "x"}', "chat, line 1: metadata must be a dict"),
        ("[" * 100_000, "chat, line 1: JSON that cannot be read"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_place(text, complaint):
    with pytest.raises(MessageError, match=complaint):
        read(text)


def test_bytes_that_are_not_utf8_are_refused_with_their_line():
    with pytest.raises(MessageError, match=r"chat, line 2: not UTF-8 \(byte 0xe9\)"):
        decode(b"one\ncaf\xe9\n", source="chat")


def test_a_byte_order_mark_and_windows_line_ends_are_no_part_of_the_text():
    data = b"\xef\xbb\xbf" + LINES.replace("\n", "\r\n").encode()
    assert said(decode(data, source="chat")) == said(LINES)


def test_a_line_separator_inside_a_text_does_not_end_the_line():
    row = json.dumps({"role": "user", "content": "a\u2028b\u0085c"}, ensure_ascii=False)
    assert said(row) == [(None, "user", "a\u2028b\u0085c")]


def test_runs_of_one_session_are_cut_to_size_in_order():
    turns = read(
        "\n".join(
            json.dumps({"role": "user", "content": c, "session_id": s}) for c, s in zip("abcde", "xxxyx", strict=True)
        )
    )
    runs = [(session, [m.content for m in messages]) for session, messages in by_session(turns, default="d", most=2)]
    assert runs == [("x", ["a", "b"]), ("x", ["c"]), ("y", ["d"]), ("x", ["e"])]


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.text()), min_size=1, max_size=6))
def test_every_text_comes_back_exactly_in_both_formats(rows):
    messages = [{"role": role, "content": content} for role, content in rows]
    wanted = [(None, role, content) for role, content in rows]
    assert said("\n".join(json.dumps(message, ensure_ascii=False) for message in messages)) == wanted
    assert said(json.dumps(messages)) == wanted
