"""Long-term memory over an embedder and a vector store."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from strandline import HashEmbedder, Message, Role
from strandline.embedders import PrefixedEmbedder
from strandline.errors import (
    ConfigurationError,
    DimensionError,
    EmbedderError,
    EmbedderMismatchError,
    InputError,
    MessageError,
    StoreClosedError,
    UnsupportedError,
)
from strandline.memories import RecalledMessage, VectorMemory
from strandline.memories.recalling import Seen
from strandline.types import EmbedderIdentity
from strandline.vector_stores import InMemoryVectorStore, VectorStore

from .making import HASH, START, CountingEmbedder, Ticking, contents, frozen, turns, vectors

FACTS = ["I am allergic to peanuts", "My favourite colour is blue", "My dog is called Rex", "I work in Oslo"]


def store(**options: Any) -> InMemoryVectorStore:
    return InMemoryVectorStore(**{"dimensions": HASH.identity.dimensions, **options})


class TestSettings:
    """The parameters of the seed, each by itself."""

    def test_it_works_without_any(self):
        with VectorMemory() as memory:
            memory.add(FACTS)
            assert FACTS[0] in contents(memory.get(query="what foods should I avoid"))

    def test_top_k_is_the_most_that_is_recalled(self):
        memory = vectors(top_k=2)
        memory.add(turns(5))
        assert len(memory.get(query="lamp")) == 2
        assert len(memory.get(query="lamp", limit=4)) == 4
        assert memory.with_config(top_k=0).get(query="lamp") == []

    def test_what_scores_below_the_threshold_is_dropped(self):
        memory = vectors()
        memory.add(["a lamp", "a lamp and a torch and a candle and a match", "nothing of the kind"])
        scores = {one.content: one.score for one in memory.get(query="a lamp")}
        between = (scores["a lamp"] + scores["nothing of the kind"]) / 2
        strict = memory.with_config(score_threshold=between).get(query="a lamp")
        assert {one.content for one in strict} == {text for text, score in scores.items() if score >= between}
        assert "nothing of the kind" not in contents(strict)

    def test_a_threshold_of_none_lets_everything_through(self):
        memory = vectors(score_threshold=None)
        memory.add(FACTS)
        assert contents(memory.get(query="peanuts and dogs")) == FACTS

    def test_the_measured_threshold_answers_nothing_to_what_is_not_known(self):
        memory = VectorMemory(score_threshold="measured")
        memory.add(FACTS)
        assert memory.get(query="How many moons does Jupiter have?") == []

    @pytest.mark.parametrize("threshold", ["high", 2, -1.5, True, [0.2]])
    def test_what_is_no_threshold_is_refused(self, threshold):
        with pytest.raises(InputError, match="score_threshold"):
            VectorMemory(embedder=HASH, score_threshold=threshold)

    def test_only_the_roles_given_are_kept(self):
        said = [
            Message.system("a lamp of the system"),
            Message.user("a lamp of the user"),
            Message.assistant("a lamp of the assistant"),
            Message.tool("a lamp of a tool", tool_call_id="a"),
        ]
        memory = vectors()
        memory.add(said)
        assert [one.role for one in memory.get(query="lamp")] == [Role.USER, Role.ASSISTANT]
        memory = vectors(store_roles=("Tool", "user"))
        memory.add(said)
        assert contents(memory.get(query="lamp")) == ["a lamp of the user", "a lamp of a tool"]

    def test_what_a_chat_endpoint_would_refuse_is_not_recalled(self):
        """A call comes without its call, a result as what the assistant learned: neither has its other half here."""
        memory = vectors(store_roles=("assistant", "tool"))
        memory.add([Message.assistant("a lamp?", tool_calls=[{"id": "a"}]), Message.tool("a lamp", tool_call_id="a")])
        found = memory.get(query="lamp")
        assert [(one.role, one.tool_calls, one.tool_call_id) for one in found] == [(Role.ASSISTANT, None, None)] * 2

    @pytest.mark.parametrize(("roles", "error"), [("user", ConfigurationError), (("narrator",), MessageError)])
    def test_what_is_no_list_of_roles_is_refused(self, roles, error):
        with pytest.raises(error):
            VectorMemory(embedder=HASH, store_roles=roles)

    def test_blank_messages_are_not_kept(self):
        embedder = CountingEmbedder()
        memory = vectors(embedder=embedder)
        memory.add(["", "   ", "\n\t", Message.assistant(None)])
        assert (memory.vectorstore.count(), embedder.calls, memory.threads()) == (0, [], [])

    def test_the_store_that_is_given_is_used_and_not_closed(self):
        mine = store()
        memory = VectorMemory(embedder=HASH, vectorstore=mine)
        memory.add("a lamp")
        assert (memory.native() is mine.native(), mine.count()) == (True, 1)
        memory.close()
        assert mine.count() == 1

    def test_its_own_store_is_closed(self):
        memory = vectors()
        memory.close()
        with pytest.raises(StoreClosedError):
            memory.vectorstore.count()

    def test_a_copy_with_other_settings_leaves_the_store_open(self):
        memory = vectors()
        memory.with_config(top_k=3).close()
        memory.add("a lamp")
        assert memory.vectorstore.count() == 1

    def test_the_collection_names_the_store_made_here(self):
        assert vectors(collection="ours").vectorstore.collection == "ours"
        assert VectorMemory(embedder=HASH).vectorstore.collection == "strandline-memory"

    def test_other_collections_are_apart(self):
        one, other = vectors(collection="one"), vectors(collection="other")
        one.add("a lamp")
        assert other.get(query="lamp") == [] and contents(one.get(query="lamp")) == ["a lamp"]

    def test_two_memories_over_one_store_share_what_they_know(self):
        """In another process it is the same memory; equal texts of two threads are two rows."""
        mine = store()
        one, other = vectors(vectorstore=mine), vectors(vectorstore=mine, top_k=5)
        one.add("a lamp", thread_id="ana")
        other.add("a lamp", thread_id="bob")
        assert contents(other.get(thread_id="ana", query="lamp")) == ["a lamp"]
        assert (mine.count(), one.threads(), other.threads()) == (2, ["ana", "bob"], ["ana", "bob"])

    def test_a_store_and_a_path_are_one_too_many(self):
        with pytest.raises(ConfigurationError, match="give one"):
            VectorMemory(embedder=HASH, vectorstore=store(), path="memory.db")

    @pytest.mark.parametrize("embedder", ["hash", HashEmbedder, object()])
    def test_what_is_no_embedder_is_refused(self, embedder):
        with pytest.raises(InputError, match="embedder"):
            VectorMemory(embedder=embedder)

    def test_describe_says_how_it_is_set(self):
        told = vectors(top_k=3, collection="ours").describe()
        assert (told["top_k"], told["score_threshold"], told["collection"]) == (3, None, "ours")
        assert (told["embedder"], told["store_roles"]) == (str(HASH.identity), ["user", "assistant"])
        assert told["vectorstore"]["class"] == "InMemoryVectorStore"


class TestWhatComesBack:
    """A recalled message is the message, and says where it was found."""

    def test_it_carries_its_id_time_thread_score_and_metadata(self):
        memory = vectors()
        at = datetime(2024, 5, 6, 7, 8, 9, 10, tzinfo=UTC)
        note = {"source": "settings", "deep": {"n": [1, 2.5, None, True]}}
        memory.add(Message.user("a lamp", id="mine", at=at, name="Ana", metadata=note), thread_id="ana")
        (found,) = memory.get(thread_id="ana", query="lamp")
        assert isinstance(found, RecalledMessage) and isinstance(found, Message)
        assert (found.id, found.at, found.name, found.thread_id, found.recalled) == ("mine", at, "Ana", "ana", True)
        assert 0.0 < found.score <= 1.0
        assert dict(found.metadata) == {
            "recalled": True,
            "score": round(found.score, 4),
            "thread_id": "ana",
            **note,
        }

    def test_the_offset_of_a_time_comes_back(self):
        memory = vectors()
        memory.add(Message.user("a lamp", at=datetime.fromisoformat("2024-05-06T07:08:09+05:45")))
        assert memory.get(query="lamp")[0].at.isoformat() == "2024-05-06T07:08:09+05:45"

    def test_metadata_can_pass_for_nothing_of_ours(self):
        """Whatever the caller's keys are called, the attributes are what was stored, in the thread it was stored in."""
        hostile = {"thread_id": "victim", "role": "admin", "at": 3, "order": -1, "message_id": None, "embedder": "x"}
        memory = vectors()
        memory.add(Message.user("a lamp", metadata=hostile), thread_id="ana")
        assert memory.get(thread_id="victim", query="lamp") == []
        (found,) = memory.get(thread_id="ana", query="lamp")
        assert (found.role, found.thread_id) == (Role.USER, "ana")
        assert {key: found.metadata[key] for key in hostile} == hostile
        memory.clear(thread_id="victim")
        assert len(memory.get(thread_id="ana", query="lamp")) == 1

    def test_recall_gives_the_best_first_and_get_the_oldest(self):
        memory = vectors()
        memory.add(["a lamp and a torch and a candle", "a lamp and a torch", "a lamp"])
        assert contents(memory.recall("a lamp")) == ["a lamp", "a lamp and a torch", "a lamp and a torch and a candle"]
        assert contents(memory.get(query="a lamp"))[::-1] == contents(memory.recall("a lamp"))

    def test_of_those_that_fit_the_best_stay(self):
        memory = vectors(top_k=2)
        memory.add(["nothing", "a lamp and a torch", "something", "a lamp", "anything"])
        assert contents(memory.get(query="a lamp")) == ["a lamp and a torch", "a lamp"]

    def test_explicit_times_out_of_order_are_put_in_order(self):
        memory = vectors()
        for day in (3, 1, 2):
            memory.add(Message.user(f"the lamp of day {day}", at=START + timedelta(days=day)))
        assert contents(memory.get(query="lamp")) == [f"the lamp of day {day}" for day in (1, 2, 3)]

    def test_times_of_other_zones_are_compared_as_times(self):
        memory = vectors()
        memory.add(Message.user("a late lamp", at=datetime.fromisoformat("2024-01-01T12:00:00+00:00")))
        memory.add(Message.user("an early lamp", at=datetime.fromisoformat("2024-01-01T13:00:00+05:00")))
        assert contents(memory.get(query="lamp")) == ["an early lamp", "a late lamp"]

    def test_of_equal_texts_the_newest_comes_back(self):
        memory = vectors(clock=Ticking())
        for number in range(3):
            memory.add(Message.user("I like tea", metadata={"n": number}))
        (found,) = memory.get(query="tea")
        assert found.metadata["n"] == 2

    def test_of_equal_texts_of_one_call_the_last_comes_back(self):
        memory = vectors(clock=frozen)
        memory.add([Message.user("I like tea", metadata={"n": number}) for number in range(3)])
        memory.add(Message.user("I like tea", metadata={"n": 3}))
        assert [one.metadata["n"] for one in memory.get(query="tea")] == [3]

    def test_what_another_role_says_is_another_text(self):
        memory = vectors()
        memory.add([Message.user("ok lamp"), Message.assistant("ok lamp")])
        assert [one.role for one in memory.get(query="lamp")] == [Role.USER, Role.ASSISTANT]

    def test_many_equal_texts_do_not_hide_others(self):
        """They take one place of what is looked at, however many they are."""
        memory = vectors(top_k=2)
        memory.add(["I like tea"] * 300 + ["I like tea with milk from the farm"])
        assert contents(memory.get(query="I like tea")) == ["I like tea", "I like tea with milk from the farm"]

    def test_a_question_is_not_recalled_for_being_asked_again(self):
        memory = vectors()
        memory.add([Message.user("What is my dog called?"), Message.assistant("Your dog is called Rex.")])
        for query in ("What is my dog called?", "  what is my DOG  called?\n"):
            assert contents(memory.get(query=query)) == ["Your dog is called Rex."]
        assert len(memory.get(query="What is my dog called again?")) == 2

    def test_a_statement_said_again_is_recalled(self):
        memory = vectors()
        memory.add("My dog is called Rex.")
        assert contents(memory.get(query="My dog is called Rex.")) == ["My dog is called Rex."]

    def test_what_the_prompt_holds_is_not_recalled(self):
        memory = vectors()
        memory.add([Message.user("lamp one", id="one"), Message.user("lamp two", id="two"), "lamp three"])
        seen = Seen(ids=frozenset({"one"}), texts=frozenset({(Role.USER, "lamp three"), (Role.ASSISTANT, "lamp two")}))
        assert contents(memory.recall("lamp", seen=seen)) == ["lamp two"]

    def test_however_much_the_prompt_holds_the_rest_is_found(self):
        memory = vectors(top_k=1)
        memory.add([Message.user(f"a lamp {number}", id=str(number)) for number in range(200)] + ["a far lamp indeed"])
        seen = Seen(ids=frozenset(map(str, range(200))))
        assert contents(memory.recall("a lamp", seen=seen)) == ["a far lamp indeed"]

    @pytest.mark.parametrize("query", ["", "  ", "\n"])
    def test_a_blank_query_asks_no_model(self, query):
        embedder = CountingEmbedder()
        memory = vectors(embedder=embedder)
        memory.add("a lamp")
        embedder.calls.clear()
        assert memory.get(query=query) == memory.recall(query) == memory.get(query="lamp", limit=0) == []
        assert embedder.calls == []

    def test_a_query_that_means_nothing_to_the_embedder_finds_nothing(self):
        memory = vectors()
        memory.add("a lamp")
        assert memory.get(query="!?!") == []

    def test_the_same_id_again_takes_the_place_of_the_message(self):
        memory = vectors()
        memory.add(Message.user("an old lamp", id="mine"))
        memory.add(Message.user("a new lamp", id="mine"))
        memory.add(Message.user("a lamp of another thread", id="mine"), thread_id="other")
        assert contents(memory.get(query="lamp")) == ["a new lamp"]
        assert memory.vectorstore.count() == 2


