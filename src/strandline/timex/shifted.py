"""Periods counted from today's, and seasons: this week, the week after next, last winter, summer 2016."""

from __future__ import annotations

from strandline.timex.calendar import WEEK, add_months, midnight
from strandline.timex.lexicon import SEASONS, SHIFTS
from strandline.timex.months import relative_year
from strandline.timex.nodes import Node, Sense, date_text, period_node
from strandline.timex.numbers import any_year, plain_year
from strandline.timex.units import PERIOD_UNITS, period, season_sense
from strandline.timex.words import Words, remembered


@remembered
def shifted_period(words: Words, place: int) -> Node | None:
    """This week, next month, the previous quarter, last year, this working week, the week after next."""
    inner = words.skip(place, {"the"})
    shift = SHIFTS.get(words[inner])
    if shift is None:
        return _over_next(words, inner, place)
    after = inner + 1
    if shift == 0 and words[after] in SHIFTS:
        shift, after = SHIFTS[words[after]], after + 1
    unit = PERIOD_UNITS.get(words[after])
    stop = after + 1
    if words[after] in ("working", "work", "business") and words[after + 1] == "week":
        unit, stop = "working week", after + 2
    if words[after] in ("calendar",) and words[after + 1] in PERIOD_UNITS:
        unit, stop = PERIOD_UNITS[words[after + 1]], after + 2
    if words.strict and words[inner] == "past" and unit in ("week", "month", "year") and words[inner - 1] != "this":
        return _rolling(words, inner, stop, unit)
    if unit is None and words[inner] in ("coming", "next") and words[after] == "weeks":
        unit, stop = "week", after + 1
    if unit is None:
        return None
    if unit == "weekend" and words[inner] in ("past",) and words.now.weekday() < 5:
        shift = -1
    start = place if unit in ("decade", "century") and not words.strict else inner
    grain = {"working week": "week", "fortnight": "week"}.get(unit, unit)
    return period_node(start, stop, grain, period(words.now, unit, shift))


def _rolling(words: Words, start: int, stop: int, unit: str) -> Node:
    """The past year, in what people write: the twelve months up to today."""
    today = midnight(words.now)
    first = today - WEEK if unit == "week" else add_months(today, -1 if unit == "month" else -12)
    sense = Sense(f"({date_text(first)},{date_text(today)},P1{unit[0].upper()})", first, today)
    return period_node(start, stop, unit, sense)


def _over_next(words: Words, inner: int, place: int) -> Node | None:
    """The week after next, the month before last."""
    unit = PERIOD_UNITS.get(words[inner])
    if unit is None:
        return None
    stop = words.phrase(inner + 1, "after next", "before last")
    if not stop:
        return None
    return period_node(place, stop, unit, period(words.now, unit, 2 if words[inner + 1] == "after" else -2))


def season_period(words: Words, place: int) -> Node | None:
    """A season: summer, the spring of 1978, last winter, this summer."""
    inner = words.skip(place, {"the"})
    shift = SHIFTS.get(words[inner])
    leading = plain_year(words, place)
    after = inner if shift is None else inner + 1
    after = leading[1] if leading is not None else after
    name = SEASONS.get(words[after])
    if name is None:
        return None
    stop = after + 1
    year = any_year(words, words.skip(words.skip(stop, {","}), {"of", "in"}))
    if year is None and shift is None and leading is not None:
        return _season(place, stop, season_sense(words.now, name, leading[0], None))
    start = place if shift is None else inner
    if year is not None and shift is None:
        return _season(start, year[1], season_sense(words.now, name, year[0], None))
    relative = relative_year(words, stop)
    if relative is not None and shift is None:
        return _season(start, relative[1], season_sense(words.now, name, words.now.year + relative[0], None))
    clear = shift is not None or not words.strict or _season_is_clear(words, place, inner, after)
    return _season(start, stop, season_sense(words.now, name, None, shift), clear=clear)


def _season_is_clear(words: Words, place: int, inner: int, after: int) -> bool:
    """Whether a season's name is meant: in (the) spring, since summer; not "the fall" or "spring water"."""
    cued = words[place - 1] in (
        "in",
        "during",
        "since",
        "until",
        "till",
        "by",
        "every",
        "over",
        "for",
        "before",
        "after",
    )
    following = words[after + 1]
    free = not following.isalpha() or following in (
        "i",
        "we",
        "and",
        "or",
        "when",
        "so",
        "but",
        "before",
        "after",
        "to",
        "my",
        "he",
        "she",
        "they",
        "for",
        "with",
        "at",
        "in",
        "it",
        "because",
    )
    return cued and free and not (words[after] == "fall" and words[place - 1] in ("for", "before", "after", "to"))


def _season(start: int, stop: int, senses: tuple[Sense, ...], *, clear: bool = True) -> Node:
    return Node(start=start, stop=stop, type="daterange", grain="season", senses=senses, clear=clear)
