"""Why a candidate is there: its features brought together by kind of evidence."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from strandline.recall.evidence import FEATURES, GROUPS

PARTS: Final = (
    "words", "meaning", "pieces", "neighbours", "session", "speaker", "date", "asks", "role", "form", "told",
)  # fmt: skip
"""Kinds of evidence, each the sum of what its features add; ``told`` is what a fact adds to the message that it was
learned from."""
LEGS: Final = ("asks", "words", "meaning", "pieces", "speaker", "date", "neighbours")
"""Kinds of evidence that can bring a candidate up by themselves, the strongest first."""
UNRELATED: Final = 0.3
"""Cosine of two texts that have nothing to do with each other."""

_IN_ORDER: Final = (
    ("neighbours", GROUPS["neighbours"]),
    ("session", GROUPS["session"]),
    ("meaning", GROUPS["dense"]),
    ("pieces", GROUPS["pieces"]),
    ("speaker", GROUPS["speaker"]),
    ("date", GROUPS["date"]),
    ("asks", GROUPS["facts"]),
    ("role", GROUPS["roles"]),
    ("form", GROUPS["form"]),
)


def _part(feature: str) -> str:
    plain = feature.rpartition(":")[2]
    return next((part for part, names in _IN_ORDER if plain in names), "words")


_MEMBERS: Final = np.array([[_part(feature) == part for part in PARTS] for feature in FEATURES], np.float64)


def parts_of(
    table: NDArray[np.float64], weights: NDArray[np.float64], told: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(n, len(PARTS)) what each kind of evidence adds, from features (n, F), weights (F,) and ``told`` (n,)."""
    parts = (table * weights) @ _MEMBERS
    parts[:, PARTS.index("told")] = told
    return np.asarray(parts, np.float64)


def legs(table: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n, len(LEGS)) which kinds of evidence there are, from features (n, F)."""

    def column(name: str) -> NDArray[np.float64]:
        return np.asarray(table[:, FEATURES.index(name)], np.float64)

    around = np.maximum(column("words_before"), column("words_after"))
    there = {
        "asks": column("asks") > 0.0,
        "words": column("words") > 0.0,
        "meaning": column("meaning") > UNRELATED,
        "pieces": column("pieces") > 0.0,
        "speaker": column("speaker") > 0.0,
        "date": column("date") > 0.0,
        "neighbours": around > 0.0,
    }
    return np.column_stack([there[leg] for leg in LEGS])
