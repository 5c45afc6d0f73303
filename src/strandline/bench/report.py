"""Turns results into tables for a terminal, and writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from strandline.bench import (
    facts_report,
    memories_report,
    plot,
    precision_report,
    recall_report,
    results,
    roles,
    timex_report,
)


def publish(result: Mapping[str, Any], *, command: Sequence[str], folder: Path = results.FOLDER) -> list[Path]:
    """Write the JSON, and for speed and recall a PNG of the same name beside it; returns the paths.

    Raises MissingExtraError when there is something to plot and matplotlib is not installed; the JSON is there then.
    """
    path = results.save(result, command=command, folder=folder)
    draw = {"speed": plot.latency, "recall": plot.recall}.get(result["what"].partition("-")[0])
    return [path] if draw is None else [path, draw(result, path.with_suffix(".png"))]


def tables(result: Mapping[str, Any]) -> list[Table]:
    """The tables of a result of any ``run`` of the bench, to be printed one after the other."""
    special = {
        "facts": facts_report.tables,
        "memories": memories_report.tables,
        "precision": precision_report.tables,
        "roles": roles.tables,
        "speed": _speed,
        "timex": timex_report.tables,
        "train": _trained,
    }
    return list(special.get(result["what"].partition("-")[0], recall_report.tables)(result))


_TRAINED = {
    "questions": "questions",
    "recall@5": "recall@5",
    "recall@10": "recall@10",
    "all@10": "all@10",
    "pool": "pool",
    "ece": "calibration error",
}


def _trained(result: Mapping[str, Any]) -> Iterator[Table]:
    learned = ", ".join(result["about"]["data"])
    for kind, packs in result["profiles"].items():
        table = Table(title=f"{kind}: folds that were not fitted on", caption=f"learned from {learned}")
        table.add_column("pack")
        for title in _TRAINED.values():
            table.add_column(title, justify="right")
        for pack, row in packs.items():
            cells = (
                f"{row[key]:.3f}" if key in row and key != "questions" else str(row.get(key, "-")) for key in _TRAINED
            )
            table.add_row(pack, *cells)
        yield table


_SPEED_COLUMNS = ("fill/s", "add", "fsync", "search", "CPU", "after write", "RSS MB", "disk MB")


def _speed(result: Mapping[str, Any]) -> Iterator[Table]:
    table = Table(title="Speed (p50 / p95 ms; CPU ms is the mean of all threads)")
    for title in ("messages", "users", "system", *_SPEED_COLUMNS):
        table.add_column(title, justify="left" if title == "system" else "right")
    for row in result["rows"]:
        head = (f"{row['messages']:,}", f"{row['users']:,}", row["system"])
        table.add_row(*head, *(_cells(row) if row["status"] == "ok" else [row["status"]]))
    yield table
    ratios = Table(title="CPU of Strandline / CPU of windlass, same run (below 1 is cheaper)")
    for title in ("messages", "users", "search", "search after a write", "fill"):
        ratios.add_column(title, justify="right")
    for row in result["ratios"]:
        values = (f"{row[key]:.3f}" for key in ("search_cpu", "search_after_write_cpu", "fill_cpu"))
        ratios.add_row(f"{row['messages']:,}", f"{row['users']:,}", *values)
    yield ratios
    figures = Table("figure", "value", title="Single figures")
    for title, values in result["figures"].items():
        for key, value in values.items():
            figures.add_row(f"{title}: {key}", f"{value:,.2f}" if isinstance(value, float) else f"{value:,}")
    yield figures


def _cells(row: Mapping[str, Any]) -> list[str]:
    return [
        f"{row['fill_messages_per_s']:,.0f}",
        _pair(row["add"]),
        f"{row['fsync']['p50_ms']:.2f}",
        _pair(row["search"]),
        f"{row['search']['cpu_ms']:.2f}",
        _pair(row["search_after_write"]),
        "-" if row["rss_mb"] is None else f"{row['rss_mb']:,.0f}",
        f"{row['disk_bytes'] / 1e6:,.1f}",
    ]


def _pair(series: Mapping[str, float]) -> str:
    return f"{series['p50_ms']:.2f} / {series['p95_ms']:.2f}"