class TestRemember:
    """A bare text, without a turn around it."""

    def test_it_is_recalled_with_its_metadata(self):
        memory = vectors(clock=frozen)
        memory.remember("prefers dark mode", thread_id="ana", source="settings", role="admin", score=7)
        (found,) = memory.get(thread_id="ana", query="dark mode")
        assert (found.role, found.at, found.thread_id) == (Role.USER, START, "ana")
        assert (found.metadata["source"], found.metadata["role"], found.metadata["score"]) == ("settings", "admin", 7)
        assert found.score <= 1.0

    def test_the_same_text_is_one_memory_said_now(self):
        memory = vectors(clock=Ticking())
        memory.remember("prefers dark mode", source="first")
        memory.remember("something else")
        memory.remember("prefers dark mode", source="second")
        assert memory.vectorstore.count() == 2
        found = memory.get(query="dark mode")
        assert contents(found) == ["something else", "prefers dark mode"]
        assert found[-1].metadata["source"] == "second"

    def test_it_can_be_awaited(self):
        memory = vectors()
        asyncio.run(memory.aremember("prefers dark mode", source="settings"))
        assert memory.get(query="dark mode")[0].metadata["source"] == "settings"

    @pytest.mark.parametrize("fact", ["", "  ", None, 3])
    def test_a_blank_text_is_refused(self, fact):
        with pytest.raises(InputError, match="fact"):
            vectors().remember(fact)

    def test_metadata_must_be_json(self):
        memory = vectors()
        with pytest.raises(MessageError):
            memory.remember("prefers dark mode", when=START)
        assert memory.vectorstore.count() == 0

    def test_two_threads_remember_the_same_apart(self):
        memory = vectors()
        for thread in ("ana", "bob"):
            memory.remember("I am vegetarian", thread_id=thread)
        memory.clear(thread_id="bob")
        assert contents(memory.get(thread_id="ana", query="vegetarian")) == ["I am vegetarian"]


