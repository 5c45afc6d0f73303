"""The published table of the trials, from their result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from second_pass.compared import TYPES
from tables import Results, sources, table

_TITLES = (
    "tried", "recall@10, all sets", "all@10, all sets", "recall@10, multi-hop of all sets",
    "recall@10, LoCoMo multi-hop", "gained",
)  # fmt: skip


def trials(results: Results) -> list[str]:
    """One line a variant: what it changes, with the 95 % interval."""
    if "trials" not in results:
        return []
    result = results["trials"]
    names = ", ".join(name.partition(".")[0] for name in result["data"])
    return [
        *table(_TITLES, _rows(result), left=[0, 5]),
        "",
        f"All sets: the mean of {names}; multi-hop: their questions of type {' or '.join(TYPES)}.",
        "",
        *sources([result]),
    ]


def _rows(result: Mapping[str, Any]) -> Iterator[list[str]]:
    for row in result["rows"][1:]:
        if row["status"] != "ok":
            yield [row["name"], *["–"] * 4, f"not run: {row['note']}"]
            continue
        locomo = row["types"].get("multi-hop", {}).get("locomo", {}).get("difference")
        over, linking = row["together"], row["together_of_types"]
        yield [
            row["name"], change(over["recall@10"]), change(over["all@10"]),
            change(linking["recall@10"]) if linking else "–", change(locomo["recall@10"]) if locomo else "–",
            ", ".join(row["gained"]) or "no",
        ]  # fmt: skip


def change(value: Mapping[str, Any]) -> str:
    """A difference with its sign and interval; what rounds to nothing is no loss."""
    mean, low, high = (round(number, 3) + 0.0 for number in (value["mean"], *value["ci95"]))
    return f"{mean:+.3f} ({low:+.3f} to {high:+.3f})"
