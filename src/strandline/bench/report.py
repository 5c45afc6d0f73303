"""Turns results into tables for a terminal, and writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from strandline.bench import facts_report, plot, precision_report, results, roles, timex_report

RECALL_COLUMNS = {
    "recall@5": "recall@5",
    "recall@10": "recall@10",
    "all@10": "all@10",
    "mrr": "MRR",
    "session_hit@5": "session@5",
    "context_evidence": "in context",
}
"""Key in the result -> title of the column."""


def publish(result: Mapping[str, Any], *, command: Sequence[str], folder: Path = results.FOLDER) -> list[Path]:
    """Write the JSON, and for speed a PNG of the same name beside it; returns the paths.

    Raises MissingExtraError when there is something to plot and matplotlib is not installed; the JSON is there then.
    """
    path = results.save(result, command=command, folder=folder)
    if result["what"] != "speed":
        return [path]
    return [path, plot.latency(result, path.with_suffix(".png"))]


def tables(result: Mapping[str, Any]) -> list[Table]:
    """The tables of a result of any ``run`` of the bench, to be printed one after the other."""
    special = {
        "facts": facts_report.tables,
        "precision": precision_report.tables,
        "roles": roles.tables,
        "speed": _speed,
        "timex": timex_report.tables,
    }
    return list(special.get(result["what"].partition("-")[0], _recall)(result))


_TIMES = ("search_p50_ms", "search_p95_ms", "search_cpu_ms", "first_search_p50_ms")


def _recall(result: Mapping[str, Any]) -> Iterator[Table]:
    systems = result["systems"]
    yield _quality(result)
    costs = Table(title="Cost")
    for title in ("", "search p50 ms", "p95 ms", "CPU ms", "first ms", "messages/s", "disk bytes/byte"):
        costs.add_column(title, justify="left" if not title else "right")
    for name, system in systems.items():
        cost = system["cost"]
        costs.add_row(
            name,
            *(f"{cost[key]:.2f}" for key in _TIMES),
            f"{cost['messages_per_s']:,.0f}",
            f"{cost['disk_bytes_per_text_byte']:.2f}",
        )
    yield costs
    yield _abstention(systems)


def _quality(result: Mapping[str, Any]) -> Table:
    systems = result["systems"]
    asked = next(iter(systems.values()))["questions"]
    table = Table(
        title=f"{result['what']}: {asked['scored']} questions",
        caption=f"left out: {asked['without_evidence']} without evidence, {asked['abstain']} without an answer",
    )
    table.add_column("type")
    table.add_column("n", justify="right")
    table.add_column("system")
    for title in RECALL_COLUMNS.values():
        table.add_column(title, justify="right")
    kinds = [*next(iter(systems.values()))["by_type"], "all"]
    for kind in kinds:
        for name, system in systems.items():
            means = system["all"] if kind == "all" else system["by_type"][kind]
            values = [f"{means[key]:.3f}" if key in means else "-" for key in RECALL_COLUMNS]
            first = name == next(iter(systems))
            table.add_row(kind if first else "", str(means["questions"]) if first else "", name, *values)
        table.add_section()
    return table


def _abstention(systems: Mapping[str, Any]) -> Table:
    table = Table(title="Abstention")
    for title in ("", "answerable: nothing returned", "no answer: nothing returned", "AUROC of the best score"):
        table.add_column(title, justify="left" if not title else "right")
    for name, system in systems.items():
        row = system["abstention"]
        auroc = row["auroc_of_best_score"]
        table.add_row(
            name,
            f"{row['answerable_returned_nothing']} of {row['answerable']}",
            f"{row['abstain_returned_nothing']} of {row['abstain']}",
            "-" if auroc is None else f"{auroc:.3f}",
        )
    return table


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
