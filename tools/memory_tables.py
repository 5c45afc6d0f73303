"""The published tables of conversation memories: what they cost, and that beside windlass's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tables import Result, Results, share, sources, table

MEMORIES = "memories"
RATIOS = {
    "get_cpu": "get",
    "get_after_add_cpu": "get after an add",
    "add_cpu": "add",
    "fill_cpu": "fill",
    "rss": "memory",
}
"""Figure -> its name in the tables."""
WHERE = ["memories", "threads", "vectors"]


def memories(results: Results) -> list[str]:
    """Every cell, by size, threads and what made the vectors."""
    if MEMORIES not in results:
        return []
    titles = [*WHERE, "system", "filled/s", "add ms", "get ms", "get after an add ms", "memory MB", "files MB"]
    rows = ([*head(row), row["system"], *cells(row)] for row in results[MEMORIES]["rows"])
    return [*table(titles, rows, left=[2, 3]), "", *sources([results[MEMORIES]])]


def cells(row: Result) -> list[str]:
    """The figures of a row, or why it has none."""
    if row["status"] != "ok":
        return [row["status"], *[""] * 5]
    stopped = "" if row["whole"] else f" (stopped at {row['filled']:,})"
    return [
        f"{row['fill_per_s']:,.0f}{stopped}", *(pair(row[key]) for key in ("add", "get", "get_after_add")),
        "–" if row["rss_mb"] is None else f"{row['rss_mb']:,.0f}",
        f"{row['disk_bytes'] / 1e6:,.1f}" if row["disk_bytes"] else "–",
    ]  # fmt: skip


def ratios(results: Results) -> list[str]:
    """Processor time and memory over windlass's in the same run."""
    found = results[MEMORIES]["ratios"] if MEMORIES in results else []
    rows = ([*head(row), row["system"], *(share(row[key]) for key in RATIOS)] for row in found)
    return table([*WHERE, "system", *RATIOS.values()], rows, left=[2, 3])


def targets(results: Results) -> list[str]:
    """What was aimed at over the store in memory, and what was got."""

    def rows() -> Iterator[list[str]]:
        for row in results[MEMORIES]["targets"] if MEMORIES in results else []:
            met = "–" if row["met"] is None else "yes" if row["met"] else "no"
            yield [*head(row), RATIOS[row["figure"]], f"≤ {row['at_most']:.3f}", share(row["got"]), met]

    return table([*WHERE, "figure", "to reach", "got", "met"], rows(), left=[2, 3, 6])


def head(row: Result) -> list[str]:
    return [f"{row['memories']:,}", f"{row['threads']:,}", row["embedder"]]


def pair(series: Mapping[str, Any]) -> str:
    return f"{series['p50_ms']:.2f} / {series['p95_ms']:.2f}"


TABLES: dict[str, Callable[[Results], list[str]]] = {
    "memories": memories,
    "memories-ratios": ratios,
    "memories-targets": targets,
}
"""Every table by the name in its marker."""
