"""What has scrolled out, what is visible, and the boost between: every edge of the formulas."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.recall.steps import boost, boosts, edge, scrolled_out, visible, window_from_tokens

UNHURRIED = settings(deadline=None)
"""A machine under load is slow, not wrong."""

ANY_INT = st.integers(min_value=-50, max_value=200)


@pytest.mark.parametrize(
    ("current_step", "window", "expected"),
    [
        (30, 20, 10),
        (20, 20, 0),
        (21, 20, 1),
        (5, 20, 0),
        (0, 20, 0),
        (-3, 20, 0),
        (30, 0, 30),
        (30, 1, 29),
        (30, -2, 32),
    ],
)
def test_the_edge_is_the_last_step_behind_the_window_and_never_negative(current_step, window, expected):
    assert edge(current_step, window) == expected


SIGMA_20 = 20 / 3


@pytest.mark.parametrize(
    ("step", "current_step", "window", "expected"),
    [
        (1, 30, 20, 1.6),  # long gone
        (9, 30, 20, 1.6),
        (10, 30, 20, 1.6),  # at the edge
        (11, 30, 20, 1 + 0.6 * math.exp(-1 / (2 * SIGMA_20**2))),
        (20, 30, 20, 1 + 0.6 * math.exp(-100 / (2 * SIGMA_20**2))),
        (30, 30, 20, 1 + 0.6 * math.exp(-400 / (2 * SIGMA_20**2))),
        (35, 30, 20, 1 + 0.6 * math.exp(-625 / (2 * SIGMA_20**2))),  # after the current step: the tail
        (1, 5, 20, 1 + 0.6 * math.exp(-1 / (2 * SIGMA_20**2))),  # the window covers everything: edge 0
        (5, 5, 20, 1 + 0.6 * math.exp(-25 / (2 * SIGMA_20**2))),
        (30, 30, 1, 1 + 0.6 * math.exp(-1 / 2)),  # sigma is at least 1
        (29, 30, 1, 1.6),
        (29, 30, 3, 1 + 0.6 * math.exp(-4 / 2)),
        (1, 0, 20, 1.0),  # no conversation yet
        (1, -4, 20, 1.0),
        (1, 30, 0, 1.0),  # no window
        (30, 30, -1, 1.0),
    ],
)
def test_the_boost_of_a_step_of_the_current_session(step, current_step, window, expected):
    assert boost(step, current_step=current_step, window=window, same_session=True) == pytest.approx(
        expected, abs=1e-12
    )


@pytest.mark.parametrize(("current_step", "window"), [(30, 20), (0, 20), (30, 0), (-1, -1)])
@pytest.mark.parametrize(("step", "same_session"), [(29, False), (1, False), (None, True), (None, False)])
def test_other_sessions_and_items_without_a_step_always_get_the_full_boost_and_have_scrolled_out(
    step, same_session, current_step, window
):
    place = {"current_step": current_step, "window": window, "same_session": same_session}
    assert boost(step, **place) == 1.6
    assert scrolled_out(step, **place)
    assert not visible(step, **place)


@pytest.mark.parametrize(
    ("step", "current_step", "window", "out", "seen"),
    [
        (1, 30, 20, True, False),
        (10, 30, 20, True, False),
        (11, 30, 20, False, True),
        (30, 30, 20, False, True),
        (31, 30, 20, False, False),  # looked at from an earlier step: not seen yet, and not gone
        (1, 5, 20, False, True),
        (1, 20, 20, False, True),
        (1, 21, 20, True, False),
        (30, 30, 1, False, True),
        (29, 30, 1, True, False),
        (30, 30, 0, True, False),
        (35, 30, 0, True, False),
        (30, 30, -5, True, False),
        (1, 0, 20, False, False),
        (1, -7, 20, False, False),
    ],
)
def test_scrolled_out_and_visible_at_every_side_of_the_window(step, current_step, window, out, seen):
    place = {"current_step": current_step, "window": window, "same_session": True}
    assert scrolled_out(step, **place) is out
    assert visible(step, **place) is seen


@UNHURRIED
@given(step=st.one_of(st.none(), ANY_INT), current_step=ANY_INT, window=ANY_INT, same_session=st.booleans())
def test_nothing_is_both_visible_and_scrolled_out_and_the_boost_stays_in_its_range(
    step, current_step, window, same_session
):
    place = {"current_step": current_step, "window": window, "same_session": same_session}
    assert not (visible(step, **place) and scrolled_out(step, **place))
    assert 1.0 <= boost(step, **place) <= 1.6


@UNHURRIED
@given(current_step=st.integers(1, 200), window=st.integers(1, 200))
def test_the_boost_never_grows_with_the_step(current_step, window):
    values = [
        boost(step, current_step=current_step, window=window, same_session=True) for step in range(1, current_step + 1)
    ]
    assert values == sorted(values, reverse=True)


NEWEST_FIRST = [(6, 10), (5, 20), (4, 30), (3, 40), (2, 50), (1, 60)]


@pytest.mark.parametrize(
    ("current_step", "window_tokens", "window"),
    [
        (6, 9, 0),  # not even the last message fits: nothing is visible
        (6, 10, 1),
        (6, 29, 1),
        (6, 30, 2),
        (6, 60, 3),
        (6, 209, 5),
        (6, 210, 6),  # everything fits: e is 0
        (6, 10_000, 6),
        (4, 30, 1),  # steps after the current one take no room
        (4, 69, 1),
        (4, 70, 2),
        (6, 0, 0),
        (6, -5, 0),
        (0, 100, 0),
        (-2, 100, 0),
    ],
)
def test_a_window_of_tokens_reaches_back_as_far_as_whole_messages_fit(current_step, window_tokens, window):
    assert window_from_tokens(NEWEST_FIRST, current_step=current_step, window_tokens=window_tokens) == window


def test_a_message_without_tokens_fits_into_an_empty_budget():
    assert window_from_tokens([(3, 0), (2, 0), (1, 5)], current_step=3, window_tokens=0) == 2


def test_forgotten_steps_leave_gaps_that_take_no_tokens():
    assert window_from_tokens([(9, 10), (4, 10), (1, 10)], current_step=9, window_tokens=20) == 8


def test_a_session_without_messages_has_a_window_as_long_as_its_steps():
    assert window_from_tokens([], current_step=7, window_tokens=1) == 7


def test_messages_beyond_the_budget_are_not_read():
    def lazily() -> Iterator[tuple[int, int]]:
        yield (3, 5)
        yield (2, 6)
        raise AssertionError("read on past the budget")

    assert window_from_tokens(lazily(), current_step=3, window_tokens=10) == 1


@UNHURRIED
@given(tokens=st.lists(st.integers(0, 30), max_size=30), window_tokens=st.integers(-5, 300))
def test_the_window_of_tokens_is_the_longest_that_fits(tokens, window_tokens):
    last = len(tokens)
    messages = [(step, tokens[step - 1]) for step in range(last, 0, -1)]
    window = window_from_tokens(messages, current_step=last, window_tokens=window_tokens)
    assert 0 <= window <= last
    assert window == 0 or sum(tokens[last - window :]) <= window_tokens
    assert window == last or sum(tokens[last - window - 1 :]) > window_tokens


@UNHURRIED
@given(step=st.lists(ANY_INT.map(abs), max_size=30), current_step=ANY_INT, window=ANY_INT)
def test_the_boosts_of_many_steps_are_those_of_each(step, current_step, window):
    many = boosts(np.array(step, np.int32), current_step=current_step, window=window)
    each = [boost(one or None, current_step=current_step, window=window, same_session=True) for one in step]
    assert many.tolist() == pytest.approx(each, abs=1e-12)


@pytest.mark.parametrize("current_step", [2**63 - 1, -(2**63), 30])
@pytest.mark.parametrize("window", [2**63 - 1, -(2**63), 1])
def test_the_largest_windows_have_boosts(current_step, window):
    many = boosts(np.array([0, 1, 30], np.int32), current_step=current_step, window=window)
    each = [boost(one, current_step=current_step, window=window, same_session=True) for one in (None, 1, 30)]
    assert many.tolist() == pytest.approx(each, abs=1e-12)
