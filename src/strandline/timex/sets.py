"""Recurrences: every Tuesday, each month, every other day, daily, Mondays at 9am, on weekends."""

from __future__ import annotations

from strandline.timex.clockranges import clock_range
from strandline.timex.clocks import clock
from strandline.timex.dates import date, month_name
from strandline.timex.holidays import holiday
from strandline.timex.lengths import length_timex, unit
from strandline.timex.lexicon import SEASONS, WEEKDAYS, WEEKDAYS_PLURAL
from strandline.timex.nodes import Node, Sense
from strandline.timex.numbers import ordinal, whole
from strandline.timex.parts import part_word
from strandline.timex.words import Words

_ADVERBS = {
    "daily": "P1D", "weekly": "P1W", "monthly": "P1M", "yearly": "P1Y", "annually": "P1Y", "annual": "P1Y",
    "quarterly": "P3M", "biweekly": "P2W", "fortnightly": "P2W", "bimonthly": "P2M", "everyday": "P1D",
    "hourly": "PT1H", "nightly": "TNI", "biannually": "P6M", "semiannually": "P6M",
}  # fmt: skip
_EVERY = frozenset({"every", "each", "any"})
_PLURALS = {"weekends": "P1WE", "weekdays": "XXXX-WXX-1/5", "workdays": "XXXX-WXX-1/5"}

SET_WORDS = frozenset(_ADVERBS) | _EVERY | frozenset(_PLURALS) | frozenset(WEEKDAYS_PLURAL)


def recurrence(words: Words, place: int) -> Node | None:
    """The recurrence at a place, with its time of day."""
    core = _core(words, place)
    if core is not None:
        return _with_clock(words, core)
    time = clock(words, place)
    if time is None or not time.clear:
        return None
    core = _core(words, words.skip(time.stop, {"on", ","}))
    return _combined(place, core.stop, core, time.senses[0].timex) if core is not None and _takes_time(core) else None


def _node(start: int, stop: int, timex: str, grain: str, weekday: int = -1) -> Node:
    return Node(start=start, stop=stop, type="set", grain=grain, senses=(Sense(timex),), weekday=weekday)


def _core(words: Words, place: int) -> Node | None:
    word = words[place]
    if stop := words.phrase(place, "semi - annually", "bi - annually"):
        return _node(place, stop, "P6M", "month")
    if stop := words.phrase(place, "bi - weekly", "bi weekly", "semi - monthly"):
        return _node(place, stop, "P2W", "week")
    if word in _ADVERBS:
        return _node(place, place + 1, _ADVERBS[word], "day")
    if word in _EVERY:
        return _every(words, place)
    if words.strict and (often := _times_a_unit(words, place)) is not None:
        return often
    inner = words.skip(place, {"on"})
    word = words[inner]
    if word in WEEKDAYS_PLURAL and words[inner + 1] not in ("later", "ago") and not _from_now(words, inner + 1):
        return _node(place, inner + 1, f"XXXX-WXX-{WEEKDAYS_PLURAL[word] + 1}", "day", WEEKDAYS_PLURAL[word])
    if words.strict and word in WEEKDAYS and words[inner + 1] in ("mornings", "afternoons", "evenings", "nights"):
        timex = f"XXXX-WXX-{WEEKDAYS[word] + 1}" + _part_timex(words[inner + 1])
        return _node(place, inner + 2, timex, "part", WEEKDAYS[word])
    after = words.skip(inner, {"the"})
    if words[after] in _PLURALS and (words.strict or inner > place):
        lead = inner > place or words[place - 1] in ("at", "most", "only", "during", "over")
        return (
            _node(place, after + 1, _PLURALS[words[after]], "weekend" if words[after] == "weekends" else "day")
            if lead
            else None
        )
    return None


def _from_now(words: Words, place: int) -> bool:
    """ "Three Mondays from today" counts them; "Mondays from today on" is how often and since when."""
    counted = words[place] == "from" and words[place + 1] in ("now", "today", "tomorrow", "then", "yesterday", "the")
    return counted and words[place + 2] not in ("on", "onwards", "onward")


def _times_a_unit(words: Words, place: int) -> Node | None:
    """Once a week, three times a day, twice per month."""
    after = place + 1 if words[place] in ("once", "twice") else 0
    if not after:
        number = whole(words, place)
        after = words.phrase(number[1], "times", "nights", "days") if number is not None else 0
    if not after or words[after] not in ("a", "an", "per", "each", "every"):
        return None
    found = unit(words, after + 1)
    if found is None or found[0][0].isdigit():
        return None
    return _node(place, found[1], length_timex(((found[0], 1.0),)), _grain(found[0]))


