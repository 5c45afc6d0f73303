"""Memories of one run beside windlass's: how many times cheaper, and whether that is what was aimed at. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]

RIVAL = "windlass"
SMALLEST_MB = 1.0
"""Growth below this is noise, and not divided by."""
WHERE = ("embedder", "memories", "threads")
"""What two rows share that are compared."""

FIGURES: dict[str, Callable[[Row], float | None]] = {
    "get_cpu": lambda row: row["get"]["cpu_ms"],
    "get_after_add_cpu": lambda row: row["get_after_add"]["cpu_ms"],
    "add_cpu": lambda row: row["add"]["cpu_ms"],
    "fill_cpu": lambda row: row["fill_cpu_s_per_1000"],
    "rss": lambda row: row["rss_mb"] if (row["rss_mb"] or 0.0) >= SMALLEST_MB else None,
}
"""What is compared: processor time of a get, a get after an add, a single add, batches; memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Over the store ``memory``, ``figure`` is to be at most so many times windlass's at this number of memories."""

    memories: int
    figure: str
    at_most: float


TARGETS = (
    Target(memories=10_000, figure="get_cpu", at_most=1 / 10),
    Target(memories=10_000, figure="add_cpu", at_most=1.0),
    Target(memories=10_000, figure="fill_cpu", at_most=1.0),
    Target(memories=100_000, figure="get_cpu", at_most=1 / 20),
    Target(memories=100_000, figure="rss", at_most=1 / 3),
)


def ratios(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Ours divided by windlass's, of the same embedder, size and threads in this run: below 1 is cheaper.

    Cells that were not filled to the end are left out; a figure is None where one of the two has none.
    """
    whole = [row for row in rows if row["status"] == "ok" and row["whole"]]
    theirs = {_place(row): row for row in whole if row["system"] == RIVAL}
    return [
        {
            "system": row["system"],
            **dict(zip(WHERE, _place(row), strict=True)),
            **{name: _ratio(figure(row), figure(rival)) for name, figure in FIGURES.items()},
        }
        for row in whole
        if row["system"] != RIVAL and (rival := theirs.get(_place(row)))
    ]


def targets(found: Sequence[Row]) -> list[dict[str, Any]]:
    """Each target for each embedder and number of threads that was measured: what was aimed at, got, and if it is met.

    Where a figure could not be had, ``got`` and ``met`` are None.
    """

    def rows() -> Iterator[dict[str, Any]]:
        for target in TARGETS:
            for row in found:
                if row["system"] == "memory" and row["memories"] == target.memories:
                    got = row[target.figure]
                    place = dict(zip(WHERE, _place(row), strict=True))
                    met = None if got is None else got <= target.at_most
                    yield {"figure": target.figure, **place, "at_most": target.at_most, "got": got, "met": met}

    return list(rows())


def _place(row: Row) -> tuple[Any, ...]:
    return tuple(row[key] for key in WHERE)


def _ratio(ours: float | None, theirs: float | None) -> float | None:
    return None if ours is None or not theirs else ours / theirs
