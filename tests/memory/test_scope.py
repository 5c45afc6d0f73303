"""Whose memory it is: said on every call, compared exactly, never guessed."""

from __future__ import annotations

from enum import Enum
from itertools import product
from typing import Any

import pytest

from strandline import Memory
from strandline.errors import InputError, NotFoundError, ScopeError, TextError

from .asking import AGENT_VERBS, SESSION_VERBS, USER_VERBS, WHOLE_STORE_VERBS, dump

ALL_VERBS = {**USER_VERBS, **WHOLE_STORE_VERBS}
ODD_IDS = (
    "a", "A", "a_", "a%", "%", "_", "a*", "a b", " a", "a ", "a/b", "a:b", "a'b", 'a"b', "a\\b", "-", "0", "None",
    "\x00", "a\x00", "a\x00b", "é", "e\u0301", "ａ", "ß", "ss", "😀", "john_doe", "john-doe", "user%", "a,b",
    "x" * 1024,
)  # fmt: skip
"""Ids that some database, pattern or normalisation takes for each other."""
TOO_LONG = ("x" * 1025, "é" * 512 + "x", "😀" * 257)
NOT_TEXT = (7, 7.5, True, b"ana", ["ana"], {"id": "ana"}, object)


@pytest.mark.parametrize("verb", USER_VERBS)
@pytest.mark.parametrize("scope", [{}, {"user_id": None}, {"user_id": ""}], ids=str)
def test_a_verb_without_a_user_is_refused_and_does_nothing(memory: Memory, verb: str, scope: dict[str, Any]) -> None:
    """X14: no search over everybody, no deletion of everybody."""
    memory.add("Boats leave at nine.", user_id="ana")
    before = dump(memory)
    with pytest.raises(ScopeError, match="user_id"):
        USER_VERBS[verb](memory, **scope)
    assert dump(memory) == before


@pytest.mark.parametrize("verb", WHOLE_STORE_VERBS)
def test_an_empty_user_is_not_taken_for_everybody(memory: Memory, verb: str) -> None:
    with pytest.raises(ScopeError, match="user_id"):
        WHOLE_STORE_VERBS[verb](memory, user_id="")


def test_reading_across_users_must_be_said(memory: Memory) -> None:
    memory.add("Boats leave at nine.", user_id="ana")
    for refused in (memory.users, lambda: memory.users(all_users=1), lambda: WHOLE_STORE_VERBS["export"](memory)):  # type: ignore[arg-type]
        with pytest.raises(ScopeError, match="all_users=True"):
            refused()
    assert memory.users(all_users=True) == ["ana"]


@pytest.mark.parametrize("verb", ALL_VERBS)
def test_an_unknown_keyword_is_pythons_own_error(memory: Memory, verb: str) -> None:
    """A misspelt scope must not be ignored."""
    with pytest.raises(TypeError, match="userid"):
        ALL_VERBS[verb](memory, user_id="ana", userid="ana")


@pytest.mark.parametrize("verb", AGENT_VERBS)
def test_an_empty_agent_is_refused(memory: Memory, verb: str) -> None:
    with pytest.raises(ScopeError, match="agent_id"):
        USER_VERBS[verb](memory, user_id="ana", agent_id="")
    assert memory.users(all_users=True) == []


@pytest.mark.parametrize("verb", SESSION_VERBS)
@pytest.mark.parametrize("name", ["session_id", "thread_id", "run_id"])
def test_an_empty_session_is_refused_under_each_of_its_names(memory: Memory, verb: str, name: str) -> None:
    with pytest.raises(ScopeError, match=name):
        USER_VERBS[verb](memory, user_id="ana", **{name: ""})
    assert memory.users(all_users=True) == []


@pytest.mark.parametrize("verb", SESSION_VERBS)
@pytest.mark.parametrize(
    "names", [("session_id", "thread_id"), ("session_id", "run_id"), ("thread_id", "run_id")], ids="+".join
)
def test_a_session_given_under_two_names_is_refused(memory: Memory, verb: str, names: tuple[str, str]) -> None:
    with pytest.raises(InputError, match=f"{names[0]} and {names[1]}"):
        USER_VERBS[verb](memory, user_id="ana", **dict.fromkeys(names, "s1"))
    assert memory.users(all_users=True) == []


