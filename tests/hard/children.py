"""Programs that the tests of this folder run as processes of their own: ``python children.py NAME ARGUMENTS``."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import random
import resource
import select
import signal
import sqlite3
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from strandline import HashEmbedder, Memory
from strandline.errors import StrandlineError
from strandline.stores.sqlite import connection as connection_module
from strandline.stores.sqlite.connection import Connections

EMBEDDER = HashEmbedder(dimensions=32)


def forked(work: Callable[[], None]) -> int:
    """Run work in a child process; the child never returns from here."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        work()
        code = 0
    finally:
        os._exit(code)


def add_and_acknowledge(path: str, writer: int, acknowledged: int, stop_in: int | None) -> None:
    """Add pairs of messages for ever, telling the parent B inside each transaction and A after it.

    In the transaction number ``stop_in`` the child waits for its end.
    """
    transactions = 0
    original = Connections.writing

    @contextlib.contextmanager
    def watched(self: Connections) -> Iterator[sqlite3.Connection]:
        nonlocal transactions
        with original(self) as connection:
            yield connection
            transactions += 1
            os.write(acknowledged, b"B\n")
            if transactions == stop_in:
                signal.pause()

    Connections.writing = watched  # type: ignore[method-assign]
    with Memory(path, embedder=EMBEDDER) as memory:
        number = 0
        while True:
            text = f"writer {writer} number {number}"
            memory.add([text + " first half", text + " second half"], user_id="u", session_id="s")
            os.write(acknowledged, f"A{text}\n".encode())
            number += 1


def crash(path: str, rounds: str) -> None:
    """Kill a writer ``rounds`` times: every third in a random moment, the others inside a transaction."""
    chance = random.Random(7)
    kept: list[str] = []
    inside = 0
    Memory(path, embedder=EMBEDDER).close()
    for number in range(int(rounds)):
        read, write = os.pipe()
        stop_in = None if number % 3 == 0 else chance.randint(1, 4)
        pid = forked(lambda: add_and_acknowledge(path, number, write, stop_in))  # noqa: B023
        os.close(write)
        seen = b""
        deadline = time.monotonic() + (chance.random() * 0.05 + 0.01 if stop_in is None else 20)
        while time.monotonic() < deadline and not (stop_in and seen.count(b"B") >= stop_in):
            if select.select([read], [], [], 0.002)[0]:
                seen += os.read(read, 65536)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        while chunk := os.read(read, 65536):
            seen += chunk
        os.close(read)
        inside += seen.count(b"B") > seen.count(b"A")
        kept += [line[1:] for line in seen.decode().splitlines() if line.startswith("A")]
    with Memory(path, embedder=EMBEDDER) as memory:
        stored = [row.content for row in pages(memory)]
        report = memory.check()
    halves = {text.removesuffix(" first half") for text in stored if text and text.endswith(" first half")}
    others = {text.removesuffix(" second half") for text in stored if text and text.endswith(" second half")}
    print(
        json.dumps(
            {
                "inside": inside,
                "acknowledged": len(kept),
                "lost": sorted(set(kept) - halves),
                "halved": sorted(halves ^ others),
                "twice": len(stored) - len(set(stored)),
                "problems": report.problems,
            }
        )
    )


def pages(memory: Memory) -> Iterator[Any]:
    """All messages of the user."""
    cursor = None
    while True:
        page = memory.messages(user_id="u", limit=1000, cursor=cursor)
        yield from page
        if (cursor := page.cursor) is None:
            return


def crowd(path: str, processes: str, each: str) -> None:
    """Several processes add to one session at once."""
    Memory(path, embedder=EMBEDDER).close()

    def work(number: int) -> None:
        with Memory(path, embedder=EMBEDDER) as memory:
            for n in range(int(each)):
                memory.add(f"process {number} message {n}", user_id="u", session_id="s")

    children = [forked(lambda number=number: work(number)) for number in range(int(processes))]  # type: ignore[misc]
    codes = [os.waitpid(pid, 0)[1] for pid in children]
    with Memory(path, embedder=EMBEDDER) as memory:
        rows = list(pages(memory))
        problems = memory.check().problems
    steps = [row.step for row in rows]
    print(
        json.dumps(
            {
                "codes": codes,
                "texts": len({row.content for row in rows}),
                "gap_free": sorted(steps) == list(range(1, len(rows) + 1)),
                "problems": problems,
            }
        )
    )


