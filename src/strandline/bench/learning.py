"""One run of ``strandline bench train``: gather, fit, measure on folds that were not seen, write the file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from strandline.bench.calibration import calibration_error
from strandline.bench.gathering import Example, gather
from strandline.bench.training import AVAILABLE, HITS, Fitted, hits, probabilities, train
from strandline.embedders import MiniLMEmbedder
from strandline.errors import InputError
from strandline.recall.evidence import GROUPS
from strandline.recall.model import Ranking
from strandline.recall.ranking import spread

SEED: Final = 7
BREADTH: Final = (0.0, 0.2, 0.4, 0.6)
"""What is tried for ``Ranking.breadth``."""
NOT_TO_LEARN_FROM: Final = ("locomo",)
"""Packs whose licence allows measuring only: what is learned from them must not be shipped."""

Read = Callable[..., list[Example]]
"""The examples of a pack, as `gather` gives them with the options of a memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Packs:
    """What is learned from, and what is only measured."""

    data: Sequence[Path]
    """For the profiles of the default embedder, and of embedders that give less."""
    tokens: Sequence[Path] = ()
    """For the profile "tokens", read by MiniLM; without any there is no such profile."""
    measure: Sequence[Path] = ()
    """Measured beside what was learned from."""


def run(  # noqa: PLR0913 (the options of the command)
    packs: Packs,
    *,
    out: Path,
    command: Sequence[str],
    without: Sequence[str] = (),
    profiles: Sequence[str] = (),
    keep: bool = False,
    work: Path | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """Learn from packs, write the ranking to ``out``, and return what it found on folds that it was not fitted on.

    ``without`` are groups of features to leave out; ``profiles`` are those of the default embedder to learn, all by
    default. With ``keep`` the profiles of a file that is there and are not learned now stay in it. Raises InputError
    for a pack or a file that cannot be read, a group that is none, or nothing to learn from, and MissingExtraError for
    packs of ``tokens`` without strandline-minilm.
    """
    _check(out, without)
    known = Ranking.load(out) if keep else None
    read = partial(gather, seed=SEED, work=work, progress=progress)
    kinds = _examples(packs, profiles, read)
    others = _measured_only(packs, kinds, read)
    about = _about(packs, command, without, known)
    left_out = frozenset[str]().union(*(GROUPS[group] for group in without))
    ranking, fitted = train(kinds, breadth=0.0, about=about, without=left_out)
    first = next(iter(fitted))
    breadth = _best_breadth(kinds[first], fitted[first]) if known is None else known.breadth
    if known is not None:
        ranking = replace(ranking, profiles={**known.profiles, **ranking.profiles})
    written = {**ranking.to_dict(), "breadth": breadth}
    out.write_text(json.dumps(written, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    return {
        "what": "train",
        "about": about,
        "breadth": breadth,
        "not_for_shipping": _not_for_shipping(packs),
        "profiles": {
            kind: {
                pack: _measured(rows, found, breadth, ranking.profiles[kind].calibration)
                for pack, rows in _by_pack([*kinds[kind], *others[kind]]).items()
            }
            for kind, found in fitted.items()
        },
    }


def _check(out: Path, without: Sequence[str]) -> None:
    """Refuse what would only fail after hours of gathering."""
    if not out.absolute().parent.is_dir():
        raise InputError(f"there is no folder {out.absolute().parent} to write the ranking into")
    unknown = [group for group in without if group not in GROUPS]
    if unknown:
        raise InputError(f"there is no group of features {unknown[0]!r}; there are {sorted(GROUPS)}")


def _examples(packs: Packs, profiles: Sequence[str], read: Read) -> dict[str, list[Example]]:
    """What each profile is learned from."""
    plain = profiles or (tuple(AVAILABLE) if packs.data else ())
    kinds = dict.fromkeys(plain, _gathered(packs.data, read))
    if packs.tokens:
        kinds["tokens"] = _gathered(packs.tokens, read, **_embedder("tokens"))
    if not kinds:
        raise InputError("there is nothing to learn from: give packs with --data or --tokens")
    return kinds


def _measured_only(packs: Packs, kinds: Collection[str], read: Read) -> dict[str, list[Example]]:
    """What each profile is measured on beside: read once for all those of one embedder."""
    plain = [kind for kind in kinds if kind != "tokens"]
    others = dict.fromkeys(plain, _gathered(packs.measure, read)) if plain else {}
    if "tokens" in kinds:
        others["tokens"] = _gathered(packs.measure, read, **_embedder("tokens"))
    return others


def _about(packs: Packs, command: Sequence[str], without: Sequence[str], known: Ranking | None) -> dict[str, Any]:
    """How a ranking was made; ``known`` is the one that it goes on from."""
    return {
        "command": list(command),
        "seed": SEED,
        "data": _digests(packs.data),
        **({"tokens": _digests(packs.tokens)} if packs.tokens else {}),
        "without": list(without),
        **({} if known is None else {"kept": dict(known.about)}),
    }


def _not_for_shipping(packs: Packs) -> list[str]:
    """The packs whose licence allows measuring only, of those that are learned from."""
    return sorted({pack.name for pack in (*packs.data, *packs.tokens) if pack.name.startswith(NOT_TO_LEARN_FROM)})


def _embedder(kind: str) -> dict[str, Any]:
    """The options of a memory whose embedder gives what a profile is for."""
    return {"embedder": MiniLMEmbedder()} if kind == "tokens" else {}


def _gathered(packs: Sequence[Path], read: Read, **options: Any) -> list[Example]:
    return [one for pack in packs for one in read(pack, **options)]


def _digests(packs: Sequence[Path]) -> dict[str, str]:
    return {pack.name: hashlib.sha256(pack.read_bytes()).hexdigest() for pack in packs}


def _by_pack(examples: Sequence[Example]) -> dict[str, list[Example]]:
    packs: dict[str, list[Example]] = {}
    for one in examples:
        packs.setdefault(one.pack, []).append(one)
    return packs


def _spread(one: Example, found: Fitted, breadth: float) -> Any:
    score = found.held_out(one)
    return spread(score, one.place, breadth) if one.breadth and breadth > 0.0 else score


def _best_breadth(examples: Sequence[Example], found: Fitted) -> float:
    """The breadth that finds all of the evidence of most questions that have several pieces of it.

    Each pack counts the same; of equals the least.
    """

    def all_found(breadth: float) -> float:
        shares = []
        for rows in _by_pack(examples).values():
            real = [one for one in rows if one.kind == "real" and one.wanted > 1 and one.breadth]
            if real:
                shares.append(
                    float(np.mean([share_found(one, _spread(one, found, breadth), HITS) >= 1.0 for one in real]))
                )
        return round(float(np.mean(shares)), 6) if shares else 0.0

    return max(BREADTH, key=lambda breadth: (all_found(breadth), -breadth))


def share_found(one: Example, score: Any, most: int) -> float:
    """The share of what is right that the first ``most`` hits have."""
    first = hits(one, score, most)
    return len(set(one.turn[first[one.right[first]]].tolist())) / one.wanted


def _measured(
    rows: Sequence[Example], found: Fitted, breadth: float, calibration: Mapping[str, float]
) -> dict[str, float]:
    """Recall over the questions of a pack that have evidence, and how far scores are from what they say."""
    real = [one for one in rows if one.kind == "real" and one.wanted]
    if not real:
        return {"questions": 0}
    scores = [_spread(one, found, breadth) for one in real]
    firsts = [hits(one, score) for one, score in zip(real, scores, strict=True)]
    chances = [
        probabilities(one, found.held_out(one), calibration)[first] for one, first in zip(real, firsts, strict=True)
    ]
    right = [one.right[first] for one, first in zip(real, firsts, strict=True)]
    pairs = list(zip(real, scores, strict=True))
    return {
        "questions": len(real),
        "recall@5": float(np.mean([share_found(one, score, 5) for one, score in pairs])),
        "recall@10": float(np.mean([share_found(one, score, HITS) for one, score in pairs])),
        "all@10": float(np.mean([share_found(one, score, HITS) >= 1.0 for one, score in pairs])),
        "pool": float(np.mean([len(set(one.turn[one.right].tolist())) / one.wanted for one in real])),
        "ece": calibration_error(
            list(zip(np.concatenate(chances).tolist(), np.concatenate(right).tolist(), strict=True))
        )["ece"],
    }
