"""Arithmetic on the calendar."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.timex import calendar

DAYS = st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 12, 31))  # noqa: DTZ001 - naive by design


@given(DAYS, st.integers(-12, 12))
def test_months_added_keep_the_day_or_take_the_last_one(time, count):
    if 2 <= time.year + (time.month + count) // 12 <= 9997:
        moved = calendar.add_months(time, count)
        assert moved.day in (time.day, calendar.days_in_month(moved.year, moved.month))
        assert (moved.year - time.year) * 12 + moved.month - time.month == count


@given(DAYS)
def test_a_day_lies_in_its_week_from_monday_and_in_its_month(time):
    first, until = calendar.week_of(time)
    assert (first.weekday(), until - first) == (0, timedelta(days=7))
    assert first <= time < until
    first, until = calendar.month_of(time)
    assert first <= time < until
    assert (first.day, until.day) == (1, 1)


@given(st.integers(1, 9999))
def test_easter_is_a_sunday_between_22_march_and_25_april(year):
    day = calendar.easter(year)
    assert day.weekday() == 6
    assert (3, 22) <= (day.month, day.day) <= (4, 25)


@pytest.mark.parametrize(("year", "month", "day"), [(2000, 4, 23), (2019, 4, 21), (2024, 3, 31), (2038, 4, 25)])
def test_easter_of_known_years(year, month, day):
    assert calendar.easter(year) == calendar.local(year, month, day)


@given(DAYS, st.integers(-60, 60).filter(bool))
def test_business_days_never_end_on_a_weekend(time, count):
    if 10 < time.year < 9990:
        assert calendar.add_business_days(time, count).weekday() < 5


def test_a_weekday_of_a_month_by_number():
    assert calendar.nth_weekday(2016, 12, 4, 3) == calendar.local(2016, 12, 16)
    assert calendar.nth_weekday(2016, 12, 4, -1) == calendar.local(2016, 12, 30)
    with pytest.raises(ValueError, match="weekday"):
        calendar.nth_weekday(2016, 12, 4, 6)


def test_the_weeks_of_a_month_are_those_of_its_thursdays():
    assert calendar.week_of_month(2016, 11, 3)[0] == calendar.local(2016, 11, 14)
    assert calendar.week_of_month(2016, 12, -1)[0] == calendar.local(2016, 12, 26)


def test_thirds_of_a_stretch_do_not_overlap():
    month = calendar.month(2025, 3)
    early, mid, late = (calendar.part_of(month, part) for part in ("early", "mid", "late"))
    assert (early[0], late[1]) == month
    assert early[1] == mid[0]
    assert mid[1] == late[0]
