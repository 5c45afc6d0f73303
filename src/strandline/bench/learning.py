"""One run of ``strandline bench train``: gather, fit, measure on folds that were not seen, write the file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from strandline.bench.calibration import calibration_error
from strandline.bench.gathering import Example, gather
from strandline.bench.training import AVAILABLE, HITS, Fitted, hits, probabilities, train
from strandline.errors import InputError
from strandline.recall.evidence import GROUPS
from strandline.recall.ranking import spread

SEED: Final = 7
BREADTH: Final = (0.0, 0.2, 0.4, 0.6)
"""What is tried for ``Ranking.breadth``."""
NOT_TO_LEARN_FROM: Final = ("locomo",)
"""Packs whose licence allows measuring only: what is learned from them must not be shipped."""


def run(  # noqa: PLR0913 (the options of the command)
    data: Sequence[Path],
    *,
    out: Path,
    command: Sequence[str],
    measure: Sequence[Path] = (),
    without: Sequence[str] = (),
    profiles: Sequence[str] = (),
    work: Path | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """Learn from ``data``, write the ranking to ``out``, and return what it found on folds that it was not fitted on.

    ``measure`` are packs that are only measured. ``without`` are groups of features to leave out. ``profiles`` are those
    to learn, all by default. Raises InputError for
    a pack that cannot be read, or a group that is none.
    """
    unknown = [group for group in without if group not in GROUPS]
    if unknown:
        raise InputError(f"there is no group of features {unknown[0]!r}; there are {sorted(GROUPS)}")
    given = [one for pack in data for one in gather(pack, seed=SEED, work=work, progress=progress)]
    others = [one for pack in measure for one in gather(pack, seed=SEED, work=work, progress=progress)]
    left_out = frozenset().union(*(GROUPS[group] for group in without)) if without else frozenset[str]()
    about = {
        "command": list(command),
        "seed": SEED,
        "data": {pack.name: hashlib.sha256(pack.read_bytes()).hexdigest() for pack in data},
        "without": list(without),
    }
    kinds = dict.fromkeys(profiles or tuple(AVAILABLE), given)
    ranking, fitted = train(kinds, breadth=0.0, about=about, without=left_out)
    breadth = _best_breadth(given, next(iter(fitted.values())))
    written = {**ranking.to_dict(), "breadth": breadth}
    out.write_text(json.dumps(written, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    return {
        "what": "train",
        "about": about,
        "breadth": breadth,
        "not_for_shipping": [pack.name for pack in data if pack.name.startswith(NOT_TO_LEARN_FROM)],
        "profiles": {
            kind: {
                pack: _measured(rows, found, breadth, ranking.profiles[kind].calibration)
                for pack, rows in _by_pack([*given, *others]).items()
            }
            for kind, found in fitted.items()
        },
    }


def _by_pack(examples: Sequence[Example]) -> dict[str, list[Example]]:
    packs: dict[str, list[Example]] = {}
    for one in examples:
        packs.setdefault(one.pack, []).append(one)
    return packs


def _spread(one: Example, found: Fitted, breadth: float) -> Any:
    score = found.held_out(one)
    return spread(score, one.place.tolist(), breadth) if one.breadth and breadth > 0.0 else score


def _best_breadth(examples: Sequence[Example], found: Fitted) -> float:
    """The breadth that finds all evidence of most questions, each pack counting the same; of equals the least."""

    def all_found(breadth: float) -> float:
        shares = []
        for rows in _by_pack(examples).values():
            real = [one for one in rows if one.kind == "real" and one.wanted and one.breadth]
            if real:
                shares.append(float(np.mean([_found(one, _spread(one, found, breadth), HITS) >= 1.0 for one in real])))
        return round(float(np.mean(shares)), 6)

    return max(BREADTH, key=lambda breadth: (all_found(breadth), -breadth))


def _found(one: Example, score: Any, most: int) -> float:
    first = hits(one, score, most)
    return len(set(one.turn[first[one.right[first]]].tolist())) / one.wanted


def _measured(
    rows: Sequence[Example], found: Fitted, breadth: float, calibration: Mapping[str, float]
) -> dict[str, float]:
    """Recall over the questions of a pack that have evidence, and how far scores are from what they say."""
    real = [one for one in rows if one.kind == "real" and one.wanted]
    scores = [_spread(one, found, breadth) for one in real]
    firsts = [hits(one, score) for one, score in zip(real, scores, strict=True)]
    chances = [
        probabilities(one, found.held_out(one), calibration)[first] for one, first in zip(real, firsts, strict=True)
    ]
    right = [one.right[first] for one, first in zip(real, firsts, strict=True)]
    pairs = list(zip(real, scores, strict=True))
    return {
        "questions": len(real),
        "recall@5": float(np.mean([_found(one, score, 5) for one, score in pairs])),
        "recall@10": float(np.mean([_found(one, score, HITS) for one, score in pairs])),
        "all@10": float(np.mean([_found(one, score, HITS) >= 1.0 for one, score in pairs])),
        "pool": float(np.mean([len(set(one.turn[one.right].tolist())) / one.wanted for one in real])),
        "ece": calibration_error(
            list(zip(np.concatenate(chances).tolist(), np.concatenate(right).tolist(), strict=True))
        )["ece"],
    }
