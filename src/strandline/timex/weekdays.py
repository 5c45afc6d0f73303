"""Weekdays: Friday, next Friday, Friday of next week, Friday the 22nd, the third Friday of May, two Mondays ago."""

from __future__ import annotations

from datetime import datetime

from strandline.timex.calendar import DAY, WEEK, nth_weekday, week_of, weekday_after, weekday_before
from strandline.timex.dates import date, month_name
from strandline.timex.lexicon import (
    DOUBTFUL_WEEKDAYS,
    NEXT,
    SHIFTS,
    WEEKDAYS,
    WEEKDAYS_PLURAL,
    misspelt_weekday,
)
from strandline.timex.nodes import Node, Sense
from strandline.timex.numbers import any_year, digits, month_day, ordinal, small
from strandline.timex.resolve import on_weekday, one_day, weekday_number
from strandline.timex.words import Words, remembered

_JOIN = frozenset({",", "the", "on"})


def weekday_name(words: Words, place: int) -> tuple[int, int] | None:
    """The weekday named at a place (0 is Monday) and the place after it and its full stop."""
    word = words[place]
    number = WEEKDAYS.get(word, -1)
    if number < 0:
        number = misspelt_weekday(word)
        return (number, place + 1) if number >= 0 else None
    stop = place + 1
    if len(word) < 6 and words[stop] == "." and words.glued(stop) and words[stop + 1] and not words.strict:
        stop += 1
    return number, stop


@remembered
def weekday(words: Words, place: int) -> Node | None:
    """The date at a place that is said by its weekday."""
    return _nth(words, place) or _counted(words, place) or _shifted(words, place) or _named(words, place)


def _node(start: int, stop: int, senses: tuple[Sense, ...], number: int, *, clear: bool = True) -> Node:
    return Node(start=start, stop=stop, type="date", grain="day", senses=senses, weekday=number, clear=clear)


def _shifted(words: Words, place: int) -> Node | None:
    """Next Friday, this coming Friday, this week Friday; Friday of next week and on Sunday of next week."""
    shift = SHIFTS.get(words[place])
    if shift is None:
        return None
    after = place + 1
    if shift == 0 and words[after] in SHIFTS and words[after] not in ("current", "this"):
        shift, after = (1 if words[after] in NEXT else -1), after + 1
        near = True
    else:
        near = words[place] in ("coming", "upcoming")
    weekly = words[after] == "week"
    named = weekday_name(words, words.skip(words.skip(after + 1, {","}), {"on", "'"}) if weekly else after)
    if named is None:
        return None
    number, stop = named
    if weekly and (full := date(words, words.skip(stop, _JOIN))) is not None:
        stop = full.stop
    if not weekly and (written := _written(words, stop, number, relative=True)) is not None:
        return written.over(place, written.stop)
    day = _near(words, number, shift) if near and not weekly else _in_week(words, number, shift, weekly=weekly)
    return _node(place, stop, one_day(day), number)


def _in_week(words: Words, number: int, shift: int, *, weekly: bool) -> datetime:
    """That weekday of this, the next or the last week; in what people write, last Monday is the latest one."""
    if shift < 0 and words.strict and not weekly:
        return weekday_before(words.now, number)
    return week_of(words.now)[0] + shift * WEEK + number * DAY


def _near(words: Words, number: int, shift: int) -> datetime:
    return weekday_after(words.now, number) if shift > 0 else weekday_before(words.now, number)


def _named(words: Words, place: int) -> Node | None:
    """A bare weekday and what completes it: its date, its number, its week."""
    start = place
    named = weekday_name(words, place)
    if named is None:
        return None
    number, stop = named
    written = _written(words, stop, number)
    if written is not None:
        return written.over(start, written.stop)
    week = week_after(words, stop)
    if week is not None:
        shift, end, of = week
        # the words "on Sunday of next week" are one with their preposition
        begin = place - 1 if of and words[place - 1] == "on" and not words.strict else start
        return _node(begin, end, one_day(week_of(words.now)[0] + shift * WEEK + number * DAY), number)
    clear = words[place] not in DOUBTFUL_WEEKDAYS or not words.strict or words[place - 1] in ("on", "by", "until")
    if words[place] in ("sun", "sat", "wed") and not words.strict:
        clear = not (words[place] == "sun" and words[place - 1] in ("the", "in"))
    return _node(start, stop, on_weekday(words.now, number), number, clear=clear)


def _written(words: Words, stop: int, number: int, *, relative: bool = False) -> Node | None:
    """The date or the day of the month a weekday stands before."""
    after = words.skip(
        words.skip(stop, {",", "-", "("} if not words.glued(stop) or words[stop] == "," else ()), {"the"}
    )
    full = date(words, after) or (date(words, after - 1) if words[after - 1] == "the" else None)
    if full is not None:
        end = full.stop + 1 if words[after - 1] == "(" and words[full.stop] == ")" else full.stop
        if relative and not full.year:
            senses = tuple(s for s in full.senses if s.first is not None and s.first.year == words.now.year)
            return Node(start=full.start, stop=end, type="date", grain="day", senses=senses or full.senses)
        return full.over(full.start, end)
    return None if relative else _number(words, stop, after, number)


