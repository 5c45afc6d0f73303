"""The dates a question names, as windows on the calendar (UTC).

A small set of English forms, read from the most specific to the least: ISO dates, "8 May 2023", "May 8", "May 2023",
"in May", "in 2022", "yesterday", "last week", "last Monday", "two weeks ago", "in the past three months", "since the
start of the year". Anything else is no date: a wrong window costs more than a missing one, because the words of the
question are searched anyway.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

_DAY = timedelta(days=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MONTHS = "january february march april may june july august september october november december".split()  # noqa: SIM905
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()  # noqa: SIM905
_NUMBERS = {
    "a": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "a couple of": 2,
    "couple of": 2,
}
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}

_TEXT_LIMIT = 2000
_WINDOW_LIMIT = 8
_SAME_MONTH = 0.5
_ABOUT = 0.6
"""The weight of the days around one that was named by weeks or months from now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A stretch of time named by a question.

    Either ``start`` (inclusive) to ``end`` (exclusive), in microseconds since 1970 UTC; or, when ``month`` is not 0,
    that month (1-12) of any year, and with ``day`` not 0 that day of it. ``weight`` in (0, 1] says how well it fits.
    """

    start: int = 0
    end: int = 0
    month: int = 0
    day: int = 0
    weight: float = 1.0

    def covers(self, at: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(n,) whether each time (microseconds since 1970 UTC) lies in the window."""
        if not self.month:
            return (at >= self.start) & (at < self.end)
        dates = at.view("datetime64[us]")
        months = dates.astype("datetime64[M]")
        inside = months.astype(np.int64) % 12 + 1 == self.month
        if self.day:
            inside &= (dates.astype("datetime64[D]") - months).astype(np.int64) + 1 == self.day
        return np.asarray(inside, np.bool_)


def nearness(found: tuple[Window, ...], at: NDArray[np.int64]) -> NDArray[np.float64]:
    """(n,) in [0, 1]: the weight of the best window that covers each time; 0 where none does."""
    best = np.zeros(len(at))
    for window in found:
        np.maximum(best, np.where(window.covers(at), window.weight, 0.0), out=best)
    return best


def windows(text: str, now: datetime) -> tuple[Window, ...]:
    """The windows a question names, most specific forms first; none for text that names no date.

    ``now`` (aware) is what "yesterday" and "last week" count from. A day of a month also gives that whole month with
    half the weight, because people tell of a day some days later. Any str is safe.
    """
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    rest, found = " ".join(text[:_TEXT_LIMIT].lower().split()), list[Window]()
    for pattern, read in _FORMS:
        for match in pattern.finditer(rest):
            if match.groupdict().get("n") and _PART_OF_A_NUMBER.search(rest, 0, match.start()):
                continue
            try:
                found.extend(read(match, today))
            except (ValueError, OverflowError):
                # 30 February, the year 0, a day before the calendar begins: not a date
                continue
            rest = rest[: match.start()] + " " * (match.end() - match.start()) + rest[match.end() :]
    return tuple(found[:_WINDOW_LIMIT])


def _us(time: datetime) -> int:
    return (time - _EPOCH) // timedelta(microseconds=1)


def _span(start: datetime, days: int) -> Window:
    return Window(start=_us(start), end=_us(start + days * _DAY))


def _month(year: int, month: int, weight: float = 1.0) -> Window:
    start, end = datetime(year, month, 1, tzinfo=UTC), datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
    return Window(start=_us(start), end=_us(end), weight=weight)


def _year(year: int) -> Window:
    return Window(start=_us(datetime(year, 1, 1, tzinfo=UTC)), end=_us(datetime(year + 1, 1, 1, tzinfo=UTC)))


def _number_of(name: str) -> int:
    return next(i for i, month in enumerate(_MONTHS, 1) if month.startswith(name[:3]))


def _read_date(match: re.Match[str], _: datetime) -> Iterator[Window]:
    """A day, with or without its year."""
    month = int(match["m"]) if match["m"].isdigit() else _number_of(match["m"])
    day = int(match["d"])
    if match["y"]:
        year = int(match["y"])
        yield _span(datetime(year, month, day, tzinfo=UTC), 1)
        yield _month(year, month, _SAME_MONTH)
    else:
        datetime(2024, month, day, tzinfo=UTC)  # refuses 31 June
        yield Window(month=month, day=day)
        yield Window(month=month, weight=_SAME_MONTH)


def _read_month(match: re.Match[str], _: datetime) -> Iterator[Window]:
    month = int(match["m"]) if match["m"].isdigit() else _number_of(match["m"])
    yield _month(int(match["y"]), month) if match["y"] else Window(month=month)


def _read_year(match: re.Match[str], _: datetime) -> Iterator[Window]:
    yield _year(int(match["y"]))


