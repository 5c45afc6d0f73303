"""What this process does with its files takes no lock away from SQLite, under any name of the file."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from strandline import HashEmbedder, Memory
from strandline.errors import NotAStoreError

EMBEDDER = HashEmbedder(dimensions=16)
OPEN_AND_CLOSE = (
    "import sys; from strandline import HashEmbedder, Memory; "
    "Memory(sys.argv[1], embedder=HashEmbedder(dimensions=16)).close()"
)


def another_process_opens_and_closes(path: Path) -> None:
    subprocess.run([sys.executable, "-c", OPEN_AND_CLOSE, str(path)], check=True, timeout=60)


@pytest.mark.parametrize("deed", ["open it twice", "forget", "verify"])
def test_another_process_cannot_take_the_log_away_from_an_open_memory(tmp_path: Path, deed: str) -> None:
    path = tmp_path / "m.db"
    memory = Memory(path, embedder=EMBEDDER)
    memory.add(["one", "the zebrafish sentinel"], user_id="u")
    if deed == "open it twice":
        Memory(path, embedder=EMBEDDER).close()
    else:
        receipt = memory.forget(user_id="u", phrase="zebrafish")
        if deed == "verify":
            assert memory.verify_forgotten(receipt)
    another_process_opens_and_closes(path)
    memory.add("two", user_id="u")
    log = Path(f"{path}-wal")
    assert log.exists() and log.stat().st_size > 0, "the other process must not have removed the log in use"
    with Memory(path, embedder=EMBEDDER) as other:
        assert "two" in [row.content for row in other.messages(user_id="u")]
    memory.close()


def test_a_link_to_the_file_is_the_same_store(tmp_path: Path) -> None:
    path, link = tmp_path / "m.db", tmp_path / "link.db"
    with Memory(path, embedder=EMBEDDER) as memory:
        memory.add("one", user_id="u")
        link.symlink_to(path)
        with Memory(link, embedder=EMBEDDER) as other:
            other.add("two", user_id="u")
            assert other.stats().disk["wal"] > 0
        assert [row.content for row in memory.messages(user_id="u")] == ["one", "two"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.db", "m.db", "m.db.lock"]


def test_a_name_that_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.db")
    with pytest.raises(NotAStoreError, match="no regular file"):
        Memory(tmp_path / "pipe.db", embedder=EMBEDDER)


def test_closing_while_another_thread_reads_takes_no_lock_from_that_read(tmp_path: Path) -> None:
    """Another process that comes and goes must not believe that it is the last."""
    path = tmp_path / "m.db"
    memory = Memory(path, embedder=EMBEDDER)
    memory.add(["one", "the zebrafish sentinel"], user_id="u")
    memory.verify_forgotten(memory.forget(user_id="u", phrase="zebrafish"))
    reading, closed = threading.Event(), threading.Event()

    class Slow(io.StringIO):
        def write(self, text: str) -> int:
            reading.set()
            assert closed.wait(60)
            return super().write(text)

    export = threading.Thread(target=memory.export, args=(Slow(),), kwargs={"all_users": True})
    export.start()
    assert reading.wait(60)
    memory.close()
    with Memory(path, embedder=EMBEDDER) as again:
        another_process_opens_and_closes(path)
        again.add("two", user_id="u")
        assert Path(f"{path}-wal").exists(), "the other process must not have removed the log in use"
        closed.set()
        export.join(60)
        assert [row.content for row in again.messages(user_id="u")] == ["one", "two"]
    with Memory(path, embedder=EMBEDDER) as last:
        assert last.check().ok


def test_a_fork_in_the_middle_of_a_read_is_refused_the_file_in_the_child(tmp_path: Path) -> None:
    """SQLite would believe in locks that the child does not hold."""
    path = tmp_path / "m.db"
    program = Path(__file__).with_name("children.py")
    command = [sys.executable, str(program), "fork_while_reading", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(done.stdout) == {"child": "StoreError", "parent": ["one", "two"], "problems": []}
