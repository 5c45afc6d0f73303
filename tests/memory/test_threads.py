"""One memory shared by threads, and caches that stay within their bounds without changing a result."""

from __future__ import annotations

import random
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from strandline import HashEmbedder, Hit, Memory
from strandline.embedders import Kind
from strandline.errors import StoreClosedError
from strandline.types import Vectors

from .conftest import START, Ticking

Open = Callable[..., Memory]
THREADS = 8
USERS = [f"user {n}" for n in range(30)]


def together(work: Callable[[int], Any], threads: int = THREADS) -> list[Any]:
    """Run work(0), work(1) … in threads that start at the same moment; give their results, or raise."""
    barrier = threading.Barrier(threads)

    def started(number: int) -> Any:
        barrier.wait(20)
        return work(number)

    with ThreadPoolExecutor(threads) as pool:
        return [done.result(60) for done in [pool.submit(started, number) for number in range(threads)]]


@pytest.fixture(params=["m.db", ":memory:"])
def shared(request: pytest.FixtureRequest, open_memory: Open) -> Memory:
    return open_memory(request.param, embedder=HashEmbedder(dimensions=32))


def rows_of(memory: Memory, user: str) -> list[Any]:
    return list(memory.messages(user_id=user, limit=10_000))


def test_threads_adding_to_one_session_lose_nothing_and_share_its_steps(shared: Memory) -> None:
    def work(number: int) -> list[tuple[str, int]]:
        given = []
        for n in range(15):
            new = shared.add([f"thread {number} says {n}", f"thread {number} adds {n}"], user_id="ana").messages
            assert new[1].step == new[0].step + 1, "one add is together"
            given += [(one.id, one.step) for one in new]
        return given

    given = [pair for pairs in together(work) for pair in pairs]
    rows = rows_of(shared, "ana")
    assert [row.step for row in rows] == list(range(1, THREADS * 30 + 1))
    assert {row.id: row.step for row in rows} == dict(given)
    assert len({row.content for row in rows}) == len(rows)
    assert shared.check().ok


def test_a_thread_finds_what_it_has_just_added_while_others_write(shared: Memory) -> None:
    def work(number: int) -> None:
        for n in range(10):
            new = shared.add(f"word{number}x{n} was said", user_id="ana").messages[0]
            hits = shared.search(f"word{number}x{n}", user_id="ana", k=1)
            assert [hit.id for hit in hits] == [new.id]
            recall = shared.recall_step(f"word{number}x{n}", user_id="ana", window=0, k=1)
            assert [result.id for result in recall.results] == [new.id]

    together(work)


def test_threads_reading_a_store_at_rest_get_equal_results(shared: Memory) -> None:
    shared.add([f"the lamp of night {n} is {n % 7}" for n in range(120)], user_id="ana", at=START)
    asked = [f"lamp of night {n}" for n in range(12)]
    alone = [shared.search(query, user_id="ana") for query in asked]

    def work(number: int) -> list[list[Hit]]:
        order = random.Random(number).sample(range(len(asked)), len(asked))
        found = {place: shared.search(asked[place], user_id="ana") for place in order}
        return [found[place] for place in range(len(asked))]

    assert together(work) == [alone] * THREADS


def test_the_results_after_a_race_are_those_of_a_store_written_in_turn(open_memory: Open, tmp_path: Path) -> None:
    racing = open_memory("racing.db", embedder=HashEmbedder(dimensions=32))

    def work(number: int) -> None:
        for n in range(12):
            racing.add(f"the lamp {number} of night {n}", user_id="ana", session_id=str(number))
            racing.search("lamp of night", user_id="ana")

    together(work)
    file = tmp_path / "racing.jsonl"
    racing.export(file, all_users=True)
    calm = open_memory("calm.db", embedder=HashEmbedder(dimensions=32))
    calm.import_(file)
    for query in ("lamp 3", "night 5", "the lamp of the night"):
        assert racing.search(query, user_id="ana", k=200) == calm.search(query, user_id="ana", k=200)
    assert racing.check().ok


