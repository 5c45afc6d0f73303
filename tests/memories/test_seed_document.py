"""The document this interface was taken from, sentence by sentence: its examples run, and what it says is true.

Only the names of modules are changed in the examples. Where this library goes another way on purpose, a test says so.
"""

from __future__ import annotations

import asyncio
import doctest
import inspect
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from strandline import HashEmbedder, Message, Role
from strandline.errors import ConfigurationError
from strandline.memories import ChatMemory, CompositeMemory, RecalledMessage, StepMemory, VectorMemory, WindowMemory
from strandline.vector_stores import InMemoryVectorStore, vector_store

from .making import HASH, START, CountingEmbedder, Ticking, contents, turns, vectors

EXAMPLES = {
    "VectorMemory": """
>>> from strandline import HashEmbedder
>>> from strandline import Message
>>> from strandline.memories import VectorMemory
>>> memory = VectorMemory(
...     embedder=HashEmbedder(dimensions=128), top_k=1, score_threshold=None
... )
>>> memory.add(Message.user("I am allergic to peanuts"))
>>> memory.add(Message.user("My favourite colour is blue"))
>>> "peanuts" in memory.get(query="what foods should I avoid")[0].content
True
""",
    "VectorMemory, with the embedder of this library": """
>>> from strandline import Message
>>> from strandline.memories import VectorMemory
>>> memory = VectorMemory(top_k=1)
>>> memory.add(Message.user("I am allergic to peanuts"))
>>> memory.add(Message.user("My favourite colour is blue"))
>>> "peanuts" in memory.get(query="what foods should I avoid")[0].content
True
""",
    "aremember": """
>>> import asyncio
>>> from strandline import HashEmbedder
>>> from strandline.memories import VectorMemory
>>> m = VectorMemory(embedder=HashEmbedder(dimensions=64))
>>> asyncio.run(m.aremember("prefers dark mode", source="settings"))
""",
    "CompositeMemory": """
>>> from strandline.memories import CompositeMemory, WindowMemory
>>> from strandline import Message
>>> combined = CompositeMemory(memories=[WindowMemory(window=2)])
>>> combined.add(Message.user("hello"))
>>> len(combined.get())
1
""",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_run(name):
    parsed = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, None, None)
    runner = doctest.DocTestRunner(verbose=False)
    told: list[str] = []
    runner.run(parsed, out=told.append)
    results = runner.summarize(verbose=False)
    assert results.attempted == len(parsed.examples) > 0
    assert results.failed == 0, "".join(told)


def parameters(call: Callable[..., Any]) -> dict[str, Any]:
    return {name: one.default for name, one in inspect.signature(call).parameters.items() if name != "self"}


class TestSignatures:
    """The names and defaults of the document."""

    def test_vector_memory(self):
        mine = parameters(VectorMemory)
        wanted = {"embedder": None, "vectorstore": None, "top_k": 5, "store_roles": ("user", "assistant")}
        assert {name: mine[name] for name in wanted} == wanted
        assert {"score_threshold", "collection", "config"} <= mine.keys()

    def test_composite_memory(self):
        assert parameters(CompositeMemory)["memories"] is None

    @pytest.mark.parametrize("kind", [VectorMemory, CompositeMemory, WindowMemory, StepMemory])
    def test_the_verbs(self, kind):
        read = {"thread_id": "default", "query": None, "limit": None}
        for awaited, plain in (("aadd", "add"), ("aget", "get"), ("aclear", "clear"), ("athreads", "threads")):
            assert inspect.iscoroutinefunction(getattr(kind, awaited))
            assert parameters(getattr(kind, awaited)) == parameters(getattr(kind, plain))
        assert parameters(kind.aget) == read
        assert parameters(kind.aadd)["thread_id"] == "default"
        assert parameters(kind.aclear) == {"thread_id": None}

    @pytest.mark.parametrize("kind", [VectorMemory, StepMemory])
    def test_remember(self, kind):
        assert list(parameters(kind.remember)) == list(parameters(kind.aremember)) == ["fact", "thread_id", "metadata"]
        assert inspect.iscoroutinefunction(kind.aremember)


