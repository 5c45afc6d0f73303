"""``strandline bench``: the published measurements, on your machine and your data."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Group

from strandline.bench.report import publish, tables
from strandline.bench.results import this_command
from strandline.cli.app import Door, StoreGroup, json_flag, main

PUBLISH = click.option(
    "--publish",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Also write the result into this folder, named after the commit.",
)


@main.group(cls=StoreGroup)
def bench() -> None:
    """Measure what Strandline does, through the public API."""


WORK = Path("benchmarks") / "work"
"""Where ``recall --all`` keeps its rows, from the root of the repository."""


def _names(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    return None if value is None else tuple(name.strip() for name in value.split(",") if name.strip())


@bench.command()
@click.option(
    "--data",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    required=True,
    help="A data pack, .jsonl or .jsonl.xz, or a folder of the published ones (repeatable).",
)
@click.option("--limit", type=click.IntRange(min=1), help="Ask so many questions of each pack, evenly spaced.")
@click.option("--baseline/--no-baseline", default=True, show_default=True, help="Measure BM25 beside it.")
@click.option(
    "--systems", callback=_names, metavar="A,B,…", help="Measure these; a name that is not known lists all there are."
)
@click.option("--all", "everything", is_flag=True, help="Measure every system that is installed.")
@click.option(
    "--work",
    type=click.Path(file_okay=False, path_type=Path),
    help=f"Keep a row a question in this folder, and go on from those in it. With --all: {WORK.as_posix()}.",
)
@PUBLISH
@json_flag
def recall(data: tuple[Path, ...], folder: Path | None, as_json: bool, **options: Any) -> None:
    """Measure how much of the evidence is found, at turn level."""
    from strandline.bench.data import packs
    from strandline.bench.families import everything, families
    from strandline.bench.recall import SYSTEMS, run

    known, named, baseline = families(), options.pop("systems"), options.pop("baseline")
    systems = named or (SYSTEMS if baseline else SYSTEMS[:1])
    if options.pop("everything"):
        if named:
            raise click.UsageError("--all measures every system: leave --systems out")
        systems, absent = everything(known)
        options["work"] = options["work"] or WORK
        if absent:
            Door(db=":memory:", as_json=as_json).note(f"not installed, so not measured: {', '.join(absent)}")
    shared = {"systems": systems, "known": known, "progress": sys.stderr.isatty(), **options}
    show_results([run(pack, **shared) for place in data for pack in packs(place)], folder, as_json=as_json)


def _counts(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, ...]:
    try:
        counts = tuple(int(part) for part in value.split(","))
    except ValueError:
        raise click.BadParameter(f"wanted numbers with commas between them, got {value!r}", ctx, param) from None
    if min(counts) < 1:
        raise click.BadParameter("must be 1 and more", ctx, param)
    return counts


@bench.command()
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="The folder of the data packs.",
)
@click.option(
    "--messages",
    callback=_counts,
    default="1000,10000",
    show_default=True,
    metavar="N,…",
    help="Messages in the store, one run each.",
)
@click.option(
    "--users",
    callback=_counts,
    default="1",
    show_default=True,
    metavar="N,…",
    help="Users they belong to, one run each.",
)
@click.option(
    "--on",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder on the disk to measure. Default: the folder for temporary files.",
)
@click.option("--rivals/--no-rivals", default=True, show_default=True, help="Measure other systems beside it.")
@PUBLISH
@json_flag
def speed(on: Path | None, folder: Path | None, as_json: bool, **options: Any) -> None:
    """Measure how long adding and recalling take, and what they need."""
    from strandline.bench.speed import run

    show_results([run(folder=on, progress=sys.stderr.isatty(), **options)], folder, as_json=as_json)


@bench.command()
@click.option(
    "--sizes",
    callback=_counts,
    default="1000,10000",
    show_default=True,
    metavar="N,…",
    help="Memories there are, one run each.",
)
@click.option(
    "--threads",
    callback=_counts,
    default="1",
    show_default=True,
    metavar="N,…",
    help="Conversations they belong to, one run each.",
)
@click.option(
    "--stores", callback=_names, metavar="A,B,…", help="Measure these stores. Default: all that run in this process."
)
@click.option(
    "--on",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder on the disk to measure. Default: the folder for temporary files.",
)
@click.option("--rivals/--no-rivals", default=True, show_default=True, help="Measure windlass's memory beside them.")
@PUBLISH
@json_flag
def memories(on: Path | None, folder: Path | None, as_json: bool, **options: Any) -> None:
    """Measure what a vector memory costs over each store. Needs no data."""
    from strandline.bench.memories import run

    show_results([run(folder=on, progress=sys.stderr.isatty(), **options)], folder, as_json=as_json)


@bench.command()
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="The folder of the recognizers_*.jsonl.xz files.",
)
@click.option(
    "--language",
    "languages",
    type=click.Choice(["English", "French", "Spanish", "German", "Chinese"]),
    multiple=True,
    help="Measure this language only (repeatable).",
)
@click.option(
    "--rivals/--no-rivals", default=True, show_default=True, help="Measure the libraries installed beside it."
)
@PUBLISH
@json_flag
def timex(folder: Path | None, languages: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Measure how well time expressions are read, at span and value level."""
    from strandline.bench.timex import LANGUAGES, run

    report = run(languages=languages or tuple(LANGUAGES), progress=sys.stderr.isatty(), **options)
    show_results([report], folder, as_json=as_json)


@bench.command()
@click.option(
    "--data",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    required=True,
    help="A JSON file of pairs of facts with swapped roles, and questions.",
)
@PUBLISH
@json_flag
def roles(data: Path, folder: Path | None, as_json: bool) -> None:
    """Measure whether "who manages Ana" and "who does Ana manage" are told apart."""
    from strandline.bench.roles import run

    show_results([run(data)], folder, as_json=as_json)


@bench.command()
@click.option(
    "--cases",
    "paths",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    required=True,
    help="A file of labelled conversations, .jsonl (repeatable).",
)
@click.option("--failures", is_flag=True, help="List what is wrong in each case too; JSON has it always.")
@PUBLISH
@json_flag
def facts(paths: tuple[Path, ...], failures: bool, folder: Path | None, as_json: bool) -> None:
    """Measure what is believed after labelled conversations."""
    from strandline.bench import facts_report
    from strandline.bench.facts import run

    found = [run(path, progress=sys.stderr.isatty()) for path in paths]
    show_results(found, folder, as_json=as_json)
    if failures and not as_json:
        Door(db=":memory:", as_json=False).show(found, lambda reports: Group(*map(facts_report.failures, reports)))


@bench.command()
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="The folder of precision_mem_bench.",
)
@PUBLISH
@json_flag
def precision(data: Path, folder: Path | None, as_json: bool) -> None:
    """Measure how much of what is recalled is noise."""
    from strandline.bench.precision import run

    show_results([run(data)], folder, as_json=as_json)


def show_results(found: Sequence[Mapping[str, Any]], folder: Path | None, *, as_json: bool) -> None:
    """Print results, and write them into ``folder`` where one is given."""
    door = Door(db=":memory:", as_json=as_json)
    door.show(found, lambda reports: Group(*(table for report in reports for table in tables(report))))
    for path in (path for report in found if folder for path in publish(report, command=this_command(), folder=folder)):
        door.note(f"wrote {path}")