@pytest.mark.parametrize("written", ["session_id", "thread_id", "run_id"])
@pytest.mark.parametrize("read", ["session_id", "thread_id", "run_id"])
def test_the_three_names_of_a_session_mean_the_same(memory: Memory, written: str, read: str) -> None:
    memory.add("Boats leave at nine.", user_id="ana", **{written: "s1"})  # type: ignore[arg-type]
    memory.add("Boats come back at six.", user_id="ana", session_id="s2")
    only: dict[str, Any] = {read: "s1", "user_id": "ana"}
    assert [row.session_id for row in memory.messages(**only)] == ["s1"]
    assert [hit.session_id for hit in memory.search("boats", this_session_only=True, **only)] == ["s1"]
    assert memory.recall_step("boats", window=5, **only).current_step == 1


@pytest.mark.parametrize("verb", ALL_VERBS)
@pytest.mark.parametrize("id", TOO_LONG, ids=["ascii", "two-byte", "four-byte"])
def test_a_user_id_of_more_than_1024_bytes_is_refused(memory: Memory, verb: str, id: str) -> None:
    with pytest.raises(ValueError, match="1024"):
        ALL_VERBS[verb](memory, user_id=id)
    assert memory.users(all_users=True) == []


@pytest.mark.parametrize("verb", ALL_VERBS)
def test_a_lone_surrogate_in_a_user_id_is_refused_by_name(memory: Memory, verb: str) -> None:
    with pytest.raises(TextError, match="user_id"):
        ALL_VERBS[verb](memory, user_id="ana\udcaf")


@pytest.mark.parametrize("verb", ALL_VERBS)
@pytest.mark.parametrize("id", NOT_TEXT, ids=repr)
def test_a_user_id_that_is_no_text_is_refused_not_converted(memory: Memory, verb: str, id: object) -> None:
    with pytest.raises(InputError, match="user_id must be a str"):
        ALL_VERBS[verb](memory, user_id=id)


@pytest.mark.parametrize("field", ["agent_id", "session_id"])
@pytest.mark.parametrize("id", [*TOO_LONG, "a\udcaf", *NOT_TEXT], ids=lambda id: repr(id)[:20])
def test_agents_and_sessions_follow_the_rules_of_users(memory: Memory, field: str, id: object) -> None:
    for verb in ("add", "search", "messages"):
        with pytest.raises(ValueError, match=field):
            USER_VERBS[verb](memory, user_id="ana", **{field: id})
    assert memory.users(all_users=True) == []


def test_user_ids_are_compared_exactly(hashed: Memory) -> None:
    """X15: no wildcard, no case folding, no normalisation, no cut at a NUL."""
    ids = {user: hashed.add(f"Note {n}: boats.", user_id=user).messages[0].id for n, user in enumerate(ODD_IDS)}
    assert hashed.users(all_users=True) == list(ODD_IDS)
    assert len(set(ids.values())) == len(ODD_IDS)
    for n, user in enumerate(ODD_IDS):
        assert [hit.text for hit in hashed.search("boats", user_id=user, min_score=0.0)] == [f"Note {n}: boats."]
        assert [row.content for row in hashed.messages(user_id=user)] == [f"Note {n}: boats."]
        with pytest.raises(NotFoundError):
            hashed.get(ids[ODD_IDS[n - 1]], user_id=user)


class Name(str, Enum):  # noqa: UP042
    """An enum as programs write it: its ``str()`` is "Name.ANA", its value is "ana"."""

    ANA = "ana"


def test_a_member_of_a_str_enum_is_its_value_everywhere(hashed: Memory) -> None:
    added = hashed.add("Boats.", user_id=Name.ANA, agent_id=Name.ANA, session_id=Name.ANA).messages[0]
    assert added.session_id == "ana"
    assert hashed.users(all_users=True) == ["ana"]
    assert hashed.get(added.id, user_id="ana", agent_id="ana").to_dict()["session_id"] == "ana"
    recall = hashed.recall_step("boats", user_id=Name.ANA, agent_id="ana", session_id=Name.ANA, window=0, min_score=0.0)
    assert (recall.to_dict()["user_id"], len(recall.results)) == ("ana", 1)


def test_session_ids_are_compared_exactly(hashed: Memory) -> None:
    for n, session in enumerate(ODD_IDS):
        assert hashed.add(f"Note {n}: boats.", user_id="ana", session_id=session).messages[0].step == 1
    assert [info.session_id for info in hashed.sessions(user_id="ana")] == list(ODD_IDS)
    for n, session in enumerate(ODD_IDS):
        rows = hashed.messages(user_id="ana", session_id=session)
        hits = hashed.search("boats", user_id="ana", session_id=session, this_session_only=True, min_score=0.0)
        assert [row.content for row in rows] == [hit.text for hit in hits] == [f"Note {n}: boats."]


