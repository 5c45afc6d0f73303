"""Windows over a conversation, by messages and by tokens; a tool call and its results are never parted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline import Message, Role
from strandline.context import call_text
from strandline.errors import InputError
from strandline.memories import BufferMemory, SummaryMemory, WindowMemory

from .making import contents, turns


def call(*ids: str, content: str | None = None) -> Message:
    """A message that calls a tool once for each id."""
    calls = [{"id": id, "type": "function", "function": {"name": "look", "arguments": "{}"}} for id in ids]
    return Message.assistant(content, tool_calls=calls)


def result(id: str | None, content: str = "found") -> Message:
    return Message.tool(content, tool_call_id=id)


def words(text: str) -> int:
    """Tokens that can be counted by eye."""
    return len(text.split())


IDS = st.sampled_from(["a", "b", "c"])
PIECES = st.one_of(
    st.sampled_from([Message.user("one two"), Message.assistant("three"), Message.system("be brief"), "four five six"]),
    st.lists(IDS, min_size=1, max_size=3).map(lambda ids: call(*ids)),
    IDS.map(result),
    st.just(result(None)),
    st.just(result("unknown")),
    st.just(Message.assistant(None, tool_calls=[{"name": "nameless"}])),
)
CONVERSATIONS = st.lists(PIECES, max_size=30)


def caller_of(messages: Sequence[Message], place: int) -> int | None:
    """The place of the last message before a result that made its call; None where none did."""
    if messages[place].tool_call_id is None:
        return None
    for before in range(place - 1, -1, -1):
        calls = messages[before].tool_calls or ()
        if messages[before].role is not Role.TOOL and messages[place].tool_call_id in [one.get("id") for one in calls]:
            return before
    return None


def parted(whole: Sequence[Message], shown: Sequence[Message]) -> list[Message]:
    """Results that are shown without the call they answer."""
    start = len(whole) - len(shown)
    return [
        one
        for place, one in enumerate(whole)
        if place >= start and one.role is Role.TOOL and (made := caller_of(whole, place)) is not None and made < start
    ]


def after_another(whole: Sequence[Message], shown: Sequence[Message]) -> bool:
    """Whether the first shown is no result that follows, without a call of its own, what is not shown."""
    return len(shown) == len(whole) or not shown or shown[0].role is not Role.TOOL


class TestByMessages:
    """The last ``window`` of them."""

    @pytest.mark.parametrize("window", [1, 2, 3, 7, 100])
    def test_the_last_come_back_oldest_first(self, window):
        memory = WindowMemory(window)
        memory.add(turns(7))
        assert contents(memory.get()) == turns(7)[-window:]

    def test_a_result_brings_its_call_in(self):
        """The window is wider by what the result cannot do without."""
        memory = WindowMemory(2)
        memory.add(["old", "look it up", call("a"), result("a"), "thanks"])
        assert [one.role.value for one in memory.get()] == ["assistant", "tool", "user"]

    def test_parallel_calls_stay_with_all_their_results(self):
        memory = WindowMemory(2)
        memory.add(["old", call("a", "b", "c"), result("b"), result("a"), result("c")])
        assert [one.tool_call_id for one in memory.get()] == [None, "b", "a", "c"]

    def test_a_late_result_brings_in_all_since_its_call(self):
        memory = WindowMemory(2)
        memory.add(["old", call("a"), "are you there?", "hello?", result("a"), "ah"])
        assert contents(memory.get()) == [None, "are you there?", "hello?", "found", "ah"]

    def test_a_reused_id_belongs_to_its_last_call(self):
        memory = WindowMemory(2)
        memory.add([call("a", content="first"), result("a"), call("a", content="second"), result("a"), "so"])
        assert contents(memory.get()) == ["second", "found", "so"]

    def test_a_result_without_an_id_belongs_to_what_was_said_before_it(self):
        memory = WindowMemory(1)
        memory.add(["old", call("a"), result(None)])
        assert len(memory.get()) == 2

    def test_a_call_far_back_is_found(self):
        """However much was said between a call and its result."""
        memory = WindowMemory(2)
        memory.add([call("slow", content="call"), *turns(500), "still waiting", result("slow")])
        shown = memory.get()
        assert (shown[0].content, len(shown)) == ("call", 503)
        assert contents(memory.get(limit=2)) == []

    def test_a_call_that_has_no_result_yet_is_shown(self):
        memory = WindowMemory(2)
        memory.add(["look it up", call("a")])
        assert len(memory.get()) == 2

    @settings(max_examples=300)
    @given(said=CONVERSATIONS, window=st.integers(1, 12), system=st.booleans())
    def test_a_call_and_its_results_are_never_parted(self, said, window, system):
        """For any interleaving; the window is as wide as asked, or wider by an exchange."""
        memory = WindowMemory(window, return_system=system)
        memory.add(said)
        whole = BufferMemory(transcript=memory.transcript, return_system=system).get()
        shown = memory.get()
        assert shown == whole[len(whole) - len(shown) :]
        assert len(shown) >= min(window, len(whole))
        assert parted(whole, shown) == []
        assert after_another(whole, shown)

    @settings(max_examples=300)
    @given(said=CONVERSATIONS, window=st.integers(1, 12), limit=st.integers(0, 12))
    def test_a_limit_is_never_exceeded_for_it(self, said, window, limit):
        memory = WindowMemory(window)
        memory.add(said)
        whole = BufferMemory(transcript=memory.transcript).get()
        for shown in (memory.get(limit=limit), memory.with_config(max_messages=limit).get()):
            assert len(shown) <= limit
            assert shown == whole[len(whole) - len(shown) :]
            assert parted(whole, shown) == []
            assert after_another(whole, shown)

    @settings(max_examples=100)
    @given(said=CONVERSATIONS, parts=st.lists(st.integers(1, 4), max_size=12), stored=st.integers(1, 12))
    def test_what_was_dropped_from_the_store_leaves_no_result_in_front(self, said, parts, stored):
        """A model refuses a conversation that begins with the result of a call it cannot see."""
        memory = BufferMemory(max_stored=stored)
        memory.add(said)
        shown = memory.get()
        assert len(shown) <= stored
        assert len(said) <= stored or not shown or shown[0].role is not Role.TOOL

    def test_a_limit_does_not_widen_the_window(self):
        """It is the most that comes back, and so is ``max_messages``."""
        memory = WindowMemory(2, max_messages=5)
        memory.add(turns(7))
        assert contents(memory.get()) == contents(memory.get(limit=6)) == turns(7)[-2:]

    @pytest.mark.parametrize("count", [63, 64, 65, 255, 256, 257, 1000])
    def test_long_threads_end_the_same(self, count):
        """Whatever is read at a time."""
        for memory in (WindowMemory(100), WindowMemory(64), WindowMemory(5), BufferMemory(), BufferMemory()):
            memory.add(turns(count))
            window = getattr(memory, "window", count)
            assert contents(memory.get()) == turns(count)[-window:]
            assert contents(memory.get(limit=3)) == turns(count)[-3:]

    def test_system_messages_that_are_not_shown_take_no_room(self):
        said: list[Any] = []
        for text in turns(40):
            said += [text, Message.system("be brief"), Message.system("be kind"), Message.system("be quick")]
        memory = WindowMemory(30)
        memory.add(said)
        assert contents(memory.get()) == turns(40)[-30:]
        shown = memory.with_config(return_system=True).get()
        assert [one.role.value for one in shown[-4:]] == ["user", "system", "system", "system"]
        assert len(shown) == 30

    @pytest.mark.parametrize("window", [0, -1, 1.5, "3", None, True])
    def test_a_window_is_a_count(self, window):
        with pytest.raises(InputError, match="window"):
            WindowMemory(window)


class TestByTokens:
    """As many as fit."""

    def test_as_many_as_fit_come_back(self):
        memory = WindowMemory(window_tokens=5, count_tokens=words)
        memory.add(["one two three", "four five", "six seven", "eight"])
        assert contents(memory.get()) == ["four five", "six seven", "eight"]

    def test_the_tokens_win_over_the_window(self):
        memory = WindowMemory(1, window_tokens=4, count_tokens=words)
        memory.add(["one", "two", "three"])
        assert len(memory.get()) == 3

    def test_the_words_of_a_call_count(self):
        memory = WindowMemory(window_tokens=3, count_tokens=lambda text: 1 + text.count("look"))
        memory.add(["old", call("a"), result("a")])
        assert [one.role.value for one in memory.get()] == ["assistant", "tool"]

    def test_a_result_whose_call_does_not_fit_is_left_out(self):
        memory = WindowMemory(window_tokens=4, count_tokens=words)
        memory.add(["old", call("a", content="a long word before the call"), result("a"), "so then"])
        assert contents(memory.get()) == ["so then"]

    def test_a_message_larger_than_the_budget_is_not_shown(self):
        memory = WindowMemory(window_tokens=2, count_tokens=words)
        memory.add(["one", "two three four"])
        assert memory.get() == []

    @settings(max_examples=300)
    @given(said=CONVERSATIONS, budget=st.integers(1, 30), limit=st.none() | st.integers(0, 12))
    def test_the_budget_is_kept_and_nothing_parted(self, said, budget, limit):
        memory = WindowMemory(window_tokens=budget, count_tokens=words)
        memory.add(said)
        whole = BufferMemory(transcript=memory.transcript).get()
        shown = memory.get(limit=limit)
        cost = [words(_said(one)) for one in whole]
        assert shown == whole[len(whole) - len(shown) :]
        assert sum(cost[len(whole) - len(shown) :]) <= budget
        assert parted(whole, shown) == []
        assert after_another(whole, shown)
        newest_fits = bool(whole) and whole[-1].role is not Role.TOOL and cost[-1] <= budget
        assert not newest_fits or limit == 0 or shown[-1:] == whole[-1:]

    @settings(max_examples=100)
    @given(sizes=st.lists(st.integers(1, 6), max_size=20), budget=st.integers(1, 30))
    def test_it_is_the_longest_end_that_fits(self, sizes, budget):
        memory = WindowMemory(window_tokens=budget, count_tokens=words)
        memory.add(["word " * size for size in sizes])
        shown = len(memory.get())
        assert sum(sizes[len(sizes) - shown :]) <= budget
        assert shown == len(sizes) or sum(sizes[len(sizes) - shown - 1 :]) > budget

    @pytest.mark.parametrize("budget", [0, -1, 1.5, "3"])
    def test_a_budget_is_a_count(self, budget):
        with pytest.raises(InputError, match="window_tokens"):
            WindowMemory(window_tokens=budget)


@settings(max_examples=100)
@given(said=CONVERSATIONS, window=st.integers(1, 8), every=st.integers(1, 5))
def test_a_summary_does_not_part_them_either(said, window, every):
    memory = SummaryMemory(window=window, summarize_every=every)
    memory.add(said)
    whole = BufferMemory(transcript=memory.transcript).get()
    shown = [one for one in memory.get() if one.role is not Role.SYSTEM]
    assert shown == whole[len(whole) - len(shown) :]
    assert parted(whole, shown) == []


def _said(message: Message) -> str:
    """What a message costs: what it says and what it calls."""
    return f"{message.content or ''} {call_text(message.tool_calls or ())}"
