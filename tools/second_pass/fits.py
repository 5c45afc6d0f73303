"""Fits ranking without and with columns of a second pass, so that no question is scored by weights that saw its fold.

The first pass of a question, from which its columns are made, has weights without its fold; so has the second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from second_pass.columns import COLUMNS, VARIANTS, second_pass
from second_pass.links import Linked
from strandline.bench.learning import SEED
from strandline.bench.training import FOLDS, Score, Vector, by_fold, columns, fold_of, held_out, shares, taught
from strandline.recall.evidence import FEATURES

PLAIN: Final = "plain"
"""The first pass alone, fitted as the others are; they are compared with it."""
ALL: Final = "all"
TREES: Final = "trees"

_ROUNDS: Final = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """One thing that was tried; ``score`` is None where it could not be run, and ``note`` says why."""

    name: str
    columns: tuple[str, ...] = ()
    score: Score | None
    weights: dict[str, float] = field(default_factory=dict)
    """What its columns weigh, the mean of the folds."""
    note: str = ""


def fits(
    learned: Sequence[Linked], measured: Sequence[Linked], say: Callable[[str], None]
) -> tuple[list[Fit], list[Linked], list[Linked]]:
    """All that is tried, the plain ranker first, and the examples as they are scored, with their columns.

    ``say`` is told what is being fitted.
    """
    say("first pass")
    firsts = by_fold(learned, columns(frozenset()))
    first = held_out(learned, firsts)
    wide, others = [widened(one, first(one)) for one in learned], [widened(one, first(one)) for one in measured]
    starts = [np.concatenate([weights, np.zeros(len(COLUMNS))]) for weights in firsts]
    found = []
    for name, names in {PLAIN: (), **VARIANTS, ALL: COLUMNS}.items():
        say(name)
        use = np.concatenate([np.ones(len(FEATURES), np.bool_), np.isin(COLUMNS, names)])
        folds = by_fold(wide, use, more=COLUMNS, starts=starts)
        mean = np.mean(folds, axis=0)[len(FEATURES) :]
        weights = {column: round(float(mean[COLUMNS.index(column)]), 4) for column in names}
        found.append(Fit(name=name, columns=names, score=held_out(wide, folds), weights=weights))
    say(TREES)
    return [*found, trees(wide)], wide, others


def widened(one: Linked, first: Vector) -> Linked:
    """The example with the columns of its second pass behind those of the first, whose scores are ``first`` (n,)."""
    return replace(one, table=np.concatenate([one.table, second_pass(one, first)], axis=1))


def trees(examples: Sequence[Linked]) -> Fit:
    """A tree ensemble in place of the sum, on what the plain ranker knows."""
    if find_spec("sklearn") is None:
        return Fit(name=TREES, score=None, note="scikit-learn is not installed")
    learned = taught(examples)
    models = [_trees([one for one in learned if fold_of(one) != fold]) for fold in range(FOLDS)]
    known = {id(one) for one in examples}

    def score(one: Any) -> Vector:
        chosen = [models[fold_of(one)]] if id(one) in known else models
        table = one.table[:, : len(FEATURES)]
        return np.asarray(np.mean([model.decision_function(table) for model in chosen], axis=0), np.float64)

    return Fit(name=TREES, score=score)


def _trees(learned: Sequence[Linked]) -> Any:
    """An ensemble that tells right candidates from the others; each side of a question counts for half of it."""
    ensemble = import_module("sklearn.ensemble").HistGradientBoostingClassifier
    weight = [_sides(one.right) * share for one, share in zip(learned, shares(learned), strict=True)]
    model = ensemble(max_iter=_ROUNDS, early_stopping=False, random_state=SEED)
    table = np.concatenate([one.table[:, : len(FEATURES)] for one in learned])
    together = np.concatenate(weight)
    right = np.concatenate([one.right for one in learned])
    return model.fit(table, right, sample_weight=together * (len(together) / together.sum()))


def _sides(right: NDArray[np.bool_]) -> Vector:
    """(n,) weights by which the right candidates count as much as all the others."""
    return np.where(right, 0.5 / max(np.count_nonzero(right), 1), 0.5 / max(np.count_nonzero(~right), 1))
