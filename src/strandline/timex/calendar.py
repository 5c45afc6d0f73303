"""Arithmetic on the calendar: stretches of whole days, as naive local times.

Every function gives a stretch as ``(first, until)``, ``until`` exclusive, and raises ValueError or OverflowError where
the calendar of ``datetime`` (years 1 to 9999) ends. Weeks start on Monday. Nothing here knows a language.
"""

from __future__ import annotations

from datetime import datetime, timedelta

Stretch = tuple[datetime, datetime]

DAY = timedelta(days=1)
WEEK = timedelta(days=7)

_SEASON_MONTHS = {"SP": 3, "SU": 6, "FA": 9, "WI": 12}


def local(year: int, month: int, day: int) -> datetime:
    """The beginning of a day, as a naive local time."""
    return datetime(year, month, day)  # noqa: DTZ001 - the zone returns where an expression is handed out


def midnight(time: datetime) -> datetime:
    """The beginning of the day of ``time``."""
    return time.replace(hour=0, minute=0, second=0, microsecond=0)


def add_months(time: datetime, count: int) -> datetime:
    """The same day so many months on; the last day of the month where it has no such day."""
    index = time.year * 12 + time.month - 1 + count
    year, month = index // 12, index % 12 + 1
    return time.replace(year=year, month=month, day=min(time.day, days_in_month(year, month)))


def days_in_month(year: int, month: int) -> int:
    """How many days the month has."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def day_of(time: datetime) -> Stretch:
    """The day of ``time``."""
    first = midnight(time)
    return first, first + DAY


def week_of(time: datetime) -> Stretch:
    """The week of ``time``, from Monday."""
    first = midnight(time) - time.weekday() * DAY
    return first, first + WEEK


def weekend_of(time: datetime) -> Stretch:
    """Saturday and Sunday of the week of ``time``."""
    first = week_of(time)[0] + 5 * DAY
    return first, first + 2 * DAY


def month_of(time: datetime) -> Stretch:
    """The month of ``time``."""
    first = midnight(time).replace(day=1)
    return first, add_months(first, 1)


def month(year: int, number: int) -> Stretch:
    """A month by its number, 1 to 12."""
    return month_of(local(year, number, 1))


def quarter(year: int, number: int) -> Stretch:
    """A quarter by its number, 1 to 4."""
    first = local(year, 3 * number - 2, 1)
    return first, add_months(first, 3)


def half(year: int, number: int) -> Stretch:
    """The first or second half of a year."""
    first = local(year, 6 * number - 5, 1)
    return first, add_months(first, 6)


def season(year: int, name: str) -> Stretch:
    """SP, SU, FA or WI of a year: three whole months, of the north; winter begins in December of that year."""
    first = local(year, _SEASON_MONTHS[name], 1)
    return first, add_months(first, 3)


def years(first: int, count: int = 1) -> Stretch:
    """So many whole years from ``first`` on: a year, a decade, a century."""
    start = local(first, 1, 1)
    return start, start.replace(year=first + count)


def iso_week(year: int, number: int) -> Stretch:
    """A week by its ISO number; ValueError where the year has no such week."""
    first = datetime.fromisocalendar(year, number, 1)
    return first, first + WEEK


def week_of_month(year: int, number: int, which: int) -> Stretch:
    """The first (1) to fifth week of a month, or the last (-1): weeks belong to the month of their Thursday."""
    first, until = month(year, number)
    thursday = first + ((3 - first.weekday()) % 7) * DAY
    weeks = (until - thursday - DAY) // WEEK + 1
    if not -1 <= which <= weeks or which == 0:
        raise ValueError(f"week {which} of a month with {weeks} weeks")
    return week_of(thursday + (which - 1 if which > 0 else weeks - 1) * WEEK)


def nth_weekday(year: int, number: int, weekday: int, which: int) -> datetime:
    """The first (1) to fifth such weekday (0 = Monday) of a month, or the last (-1)."""
    first, until = month(year, number)
    if which == -1:
        last = until - DAY
        return last - ((last.weekday() - weekday) % 7) * DAY
    found = first + ((weekday - first.weekday()) % 7 + 7 * (which - 1)) * DAY
    if which < 1 or found >= until:
        raise ValueError(f"no weekday number {which} in {year}-{number}")
    return found


def weekday_after(time: datetime, weekday: int) -> datetime:
    """The next such weekday after the day of ``time``, never that day itself."""
    return midnight(time) + ((weekday - time.weekday()) % 7 or 7) * DAY


def weekday_before(time: datetime, weekday: int) -> datetime:
    """The last such weekday before the day of ``time``, never that day itself."""
    return midnight(time) - ((time.weekday() - weekday) % 7 or 7) * DAY


def add_business_days(time: datetime, count: int) -> datetime:
    """So many days on (or back), Saturdays and Sundays not counted."""
    if abs(count) > 1_000_000:
        raise OverflowError(f"{count} business days")
    step = DAY if count > 0 else -DAY
    for _ in range(abs(count)):
        time += step
        while time.weekday() > 4:
            time += step
    return time


def easter(year: int) -> datetime:
    """Easter Sunday of the western churches (the Gregorian computus)."""
    golden, century = year % 19, year // 100
    moon = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    moon -= (moon // 28) * (1 - (29 // (moon + 1)) * ((21 - golden) // 11))
    sunday = moon - (year + year // 4 + moon + 2 - century + century // 4) % 7
    march = 3 + (sunday + 40) // 44
    return local(year, march, sunday + 28 - 31 * (march // 4))


def part_of(stretch: Stretch, part: str) -> Stretch:
    """The early, mid or late third of a stretch, in whole days."""
    first, until = stretch
    third = max(DAY, ((until - first) / 3) // DAY * DAY)
    if part == "early":
        return first, min(until, first + third)
    if part == "late":
        return max(first, until - third), until
    return (first + third, until - third) if until - first > 2 * third else stretch
