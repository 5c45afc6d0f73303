"""What other processes do in the tests of files; each prints its answer. Run as ``python -m``, or spawned."""

from __future__ import annotations

import os
import sqlite3
import sys
import threading

import numpy as np

from strandline.errors import StoreError
from strandline.vector_stores import BaseVectorStore
from strandline.vector_stores.sqlite import SQLiteVectorStore


def write(path: str, writer: int, rows: int) -> None:
    """Add rows one by one, and remove every fifth."""
    with SQLiteVectorStore(path, dimensions=8) as store:
        for number in range(rows):
            vector = np.random.default_rng(writer * 1_000 + number).standard_normal((1, 8))
            id = f"{writer}-{number}"
            store.add([id], vector, texts=[id], metadata=[{"thread_id": f"t{writer}"}])
            if number % 5 == 0:
                assert store.delete([id]) == 1
            else:
                assert id in {match.id for match in store.search(vector[0], 3)}


def _start(work) -> int:
    """Run work in a child process; its id. It exits with 1 where the work raised."""
    pid = os.fork()
    if not pid:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return pid


def _end(pid: int) -> int:
    """The exit status of a child."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def forks(path: str) -> None:
    """A store that is open at a fork is used on both sides, also after the other side has closed its own."""
    store = SQLiteVectorStore(path, dimensions=8)
    rows = np.eye(8)
    store.add(["before"], rows[:1])
    store.search(rows[0], 1)
    ready, say = os.pipe(), os.pipe()

    def child() -> None:
        store.add(["child"], rows[1:2])
        assert [match.id for match in store.search(rows[1], 1)] == ["child"]
        os.write(ready[1], b".")
        os.read(say[0], 1)  # until the parent has closed the file
        store.add(["late child"], rows[2:3])
        os._exit(0)  # without closing it

    pid = _start(child)
    os.read(ready[0], 1)
    store.add(["parent"], rows[3:4])
    seen = store.count()
    store.close()
    os.write(say[1], b".")
    status = _end(pid)
    with SQLiteVectorStore(path) as again:
        print(status, seen, sorted(match.id for match in again.search(rows[0], 9)))


def busy_fork(path: str) -> None:
    """A child that was forked inside a write of another thread refuses the file; the parent goes on."""
    import strandline.vector_stores.sqlite_file as module

    module._FORK_WAIT = 0.1
    store = SQLiteVectorStore(path, dimensions=8)
    file = module.SQLiteFile(path, part="notes", tables=())
    inside, done = threading.Event(), threading.Event()

    def hold() -> None:
        with file.writing():
            inside.set()
            done.wait(10)

    holder = threading.Thread(target=hold)
    holder.start()
    inside.wait(10)

    def child() -> None:
        for call in (store.count, lambda: SQLiteVectorStore(path)):
            try:
                call()
            except StoreError as exc:
                assert "forked" in str(exc)
            else:
                raise AssertionError("the file was used with locks that nobody holds")

    status = _end(_start(child))
    done.set()
    holder.join()
    file.close()
    store.add(["a"], np.eye(8)[:1])
    print(status, store.count())
    store.close()


def hold_reader(path: str) -> None:
    """Read old rows until a line comes in."""
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM vector_row").fetchone()
    print("reading", flush=True)
    sys.stdin.readline()
    reader.close()


def crash_after_commit(path: str) -> None:
    """Remove a row and die before its bytes are gone."""
    import strandline.vector_stores.sqlite_file as module

    module.SQLiteFile._after_commit = lambda self, db: os._exit(7)  # type: ignore[method-assign]
    store: BaseVectorStore = SQLiteVectorStore(path)
    store.delete(["doomed"])


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
