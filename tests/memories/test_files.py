"""Memories in a file: there after a restart, cheap to add to, gone when cleared."""

from __future__ import annotations

from pathlib import Path

import pytest

from strandline import Message, StrandlineError
from strandline.errors import ConfigurationError, NotAStoreError
from strandline.memories import BufferMemory, CompositeMemory, StepMemory, SummaryMemory, VectorMemory, WindowMemory

from .making import HASH, START, Ticking, contents

FILES = {
    "buffer": lambda path, **options: BufferMemory(path, **options),
    "window": lambda path, **options: WindowMemory(3, path, **options),
    "summary": lambda path, **options: SummaryMemory(path=path, window=2, summarize_every=2, **options),
    "vector": lambda path, **options: VectorMemory(path=path, embedder=HASH, score_threshold=None, **options),
}


@pytest.fixture(params=FILES)
def opened(request, tmp_path):
    """A function that opens a memory of each kind on one file."""
    made = []

    def open_memory(**options):
        made.append(FILES[request.param](tmp_path / "chat é.db", **options))
        return made[-1]

    yield open_memory
    for memory in made:
        memory.close()


def said(memory, thread_id="t"):
    """What a memory gives back about boats."""
    return contents(memory.get(thread_id=thread_id, query="boats"))


def file_bytes(folder: Path) -> bytes:
    """All bytes of all files below a folder."""
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_what_was_added_is_there_after_a_restart(opened):
    """Text, id, time, metadata, and the threads."""
    with opened(clock=Ticking()) as memory:
        memory.add([Message.user(f"boats {n}", metadata={"n": n}) for n in range(3)], thread_id="t")
        before = memory.get(thread_id="t", query="boats")
    with opened() as memory:
        after = memory.get(thread_id="t", query="boats")
        assert after == before
        assert memory.threads() == ["t"]


def test_tool_calls_come_back_exactly(tmp_path):
    """With their arguments and results, also a message without words."""
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}
    turns = [
        Message.user("weather?", name="Ana", at=START),
        Message.assistant(None, tool_calls=[call], at=START),
        Message.tool("rain ☔", tool_call_id="c1", at=START, metadata={"a": [1, 2.5, None, {"b": True}]}),
    ]
    with BufferMemory(tmp_path / "c.db") as memory:
        memory.add(turns)
    with BufferMemory(tmp_path / "c.db") as memory:
        assert [(m.role, m.content, m.name, m.tool_calls, m.tool_call_id, m.metadata) for m in memory.get()] == [
            (m.role, m.content, m.name, m.tool_calls, m.tool_call_id, m.metadata) for m in turns
        ]


def test_two_objects_on_one_file_see_each_other(opened):
    """Neither undoes what the other wrote."""
    one, other = opened(), opened()
    one.add("boats one", thread_id="t")
    other.add("boats two", thread_id="t")
    assert said(one) == said(other) == ["boats one", "boats two"]


def test_nothing_cleared_stays_in_the_file(opened, tmp_path):
    """Neither words nor the thread's name; the other thread stays."""
    memory = opened()
    for n in range(12):
        memory.add(f"xylophone boats {n}", thread_id="quagmire thread")
    memory.add("boats that stay", thread_id="t")
    said(memory, "quagmire thread")
    memory.clear(thread_id="quagmire thread")
    assert said(memory) == ["boats that stay"]
    memory.close()
    left = file_bytes(tmp_path)
    assert b"xylophone" not in left
    assert b"quagmire" not in left


def test_what_a_limit_drops_leaves_the_file(tmp_path):
    """``max_stored`` removes, and what it removed cannot be read any more."""
    with BufferMemory(tmp_path / "c.db", max_stored=2) as memory:
        memory.add("xylophone")
        memory.add(["b", "c"])
        assert contents(memory.get()) == ["b", "c"]
    assert b"xylophone" not in file_bytes(tmp_path)


def test_an_add_does_not_write_the_others_again(opened, tmp_path):
    """W19: what an add costs on disk does not grow with what is there."""
    memory = opened()

    def grown_by_ten_adds():
        log = tmp_path / "chat é.db-wal"
        before = log.stat().st_size
        for n in range(10):
            memory.add(f"boats {n}", thread_id="t")
        return log.stat().st_size - before

    memory.add("first", thread_id="t")
    early = grown_by_ten_adds()
    memory.add([f"boats and more boats {n}" for n in range(500)], thread_id="t")
    assert grown_by_ten_adds() < 2 * early


def test_kinds_in_one_file_are_apart(tmp_path):
    """A composite of several memories on one file shows each turn once."""
    path = tmp_path / "c.db"
    members = [VectorMemory(path=path, embedder=HASH), SummaryMemory(path=path), WindowMemory(4, path)]
    with CompositeMemory(members) as memory:
        memory.add(["one", "two", "three"])
        assert contents(memory.get()) == ["one", "two", "three"]
        assert all(member.threads() == ["default"] for member in members)


def test_the_file_of_the_engine_is_refused(tmp_path):
    """And the other way round."""
    StepMemory(tmp_path / "engine.db", user_id="ana").close()
    with pytest.raises(NotAStoreError):
        BufferMemory(tmp_path / "engine.db")
    BufferMemory(tmp_path / "chat.db").close()
    with pytest.raises(StrandlineError):
        StepMemory(tmp_path / "chat.db", user_id="ana")


def test_a_path_and_a_store_are_too_much(tmp_path):
    """One of them is meant."""
    with BufferMemory() as memory, pytest.raises(ConfigurationError):
        BufferMemory(tmp_path / "c.db", transcript=memory.transcript)
    with VectorMemory(embedder=HASH) as memory, pytest.raises(ConfigurationError):
        VectorMemory(path=tmp_path / "c.db", embedder=HASH, vectorstore=memory.vectorstore)


def test_without_a_path_nothing_is_written(tmp_path, monkeypatch):
    """Memory only where no file is named, or ":memory:" is."""
    monkeypatch.chdir(tmp_path)
    for memory in (BufferMemory(), WindowMemory(2, ":memory:"), SummaryMemory(), VectorMemory(path=":memory:")):
        with memory:
            memory.add("boats")
            memory.get(query="boats")
    assert list(tmp_path.iterdir()) == []
