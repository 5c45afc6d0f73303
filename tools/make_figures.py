#!/usr/bin/env python3
"""Write the published tables from benchmarks/results/*.json; ``--check`` only compares.

    make_figures.py [--check] [--results DIR]

What stands between ``<!-- figures:NAME -->`` and ``<!-- /figures -->`` in README.md and docs/reference/benchmarks.md is
replaced by the table NAME. Of several results of one benchmark the newest is taken, by the date inside it. Nothing in a
table is typed by hand: command, commit, machine and every number come from the JSON.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import memory_tables
import recall_tables
import second_pass.table
from tables import Result, Results, share, sources, table

ROOT = Path(__file__).resolve().parents[1]
RESULTS = Path("benchmarks") / "results"
PAGES = (
    Path("README.md"),
    Path("docs") / "why.md",
    Path("docs") / "how-to" / "embedders.md",
    Path("docs") / "reference" / "benchmarks.md",
)
MARKED = re.compile(r"(<!-- figures:(?P<name>[a-z-]+) -->\n).*?(<!-- /figures -->)", re.DOTALL)

SPEED = "speed"
NOTHING = "No results of this version have been published yet."

Table = Callable[[Results], list[str]]


def newest(folder: Path) -> dict[str, Result]:
    """The newest result of each benchmark in a folder, by ``what``."""
    found: dict[str, Result] = {}
    for path in sorted(folder.glob("*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        known = found.get(result["what"])
        if known is None or result["run"]["date"] > known["run"]["date"]:
            found[result["what"]] = result
    return found


def speed_rows(results: Results, systems: Sequence[str] | None) -> list[str]:
    """Adding and searching by size; of these systems, or of all."""

    def rows() -> Iterator[list[str]]:
        for row in results[SPEED]["rows"]:
            if systems is not None and row["system"] not in systems:
                continue
            head = [f"{row['messages']:,}", f"{row['users']:,}"]
            head += [] if systems is not None else [row["system"]]
            if row["status"] != "ok":
                if systems is None:
                    yield [*head, row["status"], *[""] * 5]
                continue
            yield [
                *head, f"{row['fill_messages_per_s']:,.0f}", pair(row["add"]), pair(row["search"]),
                pair(row["search_after_write"]), "–" if row["rss_mb"] is None else f"{row['rss_mb']:,.0f}",
                f"{row['disk_bytes'] / 1e6:,.1f}",
            ]  # fmt: skip

    titles = ["messages", "users", *([] if systems is not None else ["system"])]
    titles += ["filled/s", "add ms", "search ms", "search after an add ms", "memory MB", "file MB"]
    found = table(titles, rows(), left=[] if systems is not None else [2])
    return [*found, "", *sources([results[SPEED]])] if found else []


def pair(series: Mapping[str, float]) -> str:
    return f"{series['p50_ms']:.2f} / {series['p95_ms']:.2f}"


def speed(results: Results) -> list[str]:
    """Strandline alone."""
    return speed_rows(results, ["strandline"]) if SPEED in results else []


def speed_beside(results: Results) -> list[str]:
    """Strandline with the other libraries that were installed."""
    return speed_rows(results, None) if SPEED in results else []


def ratios(results: Results) -> list[str]:
    """Processor time of Strandline over that of windlass in the same run."""
    found = results[SPEED]["ratios"] if SPEED in results else []
    rows = (
        [f"{row['messages']:,}", f"{row['users']:,}"]
        + [f"{row[key]:.3f}" for key in ("search_cpu", "search_after_write_cpu", "fill_cpu")]
        for row in found
    )
    return table(["messages", "users", "search", "search after an add", "fill"], rows)


def singles(results: Results) -> list[str]:
    """The single figures of a speed run, as they are."""
    if SPEED not in results:
        return []
    rows = (
        [title, key, f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"]
        for title, figures in results[SPEED]["figures"].items()
        for key, value in figures.items()
    )
    return table(["figure", "", "value"], rows, left=[0, 1])


FACT_FIGURES = ("precision", "recall", "dates", "never", "ended", "ask")
FACTS = {
    "facts-cases_dev": "development cases",
    "facts-cases_more": "other cases",
    "facts-no_questions": "questions whose answer is no",
}


def fact_results(results: Results) -> Iterator[tuple[str, Result]]:
    """(title, result) of the files of cases there are results of."""
    for what, title in FACTS.items():
        if what in results:
            yield title, results[what]


def facts(results: Results) -> list[str]:
    """The six figures of each file of cases, and what they are to reach."""

    def rows() -> Iterator[list[str]]:
        for title, result in fact_results(results):
            row = result["figures"]["ALL"]
            yield [title, str(row["cases"]), *(share(row[key]) for key in FACT_FIGURES)]
        targets = next((result["targets"] for _, result in fact_results(results)), None)
        if targets is not None:
            cells = [
                "" if key not in targets else f"{'≤' if key == 'never' else '≥'} {targets[key]:.2f}"
                for key in FACT_FIGURES
            ]
            yield ["*to reach*", "", *cells]

    found = table(["cases", "", *FACT_FIGURES], rows(), left=[0])
    return [*found, "", *sources([result for _, result in fact_results(results)])] if found else []


def facts_by_kind(results: Results) -> list[str]:
    """The six figures by kind of case, of the development cases."""

    def rows() -> Iterator[list[str]]:
        for kind, row in results["facts-cases_dev"]["figures"].items():
            yield ["all" if kind == "ALL" else kind, str(row["cases"]), *(of(row, key) for key in FACT_FIGURES)]

    return table(["kind", "cases", *FACT_FIGURES], rows(), left=[0]) if "facts-cases_dev" in results else []


def precision(results: Results) -> list[str]:
    """Beliefs to be retrieved: how much of what comes is wanted, and how much of what is wanted comes."""
    if "precision" not in results:
        return []

    def rows() -> Iterator[list[str]]:
        for way, verbs in results["precision"]["systems"].items():
            for part, title in (("cases", "single questions"), ("sessions", "turns of a session")):
                row = verbs["search"][part]
                needing, nothing, forbidden = row["needing"], row["nothing"], row["forbidden"]
                yield [
                    title, way, str(needing["questions"]), share(needing["precision"]), share(needing["recall"]),
                    f"{nothing['empty']}/{nothing['questions']}", f"{forbidden['violated']}/{forbidden['questions']}",
                ]  # fmt: skip

    titles = ["part", "way", "questions", "precision", "recall", "nothing for nothing", "forbidden"]
    return [*table(titles, rows(), left=[0, 1]), "", *sources([results["precision"]])]


def of(row: Mapping[str, Any], key: str) -> str:
    part, whole = row[f"{key}_of"]
    return f"{part}/{whole}" if whole else "–"


def timex(results: Results) -> list[str]:
    """Cases with every span and value right, by language and system."""
    if "timex" not in results:
        return []
    languages = results["timex"]["languages"]
    systems = list(dict.fromkeys(name for row in languages.values() for name in row["systems"]))

    def rows() -> Iterator[list[str]]:
        for language, row in languages.items():
            found = [row["systems"].get(name) for name in systems]
            yield [
                language, f"{row['cases']:,}", str(len(row["excluded"])),
                *("–" if one is None else f"{one['right']:.3f}" for one in found),
                f"{row['systems']['strandline']['ms_per_text']:.2f}",
            ]  # fmt: skip

    titles = ["language", "cases", "excluded", *systems, "ms a text, strandline"]
    return [*table(titles, rows(), left=[0]), "", *sources([results["timex"]])]


def roles(results: Results) -> list[str]:
    """Who did what to whom: right, tied and wrong answers of each system."""
    if "roles" not in results:
        return []
    rows = (
        [title, f"{row['accuracy']:.3f}", str(row["right"]), str(row["tie"]), str(row["wrong"])]
        for title, row in results["roles"]["systems"].items()
    )
    return [
        *table(["system", "share right, a tie as half", "right", "tie", "wrong"], rows, left=[0]),
        "",
        *sources([results["roles"]]),
    ]


def trained(results: Results) -> list[str]:
    """What learned weights find on folds that they were not fitted on, a line a pack and profile."""
    if "train" not in results:
        return []
    result = results["train"]

    def rows() -> Iterator[list[str]]:
        for profile, packs in result["profiles"].items():
            for pack, row in packs.items():
                if "recall@5" in row:
                    yield [
                        profile, pack, str(row["questions"]), f"{row['recall@5']:.3f}", f"{row['recall@10']:.3f}",
                        f"{row['all@10']:.3f}", f"{row['pool']:.3f}", f"{row['ece']:.3f}",
                    ]  # fmt: skip

    titles = [
        "embedder gives",
        "pack",
        "questions",
        "recall@5",
        "recall@10",
        "all@10",
        "among 300",
        "calibration error",
    ]
    return [*table(titles, rows(), left=[0, 1]), "", *sources([result])]


TABLES: dict[str, Table] = {
    "trained": trained,
    "trials": second_pass.table.trials,
    **recall_tables.TABLES,
    **memory_tables.TABLES,
    "speed": speed,
    "speed-beside": speed_beside,
    "ratios": ratios,
    "singles": singles,
    "facts": facts,
    "facts-by-kind": facts_by_kind,
    "timex": timex,
    "roles": roles,
    "precision": precision,
}
"""Every table by the name in its marker."""


def filled(page: str, results: Results) -> str:
    """The page with every table made anew. Raises SystemExit for a marker that names no table."""

    def lines(match: re.Match[str]) -> str:
        if match["name"] not in TABLES:
            raise SystemExit(f"no table is called {match['name']!r}; there are: {', '.join(TABLES)}")
        made = TABLES[match["name"]](results) or [NOTHING]
        return f"{match[1]}{chr(10).join(made)}\n{match[3]}"

    return MARKED.sub(lines, page)


def main() -> int:
    """Write the pages, or with ``--check`` say which are out of date (exit code 1)."""
    parser = argparse.ArgumentParser(description="Write the published tables from the results.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 when a page is out of date")
    parser.add_argument("--results", type=Path, default=ROOT / RESULTS, metavar="DIR", help="where the JSON files are")
    parser.add_argument("--root", type=Path, default=ROOT, metavar="DIR", help="the folder of README.md and docs/")
    arguments = parser.parse_args()
    results = newest(arguments.results)
    stale = 0
    for page in PAGES:
        path = arguments.root / page
        text = path.read_text(encoding="utf-8")
        wanted = filled(text, results)
        if wanted == text:
            continue
        if arguments.check:
            print(f"{page.as_posix()} is out of date: run tools/make_figures.py", file=sys.stderr)
            stale += 1
        else:
            path.write_text(wanted, encoding="utf-8")
    return int(stale > 0)


if __name__ == "__main__":
    sys.exit(main())
