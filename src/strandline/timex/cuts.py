"""Parts of periods and periods around a day: early March, end of the year, rest of the week, the week of 4 May."""

from __future__ import annotations

from strandline.timex.calendar import DAY, midnight, month_of, week_of, weekend_of
from strandline.timex.dates import date, lone_day
from strandline.timex.daywords import day_word
from strandline.timex.holidays import holiday
from strandline.timex.lexicon import SEASONS, SHIFTS
from strandline.timex.nodes import Node, Sense, date_text, period_node
from strandline.timex.periods import named_period
from strandline.timex.units import PERIOD_UNITS, later_part, part_sense, period, week_timex
from strandline.timex.weekdays import weekday
from strandline.timex.words import Words, remembered

_ADJECTIVES = {"early": "early", "late": "late", "mid": "mid"}
_NOUNS = {
    "beginning": "early", "start": "early", "middle": "mid", "end": "late", "close": "late", "midst": "mid",
    "ending": "late", "tail end": "late", "very end": "late", "very beginning": "early", "turn": "early",
}  # fmt: skip
_SHORT_ENDS = {"eom": "month", "eoy": "year", "eow": "week"}
_STARTING = frozenset({"starting", "beginning", "commencing", "of", "from", "ending"})


@remembered
def cut_period(words: Words, place: int) -> Node | None:
    """The part of a period at a place, or the period around a day."""
    return (
        _adjective(words, place)
        or _noun(words, place)
        or _later(words, place)
        or _rest(words, place)
        or _to_date(words, place)
        or _up_to_now(words, place)
        or _around_day(words, place)
        or _holiday_weekend(words, place)
        or _tied(words, place)
    )


def _unit(words: Words, place: int) -> Node | None:
    """The week, month, the year: the one that holds today."""
    inner = words.skip(place, {"the", "my", "our"})
    unit = PERIOD_UNITS.get(words[inner])
    if unit is None or words[inner + 1] in ("'",):
        return None
    return period_node(place, inner + 1, unit, period(words.now, unit))


def _cut(words: Words, start: int, holder: Node | None, part: str) -> Node | None:
    """A part of a period as a node that begins at ``start``."""
    if holder is None or not (holder.clear or holder.grain in ("month", "year", "season")):
        return None
    named = holder.year > 0 and holder.grain == "year"
    unit = holder.grain
    senses = holder.senses
    if unit != "season" or words.strict:
        senses = tuple(part_sense(s, unit, part, named_year=named, strict=words.strict) for s in holder.senses)
    return Node(
        start=start, stop=holder.stop, type="daterange", grain=unit, senses=senses, year=holder.year, month=holder.month
    )


def _adjective(words: Words, place: int) -> Node | None:
    """Early March, mid-2019, late next year, in the mid-November."""
    inner = words.skip(place, {"the"})
    part = _ADJECTIVES.get(words[inner])
    if part is None:
        return None
    after = words.skip(inner + 1, {"-"})
    if words.phrase(after, "in the"):
        holder = named_period(words, after + 2) or _unit(words, after + 1)
    else:
        holder = named_period(words, words.skip(after, {"in"}))
    if holder is None or holder.grain == "weekend":
        return None
    return _cut(words, inner, holder, part)


def _noun(words: Words, place: int) -> Node | None:
    """The beginning of next week, end of month, the middle of 2000, EOY."""
    inner = words.skip(place, {"the", "very"})
    inner = words.skip(inner, {"very"})
    if (unit := _SHORT_ENDS.get(words[inner])) is not None:
        return _cut(
            words,
            inner,
            period_node(inner, inner + 1, unit, period(words.now, unit)),
            "end" if words.strict else "late",
        )
    part = _NOUNS.get(words[inner])
    if part is None:
        return None
    of = words.skip(inner + 1, {"of"})
    if of == inner + 1 and SHIFTS.get(words[of]) is None:
        return None
    if part in ("early", "late") and words.strict:
        part = {"early": "start", "late": "end"}[part]
    holder = named_period(words, of) or _unit(words, of)
    if holder is None and words[of] == "the":
        holder = named_period(words, of + 1)
    if holder is None or (words[inner] == "turn" and holder.grain not in ("year", "century", "decade")):
        return None
    return _cut(words, inner, holder, part)


def _later(words: Words, place: int) -> Node | None:
    """Later this week, earlier in the year."""
    word = words[place]
    if word not in ("later", "earlier", "late", "early"):
        return None
    after = words.phrase(place + 1, "in the", "on in the")
    holder = _unit(words, after) if after else named_period(words, place + 1)
    if holder is None or len(holder.senses) != 1 or holder.grain not in ("week", "month", "year", "quarter", "season"):
        return None
    sense = holder.senses[0]
    if word.startswith("late"):
        cut = later_part(sense, words.now, holder.grain) if holder.grain in ("week", "month", "year") else sense
    elif sense.first is not None and sense.until is not None and sense.first < midnight(words.now) < sense.until:
        cut = Sense(sense.timex, sense.first, midnight(words.now))
    else:
        cut = part_sense(sense, holder.grain, "early", named_year=False, strict=words.strict)
    return period_node(place, holder.stop, holder.grain, cut)


