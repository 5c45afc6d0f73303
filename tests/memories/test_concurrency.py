"""One memory used by many threads, and by many tasks of one event loop."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from strandline import Message
from strandline.memories import ChatMemory, CompositeMemory, SummaryMemory, WindowMemory

from .making import KINDS, ScriptedLLM, Ticking, contents, frozen, gathering, turns, vectors

WORKERS = 64
ROUNDS = {"step": 2}
"""Adds of each worker, where each costs a transaction; 5 for the others."""
TASKS = {"step": 200}
"""Tasks of the event loop, of which a fifth reads; 1,000 for the others."""


def run_all(workers: int, work: Callable[[int], None]) -> None:
    """Has the work done by so many threads that begin together."""
    begin = threading.Barrier(workers)

    def one(number: int) -> None:
        begin.wait(30)
        work(number)

    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(one, number) for number in range(workers)]:
            done.result(60)


def counted(memory: ChatMemory, thread_id: str) -> Counter[str | None]:
    return Counter(contents(memory.get(thread_id=thread_id, query="lamp")))


@pytest.mark.parametrize("kind", KINDS)
def test_what_64_threads_add_is_there_once(kind, opened):
    """Reading in between raises nothing, and each sees its own messages in the order it added them."""
    memory = opened(KINDS[kind]())
    rounds = ROUNDS.get(kind, 5)

    def work(number: int) -> None:
        for text in turns(rounds, thread=f"lamp{number}"):
            memory.add([text + " lamp", text + " lamp reply"], thread_id="shared")
            memory.get(thread_id="shared", query="lamp", limit=3)
            memory.threads()

    run_all(WORKERS, work)
    found = contents(memory.get(thread_id="shared", query="lamp"))
    wanted = [
        text + end
        for number in range(WORKERS)
        for text in turns(rounds, thread=f"lamp{number}")
        for end in (" lamp", " lamp reply")
    ]
    assert sorted(found) == sorted(wanted)
    assert memory.problems() == ()
    places = {text: place for place, text in enumerate(found)}
    for text in wanted[::2]:
        assert places[text + " reply"] > places[text]


@pytest.mark.parametrize("kind", KINDS)
def test_a_thread_each_gives_the_results_of_one_after_another(kind, opened):
    """With ids, times and scores: what others do at the same time leaves no trace."""
    workers = 8 if kind == "step" else WORKERS

    def work(memory: ChatMemory, number: int) -> None:
        for text in turns(3, thread="lamp"):
            memory.add([text, "a lamp"], thread_id=f"thread {number}")

    def held(memory: ChatMemory) -> list[list[Message]]:
        found = [memory.get(thread_id=f"thread {number}", query="lamp") for number in range(workers)]
        # The engine recalls across threads: which of equal texts comes back may differ, so its sessions are read.
        return [sorted(contents(one)) for one in found] if kind == "step" else found

    together, alone = opened(KINDS[kind](clock=frozen)), opened(KINDS[kind](clock=frozen))
    run_all(workers, lambda number: work(together, number))
    for number in range(workers):
        work(alone, number)
    assert together.threads() == alone.threads() == sorted(f"thread {number}" for number in range(workers))
    assert held(together) == held(alone)
    if kind == "step":
        for number in range(workers):
            page = together.native().messages(user_id="ana", session_id=f"thread {number}")
            assert [one.content for one in page] == [text for turn in turns(3) for text in (turn, "a lamp")]


@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_tasks_of_one_loop(kind, opened):
    """A fifth of them reads; every message is there once."""
    memory = opened(KINDS[kind]())
    tasks = TASKS.get(kind, 1000)

    async def one(number: int) -> None:
        if number % 5 == 4:
            await memory.aget(thread_id=f"thread {number % 7}", query="lamp", limit=2)
        else:
            await memory.aadd(f"the lamp of night{number}", thread_id=f"thread {number % 7}")

    async def main() -> list[str]:
        await asyncio.gather(*(one(number) for number in range(tasks)))
        return await memory.athreads()

    threads = asyncio.run(main())
    assert threads == [f"thread {number}" for number in range(7)]
    found: Counter[str | None] = Counter()
    for thread in threads[:1] if kind == "step" else threads:  # the engine recalls across threads
        found += counted(memory, thread)
    assert found == Counter(f"the lamp of night{number}" for number in range(tasks) if number % 5 != 4)
    assert memory.problems() == ()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "step"])
def test_clearing_while_others_add_keeps_threads_apart(kind, opened):
    memory = opened(KINDS[kind]())

    def work(number: int) -> None:
        for text in turns(5):
            memory.add(text, thread_id=f"thread {number}")
            if number % 2:
                memory.clear(thread_id=f"thread {number}")

    run_all(32, work)
    assert memory.threads() == sorted(f"thread {number}" for number in range(0, 32, 2))
    for number in range(0, 32, 2):
        assert contents(memory.get(thread_id=f"thread {number}", query="lamp")) == turns(5)


def test_a_window_that_moves_is_always_the_end_of_the_thread():
    """What a reader sees is consecutive, whatever is added meanwhile."""
    memory = WindowMemory(10)

    def work(number: int) -> None:
        for _ in range(20):
            if number == 0:
                for text in map(str, range(100)):
                    memory.add(text)
                memory.clear()
            else:
                seen = [int(text) for text in contents(memory.get())]
                assert len(seen) <= 10
                assert seen == list(range(seen[0], seen[0] + len(seen))) if seen else True

    run_all(8, work)


def test_readers_of_a_summary_see_each_message_once():
    """While others add, and while it is folded."""
    memory = SummaryMemory(ScriptedLLM(gathering), window=3, summarize_every=2, max_summary_tokens=100_000)

    def work(number: int) -> None:
        for text in map(str, range(40)):
            if number == 0:
                memory.add(text)
            found = contents(memory.get())
            rows = [row.removeprefix("user: ") for text in found for row in str(text).splitlines() if row[:1] != "S"]
            assert rows == [str(place) for place in range(len(rows))]

    run_all(8, work)
    assert memory.problems() == ()


def test_members_of_a_composite_have_one_order():
    """However many add at once, a window and an archive agree."""
    memory = CompositeMemory([vectors(clock=Ticking()), WindowMemory(10_000), WindowMemory(5_000)])
    run_all(32, lambda number: [memory.add(text) for text in turns(5, thread=f"lamp{number}")] and None)
    first, second = (contents(member.get()) for member in memory.memories[1:])
    assert first == second and len(first) == 160
