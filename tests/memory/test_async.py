"""The awaitable face: the same verbs with equal results, and a loop that is never blocked."""

from __future__ import annotations

import asyncio
import inspect
import io
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from strandline import AsyncMemory, HashEmbedder, Memory
from strandline.errors import NotFoundError, ScopeError, StoreClosedError
from strandline.stores.ids import note_id

from .conftest import Ticking
from .scripted import read

ANA = {"user_id": "ana"}
TURNS = [f"the lamp of night {n}" for n in range(12)]
SAID = [
    *TURNS,
    "is lives_in Oslo\nLea: is age 7\nLena: is likes tea",
    {"role": "assistant", "content": "noted", "id": "known"},
]
NOTE = note_id("ana", None, "owns a lamp")


def options() -> dict[str, Any]:
    return {
        "embedder": HashEmbedder(dimensions=32),
        "clock": Ticking(),
        "synchronous": "NORMAL",
        "new_salt": lambda: "salt",
    }


def exported(memory: Memory) -> str:
    file = io.StringIO()
    memory.export(file, all_users=True)
    return file.getvalue()


def sample() -> str:
    """An export of somebody else."""
    with Memory(":memory:", **options()) as memory:
        memory.add(["hello", "there"], user_id="bob")
        return exported(memory)


def first_change() -> str:
    """The id of the first change after SAID: equal input has equal ids."""
    with patch("strandline.memory.claims.read", read), Memory(":memory:", **options()) as memory:
        memory.add(SAID, session_id="s", **ANA)
        return memory.changes(**ANA)[0].id


@pytest.fixture(autouse=True)
def scripted_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strandline.memory.claims.read", read)


SAMPLE = sample()
CHANGE = first_change()
Call = Callable[[Any, Path], Any]
CALLS: dict[str, Call] = {
    "add": lambda memory, _: memory.add(["one more", "and another"], session_id="s", **ANA),
    "remember": lambda memory, _: memory.remember("likes lamps", **ANA),
    "search": lambda memory, _: memory.search("lamp of night 3", k=5, **ANA),
    "context": lambda memory, _: memory.context("lamp", max_tokens=100, **ANA),
    "recall_step": lambda memory, _: memory.recall_step("lamp", session_id="s", window=4, **ANA),
    "stepped_context_block": lambda memory, _: memory.stepped_context_block("lamp", session_id="s", window=4, **ANA),
    "get": lambda memory, _: memory.get("known", **ANA),
    "messages": lambda memory, _: memory.messages(limit=5, **ANA),
    "facts": lambda memory, _: memory.facts(include_ended=True, **ANA),
    "ask": lambda memory, _: memory.ask("I", "lives_in", **ANA),
    "history": lambda memory, _: memory.history("known", **ANA),
    "changes": lambda memory, _: memory.changes(**ANA),
    "edit": lambda memory, _: memory.edit(NOTE, "owns two lamps", **ANA),
    "undo": lambda memory, _: memory.undo(CHANGE, **ANA),
    "merge": lambda memory, _: memory.merge("Lea", "Lena", **ANA),
    "reextract": lambda memory, _: memory.reextract(),
    "sessions": lambda memory, _: memory.sessions(**ANA),
    "users": lambda memory, _: memory.users(all_users=True),
    "forget": lambda memory, _: memory.forget(phrase="night 3", **ANA),
    "export": lambda memory, path: memory.export(path / f"{type(memory).__name__}.jsonl", **ANA),
    "import_": lambda memory, _: memory.import_(io.StringIO(SAMPLE)),
    "stats": lambda memory, _: memory.stats(**ANA),
    "check": lambda memory, _: memory.check(),
    "reembed": lambda memory, _: memory.reembed(),
}


def public_verbs(face: type) -> set[str]:
    return {name for name in dir(face) if callable(getattr(face, name)) and not name.startswith("_")}


