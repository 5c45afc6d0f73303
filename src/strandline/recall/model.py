"""What ranking has learned: a weight a feature, and how evidence becomes a probability. Read from a JSON file.

The weights were fitted by ``strandline bench train``; the file says on what, with which seed, and by which command. To
use others, train your own and give them: ``Memory(path, ranking=Ranking.load("mine.json"))``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from strandline.errors import InputError
from strandline.recall.evidence import FEATURES, GROUPS

DEFAULT_MIN_SCORE: Final = 0.005
"""Hits below it are not returned unless the caller asks for them. Chosen by hand, low: it drops noise only."""
DEFAULT_ANSWERABLE: Final = 0.2
"""Unless the caller gives a ``min_score``, nothing is returned where the chance that anything answers is less. Of the
questions of LoCoMo that find evidence none was lost by it (commit ed090ff, ``bench recall``)."""
_OF_ONE = 0.02
"""The same for a single memory, where a weak hit costs little and a missed one all there is."""
PATH: Final = Path(__file__).parent / "data" / "ranking.json"

PROFILES: Final = ("tokens", "pieces", "vectors", "words")
"""What an embedder can give, the most first: vectors of single words in their texts, of word pieces, of whole texts,
or nothing. Each has weights of its own."""
QUESTION_FEATURES: Final = (
    "evidence", "share", "coverage", "pieces", "meaning", "some_coverage", "some_pieces", "some_meaning", "unseen",
    "unseen_names", "unmet", "size", "terms", "breadth", "named", "few", "few_coverage", "few_pieces", "few_meaning",
)  # fmt: skip
"""What a probability is made of: the hit's evidence, its lead over the other candidates, and how well the question
meets what is stored at all."""
FIRST: Final = (
    "coverage", "rarest", "pieces", "meaning", "coverage_around", "pieces_around", "asks", "date", "words", "speaker",
    "session_words", "session_coverage", "pieces_of_session", "pieces_of_a_part", "pieces_so_far", "answered",
)  # fmt: skip
"""The features of the best candidate that tell whether anything answers."""
ANSWER_FEATURES: Final = (
    *(name for name in QUESTION_FEATURES if name not in ("evidence", "share", "breadth")),
    *(f"first:{name}" for name in FIRST),
)  # fmt: skip
"""What the chance that anything answers is made of: nothing that depends on how many candidates are alike."""
FEW: Final = 10
"""So many memories are few: to be the best of them tells little."""
_LARGEST: Final = 1_000_000
"""No weight is larger: sums of them stay finite."""
SWITCHES: Final = ("diversity", "learned")
"""What can be left out beside the groups of features."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The weights for one kind of embedder."""

    weights: Mapping[str, float]
    """By feature; one that is missing weighs nothing."""
    calibration: Mapping[str, float]
    """By feature of the question, and ``bias``: the log odds that a hit is relevant are their weighted sum."""
    answers: Mapping[str, float] = field(default_factory=dict)
    """By ``ANSWER_FEATURES``, and ``bias``: the log odds that anything stored answers the question."""

    def vector(self) -> NDArray[np.float64]:
        """(len(FEATURES),) the weights in the order of the columns."""
        return np.array([self.weights.get(name, 0.0) for name in FEATURES])


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """How candidates are ranked. Immutable; may be shared by any number of memories."""

    profiles: Mapping[str, Profile]
    breadth: float = 0.0
    """What a candidate loses of its log odds for each one before it of the same session (at most three), where the
    question asks for all there is."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Where it comes from: command, seed, hashes of the data."""

    @staticmethod
    def default() -> Ranking:
        """The ranking that ships with the library."""
        return _default()

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Ranking:
        """Read a file that ``strandline bench train`` wrote.

        Raises InputError for a file that is not there, or is none of its.
        """
        try:
            raw = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError, TypeError, RecursionError) as exc:
            raise InputError(f"{path!r} is no ranking that can be read: {exc}") from exc
        return Ranking.of(raw, name=os.fspath(path))

    @staticmethod
    def of(raw: Any, *, name: str = "ranking") -> Ranking:
        """A ranking from its JSON. Raises InputError where something is missing or unknown."""
        if not isinstance(raw, dict) or not isinstance(raw.get("profiles"), dict):
            raise InputError(f"{name!r} is no ranking: it needs profiles, as strandline bench train writes them")
        profiles = {}
        for kind, row in raw["profiles"].items():
            if not isinstance(row, dict):
                raise InputError(f"{name}: profile {kind!r} must be a table, got {type(row).__name__}")
            profiles[kind] = Profile(
                weights=_numbers(row.get("weights"), FEATURES, f"{name}: weights of {kind}"),
                calibration=_numbers(row.get("calibration"), (*QUESTION_FEATURES, "bias"), f"{name}: calibration"),
                answers=_numbers(row.get("answers"), (*ANSWER_FEATURES, "bias"), f"{name}: answers"),
            )
        if not profiles or any(kind not in PROFILES for kind in profiles):
            raise InputError(f"{name!r} has the profiles {sorted(profiles)}, wanted some of {PROFILES}")
        about = raw.get("about", {})
        if not isinstance(about, dict):
            raise InputError(f"{name}: about must be a table, got {type(about).__name__}")
        breadth = _number(raw.get("breadth", 0.0), f"{name}: breadth")
        if breadth < 0.0:
            raise InputError(f"{name}: breadth must be 0 or more, got {breadth}")
        return Ranking(profiles=profiles, breadth=breadth, about=about)

    def to_dict(self) -> dict[str, Any]:
        """What ``load`` reads."""
        return {
            "about": dict(self.about),
            "breadth": self.breadth,
            "profiles": {
                kind: {name: dict(getattr(profile, name)) for name in ("weights", "calibration", "answers")}
                for kind, profile in self.profiles.items()
            },
        }

    def profile(self, kind: str) -> Profile:
        """The weights for what an embedder gives; where there are none for it, those for less, else for more."""
        place = PROFILES.index(kind)
        return next(self.profiles[name] for name in (*PROFILES[place:], *PROFILES) if name in self.profiles)

    def without(self, *parts: str) -> Ranking:
        """The same with some parts left out: groups of features, or ``diversity``. Nothing is fitted anew.

        Raises InputError for a part that is none.
        """
        unknown = [part for part in parts if part not in GROUPS and part not in SWITCHES]
        if unknown:
            raise InputError(f"ranking has no part {unknown[0]!r}; its parts are {(*sorted(GROUPS), *SWITCHES)}")
        left_out = frozenset().union(*(GROUPS.get(part, frozenset()) for part in parts))
        profiles = dict(self.profiles)
        if "learned" in parts:
            profiles = {kind: replace(profile, weights=BY_HAND) for kind, profile in profiles.items()}
        profiles = {kind: _bare(profile, left_out) for kind, profile in profiles.items()}
        return replace(self, profiles=profiles, breadth=0.0 if "diversity" in parts else self.breadth)


