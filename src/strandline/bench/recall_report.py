"""Tables of a run of recall for a terminal, and what its columns are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from strandline.bench.asking import CONTEXT_TOKENS

RECALL_COLUMNS = {
    "recall@5": "recall@5",
    "recall@10": "recall@10",
    "all@10": "all@10",
    "mrr": "MRR",
    "session_hit@5": "session@5",
    "context_evidence": "in context",
}
"""Key in the result -> title of the column: the short table."""
ALL_COLUMNS = {
    "recall@5": "recall@5",
    "recall@10": "recall@10",
    "all@5": "all@5",
    "all@10": "all@10",
    "mrr": "MRR",
    "session_hit@5": "session@5",
    "session_all@5": "all sessions@5",
    "recall@200": "pool@200",
    **{key: f"in {tokens:,}" for key, tokens in sorted(CONTEXT_TOKENS.items(), key=lambda item: item[1])},
}
"""The same of the whole table."""
_COSTS = {
    "search_p50_ms": "search p50 ms",
    "search_p95_ms": "p95 ms",
    "search_cpu_ms": "CPU ms",
    "first_search_p50_ms": "first ms",
    "messages_per_s": "messages/s",
    "disk_bytes_per_text_byte": "disk bytes/byte",
}


def tables(result: Mapping[str, Any]) -> Iterator[Table]:
    """How much is found by type of question, what it costs, and what the scores say."""
    systems = result["systems"]
    yield _quality(result)
    costs = _table("Cost", ["", *_COSTS.values()])
    for name, system in systems.items():
        costs.add_row(name, *(_number(system["cost"][key], 2) for key in _COSTS))
    yield costs
    yield _abstention(systems)
    yield _thresholds(systems)


def _quality(result: Mapping[str, Any]) -> Table:
    systems = result["systems"]
    asked = next(iter(systems.values()))["questions"]
    table = Table(
        title=f"{result['what']}: {asked['scored']} questions",
        caption=f"left out: {asked['without_evidence']} without evidence, {asked['abstain']} without an answer",
    )
    for title in ("type", "n", "system", *RECALL_COLUMNS.values()):
        table.add_column(title, justify="left" if title in ("type", "system") else "right")
    for kind in [*next(iter(systems.values()))["by_type"], "all"]:
        told = ""
        for name, system in systems.items():
            means = system["all"] if kind == "all" else system["by_type"].get(kind, {"questions": 0})
            values = [_number(means.get(key), 3) for key in RECALL_COLUMNS]
            table.add_row(kind if kind != told else "", str(means["questions"]), name, *values)
            told = kind
        table.add_section()
    return table


def _abstention(systems: Mapping[str, Any]) -> Table:
    titles = ["", "answerable: nothing returned", "no answer: nothing returned", "AUROC of the best score"]
    table = _table("Abstention", titles)
    for name, system in systems.items():
        row = system["abstention"]
        table.add_row(
            name,
            f"{row['answerable_returned_nothing']} of {row['answerable']}",
            f"{row['abstain_returned_nothing']} of {row['abstain']}",
            _number(row["auroc_of_best_score"], 3),
        )
    return table


def _thresholds(systems: Mapping[str, Any]) -> Table:
    titles = ["", "threshold", "lose all evidence", "foreign: a hit", "no answer: a hit", "calibration error"]
    table = _table("What a threshold on the score does", titles)
    for name, system in systems.items():
        error = system["calibration"] and system["calibration"]["answerable"]["ece"]
        for title in ("at_lost", "at_default"):
            point = system["threshold"] and system["threshold"][title]
            if point:
                shares = (_number(point[key], 3) for key in ("threshold", "lost", "foreign", "unanswered"))
                own = name if title == "at_lost" else f"{name}, its default"
                table.add_row(own, *shares, _number(error, 3))
    return table


def _table(title: str, titles: list[str]) -> Table:
    table = Table(title=title)
    for name in titles:
        table.add_column(name, justify="left" if not name else "right")
    return table


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:,.{digits}f}"
