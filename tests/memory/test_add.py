"""What goes in as a turn: shapes, roles, ids and steps; all of it or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from strandline import Memory, Message, Role
from strandline.errors import ConflictError, InputError, MessageError, StepError, StrandlineError

from .asking import dump

GOOD = {"role": "user", "content": "Boats leave at nine."}


def contents(memory: Memory, **scope: Any) -> list[str | None]:
    return [row.content for row in memory.messages(user_id="ana", **scope)]


@pytest.mark.parametrize(
    ("given", "want"),
    [
        ("user", "user"), ("USER", "user"), (" User ", "user"), ("Assistant", "assistant"), ("TOOL", "tool"),
        ("system", "system"), ("developer", "system"), ("Developer", "system"), (Role.ASSISTANT, "assistant"),
    ],
)  # fmt: skip
def test_roles_are_read_in_any_case_and_developer_is_system(hashed: Memory, given: object, want: str) -> None:
    hashed.add({"role": given, "content": "Boats leave at nine."}, user_id="ana")
    assert [row.role for row in hashed.messages(user_id="ana")] == [want]
    assert hashed.search("boats", user_id="ana", min_score=0.0)[0].role == want


@pytest.mark.parametrize("role", ["function", "human", "ai", "", "users", None, 1, True, [], {}, b"user"], ids=repr)
def test_an_unknown_role_is_refused_with_those_that_are_known(hashed: Memory, role: object) -> None:
    with pytest.raises(MessageError, match=r"system .*user, assistant, tool"):
        hashed.add([GOOD, {"role": role, "content": "x"}], user_id="ana")
    assert hashed.users(all_users=True) == []


def test_a_text_is_said_by_the_user(hashed: Memory) -> None:
    hashed.add("Boats leave at nine.", user_id="ana")
    assert hashed.messages(user_id="ana")[0].role == "user"


def test_a_dict_a_message_and_its_short_form_say_the_same(hashed: Memory) -> None:
    fields: dict[str, Any] = {"name": "Tom", "metadata": {"a": 1}}
    hashed.add({"role": "user", "content": "Hello.", **fields}, user_id="ana", session_id="1")
    hashed.add(Message(role=Role.USER, content="Hello.", **fields), user_id="ana", session_id="2")
    hashed.add([Message.user("Hello.", **fields)], user_id="ana", session_id="3")
    rows = [(row.role, row.content, row.name, row.metadata, row.step) for row in hashed.messages(user_id="ana")]
    assert rows == [("user", "Hello.", "Tom", {"a": 1}, 1)] * 3


def test_tool_turns_keep_their_calls_and_ids(hashed: Memory) -> None:
    calls = [{"id": "c1", "type": "function", "function": {"name": "ferry", "arguments": '{"to": "Röst"}'}}]
    hashed.add(
        [Message.assistant(None, tool_calls=calls), Message.tool("Leaves at nine.", tool_call_id="c1")], user_id="ana"
    )
    call, result = hashed.messages(user_id="ana")
    assert (call.content, call.tool_calls, result.tool_call_id) == (None, calls, "c1")


def test_parts_of_a_content_are_joined_and_those_that_are_no_text_are_kept(hashed: Memory) -> None:
    image = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    parts = [{"type": "text", "text": "Look at this boat."}, image, "It is blue."]
    hashed.add({"role": "user", "content": parts, "metadata": {"mood": "glad"}}, user_id="ana")
    row = hashed.messages(user_id="ana")[0]
    assert row.content == "Look at this boat.\nIt is blue."
    assert row.metadata == {"mood": "glad", "content_parts": [image]}
    assert hashed.search("blue boat", user_id="ana")


@pytest.mark.parametrize("content", [[], [{"type": "image_url", "image_url": {"url": "x"}}]], ids=["none", "image"])
def test_parts_without_text_are_a_turn_without_words(hashed: Memory, content: object) -> None:
    added = hashed.add({"role": "user", "content": content}, user_id="ana")
    assert "no words" in added.warnings[0]
    assert contents(hashed) == [None]


@pytest.mark.parametrize(
    "message",
    [
        {"content": "no role"}, {"role": "user", "content": 5}, {"role": "user", "content": b"bytes"},
        {"role": "user", "content": {"text": "a"}}, {"role": "user", "content": [5]},
        {"role": "user", "content": "x", "text": "y"}, {"role": "user", "content": "x", 5: 6},
        {"role": "user", "content": "x", "name": 5}, {"role": "user", "content": "x", "tool_call_id": 5},
        {"role": "user", "content": "x", "tool_calls": "call"},
        {"role": "user", "content": "x", "tool_calls": [object()]},
        {"role": "user", "content": "x", "tool_calls": ["call"]},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c"}, None]},
        {"role": "user", "content": "x", "step": "1"}, {"role": "user", "content": "x", "step": True},
        {"role": "user", "content": "x", "step": 1.0}, {"role": "user", "content": "x", "at": 5},
        {"role": "user", "content": "x", "at": "yesterday"}, {"role": "user", "content": "x", "metadata": [1]},
        {"role": "user", "content": [{"type": "image"}], "metadata": {"content_parts": 1}},
        5, None, ["nested"], b"bytes", object(),
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused_and_the_whole_call_with_it(hashed: Memory, message: object) -> None:
    hashed.add(GOOD, user_id="ana")
    before = dump(hashed)
    with pytest.raises(MessageError):
        hashed.add([GOOD, message], user_id="ana")
    assert dump(hashed) == before


@pytest.mark.parametrize("messages", [5, None, {"a", "b"}, b"ab", object(), (m for m in ["a"])])
def test_what_is_no_list_of_messages_is_refused(hashed: Memory, messages: object) -> None:
    with pytest.raises(MessageError):
        hashed.add(messages, user_id="ana")


def test_an_empty_list_stores_nothing(hashed: Memory) -> None:
    """Not even the user or the session."""
    added = hashed.add([], user_id="ana")
    assert (added.messages, added.facts, added.warnings) == ((), (), ())
    assert hashed.users(all_users=True) == []
    assert hashed.sessions(user_id="ana") == []


def test_extract_is_one_of_the_known_ways(hashed: Memory) -> None:
    hashed.add("Boats leave at nine.", user_id="ana", extract="off")
    with pytest.raises(InputError, match="extract"):
        hashed.add("Boats leave at nine.", user_id="ana", extract="llm")
    assert len(hashed.messages(user_id="ana")) == 1


# --- steps and ids


def test_steps_count_up_in_each_session_from_one(hashed: Memory) -> None:
    first = hashed.add(["a1", "a2"], user_id="ana", session_id="a").messages
    other = hashed.add("b1", user_id="ana", session_id="b").messages
    later = hashed.add(["a3"], user_id="ana", session_id="a").messages
    assert [(one.session_id, one.step) for one in (*first, *other, *later)] == [("a", 1), ("a", 2), ("b", 1), ("a", 3)]
    assert len({one.id for one in (*first, *other, *later)}) == 4


def test_answers_come_in_the_order_given(hashed: Memory) -> None:
    added = hashed.add([f"message {n}" for n in range(20)], user_id="ana").messages
    assert [hashed.get(one.id, user_id="ana").content for one in added] == [f"message {n}" for n in range(20)]  # type: ignore[union-attr]


def test_a_step_may_be_given_when_it_is_the_next_one(hashed: Memory) -> None:
    hashed.add([{**GOOD, "step": 1}, "two", {**GOOD, "step": 3}], user_id="ana")
    assert hashed.add(Message.user("four", step=4), user_id="ana").messages[0].step == 4


@pytest.mark.parametrize("step", [0, -1, 1, 2, 4, 2**70])
def test_any_other_step_is_refused_and_says_which_is_next(hashed: Memory, step: int) -> None:
    hashed.add(["one", "two"], user_id="ana")
    before = dump(hashed)
    with pytest.raises(StepError, match="next step is 3") as caught:
        hashed.add({**GOOD, "step": step}, user_id="ana")
    assert (caught.value.got, caught.value.want) == (step, 3)
    assert dump(hashed) == before


def test_a_callers_id_with_equal_content_is_left_alone(hashed: Memory) -> None:
    message = Message.user("Boats leave at nine.", id="mine", name="Tom", metadata={"a": [1, None]})
    first = hashed.add(message, user_id="ana")
    before = dump(hashed)
    again = hashed.add(message, user_id="ana")
    assert (again.messages, len(again.warnings)) == (first.messages, 1)
    assert dump(hashed) == before


def test_a_callers_id_twice_in_one_call_is_one_message(hashed: Memory) -> None:
    message = {**GOOD, "id": "mine"}
    added = hashed.add([message, "between", message], user_id="ana").messages
    assert [(one.id, one.step) for one in added if one.id == "mine"] == [("mine", 1)] * 2
    assert contents(hashed) == ["Boats leave at nine.", "between"]


@pytest.mark.parametrize(
    "other",
    [
        {"content": "Boats leave at ten."}, {"content": None}, {"role": "assistant"}, {"name": "Tim"},
        {"metadata": {"a": 2}}, {"metadata": None}, {"at": "2020-01-01T00:00:00Z"}, {"step": 2},
        {"tool_call_id": "c"}, {"tool_calls": [{"id": "c"}]},
    ],
    ids=str,
)  # fmt: skip
def test_a_callers_id_with_other_content_is_a_conflict_that_changes_nothing(
    hashed: Memory, other: dict[str, Any]
) -> None:
    message = {**GOOD, "id": "mine", "name": "Tom", "metadata": {"a": 1}}
    hashed.add(message, user_id="ana")
    before = dump(hashed)
    with pytest.raises(ConflictError, match="mine"):
        hashed.add(["before it", {**message, **other}], user_id="ana")
    assert dump(hashed) == before


def test_a_callers_id_in_another_session_is_a_conflict(hashed: Memory) -> None:
    hashed.add({**GOOD, "id": "mine"}, user_id="ana", session_id="s1")
    with pytest.raises(ConflictError, match="session"):
        hashed.add({**GOOD, "id": "mine"}, user_id="ana", session_id="s2")


def test_two_users_may_use_the_same_id(hashed: Memory) -> None:
    """E: another user's id is neither a conflict nor a way in."""
    hashed.add({**GOOD, "id": "mine"}, user_id="ana")
    hashed.add({"role": "user", "content": "Trains leave at ten.", "id": "mine"}, user_id="bob")
    assert hashed.get("mine", user_id="ana").content == "Boats leave at nine."  # type: ignore[union-attr]
    assert hashed.get("mine", user_id="bob").content == "Trains leave at ten."  # type: ignore[union-attr]


