"""A result of ``bench memories`` with figures that are easy to divide."""

from __future__ import annotations

from strandline.bench.memory_ratios import ratios, targets
from strandline.bench.memory_systems import EMBEDDERS


def series(value):
    return {"n": 3, "p50_ms": value, "p95_ms": value * 2, "cpu_ms": value}


def row(system, scale, *, memories=10_000, filled=None, rss=100.0):
    return {
        "system": system,
        "embedder": "own",
        "memories": memories,
        "threads": 1,
        "status": "ok",
        "vectors": "made up",
        "filled": memories if filled is None else filled,
        "whole": filled is None,
        "fill_per_s": 1000.0,
        "fill_cpu_s_per_1000": scale,
        "first_get_ms": scale,
        "get": series(scale),
        "found": 10.0,
        "add": series(scale),
        "get_after_add": series(scale),
        "rss_mb": rss,
        "disk_bytes": 0,
    }


def result():
    """Ours at a sixteenth of windlass's time and a quarter of its memory, and a store that is not installed."""
    rows = [row("memory", 1.0, rss=25.0), row("windlass", 16.0)]
    head = {key: rows[0][key] for key in ("embedder", "memories", "threads")}
    rows.append({"system": "faiss", **head, "status": "not installed", "why": "no driver"})
    found = ratios(rows)
    return {"what": "memories", "embedders": EMBEDDERS, "rows": rows, "ratios": found, "targets": targets(found)}
