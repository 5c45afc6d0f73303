"""Stretches between days of one month: from 4 to 22 January 2017, November 19-20, between the 21st and the 23rd."""

from __future__ import annotations

from strandline.timex.calendar import DAY, add_months, days_in_month, midnight
from strandline.timex.dates import month_name, year_after
from strandline.timex.lexicon import SHIFTS
from strandline.timex.nodes import Node, Sense, date_text
from strandline.timex.numbers import any_year, month_day, ordinal
from strandline.timex.resolve import dated, monthless, yearless
from strandline.timex.words import Words

TO = frozenset({"to", "-", "till", "til", "until", "through", "thru"})


def day_number_range(words: Words, place: int) -> Node | None:
    """The stretch at a place between two days of the same month."""
    return _numbers_first(words, place) or _month_first(words, place) or _monthless(words, place)


def _pair(words: Words, place: int, *, month_second: bool = False) -> tuple[int, int, int, bool] | None:
    """Two days of a month and the place after them, and whether from or between led to them."""
    inner = words.skip(place, {"from", "between"})
    left = month_day(words, words.skip(inner, {"the"}))
    if left is None:
        return None
    link = words[left[1]]
    if link not in TO and not (link in ("and", "&") and words[place] == "between"):
        return None
    after = words.skip(left[1] + 1, {"the"})
    if month_second:
        return left[0], 0, after, inner > place
    right = month_day(words, after)
    return (left[0], right[0], right[1], inner > place) if right is not None and right[0] >= left[0] else None


def _numbers_first(words: Words, place: int) -> Node | None:
    """From 3 until 12 of Sept, 4 to 23 next month, from 4 to January 22, 1995."""
    pair = _pair(words, place)
    if pair is not None:
        first, last, after, _ = pair
        of = words.skip(words.skip(after, {"of", "in"}), {"the"})
        shift = SHIFTS.get(words[of])
        if shift is not None and words[of + 1] == "month":
            return _in_month(words, place, of + 2, (first, last), shift)
        named = month_name(words, of)
        if named is not None:
            year, stop = year_after(words, named[1])
            return _node(words, place, stop, (named[0], year), (first, last))
    pair = _pair(words, place, month_second=True)
    if pair is None or not pair[3]:
        return None
    named = month_name(words, pair[2])
    last_day = month_day(words, named[1]) if named is not None else None
    if named is None or last_day is None or last_day[0] < pair[0] or words[last_day[1]] == ":":
        return None
    year, stop = year_after(words, last_day[1])
    return _node(words, place, stop, (named[0], year), (pair[0], last_day[0]))


def _month_first(words: Words, place: int) -> Node | None:
    """November 19-20, between November the 15th through 19th, Feb between 2-7 2018, on November 18-19."""
    inner = words.skip(place, {"from", "between"})
    named = month_name(words, inner)
    if named is None:
        return None
    after = words.skip(words.skip(named[1], {"from", "between", ","}), {"the"})
    cued = inner > place or words[named[1]] in ("from", "between")
    left = month_day(words, after)
    if left is None or not (words[left[1]] in TO or (words[left[1]] == "and" and cued)):
        return None
    after = words.skip(left[1] + 1, {"the"})
    right = month_day(words, after)
    if right is None or right[0] <= left[0] or words[right[1]] in (":", "am", "pm") or _other_month(words, right[1]):
        return None
    year, stop = year_after(words, right[1])
    if not year and (spelled := any_year(words, right[1])) is not None:
        year, stop = spelled
    start = place - 1 if words[place - 1] == "on" and words[left[1]] == "-" and not words.strict else place
    return _node(words, start, stop, (named[0], year), (left[0], right[0]))


def _other_month(words: Words, place: int) -> bool:
    return month_name(words, words.skip(place, {"of"})) is not None


def _monthless(words: Words, place: int) -> Node | None:
    """Between the 21st and 23rd, from the 4th to the 6th."""
    inner = words.skip(place, {"from", "between"})
    left = ordinal(words, words.skip(inner, {"the"}))
    if left is None or words[left[1]] not in {*TO, "and"}:
        return None
    if inner == place and (words[left[1]] == "and" or not words.number(words.skip(inner, {"the"}))):
        return None
    after = words.skip(left[1] + 1, {"the"})
    right = ordinal(words, after)
    if (
        right is None
        or not left[0] < right[0] <= 31
        or (words[right[1]].isalpha() and words.strict and words[right[1]] == "floor")
    ):
        return None
    timex = f"(XXXX-XX-{left[0]:02d},XXXX-XX-{right[0]:02d},P{right[0] - left[0]}D)"
    senses = tuple(
        Sense(timex, s.first, s.first + (right[0] - left[0] + 1) * DAY, s.first + (right[0] - left[0]) * DAY, s.tense)
        for s in monthless(words.now, left[0])
        if s.first is not None and right[0] <= days_in_month(s.first.year, s.first.month)
    )
    if not senses:
        return None
    return Node(start=place, stop=right[1], type="daterange", grain="day", senses=senses)


def _in_month(words: Words, start: int, stop: int, days: tuple[int, int], shift: int) -> Node | None:
    month = add_months(midnight(words.now).replace(day=1), shift)
    if days[1] > days_in_month(month.year, month.month):
        return None
    return _node(words, start, stop, (month.month, month.year), days)


def _node(words: Words, start: int, stop: int, month: tuple[int, int], days: tuple[int, int]) -> Node | None:
    number, year = month
    firsts = dated(year, number, days[0]) if year else yearless(words.now, number, days[0])
    gap = days[1] - days[0]
    senses = []
    for s in firsts:
        if s.first is None or days[1] > days_in_month(s.first.year, number):
            continue
        last = s.first + gap * DAY
        prefix = f"{year:04d}" if year else "XXXX"
        timex = f"({prefix}{date_text(s.first)[4:]},{prefix}{date_text(last)[4:]},P{gap}D)"
        senses.append(Sense(timex, s.first, last + DAY, last, s.tense))
    if not senses:
        return None
    return Node(start=start, stop=stop, type="daterange", grain="day", senses=tuple(senses))
