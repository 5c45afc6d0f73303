"""Quarters, halves and weeks: Q3, H2 2016, next year's first quarter, week 31, the last week of May."""

from __future__ import annotations

from strandline.timex.calendar import DAY, WEEK, half, iso_week, quarter, week_of, week_of_month
from strandline.timex.lexicon import SHIFTS
from strandline.timex.months import month_period, relative_year
from strandline.timex.nodes import Node, Sense, period_node
from strandline.timex.numbers import any_year, digits, ordinal, plain_year, small
from strandline.timex.shifted import shifted_period
from strandline.timex.units import period, period_timex, week_timex
from strandline.timex.words import Words
from strandline.timex.years import year_period


def quarter_period(words: Words, place: int) -> Node | None:
    """A quarter or half: Q3, 2016 Q3, H2 2016, the third quarter of 2020, next year's first quarter."""
    before = _leading_year(words, place)
    inner = words.skip(before[1], {"the", "-"}) if before else place
    shift_word = inner if words[inner] in ("this",) and before is None else -1
    found = _quarter_word(words, inner if shift_word < 0 else inner + 1)
    if found is None:
        return None
    kind, number, stop = found
    short = words[stop - 2] in ("q", "h") or words[stop - 1] in ("q", "h")
    start = place if shift_word < 0 else inner + 1
    year = before[0] if before else None
    if year is None:
        joined = words.skip(words.skip(words.skip(stop, {","}), {"of", "in", "-"}), {"the"})
        named, relative = any_year(words, joined), relative_year(words, stop)
        if named is not None:
            year, stop = named
        elif relative is not None:
            year, stop = words.now.year + relative[0], relative[1]
        elif words.phrase(joined, "year"):
            year, stop = words.now.year, joined + 1
    if year is None and (
        kind == "half" or (short and words.strict and words[start - 1] not in ("in", "during", "since", "by"))
    ):
        return None
    first, until = (quarter if kind == "quarter" else half)(year or words.now.year, number)
    return period_node(
        start, stop, "quarter" if kind == "quarter" else "half", Sense(period_timex(kind, first, until), first, until)
    )


def _leading_year(words: Words, place: int) -> tuple[int, int] | None:
    """A year before its quarter: 2016 the third quarter, next year's first quarter."""
    year = plain_year(words, place)
    if year is not None:
        return year
    shift = SHIFTS.get(words[place])
    if shift is not None and words[place + 1] == "year":
        return words.now.year + shift, words.possessive(place + 2)
    return None


def _quarter_word(words: Words, place: int) -> tuple[str, int, int] | None:
    """Which quarter or half and the place after it."""
    word = words[place]
    if word in ("q", "h") and words.glued(place + 1):
        number = words.number(place + 1)
        top = 4 if word == "q" else 2
        return ("quarter" if word == "q" else "half", int(number), place + 2) if number in tuple("1234"[:top]) else None
    inner = words.skip(place, {"the"})
    if word == "quarter" and words[place + 1] in ("1", "2", "3", "4"):
        return "quarter", int(words[place + 1]), place + 2
    found = (4, inner + 1) if words[inner] == "last" else ordinal(words, inner)
    if found is None:
        return None
    after = words.skip(found[1], {"-"})
    if words[after] == "quarter" and found[0] <= 4:
        return "quarter", found[0], after + 1
    if words[after] == "half" and words[after + 1] in ("of", "in") and (found[0] <= 2 or words[inner] == "last"):
        return "half", min(found[0], 2), after + 1
    return None


def week_period(words: Words, place: int) -> Node | None:
    """Week 31, week 3 of 2027, the third week of this month, the last week of 2015, the first weekend of May."""
    inner = words.skip(place, {"the"})
    if (
        words[inner] in ("week", "wk")
        and (number := digits(words, inner + 1, 2) or small(words, inner + 1)) is not None
    ):
        return _numbered_week(words, inner, number)
    found = (-1, inner + 1) if words[inner] == "last" else ordinal(words, inner)
    if found is None or words[found[1]] not in ("week", "weekend"):
        return None
    unit, after = words[found[1]], found[1] + 1
    if words[after] not in ("of", "in"):
        if found[0] > 5 and unit == "week" and not words.strict:
            return _numbered_week(words, place, (found[0], after)) if found[0] <= 53 else None
        if SHIFTS.get(words[after]) is None:
            return None
        after -= 1
    holder = month_period(words, after + 1) or shifted_period(words, after + 1) or year_period(words, after + 1)
    if holder is None and words.phrase(after + 1, "the month", "the year"):
        holder = period_node(after + 1, after + 3, words[after + 2], period(words.now, words[after + 2]))
    if holder is None or holder.grain not in ("month", "year"):
        return None
    senses = [s for sense in holder.senses for s in _nth_week(sense, holder.grain, found[0], unit)]
    return Node(start=place, stop=holder.stop, type="daterange", grain=unit, senses=tuple(senses)) if senses else None


def _numbered_week(words: Words, place: int, number: tuple[int, int]) -> Node | None:
    value, stop = number
    year = words.now.year
    of = words.skip(words.skip(stop, {","}), {"of", "in"})
    named, relative = any_year(words, of), relative_year(words, stop)
    if named is not None:
        year, stop = named
    elif relative is not None:
        year, stop = year + relative[0], relative[1]
    elif words.strict and words[place - 1] not in ("in", "during", "since", "until", "by", "the"):
        return None
    if not 1 <= value <= 53 or (words.number(place + 1) == "" and words.strict):
        return None
    first, until = iso_week(year, value)
    return period_node(place, stop, "week", Sense(f"{year:04d}-W{value:02d}", first, until))


def _nth_week(sense: Sense, grain: str, which: int, unit: str) -> list[Sense]:
    """The nth week (or weekend) of a month or a year."""
    if sense.first is None or sense.until is None:
        return []
    if grain == "month":
        first, until = week_of_month(sense.first.year, sense.first.month, which)
        number = which if which > 0 else 5 if sense.until - first >= DAY and _weeks(sense) == 5 else 4
        timex = f"{sense.timex}-W{number:02d}"
    else:
        first = iso_week(sense.first.year, which)[0] if which > 0 else week_of(sense.first.replace(month=12, day=28))[0]
        until, timex = first + WEEK, week_timex(first)
    if unit == "weekend":
        first, timex = first + 5 * DAY, timex + "-WE"
    return [Sense(timex, first, until, None, sense.tense)]


def _weeks(sense: Sense) -> int:
    try:
        week_of_month(sense.first.year, sense.first.month, 5)  # type: ignore[union-attr]
    except ValueError:
        return 4
    return 5
