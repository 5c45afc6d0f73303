"""What a conversation memory costs as it grows: ``VectorMemory`` over every store in this process, windlass beside it.

Every cell (a system, an embedder, a number of memories and of threads) runs in a fresh process. A first memory is made
and used there before anything is measured, so that imports and models are not in the figures. Messages are made up,
and equal for all. Machines are noisy: compare processor times of one run with each other, not wall times of two runs.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from strandline.bench.clocks import folder_bytes, repeat, resident_mb, timed
from strandline.bench.corpus import Corpus, made_up
from strandline.bench.memory_ratios import RIVAL, ratios, targets
from strandline.bench.memory_systems import EMBEDDERS, STORES, SYSTEMS, K, Precomputed, System, TimedMemory
from strandline.bench.speed import alone, batches
from strandline.errors import InputError

BATCH = 100
"""Messages a call at most while filling; threads take turns."""
FILL_SECONDS = 600.0
ADDS, GETS, GETS_AFTER = 200, 200, 50
"""How often one message is added, is asked, and is asked just after an add; time is limited too."""
COUNTED = 20
"""Questions whose answers are counted, so that it shows whether a system answered at all."""
SEED = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One thing to measure; ``folder`` is where the store goes (None: temporary)."""

    system: str
    embedder: str
    memories: int
    threads: int
    folder: Path | None = None

    @property
    def middle(self) -> int:
        """The number of the thread that is asked and added to."""
        return self.threads // 2

    @property
    def each(self) -> int:
        """Memories of a thread."""
        return self.memories // self.threads

    def texts(self) -> Corpus:
        """What is said: the memories, then those of single adds."""
        return made_up(self.memories + ADDS + GETS_AFTER, seed=SEED)

    def queries(self, texts: Corpus) -> list[str]:
        """What is asked of the middle thread: words of its own memories. The first one opens, and is asked once."""
        first = self.middle * self.each
        return [texts.query(number, first, self.each) for number in range(1 + GETS + GETS_AFTER)]


def run(
    sizes: Sequence[int] = (1_000, 10_000, 100_000),
    threads: Sequence[int] = (1, 1_000),
    *,
    stores: Sequence[str] | None = None,
    rivals: bool = True,
    folder: Path | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """Measure every size with every number of threads; returns plain JSON.

    ``stores`` are names of ``STORES`` (None: all), ``folder`` is on the disk to measure. Raises InputError for another
    name. What is not installed has a row that says so.
    """
    console = Console(stderr=True, quiet=not progress)
    systems = {**_chosen(stores), **({RIVAL: SYSTEMS[RIVAL]} if rivals else {})}
    missing = {name: system.absent() for name, system in systems.items()}
    rows = []
    for size in sizes:
        for count in threads:
            for name, system in systems.items():
                for embedder in system.embedders:
                    cell = Cell(system=name, embedder=embedder, memories=size, threads=count, folder=folder)
                    console.log(f"{name} ({embedder}): {size:,} memories in {count:,} threads")
                    rows.append(_row(cell, system, missing[name]))
    found = ratios(rows)
    return {
        "what": "memories",
        "settings": {"sizes": list(sizes), "threads": list(threads), "batch": BATCH, "k": K, "seed": SEED},
        "embedders": EMBEDDERS,
        "rows": rows,
        "ratios": found,
        "targets": targets(found),
    }


def measure_cell(cell: Cell) -> dict[str, Any]:
    """Fill a fresh memory and time it; times in ms, ``rss_mb`` is what the process grew by while memories came in."""
    texts = cell.texts()
    queries = cell.queries(texts)
    known = None
    if cell.embedder == "precomputed":
        known = Precomputed([texts.message(place) for place in range(len(texts))], queries)
    with TemporaryDirectory(prefix="strandline-bench-", dir=cell.folder) as place:
        _warm(_made(cell, Path(place) / "first", known), texts, queries)
        before = _resident()
        memory = _made(cell, Path(place) / "measured", known)
        row = {"vectors": memory.vectors, **fill(cell, texts, memory), **requests(cell, texts, queries, memory)}
        after = _resident()
        row["rss_mb"] = None if before is None or after is None else after - before
        memory.close()
        row["disk_bytes"] = folder_bytes(Path(place) / "measured")
    return row


def fill(cell: Cell, texts: Corpus, memory: TimedMemory) -> dict[str, Any]:
    """Add all memories, the threads taking turns batch by batch; stops after ten minutes and says how far it came."""
    wall = cpu = 0.0
    done = 0
    for thread, first, size in batches(cell.memories, cell.threads):
        add = partial(memory.add, f"t{thread}", [texts.message(place) for place in range(first, first + size)])
        start = time.process_time()
        wall += timed(add)[1] / 1000
        cpu += time.process_time() - start
        done += size
        if wall > FILL_SECONDS:
            break
    whole = done == cell.each * cell.threads
    return {"filled": done, "whole": whole, "fill_per_s": done / wall, "fill_cpu_s_per_1000": cpu / done * 1000}


def requests(cell: Cell, texts: Corpus, queries: Sequence[str], memory: TimedMemory) -> dict[str, Any]:
    """Gets of the middle thread, single adds, and gets right after an add; bounded in count and time."""
    thread = f"t{cell.middle}"
    asked, after = queries[1 : 1 + GETS], queries[1 + GETS :]

    def get(number: int) -> Callable[[], int]:
        return partial(memory.get, thread, asked[number])

    def add(number: int) -> Callable[[], None]:
        return partial(memory.add, thread, [texts.message(cell.memories + number)])

    def get_after_add(number: int) -> Callable[[], int]:
        add(ADDS + number)()
        return partial(memory.get, thread, after[number])

    first = timed(partial(memory.get, thread, queries[0]))[1]
    return {
        "first_get_ms": first,
        "get": repeat(get, count=GETS, seconds=15),
        "found": sum(memory.get(thread, query) for query in asked[:COUNTED]) / COUNTED,
        "add": repeat(add, count=ADDS, seconds=10),
        "get_after_add": repeat(get_after_add, count=GETS_AFTER, seconds=15),
    }


def _chosen(stores: Sequence[str] | None) -> dict[str, System]:
    if stores is None:
        return STORES
    if unknown := [name for name in stores if name not in STORES]:
        raise InputError(f"no store in this process is called {unknown[0]!r}; there are: {', '.join(STORES)}")
    return {name: system for name, system in STORES.items() if name in stores}


def _row(cell: Cell, system: System, missing: str | None) -> dict[str, Any]:
    head = {
        "system": cell.system,
        "embedder": cell.embedder,
        "memories": cell.memories,
        "threads": cell.threads,
    }
    if missing is not None:
        return {**head, "status": "not installed", "why": missing}
    if system.most is not None and cell.memories > system.most:
        return {**head, "status": f"left out above {system.most:,}"}
    if cell.memories < cell.threads:
        return {**head, "status": "fewer memories than threads"}
    return {**head, "status": "ok", **alone(measure_cell, cell)}


def _made(cell: Cell, folder: Path, known: Precomputed | None) -> TimedMemory:
    folder.mkdir()
    return SYSTEMS[cell.system].make(folder, known)


def _warm(memory: TimedMemory, texts: Corpus, queries: Sequence[str]) -> None:
    memory.add("t", [texts.message(0)])
    memory.get("t", queries[0])
    memory.close()


def _resident() -> float | None:
    gc.collect()
    return resident_mb()
