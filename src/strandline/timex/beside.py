"""Days beside others and vague times, in what people write: the day after Christmas, two summers ago, the other day."""

from __future__ import annotations

from datetime import datetime

from strandline.timex.anyday import any_day
from strandline.timex.calendar import DAY, add_months, midnight, weekday_after, weekday_before
from strandline.timex.lexicon import SEASONS, WEEKDAYS
from strandline.timex.nodes import Node, Sense, date_text
from strandline.timex.numbers import NUMBER_WORDS, whole
from strandline.timex.units import period_timex, season_sense, stretch
from strandline.timex.words import Words

_LONG_AGO = {"months": 1, "years": 12, "ages": 12, "decades": 120}


def beside(words: Words, place: int) -> Node | None:
    """The day after Christmas, the week before Easter, the Friday after the 3rd; in what people write."""
    inner = words.skip(place, {"the"})
    if not words.strict or words[inner + 1] not in ("before", "after", "following", "preceding"):
        return None
    base = any_day(words, inner + 2)
    number = WEEKDAYS.get(words[inner], -1)
    if (
        base is None
        or not base.clear
        or (number < 0 and words[inner] not in ("day", "week", "weekend", "month", "night"))
    ):
        return None
    sign = 1 if words[inner + 1] in ("after", "following") else -1
    senses = tuple(_next_to(s, words[inner], number, sign) for s in base.senses if s.first is not None)
    kind = "date" if number >= 0 or words[inner] in ("day", "night") else "daterange"
    grain = words[inner] if kind == "daterange" else "day"
    return Node(start=place, stop=base.stop, type=kind, grain=grain, senses=senses, weekday=number)


def _next_to(sense: Sense, unit: str, number: int, sign: int) -> Sense:
    """The day, week or weekday next to a day, on the one side or the other."""
    day = sense.first
    if day is None:
        return sense
    if number >= 0:
        found = weekday_after(day, number) if sign > 0 else weekday_before(day, number)
        return Sense(date_text(found), found, found + DAY, None, sense.tense)
    if unit in ("day", "night"):
        found = day + (sign if unit == "day" or sign < 0 else 0) * DAY
        return Sense(date_text(found), found, found + DAY, None, sense.tense)
    weekend = unit == "weekend" and sign > 0 and day.weekday() < 5
    near = stretch(day, unit, 0 if weekend else sign)
    return Sense(period_timex(unit, *near), *near, None, sense.tense)


def seasons_ago(words: Words, place: int) -> Node | None:
    """Two summers ago."""
    found = whole(words, place)
    if found is None or not 1 <= found[0] <= 200:
        return None
    name = SEASONS.get(words[found[1]].rstrip("s")) or SEASONS.get(words[found[1]])
    stop = words.phrase(found[1] + 1, "ago")
    if name is None or not stop:
        return None
    last = season_sense(words.now, name, None, -1)[0]
    if last.first is None:
        return None
    year = last.first.year - found[0] + 1
    return Node(
        start=place, stop=stop, type="daterange", grain="season", senses=season_sense(words.now, name, year, None)
    )


def _long_ago(words: Words, place: int) -> Node | None:
    """Years ago, weeks ago, a while ago: some time within eleven of them, none of them near."""
    today = midnight(words.now)
    if words.number(place - 1) or words[place - 1] in NUMBER_WORDS:
        return None
    if words[place + 1] == "ago" and words[place] in _LONG_AGO:
        months = _LONG_AGO[words[place]]
        return _loose(place, place + 2, add_months(today, -11 * months), add_months(today, -months), "month")
    if end := words.phrase(place, "days ago", "weeks ago"):
        size = 1 if words[place] == "days" else 7
        return _loose(place, end, today - 11 * size * DAY, today - size * DAY, words[place].rstrip("s"))
    if end := words.phrase(place, "a while ago", "a while back", "some time ago"):
        return _loose(place, end, add_months(today, -12), today - 7 * DAY, "month")
    return None


def vague_time(words: Words, place: int) -> Node | None:
    """The other day, recently, lately: some time before now, in what people write."""
    if not words.strict:
        return None
    today = midnight(words.now)
    if end := words.phrase(place, "the other day", "a day or two ago", "the other night"):
        return _loose(place, end, today - 7 * DAY, today, "day")
    if end := words.phrase(place, "the other week"):
        return _loose(place, end, today - 28 * DAY, today - 7 * DAY, "week")
    if (long := _long_ago(words, place)) is not None:
        return long
    if words[place] in ("recently", "lately"):
        return _loose(place, place + 1, add_months(today, -1), today + DAY, "month")
    return None


def _loose(start: int, stop: int, first: datetime, until: datetime, grain: str) -> Node:
    sense = Sense("PAST_REF", first, until)
    return Node(start=start, stop=stop, type="daterange", grain=grain, senses=(sense,), vague=True)
