"""Draws latency against size, recall by system, and what a threshold costs."""

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


def recall(result: Mapping[str, Any], path: Path) -> Path:
    """Draw recall@10 of every system with its interval, and the default's curve of abstention, as a PNG.

    The curve says how many questions that nothing can answer (asked of another conversation's store, and of their own)
    still get a hit when so many answerable ones lose all their evidence. Returns the path; raises MissingExtraError
    when matplotlib is not installed.
    """
    figure_class = need("matplotlib.figure", feature="plots").Figure
    figure = figure_class(figsize=(10, 4.2), layout="constrained")
    bars, curves = figure.subplots(1, 2)
    found = {name: row for name, row in result["systems"].items() if row["ci95"]}
    names = list(reversed(found))
    means = [found[name]["all"]["recall@10"] for name in names]
    ends = [found[name]["ci95"]["recall@10"] for name in names]
    errors = [
        [max(0.0, mean - low) for mean, (low, _) in zip(means, ends, strict=True)],
        [max(0.0, high - mean) for mean, (_, high) in zip(means, ends, strict=True)],
    ]
    bars.barh(names, means, xerr=errors, color=[_COLOURS.get(name, "#8fb3c0") for name in names], capsize=2)
    bars.set(xlim=(0, 1), title="recall@10, with 95 % intervals")
    bars.grid(visible=True, axis="x", alpha=0.3)
    _abstention(curves, found.get("strandline"))
    figure.suptitle(result["what"].partition("-")[2])
    figure.savefig(path, dpi=120, metadata={"Software": None})
    return path


def _abstention(axes: Any, default: Mapping[str, Any] | None) -> None:
    axes.set(xlim=(0, 0.5), ylim=(0, 1.02), xlabel="answerable questions that lose all evidence")
    axes.set(title="questions without an answer that get a hit")
    axes.grid(visible=True, alpha=0.3)
    found = default and default["threshold"]
    if not found:
        return
    colour = _COLOURS["strandline"]
    for key, label, style in (
        ("foreign", "another conversation's", "-"),
        ("unanswered", "its own conversation's", ":"),
    ):
        points = [(point["lost"], point[key]) for point in found["curve"] if point[key] is not None]
        if points:
            axes.plot(*zip(*points, strict=True), linestyle=style, label=label, color=colour)
    at_default = found["at_default"]
    if at_default is not None and at_default["foreign"] is not None:
        axes.plot(at_default["lost"], at_default["foreign"], "o", color=colour, label="default threshold")
    if axes.lines:
        axes.legend(fontsize="small")


def _lines(result: Mapping[str, Any], key: str) -> dict[tuple[str, int], list[tuple[int, float]]]:
    lines: dict[tuple[str, int], list[tuple[int, float]]] = {}
    for row in result["rows"]:
        if row["status"] == "ok":
            lines.setdefault((row["system"], row["users"]), []).append((row["messages"], row[key]["p50_ms"]))
    return {name: sorted(points) for name, points in lines.items()}
