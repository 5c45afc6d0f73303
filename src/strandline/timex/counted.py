"""Days and moments counted from now or from another: two weeks ago, in 3 hours, 2 days after Easter, a year later."""

from __future__ import annotations

from datetime import datetime

from strandline.timex.anyday import any_day
from strandline.timex.calendar import DAY, midnight
from strandline.timex.lengths import duration
from strandline.timex.lexicon import WEEKDAYS
from strandline.timex.nodes import Node, Sense, date_text, pick, whole_day
from strandline.timex.shift import in_days, shift
from strandline.timex.words import Words, remembered
from strandline.timex.years import year_period

_BACK = ("ago", "back", "before now", "prior", "in the past")
_ON = ("from now", "hence", "from today", "from this moment")
_ON_TIED = ("later", "after that", "afterwards", "afterward")


def in_time(words: Words, place: int) -> Node | None:
    """In two weeks, in 5 hours, in three days' time."""
    if words[place] != "in":
        return None
    begin = words.skip(place + 1, {"about", "around", "just", "another"} if words.strict else ())
    begin = words.phrase(begin, "less than", "more than") or begin
    length = duration(words, begin)
    if length is None or (words[begin] == "the" and words.strict):
        return None
    stop = length.stop
    if words[stop] == "since" and (since := _from_day(words, place, length)) is not None:
        return since
    if words.phrase(stop, *_ON, *_BACK) or (
        words[stop] in ("from", "after", "before") and _from_day(words, begin, length)
    ):
        return None
    if end := words.phrase(stop, "' time", "' s time", "s time", "time"):
        stop = end
    if words[stop] in ("a", "per") or words.phrase(stop, "of"):
        return None
    # "in two years he had learnt" counts from then: only what may lie ahead is a date
    return _moved(words, place, stop, length, 1, words.now)


@remembered
def from_now(words: Words, place: int) -> Node | None:
    """Two weeks ago, 3 minutes from now, 2 years later, 2 weeks before Christmas."""
    begin = words.phrase(place, "a little over", "just over", "more than", "less than") if words.strict else 0
    begin = begin or (words.skip(place, {"about", "around", "almost", "nearly", "over"}) if words.strict else place)
    length = duration(words, begin)
    if length is None:
        return None
    stop = length.stop
    if end := words.phrase(stop, *_BACK):
        if words[stop] == "prior" and words[end] == "to":
            return _from_day(words, place, length)
        if words[stop] == "back" and words[end] in ("to", "in", "at", "from", "and", "home", "up", "then"):
            return None
        end = words.skip(end, {"today"}) if words.strict and words[end - 1] == "ago" else end
        return _moved(words, place, end, length, -1, words.now)
    if end := words.phrase(stop, *_ON):
        if words[end - 1] == "today" and not in_days(length.units):
            return None
        return _moved(words, place, end, length, 1, words.now)
    return _from_day(words, place, length) or _tied(words, place, length)


def with_weekday(words: Words, place: int) -> Node | None:
    """Saturday 3 days from now, 3 weeks after Christmas on Friday: that weekday of the week, from Sunday on."""
    number = WEEKDAYS.get(words[place], -1)
    node = from_now(words, place + (number >= 0))
    if node is None or node.type != "date" or words.strict or node.senses[0].first is None:
        return None
    stop = node.stop
    if number < 0:
        number = WEEKDAYS.get(words[stop + 1], -1) if words[stop] == "on" else -1
        stop += 2
    if number < 0:
        return None
    day = node.senses[0].first
    sunday = day - ((day.weekday() + 1) % 7) * DAY
    found = sunday + ((number + 1) % 7) * DAY
    return Node(start=place, stop=stop, type="date", grain="day", senses=(whole_day(date_text(found), found),))


def _tied(words: Words, place: int, length: Node) -> Node | None:
    """Three days later, a week earlier: from the day the text named before, else from now."""
    stop = length.stop
    if end := words.phrase(stop, *_ON_TIED):
        sign = 1
    elif (end := words.phrase(stop, "earlier", "before that")) != 0:
        sign = -1
    elif words.strict and words.phrase(stop, "before") and not words[stop + 1].isalpha():
        sign, end = -1, stop + 1
    else:
        return None
    base = words.anchor if words.strict and words.anchor is not None else words.now
    node = _moved(words, place, end, length, sign, base)
    if not words.strict or node is None:
        return node
    return Node(
        start=node.start, stop=node.stop, type=node.type, grain=node.grain, senses=node.senses, vague=node.vague,
        relation="after" if sign > 0 else "before", units=length.units,
    )  # fmt: skip


def _moved(words: Words, start: int, stop: int, length: Node, sign: int, base: datetime) -> Node:
    """The day or moment so long before or after another."""
    time = shift(base, length.units, sign)
    if in_days(length.units):
        senses: tuple[Sense, ...] = (whole_day(date_text(time), midnight(time)),)
        kind = "date"
    else:
        timex = f"{date_text(time)}T{time.hour:02d}:{time.minute:02d}:{time.second:02d}"
        senses, kind = (Sense(timex, time, time),), "datetime"
    return Node(start=start, stop=stop, type=kind, grain=length.grain, senses=senses, vague=length.vague)


def _from_day(words: Words, place: int, length: Node) -> Node | None:
    """3 days from Tuesday, 2 weeks before Christmas, two years since 2011."""
    word = words[length.stop]
    if word not in ("from", "after", "before", "since", "prior", "following") or not in_days(length.units):
        return None
    other = length.stop + 1 + (word == "prior" and words[length.stop + 1] == "to")
    base = any_day(words, other)
    if base is None and word == "since":
        base = year_period(words, other)
    if base is None or (not base.clear and base.type == "date"):
        return None
    sense = pick(base.senses, -1 if words.strict and word == "since" else 1)
    if sense.first is None:
        return None
    if word == "before" and words.strict and words[other - 1] == "before" and base.type != "date":
        return None
    return _moved(words, place, base.stop, length, -1 if word in ("before", "prior") else 1, sense.first)
