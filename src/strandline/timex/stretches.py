"""Stretches counted from now: the last 3 months, next 5 minutes, within a year, the first 3 weeks of May."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from strandline.timex.anyday import any_day
from strandline.timex.calendar import DAY, midnight
from strandline.timex.cuts import cut_period
from strandline.timex.lengths import duration, length_node, length_timex
from strandline.timex.lexicon import LAST, NEXT
from strandline.timex.nodes import Node, Sense, date_text, period_node
from strandline.timex.numbers import NUMBER_WORDS
from strandline.timex.periods import named_period
from strandline.timex.shift import in_days, shift
from strandline.timex.units import many
from strandline.timex.words import Words

_WHOLE_UNITS = frozenset({"quarter", "quarters", "decade", "decades"})


def within(words: Words, place: int) -> Node | None:
    """Within 10 months, within the next 2 days."""
    if words[place] != "within":
        return None
    inner = words.phrase(place + 1, "the next", "the coming", "the last", "the past") or words.skip(place + 1, {"next"})
    length = duration(words, inner) or _bare_unit(words, inner, place + 1)
    if length is None:
        return None
    sign = -1 if words[inner - 1] in ("last", "past") else 1
    stop = words.phrase(length.stop, "from today", "after today", "from now", "of today") or length.stop
    if stop == length.stop and words[stop] in ("before", "after", "from") and any_day(words, stop + 1):
        return None
    return _stretch(words, place, stop, length, sign, from_today=True)


def more_or_less(words: Words, place: int) -> Node | None:
    """More than 2 weeks before today, less than 3 days after tomorrow."""
    over = words.phrase(place, "more than", "less than")
    length = duration(words, over) if over else None
    if length is None or not in_days(length.units) or words[length.stop] not in ("before", "after", "from"):
        return None
    base = any_day(words, length.stop + 1)
    if base is None or base.senses[-1].first is None:
        return None
    day, back = base.senses[-1].first, words[length.stop] == "before"
    other = midnight(shift(day, length.units, -1 if back else 1))
    if words[place] == "less":
        first, until = (other, day) if back else (day, other)
        timex = f"({date_text(first)},{date_text(until)},{length_timex(length.units)})"
        return period_node(place, base.stop, "day", Sense(timex, first, until))
    sense = Sense(date_text(other), None, other, other) if back else Sense(date_text(other), other, None, other)
    node = period_node(place, base.stop, "day", sense)
    return replace(node, relation="before" if back else "after")


def _bare_unit(words: Words, place: int, start: int) -> Node | None:
    """The next day and 5 hours: a unit without its number counts one."""
    if place == start:
        return None
    codes = {"day": "D", "week": "W", "month": "M", "year": "Y", "hour": "H"}
    code = codes.get(words[place])
    if code is None:
        return None
    units: list[tuple[str, float]] = [(code, 1.0)]
    stop = place + 1
    if words[stop] == "and" and (more := duration(words, stop + 1)) is not None:
        units += more.units
        stop = more.stop
    return length_node(place, stop, tuple(units))


def stretch_of_units(words: Words, place: int) -> Node | None:
    """Next 3 months, the past two quarters, last minute, 2 upcoming months, 4 weeks in the future."""
    inner = words.skip(place, {"the"})
    word = words[inner]
    if word in NEXT or word in LAST:
        sign, begin = (1 if word in NEXT else -1), inner + 1
        length = duration(words, begin) if words[begin] not in ("the", "a", "an", "day", "night") else None
        if length is None and words[begin] in ("hour", "minute", "second", "hr", "min"):
            length = _one_of(words, begin)
        if length is None:
            return None
        start = inner if not _decades(length) else place
        return _stretch(words, start, _stop_before_ago(words, length), length, sign)
    length = duration(words, place)
    if length is None:
        return None
    if end := words.phrase(length.stop, "in the future", "into the future"):
        return _stretch(words, place, end, length, 1)
    return None


def _decades(length: Node) -> bool:
    return length.units[0][0] == "Y" and length.units[0][1] >= 10 and length.units[0][1] % 10 == 0


def _stop_before_ago(words: Words, length: Node) -> int:
    """Where a duration ends when its last amount belongs to a following "ago"."""
    if words[length.stop] not in ("ago", "later", "earlier", "before", "after"):
        return length.stop
    for place in range(length.start + 1, length.stop):
        if words[place] == "and":
            return place
    return length.stop


def _one_of(words: Words, place: int) -> Node:
    """A unit without its number: one of it."""
    code = {"hour": "H", "hr": "H", "minute": "TM", "min": "TM", "second": "S"}[words[place]]
    return length_node(place, place + 1, ((code, 1.0),))


def _stretch(words: Words, start: int, stop: int, length: Node, sign: int, *, from_today: bool = False) -> Node:
    """The stretch of time of that length that ends or begins now."""
    if stop < length.stop and (shorter := duration(words.upto(stop), length.start)) is not None:
        length = shorter
    whole = _whole_units(words, length, sign)
    if whole is not None and not from_today:
        return period_node(start, stop, length.grain, whole)
    timex = length_timex(length.units)
    if not in_days(length.units):
        return _moments(words, start, stop, length, sign)
    today = midnight(words.now)
    if sign > 0:
        first = today if from_today or words.strict else today + DAY
        until = shift(first, length.units, 1)
    else:
        first, until = shift(today, length.units, -1), today
    return Node(
        start=start, stop=stop, type="daterange", grain=length.grain, vague=length.vague,
        senses=(Sense(f"({date_text(first)},{date_text(until)},{timex})", first, until),),
    )  # fmt: skip


def _whole_units(words: Words, length: Node, sign: int) -> Sense | None:
    """Quarters and decades are counted from where they begin on the calendar."""
    unit = next((words[i] for i in range(length.start, length.stop) if words[i] in _WHOLE_UNITS), None)
    if unit is None or len(length.units) != 1:
        return None
    value = length.units[0][1] / (3 if unit.startswith("quarter") else 10)
    if value != int(value) or not 1 <= value <= 400:
        return None
    return many(words.now, unit.rstrip("s"), int(value), sign)


def _moments(words: Words, start: int, stop: int, length: Node, sign: int) -> Node:
    now = words.now.replace(microsecond=0)
    other = shift(now, length.units, sign)
    first, until = (now, other) if sign > 0 else (other, now)
    timex = f"({_moment(first)},{_moment(until)},{length_timex(length.units)})"
    return Node(start=start, stop=stop, type="datetimerange", grain=length.grain, senses=(Sense(timex, first, until),))


def _moment(time: datetime) -> str:
    return f"{date_text(time)}T{time.hour:02d}:{time.minute:02d}:{time.second:02d}"


def counted_units(words: Words, place: int) -> Node | None:
    """2 upcoming months, 5 past minutes, the last 3 weeks of this year."""
    length = None
    counts = words.number(place) or words[place] in NUMBER_WORDS or words[place] in ("few", "couple", "several")
    if counts and words[place] not in ("one", "1") and (words[place + 1] in NEXT or words[place + 1] in LAST):
        length = duration(words.without(place + 1), place)
    plural = length is not None and (words[length.stop].endswith("s") or length.units[0][1] == 1)
    if length is not None and plural and length.stop > place + 1 and len(words.number(place)) < 4:
        sign = 1 if words[place + 1] in NEXT else -1
        return _stretch(words, place, length.stop + 1, length.over(place, length.stop + 1), sign)
    return _end_of(words, place)


def _end_of(words: Words, place: int) -> Node | None:
    """The first or last so many weeks, days or months of a period."""
    inner = words.skip(place, {"the"})
    if words[inner] not in ("last", "first", "final"):
        return None
    length = duration(words, inner + 1)
    if length is None or words[length.stop] not in ("of", "in") or not in_days(length.units):
        return None
    holder = named_period(words, length.stop + 1) or cut_period(words, length.stop + 1)
    if holder is None or holder.senses[0].first is None or holder.senses[0].until is None:
        return None
    first, until = holder.senses[0].first, holder.senses[0].until
    if words[inner] == "first":
        until = shift(first, length.units, 1)
    else:
        weekly = length.units[0][0] == "W"
        last = until - (until.weekday() * DAY if weekly and holder.grain == "year" else 0 * DAY)
        first, until = shift(last, length.units, -1), last
    timex = f"({date_text(first)},{date_text(until)},{length_timex(length.units)})"
    return period_node(place, holder.stop, length.grain, Sense(timex, first, until))
