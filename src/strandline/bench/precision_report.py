"""Tables of what ``strandline bench precision`` found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table


def tables(result: Mapping[str, Any]) -> Iterator[Table]:
    """The figures by way to ask and verb, then what was not measured."""
    yield _figures("Single cases", "cases", result)
    yield _figures("Turns of the scripted sessions", "sessions", result)
    left = Table("demand", "cases", title="Not measured: the benchmark's own design")
    for what, count in result["not_mapped"].items():
        left.add_row(what, str(count))
    yield left


def _figures(title: str, part: str, result: Mapping[str, Any]) -> Table:
    first = next(iter(result["systems"].values()))["search"][part]
    needing, nothing = first["needing"]["questions"], first["nothing"]["questions"]
    table = Table(title=f"{title}: {needing} that some belief answers, {nothing} that none does")
    for column in (
        "way",
        "verb",
        "precision",
        "recall",
        "exact",
        "nothing for nothing",
        "noise",
        "all: precision",
        "never",
    ):
        table.add_column(column, justify="left" if column in ("way", "verb") else "right")
    for way, verbs in result["systems"].items():
        for verb, row in ((verb, row[part]) for verb, row in verbs.items()):
            table.add_row(
                way,
                verb,
                _share(row["needing"]["precision"]),
                _share(row["needing"]["recall"]),
                f"{row['needing']['exact']}/{row['needing']['questions']}",
                f"{row['nothing']['empty']}/{row['nothing']['questions']}",
                _share(row["nothing"]["mean_noise"]),
                _share(row["precision"]),
                f"{row['forbidden']['violated']}/{row['forbidden']['questions']}",
            )
    return table


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
