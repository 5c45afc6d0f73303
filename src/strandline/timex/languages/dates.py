"""Builders of days: what the groups of a pattern mean on the calendar."""

from __future__ import annotations

from datetime import datetime, timedelta

from strandline.timex.calendar import (
    DAY,
    add_months,
    day_of,
    midnight,
    nth_weekday,
    week_of,
)
from strandline.timex.languages.base import Groups, key
from strandline.timex.languages.pieces import Piece
from strandline.timex.nodes import Sense, date_text, whole_day
from strandline.timex.resolve import (
    dated,
    full_year,
    monthless,
    on_weekday,
    one_day,
    weekday_number,
    yearless,
)

Stretch = tuple[datetime, datetime]


def year_of(g: Groups, name: str = "y") -> int | None:
    """The year in a group: four digits, two, or words; None where the group is not there.

    Raises ValueError where the words are no year.
    """
    text = g.text(name).strip("' ")
    if not text:
        return None
    if text.isdecimal():
        return full_year(int(text))[-1] if len(text) == 2 else int(text)
    found = g.named(name, g.names.years)
    if isinstance(found, int):
        return found
    digits = [g.names.numbers.get(character) for character in text]
    if len(digits) == 2 and None not in digits:  # Chinese writes a short year digit by digit
        return full_year(int("".join(str(int(digit or 0)) for digit in digits)))[-1]
    raise ValueError(f"no year: {text!r}")


def full_date(g: Groups) -> Piece | None:
    """A day and a month (``d``, ``m`` by name), with or without a year (``y``) or a shifted one (``s``)."""
    day, number = g.ordinal("d"), g.named("m", g.names.months)
    if not isinstance(number, int) or day is None or not 1 <= day <= 31:
        return None
    return date_piece(g, year_of(g), number, day)


def full_date_shifted(g: Groups) -> Piece | None:
    """A day and a month of this year, the next or the last one (``s``)."""
    day, number, shift = g.ordinal("d"), g.named("m", g.names.months), g.shift()
    if not isinstance(number, int) or day is None or shift is None or not 1 <= day <= 31:
        return None
    return date_piece(g, g.now.year + shift, number, day)


def date_piece(g: Groups, year: int | None, number: int, day: int) -> Piece:
    """A day of a month, of that year or of none; impossible days stand for no time."""
    senses = dated(year, number, day) if year else yearless(g.now, number, day)
    parts = {"month": number, "day": day} | ({"year": year} if year else {})
    return Piece(type="date", senses=senses, parts=parts, rank=5)


def numeric_date(g: Groups) -> Piece | None:
    """A date in digits: ``a`` and ``b`` in the order of the language, the other one where that is no date."""
    year, a, b = year_of(g), int(g.text("a")), int(g.text("b"))
    month_first = g.fixed.get("month_first", 0)
    number, day = (a, b) if month_first else (b, a)
    if number > 12 >= day:
        number, day = day, number
    if not (1 <= number <= 12 and 1 <= day <= 31):
        return None
    return date_piece(g, year, number, day)


def day_of_month(g: Groups) -> Piece | None:
    """A day of no month (``d``), or of this, the next or the last one (``s``), with or without a weekday (``w``)."""
    day = g.ordinal("d")
    if day is None or not 1 <= day <= 31:
        return None
    shift = g.shift()
    if shift is not None:
        first = add_months(g.now.replace(day=1), shift)
        return Piece(type="date", senses=dated(first.year, first.month, day), parts={"day": day}, rank=4)
    weekday = g.named("w", g.names.weekdays)
    senses = weekday_number(g.now, weekday, day) if isinstance(weekday, int) else monthless(g.now, day)
    return Piece(type="date", senses=senses, parts={"day": day}, rank=2)


def ordinal_date(g: Groups) -> Piece | None:
    """A day (``d``) and a month (``o``), both as ordinals."""
    day, number = g.ordinal("d"), g.ordinal("o")
    if day is None or number is None or not (1 <= day <= 31 and 1 <= number <= 12):
        return None
    return date_piece(g, year_of(g), number, day)


def weekday_in(g: Groups) -> Piece | None:
    """A weekday (``w``) or a day (``r``) so many weeks (``n``) from now."""
    count, number, offset = g.whole("n"), g.named("w", g.names.weekdays), g.named("r", g.names.days)
    if count is None:
        return None
    if isinstance(offset, int):
        return Piece(type="date", senses=one_day(g.now + (offset + 7 * count) * DAY), rank=6)
    if not isinstance(number, int):
        return None
    return Piece(type="date", senses=one_day(week_of(g.now)[0] + (7 * count + number) * DAY), rank=6)


