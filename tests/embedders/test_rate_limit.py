"""However requests come, no stretch of a minute has more of them, or of their tokens, than is allowed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.embedders.rate_limit import RateLimit


class Clock:
    """Time that passes only where somebody waits, or where a test lets it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def sent(requests, tokens, asked):
    """When each request of ``(idle seconds before it, tokens)`` goes."""
    clock = Clock()
    limit = RateLimit(requests=requests, tokens=tokens, clock=clock, sleep=clock.sleep)
    times = []
    for idle, size in asked:
        clock.now += idle
        limit.wait(size)
        times.append(clock.now)
    return times


ASKED = st.lists(st.tuples(st.integers(0, 90), st.integers(0, 50)), max_size=25)


@given(requests=st.integers(1, 5), tokens=st.integers(50, 120), asked=ASKED)
def test_no_minute_has_more_than_allowed(requests, tokens, asked):
    times = sent(requests, tokens, asked)
    for start in times:
        within = [size for time, (_, size) in zip(times, asked, strict=True) if start <= time < start + 60]
        assert len(within) <= requests
        assert sum(within) <= tokens


@given(requests=st.integers(1, 5), tokens=st.integers(50, 120), asked=ASKED)
def test_nobody_waits_where_there_is_room(requests, tokens, asked):
    """A request goes at once, or in the first moment that an earlier one is a minute old."""
    times, now = sent(requests, tokens, asked), 0
    for place, (time, (idle, _)) in enumerate(zip(times, asked, strict=True)):
        now = (times[place - 1] if place else 0) + idle
        assert time == now or time - 60 in times[:place]


@pytest.mark.parametrize(("requests", "tokens"), [(None, None), (None, 10**9), (10**9, None)])
def test_without_a_limit_nobody_waits(requests, tokens):
    assert sent(requests, tokens, [(0, 1000)] * 50) == [0.0] * 50


def test_a_request_larger_than_a_minute_goes_alone():
    assert sent(None, 10, [(0, 5), (0, 25), (0, 5), (0, 5)]) == [0, 60, 120, 120]


def test_threads_share_a_limit():
    """Of six at once with two a minute the last two are told to wait for two minutes."""
    waited = []
    limit = RateLimit(requests=2, tokens=None, clock=lambda: 5.0, sleep=waited.append)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(limit.wait, [1] * 6))
    assert sorted(waited) == [60, 60, 120, 120]
