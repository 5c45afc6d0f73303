"""Tables of ``bench memories`` for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.table import Table

_WHERE = ("memories", "threads", "embedder")
_COLUMNS = ("filled/s", "add", "get", "get CPU", "get after add", "RSS MB", "disk MB")
_RATIOS = {
    "get_cpu": "get",
    "get_after_add_cpu": "get after add",
    "add_cpu": "add",
    "fill_cpu": "fill",
    "rss": "memory",
}


def tables(result: Mapping[str, Any]) -> Iterator[Table]:
    """Every cell, then ours over windlass's, then what was aimed at; the last two where windlass was measured."""
    caption = "; ".join(f"{name}: {meaning}" for name, meaning in result["embedders"].items())
    rows = _table("Memories (p50 / p95 ms; CPU ms is the mean of all threads)", _COLUMNS, caption=caption)
    for row in result["rows"]:
        rows.add_row(*_head(row), *(_cells(row) if row["status"] == "ok" else [row["status"]]))
    yield rows
    if result["ratios"]:
        ratios = _table("CPU and memory, ours / windlass's, same run (below 1 is cheaper)", tuple(_RATIOS.values()))
        for row in result["ratios"]:
            ratios.add_row(*_head(row), *(_share(row[key]) for key in _RATIOS))
        yield ratios
    if result["targets"]:
        targets = _table("Targets of the store in memory", ("at most", "got", "met"), first="figure")
        for row in result["targets"]:
            met = "-" if row["met"] is None else "yes" if row["met"] else "no"
            targets.add_row(*_head(row, first=_RATIOS[row["figure"]]), f"{row['at_most']:.3f}", _share(row["got"]), met)
        yield targets


def _table(title: str, columns: Sequence[str], *, first: str = "system", caption: str | None = None) -> Table:
    table = Table(title=title, caption=caption)
    for name in (*_WHERE, first, *columns):
        table.add_column(name, justify="left" if name in ("embedder", first) else "right")
    return table


def _head(row: Mapping[str, Any], first: str | None = None) -> list[str]:
    return [f"{row['memories']:,}", f"{row['threads']:,}", row["embedder"], first or row["system"]]


def _cells(row: Mapping[str, Any]) -> list[str]:
    whole = row["filled"] == row["memories"]
    return [
        f"{row['fill_per_s']:,.0f}" + ("" if whole else f" (stopped at {row['filled']:,})"),
        _pair(row["add"]),
        _pair(row["get"]),
        f"{row['get']['cpu_ms']:.2f}",
        _pair(row["get_after_add"]),
        "-" if row["rss_mb"] is None else f"{row['rss_mb']:,.0f}",
        f"{row['disk_bytes'] / 1e6:,.1f}" if row["disk_bytes"] else "-",
    ]


def _pair(series: Mapping[str, float]) -> str:
    return f"{series['p50_ms']:.2f} / {series['p95_ms']:.2f}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
