"""What time, processor time, memory and disk something took."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from strandline.bench.metrics import percentile

T = TypeVar("T")


def timed(call: Callable[[], T]) -> tuple[T, float]:
    """What the call returns, and the wall time it took in milliseconds."""
    start = time.perf_counter()
    value = call()
    return value, (time.perf_counter() - start) * 1000


def repeat(
    call: Callable[[int], Callable[[], object]], *, count: int, seconds: float, least: int = 3
) -> dict[str, float]:
    """Time ``call(0)()``, ``call(1)()`` … up to ``count`` times or ``seconds`` (after ``least``).

    What ``call(i)`` itself does is preparation and not timed. Gives ``n``, ``p50_ms``, ``p95_ms`` (wall) and ``cpu_ms``
    (mean processor time of all threads).
    """
    walls: list[float] = []
    cpu = 0.0
    end = time.perf_counter() + seconds
    while len(walls) < count and (len(walls) < least or time.perf_counter() < end):
        ready = call(len(walls))
        before = time.process_time()
        walls.append(timed(ready)[1])
        cpu += time.process_time() - before
    return {
        "n": len(walls),
        "p50_ms": percentile(walls, 50),
        "p95_ms": percentile(walls, 95),
        "cpu_ms": cpu / len(walls) * 1000,
    }


def fsync_series(folder: Path, *, count: int = 100, seconds: float = 5.0) -> dict[str, float]:
    """What this disk takes to write 4 KB and make it durable: the floor of a durable add."""
    page = b"\0" * 4096
    path = folder / "fsync.probe"
    with path.open("wb", buffering=0) as file:

        def once(_: int) -> Callable[[], None]:
            def write() -> None:
                file.write(page)
                os.fsync(file.fileno())

            return write

        series = repeat(once, count=count, seconds=seconds)
    path.unlink()
    return series


def folder_bytes(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def resident_mb() -> float | None:
    """Resident memory of this process in MB (10^6 bytes), None where there is no /proc."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return None
    line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024 / 1e6
