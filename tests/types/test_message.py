"""A message on its way out: what a chat endpoint takes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from types import MappingProxyType

import pytest

from strandline import Message, Role
from strandline.errors import MessageError
from strandline.memories import BufferMemory, RecalledMessage
from strandline.types import to_message

AT = datetime(2026, 6, 1, 9, tzinfo=UTC)
CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"town": "Oslo"}'}}


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (Message.user("Hello."), {"role": "user", "content": "Hello."}),
        (Message.system(""), {"role": "system", "content": ""}),
        (Message.user("Hello.", name="ana"), {"role": "user", "content": "Hello.", "name": "ana"}),
        (
            Message.assistant(None, tool_calls=[CALL]),
            {"role": "assistant", "content": None, "tool_calls": [CALL]},
        ),
        (
            Message.tool("12 degrees", tool_call_id="c1"),
            {"role": "tool", "content": "12 degrees", "tool_call_id": "c1"},
        ),
    ],
    ids=lambda one: one.role.value if isinstance(one, Message) else "",
)
def test_a_message_is_what_a_chat_endpoint_takes(message, wanted):
    """Role and content always, the rest where it is set; what is read from it is the message."""
    assert message.to_chat() == wanted
    assert to_message(message.to_chat()) == message


def test_what_is_ours_is_left_out():
    """Endpoints refuse fields that they do not know."""
    message = Message.user("Hello.", at=AT, id="m1", metadata={"source": "app"}, step=3)
    assert message.to_chat() == {"role": "user", "content": "Hello."}


def test_no_tool_calls_are_no_field():
    """Endpoints refuse an empty list of calls."""
    assert Message.assistant("Done.", tool_calls=[]).to_chat() == {"role": "assistant", "content": "Done."}


def test_it_is_plain_json_that_is_not_shared_with_the_message():
    """Whatever mappings the calls were made of; changing the one does not change the other."""
    call = MappingProxyType({"id": "c1", "function": MappingProxyType({"name": "weather", "arguments": "{}"})})
    message = Message.assistant(None, tool_calls=(call,))
    chat = message.to_chat()
    assert type(chat["role"]) is str
    assert json.loads(json.dumps(chat)) == chat
    chat["tool_calls"][0]["function"]["name"] = "changed"
    assert message.to_chat()["tool_calls"][0]["function"]["name"] == "weather"


def test_a_recalled_message_is_one_too():
    """Without its score and thread."""
    recalled = RecalledMessage(role=Role.ASSISTANT, content="12 degrees", thread_id="trip", score=0.9)
    assert recalled.to_chat() == {"role": "assistant", "content": "12 degrees"}


def test_what_a_memory_gives_back_can_be_sent_as_it_came():
    """A conversation with a tool, in the chat format on both sides."""
    said = [
        {"role": "user", "content": "How warm is it in Oslo?"},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "content": "12 degrees", "tool_call_id": "c1"},
    ]
    with BufferMemory() as memory:
        memory.add(said)
        assert [message.to_chat() for message in memory.get()] == said


def test_fields_that_a_client_library_leaves_empty_are_passed_over():
    """What it has filled in is not: it would be lost."""
    written = {"role": "assistant", "content": "hi", "refusal": None, "annotations": [], "audio": None}
    assert to_message(written).to_chat() == {"role": "assistant", "content": "hi"}
    with pytest.raises(MessageError, match="refusal"):
        to_message({**written, "refusal": "no"})
