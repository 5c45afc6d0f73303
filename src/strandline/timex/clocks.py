"""Times of day: 7:30 pm, seven thirty, quarter to 8, half past nine in the evening, noon, 11ish."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from strandline.timex.lexicon import DAY_PARTS, MEALS
from strandline.timex.nodes import Node, Sense, clock_at
from strandline.timex.numbers import digits, small
from strandline.timex.words import Words, remembered
from strandline.timex.zones import zone_after

_ISH = frozenset({"ish"})
_NAMED = {"noon": 12, "midday": 12, "noonish": 12, "midnight": 0, "midafternoon": 14, "midmorning": 10, "noontime": 12}
_MID = {"afternoon": 14, "morning": 10, "day": 12, "night": 0}
_AROUND = frozenset({"around", "circa", "approximately", "about", "roughly"})
AT = frozenset({"at", "@", "by", "for", "around", "about", "circa", "approximately", "roughly", "until", "till"})


@dataclass(frozen=True, slots=True)
class HourRead:
    """Hour, minute and second as written, and the place after them. ``sure`` where the form can only be a time."""

    hour: int
    minute: int | None
    second: int | None
    stop: int
    sure: bool


@remembered
def clock(words: Words, place: int) -> Node | None:
    """The time of day at a place. A bare number is one too, but not ``clear``."""
    return (
        _named(words, place)
        or _parted(words, place)
        or _past(words, place)
        or _plain(words, place)
        or _dotted(words, place)
    )


def _dotted(words: Words, place: int) -> Node | None:
    """At 8.30pm: "at" belongs to a time written with a full stop."""
    dotted = words[place + 2] == "." and words.number(place + 1) and words.number(place + 3)
    if words.strict or words[place] != "at" or not dotted:
        return None
    time = _plain(words, place + 1)
    return time.over(place, time.stop) if time is not None and time.clear else None


def half_of_day(words: Words, place: int) -> tuple[str, int]:
    """``am`` or ``pm`` at a place and the place after it, or ``("", place)``: pm, p.m., p m, and a glued a or p."""
    word, after = words[place], words[place + 1]
    if word == "." and words.glued(place) and after in ("am", "pm") and words.glued(place + 1):
        return after, place + 2
    if word in ("am", "pm"):
        return word, place + 1
    if word not in ("a", "p"):
        return "", place
    if after == "m" and not words.glued(place + 1):
        return word + "m", place + 2
    if after == "." and words[place + 2] == "m":
        return word + "m", words.skip(place + 3, {"."})
    if words.strict and len(words.number(place - 1)) > 2:
        # 1440p is a picture's height
        return "", place
    alone = words.glued(place) and not words.glued(place + 1)
    return (
        (word + "m", place + 1) if alone or (words.glued(place) and after in {".", ",", "!", "?", ""}) else ("", place)
    )


def _named(words: Words, place: int) -> Node | None:
    """Noon, midnight, 12 noon, mid-afternoon."""
    start = place
    if words.number(place) == "12" and words[place + 1] in ("noon", "midnight", "midday"):
        place += 1
    if words[place] == "mid":
        after = words.skip(place + 1, {"-"})
        hour = _MID.get(words[after], -1) if words[after] != "day" or words.glued(after) else -1
    else:
        after, hour = place, _NAMED.get(words[place], -1)
    if hour < 0:
        return None
    stop = after + 1
    if words[stop] == "-" and words[stop + 1] == "ish":
        stop += 2
    stop = zone_after(words, stop)
    return _node(start, stop, _times(hour, None, None, "24"), clear=True)


@remembered
def _plain(words: Words, place: int) -> Node | None:
    read = _hour(words, place)
    if read is None:
        return None
    stop, sure, half = read.stop, read.sure, ""
    if words[stop] in _ISH and words.glued(stop):
        stop, sure = stop + 1, True
        return _node(place, stop, _times(read.hour, read.minute, read.second, "24"), clear=True)
    half, stop = half_of_day(words, stop)
    clocked = _oclock(words, stop)
    if clocked:
        stop, sure = clocked, True
        if not half:
            half, stop = half_of_day(words, stop)
    part, after = day_part_after(words, stop)
    bare = part and after == stop + 1 and not sure and not half and words[place - 1] not in ("past", "to", "after")
    if bare and (part == "night" or words.strict):
        # three night markets, one morning
        part = ""
    if part:
        half, stop = half or _half_for(part, read.hour), after
    if half and read.hour > 12 and part:
        half = "24"
    if read.minute is None and not half and words[stop] in ("%", "°", "$", "€"):
        return None
    if half or sure:
        stop = zone_after(words, stop)
    return _node(place, stop, _times(read.hour, read.minute, read.second, half), clear=bool(half) or sure)


def _oclock(words: Words, place: int) -> int:
    return words.phrase(place, "o ' clock", "oclock", "o clock")


def _hour(words: Words, place: int) -> HourRead | None:
    """An hour, with minutes and seconds if they are there."""
    number = words.number(place)
    if number:
        return _digit_hour(words, place, number)
    found = small(words, place)
    if found is None or found[0] > 24:
        return None
    hour, stop = found
    minute = _spelled_minutes(words, stop)
    if minute is None:
        return HourRead(hour, None, None, stop, False)
    return HourRead(hour, minute[0], None, minute[1], minute[2])


def _spelled_minutes(words: Words, place: int) -> tuple[int, int, bool] | None:
    """Minutes after a spelled hour, their end, and whether the word minutes stands there: thirty, forty-three."""
    place = words.skip(place, {"-"})
    zero = words[place] in ("oh", "o") and words[place + 1] != "'"
    found = small(words, place + zero)
    if found is None or not 0 < found[0] < 60:
        return None
    said = words[found[1]] in ("minutes", "minute")
    return found[0], found[1] + said, said


def _digit_hour(words: Words, place: int, number: str) -> HourRead | None:
    if words.glued(place) and (words[place - 1] in {".", ",", "$", "€", "£", "#", "/"}) and words.number(place - 2):
        return None
    if words.glued(place) and words[place - 1] == ":":
        return None
    if len(number) > 2:
        return _joined(words, place, number)
    hour = int(number)
    if hour > 24:
        return None
    if words[place + 1] == ":" and words.glued(place + 1):
        return _colon(words, place, hour)
    if words[place + 1] == "." and words.glued(place + 1) and words.glued(place + 2):
        minute = words.number(place + 2)
        dated = words[place + 3] == "." and words.number(place + 4) and words.glued(place + 4)
        if len(minute) == 2 and int(minute) < 60 and not dated:
            sure = bool(half_of_day(words, place + 3)[0])
            return HourRead(hour, int(minute), None, place + 3, sure)
        if minute:
            return None
    return HourRead(hour, None, None, place + 1, False)


def _joined(words: Words, place: int, number: str) -> HourRead | None:
    """1140 and 340 before am or pm; 0930 by itself."""
    if len(number) > 4:
        return None
    hour, minute = int(number[:-2]), int(number[-2:])
    leads = len(number) == 4 and number[0] == "0"
    if hour > 23 or minute > 59 or not (leads or half_of_day(words, place + 1)[0]):
        return None
    return HourRead(hour, minute, None, place + 1, False)


def _colon(words: Words, place: int, hour: int) -> HourRead | None:
    minute = words.number(place + 2)
    if len(minute) != 2 or int(minute) > 59 or not words.glued(place + 2):
        return None
    stop, second = place + 3, None
    if words[stop] == ":" and words.glued(stop) and words.glued(stop + 1):
        digit = words.number(stop + 1)
        if len(digit) == 2 and int(digit) < 60:
            stop, second = stop + 2, int(digit)
            if words[stop] == "." and words.glued(stop) and words.number(stop + 1) and words.glued(stop + 1):
                stop += 2
    return HourRead(hour, int(minute), second, stop, True)


def _past(words: Words, place: int) -> Node | None:
    """Half past seven, a quarter to 8, 20 minutes past eight, ten past 9."""
    start = place
    place = words.skip(place, {"a"})
    if after := words.phrase(place, "three quarters"):
        minutes, said = 45, True
    elif words[place] in ("half", "quarter"):
        minutes, said, after = (30 if words[place] == "half" else 15), True, place + 1
    else:
        found = digits(words, place, 2) or small(words, place)
        if found is None or start != place or not 0 < found[0] < 60:
            return None
        minutes, after = found
        said = words[after] in ("minutes", "minute", "mins", "min")
        after += said
    if words[after] in ("past", "after") and (said or words[after] == "past"):
        sign = 1
    elif words[after] in ("to", "before", "till", "of", "until") and said:
        sign = -1
    else:
        return None
    base = _plain(words, after + 1) or _named(words, after + 1)
    if base is None or base.senses[0].first is None or base.senses[0].first.minute or words[after - 1] == "of":
        return None
    senses = tuple(_shifted(sense.first, sign * minutes) for sense in base.senses if sense.first is not None)
    return _node(start, base.stop, senses, clear=True)


def _shifted(time: datetime, minutes: int) -> Sense:
    moment = (time.hour * 60 + time.minute + minutes) % 1440
    return Sense(f"T{moment // 60:02d}:{moment % 60:02d}", clock_at(moment // 60, moment % 60))


def _parted(words: Words, place: int) -> Node | None:
    """A part of the day before its time: afternoon 7:00, in the morning 9 o'clock, early morning at 8:00."""
    start = place
    place = words.phrase(place, "in the", "at the") or words.skip(place, {"in", "at"})
    after = words.skip(place, {"early", "late"})
    after = words.skip(after, {"-"}) if after > place else after
    part = words[after]
    if part not in DAY_PARTS or (part in MEALS):
        return None
    after += 1
    time = _plain(words, words.skip(words.skip(after, {","}), {"at"}))
    if time is None or not (time.clear or words[after] == "at"):
        return None
    first = time.senses[0].first
    if first is None:
        return None
    if len(time.senses) > 1:
        half = _half_for(part, first.hour or 12)
        time_senses = tuple(s for s in time.senses if s.first is not None and (s.first.hour >= 12) == (half == "pm"))
    else:
        time_senses = time.senses
    return _node(start, time.stop, time_senses, clear=True)


