"""What scores say, by hand-computed cases."""

from __future__ import annotations

import pytest

from strandline.bench.calibration import Abstention, calibration_error


def test_the_error_is_the_mean_distance_of_score_and_share_over_equal_bins():
    """(0.2, 0.4 | one right of two) and (0.6, 1.0 | both right): |0.3 - 0.5| and |0.8 - 1.0|."""
    found = calibration_error([(1.0, True), (0.2, False), (0.6, True), (0.4, True)], bins=2)
    assert found["ece"] == pytest.approx(0.2)
    assert found["bins"] == [[0.3, 0.5, 2], [0.8, 1.0, 2]]
    assert found["hits"] == 4


def test_bins_that_differ_in_size_count_by_it():
    """Three scores in two bins: (0.1, 0.3 | none right) and (0.9 | right)."""
    found = calibration_error([(0.1, False), (0.3, False), (0.9, True)], bins=2)
    assert found["ece"] == pytest.approx((2 * 0.2 + 1 * 0.1) / 3)


def test_probabilities_that_come_true_have_no_error():
    pairs = [(0.25, n % 4 == 0) for n in range(40)] + [(0.75, n % 4 != 0) for n in range(40)]
    assert calibration_error(pairs, bins=2)["ece"] == pytest.approx(0.0)


def test_fewer_scores_than_bins_leave_bins_out():
    assert len(calibration_error([(0.5, True), (0.6, False)])["bins"]) == 2
    with pytest.raises(ValueError, match="at least one score"):
        calibration_error([])


FOUND = Abstention(right=[0.2, 0.4, 0.6, 0.8], foreign=[0.1, 0.3, 0.5], unanswered=[0.7])


def test_a_hit_at_the_threshold_is_returned():
    """0.4 itself stays, 0.2 is lost; of the others only 0.5 is above."""
    assert FOUND.at(0.4) == {"threshold": 0.4, "lost": 0.25, "foreign": pytest.approx(1 / 3), "unanswered": 1.0}


def test_the_threshold_for_a_share_is_the_highest_that_loses_no_more():
    assert FOUND.at_lost(0.05)["threshold"] == 0.2, "one of four is more than one in twenty"
    assert FOUND.at_lost(0.25)["threshold"] == 0.4
    assert FOUND.at_lost(0.5) == FOUND.at(0.6)
    equal = Abstention(right=[0.4] * 10 + [0.8] * 10, foreign=[0.5], unanswered=[])
    assert equal.at_lost(0.05)["lost"] == 0.0, "ten of one score go together"


def test_the_curve_goes_from_nothing_lost_to_all_lost():
    curve = FOUND.curve()
    assert [point["lost"] for point in curve] == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert [point["threshold"] for point in curve] == sorted(point["threshold"] for point in curve)
    assert curve[0] == FOUND.at(0.2)


def test_a_pack_without_such_questions_has_no_share():
    assert Abstention(right=[0.5], foreign=[], unanswered=[]).at(0.1)["foreign"] is None
    with pytest.raises(ValueError, match="at least one question"):
        Abstention(right=[], foreign=[0.1], unanswered=[]).at_lost()