def test_both_faces_have_the_same_verbs_with_the_same_parameters_and_words() -> None:
    assert public_verbs(AsyncMemory) == public_verbs(Memory)
    for name in public_verbs(Memory):
        verb, awaited = getattr(Memory, name), getattr(AsyncMemory, name)
        assert inspect.signature(awaited) == inspect.signature(verb)
        assert awaited.__doc__ == verb.__doc__ and inspect.iscoroutinefunction(awaited)
    assert public_verbs(Memory) - CALLS.keys() == {"close", "verify_forgotten"}, "each has a call below"


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_a_verb_awaited_gives_what_it_gives_called(tmp_path: Path, call: Call) -> None:
    with Memory(tmp_path / "sync.db", **options()) as memory:
        memory.add(SAID, session_id="s", **ANA)
        memory.remember("owns a lamp", **ANA)
        memory.search("lamp", **ANA)
        wanted, left = call(memory, tmp_path), exported(memory)

    async def run() -> tuple[Any, str]:
        async with AsyncMemory(tmp_path / "async.db", **options()) as memory:
            await memory.add(SAID, session_id="s", **ANA)
            await memory.remember("owns a lamp", **ANA)
            await memory.search("lamp", **ANA)
            got = await call(memory, tmp_path)
            file = io.StringIO()
            await memory.export(file, all_users=True)
            return got, file.getvalue()

    got, left_behind = asyncio.run(run())
    assert got == wanted
    assert left_behind == left


def test_forgetting_is_verified_on_both_faces(tmp_path: Path) -> None:
    async def run() -> bool:
        async with AsyncMemory(tmp_path / "m.db", **options()) as memory:
            await memory.add(TURNS, **ANA)
            return await memory.verify_forgotten(await memory.forget(phrase="night 3", **ANA))

    assert asyncio.run(run())


def test_errors_come_through_as_they_are(tmp_path: Path) -> None:
    async def run() -> None:
        async with AsyncMemory(tmp_path / "m.db", **options()) as memory:
            with pytest.raises(ScopeError):
                await memory.search("lamp")
            with pytest.raises(NotFoundError):
                await memory.get("nothing", **ANA)
            with pytest.raises(TypeError):
                await memory.add("x", nonsense=1, **ANA)

    asyncio.run(run())


class Watched:
    """Notes the thread of each call: of an embedder, a token counter, and all of SQLite."""

    def __init__(self) -> None:
        self.threads: dict[str, set[int]] = {}
        self._inner = HashEmbedder(dimensions=32)
        self.identity = self._inner.identity

    def note(self, what: str) -> None:
        self.threads.setdefault(what, set()).add(threading.get_ident())

    def embed(self, texts: Sequence[str], *, kind: str = "document") -> Any:
        self.note("embed")
        return self._inner.embed(texts)

    def count(self, text: str) -> int:
        self.note("count")
        return len(text)

    def connection(self, base: type[sqlite3.Connection]) -> type[sqlite3.Connection]:
        watched = self

        class Connection(base):  # type: ignore[valid-type, misc]
            def __init__(self, *args: Any, **kwargs: Any) -> None:
                watched.note("connect")
                super().__init__(*args, **kwargs)

            def execute(self, *args: Any) -> Any:
                watched.note("execute")
                return super().execute(*args)

            def executemany(self, *args: Any) -> Any:
                watched.note("executemany")
                return super().executemany(*args)

            def close(self) -> None:
                watched.note("close")
                super().close()

        return Connection


@pytest.mark.parametrize("entered", [True, False], ids=["async with", "first verb opens"])
@pytest.mark.parametrize("name", ["m.db", ":memory:"])
def test_nothing_that_may_block_runs_on_the_thread_of_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entered: bool, name: str
) -> None:
    watched = Watched()
    connect, connection = sqlite3.connect, watched.connection(sqlite3.Connection)
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **given: connect(*args, factory=connection, **given))

    async def run() -> int:
        path = name if name == ":memory:" else tmp_path / name
        memory = AsyncMemory(path, **{**options(), "embedder": watched, "count_tokens": watched.count})
        assert watched.threads == {}, "making one opens nothing"
        if entered:
            await memory.__aenter__()
        await memory.add(SAID, session_id="s", **ANA)
        await memory.remember("owns a lamp", **ANA)
        for call in CALLS.values():
            await call(memory, tmp_path)
        await memory.recall_step("lamp", session_id="s", window_tokens=50, **ANA)
        await memory.close()
        return threading.get_ident()

    loop_thread = asyncio.run(run())
    assert watched.threads.keys() == {"connect", "execute", "executemany", "embed", "count", "close"}
    assert all(loop_thread not in threads for threads in watched.threads.values())


def test_one_memory_serves_two_loops_one_after_the_other(tmp_path: Path) -> None:
    memory = AsyncMemory(tmp_path / "m.db", **options())
    for n in range(2):
        added = asyncio.run(memory.add(f"the lamp of loop {n}", **ANA))
        assert added.messages[0].step == n + 1
    assert len(asyncio.run(memory.search("lamp", **ANA))) == 2
    asyncio.run(memory.close())


