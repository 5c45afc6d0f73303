"""Commands for the store itself: export, import, stats, check, reembed."""

from __future__ import annotations

import sys
from typing import Any

import click

from strandline.cli import render
from strandline.cli.app import ANSWERED_NO, Door, main, store_options, working


@main.command()
@click.argument("path", type=click.Path(dir_okay=False))
@store_options("optional-user", "all-users")
def export(door: Door, path: str, **options: Any) -> None:
    """Write a user's memory, or with --all-users everyone's, to PATH as lossless JSON Lines."""
    with door.open() as memory, working("exporting") as progress:
        counts = memory.export(path, progress=progress, **options)
    door.show(counts, render.record)


@main.command("import")
@click.argument("path", type=click.Path(exists=True, dir_okay=False))
@store_options()
def import_(door: Door, path: str) -> None:
    """Read what export wrote: ids, steps and times stay as they were."""
    with door.open(create=True) as memory, working("importing") as progress:
        counts = memory.import_(path, progress=progress)
    door.show(counts, render.record)


@main.command()
@store_options("optional-user")
def stats(door: Door, **options: Any) -> None:
    """Count what is stored."""
    with door.open() as memory:
        report = memory.stats(**options)
    door.show(report, render.record)


@main.command()
@store_options("optional-user")
def check(door: Door, **options: Any) -> None:
    """Check rows, indexes and vectors. Exit code 1 when something is wrong."""
    with door.open() as memory, working("checking"):
        report = memory.check(**options)
    door.show(report, render.record)
    if not report.ok:
        sys.exit(ANSWERED_NO)


@main.command()
@store_options("optional-user")
def reembed(door: Door, **options: Any) -> None:
    """Make the vectors again with the embedder in use, and those still in the queue."""
    with door.open() as memory, working("embedding") as progress:
        report = memory.reembed(progress=progress, **options)
    door.show(report, render.record)
