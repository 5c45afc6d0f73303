"""What is added with an agent is private to that agent; what is added without one is everybody's of that user."""

from __future__ import annotations

import pytest

from strandline import Memory
from strandline.errors import ConflictError, NotFoundError

SHARED = "The spare key is under the flowerpot."
PRIVATE = "The spare key opens the cellar of the lighthouse."
QUESTION = "what about the spare key?"


@pytest.fixture
def shared(memory: Memory) -> Memory:
    """A turn of the user, and a private one of the planner in a session of the same name."""
    memory.add(SHARED, user_id="ana", session_id="s1")
    memory.add(PRIVATE, user_id="ana", agent_id="planner", session_id="s1")
    memory.remember("collects keys of old lighthouses", user_id="ana", agent_id="planner")
    return memory


READERS = [(None, False), ("planner", True), ("coder", False), ("Planner", False), ("planner ", False)]


@pytest.mark.parametrize(("agent", "sees"), READERS)
def test_only_its_own_agent_finds_a_private_memory(shared: Memory, agent: str | None, sees: bool) -> None:
    texts = [hit.text for hit in shared.search(QUESTION, user_id="ana", agent_id=agent, min_score=0.0)]
    assert SHARED in texts
    assert (PRIVATE in texts) is sees
    assert len(texts) == (3 if sees else 1)


@pytest.mark.parametrize(("agent", "sees"), READERS)
def test_only_its_own_agent_reads_a_private_memory_in_a_block(shared: Memory, agent: str | None, sees: bool) -> None:
    block = shared.context(QUESTION, user_id="ana", agent_id=agent, session_id="s1", min_score=0.0)
    steps = shared.recall_step(QUESTION, user_id="ana", agent_id=agent, session_id="s1", window=0, min_score=0.0)
    for text in (block.text, steps.context_block, str(block.to_dict()), str(steps.to_dict())):
        assert "flowerpot" in text
        assert ("lighthouse" in text) is sees


@pytest.mark.parametrize(("agent", "sees"), READERS)
def test_only_its_own_agent_reads_back_what_is_private(shared: Memory, agent: str | None, sees: bool) -> None:
    rows = shared.messages(user_id="ana", agent_id=agent)
    assert [row.content for row in rows] == ([SHARED, PRIVATE] if sees else [SHARED])
    assert [row.content for row in shared.messages(user_id="ana", agent_id=agent, session_id="s1")] == [
        row.content for row in rows
    ]
    assert len(shared.facts(user_id="ana", agent_id=agent, relation="note")) == sees
    assert {fact.agent_id for fact in shared.facts(user_id="ana", agent_id=agent)} <= {None, *(["planner"] * sees)}
    assert [info.agent_id for info in shared.sessions(user_id="ana", agent_id=agent)] == (
        [None, "planner"] if sees else [None]
    )


@pytest.mark.parametrize("agent", [None, "coder"])
def test_the_id_of_a_private_memory_opens_nothing(shared: Memory, agent: str | None) -> None:
    private = shared.messages(user_id="ana", agent_id="planner")[1].id
    note = shared.facts(user_id="ana", agent_id="planner", relation="note")[0].id
    assert shared.get(private, user_id="ana", agent_id="planner")
    for id in (private, note):
        with pytest.raises(NotFoundError):
            shared.get(id, user_id="ana", agent_id=agent)


def test_private_turns_have_steps_of_their_own(shared: Memory) -> None:
    """An agent's turns are no gaps in the user's conversation of that name."""
    assert shared.add("And the shed?", user_id="ana", session_id="s1").messages[0].step == 2
    assert shared.add("And the boat?", user_id="ana", session_id="s1", agent_id="planner").messages[0].step == 2
    assert shared.add("And the pier?", user_id="ana", session_id="s1", agent_id="coder").messages[0].step == 1


def test_a_private_turn_is_no_neighbour_of_a_shared_one(memory: Memory) -> None:
    """The turns around a hit are of its own conversation."""
    memory.add("Where does the ferry leave?", user_id="ana", session_id="s1")
    memory.add("Secret plans about cheese.", user_id="ana", session_id="s1", agent_id="planner")
    memory.add("Yes.", user_id="ana", session_id="s1")
    assert "cheese" not in memory.context("ferry", user_id="ana", session_id="s1").text
    both = memory.context("ferry", user_id="ana", session_id="s1", agent_id="planner").text
    assert "Yes." in both
    assert "cheese" not in both


def test_agents_do_not_share_private_memories_across_users(shared: Memory) -> None:
    shared.add("Boats leave at nine.", user_id="bob", agent_id="planner")
    assert [hit.text for hit in shared.search(QUESTION, user_id="bob", agent_id="planner", min_score=0.0)] == [
        "Boats leave at nine."
    ]


def test_the_same_text_remembered_by_two_agents_is_two_memories(memory: Memory) -> None:
    ids = {memory.remember("likes tea", user_id="ana", agent_id=agent).facts[0].id for agent in (None, "a", "b")}
    assert len(ids) == 3
    assert [fact.agent_id for fact in memory.facts(user_id="ana", agent_id="a")] == [None, "a"]


def test_equal_texts_of_an_agent_and_the_user_do_not_hide_each_other(memory: Memory) -> None:
    """Equal texts collapse to the newest that the reader may see, not to one it may not."""
    shared = memory.add(SHARED, user_id="ana").messages[0].id
    private = memory.add(SHARED, user_id="ana", agent_id="planner").messages[0].id
    assert [hit.id for hit in memory.search(QUESTION, user_id="ana")] == [shared]
    assert [hit.id for hit in memory.search(QUESTION, user_id="ana", agent_id="coder")] == [shared]
    assert [hit.id for hit in memory.search(QUESTION, user_id="ana", agent_id="planner")] == [private]


def test_a_callers_id_of_a_private_message_cannot_be_taken_over(shared: Memory) -> None:
    message = {"role": "user", "content": PRIVATE, "id": "mine"}
    shared.add(message, user_id="ana", agent_id="planner", session_id="s1")
    with pytest.raises(ConflictError, match="session"):
        shared.add(message, user_id="ana", agent_id="coder", session_id="s1")
    assert len(shared.messages(user_id="ana", agent_id="coder")) == 1
