"""Dates with a month or written in numbers: 15 June 2016, May twenty-first, 2016-11-07, 4/22, 1-Jan, the 27th."""

from __future__ import annotations

from datetime import datetime

from strandline.timex.calendar import days_in_month
from strandline.timex.lexicon import MONTH_NAMES, MONTHS, misspelt_month
from strandline.timex.nodes import Node, Sense
from strandline.timex.numbers import any_year, digits, month_day, ordinal, plain_year
from strandline.timex.resolve import dated, full_year, monthless, one_day, yearless
from strandline.timex.words import Words, remembered, word_set

_SEPARATORS = frozenset({"-", "/", "."})
_MONTH_LEADS = frozenset(
    {"of", "in", "since", "last", "this", "next", "until", "till", "early", "late", "mid", "th", "st", "nd"}
)
_AFTER_DAY = word_set(
    "at in with to and or from for is was until till by on - after before around this next last of which when we i he "
    "she they it because so but if"
)


@remembered
def date(words: Words, place: int) -> Node | None:
    """The date at a place that names a month or is written in numbers."""
    if words.number(place):
        found = _iso(words, place) or _numeric(words, place) or _compact(words, place) or _spaced(words, place)
        if found is not None:
            return found
    return _month_first(words, place) or _day_first(words, place)


@remembered
def month_name(words: Words, place: int) -> tuple[int, int] | None:
    """The month named at a place and the place after it and its full stop."""
    word = words[place]
    number = MONTHS.get(word) or 0
    if not number and len(word) > 4 and _month_expected(words, place):
        number = misspelt_month(word)
    if not number:
        return None
    short = (len(word) < 5 and word not in MONTH_NAMES) or (words.number(place + 2) != "" and not words.strict)
    stop = place + 1
    if words[stop] == "." and words.glued(stop) and short and (words[stop + 1] or not words.strict):
        stop += 1
    return number, stop


def _month_expected(words: Words, place: int) -> bool:
    """Whether a word stands where a month would, so that it may be a misspelt one."""
    return bool(words.number(place - 1) or words.number(place + 1)) or words[place - 1] in _MONTH_LEADS


def complete(start: int, stop: int, now: datetime, *, month: int, day: int, year: int = 0) -> Node:
    """A node for a day of a month, of a year or of none."""
    senses = dated(year, month, day) if year else yearless(now, month, day)
    return Node(start=start, stop=stop, type="date", grain="day", senses=senses, year=year, month=month, day=day)


def year_after(words: Words, place: int) -> tuple[int, int]:
    """The year that completes a date here (of 2016, , 2016, '16) and the place after it; ``(0, place)`` if none."""
    after = words.skip(words.skip(place, {","}), {"of", "in"})
    if words[place] == "." and words.number(place + 1) and not words.glued(place + 1):
        after = place + 1
    found = any_year(words, after)
    if found is not None and not (words[found[1]] == ":" or (words[found[1]] in ("-", "/") and words.glued(found[1]))):
        return found
    if found is not None and words[found[1]] == "-":
        return found
    if words[after] == "'" and len(words.number(after + 1)) == 2 and words.glued(after + 1):
        return full_year(int(words.number(after + 1)))[0], after + 2
    return 0, place


def _month_first(words: Words, place: int) -> Node | None:
    named = month_name(words, place)
    if named is None:
        return None
    number, after = named
    if words[after] in ("-", "/") and (joined := _month_joined(words, place, number, after)) is not None:
        return joined
    after = words.skip(words.skip(after, {","}), {"the"})
    found = month_day(words, after)
    if found is None or words[found[1]] == ":" or _is_amount(words, found[1]):
        return None
    day, stop = found
    if words[stop] in ("%", "am", "pm", "p", "a") and words.glued(stop) and not words[stop - 1].isalpha():
        return None
    year, stop = year_after(words, stop)
    return complete(place, stop, words.now, month=number, day=day, year=year)


def _is_amount(words: Words, place: int) -> bool:
    """Whether a number before this place counts or measures something: may 3 people, march 10 km."""
    return words[place] in ("%", "km", "miles", "people", "times", "percent")