def test_each_read_sees_one_state_while_messages_are_added_and_forgotten(shared: Memory) -> None:
    """Pairs are added and forgotten as a whole: no read ever sees one half."""
    done = threading.Event()

    def write() -> None:
        for n in range(25):
            shared.add([f"left lamp {n}", f"right lamp {n}"], user_id="ana", session_id=str(n % 3))
            if n % 5 == 4:
                shared.forget(user_id="ana", session_id=str(n % 3))

    def read() -> None:
        while not done.is_set():
            hits = shared.search("lamp", user_id="ana", k=1000, min_score=0.0)
            left = sorted(hit.text.removeprefix("left ") for hit in hits if hit.text.startswith("left"))
            right = sorted(hit.text.removeprefix("right ") for hit in hits if hit.text.startswith("right"))
            assert left == right

    def work(number: int) -> None:
        if number:
            return read()
        try:
            return write()
        finally:
            done.set()

    together(work, 4)
    assert shared.check().ok


class Interrupted(sqlite3.Connection):
    """Calls ``meanwhile`` once, when a reader has its snapshot and has not read its rows yet."""

    meanwhile: Callable[[], object] | None = None

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        cursor = super().execute(sql, *args)
        call = Interrupted.meanwhile
        if call is not None and "FROM user u" in sql:
            Interrupted.meanwhile = None
            with ThreadPoolExecutor(1) as pool:
                pool.submit(call).result(60)
        return cursor


@pytest.mark.parametrize("verb", ["search", "recall_step", "context"])
def test_a_read_answers_from_its_snapshot_when_others_write_and_read_meanwhile(
    open_memory: Open, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **given: connect(*args, factory=Interrupted, **given))
    memory = open_memory("m.db", embedder=HashEmbedder(dimensions=32))
    memory.add(["the lamp is lit", "the boat is in"], user_id="ana")

    def ask() -> Any:
        return getattr(memory, verb)("lamp", user_id="ana", **({"window": 0} if verb == "recall_step" else {}))

    def write() -> None:
        memory.add(["a lamp, another lamp", "lamps and lamps"], user_id="ana")
        assert len(memory.search("lamp", user_id="ana", k=50, min_score=0.0)) == 4

    before = ask()
    monkeypatch.setattr(Interrupted, "meanwhile", staticmethod(write))
    assert ask() == before
    assert Interrupted.meanwhile is None, "the write came in between"
    assert ask() != before


def test_users_written_by_many_threads_stay_apart(shared: Memory) -> None:
    def work(number: int) -> None:
        order = random.Random(number)
        for n in range(12):
            user = USERS[order.randrange(10)]
            shared.add(f"{user} in thread {number} turn {n}", user_id=user, session_id=f"s{number % 2}")
            assert all(hit.text.startswith(f"{user} ") for hit in shared.search("thread turn", user_id=user))

    together(work)
    whole = 0
    for user in shared.users(all_users=True):
        for session in shared.sessions(user_id=user):
            steps = [row.step for row in shared.messages(user_id=user, session_id=session.session_id)]
            assert steps == list(range(1, session.last_step + 1))
            whole += len(steps)
    assert whole == THREADS * 12


def test_threads_that_remember_the_same_text_store_it_once(shared: Memory) -> None:
    added = together(lambda _: shared.remember("likes lamps", user_id="ana"))
    assert len({one.facts[0].id for one in added}) == 1
    assert len(shared.facts(user_id="ana")) == 1
    assert sum(not one.warnings for one in added) == 1, "all but one were told that it was there"


def test_threads_that_add_the_same_id_store_it_once(shared: Memory) -> None:
    added = together(lambda _: shared.add({"role": "user", "content": "x", "id": "same"}, user_id="ana"))
    assert {one.messages for one in added} == {added[0].messages}
    assert len(rows_of(shared, "ana")) == 1


def test_closing_while_others_work_ends_them_with_a_named_error(open_memory: Open) -> None:
    memory = open_memory("m.db", embedder=HashEmbedder(dimensions=32))
    memory.add(["the lamp"] * 3, user_id="ana")

    def work(number: int) -> str:
        if number == 0:
            memory.close()
        try:
            for _ in range(1000):
                memory.search("lamp", user_id="ana")
                memory.add("one more", user_id="ana")
        except StoreClosedError:
            return "closed"
        return "went on"

    assert together(work, 4) == ["closed"] * 4
    assert open_memory("m.db", embedder=HashEmbedder(dimensions=32)).check().ok


