from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.bench import metrics


def test_recall_is_the_fraction_of_the_evidence_among_the_first_k():
    ranked = [4, 9, 2, 7, 1, 3]
    assert metrics.recall_at(ranked, {9, 1, 3, 8}, 5) == 0.5
    assert metrics.recall_at(ranked, {9, 1, 3, 8}, 6) == 0.75
    assert metrics.recall_at(ranked, {9, 1, 3, 8}, 1) == 0.0


def test_a_repeated_item_uses_up_its_place_and_counts_once():
    assert metrics.recall_at([5, 5, 6], {5, 6}, 2) == 0.5


def test_all_at_k_wants_every_piece_of_evidence():
    assert metrics.all_at([1, 2, 3], {1, 3}, 3) == 1.0
    assert metrics.all_at([1, 2, 3], {1, 3}, 2) == 0.0


def test_reciprocal_rank_is_that_of_the_first_evidence():
    assert metrics.reciprocal_rank([7, 8, 9], {9, 8}) == 0.5
    assert metrics.reciprocal_rank([7, 8, 9], {1}) == 0.0
    assert metrics.reciprocal_rank([], {1}) == 0.0


def test_session_hit_looks_at_the_first_five_distinct_sessions():
    sessions = ["a", "a", "b", "b", "c", "a", "d", "e", "f"]
    assert metrics.session_hit(sessions, {"e"}, 5) == 1.0
    assert metrics.session_hit(sessions, {"f"}, 5) == 0.0


def test_a_text_is_inside_a_context_only_as_a_whole():
    context = "- user: the key is under the pot\n- user: hello"
    assert metrics.share_inside(context, ["the key is under the pot", "the key is under the pots"]) == 0.5


def test_equal_texts_are_one_piece_of_evidence_for_a_context():
    assert metrics.share_inside("hello", ["hello", "hello", "bye"]) == 0.5


def test_percentiles_lie_between_neighbours():
    assert metrics.percentile([4.0, 1.0, 3.0, 2.0], 50) == 2.5
    assert metrics.percentile([1.0, 2.0, 3.0, 4.0, 5.0], 95) == pytest.approx(4.8)


def test_separation_is_the_chance_to_be_above_and_a_tie_is_half():
    assert metrics.separation([0.9, 0.5], [0.5, 0.1]) == (1 + 1 + 0.5 + 1) / 4
    assert metrics.separation([0.1], [0.9]) == 0.0


def test_means_are_taken_by_column():
    assert metrics.mean_of([{"a": 1.0, "b": 0.0}, {"a": 0.0, "b": 0.5}]) == {"a": 0.5, "b": 0.25}
    assert metrics.mean_of([]) == {}


def test_the_interval_is_seeded_and_holds_the_mean():
    values = [0.0] * 30 + [1.0] * 70
    low, high = metrics.confidence_interval(values, seed=7)
    assert (low, high) == metrics.confidence_interval(values, seed=7)
    assert 0.55 < low < 0.7 < high < 0.85


@pytest.mark.parametrize("metric", [metrics.recall_at, metrics.all_at])
def test_a_question_without_evidence_has_no_metric(metric):
    with pytest.raises(ValueError, match="leave such questions out"):
        metric([1], set(), 5)


@given(st.lists(st.integers(0, 20), max_size=15), st.sets(st.integers(0, 20), min_size=1), st.integers(0, 15))
def test_more_places_never_find_less(ranked, evidence, k):
    less, more = metrics.recall_at(ranked, evidence, k), metrics.recall_at(ranked, evidence, k + 1)
    assert 0.0 <= less <= more <= 1.0
    assert metrics.all_at(ranked, evidence, k) == float(less == 1.0)


def test_all_wanted_sessions_must_be_among_the_first_distinct_ones():
    """Turns of one session count once."""
    sessions = ["s1", "s1", "s2", "s3", "s1", "s4"]
    assert metrics.session_all(sessions, {"s1", "s3"}, 3) == 1.0
    assert metrics.session_all(sessions, {"s1", "s4"}, 3) == 0.0
    assert metrics.session_all(sessions, {"s4"}, 4) == 1.0


def test_an_interval_of_equal_rows_is_their_value_and_of_two_values_lies_between_them():
    rows = [{"a": 1.0, "b": float(i % 2)} for i in range(40)]
    found = metrics.intervals(rows, seed=7)
    assert found["a"] == (1.0, 1.0)
    low, high = found["b"]
    assert 0.3 <= low < 0.5 < high <= 0.7  # 0.5 plus or minus two times 0.5 / sqrt(40)
    assert metrics.intervals(rows, seed=7) == found
    assert metrics.intervals([], seed=7) == {}