def _every(words: Words, place: int) -> Node | None:
    """Every, each or any, what it counts, and of how many."""
    if words[place] == "any" and not (words[place + 1] in ("weekend",) or words[place + 1] in WEEKDAYS):
        return None
    if words[place] == "any" and words.strict:
        return None
    if (named := _named(words, place, place + 1)) is not None:
        return named
    inner, step = place + 1, 1
    if words[inner] in ("other", "second", "alternate"):
        inner, step = inner + 1, 2
    elif words[inner] in ("single", "last"):
        inner += 1
    elif (number := whole(words, inner)) is not None or (number := _ordinal_unit(words, inner)) is not None:
        step, inner = number
    return _counted(words, place, inner, step)


def _ordinal_unit(words: Words, place: int) -> tuple[int, int] | None:
    """Every third day: an ordinal counts units; every first Monday does not."""
    found = ordinal(words, place)
    if found is None:
        return None
    return found if unit(words, found[1]) is not None or words[found[1]] in WEEKDAYS else None


def _counted(words: Words, start: int, place: int, step: int) -> Node | None:
    word = words[place]
    number = WEEKDAYS.get(word, WEEKDAYS_PLURAL.get(word, -1))
    if number >= 0:
        stop = place + 1
        if words[stop] in ("morning", "afternoon", "evening", "night"):
            part = part_word(words, stop)
            return (
                _node(start, stop + 1, f"XXXX-WXX-{number + 1}" + _part_timex(words[stop]), "part", number)
                if part
                else None
            )
        return _node(start, stop, f"XXXX-WXX-{number + 1}", "day", number)
    part = part_word(words, place)
    if part is not None and step == 1:
        return _node(start, part[1], _part_timex(words[place]), "part")
    if word == "weekday" or word == "workday":
        return _node(start, place + 1, "XXXX-WXX-1/5", "day")
    if word in SEASONS:
        return _node(start, place + 1, f"XXXX-{SEASONS[word]}", "season")
    found = unit(words, place)
    if found is not None and 0 < step < 10_000:
        code, stop = found
        if code[0].isdigit():
            size = code.rstrip("YWM")
            return _node(start, stop, f"P{step * int(size)}{code[len(size) :]}", "month")
        return _node(start, stop, length_timex(((code, float(step)),)), _grain(code))
    return _named(words, start, place)


def _grain(code: str) -> str:
    return {"S": "second", "TM": "minute", "H": "hour", "W": "week", "M": "month", "Y": "year", "WE": "weekend"}.get(
        code, "day"
    )


def _named(words: Words, start: int, place: int) -> Node | None:
    """Every May, every Christmas, every 4th of July."""
    day = date(words, place) or holiday(words, place)
    if day is not None and not day.year:
        return _node(start, day.stop, day.senses[0].timex, "day")
    month = month_name(words, place)
    return _node(start, month[1], f"XXXX-{month[0]:02d}", "month") if month is not None else None


def _part_timex(word: str) -> str:
    return {"morning": "TMO", "afternoon": "TAF", "evening": "TEV", "night": "TNI"}.get(word.rstrip("s"), "TDT")


def _takes_time(core: Node) -> bool:
    timex = core.senses[0].timex
    return timex == "P1D" or timex.startswith(("XXXX-WXX", "P1WE")) or core.grain == "part"


def _with_clock(words: Words, core: Node) -> Node:
    """A recurrence with the time of day said after it."""
    if not _takes_time(core):
        return core
    after = words.skip(core.stop, {"at", ",", "around"})
    ranged = clock_range(words, after)
    if ranged is not None and words.number(after):
        return core
    part = words.phrase(core.stop, "in the") or words.skip(core.stop, {"at"})
    named = part_word(words, part)
    if named is not None and part > core.stop:
        return _combined(core.start, named[1], core, _part_timex(named[0]))
    time = clock(words, after)
    if time is None or not (time.clear or words[core.stop] == "at"):
        return core
    if core.grain == "part":
        late = core.senses[0].timex.endswith(("TAF", "TEV", "TNI"))
        sense = next((s for s in time.senses if s.first is not None and (s.first.hour >= 12) == late), time.senses[0])
        return _node(core.start, time.stop, core.senses[0].timex[:-3] + sense.timex, "hour", core.weekday)
    return _combined(core.start, time.stop, core, time.senses[0].timex)


def _combined(start: int, stop: int, core: Node, time: str) -> Node:
    timex = core.senses[0].timex
    # every day at 3pm is written by its time alone
    timex = time if timex == "P1D" else timex + time
    return _node(start, stop, timex, "hour", core.weekday)