class OtherEmbedder(CountingEmbedder):
    """The same width, another model."""

    def __init__(self, dimensions: int = 64) -> None:
        super().__init__()
        self.identity = EmbedderIdentity(name="other", version="1", dimensions=dimensions)

    def embed(self, texts: Sequence[str], *, kind: str = "document") -> Any:
        return np.full((len(texts), self.identity.dimensions), 1.0, np.float32)


class TestWhatFails:
    """Nothing is kept by half, and nothing wrong is recalled."""

    def test_a_failing_embedder_keeps_nothing(self):
        embedder = CountingEmbedder()
        memory = vectors(embedder=embedder)
        memory.add("an early lamp")
        embedder.broken = True
        with pytest.raises(EmbedderError, match="no model today") as caught:
            memory.add(["a lamp", "two lamps"], thread_id="ana")
        assert isinstance(caught.value.__cause__, RuntimeError)
        with pytest.raises(EmbedderError):
            memory.remember("a lamp")
        with pytest.raises(EmbedderError):
            memory.get(query="lamp")
        embedder.broken = False
        assert (memory.vectorstore.count(), memory.threads()) == (1, ["default"])
        memory.add("a late lamp")
        assert contents(memory.get(query="lamp")) == ["an early lamp", "a late lamp"]

    def test_an_embedder_of_another_width_than_it_says_keeps_nothing(self):
        class Wrong(OtherEmbedder):
            def embed(self, texts, *, kind="document"):
                return np.ones((len(texts), 3), np.float32)

        memory = vectors(embedder=Wrong())
        with pytest.raises(DimensionError):
            memory.add("a lamp")
        assert memory.vectorstore.count() == 0

    def test_vectors_of_another_embedder_are_refused(self):
        mine = store()
        vectors(vectorstore=mine).add("a lamp")
        with pytest.raises(EmbedderMismatchError) as caught:
            vectors(vectorstore=mine, embedder=OtherEmbedder()).get(query="lamp")
        assert (caught.value.stored, caught.value.given) == (str(HASH.identity), str(OtherEmbedder().identity))

    def test_vectors_of_another_width_are_refused(self):
        mine = store()
        memory = vectors(vectorstore=mine, embedder=OtherEmbedder(dimensions=3))
        with pytest.raises(DimensionError):
            memory.add("a lamp")
        with pytest.raises(DimensionError):
            memory.get(query="lamp")

    def test_another_embedder_is_refused_in_any_thread_and_does_no_harm(self):
        mine = store()
        one = vectors(vectorstore=mine, embedder=OtherEmbedder(), score_threshold=None)
        one.add("a lamp", thread_id="bob")
        with pytest.raises(EmbedderMismatchError):
            vectors(vectorstore=mine).add("a lamp", thread_id="ana")
        assert mine.count() == 1
        assert contents(one.get(thread_id="bob", query="lamp")) == ["a lamp"]

    def test_rows_of_somebody_else_in_the_collection_are_no_memories(self):
        """However many and however near they are."""
        mine = store()
        texts = [f"a lamp {number}" for number in range(300)]
        mine.add(
            [f"foreign {number}" for number in range(300)],
            HASH.embed(texts),
            texts=texts,
            metadata=[{"thread_id": "default", "at": "?"} if number % 2 else {"n": 1} for number in range(300)],
        )
        memory = vectors(vectorstore=mine, top_k=3)
        memory.add("my lamp is far from the door")
        assert contents(memory.get(query="a lamp 7")) == ["my lamp is far from the door"]

    def test_a_store_that_lists_nothing_says_so(self):
        class Small:
            """Six verbs and no more."""

            def __init__(self) -> None:
                inner = store()
                for verb in ("add", "search", "get", "delete", "count", "clear"):
                    setattr(self, verb, getattr(inner, verb))

        assert isinstance(Small(), VectorStore)
        with vectors(vectorstore=Small()) as memory:
            memory.add("a lamp")
            assert contents(memory.get(query="lamp")) == ["a lamp"]
            assert memory.native() is memory.vectorstore
            with pytest.raises(UnsupportedError, match="threads"):
                memory.threads()


