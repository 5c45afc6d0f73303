"""``strandline bench train``: learn the weights of the ranking."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from strandline.bench.results import this_command
from strandline.cli.app import json_flag
from strandline.cli.measuring import PUBLISH, bench, show_results

_PACK = click.Path(exists=True, dir_okay=False, path_type=Path)


@bench.command()
@click.option("--data", type=_PACK, multiple=True, help="A data pack to learn from (repeatable).")
@click.option(
    "--tokens",
    type=_PACK,
    multiple=True,
    help='A data pack to learn the profile "tokens" from, read by MiniLM (repeatable).',
)
@click.option("--measure", type=_PACK, multiple=True, help="A data pack that is only measured (repeatable).")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Where the ranking is written."
)
@click.option("--profile", "profiles", multiple=True, help="A profile to learn; all by default (repeatable).")
@click.option("--keep", is_flag=True, help="Keep the profiles of the file that are not learned now.")
@click.option("--without", multiple=True, help="A group of features to leave out (repeatable).")
@click.option(
    "--work",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep what was gathered of each conversation in this folder, and go on from there.",
)
@PUBLISH
@json_flag
def train(
    as_json: bool,
    folder: Path | None,
    data: tuple[Path, ...],
    tokens: tuple[Path, ...],
    measure: tuple[Path, ...],
    **options: Any,
) -> None:
    """Learn the weights of the ranking, and measure them on folds they were not fitted on."""
    from strandline.bench.learning import Packs, run

    packs = Packs(data=data, tokens=tokens, measure=measure)
    found = run(packs, command=this_command(), progress=sys.stderr.isatty(), **options)
    show_results([found], folder, as_json=as_json)
