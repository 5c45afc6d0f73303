"""Draws latency against size."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from strandline.bench.metrics import percentile
from strandline.bench.optional import need

_LINES = {1: "-", 1_000: "--"}
_COLOURS = {"strandline": "#1f6f8b", "windlass": "#e07b39", "cortexm": "#888888"}


def latency(result: Mapping[str, Any], path: Path) -> Path:
    """Draw search and add p50 (ms) against the number of messages, both axes logarithmic, as a PNG; returns its path.

    A thin line in the second picture is what the disk takes to make 4 KB durable, the least a durable add can take.
    Raises MissingExtraError when matplotlib is not installed.
    """
    figure_class = need("matplotlib.figure", feature="plots").Figure
    figure = figure_class(figsize=(10, 4.2), layout="constrained")
    for axes, (key, title) in zip(
        figure.subplots(1, 2), (("search", "search, p50 (ms)"), ("add", "add one message, p50 (ms)")), strict=True
    ):
        for (system, users), points in _lines(result, key).items():
            sizes, values = zip(*points, strict=True)
            label = f"{system}, {users:,} user{'s' if users > 1 else ''}"
            style = {"linestyle": _LINES.get(users, ":"), "color": _COLOURS.get(system)}
            axes.plot(sizes, values, marker="o", label=label, **style)
        axes.set(xscale="log", yscale="log", xlabel="messages in the store", title=title)
        axes.grid(visible=True, which="major", alpha=0.3)
    floors = [row["fsync"]["p50_ms"] for row in result["rows"] if row["status"] == "ok"]
    if floors:
        figure.axes[1].axhline(percentile(floors, 50), color="black", linewidth=0.8, label="fsync of 4 KB")
    handles, labels = figure.axes[1].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, fontsize="small")
    figure.savefig(path, dpi=120, metadata={"Software": None})
    return path


def _lines(result: Mapping[str, Any], key: str) -> dict[tuple[str, int], list[tuple[int, float]]]:
    lines: dict[tuple[str, int], list[tuple[int, float]]] = {}
    for row in result["rows"]:
        if row["status"] == "ok":
            lines.setdefault((row["system"], row["users"]), []).append((row["messages"], row[key]["p50_ms"]))
    return {name: sorted(points) for name, points in lines.items()}
