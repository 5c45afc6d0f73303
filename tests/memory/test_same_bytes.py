"""The same question gives the same bytes, whatever happened around it; what was just written is found."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline import Memory, Message

from .asking import as_bytes
from .conftest import START
from .conversation import BEGAN, PLANTED

Open = Callable[..., Memory]
QUESTIONS = (*[question for _, question, _ in PLANTED[::4]], "boats", "")


def fill(memory: Memory) -> None:
    """Sixty turns in three sessions, with names, metadata and equal texts among them, and some facts."""
    for n in range(60):
        step, question, words = PLANTED[n % len(PLANTED)]
        memory.add(
            Message.user(
                f"{question} She said something of {words}, turn {n // 2}.", name=("Ana", "Tom", None)[n % 3],
                metadata={"n": n, "step was": step}, at=BEGAN + timedelta(minutes=n),
            ),
            user_id="ana", session_id=f"s{n % 3}",
        )  # fmt: skip
        if n % 9 == 0:
            memory.remember(f"note {n} of {words}", user_id="ana", at=BEGAN)


def answers(memory: Memory) -> list[bytes]:
    """Every question through every verb of recall."""
    scope: dict[str, Any] = {"user_id": "ana", "session_id": "s1", "min_score": 0.0}
    found = []
    for question in QUESTIONS:
        found.append(as_bytes(memory.search(question, k=50, **scope)))
        found.append(as_bytes(memory.recall_step(question, window=5, **scope)))
        found.append(as_bytes(memory.context(question, window=5, max_tokens=500, **scope)))
    return found


@pytest.fixture
def filled(memory: Memory) -> Memory:
    fill(memory)
    return memory


def test_equal_calls_give_equal_bytes(filled: Memory) -> None:
    assert answers(filled) == answers(filled)


@pytest.mark.parametrize("cache_bytes", [0, 1, 1 << 30])
def test_a_cold_and_a_warm_cache_give_equal_bytes(filled: Memory, open_memory: Open, cache_bytes: int) -> None:
    """An index that grew with each write, one built at once, and none at all."""
    warm = answers(filled)
    assert answers(open_memory(cache_bytes=cache_bytes)) == warm


def test_a_reopened_file_gives_equal_bytes(filled: Memory, open_memory: Open) -> None:
    before = answers(filled)
    filled.close()
    assert answers(open_memory()) == before


def test_an_index_that_grew_while_it_was_read_gives_equal_bytes(open_memory: Open) -> None:
    """Searching between writes appends to the index; the answers must not tell."""
    read, unread = open_memory("read.db"), open_memory("unread.db")
    for memory in (read, unread):
        for n in range(30):
            memory.add(f"Boats of pier {n % 7} leave at {n}.", user_id="ana", at=START, session_id="s1")
            if memory is read:
                memory.search("boats", user_id="ana")
    assert answers(read) == answers(unread)


def test_one_add_and_many_adds_give_equal_bytes(open_memory: Open) -> None:
    one, many = open_memory("one.db", clock=lambda: START), open_memory("many.db", clock=lambda: START)
    texts = [f"Boats of pier {n % 7} leave at {n}." for n in range(30)]
    one.add(texts, user_id="ana", session_id="s1")
    for text in texts:
        many.add(text, user_id="ana", session_id="s1")
    assert answers(one) == answers(many)


def test_writes_of_an_unrelated_user_leave_equal_bytes(filled: Memory) -> None:
    before = answers(filled)
    fill_other = [f"{question} {words}" for _, question, words in PLANTED]
    filled.add(fill_other * 5, user_id="bob", session_id="s1")
    assert answers(filled) == before


PROGRAM = """
import hashlib, sys
from strandline import Memory
from tests.memory.test_same_bytes import answers
with Memory(sys.argv[1]) as memory:
    print(hashlib.sha256(b"".join(answers(memory))).hexdigest())