class TestCost:
    """What the seed promises of its calls."""

    def test_one_embedding_call_an_add_and_one_a_get(self):
        embedder = CountingEmbedder()
        memory = vectors(embedder=embedder)
        asyncio.run(memory.aadd(turns(7)))
        assert embedder.calls == [("document", turns(7))]
        embedder.calls.clear()
        asyncio.run(memory.aget(query="lamp"))
        assert embedder.calls == [("query", ["lamp"])]


class TestOneEmbedderACollection:
    """Vectors of two embedders are near by chance: the second one is refused before it has written anything."""

    @pytest.mark.parametrize("verb", ["add", "remember", "get"])
    def test_another_embedder_of_the_same_width_is_refused(self, verb, tmp_path):
        with VectorMemory(path=tmp_path / "v.db", embedder=HashEmbedder(64)) as one:
            one.add("I live in Ghent", thread_id="ana")
        other = PrefixedEmbedder(HashEmbedder(64), query="q: ", document="d: ")
        with VectorMemory(path=tmp_path / "v.db", embedder=other) as memory:
            with pytest.raises(EmbedderMismatchError, match="another collection"):
                getattr(memory, verb)(**({"query": "Ghent"} if verb == "get" else _said(verb)), thread_id="ana")
            assert memory.vectorstore.count() == 1
        with VectorMemory(path=tmp_path / "v.db", embedder=HashEmbedder(64), score_threshold=None) as again:
            assert contents(again.get(thread_id="ana", query="Ghent")) == ["I live in Ghent"]


