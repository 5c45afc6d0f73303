"""Dates the words leave incomplete, completed against the day they were said: the last such day and the next."""

from __future__ import annotations

from datetime import datetime

from strandline.timex.calendar import DAY, days_in_month, local, midnight, month, weekday_after, weekday_before
from strandline.timex.nodes import Sense, date_text, whole_day

_YEARS_WITHOUT_A_29TH = 8


def full_year(short: int) -> tuple[int, ...]:
    """The years a two-digit year may mean, the past one first."""
    if short < 30:
        return (2000 + short,)
    return (1900 + short, 2000 + short) if short < 40 else (1900 + short,)


def dated(year: int, number: int, day: int) -> tuple[Sense, ...]:
    """A full date; unresolved where the calendar has no such day."""
    timex = f"{year:04d}-{number:02d}-{day:02d}"
    if not 1 <= day <= days_in_month(year, number):
        return (Sense(timex),)
    return (whole_day(timex, local(year, number, day)),)


def yearless(now: datetime, number: int, day: int) -> tuple[Sense, ...]:
    """A day of a month of no year: the last one before today and the one from today on."""
    timex, today = f"XXXX-{number:02d}-{day:02d}", midnight(now)
    if day > (29 if number == 2 else days_in_month(2000, number)):
        return (Sense(timex),)
    days = [
        local(year, number, day)
        for year in range(max(1, now.year - _YEARS_WITHOUT_A_29TH), min(9999, now.year + _YEARS_WITHOUT_A_29TH) + 1)
        if day <= days_in_month(year, number)
    ]
    return _around(timex, days, today)


def monthless(now: datetime, day: int) -> tuple[Sense, ...]:
    """A day of no month: the last one before today and the one from today on."""
    index = now.year * 12 + now.month - 1
    days = [
        local(i // 12, i % 12 + 1, day)
        for i in range(max(12, index - 3), min(119999, index + 3) + 1)
        if day <= days_in_month(i // 12, i % 12 + 1)
    ]
    return _around(f"XXXX-XX-{day:02d}", days, midnight(now))


def weekday_number(now: datetime, weekday: int, day: int) -> tuple[Sense, ...]:
    """A weekday with its day of the month (Friday 31): the last month and the next where the two agree."""
    index = now.year * 12 + now.month - 1
    days = []
    for i in range(max(12, index - 60), min(119999, index + 60) + 1):
        if day <= days_in_month(i // 12, i % 12 + 1):
            time = local(i // 12, i % 12 + 1, day)
            if time.weekday() == weekday:
                days.append(time)
    return _around(f"XXXX-WXX-{weekday + 1}", days, midnight(now))


def on_weekday(now: datetime, weekday: int) -> tuple[Sense, ...]:
    """A bare weekday: the last one before today and the next, today counting as next."""
    timex = f"XXXX-WXX-{weekday + 1}"
    return (
        whole_day(timex, weekday_before(now, weekday), -1),
        whole_day(timex, weekday_after(midnight(now) - DAY, weekday), 1),
    )


def one_day(time: datetime) -> tuple[Sense, ...]:
    """A day the words fix."""
    return (whole_day(date_text(time), midnight(time)),)


def _around(timex: str, days: list[datetime], today: datetime) -> tuple[Sense, ...]:
    past = [day for day in days if day < today]
    future = [day for day in days if day >= today]
    senses = [whole_day(timex, past[-1], -1)] if past else []
    if future:
        senses.append(whole_day(timex, future[0], 1))
    return tuple(senses) or (Sense(timex),)


def yearless_month(now: datetime, number: int) -> tuple[Sense, ...]:
    """A month of no year: the last one that is over and the one not over yet."""
    timex = f"XXXX-{number:02d}"
    past, future = (now.year - (number >= now.month)), (now.year + (number < now.month))
    return (Sense(timex, *month(past, number), None, -1), Sense(timex, *month(future, number), None, 1))
