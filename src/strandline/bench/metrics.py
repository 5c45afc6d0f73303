"""Retrieval metrics as pure functions of ranked lists.

A ranked list holds one key a returned item, best first; a key may repeat, and each repetition uses up its place.
Evidence is the set of keys that were right. All values are fractions in [0, 1], higher is better.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

import numpy as np


def recall_at(ranked: Sequence[Hashable], evidence: AbstractSet[Hashable], k: int) -> float:
    """Fraction of the evidence among the first ``k``; raises ValueError without evidence."""
    _need(evidence)
    return len(evidence & set(ranked[:k])) / len(evidence)


def all_at(ranked: Sequence[Hashable], evidence: AbstractSet[Hashable], k: int) -> float:
    """1.0 when every piece of evidence is among the first ``k``, else 0.0; raises ValueError without evidence."""
    _need(evidence)
    return float(evidence <= set(ranked[:k]))


def reciprocal_rank(ranked: Sequence[Hashable], evidence: AbstractSet[Hashable]) -> float:
    """1 / (1-based place of the first piece of evidence), 0.0 when there is none in the list."""
    _need(evidence)
    return next((1.0 / place for place, key in enumerate(ranked, 1) if key in evidence), 0.0)


def session_hit(sessions: Sequence[str], wanted: AbstractSet[str], k: int = 5) -> float:
    """1.0 when one of the first ``k`` distinct sessions, in the order of the turns given, is wanted."""
    _need(wanted)
    return float(bool(wanted & set(list(dict.fromkeys(sessions))[:k])))


def session_all(sessions: Sequence[str], wanted: AbstractSet[str], k: int = 5) -> float:
    """1.0 when every wanted session is among the first ``k`` distinct ones, in the order of the turns given."""
    _need(wanted)
    return float(wanted <= set(list(dict.fromkeys(sessions))[:k]))


def share_inside(context: str, texts: Iterable[str]) -> float:
    """Fraction of the texts that stand whole in the context; an equal text said elsewhere counts as well."""
    pieces = set(texts)
    _need(pieces)
    return sum(piece in context for piece in pieces) / len(pieces)


def percentile(values: Sequence[float], q: float) -> float:
    """The ``q``-th percentile (0-100), linear between neighbours; raises ValueError when there are no values."""
    _need(values)
    return float(np.percentile(np.asarray(values, dtype=np.float64), q))


def separation(right: Sequence[float], wrong: Sequence[float]) -> float:
    """Chance that a score of ``right`` is above one of ``wrong`` (AUROC; a tie counts half). 0.5 tells nothing."""
    _need(right)
    _need(wrong)
    differences = np.asarray(right, dtype=np.float64)[:, None] - np.asarray(wrong, dtype=np.float64)[None, :]
    return float(((differences > 0) + 0.5 * (differences == 0)).mean())


def confidence_interval(values: Sequence[float], *, seed: int, draws: int = 1000) -> tuple[float, float]:
    """The 95 % bootstrap interval of the mean: seeded, so equal values give an equal interval."""
    _need(values)
    sample = np.asarray(values, dtype=np.float64)
    rng = np.random.default_rng(seed)
    means = [float(sample[rng.integers(0, len(sample), len(sample))].mean()) for _ in range(draws)]
    return percentile(means, 2.5), percentile(means, 97.5)


def intervals(rows: Sequence[Mapping[str, float]], *, seed: int, draws: int = 1000) -> dict[str, tuple[float, float]]:
    """The 95 % bootstrap interval of every column mean. A draw takes whole rows, the same for all columns; seeded.

    An empty dict without rows.
    """
    if not rows:
        return {}
    table = np.asarray([list(row.values()) for row in rows], dtype=np.float64)
    counts = np.random.default_rng(seed).multinomial(len(rows), np.full(len(rows), 1 / len(rows)), size=draws)
    low, high = np.percentile(counts @ table / len(rows), (2.5, 97.5), axis=0).round(6)
    return {key: (float(low[i]), float(high[i])) for i, key in enumerate(rows[0])}


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean; raises ValueError when there are no values."""
    _need(values)
    return float(np.mean(values))


def mean_of(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Column means of rows that have the same keys; an empty dict without rows."""
    return {key: mean([row[key] for row in rows]) for key in rows[0]} if rows else {}


def _need(values: Sequence[object] | AbstractSet[object]) -> None:
    if not values:
        raise ValueError("a metric needs at least one value or piece of evidence; leave such questions out")
