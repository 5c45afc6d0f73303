"""Tables of what ``strandline bench facts`` found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from strandline.bench.fact_cases import RATIOS


def tables(result: Mapping[str, Any]) -> Iterator[Table]:
    """The six figures by kind of case, against the targets."""
    yield _figures(result)


def failures(result: Mapping[str, Any]) -> Table:
    """What is wrong in each case where something is."""
    wrong = result["wrong"]
    table = Table("case", "what is wrong", title=f"{result['cases']}: something is wrong in {len(wrong)} cases")
    for case, complaints in wrong.items():
        table.add_row(case, Text("\n".join(complaints)))
    return table


def reached(result: Mapping[str, Any]) -> dict[str, bool]:
    """For each target whether the cases reach it; those that nothing was asked for are left out."""
    found, wanted = result["figures"]["ALL"], result["targets"]
    return {
        name: (found[name] <= wanted[name] if name == "never" else found[name] >= wanted[name])
        for name in wanted
        if found[name] is not None
    }


def _figures(result: Mapping[str, Any]) -> Table:
    caption = 'part / whole; "never" counts cases with a forbidden fact, so less is better'
    table = Table(title=f"Facts: {result['cases']}, {result['cpu_seconds']} s of CPU", caption=caption)
    table.add_column("kind")
    table.add_column("cases", justify="right")
    for name in RATIOS:
        table.add_column(name, justify="right")
    for number, (kind, row) in enumerate(result["figures"].items()):
        table.add_row("all" if kind == "ALL" else kind, str(row["cases"]), *(_cell(row, name) for name in RATIOS))
        if number == 0:
            kept = reached(result)
            table.add_row(
                "target", "", *(_target(name, result["targets"].get(name), kept.get(name)) for name in RATIOS)
            )
            table.add_section()
    return table


def _cell(row: Mapping[str, Any], name: str) -> str:
    part, whole = row[f"{name}_of"]
    return "-" if row[name] is None else f"{row[name]:.3f}  {part}/{whole}"


def _target(name: str, target: float | None, kept: bool | None) -> str:
    if target is None:
        return ""
    sign = "≤" if name == "never" else "≥"
    word = {None: "", True: "  reached", False: "  missed"}[kept]
    return f"{sign} {target:.2f}{word}"