@pytest.mark.parametrize("id", ["", "x" * 1025, "a\udcaf", 5], ids=ascii)
def test_an_id_that_cannot_be_kept_is_refused(hashed: Memory, id: object) -> None:
    with pytest.raises(StrandlineError, match="id"):
        hashed.add({**GOOD, "id": id}, user_id="ana")
    assert hashed.users(all_users=True) == []


def test_an_id_that_a_caller_took_is_not_given_to_another_message(hashed: Memory) -> None:
    """The default id of step 2 is a digest anybody can know."""
    second = hashed.add(["one", "two"], user_id="zoe").messages[1].id
    hashed.forget(user_id="zoe", everything=True)
    hashed.add({**GOOD, "id": second}, user_id="zoe")
    added = hashed.add("two", user_id="zoe").messages[0]
    assert added.step == 2 and added.id != second
    assert hashed.get(second, user_id="zoe").step == 1  # type: ignore[union-attr]
    assert hashed.get(added.id, user_id="zoe").content == "two"  # type: ignore[union-attr]


BAD_LAST: list[Any] = [
    {"role": "nobody", "content": "x"}, {**GOOD, "step": 9}, {**GOOD, "id": "mine"}, {**GOOD, "metadata": {"a": {1}}},
    {**GOOD, "content": "\ud800"}, {**GOOD, "at": "2026-01-01T00:00:00"}, 5,
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD_LAST, ids=ascii)
def test_a_call_that_fails_at_its_last_message_leaves_the_store_as_it_was(hashed: Memory, bad: Any) -> None:
    """Rows, steps, sessions, users and what is found: all as before."""
    hashed.add({"role": "user", "content": "Trains leave at ten.", "id": "mine"}, user_id="ana")
    before, found = dump(hashed), hashed.search("boats leave", user_id="ana", min_score=0.0)
    for user, session in (("ana", "default"), ("ana", "new session"), ("new user", "default")):
        with pytest.raises(StrandlineError):
            last = {**bad, "step": 9} if isinstance(bad, dict) and "id" in bad and user != "ana" else bad
            hashed.add(["Boats leave at nine.", GOOD, last], user_id=user, session_id=session)
    assert dump(hashed) == before
    assert hashed.search("boats leave", user_id="ana", min_score=0.0) == found
    assert hashed.users(all_users=True) == ["ana"]
    assert [info.session_id for info in hashed.sessions(user_id="ana")] == ["default"]
    assert hashed.add("next", user_id="ana").messages[0].step == 2
