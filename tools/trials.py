#!/usr/bin/env python3
"""Try a second pass over the candidates, on folds that were not seen, and write what it gained.

    trials.py --data PACK... [--measure PACK...] [--work DIR] [--publish DIR]

Packs are gathered as ``strandline bench train`` gathers them. For each question the first hits of the plain ranker are
taken, and columns that say what each candidate has of them (`second_pass.columns`) are put beside what ranking knows.
The ranker is fitted without and with them, and a tree ensemble is fitted in place of the sum. The result is the change
of recall, pack by pack, with paired intervals.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from second_pass.columns import BESIDE, FIRST
from second_pass.compared import LEAST, asked, compare
from second_pass.fits import fits
from second_pass.links import RARE, RARE_COUNT, Linked, linked
from second_pass.table import trials
from strandline.bench.gathering import gather
from strandline.bench.learning import NOT_TO_LEARN_FROM, SEED
from strandline.bench.results import environment, save, this_command
from strandline.recall.model import Ranking

LEFT_OUT = {"shared names": "the index keeps no names of a text; they are among its rare words and its facts"}
"""What was to be tried and is not -> why."""


def gathered(packs: Sequence[Path], work: Path | None, progress: bool) -> list[Linked]:
    """The examples of packs that are learned from or measured, with their links."""
    return [
        one
        for pack in packs
        for one in gather(pack, seed=SEED, work=work, progress=progress, extra=linked)
        if isinstance(one, Linked)
    ]


def run(data: Sequence[Path], measure: Sequence[Path] = (), work: Path | None = None, progress: bool = False) -> Any:
    """Gather, fit and compare. Raises InputError for a pack that cannot be read or is too small."""
    begun = time.perf_counter()

    def say(what: str) -> None:
        if progress:
            print(f"{time.perf_counter() - begun:6.0f} s  {what}", file=sys.stderr)

    say("gathering")
    tried, learned, measured = fits(gathered(data, work, progress), gathered(measure, work, progress), say)
    breadth = Ranking.default().breadth
    return {
        "what": "trials",
        "seed": SEED,
        "settings": {
            "first": FIRST, "beside": BESIDE, "rare": RARE, "rare_count": RARE_COUNT, "breadth": breadth,
            "least_gain": LEAST,
        },
        "left_out": LEFT_OUT,
        "data": digests(data),
        "measured": digests(measure),
        "among_candidates": {pack: reach(examples) for pack, examples in asked([*learned, *measured]).items()},
        "rows": compare(tried, learned, measured, breadth),
        "seconds": round(time.perf_counter() - begun),
    }  # fmt: skip


def reach(examples: Sequence[Linked]) -> float:
    """The share of what is right that is a candidate at all: more than this no order of them can find."""
    return round(float(np.mean([len(set(one.turn[one.right].tolist())) / one.wanted for one in examples])), 6)


def digests(packs: Sequence[Path]) -> dict[str, str]:
    """The sha256 of each pack, by the name of its file."""
    return {pack.name: hashlib.sha256(pack.read_bytes()).hexdigest() for pack in packs}


def main() -> int:
    """Run the trials, print their table, and write the result where it is to be published."""
    parser = argparse.ArgumentParser(description="Try a second pass over the candidates.")
    parser.add_argument("--data", type=Path, action="append", required=True, metavar="PACK", help="to learn from")
    parser.add_argument("--measure", type=Path, action="append", default=[], metavar="PACK", help="only measured")
    parser.add_argument("--work", type=Path, metavar="DIR", help="keep what was gathered here, and go on from there")
    parser.add_argument("--publish", type=Path, metavar="DIR", help="write the result into this folder")
    arguments = parser.parse_args()
    barred = [pack.name for pack in arguments.data if pack.name.startswith(NOT_TO_LEARN_FROM)]
    if barred:
        parser.error(f"{barred[0]} may only be measured")
    result = run(arguments.data, arguments.measure, arguments.work, progress=True)
    command = this_command()
    if arguments.publish is not None:
        print(save(result, command=command, folder=arguments.publish), file=sys.stderr)
    print("\n".join(trials({"trials": {"run": environment(command), **result}})))
    return 0


if __name__ == "__main__":
    sys.exit(main())