def test_agent_ids_are_compared_exactly(hashed: Memory) -> None:
    for n, agent in enumerate(ODD_IDS):
        hashed.add(f"Note {n}: boats.", user_id="ana", agent_id=agent)
    for n, agent in enumerate(ODD_IDS):
        hits = hashed.search("boats", user_id="ana", agent_id=agent, min_score=0.0)
        assert [(hit.text, hit.agent_id) for hit in hits] == [(f"Note {n}: boats.", agent)]


def test_forgetting_one_of_two_near_equal_users_leaves_the_other(hashed: Memory) -> None:
    """X15: "john_doe" as a pattern matches "john-doe", and "%" matches everybody."""
    for user in ODD_IDS:
        hashed.add("Boats leave at nine.", user_id=user)
    for user in ("john_doe", "%", "a%", "a\x00", "é"):
        hashed.forget(user_id=user, everything=True)
    assert hashed.users(all_users=True) == [u for u in ODD_IDS if u not in ("john_doe", "%", "a%", "a\x00", "é")]


def test_the_parts_of_a_scope_never_run_together(hashed: Memory) -> None:
    """X15: ("team_a", None), ("team", "a") and ("tea", "ma") are three places, with three ids for step 1."""
    parts = ["team", "team_a", "a", "-", "1:a", "\x00"]
    seen = set()
    for user, agent, session in product(parts, [None, *parts], parts):
        text = f"in {user!r} {agent!r} {session!r}"
        seen.add(hashed.add(text, user_id=user, agent_id=agent, session_id=session).messages[0].id)
        seen.add(hashed.remember(text, user_id=user, agent_id=agent).facts[0].id)
    assert len(seen) == 2 * len(parts) * (len(parts) + 1) * len(parts)


def test_reads_cross_the_sessions_of_a_user_unless_told_not_to(memory: Memory) -> None:
    memory.add("The spare key is under the flowerpot.", user_id="ana", session_id="s1")
    memory.add("The spare key is in the shed now.", user_id="ana", session_id="s2")

    def found(**scope: Any) -> set[str | None]:
        return {hit.session_id for hit in memory.search("where is the spare key?", user_id="ana", **scope)}

    assert found() == found(session_id="s2") == found(session_id="never used") == {"s1", "s2"}
    assert found(session_id="s2", this_session_only=True) == {"s2"}
    assert found(session_id="never used", this_session_only=True) == set()
    block = memory.context("where is the spare key?", user_id="ana", session_id="s1", this_session_only=True)
    assert [hit.session_id for hit in block.hits] == ["s1"]


def test_this_session_only_needs_to_know_which(memory: Memory) -> None:
    with pytest.raises(InputError, match="session_id"):
        memory.search("boats", user_id="ana", this_session_only=True)


COLUMNS = (
    "user_id", "agent_id", "session_id", "thread_id", "run_id", "step", "role", "at", "id", "key", "owner", "name",
    "content", "recorded_at", "metadata", "kind", "uid", "passage", "step_distance_boost",
)  # fmt: skip


@pytest.mark.parametrize("key", COLUMNS)
def test_metadata_named_like_a_column_is_only_metadata(memory: Memory, key: str) -> None:
    """E10: ``metadata={"user_id": ...}`` must not move a message to another user."""
    message = {"role": "user", "content": "Boats leave at nine.", "metadata": {key: "bob"}}
    added = memory.add(message, user_id="ana", session_id="s1", metadata={key: "everybody", "other": 1}).messages[0]
    note = memory.remember("likes rowing boats", user_id="ana", metadata={key: 99}).facts[0]
    assert memory.users(all_users=True) == ["ana"]
    row = memory.get(added.id, user_id="ana")
    assert (row.session_id, row.step, row.role, row.agent_id, row.name) == ("s1", 1, "user", None, None)  # type: ignore[union-attr]
    assert row.metadata == {key: "bob", "other": 1}
    assert memory.get(note.id, user_id="ana").metadata == {key: 99}
    assert {hit.id for hit in memory.search("boats", user_id="ana")} == {added.id, note.id}
    assert [hit.id for hit in memory.search("boats", user_id="ana", filters={key: "bob"})] == [added.id]
    assert memory.search("boats", user_id="bob") == memory.search("boats", user_id="99") == []