def test_after_close_calls_are_refused_and_closing_again_is_fine(tmp_path: Path) -> None:
    async def run() -> None:
        memory = AsyncMemory(tmp_path / "m.db", **options())
        async with memory:
            await memory.add("the lamp", **ANA)
        await memory.close()
        with pytest.raises(StoreClosedError):
            await memory.search("lamp", **ANA)

    asyncio.run(run())


def test_closing_one_that_was_never_opened_makes_no_file(tmp_path: Path) -> None:
    async def run() -> None:
        memory = AsyncMemory(tmp_path / "m.db", **options())
        await memory.close()
        with pytest.raises(StoreClosedError):
            await memory.add("the lamp", **ANA)

    asyncio.run(run())
    assert list(tmp_path.iterdir()) == []


class Gate:
    """An embedder that waits to be let go, so that a call can be cancelled in its middle."""

    def __init__(self) -> None:
        self._inner = HashEmbedder(dimensions=32)
        self.identity = self._inner.identity
        self.reached, self.go = threading.Event(), threading.Event()

    def embed(self, texts: Sequence[str], *, kind: str = "document") -> Any:
        self.reached.set()
        assert self.go.wait(20)
        return self._inner.embed(texts)


def test_a_cancelled_add_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    gate = Gate()

    async def run() -> None:
        memory = AsyncMemory(tmp_path / "m.db", **{**options(), "embedder": gate})
        task = asyncio.create_task(memory.add(TURNS, **ANA))
        await asyncio.to_thread(gate.reached.wait, 20)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        gate.go.set()
        assert (await memory.add("afterwards", **ANA)).messages
        await memory.close()

    asyncio.run(run())
    with Memory(tmp_path / "m.db", **options()) as memory:
        rows = list(memory.messages(**ANA))
        assert len(rows) in (1, len(TURNS) + 1)
        assert [row.step for row in rows] == list(range(1, len(rows) + 1))
        assert memory.check().ok


def test_a_storm_of_cancelled_calls_leaves_a_whole_store(tmp_path: Path) -> None:
    async def run() -> list[Any]:
        async with AsyncMemory(tmp_path / "m.db", **options()) as memory:
            tasks = [asyncio.create_task(memory.add([f"{n} first half", f"{n} second half"], **ANA)) for n in range(60)]
            tasks += [asyncio.create_task(memory.search("half", **ANA)) for _ in range(20)]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks[::2]:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
            return outcomes[:60]

    outcomes = asyncio.run(run())
    with Memory(tmp_path / "m.db", **options()) as memory:
        rows = list(memory.messages(limit=1000, **ANA))
        assert memory.check().ok
    texts = {str(row.content) for row in rows}
    assert any(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes)
    assert len(texts) == len(rows) and [row.step for row in rows] == list(range(1, len(rows) + 1))
    for n, outcome in enumerate(outcomes):
        halves = {f"{n} first half", f"{n} second half"} & texts
        assert len(halves) == 2 or (not halves and isinstance(outcome, asyncio.CancelledError))


def test_two_hundred_tasks_at_once_are_all_served(tmp_path: Path) -> None:
    async def run() -> None:
        async with AsyncMemory(tmp_path / "m.db", **options()) as memory:

            async def one(n: int) -> tuple[str, int]:
                added = await memory.add(f"the lamp number {n} of its kind", session_id="s", **ANA)
                hits = await memory.search(f"lamp number {n}", k=200, **ANA)
                assert added.messages[0].id in {hit.id for hit in hits}, "each sees its own write"
                return added.messages[0].id, added.messages[0].step

            given = await asyncio.gather(*(one(n) for n in range(200)))
            rows = await memory.messages(limit=1000, **ANA)
            assert sorted(step for _, step in given) == [row.step for row in rows] == list(range(1, 201))
            assert {row.id: row.step for row in rows} == dict(given)
            assert {row.content for row in rows} == {f"the lamp number {n} of its kind" for n in range(200)}

    asyncio.run(run())


def test_the_loop_goes_on_while_a_call_waits(tmp_path: Path) -> None:
    gate = Gate()

    async def run() -> int:
        memory = AsyncMemory(tmp_path / "m.db", **{**options(), "embedder": gate})
        call: Awaitable[Any] = asyncio.ensure_future(memory.add("the lamp", **ANA))
        turns = 0
        while not gate.reached.is_set():
            await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
            turns += 1
        gate.go.set()
        await call
        await memory.close()
        return turns

    assert asyncio.run(run()) == 100