"""


def test_another_process_with_another_hash_seed_gives_equal_bytes(filled: Memory, tmp_path: Path) -> None:
    answers(filled)
    root = Path(__file__).parents[2]
    seen = set()
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        command = [sys.executable, "-c", PROGRAM, str(tmp_path / "memory.db")]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        seen.add(done.stdout.strip())
    assert seen == {hashlib.sha256(b"".join(answers(filled))).hexdigest()}


def test_threads_that_ask_at_once_get_equal_bytes(filled: Memory, open_memory: Open) -> None:
    before = answers(filled)
    cold = open_memory(cache_bytes=0)
    with ThreadPoolExecutor(4) as pool:
        for memory in (filled, cold):
            assert all(found == before for found in pool.map(answers, [memory] * 4))


# --- a read as of an earlier time is the read of then


def test_what_was_known_then_is_answered_as_it_was_then(memory: Memory) -> None:
    """Ids, scores and reasons: what was learned later does not even count in the statistics."""
    texts = ["The ferry leaves from pier two.", "Tom is afraid of the ferry.", "My dog is called Biscuit."]
    for n, text in enumerate(texts):
        memory.add(text, user_id="ana", session_id=f"s{n % 2}", at=START - timedelta(days=30 - n))
    known = memory.messages(user_id="ana")[2].recorded_at
    questions = ("where does the ferry leave?", "Tom", "ferry pier", "what is the dog called?")
    then = [as_bytes(memory.search(question, user_id="ana", min_score=0.0)) for question in questions]
    memory.add(
        [Message.user(f"The ferry of pier {n} is late, Tom says.", name="Tom") for n in range(40)],
        user_id="ana", session_id="s1", at=START - timedelta(days=29),
    )  # fmt: skip
    memory.add(texts[0], user_id="ana", session_id="s3", at=START)
    memory.remember("is afraid of dogs and ferries", user_id="ana", at=START - timedelta(days=40))
    now = [as_bytes(memory.search(question, user_id="ana", min_score=0.0)) for question in questions]
    assert now != then
    back = [as_bytes(memory.search(question, user_id="ana", min_score=0.0, known_at=known)) for question in questions]
    assert back == then


# --- read your writes


def test_a_search_right_after_a_write_sees_it(memory: Memory) -> None:
    """X7, A16: no flush, no consolidation, no second call."""
    for n in range(20):
        memory.add(f"I keep the {n}th key in box number {n * 7}.", user_id="ana")
        memory.remember(f"owns {n} keys and a red lamp", user_id="ana")
        assert memory.search(f"box number {n * 7}", user_id="ana", k=1)[0].step == n + 1
        assert memory.search(f"owns {n} keys", user_id="ana", k=1, kinds="fact")[0].text.startswith(f"owns {n} keys")


def test_a_write_is_seen_by_another_memory_on_the_same_file(memory: Memory, open_memory: Open) -> None:
    other = open_memory()
    assert other.search("key", user_id="ana") == []
    for n, (writer, reader) in enumerate([(memory, other), (other, memory)] * 3):
        text = f"The {n}th key is under pot {n}."
        writer.add(text, user_id="ana")
        assert reader.search(f"{n}th key", user_id="ana", k=1)[0].text == text
        assert len(reader.messages(user_id="ana")) == n + 1


def test_what_is_forgotten_by_one_memory_is_not_found_by_another(memory: Memory, open_memory: Open) -> None:
    other = open_memory()
    memory.add(["The key is under the pot.", "Boats leave at nine."], user_id="ana")
    assert other.search("key", user_id="ana")
    memory.forget(user_id="ana", phrase="key")
    assert other.search("key", user_id="ana") == []
    assert [hit.text for hit in other.search("boats", user_id="ana")] == ["Boats leave at nine."]


# --- the cost of one recall


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every SQL statement that any connection runs from now on."""
    seen: list[str] = []
    connect = sqlite3.connect

    def traced(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        connection = connect(*args, **kwargs)
        connection.set_trace_callback(seen.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", traced)
    return seen


RECALLS: dict[str, Callable[[Memory, int], Any]] = {
    "search": lambda memory, k: memory.search("boats", user_id="ana", k=k, min_score=0.0),
    "filtered": lambda memory, k: memory.search("boats", user_id="ana", k=k, min_score=0.0, filters={"n": {"gte": 0}}),
    "recall_step": lambda memory, k: memory.recall_step("boats", user_id="ana", k=k, window=2, min_score=0.0).results,
    "context": lambda memory, k: memory.context("boats", user_id="ana", k=k, max_tokens=9000, min_score=0.0).hits,
}


@pytest.mark.parametrize("verb", RECALLS)
@pytest.mark.parametrize("cache_bytes", [0, 1 << 30])
def test_a_recall_takes_as_many_statements_for_fifty_hits_as_for_one(
    statements: list[str], open_memory: Open, verb: str, cache_bytes: int
) -> None:
    memory = open_memory(cache_bytes=cache_bytes)
    said = [Message.user(f"Boats of pier {n}.", metadata={"n": n}) for n in range(80)]
    for n in range(0, 80, 4):
        call = Message.assistant(None, tool_calls=[{"id": f"c{n}", "name": "boats"}])
        result = Message.tool(f"Boats of pier {n}.", tool_call_id=f"c{n}", metadata={"n": n})
        said[n] = result
        memory.add(call, user_id="ana")
    memory.add(said, user_id="ana")
    RECALLS[verb](memory, 1)
    counts = []
    for k in (1, 10, 50):
        statements.clear()
        assert len(RECALLS[verb](memory, k)) == k
        counts.append(len(statements))
    assert counts[0] == counts[1] == counts[2]
    assert 3 <= counts[0] <= 12