def _month_joined(words: Words, place: int, number: int, dash: int) -> Node | None:
    """Sep-23-2020, September-2020-23, Jan/3."""
    sign, first = words[dash], dash + 1
    year = plain_year(words, first)
    if year is not None and words[year[1]] == sign:
        day = month_day(words, year[1] + 1)
        return day and complete(place, day[1], words.now, month=number, day=day[0], year=year[0])
    day = month_day(words, first)
    if day is None or not words.glued(dash) or not words.glued(first):
        return None
    if words[day[1]] == sign and (year := plain_year(words, day[1] + 1)) is not None:
        return complete(place, year[1], words.now, month=number, day=day[0], year=year[0])
    return complete(place, day[1], words.now, month=number, day=day[0])


def _day_first(words: Words, place: int) -> Node | None:
    """The 4th of March, 15 June 2016, 1-Jan."""
    inner = words.skip(place, {"the"})
    found = month_day(words, inner)
    if found is None:
        return None
    day, after = found
    if words[after] in ("-", "/", ".") and (words.glued(after) or words[after] == "."):
        after += 1
    after = words.skip(after, {","} if words[after - 1] in ("st", "nd", "rd", "th") else ())
    after = words.skip(words.skip(words.skip(after, {"day"}), {"of"}), {"the"} if words[after] == "of" else ())
    named = month_name(words, after)
    if named is None:
        return None
    number, stop = named
    if words[stop] in ("-", "/") and (joined := plain_year(words, stop + 1)) is not None:
        return complete(place, joined[1], words.now, month=number, day=day, year=joined[0])
    year, end = year_after(words, stop)
    if not year and words[stop - 1] == ".":
        end = stop if words[stop] and not words.glued(stop) and words.number(stop) else stop - 1
    return complete(place, end, words.now, month=number, day=day, year=year)


def _iso(words: Words, place: int) -> Node | None:
    """2016-11-07, 2015/8/12, 2015.5.13, 2019-aug-01."""
    year = plain_year(words, place)
    sign = words[place + 1]
    if year is None or sign not in _SEPARATORS or not words.glued(place + 1):
        return None
    number = digits(words, place + 2, 2)
    month = number[0] if number else MONTHS.get(words[place + 2], 0)
    day = month_day(words, place + 4)
    if not 1 <= month <= 12 or words[place + 3] != sign or day is None or not words.number(place + 4):
        return None
    if not (words.glued(place + 2) and words.glued(place + 3) and words.glued(place + 4)):
        return None
    if words[day[1]] == "t" and words.glued(day[1]):
        return complete(place, day[1], words.now, month=month, day=day[0], year=year[0])
    return complete(place, day[1], words.now, month=month, day=day[0], year=year[0])


def _compact(words: Words, place: int) -> Node | None:
    """20161016."""
    word = words.number(place)
    if len(word) != 8 or word[:2] not in ("19", "20"):
        return None
    month, day = int(word[4:6]), int(word[6:])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    node = complete(place, place + 1, words.now, month=month, day=day, year=int(word[:4]))
    return node if not words.strict else None


def _numeric(words: Words, place: int) -> Node | None:
    """21/04/2016, 3-7-2017, 11/12,16, 23.04.2022, 4/22; the month first where both could be one."""
    first, second = digits(words, place, 2), digits(words, place + 2, 2)
    sign = words[place + 1]
    if first is None or second is None or sign not in _SEPARATORS:
        return None
    if not (words.glued(place + 1) and words.glued(place + 2)) or _inside_number(words, place):
        return None
    month, day = (first[0], second[0]) if first[0] <= 12 else (second[0], first[0])
    if words.strict and sign == "." and second[0] <= 12:
        # with full stops the day comes first, wherever people write so
        month, day = second[0], first[0]
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    stop = place + 3
    if words[stop] in (sign, ",") and words.glued(stop) and words.glued(stop + 1):
        return _numeric_year(words, place, month, day)
    return _numeric_short(words, place, month, day)


def _spaced(words: Words, place: int) -> Node | None:
    """02 04 2009: three numbers that can only be a date, the month first where both could be."""
    first, second, year = digits(words, place, 2), digits(words, place + 1, 2), plain_year(words, place + 2)
    if first is None or second is None or year is None or words.strict or words.number(place - 1):
        return None
    month, day = (first[0], second[0]) if first[0] <= 12 else (second[0], first[0])
    if not (1 <= month <= 12 and 1 <= day <= 31) or words[place + 3] in ("-", ".", "/"):
        return None
    return complete(place, place + 3, words.now, month=month, day=day, year=year[0])


