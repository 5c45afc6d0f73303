"""The calendar period of a unit: this week, next month, the last three quarters, the next two decades."""

from __future__ import annotations

from datetime import datetime

from strandline.timex.calendar import (
    DAY,
    WEEK,
    Stretch,
    add_months,
    midnight,
    month_of,
    quarter,
    season,
    week_of,
    weekend_of,
    years,
)
from strandline.timex.nodes import Sense, date_text

PERIOD_UNITS = {
    "week": "week", "month": "month", "year": "year", "weekend": "weekend", "quarter": "quarter",
    "decade": "decade", "century": "century", "fortnight": "fortnight", "wk": "week", "yr": "year",
}  # fmt: skip


def period(now: datetime, unit: str, shift: int = 0) -> Sense:
    """The unit that holds ``now``, or the one so many on."""
    first, until = stretch(now, unit, shift)
    return Sense(period_timex(unit, first, until), first, until)


def stretch(now: datetime, unit: str, shift: int = 0) -> Stretch:
    """First day and day after the last of the unit that holds ``now``, or of the one so many on."""
    if unit == "week":
        return week_of(now + shift * WEEK)
    if unit == "weekend":
        return weekend_of(now + shift * WEEK)
    if unit == "working week":
        first = week_of(now + shift * WEEK)[0]
        return first, first + 5 * DAY
    if unit == "month":
        return month_of(add_months(midnight(now).replace(day=1), shift))
    if unit == "year":
        return years(now.year + shift)
    if unit == "quarter":
        time = add_months(midnight(now).replace(day=1), 3 * shift)
        return quarter(time.year, (time.month + 2) // 3)
    if unit == "fortnight":
        first = midnight(now) + (DAY if shift > 0 else (shift * 2) * WEEK)
        return first, first + 2 * WEEK
    size = 10 if unit == "decade" else 100
    start = (now.year // size + shift) * size
    return years(max(1, start), size)


def period_timex(unit: str, first: datetime, until: datetime) -> str:
    """How TIMEX writes such a period."""
    if unit == "week" or unit == "working week":
        return week_timex(first)
    if unit == "weekend":
        return week_timex(first) + "-WE"
    if unit == "month":
        return f"{first.year:04d}-{first.month:02d}"
    if unit == "year":
        return f"{first.year:04d}"
    length = {"quarter": "P3M", "fortnight": "P2W", "decade": "P10Y", "century": "P100Y", "half": "P6M"}[unit]
    return range_timex(first, until, length)


def week_timex(day: datetime) -> str:
    """2016-W45."""
    year, number, _ = day.isocalendar()
    return f"{year:04d}-W{number:02d}"


def range_timex(first: datetime, until: datetime, length: str) -> str:
    """(2016-07-01,2016-10-01,P3M)."""
    return f"({date_text(first)},{date_text(until)},{length})"


def season_sense(now: datetime, name: str, year: int | None, shift: int | None) -> tuple[Sense, ...]:
    """A season of a year, this, last or next one, or (neither given) the last and the next; values leave it open."""
    if year is not None:
        return (Sense(f"{year:04d}-{name}", *season(year, name)),)
    if shift is not None:
        return (_season_shifted(now, name, shift),)
    # winter that has begun is the last one, though it is not over
    past = _season_begun(now, name)
    future = _season_shifted(now, name, 1)
    return (Sense(name, past.first, past.until, None, -1), Sense(name, future.first, future.until, None, 1))


def _season_begun(now: datetime, name: str) -> Sense:
    year = now.year - (season(now.year, name)[0] > now)
    return Sense(f"{year:04d}-{name}", *season(year, name))


def _season_shifted(now: datetime, name: str, shift: int) -> Sense:
    """The latest one begun, the one of this year, or the next one to begin."""
    year = now.year
    first, until = season(year, name)
    if shift == 0:
        if name == "WI" and now.month <= 2:
            year -= 1
    elif shift < 0:
        year -= until > now
        if name == "WI" and season(year, name)[1] > now:
            year -= 1
    else:
        year += first <= now
    return Sense(f"{year:04d}-{name}", *season(year, name))


_EDGE_DAYS = {"week": 2, "month": 3, "quarter": 14, "season": 14, "year": 31}


def part_sense(sense: Sense, unit: str, part: str, *, named_year: bool, strict: bool) -> Sense:
    """The early, mid or late part of a period, as the files of the benchmark cut it; thirds for what people write.

    ``start`` and ``end`` are its very edges: the last days of a month, the last month of a year.
    """
    first, until = sense.first, sense.until
    if first is None or until is None:
        return sense
    if part in ("start", "end"):
        days = _EDGE_DAYS.get(unit, max(1, (until - first).days // 6)) * DAY
        begin, end = (first, first + days) if part == "start" else (until - days, until)
        return Sense(sense.timex, begin, end, None, sense.tense)
    begin, end = _cut(first, until, unit, part, thirds=named_year or strict)
    return Sense(sense.timex, begin, end, None, sense.tense)


def _cut(first: datetime, until: datetime, unit: str, part: str, *, thirds: bool) -> Stretch:
    if unit in ("week", "working week"):
        marks = (first, first + 3 * DAY, until) if part != "mid" else (first, first + 1 * DAY, first + 4 * DAY)
    elif unit == "month":
        if part == "mid":
            return first + 9 * DAY, first + 20 * DAY
        marks = (first, first + (15 if not thirds else 10 if part == "early" else 20) * DAY, until)
    elif unit == "year":
        if thirds or part == "mid":
            begin, end = add_months(first, 4), add_months(first, 8)
            return {"early": (first, begin), "mid": (begin, end), "late": (end, until)}[part]
        marks = (first, add_months(first, 6), until)
    else:
        third = (until - first) / 3 // DAY * DAY
        return {"early": (first, first + third), "mid": (first + third, until - third), "late": (until - third, until)}[
            part
        ]
    if part == "mid":
        return marks[1], marks[2]
    return (first, marks[1]) if part == "early" else (marks[1], until)


def later_part(sense: Sense, now: datetime, unit: str) -> Sense:
    """Later this week: its second half, from today on."""
    late = part_sense(sense, unit, "late", named_year=False, strict=False)
    if late.first is None or late.until is None:
        return late
    first = max(late.first, midnight(now)) if late.until > now else late.first
    return Sense(late.timex, first, late.until)


def many(now: datetime, unit: str, number: int, sign: int) -> Sense:
    """The next or last so many calendar units of those that are counted whole: quarters, decades."""
    size = {"quarter": 3, "decade": 120, "century": 1200}[unit]
    here = stretch(now, unit)
    if sign > 0:
        first = here[1]
        until = add_months(first, size * number)
    else:
        until = here[0]
        first = add_months(until, -size * number)
    months = size * number
    length = f"P{months // 12}Y" if unit != "quarter" else f"P{months}M"
    return Sense(range_timex(first, until, length), first, until)