def end_of_today(g: Groups) -> Piece | None:
    """The last second of today."""
    end = day_of(g.now)[1]
    sense = Sense(f"{date_text(g.now)}T23:59:59", end - timedelta(seconds=1), end)
    return Piece(type="datetime", grain="second", senses=(sense,), rank=5)


def named_day(g: Groups) -> Piece | None:
    """Today, yesterday, the day after tomorrow: ``r``, or what the rule says."""
    offset = g.named("r", g.names.days)
    if not isinstance(offset, int):
        given = g.fixed.get("offset")
        offset = given if isinstance(given, int) else None
    if offset is None:
        return None
    return Piece(type="date", senses=one_day(g.now + offset * DAY), rank=3)


def weekday(g: Groups) -> Piece | None:
    """A weekday (``w``): of the week that ``s`` says, or the last one and the next one."""
    number = g.named("w", g.names.weekdays)
    if not isinstance(number, int):
        return None
    shift = g.shift()
    parts = {"weekday": number}
    if shift is None:
        return Piece(type="date", senses=on_weekday(g.now, number), parts=parts)
    by_week = week_of(g.now)[0] + (7 * shift + number) * DAY
    day = by_week if "week" in g.fixed else shifted_weekday(g.now, number, shift)
    return Piece(type="date", senses=one_day(day), parts=parts)


def shifted_weekday(now: datetime, number: int, shift: int) -> datetime:
    """That day of this week or another one; the last such day is the nearest behind, in this week too."""
    day = week_of(now)[0] + (7 * shift + number) * DAY
    return day + 7 * DAY if shift == -1 and day + 7 * DAY < midnight(now) else day


def nth_weekday_of(g: Groups) -> Piece | None:
    """The first to fifth (``o``) weekday (``w``) of a month (``m``), or of the one that ``s`` says; -1 is the last."""
    which, number = g.ordinal("o"), g.named("w", g.names.weekdays)
    if which is None or not isinstance(number, int) or not -1 <= which <= 5 or which == 0:
        return None
    named = g.named("m", g.names.months)
    year = year_of(g)
    if isinstance(named, int) and year is None:
        days = [nth_weekday(g.now.year + add, named, number, which) for add in (-1, 0, 1)]
        today, timex = midnight(g.now), f"XXXX-{named:02d}-WXX-{number + 1}-#{which}"
        past, future = [d for d in days if d < today][-1], next(d for d in days if d >= today)
        return Piece(type="date", senses=(whole_day(timex, past, -1), whole_day(timex, future, 1)), rank=5)
    first = g.now.replace(day=1)
    if isinstance(named, int):
        first = first.replace(year=year or first.year, month=named)
    elif (shift := g.shift()) is not None:
        first = add_months(first, shift)
    return Piece(type="date", senses=one_day(nth_weekday(first.year, first.month, number, which)), rank=5)


def last_weekday(g: Groups) -> Piece | None:
    """The last weekday (``w``) of this month."""
    number = g.named("w", g.names.weekdays)
    if not isinstance(number, int):
        return None
    return Piece(type="date", senses=one_day(nth_weekday(g.now.year, g.now.month, number, -1)), rank=5)


def holiday(g: Groups) -> Piece | None:
    """A holiday (``h``) of a year (``y``, ``s``), or the last one and the next one."""
    rule = g.names.holidays.get(key(g.text("h")))
    if rule is None:
        return None
    year, shift = year_of(g), g.shift()
    if year is None and shift is not None and g.fixed.get("of") == "year":
        year = g.now.year + shift
    if year is not None:
        return Piece(type="date", senses=one_day(rule(year)), rank=5)
    today = midnight(g.now)
    days = [rule(y) for y in range(max(1, g.now.year - 1), min(9999, g.now.year + 1) + 1)]
    past, future = [day for day in days if day < today], [day for day in days if day >= today]
    senses = [whole_day(f"XXXX-{day.month:02d}-{day.day:02d}", day, tense) for day, tense in _ends(past, future)]
    if shift is not None:
        senses = senses[-1:] if shift >= 0 else senses[:1]
    return Piece(type="date", senses=tuple(senses), rank=5)


def _ends(past: list[datetime], future: list[datetime]) -> list[tuple[datetime, int]]:
    return [(day, -1) for day in past[-1:]] + [(day, 1) for day in future[:1]]