def busy_forks(path: str, times: str) -> None:
    """Fork while threads of the parent write and read; each child adds, kills itself, and is looked for."""
    warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of what is tried here
    stop = threading.Event()
    with Memory(path, embedder=EMBEDDER, synchronous="NORMAL") as memory:
        memory.add("first", user_id="u")

        def write(number: int) -> None:
            for n in itertools.count():
                if stop.is_set():
                    return
                memory.add(f"writer {number} message {n}", user_id="u")

        def read() -> None:
            while not stop.is_set():
                memory.search("message", user_id="u", k=3)

        threads = [threading.Thread(target=write, args=(number,)) for number in range(2)]
        threads += [threading.Thread(target=read)]
        for thread in threads:
            thread.start()

        def work(number: int) -> None:
            memory.add(f"child {number}", user_id="u")
            memory.search("child", user_id="u")
            os.kill(os.getpid(), signal.SIGKILL)

        statuses = []
        for number in range(int(times)):
            _, status = os.waitpid(forked(lambda number=number: work(number)), 0)  # type: ignore[misc]
            statuses.append(status)
        stop.set()
        for thread in threads:
            thread.join()
        texts = [row.content for row in pages(memory)]
        problems = memory.check().problems
    children = sorted(text for text in texts if text and text.startswith("child"))
    print(json.dumps({"statuses": statuses, "children": children, "problems": problems}))


def fork_while_reading(path: str) -> None:
    """Fork in the middle of this thread's own read, which cannot come to rest."""
    connection_module.FORK_WAIT = 0.2
    outcome = Path(path + ".outcome")

    def fork(done: int, total: int) -> None:
        if outcome.exists():
            return

        def work() -> None:
            outcome.write_text(_outcome(lambda: memory.add("from the child", user_id="u"))["error"])

        os.waitpid(forked(work), 0)

    with Memory(path, embedder=EMBEDDER, synchronous="NORMAL") as memory:
        memory.add(["one"] + ["filler"] * 300, user_id="u")
        memory.export(io.StringIO(), all_users=True, progress=fork)
        memory.add("two", user_id="u")
        texts = [row.content for row in pages(memory) if row.content != "filler"]
        problems = memory.check().problems
    print(json.dumps({"child": outcome.read_text(), "parent": texts, "problems": problems}))


def forks(path: str) -> None:
    """A child goes on with its parent's memory."""
    with Memory(path, embedder=EMBEDDER) as memory:
        memory.add("said by the parent", user_id="u")
        before = len(memory.search("parent", user_id="u"))

        def work() -> None:
            memory.add("said by the child", user_id="u")
            assert len(memory.search("said", user_id="u")) == 2

        _, status = os.waitpid(forked(work), 0)
        memory.add("said by the parent again", user_id="u")
        texts = [row.content for row in memory.messages(user_id="u")]
        print(json.dumps({"before": before, "status": status, "texts": texts, "problems": memory.check().problems}))


def unprivileged(*paths: str) -> None:
    """Open files that cannot be written, as a user who is not root."""
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    print(json.dumps({path: _outcome(lambda path=path: Memory(path, embedder=EMBEDDER)) for path in paths}))


def limited(path: str, most: str) -> None:
    """Fill a store until the file size limit of the process is reached, then read it back."""
    with Memory(path, embedder=EMBEDDER) as memory:
        memory.add("the first message", user_id="u")
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(most), int(most)))
        stored, outcome = 1, {"error": ""}
        while not outcome["error"]:
            outcome = _outcome(lambda text="word " * 2000 + str(stored): memory.add(text, user_id="u"))
            stored += not outcome["error"]
        kept = len(list(pages(memory)))
    print(json.dumps({**outcome, "stored": stored, "kept": kept}))


def _outcome(call: Callable[[], object]) -> dict[str, str]:
    try:
        call()
    except StrandlineError as exc:
        return {"error": type(exc).__name__, "message": str(exc)}
    return {"error": ""}


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
    sys.stdout.flush()
