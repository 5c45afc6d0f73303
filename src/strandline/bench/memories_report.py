"""Tables of ``bench memories`` for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.table import Table

_COLUMNS = ("memories", "threads", "system", "filled/s", "add", "get", "CPU", "get after add", "RSS MB", "disk MB")
_RATIOS = {
    "get_cpu": "get",
    "get_after_add_cpu": "get after add",
    "add_cpu": "add",
    "fill_cpu": "fill",
    "rss": "memory",
}


def tables(result: Mapping[str, Any]) -> Iterator[Table]:
    """The cells of each embedder, then ours over windlass's and what was aimed at, where windlass was measured."""
    for embedder, meaning in result["embedders"].items():
        if rows := [row for row in result["rows"] if row["embedder"] == embedder]:
            yield _cells_of(rows, f"Memories, {embedder}: {meaning} (p50 / p95 ms; CPU ms of a get, all threads)")
    if result["ratios"]:
        ratios = _table(
            "Ours / windlass's, same run: CPU and memory (below 1 is cheaper)", ("system", *_RATIOS.values())
        )
        for row in result["ratios"]:
            ratios.add_row(*_place(row), row["system"], *(_share(row[key]) for key in _RATIOS))
        yield ratios
    if result["targets"]:
        targets = _table("Targets of the store in memory, ours / windlass's", ("figure", "at most", "got", "met"))
        for row in result["targets"]:
            met = "-" if row["met"] is None else "yes" if row["met"] else "no"
            shares = (f"{row['at_most']:.3f}", _share(row["got"]))
            targets.add_row(*_place(row), _RATIOS[row["figure"]], *shares, met)
        yield targets


def _cells_of(rows: Sequence[Mapping[str, Any]], title: str) -> Table:
    table = Table(title=title)
    for name in _COLUMNS:
        table.add_column(name, justify="left" if name == "system" else "right", no_wrap=name != "filled/s")
    for row in rows:
        head = (f"{row['memories']:,}", f"{row['threads']:,}", row["system"])
        table.add_row(*head, *(_cells(row) if row["status"] == "ok" else [row["status"]]))
    return table


def _table(title: str, columns: Sequence[str]) -> Table:
    table = Table(title=title)
    for name in ("memories", "threads", "embedder", *columns):
        table.add_column(name, justify="left" if name in ("embedder", "system", "figure") else "right")
    return table


def _place(row: Mapping[str, Any]) -> list[str]:
    return [f"{row['memories']:,}", f"{row['threads']:,}", row["embedder"]]


def _cells(row: Mapping[str, Any]) -> list[str]:
    return [
        f"{row['fill_per_s']:,.0f}" + ("" if row["whole"] else f" (stopped at {row['filled']:,})"),
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