def _number(words: Words, stop: int, after: int, weekday_of: int) -> Node | None:
    """Friday the 22nd; Friday 31."""
    found = ordinal(words, after)
    the = words[after - 1] == "the"
    if found is None and (the or words.number(after)):
        found = month_day(words, after)
        if (
            found is not None
            and not the
            and (found[0] < 13 or words[found[1]] in (":", "-", "/", "am", "pm", ".", "people"))
        ):
            return None
    if found is None or not 1 <= found[0] <= 31 or words[found[1]] in (":", "am", "pm", "%"):
        return None
    day, end = found
    if the:
        try:
            time = words.now.replace(day=day, hour=0, minute=0, second=0, microsecond=0)
        except ValueError:
            time = None
        if time is not None and time.weekday() == weekday_of:
            return Node(start=stop, stop=end, type="date", grain="day", senses=one_day(time), day=day)
    senses = weekday_number(words.now, weekday_of, day)
    return Node(start=stop, stop=end, type="date", grain="day", senses=senses, day=day, weekday=weekday_of)


def week_after(words: Words, place: int) -> tuple[int, int, bool] | None:
    """(of) (the) next week: the shift, the place after, and whether "of" stood there."""
    after = words.skip(place, {"of", ",", "in"})
    after = words.skip(after, {"the"})
    shift = SHIFTS.get(words[after])
    if shift is None or words[after + 1] != "week" or words[after + 2] == "'":
        return None
    return shift, after + 2, words[place] == "of"


def _counted(words: Words, place: int) -> Node | None:
    """Two Mondays later, 3 Fridays ago."""
    found = digits(words, place, 2) or small(words, place)
    if found is None or not 1 <= found[0] <= 60:
        return None
    value, after = found
    number = WEEKDAYS.get(words[after], WEEKDAYS_PLURAL.get(words[after], -1))
    if number < 0:
        return None
    if end := words.phrase(after + 1, "later", "from now"):
        day = weekday_after(words.now, number) + (value - 1) * WEEK
    elif end := words.phrase(after + 1, "ago", "back"):
        day = weekday_before(words.now, number) - (value - 1) * WEEK
    else:
        return None
    return _node(place, end, one_day(day), number)


def _nth(words: Words, place: int) -> Node | None:
    """The third Friday of May, the last Monday in October 2019, first Sunday."""
    inner = words.skip(place, {"the"})
    found = (-1, inner + 1) if words[inner] == "last" else ordinal(words, inner)
    if found is None or found[0] > 5:
        return None
    which, after = found
    named = weekday_name(words, after)
    if named is None:
        return None
    number, stop = named
    of = words.skip(stop, {"of", "in"})
    month = _month_after(words, of)
    if month is None:
        if which < 0 or (words.strict and inner == place):
            return None
        month = (words.now.year, words.now.month, stop, True)
    year, index, end, fixed = month
    years = (year,) if fixed else _years_near(words, index, number, which)
    senses = []
    for each, tense in zip(years, (0,) if len(years) == 1 else (-1, 1), strict=True):
        try:
            day = nth_weekday(each, index, number, which)
        except ValueError:
            continue
        senses += [Sense(s.timex, s.first, s.until, None, tense) for s in one_day(day)]
    if not senses:
        return (
            _node(place, end, (Sense(f"{year:04d}-{index:02d}-WXX-{number + 1}-{which}"),), number)
            if not words.strict
            else None
        )
    return _node(place, end, tuple(senses), number)


def _years_near(words: Words, month: int, number: int, which: int) -> tuple[int, ...]:
    """The years of the last and the next nth weekday of a month."""
    year = words.now.year
    try:
        over = nth_weekday(year, month, number, which) < words.now.replace(hour=0, minute=0, second=0, microsecond=0)
    except ValueError:
        return (year,)
    return (year, year + 1) if over else (year - 1, year)


def _month_after(words: Words, place: int) -> tuple[int, int, int, bool] | None:
    """The month that an nth weekday belongs to: year, month, the place after it, and whether the year is sure."""
    inner = words.skip(place, {"the"})
    shift = SHIFTS.get(words[inner], 0)
    if words[inner + (words[inner] in SHIFTS)] == "month":
        index = words.now.year * 12 + words.now.month - 1 + shift
        return index // 12, index % 12 + 1, inner + (words[inner] in SHIFTS) + 1, True
    named = month_name(words, place)
    if named is None:
        return None
    number, stop = named
    year = any_year(words, words.skip(words.skip(stop, {","}), {"of"}))
    if year is not None:
        return year[0], number, year[1], True
    return words.now.year, number, stop, False
