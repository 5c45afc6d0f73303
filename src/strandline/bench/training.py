"""``strandline bench train``: from examples to the weights that ranking uses, and to what a score means.

Weights: a linear ranker, fitted listwise (the softmax over a question's candidates is to fall on the right ones; half
of the loss is the mean over them, half their sum, so that one found answer counts as well as all), with the weights of
``RISING`` features kept at 0 or above. Every pack counts the same, whatever its size.

Scores: logistic regression of "is this one of the ten hits right" on the evidence and on how well the question meets
what is stored, over real questions and over those that nothing answers. What is fitted on is scored by weights of other
folds, so that a score does not flatter itself.

Folds go by ``group``: twins of one question in two packs, and questions about one history, are in one fold.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from strandline.bench.gathering import Example
from strandline.bench.optional import need
from strandline.errors import InputError
from strandline.recall.evidence import FEATURES, GROUPS, RISING
from strandline.recall.model import ANSWER_FEATURES, QUESTION_FEATURES, Profile, Ranking
from strandline.recall.ranking import first_features

FOLDS: Final = 5
HITS: Final = 10
_L2: Final = 1e-3
_LEAST: Final = {"asks": 6.0, "words": 0.3, "coverage": 0.6, "rarest": 0.6}
"""Weights that are not left to the packs alone. They ask for few facts, and a fact that the question asks for comes
before the messages that speak of it. They ask for few ids, numbers and rare names, and a text that has the very word
comes before those that have one like it."""
_MOST: Final = {"fact": 0.0}
"""A fact that nobody asked for does not come before the message that says it."""
_RISING_SCORE: Final = frozenset({
    "evidence", "share", "coverage", "pieces", "meaning", "some_coverage", "some_pieces", "some_meaning",
    "few_coverage", "few_pieces", "few_meaning",
})  # fmt: skip
_FALLING_SCORE: Final = frozenset({"unseen", "unseen_names", "unmet"})
_L2_SCORE: Final = 1e-4
_DECIMALS: Final = 4
_KINDS: Final = {"real": 1.0, "abstain": 0.1, "foreign": 0.05, "part": 0.1, "gap": 0.05}
"""What a question of each kind counts for when scores are fitted."""

Vector = NDArray[np.float64]
Score = Callable[[Example], Vector]

AVAILABLE: Final[dict[str, frozenset[str]]] = {
    "pieces": frozenset(),
    "vectors": GROUPS["pieces"],
    "words": GROUPS["pieces"] | GROUPS["dense"],
}
"""By profile of the default embedder, or of one with less, the features that it lacks. "tokens" has its own packs."""


def columns(left_out: frozenset[str]) -> NDArray[np.bool_]:
    """(len(FEATURES),) which columns are not left out, by their plain names."""
    return np.array([name.rpartition(":")[2] not in left_out for name in FEATURES])


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """Weights of all examples, and the score that each example gets from weights that never saw its group."""

    weights: Vector
    held_out: Score


def fit(examples: Sequence[Example], *, left_out: frozenset[str] = frozenset()) -> Fitted:
    """Fit the weights, and again without each fold. Examples of other packs are scored by the mean of the folds."""
    use = columns(left_out)
    return Fitted(weights=weigh(taught(examples), use), held_out=held_out(examples, by_fold(examples, use)))


def taught(examples: Sequence[Example]) -> list[Example]:
    """Those that weights are learned from: real questions, of all or of a part, that a candidate answers."""
    return [one for one in examples if one.kind in ("real", "part") and one.right.any()]


def by_fold(
    examples: Sequence[Example],
    use: NDArray[np.bool_],
    *,
    more: Sequence[str] = (),
    starts: Sequence[Vector] | None = None,
) -> list[Vector]:
    """The weights without each fold, as ``weigh`` finds them; ``starts`` has one beginning a fold."""
    learned = taught(examples)
    parts = [[one for one in learned if fold_of(one) != fold] for fold in range(FOLDS)]
    if not all(parts):
        raise InputError(f"there are too few groups of questions to learn from: {len({one.group for one in learned})}")
    begin: Sequence[Vector | None] = starts or [None] * FOLDS
    return [weigh(part, use, more=more, start=start) for part, start in zip(parts, begin, strict=True)]


def held_out(examples: Sequence[Example], folds: Sequence[Vector]) -> Score:
    """Scores by weights that never saw the group; examples that are none of these are scored by the mean."""
    known = {id(one) for one in examples}
    mean = np.mean(folds, axis=0)

    def score(one: Example) -> Vector:
        return np.asarray(one.table @ (folds[fold_of(one)] if id(one) in known else mean), np.float64)

    return score


def fold_of(one: Example) -> int:
    """The fold of an example, by its group."""
    return zlib.crc32(one.group.encode()) % FOLDS


def weigh(
    examples: Sequence[Example], use: NDArray[np.bool_], *, more: Sequence[str] = (), start: Vector | None = None
) -> Vector:
    """(c,) the weights that fit best; 0 for columns that are not in ``use`` (c,).

    The columns of the tables are ``FEATURES`` and behind them ``more``, whose weights are free. ``start`` (c,) are
    weights to begin from.
    """
    minimize = need("scipy.optimize", feature="strandline bench train").minimize
    share = shares(examples)
    table = np.concatenate([one.table[:, use] for one in examples]).astype(np.float64)
    right = np.concatenate([one.right for one in examples]).astype(np.float64)
    sizes = np.array([len(one.right) for one in examples])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    names = [name for name, used in zip((*FEATURES, *more), use, strict=True) if used]
    low = [_LEAST.get(name, 0.0 if name in RISING else None) for name in names]
    high = [_MOST.get(name) for name in names]
    even = right / np.repeat(np.add.reduceat(right, starts), sizes)

    def loss(weights: Vector) -> tuple[float, Vector]:
        score = table @ weights
        top = np.maximum.reduceat(score, starts)
        spread = np.exp(score - np.repeat(top, sizes))
        total = np.add.reduceat(spread, starts)
        chance = spread / np.repeat(total, sizes)
        logs = score - np.repeat(top + np.log(total), sizes)
        found = np.maximum(np.add.reduceat(chance * right, starts), 1e-300)
        value = 0.5 * np.add.reduceat(even * logs, starts) + 0.5 * np.log(found)
        wanted = 0.5 * even + 0.5 * chance * right / np.repeat(found, sizes)
        slope: Any = (np.repeat(share, sizes) * (chance - wanted)) @ table
        return float(-(share * value).sum() + 0.5 * _L2 * weights @ weights), np.asarray(slope + _L2 * weights)

    begin: Vector = np.array([bound or 0.0 for bound in low]) if start is None else start[use]
    bounds = list(zip(low, high, strict=True))
    found = minimize(loss, begin, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 400})
    out = np.zeros(len(use))
    out[use] = found.x
    return np.asarray(out, np.float64)


def shares(taught: Sequence[Example]) -> Vector:
    """(q,) what each question counts for: packs count alike, parts of a store half."""
    plain: Vector = np.array([0.5 if one.kind == "part" else 1.0 for one in taught])
    packs = np.array([one.pack for one in taught])
    for pack in np.unique(packs):
        plain[packs == pack] /= plain[packs == pack].sum()
    return np.asarray(plain / plain.sum(), np.float64)


def hits(one: Example, score: Vector, most: int = HITS) -> NDArray[np.int64]:
    """The first candidates, best first, one a turn: of a fact and its message the better one."""
    order = np.argsort(-score, kind="stable")
    turns = one.turn[order]
    _, first = np.unique(np.where(turns >= 0, turns, -2 - np.arange(len(turns))), return_index=True)
    return order[np.sort(first)][:most]


def asked_by(one: Example, score: Vector) -> NDArray[np.float64]:
    """(n, len(QUESTION_FEATURES)) what the log odds of each candidate are made of."""
    most = max(score.tolist())
    total = most + float(np.log(np.exp(score - most).sum()))
    values: dict[str, Vector | float] = {**one.asked, "evidence": score, "share": score - total}
    return np.column_stack([np.zeros(len(score)) + values[name] for name in QUESTION_FEATURES])


def calibrate(examples: Sequence[Example], score: Score) -> dict[str, float]:
    """Fit what evidence means: the weights of ``QUESTION_FEATURES`` and ``bias``, by ``score`` of each example."""
    rows, right, weight = [], [], []
    packs = {pack: sum(_KINDS[one.kind] for one in examples if one.pack == pack) for pack in {e.pack for e in examples}}
    for one in examples:
        given = score(one)
        first = hits(one, given)
        rows.append(asked_by(one, given)[first])
        right.append(one.right[first])
        weight.append(np.full(len(first), _KINDS[one.kind] / packs[one.pack]))
    table = np.column_stack([np.concatenate(rows), np.ones(sum(map(len, rows)))])
    want, share = np.concatenate(right).astype(np.float64), np.concatenate(weight)
    share /= share.sum()
    names = (*QUESTION_FEATURES, "bias")
    weights = _logistic(table, want, share, [_sign(name) for name in names])
    return {name: round(float(value), _DECIMALS) for name, value in zip(names, weights, strict=True)}


def _looked_up(scores: Mapping[int, Vector]) -> Score:
    return lambda one: scores[id(one)]


def _served(one: Example, kind: str) -> Example:
    """The example as an embedder without some powers gives it."""
    lacking = {"vectors": ("pieces",), "words": ("pieces", "meaning")}.get(kind, ())
    blank = {name: 0.0 for name in QUESTION_FEATURES if name.removeprefix("some_").removeprefix("few_") in lacking}
    return replace(one, asked={**one.asked, **blank}) if blank else one


def answers(examples: Sequence[Example], score: Score) -> dict[str, float]:
    """Fit the chance that anything answers: questions with evidence against those of other conversations."""
    asked = [one for one in examples if one.kind in ("foreign", "gap") or (one.kind in ("real", "part") and one.wanted)]
    table = np.array([[*answered_by(one, score(one)), 1.0] for one in asked])
    want = np.array([one.wanted > 0 for one in asked], np.float64)
    share = np.ones(len(asked))
    sides = np.array([f"{one.pack} {one.wanted > 0}" for one in asked])
    for side in np.unique(sides):
        share[sides == side] /= np.count_nonzero(sides == side)
    names = (*ANSWER_FEATURES, "bias")
    weights = _logistic(table, want, share / share.sum(), [_sign(name.removeprefix("first:")) for name in names])
    return {name: round(float(value), _DECIMALS) for name, value in zip(names, weights, strict=True)}


def answered_by(one: Example, score: Vector) -> list[float]:
    """What the log odds that anything answers are made of, in the order of ``ANSWER_FEATURES``."""
    values = {**one.asked, **first_features(one.table.astype(np.float64), score)}
    return [values[name] for name in ANSWER_FEATURES]


def _sign(name: str) -> tuple[float | None, float | None]:
    """The bounds of a weight: what makes sense to rise only rises."""
    rising = name in _RISING_SCORE or name in RISING
    return (0.0 if rising else None, 0.0 if name in _FALLING_SCORE else None)


def _logistic(
    table: Vector, want: Vector, share: Vector, bounds: Sequence[tuple[float | None, float | None]]
) -> Vector:
    """(k,) weights of a logistic regression of ``want`` (n,) on ``table`` (n, k)."""
    minimize = need("scipy.optimize", feature="strandline bench train").minimize

    def loss(weights: Vector) -> tuple[float, Vector]:
        odds = table @ weights
        value = share @ (np.logaddexp(0.0, odds) - want * odds)
        slope = (share * (1.0 / (1.0 + np.exp(-odds)) - want)) @ table
        return float(value + 0.5 * _L2_SCORE * weights @ weights), np.asarray(slope + _L2_SCORE * weights, np.float64)

    start = np.zeros(table.shape[1])
    options = {"maxiter": 2000}
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options).x, np.float64)


def probabilities(one: Example, score: Vector, calibration: Mapping[str, float]) -> Vector:
    """(n,) the score that each candidate is shown with."""
    weights = np.array([calibration.get(name, 0.0) for name in QUESTION_FEATURES])
    odds = asked_by(one, score) @ weights + calibration.get("bias", 0.0)
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(odds, -500.0, 500.0))), np.float64)


def profile(weights: Vector, calibration: Mapping[str, float], answering: Mapping[str, float]) -> Profile:
    """A profile as it is written: rounded, without what weighs nothing."""
    kept = {
        name: round(float(weight), _DECIMALS)
        for name, weight in zip(FEATURES, weights, strict=True)
        if round(float(weight), _DECIMALS)
    }
    return Profile(weights=kept, calibration=dict(calibration), answers=dict(answering))


def train(
    examples: Mapping[str, Sequence[Example]], *, breadth: float, about: Mapping[str, Any], without: frozenset[str]
) -> tuple[Ranking, dict[str, Fitted]]:
    """A ranking of the examples by profile, and how each was fitted. ``without`` are features to leave out."""
    profiles, fitted = {}, {}
    for kind, given in examples.items():
        found = fit(given, left_out=AVAILABLE.get(kind, frozenset()) | without)
        fitted[kind] = found
        served = [_served(one, kind) for one in given]
        held_out = {id(bare): found.held_out(one) for bare, one in zip(served, given, strict=True)}
        score = _looked_up(held_out)
        profiles[kind] = profile(found.weights, calibrate(served, score), answers(served, score))
    return Ranking(profiles=profiles, breadth=breadth, about=about), fitted
