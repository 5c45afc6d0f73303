"""Commands for the store itself: export, import, stats, check, reembed."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import IO, Any

import click

from strandline.cli import render
from strandline.cli.app import ANSWERED_NO, Door, FileError, main, store_options, with_notes, working
from strandline.errors import InputError


@main.command()
@click.argument("path", type=click.Path(dir_okay=False, allow_dash=True))
@store_options("optional-user", "all-users")
def export(door: Door, path: str, **options: Any) -> None:
    """Write a memory to PATH as JSON Lines, without loss. It is that of --user, or with --all-users of everyone. A
    PATH of - is stdout."""
    with door.open() as memory, working("exporting") as progress, opened(path, "w") as target:
        counts = memory.export(target, progress=progress, **options)
    if path != "-":
        door.show(counts, render.record)


def opened(path: str, mode: str) -> AbstractContextManager[str | IO[str]]:
    """The path as it is, or for "-" the standard stream of that mode."""
    return click.open_file(path, mode, encoding="utf-8") if path == "-" else nullcontext(path)


@main.command("import")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@store_options()
def import_(door: Door, path: str) -> None:
    """Read what export wrote, from PATH. Ids, steps and times stay as they were. A PATH of - is stdin."""
    with door.open(create=True) as memory, working("importing") as progress, opened(path, "r") as source:
        try:
            counts = memory.import_(source, progress=progress)
        except InputError as error:
            raise FileError(f"{'stdin' if path == '-' else path}: {with_notes(error)}") from error
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
    """Make the vectors again with the embedder in use. Those still in the queue are made too."""
    with door.open() as memory, working("embedding") as progress:
        report = memory.reembed(progress=progress, **options)
    door.show(report, render.record)
