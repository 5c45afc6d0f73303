"""What went wrong in an earlier library of this shape, each proved not to happen here.

The names (W1, W2 …) are those of the list that was made when it was run; those that are about embedders, stores and
configuration are tested there.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from strandline import Message, Role
from strandline.errors import PartialWriteError
from strandline.memories import (
    BufferMemory,
    CompositeMemory,
    RecalledMessage,
    StepMemory,
    SummaryMemory,
    VectorMemory,
    WindowMemory,
)

from .making import HASH, KINDS, CountingEmbedder, ScriptedLLM, Ticking, contents, gathering, turns, vectors


class TestW1:
    """W1: equal texts of two threads, or of two roles, were one row that the last writer owned."""

    def test_two_users_may_say_the_same(self):
        memory = vectors()
        for thread in ("alice", "bob"):
            memory.remember("I am vegetarian", thread_id=thread)
            memory.add("I like tea", thread_id=thread)
        memory.clear(thread_id="bob")
        assert sorted(contents(memory.get(thread_id="alice", query="vegetarian tea"))) == [
            "I am vegetarian",
            "I like tea",
        ]
        assert memory.get(thread_id="bob", query="vegetarian tea") == []

    def test_user_and_assistant_may_say_the_same(self):
        memory = vectors()
        memory.add([Message.user("ok then"), Message.assistant("ok then")])
        assert [one.role for one in memory.get(query="ok then")] == [Role.USER, Role.ASSISTANT]

    def test_ids_do_not_run_into_each_other(self):
        """Whatever characters threads and ids are made of."""
        memory = vectors()
        names = [("a", "b:c"), ("a:b", "c"), ("a", "bc"), ("ab", "c"), ("1:a", "b"), ("a\x00", "b"), ("a", "\x00b")]
        for thread, id in names:
            memory.add(Message.user("a lamp", id=id), thread_id=thread)
        assert memory.vectorstore.count() == len(names)


def test_w2_the_documented_example_works_as_it_stands():
    """W2: the default threshold dropped the answer of the library's own example."""
    memory = VectorMemory()
    memory.add("I am allergic to peanuts")
    memory.add("My favourite colour is blue")
    found = memory.get(query="what foods should I avoid")
    assert "I am allergic to peanuts" in contents(found)


def test_w2_what_was_said_is_found_by_its_own_words():
    """W2: under some metrics the text itself scored below the threshold."""
    memory = VectorMemory()
    memory.add(["My favourite colour is blue", "The spare key is under the flowerpot"])
    for text in ("My favourite colour is blue", "The spare key is under the flowerpot"):
        assert text in contents(memory.get(query=text))


def test_w3_what_comes_back_is_oldest_first():
    """W3: it came by score, and the time it was stored at was never read."""
    memory = vectors(clock=Ticking())
    for text in ["a lamp", "a lamp and a torch", "a lamp and a torch and a candle", "the lamp"]:
        memory.add(text)
    found = memory.get(query="a lamp and a torch and a candle")
    assert [one.at for one in found] == sorted(one.at for one in found)
    assert contents(found)[0] == "a lamp" and contents(found)[-1] == "the lamp"


class TestW4:
    """W4: ``max_messages`` and ``return_system`` did nothing in the vector and the composite memory."""

    def test_of_a_vector_memory(self):
        said = [Message.system("a lamp of the system"), *turns(5)]
        memory = vectors(max_messages=3, store_roles=("user", "system"))
        memory.add(said)
        found = memory.get(query="lamp")
        assert len(found) == 3 and Role.SYSTEM not in {one.role for one in found}
        everything = memory.with_config(return_system=True, max_messages=None).get(query="lamp")
        assert len(everything) == 6 and everything[0].role is Role.SYSTEM

    def test_of_a_composite_memory(self):
        members = [vectors(), WindowMemory(20, return_system=True)]
        memory = CompositeMemory(members, max_messages=3)
        memory.add([*turns(5), Message.system("a lamp of the system")])
        assert len(memory.get(query="lamp")) == 3
        shown = memory.with_config(max_messages=None)
        assert Role.SYSTEM in {one.role for one in shown.get(query="lamp")}
        hidden = memory.with_config(return_system=False, max_messages=None)
        assert Role.SYSTEM not in {one.role for one in hidden.get(query="lamp")}