def opened(path: Path, **options: Any) -> Memory:
    return Memory(path, embedder=HashEmbedder(dimensions=32), synchronous="NORMAL", clock=Ticking(), **options)


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with thirty users of different sizes; read only."""
    path = tmp_path_factory.mktemp("crowd") / "m.db"
    with opened(path) as memory:
        for number, user in enumerate(USERS):
            memory.add([f"{user} has lamp {n} of {number}" for n in range(2 + 3 * number)], user_id=user)
    return path


@pytest.mark.parametrize("limit", [0, 1, 20_000, 60_000, 10**9])
def test_caches_keep_their_bound_and_change_no_result(crowd: Path, limit: int) -> None:
    with opened(crowd) as roomy, opened(crowd, cache_bytes=limit) as bounded:
        order = random.Random(5)
        held = []
        for _ in range(60):
            user = USERS[min(order.randrange(30), order.randrange(30))]
            query = f"lamp {order.randrange(20)}"
            assert bounded.search(query, user_id=user) == roomy.search(query, user_id=user)
            held.append(bounded.stats().cache_bytes)
    assert max(held) <= limit
    assert (max(held) > 0) is (limit >= 20_000), "a bound with room for a user is made use of"


def test_caches_keep_their_bound_under_threads(crowd: Path) -> None:
    limit = 40_000
    with opened(crowd) as roomy, opened(crowd, cache_bytes=limit) as bounded:
        wanted = {user: roomy.search("lamp 3", user_id=user) for user in USERS}

        def work(number: int) -> int:
            order, most = random.Random(number), 0
            for _ in range(25):
                user = USERS[order.randrange(30)]
                assert bounded.search("lamp 3", user_id=user) == wanted[user]
                most = max(most, bounded.stats().cache_bytes)
            return most

        assert 0 < max(together(work)) <= limit


def test_a_cache_holds_what_was_read_and_lets_go_what_was_forgotten_or_closed(open_memory: Open) -> None:
    memory = open_memory("m.db", embedder=HashEmbedder(dimensions=32))
    memory.add([f"the lamp of night {n}" for n in range(50)], user_id="ana")
    memory.add("the lamp of bob", user_id="bob")
    assert memory.stats().cache_bytes == 0, "adding reads nothing"
    memory.search("lamp", user_id="bob")
    small = memory.stats().cache_bytes
    memory.search("lamp", user_id="ana")
    both = memory.stats().cache_bytes
    assert 0 < small < both - small, "the larger user takes more"
    memory.search("lamp", user_id="nobody")
    assert memory.stats().cache_bytes == both
    memory.forget(user_id="ana", everything=True)
    assert memory.stats().cache_bytes == 0
    assert [hit.text for hit in memory.search("lamp", user_id="bob")] == ["the lamp of bob"]


def test_a_second_memory_on_the_file_sees_each_write_at_once(open_memory: Open) -> None:
    one, other = (open_memory("m.db", embedder=HashEmbedder(dimensions=32)) for _ in range(2))
    for n in range(10):
        writer, reader = (one, other) if n % 2 else (other, one)
        id = writer.add(f"lamp number {n}", user_id="ana").messages[0].id
        assert id in {hit.id for hit in reader.search(f"lamp number {n}", user_id="ana", k=20)}
    one.forget(user_id="ana", phrase="number 3")
    assert all("number 3" not in hit.text for hit in other.search("lamp number 3", user_id="ana", k=20))


class Watched(HashEmbedder):
    """Runs something while it embeds a question."""

    meanwhile: Callable[[], None] = staticmethod(lambda: None)

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        if kind == "query":
            self.meanwhile()
        return super().embed(texts, kind=kind)


@pytest.mark.parametrize("name", [":memory:", "memory.db"])
@pytest.mark.parametrize("verb", ["search", "context", "recall_step"])
def test_a_question_is_embedded_while_others_read_and_write(
    open_memory: Callable[..., Memory], name: str, verb: str
) -> None:
    embedder = Watched(64)
    memory = open_memory(name, embedder=embedder)
    memory.add("Boats leave at nine.", user_id="ana", session_id="s1")
    done: list[bool] = []

    def meanwhile() -> None:
        late = ("Boats are late.",)
        scope = {"user_id": "ana", "session_id": "s2"}
        other = threading.Thread(target=memory.add, args=late, kwargs=scope, daemon=True)
        other.start()
        other.join(10)
        done.append(not other.is_alive())

    embedder.meanwhile = meanwhile
    getattr(memory, verb)("boats", user_id="ana", session_id="s9")
    assert done == [True]
