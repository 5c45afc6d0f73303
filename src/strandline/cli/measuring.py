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
    """Measure recall and speed through the public API."""


@bench.command()
@click.option(
    "--data",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    required=True,
    help="A data pack, .jsonl or .jsonl.xz (repeatable).",
)
@click.option("--limit", type=click.IntRange(min=1), help="Ask so many questions of each pack, evenly spaced.")
@click.option("--baseline/--no-baseline", default=True, show_default=True, help="Measure BM25 beside it.")
@PUBLISH
@json_flag
def recall(data: tuple[Path, ...], folder: Path | None, as_json: bool, **options: Any) -> None:
    """Measure how much of the evidence is found, at turn level."""
    from strandline.bench.recall import run

    _show([run(pack, progress=sys.stderr.isatty(), **options) for pack in data], folder, as_json=as_json)


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

    _show([run(folder=on, progress=sys.stderr.isatty(), **options)], folder, as_json=as_json)


def _show(found: Sequence[Mapping[str, Any]], folder: Path | None, *, as_json: bool) -> None:
    door = Door(db=":memory:", as_json=as_json)
    door.show(found, lambda reports: Group(*(table for report in reports for table in tables(report))))
    for path in (path for report in found if folder for path in publish(report, command=this_command(), folder=folder)):
        door.note(f"wrote {path}")