class TestW5:
    """W5: metadata moved a message to another thread, or made every recall raise."""

    def test_metadata_moves_nothing(self):
        memory = vectors()
        memory.add(Message.user("a secret", metadata={"thread_id": "victim"}), thread_id="attacker")
        assert contents(memory.get(thread_id="attacker", query="secret")) == ["a secret"]
        assert memory.get(thread_id="victim", query="secret") == []
        assert memory.threads() == ["attacker"]

    @pytest.mark.parametrize(
        "key", ["role", "at", "id", "message_id", "order", "embedder", "metadata", "score", "content"]
    )
    def test_metadata_breaks_nothing(self, key):
        memory = vectors()
        memory.remember("a note of the team", thread_id="t", **{key: "admin"})
        (found,) = memory.get(thread_id="t", query="note")
        assert (found.role, found.content, found.metadata[key]) == (Role.USER, "a note of the team", "admin")


class TestW6:
    """W6: everything that was stored beside a text was dropped, and threads could not be listed."""

    def test_what_was_stored_comes_back(self):
        memory = vectors(clock=Ticking())
        memory.remember("prefers dark mode", source="settings")
        (found,) = memory.get(query="dark mode")
        assert isinstance(found, RecalledMessage)
        assert found.metadata["source"] == "settings"
        assert found.id and found.at and found.thread_id == "default"

    @pytest.mark.parametrize("kind", KINDS)
    def test_threads_are_listed(self, kind, opened):
        memory = opened(KINDS[kind]())
        memory.add("a lamp", thread_id="ana")
        assert memory.threads() == ["ana"]


class TestW7:
    """W7: a composite reordered the transcript, dropped repeated turns and passed its limit."""

    DOG = ("hi there", "yes", "what is my dog called", "Rex", "yes", "tell me about my dog")

    def test_the_transcript_stays_as_it_was_said(self):
        memory = CompositeMemory([vectors(), WindowMemory(20)])
        memory.add(list(self.DOG))
        assert contents(memory.get(query="tell me about my dog")) == list(self.DOG)

    def test_repeated_turns_stay_with_one_member(self):
        memory = CompositeMemory([WindowMemory(20)])
        memory.add(["yes", "no", "yes"])
        assert contents(memory.get()) == ["yes", "no", "yes"]

    def test_a_limit_holds_for_the_whole(self):
        memory = CompositeMemory([vectors(), WindowMemory(3)])
        memory.add(list(self.DOG))
        assert [len(memory.get(query="dog", limit=limit)) for limit in range(6)] == list(range(6))


class TestW8:
    """W8: where one member of a composite failed, the others had kept the message, and nobody said so."""

    def test_the_error_says_who_kept_it(self):
        broken = vectors(embedder=CountingEmbedder(broken=True))
        memory = CompositeMemory([broken, WindowMemory(3)])
        with pytest.raises(PartialWriteError) as caught:
            memory.add("a lamp")
        assert (caught.value.kept, caught.value.failed) == (("WindowMemory",), ("VectorMemory",))

    def test_what_no_member_can_keep_reaches_none(self):
        memory = CompositeMemory([vectors(), WindowMemory(3)])
        with pytest.raises(ValueError, match="role"):
            memory.add(["a lamp", {"role": "narrator", "content": "a lamp"}])
        assert memory.threads() == []


class TestW10:
    """W10: a memory could not be changed by ``with_config``, and ``describe`` left its settings out."""

    def test_with_config(self):
        memory = vectors(top_k=1)
        memory.add(turns(5))
        assert len(memory.with_config(top_k=3).get(query="lamp")) == 3

    def test_describe(self):
        told = vectors(top_k=3, score_threshold=0.25).describe()
        assert (told["top_k"], told["score_threshold"], told["embedder"]) == (3, 0.25, str(HASH.identity))
        assert json.loads(json.dumps(told)) == told


def test_w11_the_question_itself_is_not_recalled():
    """W11: an agent that keeps what it was asked got the question back as if it were the answer."""
    question = "What is my dog called?"
    memory = CompositeMemory([vectors(), WindowMemory(1)])
    memory.add([Message.user("My dog is called Rex."), Message.user(question), Message.assistant("Rex."), "So."])
    found = contents(memory.get(query=question))
    assert question not in found and "My dog is called Rex." in found


