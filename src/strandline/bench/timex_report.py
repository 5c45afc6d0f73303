"""Tables of what ``strandline bench timex`` found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table


def tables(result: Mapping[str, Any]) -> Iterator[Table]:
    """All languages in one table, then a table a language with ours by type, the libraries beside it."""
    yield _all(result)
    for name, language in result["languages"].items():
        yield _by_type(name, language)


def _all(result: Mapping[str, Any]) -> Table:
    notes = [f"not installed: {', '.join(result['missing'])}"] if result["missing"] else []
    notes += [f"{name} cannot be imported: {fault}" for name, fault in result["broken"].items()]
    table = Table(title="Time expressions: share of cases that are right", caption="\n".join(notes) or None)
    for title in ("language", "cases", "system", "right", "spans", "overlap", "ms/text", "time of ours"):
        table.add_column(title, justify="left" if title in ("language", "system") else "right")
    for name, language in result["languages"].items():
        for number, (system, row) in enumerate(language["systems"].items()):
            head = (name, str(language["cases"])) if number == 0 else ("", "")
            shares = (f"{row[key]:.3f}" for key in ("right", "spans", "overlap"))
            times = f"{row['ms_per_text']:.2f}", f"{language['times'][system]:.1f}"
            table.add_row(*head, system, *shares, *times)
        table.add_section()
    return table


def _by_type(name: str, language: Mapping[str, Any]) -> Table:
    systems = language["systems"]
    left_out = (
        f"{language['rows_dropped']} of {language['rows']} rows dropped, {len(language['excluded'])} cases excluded"
    )
    table = Table(title=f"{name}: right by type", caption=left_out)
    for title in ("type", "cases", *systems):
        table.add_column(title, justify="left" if title == "type" else "right")
    for kind, row in systems["strandline"]["by_type"].items():
        shares = (f"{system['by_type'][kind]['right']:.3f}" for system in systems.values())
        table.add_row(kind, str(row["cases"]), *shares)
    return table
