"""Learning weights from made examples of which the right weights are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from strandline.bench.calibration import calibration_error
from strandline.bench.gathering import Example
from strandline.bench.training import (
    AVAILABLE,
    FOLDS,
    asked_by,
    calibrate,
    columns,
    fit,
    fold_of,
    hits,
    probabilities,
    profile,
    train,
)
from strandline.recall import Ranking
from strandline.recall.evidence import FEATURES, GROUPS, RISING
from strandline.recall.model import QUESTION_FEATURES

CANDIDATES = 8
NOISY = ("words", "coverage", "pieces", "meaning", "length", "number", "named:length")


def example(table, right, *, group="g", kind="real", pack="p", turn=None, **fields):
    count = len(right)
    given = {"type": "plain", "wanted": int(np.sum(right)), "breadth": False, **fields}
    return Example(
        pack=pack,
        group=group,
        kind=kind,
        table=np.asarray(table, np.float32),
        right=np.asarray(right, np.bool_),
        turn=np.arange(count, dtype=np.int32) if turn is None else np.asarray(turn, np.int32),
        place=np.full(count, -1, np.int32),
        asked=dict.fromkeys(QUESTION_FEATURES, 0.0),
        **given,
    )


def made(weights, *, count=60, seed=1, groups=12):
    """Questions whose right candidate is the best by some weights, among features that are all noise."""
    chance = np.random.default_rng(seed)
    examples = []
    for number in range(count):
        table = np.zeros((CANDIDATES, len(FEATURES)))
        for name in NOISY:
            table[:, FEATURES.index(name)] = chance.random(CANDIDATES)
        score = sum(weight * table[:, FEATURES.index(name)] for name, weight in weights.items())
        examples.append(example(table, score == score.max(), group=f"g{number % groups}"))
    return examples


def weight_of(fitted, name):
    return float(fitted.weights[FEATURES.index(name)])


def first_right(examples, score):
    return np.mean([one.right[int(np.argmax(score(one)))] for one in examples])


@pytest.fixture(scope="module")
def taught():
    return made({"coverage": 1.0})


@pytest.fixture(scope="module")
def fitted(taught):
    return fit(taught)


def test_the_feature_that_is_right_gets_the_weight(fitted):
    others = max(abs(weight_of(fitted, name)) for name in NOISY if name != "coverage")
    assert weight_of(fitted, "coverage") > 4 * others


def test_questions_of_groups_that_were_not_seen_are_answered(taught, fitted):
    assert first_right(taught, fitted.held_out) > 0.9


def test_the_proportion_of_two_weights_is_found():
    found = fit(made({"coverage": 2.0, "length": -1.0}, count=200))
    assert weight_of(found, "coverage") / weight_of(found, "length") == pytest.approx(-2.0, rel=0.15)


def test_a_feature_that_never_occurs_weighs_nothing_but_facts_that_are_asked_for(fitted):
    least = ("asks", "words", "coverage", "rarest")
    never = [name for name in FEATURES if name not in (*NOISY, *least)]
    assert not any(weight_of(fitted, name) for name in never)
    assert weight_of(fitted, "asks") >= 6.0
    assert all(weight_of(fitted, name) > 0.0 for name in least)


def test_a_feature_that_may_only_rise_is_never_weighed_against():
    found = fit(made({"coverage": -1.0, "length": -1.0}))
    assert 0.0 < weight_of(found, "coverage") < 1.0, "its least, and no more"
    assert weight_of(found, "length") < -0.5
    assert all(weight_of(found, name) >= 0.0 for name in RISING)


def test_what_is_left_out_weighs_nothing_also_as_a_share_or_of_a_named_person():
    found = fit(made({"coverage": 1.0, "length": 1.0}), left_out=GROUPS["form"])
    assert weight_of(found, "length") == weight_of(found, "named:length") == 0.0
    assert weight_of(found, "coverage") > 1.0
    used = columns(GROUPS["dense"])
    assert {name for name, use in zip(FEATURES, used, strict=True) if not use} == {
        name for name in FEATURES if "meaning" in name
    }


def test_an_example_is_scored_by_weights_that_never_saw_its_group(taught, fitted):
    group = taught[0].group
    lied = [replace(one, right=np.roll(one.right, 1)) if one.group == group else one for one in taught]
    again = fit(lied)
    for before, after in zip(taught, lied, strict=True):
        same = np.array_equal(fitted.held_out(before), again.held_out(after))
        assert same is (fold_of(before) == fold_of(taught[0]))
    assert not np.array_equal(fitted.weights, again.weights), "the weights of all examples did see it"


def test_what_was_not_fitted_on_is_scored_by_all_folds_together(taught, fitted):
    stranger = made({"coverage": 1.0}, count=1, seed=9)[0]
    assert first_right([stranger], fitted.held_out) == 1.0
    copies = [fitted.held_out(replace(stranger, group=group)) for group in ("a", "b", "c")]
    assert all(np.array_equal(copies[0], copy) for copy in copies)


def test_a_fold_goes_by_the_group_alone():
    one, two = (example(np.zeros((1, len(FEATURES))), [True], group="x", pack=pack) for pack in ("p", "q"))
    assert fold_of(one) == fold_of(two)
    folds = {fold_of(replace(one, group=f"g{number}")) for number in range(50)}
    assert folds == set(range(FOLDS))


def test_only_real_questions_and_parts_with_a_right_candidate_teach(taught, fitted):
    noise = [replace(one, right=np.roll(one.right, 1), kind=kind) for one in taught for kind in ("foreign", "gap")]
    blank = [replace(one, right=np.zeros(CANDIDATES, np.bool_)) for one in taught]
    assert np.array_equal(fit([*taught, *noise, *blank]).weights, fitted.weights)


def test_a_pack_counts_the_same_whatever_its_size():
    few, many = made({"coverage": 1.0}), made({"number": 1.0}, seed=2, count=240)
    found = fit([*few, *(replace(one, pack="q") for one in many)])
    assert weight_of(found, "coverage") == pytest.approx(weight_of(found, "number"), rel=0.35)


def test_equal_examples_give_equal_weights(taught, fitted):
    assert fit(taught).weights.tobytes() == fitted.weights.tobytes()


def test_hits_take_one_candidate_a_turn_the_better_one():
    one = example(np.zeros((5, len(FEATURES))), [False] * 5, turn=[4, 4, 7, 7, 2])
    assert hits(one, np.array([1.0, 5.0, 3.0, 2.0, 4.0])).tolist() == [1, 4, 2]


def test_candidates_of_no_turn_are_all_taken_and_hits_are_counted_off():
    one = example(np.zeros((4, len(FEATURES))), [False] * 4, turn=[-1, -1, 3, -1])
    score = np.array([1.0, 2.0, 3.0, 4.0])
    assert hits(one, score).tolist() == [3, 2, 1, 0]
    assert hits(one, score, 2).tolist() == [3, 2]


def test_of_equal_scores_the_first_candidate_is_the_first_hit():
    one = example(np.zeros((3, len(FEATURES))), [False] * 3)
    assert hits(one, np.zeros(3)).tolist() == [0, 1, 2]


def test_the_share_of_a_candidate_is_its_lead_over_all():
    one = example(np.zeros((2, len(FEATURES))), [True, False])
    rows = dict(zip(QUESTION_FEATURES, asked_by(one, np.log([3.0, 1.0])).T, strict=True))
    assert np.exp(rows["share"]) == pytest.approx([0.75, 0.25])
    assert rows["evidence"] == pytest.approx(np.log([3.0, 1.0]))


def chances(count=800):
    """Single candidates that are right as often as their evidence says, at odds of 2 * evidence - 1."""
    chance = np.random.default_rng(3)
    evidence = chance.normal(0.0, 2.0, count)
    right = chance.random(count) < 1.0 / (1.0 + np.exp(1.0 - 2.0 * evidence))
    table = np.zeros((count, 1, len(FEATURES)))
    table[:, 0, FEATURES.index("length")] = evidence
    return [example(row, [is_right], group=f"g{i}") for i, (row, is_right) in enumerate(zip(table, right, strict=True))]


def by_length(one):
    return one.table[:, FEATURES.index("length")].astype(np.float64)


def test_scores_come_out_as_the_chance_that_made_them():
    examples = chances()
    found = calibrate(examples, by_length)
    assert found["evidence"] == pytest.approx(2.0, abs=0.4)
    assert found["bias"] == pytest.approx(-1.0, abs=0.4)
    pairs = [(float(probabilities(one, by_length(one), found)[0]), bool(one.right[0])) for one in examples]
    assert calibration_error(pairs)["ece"] < 0.05


def test_more_evidence_never_lowers_a_score_and_unseen_words_never_raise_it():
    examples = chances(200)
    for one in examples:
        one.right = ~one.right
        one.asked = {**one.asked, "unseen": float(one.right[0]), "coverage": float(not one.right[0])}
    found = calibrate(examples, by_length)
    assert set(found) == {*QUESTION_FEATURES, "bias"}
    assert found["evidence"] == found["coverage"] == 0.0
    assert found["unseen"] <= 0.0


def test_a_profile_is_written_rounded_and_without_what_weighs_nothing():
    weights = np.zeros(len(FEATURES))
    weights[:2] = 1.23456789, 0.00001
    assert profile(weights, {"bias": 1.0}, {"bias": 0.0}).weights == {FEATURES[0]: 1.2346}


def test_a_ranking_has_a_profile_a_kind_each_without_what_it_lacks(taught):
    ranking, found = train({"pieces": taught, "words": taught}, breadth=0.2, about={"seed": 1}, without=GROUPS["form"])
    assert Ranking.of(ranking.to_dict()) == ranking
    assert (set(ranking.profiles), set(found), ranking.breadth) == ({"pieces", "words"}, {"pieces", "words"}, 0.2)
    plain = {kind: {name.rpartition(":")[2] for name in row.weights} for kind, row in ranking.profiles.items()}
    assert not plain["words"] & AVAILABLE["words"]
    assert not (plain["words"] | plain["pieces"]) & GROUPS["form"]