class TestLongTermMemory:
    """ "Long-term memory: durable facts recalled by relevance."""

    @pytest.mark.parametrize("kind", ["vector", "step"])
    def test_a_preference_stated_three_months_ago_surfaces_when_it_is_relevant_again(self, kind, opened):
        """Similarity, not recency: hundreds of messages later."""
        made = {"vector": VectorMemory, "step": lambda: StepMemory(":memory:", user_id="ana", extract="off")}
        memory = opened(made[kind]())
        memory.add(Message.user("I always take an aisle seat on planes.", at=START))
        memory.add([Message.user(f"{text}, and it rains.", at=START + timedelta(days=90)) for text in turns(300)])
        found = contents(memory.get(query="Which seat on planes do I always take?"))
        assert "I always take an aisle seat on planes." in found

    @pytest.mark.parametrize("name", ["memory", "in-memory", "MEMORY"])
    def test_it_works_with_any_vector_store(self, name):
        with vector_store(name) as store, vectors(vectorstore=store) as memory:
            memory.add("a lamp")
            assert contents(memory.get(query="lamp")) == ["a lamp"]

    def test_its_default_store_is_fresh(self):
        """It does not survive: nothing of one memory is in the next."""
        first, second = vectors(), vectors()
        first.add("a lamp")
        assert second.get(query="lamp") == [] == second.threads()

    def test_a_store_that_is_passed_survives(self):
        store = InMemoryVectorStore()
        with vectors(vectorstore=store) as memory:
            memory.add("a lamp", thread_id="ana")
        with vectors(vectorstore=store) as memory:
            assert contents(memory.get(thread_id="ana", query="lamp")) == ["a lamp"]

    def test_irrelevant_memories_are_not_injected_for_being_the_closest_of_a_bad_set(self):
        memory = VectorMemory()
        memory.add(["I am allergic to peanuts", "My favourite colour is blue"])
        assert memory.get(query="How do I reset the router?") == []

    def test_assistant_chatter_can_be_left_out(self):
        memory = vectors(store_roles=("user",))
        memory.add([Message.user("a lamp"), Message.assistant("Sure, a lamp!")])
        assert contents(memory.get(query="lamp")) == ["a lamp"]

    def test_on_purpose_no_embedder_need_be_given(self):
        """The document raises ConfigurationError; here one ships with the library."""
        with VectorMemory() as memory:
            memory.add("I am allergic to peanuts")
            assert contents(memory.get(query="Am I allergic to peanuts?")) == ["I am allergic to peanuts"]

    def test_native_is_the_stores_own_handle(self):
        class Wrapped(InMemoryVectorStore):
            def native(self) -> str:
                return "the driver"

        assert vectors(vectorstore=Wrapped()).native() == "the driver"

    def test_a_message_or_a_sequence_of_them_is_added(self):
        memory = vectors(clock=Ticking())
        asyncio.run(memory.aadd(Message.user("a lamp")))
        asyncio.run(memory.aadd([Message.user("two lamps"), Message.assistant("a lamp too")]))
        asyncio.run(memory.aadd((Message.user("the last lamp"),)))
        assert len(memory.get(query="lamp")) == 4

    def test_the_conversation_is_recorded_so_that_recall_is_scoped(self):
        memory = vectors()
        for thread in ("ana", "bob"):
            memory.add(f"a lamp of {thread}", thread_id=thread)
        (found,) = asyncio.run(memory.aget(thread_id="bob", query="lamp"))
        assert (found.content, found.thread_id, found.metadata["thread_id"]) == ("a lamp of bob", "bob", "bob")

    @pytest.mark.parametrize("query", [None, ""])
    def test_without_a_query_nothing_is_recalled(self, query):
        memory = vectors()
        memory.add("a lamp")
        assert asyncio.run(memory.aget(query=query)) == []

    def test_the_limit_overrides_top_k(self):
        memory = vectors(top_k=2)
        memory.add(turns(6))
        assert [len(memory.get(query="lamp", limit=limit)) for limit in (None, 1, 4, 99)] == [2, 1, 4, 6]

    def test_it_reads_as_history(self):
        memory = vectors(clock=Ticking())
        for text in turns(4):
            memory.add(text)
        assert contents(memory.get(query="the lamp of night3")) == turns(4)

    def test_one_embedding_call_per_batch_and_one_per_recall(self):
        embedder = CountingEmbedder()
        memory = vectors(embedder=embedder)
        memory.add(turns(20))
        memory.get(query="lamp")
        asyncio.run(memory.aremember("a lamp"))
        assert [(kind, len(texts)) for kind, texts in embedder.calls] == [
            ("document", 20),
            ("query", 1),
            ("document", 1),
        ]

    def test_one_threads_memories_are_forgotten_or_all_of_them(self):
        memory = vectors()
        for thread in ("ana", "bob", "eve"):
            memory.remember("a lamp", thread_id=thread)
        asyncio.run(memory.aclear(thread_id="ana"))
        assert memory.threads() == ["bob", "eve"]
        asyncio.run(memory.aclear())
        assert (memory.threads(), memory.vectorstore.count()) == ([], 0)

    def test_a_bare_fact_is_kept_without_a_turn_around_it(self):
        memory = VectorMemory(embedder=HashEmbedder(dimensions=64), score_threshold=None)
        memory.remember("prefers dark mode", source="settings")
        (found,) = memory.get(query="dark mode")
        assert (found.role, found.content, found.metadata["source"]) == (Role.USER, "prefers dark mode", "settings")

    def test_the_blocking_twin_does_the_same_inside_a_running_loop(self):
        async def main() -> list[Message]:
            memory = vectors(clock=lambda: START)
            memory.remember("prefers dark mode", source="settings")
            twin = vectors(clock=lambda: START)
            await twin.aremember("prefers dark mode", source="settings")
            plain, awaited = memory.get(query="dark mode"), await twin.aget(query="dark mode")
            assert plain == awaited
            return plain

        assert len(asyncio.run(main())) == 1

    def test_the_engine_remembers_across_threads(self, opened):
        memory = opened(StepMemory(":memory:", user_id="ana"))
        memory.remember("prefers dark mode", source="settings")
        asyncio.run(memory.aremember("prefers dark mode", source="settings"))
        (found,) = memory.get(thread_id="any", query="Does she prefer dark mode?")
        assert (found.content, found.metadata["source"]) == ("prefers dark mode", "settings")


