"""Files that cannot be used: a typed error that says which, and nothing of theirs is touched."""

from __future__ import annotations

import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from strandline import HashEmbedder, Memory
from strandline.errors import (
    InputError,
    NotAStoreError,
    SchemaError,
    StoreBusyError,
    StoreCorruptError,
    StoreFullError,
)
from strandline.stores import SqliteStore

Child = Callable[..., dict[str, Any]]


def make(path: Path, messages: int = 1, **options: Any) -> Memory:
    memory = Memory(path, embedder=HashEmbedder(dimensions=32), synchronous="NORMAL", **options)
    memory.add([f"message number {n} about the lighthouse" for n in range(messages)], user_id="ana")
    return memory


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAStoreError, match="folder"):
        Memory(tmp_path)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotAStoreError, match="nowhere"):
        Memory(tmp_path / "nowhere" / "m.db")


def test_a_text_file_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes, not yours")
    with pytest.raises(NotAStoreError, match="another program"):
        Memory(path)
    assert path.read_text() == "my notes, not yours"


def test_another_programs_database_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE theirs(x)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(NotAStoreError, match="another program"):
        Memory(path)
    assert path.read_bytes() == before


def test_a_newer_file_is_refused_with_both_versions(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    make(path).close()
    with sqlite3.connect(path) as future:
        future.execute("PRAGMA user_version = 999")
    future.close()
    with pytest.raises(SchemaError, match="999") as caught:
        Memory(path)
    assert caught.value.got == 999


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    make(path, messages=200).close()
    data, noise = bytearray(path.read_bytes()), random.Random(3)
    for start in range(4096, len(data), 8192):
        data[start : start + 4096] = noise.randbytes(4096)
    path.write_bytes(data)
    with (
        pytest.raises(StoreCorruptError, match="damaged"),
        Memory(path, embedder=HashEmbedder(dimensions=32)) as memory,
    ):
        memory.search("lighthouse", user_id="ana")


def test_a_truncated_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    make(path, messages=200).close()
    path.write_bytes(path.read_bytes()[: 7 * 4096 + 100])
    with pytest.raises(StoreCorruptError), Memory(path, embedder=HashEmbedder(dimensions=32)) as memory:
        memory.search("lighthouse", user_id="ana")
        memory.messages(user_id="ana")


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user of the machine may enter, unlike pytest's."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        path.chmod(0o755)
        yield path


def test_files_and_folders_that_cannot_be_written_or_read_say_so(public: Path, child: Child) -> None:
    paths = []
    for mode in (0o444, 0o000):
        paths.append(public / f"{mode}.db")
        make(paths[-1]).close()
        paths[-1].chmod(mode)
    for mode in (0o555, 0o000):
        folder = public / f"folder {mode}"
        folder.mkdir()
        make(folder / "m.db").close()
        folder.chmod(mode)
        paths += [folder / "m.db", folder / "new.db"]
    answer = child("unprivileged", *paths)
    for path in paths:
        assert answer[str(path)]["error"] == "StoreReadOnlyError"
        assert str(path) in answer[str(path)]["message"]


@pytest.mark.parametrize("path", ["", "a\0b", b"bytes.db", "x" * 300, "postgresql://host/db"], ids=repr)
def test_a_path_that_cannot_be_one_is_refused(path: Any) -> None:
    with pytest.raises((InputError, NotAStoreError)):
        Memory(path)


def test_a_full_file_raises_and_keeps_what_was_there(tmp_path: Path) -> None:
    with make(tmp_path / "m.db", max_bytes=400_000) as memory:
        with pytest.raises(StoreFullError, match="grow"):
            for n in range(1000):
                memory.add(f"{n} " + "word " * 2000, user_id="ana")
        kept = len(memory.messages(user_id="ana", limit=1000))
        assert kept > 1
        assert memory.check().ok
        assert memory.search("lighthouse", user_id="ana")


def test_the_file_size_limit_of_the_process_raises_and_keeps_what_was_there(tmp_path: Path, child: Child) -> None:
    answer = child("limited", tmp_path / "m.db", 2_000_000)
    assert answer["error"] == "StoreFullError"
    assert answer["stored"] == answer["kept"] > 1


def test_waiting_for_a_writer_is_bounded(tmp_path: Path) -> None:
    path = str(tmp_path / "m.db")
    make(Path(path)).close()
    holder, waiter = SqliteStore(path), SqliteStore(path, timeout=0.2)
    with holder._connections.alone(), pytest.raises(StoreBusyError, match=r"0\.2 s"):
        waiter.set_vectors(1, [])
    waiter.set_vectors(1, [])
    holder.close()
    waiter.close()


def test_a_full_store_can_still_forget_and_then_has_room_again(tmp_path: Path) -> None:
    with make(tmp_path / "m.db", max_bytes=400_000) as memory:
        with pytest.raises(StoreFullError):
            for n in range(1000):
                memory.add(f"{n} " + "word " * 2000, user_id="ana")
        receipt = memory.forget(user_id="ana", everything=True)
        assert receipt.messages > 1
        assert memory.verify_forgotten(receipt)
        memory.add("there is room again", user_id="ana")
        with pytest.raises(StoreFullError):
            for n in range(1000):
                memory.add(f"{n} " + "word " * 2000, user_id="ana")
