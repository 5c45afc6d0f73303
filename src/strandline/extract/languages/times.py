"""When something began, from the simplest time words of a language: "for five years", "since 2019", "last month"."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from strandline.extract.languages.table import Table

_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_DAYS = {"day": 1, "week": 7}
_MONTHS = {"month": 1, "year": 12}


def began(table: Table, match: re.Match[str], at: datetime) -> datetime | None:
    """The instant the words of a match of ``table.since`` tell, or None where they tell none."""
    found = {name: word.casefold() for name, word in match.groupdict().items() if word}
    if "month" in found or "year" in found:
        return _calendar(table, found, at)
    if "last" in found:
        return _last(table.units[found["last"]], at)
    if "unit" not in found:
        return None
    count = number(table, found["n"]) if "n" in found else 1
    dual, _, unit = table.units[found["unit"]].rpartition(" ")
    return None if count is None else _back(unit, count * int(dual or 1), at)


def number(table: Table, word: str) -> int | None:
    """A number in digits or in words."""
    return int(word) if word.isdecimal() else table.numbers.get(word.casefold())


def _calendar(table: Table, found: dict[str, str], at: datetime) -> datetime | None:
    month = 1
    if "month" in found:
        month = next(i for i, name in enumerate(table.months, 1) if re.fullmatch(name, found["month"], re.IGNORECASE))
    year = int(found["year"]) if "year" in found else at.year - (month > at.month)
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        return None
    start = datetime(year, month, 1, tzinfo=at.tzinfo)
    return start if start <= at else None


def _back(unit: str, count: int, at: datetime) -> datetime | None:
    if unit in _DAYS:
        return at - timedelta(days=_DAYS[unit] * count)
    months = at.year * 12 + at.month - 1 - _MONTHS[unit] * count
    year, month = divmod(months, 12)
    if year < _FIRST_YEAR:
        return None
    for day in range(at.day, 27, -1):
        try:
            return at.replace(year=year, month=month + 1, day=day)
        except ValueError:  # the month is shorter
            continue
    return at.replace(year=year, month=month + 1)


def _last(unit: str, at: datetime) -> datetime | None:
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit == "year":
        return day.replace(year=at.year - 1, month=1, day=1)
    if unit == "month":
        return (day.replace(day=1) - timedelta(days=1)).replace(day=1)
    if unit == "week":
        return day - timedelta(days=day.weekday() + 7)
    return day - timedelta(days=1)