def least_answerable(memories: int, of_that_time: bool = False) -> float:
    """``DEFAULT_ANSWERABLE`` for a user who has so many memories: less for a few.

    ``of_that_time`` says that the best candidate is of the time that the question names, whose words it need not have.
    """
    few = 1.0 if of_that_time else FEW / (FEW + memories)
    return few * _OF_ONE + (1.0 - few) * DEFAULT_ANSWERABLE


BY_HAND: Final[Mapping[str, float]] = MappingProxyType(
    {"words": 1.0, "session_words": 0.5, "meaning": 1.5, "pieces": 2.0, "speaker": 0.5, "date": 0.5, "asks": 4.0}
)
"""Weights by guess, without any learning: what the learned ones are compared with."""


def _bare(profile: Profile, left_out: frozenset[str]) -> Profile:
    kept = {
        name: weight for name, weight in profile.weights.items() if (name.rpartition(":")[2] or name) not in left_out
    }
    return replace(profile, weights=kept)


def _numbers(raw: Any, names: tuple[str, ...], what: str) -> Mapping[str, float]:
    if not isinstance(raw, dict):
        raise InputError(f"{what} must be a table of numbers, got {type(raw).__name__}")
    unknown = sorted(set(raw) - set(names))
    if unknown:
        raise InputError(f"{what}: {unknown[0]!r} is not known to this version; train it anew")
    return {name: _number(value, f"{what}: {name}") for name, value in raw.items()}


def _number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= _LARGEST:
        raise InputError(f"{what} must be a number from -{_LARGEST:,} to {_LARGEST:,}, got {str(value)[:40]}")
    return float(value)


@cache
def _default() -> Ranking:
    return Ranking.load(PATH)
