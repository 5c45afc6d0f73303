"""Single figures of Strandline: what a batch costs, how large a file is, a cold start, and what async leaves free."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from strandline.bench.clocks import folder_bytes, timed
from strandline.bench.corpus import corpus, sentences
from strandline.bench.data import load, message, runs
from strandline.bench.metrics import percentile
from strandline.memory import AsyncMemory, Memory

BATCH = 100
COLD_MESSAGES = 10_000
ASYNC_MESSAGES = 5_000
TICK_S = 0.001
IDLE_S = 1.0
SEED = 7

_COLD = """
import json, sys, time
start = time.perf_counter()
from strandline import Memory
imported = time.perf_counter()
memory = Memory(sys.argv[1])
opened = time.perf_counter()
found = len(memory.search(sys.argv[2], user_id="u0", k=10))
done = time.perf_counter()
print(json.dumps({"import_ms": (imported - start) * 1e3, "open_ms": (opened - imported) * 1e3,
                  "first_search_ms": (done - opened) * 1e3, "in_all_ms": (done - start) * 1e3,
                  "cpu_ms": time.process_time() * 1e3, "found": found}))
memory.close()
"""


def batch_cost(data: Path, folder: Path | None) -> dict[str, float]:
    """Processor seconds per 1,000 messages of LoCoMo, 100 a call, extraction off; and messages per second."""
    turns = [turn for conversation in load(data / "locomo.jsonl.xz") for turn in conversation.turns]
    calls = [[message(turn) for turn in turns[start : start + BATCH]] for start in range(0, len(turns), BATCH)]
    with TemporaryDirectory(prefix="strandline-bench-", dir=folder) as place, Memory(f"{place}/memory.db") as memory:
        memory.add(calls[0], user_id="warm", extract="off")
        wall, cpu = time.perf_counter(), time.process_time()
        for call in calls:
            memory.add(call, user_id="u1", extract="off")
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return {"messages": len(turns), "cpu_s_per_1000": cpu / len(turns) * 1000, "messages_per_s": len(turns) / wall}


def disk_cost(data: Path, folder: Path | None) -> dict[str, float]:
    """Bytes of one closed file with the conversations of LoCoMo, a user each, per byte of what was said."""
    text_bytes = 0
    with TemporaryDirectory(prefix="strandline-bench-", dir=folder) as place:
        with Memory(f"{place}/memory.db") as memory:
            for number, conversation in enumerate(load(data / "locomo.jsonl.xz"), 1):
                text_bytes += conversation.text_bytes
                for run in runs(conversation.turns):
                    memory.add([message(turn) for turn in run], user_id=f"u{number}", session_id=run[0].session)
        disk_bytes = folder_bytes(Path(place))
    return {"disk_bytes": disk_bytes, "text_bytes": text_bytes, "disk_bytes_per_text_byte": disk_bytes / text_bytes}


def cold_start(data: Path, folder: Path | None) -> dict[str, float]:
    """Median ms of importing, opening a store of 10,000 messages and a first search, in five fresh processes.

    ``process_ms`` is the whole process as its caller sees it, ``bare_python_ms`` one that does nothing, ``cpu_ms`` the
    processor time from the start of Python on.
    """
    texts = corpus(sentences(data), COLD_MESSAGES, seed=SEED)
    with TemporaryDirectory(prefix="strandline-bench-", dir=folder) as place:
        path = f"{place}/memory.db"
        with Memory(path) as memory:
            for first in range(0, COLD_MESSAGES, BATCH):
                batch = [{"role": "user", "content": texts.message(first + i)} for i in range(BATCH)]
                memory.add(batch, user_id="u0", session_id=f"s{first}", extract="off")
        seen = [_cold_process(path, texts.query(number, 0, COLD_MESSAGES)) for number in range(5)]
        bare = [timed(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))[1] for _ in range(5)]
    return {
        **{key: percentile([row[key] for row in seen], 50) for key in seen[0]},
        "bare_python_ms": percentile(bare, 50),
    }


def _cold_process(path: str, query: str) -> dict[str, float]:
    command = [sys.executable, "-c", _COLD, path, query]
    done, milliseconds = timed(lambda: subprocess.run(command, check=True, capture_output=True, text=True))
    row: dict[str, float] = json.loads(done.stdout)
    return {**row, "process_ms": milliseconds}


def heartbeat(data: Path, folder: Path | None) -> dict[str, float]:
    """Gaps between the 1 ms ticks of an event loop while AsyncMemory adds 5,000 messages and searches, and idle."""
    texts = corpus(sentences(data), ASYNC_MESSAGES, seed=SEED)

    async def work(path: str) -> None:
        async with AsyncMemory(path) as memory:
            for first in range(0, ASYNC_MESSAGES, BATCH):
                batch = [{"role": "user", "content": texts.message(first + i)} for i in range(BATCH)]
                await memory.add(batch, user_id="u0", session_id=f"s{first}")
                await memory.search(texts.query(first, 0, first + BATCH), user_id="u0", k=10)

    async def both(path: str) -> tuple[list[float], list[float]]:
        return await _gaps_during(asyncio.sleep(IDLE_S)), await _gaps_during(work(path))

    with TemporaryDirectory(prefix="strandline-bench-", dir=folder) as place:
        idle, busy = asyncio.run(both(f"{place}/memory.db"))
    return {
        "ticks": len(busy),
        "largest_gap_ms": max(busy),
        "p99_gap_ms": percentile(busy, 99),
        "idle_largest_gap_ms": max(idle),
    }


async def _gaps_during(work: Any) -> list[float]:
    gaps: list[float] = []

    async def beat() -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(TICK_S)
            now = time.perf_counter()
            gaps.append((now - last) * 1000)
            last = now

    ticking = asyncio.ensure_future(beat())
    try:
        await work
    finally:
        ticking.cancel()
    return gaps


FIGURES: dict[str, Callable[[Path, Path | None], dict[str, float]]] = {
    "batch_of_100": batch_cost,
    "disk_of_locomo": disk_cost,
    "cold_start": cold_start,
    "heartbeat": heartbeat,
}
"""Every figure by its name: a function of the folder of the packs and the folder to measure in."""
