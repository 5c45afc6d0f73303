"""One interface: what holds for a conversation memory of any kind."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline import Message, Role
from strandline.errors import (
    ConfigurationError,
    InputError,
    MessageError,
    NaiveTimeError,
    ScopeError,
    StoreClosedError,
    StrandlineError,
    TextError,
)
from strandline.memories import DEFAULT_THREAD, BufferMemory, ChatMemory, RecalledMessage, VectorMemory, WindowMemory

from .making import HASH, KINDS, RECALLING, START, TRANSCRIPTS, Ticking, contents, frozen, turns, vectors

Make = Callable[..., ChatMemory]
LAMP = "the lamp of night7"
QUERY = "lamp"


def held(memory: ChatMemory, *, thread_id: str = DEFAULT_THREAD, **options: Any) -> list[Message]:
    """What a memory gives back for a query that each of these messages shares a word with."""
    return memory.get(thread_id=thread_id, query=QUERY, **options)


class TestWhatIsAdded:
    """Shapes that are taken, and those that are not."""

    @pytest.mark.parametrize(
        "given",
        [
            LAMP,
            {"role": "user", "content": LAMP},
            Message.user(LAMP),
            [LAMP],
            (LAMP,),
            [{"role": "User", "content": LAMP}],
            {"role": "user", "content": [{"type": "text", "text": LAMP}]},
        ],
        ids=["str", "dict", "Message", "list", "tuple", "any case", "parts"],
    )
    def test_a_str_a_dict_and_a_message_say_the_same(self, memory, given):
        memory.add(given)
        assert [(one.role, one.content) for one in held(memory)] == [(Role.USER, LAMP)]

    def test_a_list_may_mix_them(self, memory):
        memory.add(["one lamp", {"role": "assistant", "content": "two lamps"}, Message.user("a third lamp")])
        assert [(one.role.value, one.content) for one in held(memory)] == [
            ("user", "one lamp"),
            ("assistant", "two lamps"),
            ("user", "a third lamp"),
        ]

    @pytest.mark.parametrize(
        ("bad", "error"),
        [
            (3, MessageError),
            (None, MessageError),
            ({"content": "lamp"}, MessageError),
            ({"role": "narrator", "content": "lamp"}, MessageError),
            ({"role": "user", "content": "lamp", "color": "red"}, MessageError),
            ({"role": "user", "content": 3}, MessageError),
            ("a lamp \ud800", TextError),
            (Message.user("lamp", at=datetime(2026, 1, 1)), NaiveTimeError),  # noqa: DTZ001 (the fault)
            (Message.user("lamp", metadata={"when": START}), MessageError),
            (Message.user("lamp", metadata={"odds": float("nan")}), MessageError),
            (Message.user("lamp", id="x" * 1025), InputError),
            (Message.assistant("lamp", tool_calls=["call"]), MessageError),
        ],
    )
    def test_of_a_list_with_one_bad_message_nothing_is_kept(self, memory, bad, error):
        memory.add("an early lamp")
        with pytest.raises(error):
            memory.add(["a good lamp", bad, "another lamp"])
        assert contents(held(memory)) == ["an early lamp"]

    @pytest.mark.parametrize("bad", [7, None, {"a", "b"}, b"lamp"])
    def test_what_is_no_message_is_refused(self, memory, bad):
        with pytest.raises(MessageError):
            memory.add(bad)
        assert memory.threads() == []

    def test_adding_no_messages_keeps_nothing(self, memory):
        memory.add([])
        assert memory.threads() == [] and held(memory) == []

    @pytest.mark.parametrize(
        "text", ["灯 lamp 火", "lamp 🏮\u200d🔥", "مصباح lamp", "lamp\x00\ttab", "  lamp \r\n two "]
    )
    def test_text_comes_back_as_it_was_given(self, memory, text):
        memory.add(text)
        assert contents(held(memory)) == [text]

    def test_metadata_comes_back_and_is_not_shared_with_the_caller(self, memory):
        """Changing what was given, or what came back, changes nothing that is kept."""
        note = {"tags": ["a"], "deep": {"n": 1}}
        memory.add(Message.user(LAMP, metadata=note))
        assert note == {"tags": ["a"], "deep": {"n": 1}}
        note["tags"].append("b")
        first = held(memory)[0].metadata
        assert (first["tags"], first["deep"]) == (["a"], {"n": 1})
        first["tags"].append("c")
        first["deep"]["n"] = 2
        again = held(memory)[0].metadata
        assert (again["tags"], again["deep"]) == (["a"], {"n": 1})

    def test_metadata_may_be_any_mapping(self, memory):
        memory.add(Message.user(LAMP, metadata=MappingProxyType({"a": MappingProxyType({"b": 1})})))
        assert held(memory)[0].metadata["a"] == {"b": 1}

    def test_a_time_an_id_and_a_name_come_back(self, memory):
        at = datetime(2024, 5, 6, 7, 8, 9, 123456, tzinfo=UTC)
        memory.add(Message.user(LAMP, at=at, id="mine", name="Ana"))
        found = held(memory)[0]
        assert (found.at, found.id, found.name) == (at, "mine", "Ana")

    def test_messages_without_a_time_get_one_of_the_clock(self, make, kind):
        memory = make(clock=frozen)
        memory.add(LAMP)
        assert [one.at for one in held(memory)] == [START]

    @pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "step"])
    def test_a_clock_without_a_zone_is_refused(self, kind, opened):
        memory = opened(KINDS[kind](clock=lambda: datetime(2026, 1, 1)))  # noqa: DTZ001 (the fault)
        with pytest.raises(NaiveTimeError, match="clock"):
            memory.add(LAMP)
        assert memory.threads() == []

    def test_each_message_has_an_id_of_its_own(self, make):
        memory = make(clock=frozen)
        memory.add(["a lamp", "a lamp here", "a lamp there"])
        memory.add("one more lamp")
        assert len({one.id for one in held(memory)}) == 4


class TestThreads:
    """What a thread holds is a function of what was added to it."""

    def test_a_call_without_a_thread_is_about_one_thread(self, memory):
        memory.add(LAMP)
        assert memory.threads() == [DEFAULT_THREAD]
        assert contents(held(memory, thread_id=DEFAULT_THREAD)) == [LAMP]

    def test_threads_are_listed_in_alphabetical_order(self, memory):
        assert memory.threads() == []
        for thread in ("zoe", "ana", "Bob", "a b", "élan", "灯"):
            memory.add(LAMP, thread_id=thread)
        assert memory.threads() == sorted(["zoe", "ana", "Bob", "a b", "élan", "灯"])

    @pytest.mark.parametrize("kind", [*TRANSCRIPTS, "vector"])
    def test_one_thread_does_not_see_another(self, kind, opened):
        memory = opened(KINDS[kind]())
        memory.add("ana's lamp", thread_id="ana")
        memory.add("bob's lamp", thread_id="bob")
        assert contents(held(memory, thread_id="ana")) == ["ana's lamp"]
        assert contents(held(memory, thread_id="bob")) == ["bob's lamp"]
        assert held(memory, thread_id="eve") == []

    @pytest.mark.parametrize("kind", [*TRANSCRIPTS, "vector"])
    @settings(max_examples=25)
    @given(
        said=st.lists(
            st.tuples(
                st.sampled_from(["a", "A", "a ", "á", "a\u0301", "b:1", "b", "🏮"]),
                st.lists(st.sampled_from(["lamp", "a lamp", "yes lamp", "lamp?", "灯 lamp"]), max_size=3),
            ),
            max_size=12,
        )
    )
    def test_what_a_thread_holds_is_a_function_of_its_own_adds(self, kind, said):
        """To the id and the last digit of the score: others leave no trace."""
        with KINDS[kind](clock=frozen) as together:
            for thread, texts in said:
                together.add(texts, thread_id=thread)
            assert together.threads() == sorted({thread for thread, texts in said if texts})
            for mine in {thread for thread, _ in said}:
                with KINDS[kind](clock=frozen) as alone:
                    for thread, texts in said:
                        if thread == mine:
                            alone.add(texts, thread_id=thread)
                    assert held(together, thread_id=mine) == held(alone, thread_id=mine)

    def test_clearing_a_thread_leaves_the_others(self, memory, kind):
        memory.add("ana's lamp", thread_id="ana")
        memory.add("bob's lamp", thread_id="bob")
        memory.clear(thread_id="ana")
        assert memory.threads() == ["bob"]
        assert contents(held(memory, thread_id="bob")) == ["bob's lamp"]
        assert contents(held(memory, thread_id="ana")) == (["bob's lamp"] if kind == "step" else [])

    def test_clearing_all_leaves_nothing(self, memory):
        for thread in ("ana", "bob"):
            memory.add(LAMP, thread_id=thread)
        memory.clear()
        assert memory.threads() == []
        assert held(memory, thread_id="ana") == held(memory, thread_id="bob") == []

    def test_clearing_what_is_not_there_is_fine(self, memory):
        memory.clear(thread_id="nobody")
        memory.clear()
        assert memory.threads() == []

    def test_a_cleared_thread_can_be_used_again(self, memory):
        memory.add("an old lamp")
        memory.clear(thread_id=DEFAULT_THREAD)
        memory.add("a new lamp")
        assert contents(held(memory)) == ["a new lamp"]

    @pytest.mark.parametrize(
        "thread", ["灯", "a/b\\c", "' OR 1=1 --", "%_", " ", "x" * 1024, "🏮\u200d", "null\x00byte"]
    )
    def test_a_thread_id_is_any_text_compared_exactly(self, memory, thread):
        memory.add(LAMP, thread_id=thread)
        assert memory.threads() == [thread]
        assert contents(held(memory, thread_id=thread)) == [LAMP]
        memory.clear(thread_id=thread)
        assert memory.threads() == []

    @pytest.mark.parametrize(
        ("thread", "error"),
        [("", ScopeError), (None, ScopeError), (3, InputError), ("x" * 1025, InputError), ("\ud800", TextError)],
    )
    def test_what_is_no_thread_id_is_refused_by_every_verb(self, memory, thread, error):
        with pytest.raises(error):
            memory.add(LAMP, thread_id=thread)
        with pytest.raises(error):
            memory.get(thread_id=thread, query=QUERY)
        if thread is not None:  # None is all of them
            with pytest.raises(error):
                memory.clear(thread_id=thread)
        assert memory.threads() == []


class TestReading:
    """Queries, limits and roles."""

    def test_messages_come_oldest_first(self, memory):
        for text in turns(5):
            memory.add(text)
        assert contents(held(memory)) == turns(5)

    def test_messages_of_one_call_come_in_its_order(self, memory):
        """They have one time, so it is not the time alone that orders them."""
        memory.add(["lamp lamp lamp", "no lamp but a torch and a candle", "a lamp", "the lamp again", "lamp"])
        assert contents(held(memory)) == [
            "lamp lamp lamp",
            "no lamp but a torch and a candle",
            "a lamp",
            "the lamp again",
            "lamp",
        ]

    @pytest.mark.parametrize("limit", [1, 2, 4])
    def test_never_more_than_the_limit_come_back(self, memory, limit):
        memory.add(turns(5))
        assert len(held(memory, limit=limit)) == limit

    @pytest.mark.parametrize("kind", TRANSCRIPTS)
    @pytest.mark.parametrize("limit", [1, 2, 5, 99])
    def test_a_transcript_gives_its_newest(self, kind, limit, opened):
        memory = opened(KINDS[kind]())
        memory.add(turns(5))
        assert contents(memory.get(limit=limit)) == turns(5)[-limit:]

    def test_a_limit_of_0_gives_nothing(self, memory):
        memory.add(turns(3))
        assert held(memory, limit=0) == []

    @pytest.mark.parametrize("limit", [-1, 1.5, "3", True])
    def test_a_limit_that_is_no_count_is_refused(self, memory, limit):
        with pytest.raises(InputError, match="limit"):
            held(memory, limit=limit)

    @pytest.mark.parametrize("limit", [10_000, 2**53])
    def test_a_limit_above_what_is_there_gives_all(self, memory, limit):
        memory.add(turns(3))
        assert contents(held(memory, limit=limit)) == turns(3)

    @pytest.mark.parametrize("query", [3, b"lamp", ["lamp"], Message.user("lamp")])
    def test_a_query_is_a_text(self, memory, query):
        with pytest.raises(InputError, match="query"):
            memory.get(query=query)

    @pytest.mark.parametrize("kind", TRANSCRIPTS)
    @pytest.mark.parametrize("query", [None, "", " ", "lamp", "something else altogether", "x" * 20_000])
    def test_a_transcript_does_not_depend_on_the_query(self, kind, query, opened):
        memory = opened(KINDS[kind]())
        memory.add(turns(3))
        found = [one for one in memory.get(query=query) if not isinstance(one, RecalledMessage)]
        assert contents(found) == turns(3)

    @pytest.mark.parametrize("kind", RECALLING)
    @pytest.mark.parametrize("query", [None, "", " ", "\n\t"])
    def test_without_a_query_nothing_is_recalled(self, kind, query, opened):
        memory = opened(KINDS[kind]())
        memory.add(turns(3))
        assert memory.get(query=query) == []

    def test_max_messages_is_the_most_that_comes_back(self, make):
        memory = make(max_messages=2)
        memory.add(turns(5))
        assert len(held(memory)) == 2
        assert len(held(memory, limit=1)) == 1

    def test_max_messages_of_0_gives_nothing(self, make):
        memory = make(max_messages=0)
        memory.add(turns(2))
        assert held(memory) == []

    @pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "composite"])
    def test_system_messages_come_back_by_choice(self, kind, opened):
        said = [Message.system("be a lamp"), Message.user("a lamp")]
        config = {"store_roles": ("system", "user")} if kind == "vector" else {}
        for wanted in (False, True):
            memory = opened(KINDS[kind](return_system=wanted, **config))
            memory.add(said)
            assert contents(held(memory)) == (["be a lamp", "a lamp"] if wanted else ["a lamp"])

    @pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "summary"])
    def test_system_messages_that_are_not_shown_hide_nothing(self, kind, opened):
        """However many of them fit the query better."""
        config = {"store_roles": ("system", "user")} if kind == "vector" else {}
        memory = opened(KINDS[kind](max_messages=2, **config))
        memory.add(["a far lamp indeed", *(Message.system(f"lamp {number}") for number in range(200))])
        assert contents(held(memory)) == ["a far lamp indeed"]

    def test_two_runs_with_one_clock_give_equal_results(self, make):
        """With ids, times and scores."""

        def run() -> list[Message]:
            memory = make(clock=frozen)
            for thread in ("ana", "bob"):
                memory.add(turns(4), thread_id=thread)
                memory.add(["a lamp", "a lamp", {"role": "assistant", "content": "lamp"}], thread_id=thread)
            return [one for thread in ("ana", "bob") for one in held(memory, thread_id=thread)]

        assert run() == run()


class TestAwaited:
    """The awaitable verbs are the same verbs."""

    async def run(self, memory: ChatMemory) -> tuple[list[str | None], list[str], list[str]]:
        await memory.aadd(["a lamp", "two lamps"], thread_id="ana")
        await memory.aadd("a lamp", thread_id="bob")
        found = await memory.aget(thread_id="ana", query="lamp", limit=10)
        threads = await memory.athreads()
        await memory.aclear(thread_id="ana")
        left = await memory.athreads()
        await memory.aclear()
        return contents(found), threads, left

    def check(self, result: Any) -> None:
        found, threads, left = result
        assert {"a lamp", "two lamps"} <= set(found)
        assert (threads, left) == (["ana", "bob"], ["bob"])

    def test_in_a_script(self, memory):
        self.check(asyncio.run(self.run(memory)))
        assert memory.threads() == []

    def test_in_a_loop_of_another_thread(self, memory):
        """A memory made here works under ``asyncio.run`` elsewhere."""
        results: list[Any] = []
        thread = threading.Thread(target=lambda: results.append(asyncio.run(self.run(memory))))
        thread.start()
        thread.join()
        self.check(results[0])

    def test_in_one_loop_after_another(self, memory):
        for _ in range(2):
            self.check(asyncio.run(self.run(memory)))

    def test_the_plain_verbs_work_inside_a_running_loop(self, memory):
        async def main() -> list[Message]:
            memory.add("a lamp")
            assert memory.threads() == [DEFAULT_THREAD]
            return held(memory)

        assert contents(asyncio.run(main())) == ["a lamp"]

    def test_errors_are_the_same(self, memory):
        async def main() -> None:
            with pytest.raises(MessageError):
                await memory.aadd(3)
            with pytest.raises(ScopeError):
                await memory.aget(thread_id="")
            with pytest.raises(ScopeError):
                await memory.aclear(thread_id="")

        asyncio.run(main())


class TestSettings:
    """Closing, describing and changing a memory."""

    def test_a_closed_memory_says_so(self, memory):
        memory.add(LAMP)
        memory.close()
        memory.close()
        for call in (lambda: memory.add(LAMP), lambda: held(memory), memory.clear, memory.threads):
            with pytest.raises(StoreClosedError, match="closed"):
                call()
        with pytest.raises(StoreClosedError):
            asyncio.run(memory.aget(query=QUERY))

    def test_a_with_block_closes(self, make):
        with make() as memory:
            memory.add(LAMP)
        with pytest.raises(StoreClosedError):
            memory.add(LAMP)

    def test_with_config_changes_a_setting_over_the_same_store(self, make):
        memory = make(name="first")
        memory.add(turns(4))
        other = memory.with_config(max_messages=2, name="second")
        assert (memory.name, other.name, memory.max_messages, other.max_messages) == ("first", "second", None, 2)
        assert type(other) is type(memory)
        assert (len(held(memory)), len(held(other))) == (4, 2)
        other.add("one more lamp")
        assert "one more lamp" in contents(held(memory))
        other.close()
        assert len(held(memory)) == 5

    def test_with_config_keeps_every_setting(self, memory):
        assert memory.with_config().describe() == memory.describe()

    def test_with_config_refuses_an_unknown_setting(self, memory):
        with pytest.raises(TypeError):
            memory.with_config(colour="red")

    def test_describe_is_plain_json(self, memory):
        told = memory.describe()
        assert json.loads(json.dumps(told)) == told
        assert (told["kind"], told["class"], told["name"]) == ("memory", type(memory).__name__, memory.name)

    @pytest.mark.parametrize(
        ("settings", "error"),
        [
            ({"max_messages": -1}, InputError),
            ({"max_messages": 1.5}, InputError),
            ({"return_system": "yes"}, InputError),
            ({"name": "\ud800"}, TextError),
        ],
    )
    def test_bad_settings_are_refused(self, make, settings, error):
        with pytest.raises(error):
            make(**settings)

    def test_native_is_what_it_stands_on(self, memory, kind):
        assert (memory.native() is memory) is (kind == "composite")

    def test_nothing_went_wrong(self, memory):
        memory.add(turns(3))
        held(memory)
        assert memory.problems() == ()

    def test_only_what_goes_by_relevance_says_so(self, memory, kind):
        assert memory.semantic is (kind in {*RECALLING, "composite"})


class KeyedMemory(ChatMemory):
    """A memory as somebody else writes it: with a key, and a ``_get`` that pays no heed to the limit."""

    def __init__(self, **config: Any) -> None:
        self.kept: dict[str, list[Message]] = {}
        self.options = config.pop("options", {})
        super().__init__(**config)

    def _add(self, messages: Sequence[Message], thread_id: str) -> None:
        self.kept.setdefault(thread_id, []).extend(messages)

    def _get(self, thread_id: str, query: str | None, limit: int | None) -> list[Message]:
        return list(self.kept.get(thread_id, []))

    def _clear(self, thread_id: str | None) -> None:
        self.kept.clear()

    def _threads(self) -> list[str]:
        return list(self.kept)

    def _settings(self) -> dict[str, Any]:
        return {**super()._settings(), "api_key": "hunter2", "options": self.options}


class TestOneOfYourOwn:
    """Four hooks make a memory."""

    def test_it_has_all_verbs(self):
        memory = KeyedMemory()
        memory.add(["a", "b"], thread_id="z")
        asyncio.run(memory.aadd("c", thread_id="a"))
        assert contents(asyncio.run(memory.aget(thread_id="z"))) == ["a", "b"]
        assert memory.threads() == ["a", "z"]

    def test_its_limit_is_made_sure_of(self):
        memory = KeyedMemory()
        memory.add(turns(5))
        assert contents(memory.get(limit=2)) == turns(5)[-2:]

    def test_describe_masks_secrets_however_deep(self):
        """What is named like a secret is masked; a budget of tokens is none."""
        options = {"Password": "hunter2", "deep": {"client_secret": "hunter2", "max_tokens": 8}, "credentials": None}
        told = KeyedMemory(options=options).describe()
        assert "hunter2" not in json.dumps(told)
        assert (told["api_key"], told["options"]["deep"]) == ("***", {"client_secret": "***", "max_tokens": 8})

    @pytest.mark.parametrize("kind", ["summary", "window"])
    def test_budgets_of_tokens_are_shown(self, kind, opened):
        told = opened(KINDS[kind]()).describe()
        name = {"summary": "max_summary_tokens", "window": "window_tokens"}[kind]
        assert told[name] != "***"

    def test_an_abstract_one_cannot_be_made(self):
        with pytest.raises(TypeError):
            ChatMemory()


def test_everything_raised_is_of_one_tree(memory):
    with pytest.raises(StrandlineError):
        memory.add(object())


def test_a_path_and_a_transcript_are_one_too_many():
    kept = BufferMemory().transcript
    with pytest.raises(ConfigurationError, match="give one"):
        WindowMemory(path=":memory:", transcript=kept)


def test_two_memories_may_share_one_transcript():
    """Closing one leaves it to the other."""
    first = BufferMemory()
    second = WindowMemory(2, transcript=first.transcript)
    first.add(turns(3))
    assert contents(second.get()) == turns(3)[-2:]
    second.close()
    assert contents(first.get()) == turns(3)


def test_max_stored_is_the_most_that_is_kept_a_thread():
    memory = BufferMemory(max_stored=3)
    for thread in ("ana", "bob"):
        for text in turns(5):
            memory.add(text, thread_id=thread)
    memory.add(turns(9), thread_id="eve")
    assert [contents(memory.get(thread_id=one)) for one in memory.threads()] == [
        turns(5)[-3:],
        turns(5)[-3:],
        turns(9)[-3:],
    ]


def test_times_of_the_caller_do_not_reorder_a_transcript():
    """A transcript is what was added after what; only recall goes by time."""
    memory = BufferMemory()
    memory.add([Message.user("late", at=START + timedelta(days=1)), Message.user("early", at=START)])
    assert contents(memory.get()) == ["late", "early"]


def test_a_message_that_was_read_can_be_added_again(memory):
    memory.add(Message.user(LAMP, metadata={"n": 1}))
    other = VectorMemory(embedder=HASH, score_threshold=None)
    other.add(held(memory))
    assert contents(held(other)) == [LAMP]


def test_the_ticking_clock_orders_calls():
    memory = vectors(clock=Ticking())
    for text in ("third lamp", "second lamp", "first lamp"):
        memory.add(text)
    assert contents(held(memory)) == ["third lamp", "second lamp", "first lamp"]
