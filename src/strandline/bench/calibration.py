"""What a score says: how far it is from the share that is right, and what a threshold on it costs and saves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

BINS = 10
LOST = 0.05
"""The share of answerable questions that may lose all their evidence, at which abstention is reported."""
SHARES = (*(step / 100 for step in range(10)), *(step / 100 for step in range(10, 100, 5)))
"""Shares of lost questions at which the curve is drawn: closer together where a threshold may stand."""


def calibration_error(pairs: Sequence[tuple[float, bool]], bins: int = BINS) -> dict[str, Any]:
    """Expected calibration error of (score, right) pairs over bins of equal size: 0.0 when scores are probabilities.

    ``bins`` of the result are (mean score, share right, count), lowest scores first. Raises ValueError without pairs.
    """
    if not pairs:
        raise ValueError("a calibration error needs at least one score")
    rows = np.asarray(sorted(pairs, key=lambda pair: pair[0]), dtype=np.float64)
    parts = [part for part in np.array_split(rows, bins) if len(part)]
    means = [part.mean(axis=0) for part in parts]
    error = sum(len(part) * abs(score - right) for part, (score, right) in zip(parts, means, strict=True)) / len(rows)
    return {
        "ece": float(error),
        "hits": len(rows),
        "bins": [
            [round(float(score), 6), round(float(right), 6), len(part)]
            for part, (score, right) in zip(parts, means, strict=True)
        ],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstention:
    """The scores that decide what a threshold does.

    Each is what a system says of whether anything answers a question, its best score where it says nothing else, and
    nothing is returned where that is below the threshold. ``right`` are those of questions whose hits hold any of their
    evidence; ``foreign`` that of a question asked of a conversation
    that it is not about; ``unanswered`` that of a question which its own conversation does not answer.
    """

    right: Sequence[float]
    foreign: Sequence[float]
    unanswered: Sequence[float]

    def at(self, threshold: float) -> dict[str, float | None]:
        """What happens when nothing is returned below the threshold.

        ``lost`` is the share of answerable questions that lose all evidence, ``foreign`` and ``unanswered`` the share
        of those that still return a hit; None where there are no such questions.
        """
        return {
            "threshold": threshold,
            "lost": _share(np.asarray(self.right) < threshold),
            "foreign": _share(np.asarray(self.foreign) >= threshold),
            "unanswered": _share(np.asarray(self.unanswered) >= threshold),
        }

    def at_lost(self, share: float = LOST) -> dict[str, float | None]:
        """The same at the highest threshold that loses no more than this share; ValueError without ``right``."""
        if not self.right:
            raise ValueError("a threshold needs at least one question whose hits hold evidence")
        scores = np.sort(np.asarray(self.right, dtype=np.float64))
        return self.at(float(scores[min(int(share * len(scores) + 1e-9), len(scores) - 1)]))

    def curve(self) -> list[dict[str, float | None]]:
        """The same at ``SHARES`` and at a threshold that loses all, by rising threshold."""
        points = {point["threshold"]: point for point in map(self.at_lost, SHARES)}
        above = float(np.nextafter(max(self.right), np.inf))
        return [*points.values(), self.at(above)]


def _share(flags: NDArray[np.bool_]) -> float | None:
    return float(flags.mean()) if len(flags) else None
