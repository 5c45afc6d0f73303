"""How long adding and searching take as a store grows, with two published libraries beside it.

Every cell (a system, a number of messages, a number of users) runs in its own fresh process, so that its memory is its
own. Machines are noisy: compare processor times of one run with each other, not wall times of two runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from rich.console import Console

from strandline.bench import figures
from strandline.bench.clocks import folder_bytes, fsync_series, repeat, resident_mb, timed
from strandline.bench.corpus import Corpus, corpus, sentences
from strandline.bench.rivals import SYSTEMS, Timed

T = TypeVar("T")
BATCH = 100
"""Messages a call while filling; each batch is a session of its own."""
FILL_SECONDS = 1800.0
AFTER = 500
"""Number of the first message that is added just before a search; single adds have the numbers below."""
SEED = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One thing to measure; ``data`` is the folder of the packs, ``folder`` where the store goes (None: temporary)."""

    system: str
    messages: int
    users: int
    data: Path
    folder: Path | None = None


def run(
    messages: Sequence[int] = (1_000, 10_000, 100_000, 1_000_000),
    users: Sequence[int] = (1, 1_000),
    *,
    data: Path,
    folder: Path | None = None,
    rivals: bool = True,
    progress: bool = False,
) -> dict[str, Any]:
    """Measure every size with every number of users, then the single figures; returns plain JSON.

    ``data`` is the folder of the packs, ``folder`` is on the disk to measure. Takes about an hour with the defaults.
    Raises InputError when a pack is missing.
    """
    console = Console(stderr=True, quiet=not progress)
    names = list(SYSTEMS) if rivals else ["strandline"]
    rows = []
    for size in messages:
        for people in users:
            for name in names:
                console.log(f"{name}: {size:,} messages of {people:,} users")
                cell = Cell(system=name, messages=size, users=people, data=data, folder=folder)
                rows.append({"system": name, "messages": size, "users": people, **_row(cell)})
    singles = {}
    for title, measure in figures.FIGURES.items():
        console.log(title.replace("_", " "))
        singles[title] = alone(measure, data, folder)
    return {
        "what": "speed",
        "settings": {"messages": list(messages), "users": list(users), "batch": BATCH, "seed": SEED},
        "rows": rows,
        "ratios": ratios(rows),
        "figures": singles,
    }


def alone(call: Callable[..., T], *arguments: object) -> T:
    """Run a function of this package in a fresh process and return what it returns."""
    with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
        return pool.submit(call, *arguments).result()


def measure_cell(cell: Cell) -> dict[str, Any]:
    """Fill a fresh store and time it; times in ms, ``rss_mb`` is what the process grew by since before the store."""
    texts = corpus(sentences(cell.data), cell.messages + 1_000, seed=SEED)
    before = resident_mb()
    with TemporaryDirectory(prefix="strandline-bench-", dir=cell.folder) as place:
        folder = Path(place)
        system = SYSTEMS[cell.system].make(folder)
        row = fill(cell, texts, system)
        row |= requests(cell, texts, system)
        row["text_bytes"] += _added_bytes(cell, texts, row)
        row["fsync"] = fsync_series(folder)
        after = resident_mb()
        row["rss_mb"] = None if before is None or after is None else after - before
        system.close()
        row["disk_bytes"] = folder_bytes(folder)
    row["disk_bytes_per_text_byte"] = row["disk_bytes"] / row["text_bytes"]
    return row


def fill(cell: Cell, texts: Corpus, system: Timed) -> dict[str, Any]:
    """Add all messages, the users taking turns batch by batch; stops after half an hour and says how far it came."""
    wall = cpu = 0.0
    done = text_bytes = 0
    for user, first, size in batches(cell.messages, cell.users):
        batch = [texts.message(place) for place in range(first, first + size)]
        start = time.process_time()
        wall += timed(lambda: system.fill(f"u{user}", f"s{first}", batch))[1] / 1000  # noqa: B023 (called at once)
        cpu += time.process_time() - start
        done += size
        text_bytes += sum(len(text.encode()) for text in batch)
        if wall > FILL_SECONDS:
            break
    return {
        "filled": done,
        "text_bytes": text_bytes,
        "fill_messages_per_s": done / wall,
        "fill_cpu_s_per_1000": cpu / done * 1000,
    }


def requests(cell: Cell, texts: Corpus, system: Timed) -> dict[str, Any]:
    """Searches of the median user, single adds, and searches right after an add; bounded in count and time."""
    each = cell.messages // cell.users
    middle = cell.users // 2
    user = f"u{middle}"

    def search(number: int) -> Callable[[], int]:
        query = texts.query(number, middle * each, each)
        return lambda: system.search(user, query)

    def add(number: int) -> Callable[[], None]:
        text = texts.message(cell.messages + number)
        return lambda: system.add(user, text)

    def search_after_write(number: int) -> Callable[[], int]:
        add(AFTER + number)()
        return search(1_000 + number)

    return {
        "first_search_ms": timed(search(-1))[1],
        "search": repeat(search, count=200, seconds=15),
        "add": repeat(add, count=200, seconds=10),
        "search_after_write": repeat(search_after_write, count=50, seconds=15),
    }


def batches(messages: int, users: int) -> Iterator[tuple[int, int, int]]:
    """(user, first message, how many): equal shares, a batch of each user in turn."""
    each = messages // users
    for start in range(0, each, BATCH):
        for user in range(users):
            yield user, user * each + start, min(BATCH, each - start)


def ratios(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Strandline's processor time divided by windlass's in the same cell of this run: below 1 is cheaper."""
    found = {(row["system"], row["messages"], row["users"]): row for row in rows if row["status"] == "ok"}
    return [
        {
            "messages": size,
            "users": people,
            "search_cpu": ours["search"]["cpu_ms"] / theirs["search"]["cpu_ms"],
            "search_after_write_cpu": ours["search_after_write"]["cpu_ms"] / theirs["search_after_write"]["cpu_ms"],
            "fill_cpu": ours["fill_cpu_s_per_1000"] / theirs["fill_cpu_s_per_1000"],
        }
        for (name, size, people), ours in found.items()
        if name == "strandline" and (theirs := found.get(("windlass", size, people)))
    ]


def _added_bytes(cell: Cell, texts: Corpus, row: dict[str, Any]) -> int:
    numbers = (*range(row["add"]["n"]), *range(AFTER, AFTER + row["search_after_write"]["n"]))
    return sum(len(texts.message(cell.messages + number).encode()) for number in numbers)


def _row(cell: Cell) -> dict[str, Any]:
    rival = SYSTEMS[cell.system]
    if not rival.installed():
        return {"status": "not installed"}
    if rival.most is not None and cell.messages > rival.most:
        return {"status": f"left out above {rival.most:,}"}
    if cell.messages < cell.users:
        return {"status": "fewer messages than users"}
    return {"status": "ok", **alone(measure_cell, cell)}