class Waiting(CountingEmbedder):
    """An embedder that does not return before it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.told = threading.Event(), threading.Event()

    def embed(self, texts: Sequence[str], *, kind: str = "document") -> Any:
        self.asked.set()
        assert self.told.wait(30)
        return super().embed(texts, kind=kind)


@pytest.mark.parametrize("verb", ["aadd", "aget", "aremember"])
def test_w18_a_slow_recall_does_not_stall_the_loop(verb):
    """W18: the search ran on the event loop. Here tasks run on while an embedder is still at work."""
    embedder = Waiting()
    memory = vectors(embedder=embedder)
    embedder.told.set()
    memory.add("a lamp")
    embedder.asked.clear()
    embedder.told.clear()

    async def main() -> int:
        calls = {
            "aadd": lambda: memory.aadd("two lamps"),
            "aget": lambda: memory.aget(query="lamp"),
            "aremember": lambda: memory.aremember("three lamps"),
        }
        slow = asyncio.create_task(calls[verb]())
        ticks = 0
        while not embedder.asked.is_set():
            await asyncio.sleep(0)
        for _ in range(1000):  # on this loop, while the embedder waits for it
            await asyncio.sleep(0)
            ticks += 1
        assert not slow.done()
        embedder.told.set()
        await slow
        return ticks

    assert asyncio.run(main()) == 1000


class TestW20:
    """W20: a summary stopped for good once the store dropped its oldest; readers at once folded a message thrice."""

    def test_it_goes_on_after_the_store_drops_its_oldest(self):
        model = ScriptedLLM(gathering)
        memory = SummaryMemory(model, window=4, summarize_every=3, max_stored=10, max_summary_tokens=10_000)
        calls = []
        for text in turns(60):
            memory.add(text)
            memory.get()
            calls.append(len(model.prompts))
        assert all(later > earlier for earlier, later in zip(calls[10:], calls[16:], strict=False))
        told = "\n".join(str(text) for text in contents(memory.get()))
        assert [text for text in turns(60) if f"{text}\n" not in f"{told}\n"] == []

    def test_readers_at_once_fold_once(self):
        model = ScriptedLLM(gathering)
        memory = SummaryMemory(model, window=2, summarize_every=6)
        memory.add(turns(10))
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(lambda _: memory.get(), range(3)))
        assert len(model.prompts) == 1
        assert memory.summary().splitlines() == [f"user: {text}" for text in turns(8)]

    def test_tasks_at_once_fold_once(self):
        model = ScriptedLLM(gathering)
        memory = SummaryMemory(model, window=2, summarize_every=6)
        memory.add(turns(10))

        async def main() -> None:
            await asyncio.gather(memory.aget(), memory.aget(), memory.aget())

        asyncio.run(main())
        assert len(model.prompts) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_w21_a_limit_of_0_gives_nothing(kind, opened):
    """W21: a window gave everything for it, a buffer nothing."""
    memory = opened(KINDS[kind]())
    memory.add(turns(3))
    assert memory.get(query="lamp", limit=0) == []


PROBE = [
    ("I am allergic to peanuts", "what foods should I avoid?"),
    ("My daughter Lea is nine years old", "does she have children?"),
    ("I drive an old Volvo", "which car does the user own?"),
    ("My favourite colour is blue", "which color does she prefer?"),
    ("I work as a nurse at night", "what is her job at the hospital?"),
    ("We got a puppy called Tom", "do they have a pet?"),
    ("I hate flying", "should we book a plane?"),
    ("My birthday is in May", "when was she born?"),
    ("I play the cello", "which instrument does she play?"),
    ("I broke my leg skiing in 2019", "has she ever been injured?"),
]
"""Facts, and questions in other words."""


class TestW22:
    """W22: what had been changed since was ranked above what is true, and questions in other words found nothing."""

    def test_what_is_true_now_is_ranked_first(self):
        with StepMemory(":memory:", user_id="ana", window=0) as memory:
            memory.add("I live in Lyon")
            memory.add("I moved from Lyon to Oslo")
            best = memory.recall("Where do I live?")[0]
            assert "Oslo" in best.content and "Lyon" not in best.content

    def test_questions_in_other_words_find_their_facts(self):
        memory = VectorMemory(top_k=3)
        memory.add([fact for fact, _ in PROBE])
        found = [fact in contents(memory.get(query=question)) for fact, question in PROBE]
        assert sum(found) >= 8


def test_a_buffer_keeps_what_it_was_given_for_a_long_time():
    """No store of ours drops messages that nobody asked it to drop."""
    memory = BufferMemory()
    memory.add(turns(3000))
    assert len(memory.get()) == 3000
