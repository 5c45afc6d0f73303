"""What the published tables have in common: Markdown, and where a figure comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

PACKS = {
    "recall-locomo": "LoCoMo",
    "recall-longmemeval_s": "LongMemEval-S",
    "recall-longmemeval_oracle": "LongMemEval oracle",
    "recall-realmem": "RealMem",
    "recall-languages": "seven languages",
}
"""``what`` of a result -> the name in the tables, in their order."""

Result = Mapping[str, Any]
Results = Mapping[str, Result]


def table(titles: Sequence[str], rows: Iterator[Sequence[str]], *, left: Sequence[int] = ()) -> list[str]:
    """A Markdown table of numbers to the right, but for the columns ``left``; no lines without rows."""
    body = [f"| {' | '.join(row)} |" for row in rows]
    if not body:
        return []
    rule = "|" + "|".join("---" if place in left else "---:" for place in range(len(titles))) + "|"
    return [f"| {' | '.join(titles)} |", rule, *body]


def share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def sources(results: Sequence[Result]) -> list[str]:
    """How to run it again, the commits and the machine."""
    commands = sorted({result["run"]["command"] for result in results})
    commits = sorted({result["run"]["commit"] + " with changes" * result["run"]["dirty"] for result in results})
    machines = sorted({machine(result["run"]) for result in results})
    days = sorted({result["run"]["date"][:10] for result in results})
    samples = [
        f"{name(result)}: {result['settings']['limit']} questions, evenly spaced"
        for result in results
        if result.get("settings", {}).get("limit") is not None
    ]
    lines = [
        f"Command: {', '.join(f'`{command}`' for command in commands)}.",
        f"Commit: {', '.join(f'`{commit}`' for commit in commits)}, {' and '.join(days)}. {'; '.join(machines)}.",
    ]
    return [*lines, *([f"A sample only: {'; '.join(samples)}."] if samples else [])]


def machine(run: Mapping[str, Any]) -> str:
    return f"{run['cpu']}, Python {run['python']}, numpy {run['numpy']}, SQLite {run['sqlite']}"


def name(result: Result) -> str:
    return PACKS.get(result["what"], result["what"])
