"""``strandline bench``: the published measurements, on your machine and your data."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from strandline.cli import render
from strandline.cli.app import Door, StoreGroup, json_flag, main


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
@json_flag
def recall(data: tuple[Path, ...], as_json: bool, **options: Any) -> None:
    """Measure how much of the evidence is found, at turn level."""
    from strandline.bench.recall import run

    reports = [run(pack, progress=sys.stderr.isatty(), **options) for pack in data]
    Door(db=":memory:", as_json=as_json).show(reports, render.reports)


@bench.command()
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="The folder of the data packs.",
)
@click.option(
    "--messages",
    type=click.IntRange(min=1),
    multiple=True,
    default=(1_000, 10_000),
    show_default=True,
    help="Messages in the store (repeatable).",
)
@click.option(
    "--users",
    type=click.IntRange(min=1),
    multiple=True,
    default=(1,),
    show_default=True,
    help="Users they belong to (repeatable).",
)
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Where the stores are made. Default: the folder for temporary files.",
)
@click.option("--rivals/--no-rivals", default=True, show_default=True, help="Measure other systems beside it.")
@json_flag
def speed(as_json: bool, **options: Any) -> None:
    """Measure how long adding and recalling take, and what they need."""
    from strandline.bench.speed import run

    report = run(progress=sys.stderr.isatty(), **options)
    Door(db=":memory:", as_json=as_json).show([report], render.reports)