def _inside_number(words: Words, place: int) -> bool:
    before = words[place - 1]
    if before == "-" and words.number(place - 2):
        return words.glued(place) and words[place - 3] != "/"
    return words.glued(place) and before in {".", "/", ":", "$", "#"}


def _numeric_year(words: Words, place: int, month: int, day: int) -> Node | None:
    """The year of a numeric date, in four digits or two."""
    word = words.number(place + 4)
    stop = place + 5
    if len(word) == 4 and word[0] in "12":
        return complete(place, stop, words.now, month=month, day=day, year=int(word))
    if len(word) != 2:
        return _numeric_short(words, place, month, day) if words[place + 3] == "," and not word else None
    years = full_year(int(word))
    if len(years) == 1:
        return complete(place, stop, words.now, month=month, day=day, year=years[0])
    senses = tuple(
        Sense(f"XX{word}-{month:02d}-{day:02d}", sense.first, sense.until, None, tense)
        for year, tense in zip(years, (-1, 1), strict=True)
        for sense in dated(year, month, day)
    )
    return Node(start=place, stop=stop, type="date", grain="day", senses=senses, month=month, day=day)


def _numeric_short(words: Words, place: int, month: int, day: int) -> Node | None:
    """4/22; and 4-22 or 4.22 after in or on, where it can be no range or fraction."""
    sign, after = words[place + 1], words[place + 3]
    if after in (sign, ".") and words.glued(place + 3) and words.number(place + 4) and words.glued(place + 4):
        return None
    if after == "%" or (sign != "/" and words.strict):
        return None
    cued = words[place - 1] in ("in", "on") or words[place - 1][:3] in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
    if sign == "-" and not (words[place - 1] in ("in", "on") and day > 12):
        # "Monday 3-8" are hours
        return None
    if sign == "." and not cued:
        return None
    node = complete(place, place + 3, words.now, month=month, day=day)
    if words.strict and not (cued or words[place - 1] in ("by", "until", "till", "since", "from", "before", "after")):
        return None
    return node


@remembered
def lone_day(words: Words, place: int) -> Node | None:
    """A day of no month: the 27th, the thirty first; 27th after on."""
    inner = words.skip(place, {"the"})
    found = ordinal(words, inner)
    said = found is not None
    if found is None and (inner > place or words[place - 1] == "on") and not words.strict:
        found = month_day(words, inner)
    if found is None or not 1 <= found[0] <= 31:
        return None
    day, stop = found
    if not (inner > place or _leads_to_day(words, place) or words.phrase(stop, "of the month")):
        return None
    stop = words.phrase(stop, "of the month") or stop
    if words[stop].isalpha() and not (said and words[stop] in _AFTER_DAY) and words[stop - 1] != "month":
        return None
    if words[stop] == "of" or (not said and words[stop] in (":", "%", "-", "/")):
        return None
    if words.strict and not _clear_day(words, place, inner):
        return None
    senses = monthless(words.now, day)
    if words.strict and words.anchor is not None and day <= days_in_month(words.anchor.year, words.anchor.month):
        # "we arrived on 3 May and left on the 15th": of the same month
        senses = one_day(words.anchor.replace(day=day))
    return Node(start=place, stop=stop, type="date", grain="day", senses=senses, day=day)


def _leads_to_day(words: Words, place: int) -> bool:
    """Whether the word before an ordinal makes it a day: on 29th; the 1st and 15th; July 17th, 18th, or 19th."""
    before = place - 1
    while words[before] in ("and", "or", ","):
        before -= 1
    listed = before < place - 1 and words[before] in ("st", "nd", "rd", "th")
    return listed or words[place - 1] in ("on", "at", "the")


def _clear_day(words: Words, place: int, inner: int) -> bool:
    """Whether a lone ordinal is a date in what people write: on the second, by the 15th, not the second."""
    leads = words[place - 1] in ("on", "by", "until", "till", "since", "from", "before", "after", "of", "around", "for")
    return leads if not words.number(inner) else (inner > place or _leads_to_day(words, place))