def _rest(words: Words, place: int) -> Node | None:
    """The rest of the week, rest of this year, remainder of the month: from today on."""
    inner = words.skip(place, {"the"})
    if words[inner] not in ("rest", "remainder"):
        return None
    after = words.skip(inner + 1, {"of"})
    if words[after] == "day":
        return None
    holder = named_period(words, after) or _unit(words, after)
    if holder is None or len(holder.senses) != 1:
        return None
    sense = holder.senses[0]
    if sense.until is None or sense.first is None or sense.until <= words.now:
        return None
    first = max(midnight(words.now), sense.first)
    last = sense.until - DAY
    timex = f"({date_text(first)},{date_text(last)},P{max(0, (last - first).days)}D)"
    return period_node(
        place if not words.strict else inner, holder.stop, holder.grain, Sense(timex, first, sense.until, last)
    )


def _to_date(words: Words, place: int) -> Node | None:
    """Year to date, month to date."""
    inner = words.skip(place, {"the"})
    unit = PERIOD_UNITS.get(words[inner])
    if unit is None or not words.phrase(inner + 1, "to date"):
        return None
    sense = period(words.now, unit)
    return period_node(inner, inner + 3, unit, Sense(sense.timex, sense.first, midnight(words.now)))


def _up_to_now(words: Words, place: int) -> Node | None:
    """To date, as what happened to date did; not up to date."""
    stop = words.phrase(place, "to date")
    if not stop or words.strict or words[place - 1] in ("up", "how") or words[stop].isalnum():
        return None
    sense = Sense("PRESENT_REF", None, midnight(words.now))
    return Node(start=place, stop=stop, type="daterange", grain="day", senses=(sense,), relation="before")


def _around_day(words: Words, place: int) -> Node | None:
    """The week of April 10th, the week starting on 4 February, w/c Feb 4, the weekend of Halloween."""
    inner = words.skip(place, {"the"})
    if after := words.phrase(inner, "w / c", "week / commencing"):
        unit = "week"
    elif words[inner] in ("week", "weekend", "month") and words[inner + 1] in _STARTING:
        unit, after = words[inner], words.skip(inner + 2, {"on", "the"} if words[inner + 1] != "of" else {"on"})
    else:
        return None
    day = (
        date(words, after)
        or holiday(words, after)
        or weekday(words, after)
        or day_word(words, after)
        or lone_day(words, words.skip(after - 1, {"of", "on"}) if words[after - 1] != "the" else after - 1)
    )
    if day is None:
        return None
    senses = tuple(_week_around(sense, unit, words) for sense in day.senses if sense.first is not None)
    return Node(start=place, stop=day.stop, type="daterange", grain=unit, senses=senses) if senses else None


def _week_around(sense: Sense, unit: str, words: Words) -> Sense:
    if sense.first is None:
        return sense
    if unit == "month":
        return Sense(sense.timex, *month_of(sense.first), None, sense.tense)
    if unit == "weekend":
        first, until = weekend_of(sense.first)
        if sense.first.weekday() in (3, 4):
            first = sense.first
        if sense.first.weekday() == 0:
            first, until = sense.first - 2 * DAY, sense.first + DAY
        return Sense(week_timex(first) + "-WE", first, until, None, sense.tense)
    return Sense(sense.timex, *week_of(sense.first), None, sense.tense)


def _holiday_weekend(words: Words, place: int) -> Node | None:
    """Labor Day 2021 weekend, Easter weekend, Thanksgiving week."""
    day = holiday(words, place)
    if day is None or words[day.stop] not in ("weekend", "week"):
        return None
    unit = words[day.stop]
    senses = tuple(_week_around(sense, unit, words) for sense in day.senses if sense.first is not None)
    return Node(start=place, stop=day.stop + 1, type="daterange", grain=unit, senses=senses)


def _tied(words: Words, place: int) -> Node | None:
    """That weekend, the same month, the week, my year, a lone weekend."""
    word = words[place]
    inner = words.skip(place, {"the"})
    unit = PERIOD_UNITS.get(words[inner + 1] if words[inner] in ("that", "same", "my") else words[inner], "")
    if words[inner] in ("that", "same") and unit in ("week", "weekend", "month", "year"):
        if words.strict and words.anchor is None and words[inner] == "that" and unit != "weekend":
            return None
        now = words.anchor if words.strict and words.anchor is not None else words.now
        sense = period(now, unit)
        timex = {"week": "XXXX-WXX", "weekend": "XXXX-WXX-WE", "month": "XXXX-XX", "year": "XXXX"}[unit]
        node = period_node(inner, inner + 2, unit, Sense(timex, sense.first, sense.until))
        return Node(
            start=node.start, stop=node.stop, type=node.type, grain=unit, senses=node.senses,
            relation="same" if words.strict else None,
            vague=words.strict,
        )  # fmt: skip
    if words.strict:
        return _weekend(words, place, inner)
    if (
        word in ("the", "my")
        and unit in ("week", "year", "month")
        and words[place + 2] not in ("'", "-", "s", *SEASONS)
    ):
        return (
            None
            if words[place + 2] in ("of", "that", "when", "to")
            else period_node(place, place + 2, unit, period(words.now, unit))
        )
    if word == "weekend" and words[place - 1] in ("on", "the", "over"):
        return period_node(place, place + 1, "weekend", period(words.now, "weekend"))
    return None


def _weekend(words: Words, place: int, inner: int) -> Node | None:
    """The weekend, in what people write: the one that was, or that comes."""
    if (
        words[inner] != "weekend"
        or inner == place
        or words[place - 1] not in ("on", "at", "over", "during", "for", "of", "until")
    ):
        return None
    now = words.now
    past, future = period(now, "weekend", 0 if now.weekday() > 4 else -1), period(now, "weekend")
    senses = (
        Sense(past.timex, past.first, past.until, None, -1),
        Sense(future.timex, future.first, future.until, None, 1),
    )
    return period_node(place, inner + 1, "weekend", *senses)
