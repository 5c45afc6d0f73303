"""Spreading candidates over sessions, for questions that ask for all there is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.recall.ranking import spread

HALVES = st.integers(-20, 20).map(lambda number: number / 2)
CANDIDATES = st.lists(st.tuples(HALVES, st.integers(-1, 4)), max_size=40)


def split(candidates):
    return np.array([score for score, _ in candidates], np.float64), [place for _, place in candidates]


def order(scores):
    return np.argsort(-scores, kind="stable").tolist()


def test_sessions_of_equal_worth_alternate():
    score = np.array([1.00, 0.99, 0.98, 0.97, 0.96, 0.95])
    assert order(score) == [0, 1, 2, 3, 4, 5]
    assert order(spread(score, [0, 0, 0, 1, 1, 1], 0.5)) == [0, 3, 1, 4, 2, 5]


def test_the_first_of_a_session_loses_nothing_and_the_next_one_breadth_each():
    assert spread(np.array([3.0, 2.0, 1.0]), [7, 7, 7], 0.25).tolist() == [3.0, 1.75, 0.5]


def test_at_most_three_before_it_count():
    score = np.zeros(6)
    lost = sorted((-spread(score, [0] * 6, 1.0)).tolist())
    assert lost == [0, 1, 2, 3, 3, 3]


def test_candidates_without_a_session_lose_nothing():
    score = np.array([3.0, 2.0, 1.0])
    assert spread(score, [-1, -1, -1], 1.0).tolist() == score.tolist()


def test_a_clear_lead_is_kept():
    assert order(spread(np.array([9.0, 8.0, 1.0]), [0, 0, 1], 0.5)) == [0, 1, 2]


def test_of_equals_the_later_one_comes_first_and_loses_nothing():
    """Candidates stand in the order in which they were stored, and the newest comes first."""
    assert spread(np.zeros(3), [0, 0, 0], 1.0).tolist() == [-2.0, -1.0, 0.0]


def test_nothing_is_spread_to_nothing():
    assert spread(np.zeros(0), [], 1.0).tolist() == []


def test_what_was_given_is_not_changed():
    score = np.array([1.0, 1.0])
    spread(score, [0, 0], 1.0)
    assert score.tolist() == [1.0, 1.0]


@given(CANDIDATES)
def test_no_breadth_changes_nothing(candidates):
    score, places = split(candidates)
    assert spread(score, places, 0.0).tobytes() == score.tobytes()


@given(CANDIDATES, st.sampled_from([0.25, 0.5, 1.0, 4.0]))
def test_nobody_gains_and_nobody_loses_more_than_three_times_the_breadth(candidates, breadth):
    score, places = split(candidates)
    lost = score - spread(score, places, breadth)
    assert np.all((lost >= 0.0) & (lost <= 3 * breadth))
    for place in set(places):
        inside = sorted(lost[np.array(places) == place].tolist())
        steps = [0.0 if place < 0 else breadth * min(3, number) for number in range(len(inside))]
        assert inside == pytest.approx(steps)


@given(CANDIDATES, st.sampled_from([0.25, 1.0]))
def test_within_a_session_the_better_one_stays_the_better_one(candidates, breadth):
    score, places = split(candidates)
    out = spread(score, places, breadth)
    for place in set(places):
        inside = np.flatnonzero(np.array(places) == place)
        ranked = inside[np.lexsort((-inside, -score[inside]))]
        assert np.all(np.diff(out[ranked]) <= 0.0)


@given(CANDIDATES, st.sampled_from([0.25, 1.0]))
def test_the_same_is_given_each_time(candidates, breadth):
    score, places = split(candidates)
    assert spread(score, places, breadth).tobytes() == spread(score.copy(), list(places), breadth).tobytes()


@given(CANDIDATES, st.randoms(use_true_random=False))
def test_names_of_sessions_do_not_matter(candidates, chance):
    score, places = split(candidates)
    names = list(range(10, 15))
    chance.shuffle(names)
    renamed = [place if place < 0 else names[place] for place in places]
    assert spread(score, renamed, 0.5).tobytes() == spread(score, places, 0.5).tobytes()