def day_part_after(words: Words, place: int) -> tuple[str, int]:
    """The part of the day that completes a time here and the place after it: in the morning, at night, lunchtime."""
    after = words.phrase(place, "in the", "at the", "during the", ", in the") or words.skip(place, {"at", "in"})
    after = words.skip(after, {"early", "late"}) if after > place else after
    word = words[after]
    if word in DAY_PARTS and not word.endswith("s") and (word not in MEALS):
        return word, after + 1
    return "", place


def _half_for(part: str, hour: int) -> str:
    """The half of the day an hour falls in when it is said to be in that part."""
    if part in ("morning", "mornings", "breakfast"):
        return "am"
    if part in ("lunch", "lunchtime", "daytime"):
        return "am" if 7 < hour < 12 else "pm"
    if part in ("night", "nights"):
        return "am" if hour == 12 or hour < 5 else "pm"
    return "pm"


def _times(hour: int, minute: int | None, second: int | None, half: str) -> tuple[Sense, ...]:
    """The readings of an hour: both halves of the day where the words leave it open, the morning first."""
    if hour > 12 or hour == 0 or half == "24":
        hours = [hour]
    elif half == "am":
        hours = [hour % 12]
    elif half == "pm":
        hours = [hour % 12 + 12]
    else:
        hours = [hour, hour + 12] if hour < 12 else [12, 0]
    tail = "" if minute is None else f":{minute:02d}" + ("" if second is None else f":{second:02d}")
    return tuple(Sense(f"T{h:02d}{tail}", clock_at(h, minute or 0, second or 0)) for h in hours)


def _node(start: int, stop: int, senses: tuple[Sense, ...], *, clear: bool) -> Node:
    timed = len(senses[0].timex) > 3
    grain = "hour" if not timed else "minute" if len(senses[0].timex) < 8 else "second"
    return Node(start=start, stop=stop, type="time", grain=grain, senses=senses, clear=clear)


def around(words: Words, place: int) -> int:
    """The place after about, around or circa, else the same place."""
    return words.skip(place, _AROUND)