def _said(verb):
    return {"messages": "I have a dog"} if verb == "add" else {"fact": "I have a dog"}


class TestForgettingOne:
    """Single memories go by the ids that recall gives."""

    def test_it_is_gone_and_the_others_stay(self):
        memory = vectors()
        memory.add(["a lamp in the hall", "a lamp in the attic"], thread_id="ana")
        memory.add("a lamp in the hall", thread_id="bob")
        gone = next(one.id for one in memory.get(thread_id="ana", query="lamp") if "hall" in (one.content or ""))
        assert memory.forget(gone, thread_id="ana") == 1
        assert memory.forget([gone, "nobody"], thread_id="ana") == 0
        assert contents(memory.get(thread_id="ana", query="lamp")) == ["a lamp in the attic"]
        assert contents(memory.get(thread_id="bob", query="lamp")) == ["a lamp in the hall"]

    def test_another_thread_cannot_forget_it(self):
        memory = vectors()
        memory.add("a lamp", thread_id="ana")
        (found,) = memory.get(thread_id="ana", query="lamp")
        assert memory.forget(found.id, thread_id="bob") == 0
        assert len(memory.get(thread_id="ana", query="lamp")) == 1

    def test_a_message_with_the_same_id_takes_its_place(self):
        memory = vectors()
        memory.add(Message.user("a lamp", id="m1"))
        memory.add(Message.user("a better lamp", id="m1"))
        assert contents(memory.get(query="lamp")) == ["a better lamp"]

    async def _awaited(self):
        async with vectors() as memory:
            await memory.aremember("a lamp")
            (found,) = await memory.aget(query="lamp")
            return await memory.aforget(found.id), await memory.aget(query="lamp")

    def test_it_can_be_awaited(self):
        assert asyncio.run(self._awaited()) == (1, [])


@pytest.mark.parametrize("store", ["sqlite", InMemoryVectorStore, object(), {"path": "x"}])
def test_what_is_no_store_is_refused_at_once(store):
    """A name too, with how to make one of it."""
    with pytest.raises(InputError, match="vectorstore is"):
        VectorMemory(embedder=HASH, vectorstore=store)
