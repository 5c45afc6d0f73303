"""Dates named in questions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.timex import nearness, windows

NOW = datetime(2023, 6, 15, 14, 30, tzinfo=UTC)  # a Thursday


def covers(text: str, day: str, now: datetime = NOW) -> float:
    at = np.array([np.datetime64(day, "us").astype(np.int64)])
    return float(nearness(windows(text, now), at)[0])


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("what did I do on 2023-05-08?", "2023-05-08T23:59", "2023-06-09"),
        ("what did I do on 8 May 2023?", "2023-05-08", "2022-05-08"),
        ("on the 8th of May, 2023", "2023-05-08", "2023-06-08"),
        ("on May 8th, 2023", "2023-05-08", "2023-07-08"),
        ("on May 8", "2021-05-08", "2021-06-08"),
        ("in May 2023", "2023-05-31", "2023-06-01"),
        ("in May", "1999-05-31", "2023-04-30"),
        ("during January", "2020-01-01", "2020-02-01"),
        ("trips in 2022", "2022-12-31", "2023-01-01"),
        ("what happened yesterday", "2023-06-14", "2023-06-15"),
        ("what did I say today", "2023-06-15", "2023-06-14"),
        ("last week", "2023-06-05", "2023-06-12"),
        ("this week", "2023-06-12", "2023-06-11"),
        ("last month", "2023-05-01", "2023-06-01"),
        ("last year", "2022-07-01", "2023-01-01"),
        ("last Monday", "2023-06-12", "2023-06-13"),
        ("last Thursday", "2023-06-08", "2023-06-15"),
        ("three days ago", "2023-06-12", "2023-06-13"),
        ("two weeks ago", "2023-06-01", "2023-06-06"),
        ("2 months ago", "2023-04-16", "2023-06-01"),
        ("ten days ago", "2023-06-05", "2023-06-06"),
        ("a couple of days ago", "2023-06-13", "2023-06-12"),
        ("in the past three months", "2023-03-18", "2023-03-01"),
        ("over the last 2 weeks", "2023-06-01", "2023-05-31"),
        ("in the last couple of years", "2021-06-20", "2021-06-01"),
        ("since the start of the year", "2023-01-01", "2022-12-31"),
        ("since the start of last year", "2023-06-14", "2021-12-31"),
        ("since the beginning of last month", "2023-05-01", "2023-04-30"),
        ("two  weeks\u00a0ago", "2023-06-01", "2023-06-06"),
        ("two years ago", "2021-06-15", "2022-06-15"),
        ("the last ten days of May", "2023-05-25", "2023-06-14"),
        ("the past two months of 2022", "2022-12-01", "2023-06-01"),
        ("since the beginning of this month", "2023-06-15", "2023-05-31"),
        ("in December 2023", "2023-12-31", "2024-01-01"),
    ],
)
def test_a_named_date_covers_its_time_and_no_other(text, inside, outside):
    assert covers(text, inside) == 1.0
    assert covers(text, outside) == 0.0


def test_the_month_of_a_named_day_counts_half():
    assert covers("what happened on 8 May 2023?", "2023-05-20") == 0.5
    assert covers("what happened on May 8?", "2023-05-20") == 0.5


def test_the_days_around_one_named_by_weeks_or_months_count_less():
    assert covers("what happened two weeks ago?", "2023-06-01") == 1.0
    assert 0.0 < covers("what happened two weeks ago?", "2023-05-30") < 1.0
    assert covers("what happened two days ago?", "2023-06-12") == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "what may help me sleep?",
        "you may, if you like",
        "they march on",
        "port 9077",
        "the year of the cat",
        "call 2023",
        "room 2022",
        "version 1.5.2023",
        "v2023-05",
        "2023-13-45",
        "Jan said hello",
        "an august occasion",
        "in 2022.5",
        "twenty-one days ago",
        "thirty two weeks ago",
        "one hundred and two days ago",
        "2,000 days ago",
        "1.5 weeks ago",
        "half a week ago",
        "\ud800 \x00 '--",
    ],
)
def test_text_that_names_no_date_has_no_window(text):
    assert windows(text, NOW) == ()


def test_days_that_are_not_on_the_calendar_are_no_dates():
    assert all(window.day == 0 for window in windows("31 June and 30 February", NOW))


def test_relative_dates_count_from_the_day_in_utc():
    late = datetime(2023, 6, 15, 1, tzinfo=timezone(timedelta(hours=3)))
    assert covers("yesterday", "2023-06-13", late) == 1.0


@settings(deadline=None)
@given(st.text(max_size=80), st.datetimes(timezones=st.just(UTC)))
def test_any_text_at_any_time_is_safe(text, now):
    for window in windows(f"{text} yesterday, last month, 900 months ago and on {text} 31 May {text}", now):
        assert 0 < window.weight <= 1
        assert window.month or window.start < window.end