class TestCompositeMemory:
    """ "Runs several memories together."""

    def test_the_usual_pair_follows_the_thread_and_remembers_last_month(self):
        memory = CompositeMemory([VectorMemory(), WindowMemory(2)])
        memory.add(Message.user("I am allergic to peanuts", at=START))
        memory.add([Message.user(text, at=START + timedelta(days=30)) for text in ("It rains.", "Lunch?")])
        found = memory.get(query="What foods am I allergic to?")
        assert contents(found)[0] == "I am allergic to peanuts" and isinstance(found[0], RecalledMessage)
        assert contents(found)[-2:] == ["It rains.", "Lunch?"]

    def test_recall_is_concatenated_in_the_order_given(self):
        members: list[ChatMemory] = [vectors(), WindowMemory(1)]
        for order in (members, members[::-1]):
            memory = CompositeMemory(memories=order)
            memory.add(["a lamp", "so"])
            kinds = [isinstance(one, RecalledMessage) for one in memory.get(query="lamp")]
            assert kinds == [order[0] is members[0], order[0] is not members[0]]
            memory.clear()

    @pytest.mark.parametrize("memories", [None, []])
    def test_fewer_than_one_is_refused(self, memories):
        with pytest.raises(ConfigurationError):
            CompositeMemory(memories=memories)

    def test_every_member_is_written_to_and_cleared(self):
        members = [vectors(), WindowMemory(3), WindowMemory(5)]
        memory = CompositeMemory(memories=members)
        asyncio.run(memory.aadd("a lamp", thread_id="ana"))
        asyncio.run(memory.aadd("a lamp", thread_id="bob"))
        assert [one.threads() for one in members] == [["ana", "bob"]] * 3
        asyncio.run(memory.aclear(thread_id="ana"))
        assert [one.threads() for one in members] == [["bob"]] * 3
        asyncio.run(memory.aclear())
        assert [one.threads() for one in members] == [[]] * 3

    def test_what_is_recalled_is_there_once(self):
        memory = CompositeMemory(memories=[vectors(), vectors(), WindowMemory(1)])
        memory.add(["a lamp", "a torch", "so"])
        assert contents(memory.get(query="a lamp or a torch")) == ["a lamp", "a torch", "so"]

    def test_a_member_that_fails_during_recall_is_logged_and_left_out(self, caplog):
        embedder = CountingEmbedder()
        memory = CompositeMemory(memories=[vectors(embedder=embedder), WindowMemory(3)])
        memory.add("a lamp")
        embedder.broken = True
        with caplog.at_level("WARNING"):
            assert contents(asyncio.run(memory.aget(query="lamp"))) == ["a lamp"]
        assert "no model today" in caplog.text

    def test_describe_includes_each_of_them(self):
        told = CompositeMemory(memories=[WindowMemory(window=2), vectors()]).describe()
        assert [one["class"] for one in told["memories"]] == ["WindowMemory", "VectorMemory"]
        assert told["memories"][1]["embedder"] == str(HASH.identity)