def _read_day_word(match: re.Match[str], today: datetime) -> Iterator[Window]:
    yield _span(today - (0 if match["word"] in ("today", "this morning") else 1) * _DAY, 1)


def _read_last(match: re.Match[str], today: datetime) -> Iterator[Window]:
    """This or last week (from Monday), month or year."""
    back = 0 if match["which"] in ("this", "the") else 1
    if match["unit"] == "week":
        yield _span(today - (today.weekday() + 7 * back) * _DAY, 7)
    elif match["unit"] == "month":
        count = today.year * 12 + today.month - 1 - back
        yield _month(count // 12, count % 12 + 1)
    else:
        yield _year(today.year - back)


def _read_weekday(match: re.Match[str], today: datetime) -> Iterator[Window]:
    back = (today.weekday() - _WEEKDAYS.index(match["weekday"])) % 7 or 7
    yield _span(today - back * _DAY, 1)


def _read_ago(match: re.Match[str], today: datetime) -> Iterator[Window]:
    """So many days, weeks or months ago: that day, and with less weight as many around it as the unit is vague."""
    unit = _UNIT_DAYS[match["unit"]]
    day = today - _count(match) * unit * _DAY
    yield _span(day, 1)
    if unit > 1:
        yield replace(_span(day - unit // 2 * _DAY, unit), weight=_ABOUT)


def _read_past(match: re.Match[str], today: datetime) -> Iterator[Window]:
    """The last so many days, weeks, months or years, up to now."""
    days = _count(match) * _UNIT_DAYS[match["unit"]]
    yield _span(today - days * _DAY, days + 1)


def _read_start(match: re.Match[str], today: datetime) -> Iterator[Window]:
    """From the start of this or the last month or year, up to now."""
    for whole in _read_last(match, today):
        yield Window(start=whole.start, end=_us(today + _DAY))


def _count(match: re.Match[str]) -> int:
    return int(match["n"]) if match["n"].isdigit() else _NUMBERS[match["n"]]


_NAME = r"(?P<m>" + "|".join(_MONTHS) + r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
_FULL = r"(?P<m>" + "|".join(_MONTHS) + r")"
_SURE = r"(?P<m>" + "|".join(m for m in _MONTHS if m not in ("may", "march", "august")) + r")"
_D = r"(?P<d>[0-3]?\d)(?:st|nd|rd|th)?"
_Y = r"(?P<y>(?:19|20)\d\d)"
_NO_YEAR = r"(?P<y>(?!))?"
_N = r"(?P<n>\d{1,3}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + ")"
_PART_OF_A_NUMBER = re.compile(
    r"(?:[\w.,][.,-]|\b(?:half|(?:twen|thir|for|fif|six|seven|eigh|nine)ty[ -]|(?:hundred|thousand)(?: and)?)[ -]?)$"
)
"""What stands before a number that is only the end of one: "twenty-one", "1.5", "a hundred and two"."""
_PREPOSITION = r"\b(?:in|during|of|since|until|by|around|throughout|for|early|late|mid|last|this|next)[ -]"

_Reader = Callable[[re.Match[str], datetime], Iterator[Window]]
_FORMS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern, re.ASCII), read)
    for pattern, read in (
        (rf"(?<![\w./-]){_Y}[-/](?P<m>[01]?\d)[-/](?P<d>[0-3]?\d)(?![\w/-])", _read_date),
        (rf"(?<![\w./-]){_Y}-(?P<m>[01]\d)(?![\w/-])", _read_month),
        (rf"\b{_D}(?: of)? {_NAME}(?:,? {_Y})?\b", _read_date),
        (rf"\b{_NAME} {_D}(?:(?:,| of|, of)? {_Y})?\b(?!:)", _read_date),
        (rf"\b{_NAME}(?:,| of)? {_Y}\b", _read_month),
        (rf"{_PREPOSITION}{_FULL}\b{_NO_YEAR}", _read_month),
        (rf"\b{_SURE}\b{_NO_YEAR}", _read_month),
        (rf"{_PREPOSITION}(?:the year )?{_Y}\b(?![.,]\d)", _read_year),
        (r"\b(?P<word>today|yesterday|last night|this morning)\b", _read_day_word),
        (r"\bsince the (?:start|beginning) of (?P<which>the|this|last) (?P<unit>month|year)\b", _read_start),
        (r"\b(?P<which>last|this|previous) (?P<unit>week|month|year)\b", _read_last),
        (rf"\b(?:last|past|previous) (?P<weekday>{'|'.join(_WEEKDAYS)})\b", _read_weekday),
        (rf"\b{_N} (?P<unit>day|week|month|year)s? ago\b", _read_ago),
        (rf"\b(?:past|last|previous) {_N} (?P<unit>day|week|month|year)s?\b(?! (?:of|in)\b| {{3}})", _read_past),
    )
)
