"""Days said by where they lie: today, the day before yesterday, the next day, the 15th of next month."""

from __future__ import annotations

from strandline.timex.calendar import DAY, add_months, days_in_month, midnight
from strandline.timex.lexicon import SHIFTS, TODAY
from strandline.timex.nodes import Node, Sense
from strandline.timex.numbers import month_day, ordinal
from strandline.timex.resolve import one_day
from strandline.timex.words import Words, remembered, word_set

_OVER_NEXT = {
    "the day after tomorrow": 2, "day after tomorrow": 2, "the day after tmrw": 2, "the day after tmr": 2,
    "day after tmrw": 2, "the day before yesterday": -2, "day before yesterday": -2,
}  # fmt: skip
_FREE = {"the day": 0, "the current day": 0, "this day": 0, "my day": 0, "last day": -1, "previous day": -1}
"""Days counted from today alone."""
_TIED = {
    "the next day": 1, "the following day": 1, "next day": 1, "the day after": 1, "the previous day": -1,
    "the day before": -1, "that day": 0, "the same day": 0, "same day": 0,
}  # fmt: skip
"""Days counted from one the text named, if it did."""
_ONLY_TOLD = frozenset({"the day before", "the day after", "that day", "same day", "the same day"})
"""Those that mean nothing where no day was named before."""
_GOES_ON = word_set("i we he she they it you and but so was is there then in at with for to")
_NOT_AFTER_DAY = word_set(
    "before after care trip job off one light i we he she they you it that my our when of trips dream time"
)  # fmt: skip


@remembered
def day_word(words: Words, place: int) -> Node | None:
    """The day at a place that is said by a word for it."""
    if words[place] in TODAY:
        return _node(words, place, place + 1, TODAY[words[place]])
    for phrase, shift in _OVER_NEXT.items():
        if stop := words.phrase(place, phrase):
            return _node(words, place, stop, shift)
    return _the_day(words, place) or _numbered(words, place)


def _the_day(words: Words, place: int) -> Node | None:
    if words[place] not in ("the", "last", "previous", "next", "this", "that", "my", "same"):
        return None
    for phrase, shift in _TIED.items():
        if stop := words.phrase(place, phrase):
            if words.strict:
                return _told(words, place, stop, phrase, shift)
            return None if phrase in _ONLY_TOLD else _node(words, place, stop, shift)
    for phrase, shift in _FREE.items():
        stop = words.phrase(place, phrase)
        if stop and not words.strict and words[stop] not in _NOT_AFTER_DAY and words[stop] != "-":
            return _node(words, place, stop, shift)
    return None


def _told(words: Words, start: int, stop: int, phrase: str, shift: int) -> Node | None:
    """A day told from another: the day after, but not the day after my birthday."""
    another = phrase in ("the day before", "the day after") and words[stop].isalpha() and words[stop] not in _GOES_ON
    return None if another else _tied(words, start, stop, shift)


def _tied(words: Words, start: int, stop: int, shift: int) -> Node:
    """A day told from the one the text named last; vague where it named none."""
    base = words.anchor if words.anchor is not None else words.now
    senses = one_day(midnight(base) + shift * DAY)
    relation = {-1: "before", 0: "same", 1: "after"}[shift]
    return Node(
        start=start, stop=stop, type="date", grain="day", senses=senses, relation=relation,
        vague=words.anchor is None, units=(("D", float(abs(shift))),),
    )  # fmt: skip


def _node(words: Words, start: int, stop: int, shift: int) -> Node:
    senses = one_day(midnight(words.now) + shift * DAY)
    return Node(start=start, stop=stop, type="date", grain="day", senses=senses)


def _numbered(words: Words, place: int) -> Node | None:
    """The 15th (day) of next month, the 20th next month, 31st of this month, the first day of the month."""
    inner = words.skip(place, {"the"})
    found = (-1, inner + 1) if words[inner] == "last" and words[inner + 1] == "day" else ordinal(words, inner)
    if found is None:
        return None
    day, after = found
    after = words.skip(after, {"day"})
    of = words.skip(after, {"of", "in"})
    of = words.skip(of, {"the"}) if of > after else of
    shift = SHIFTS.get(words[of])
    unit = of if shift is None else of + 1
    if shift is None and (of == after or words[of - 1] != "the"):
        return None
    if words[unit] != "month" or words[unit + 1] == "'":
        return None
    month = add_months(midnight(words.now).replace(day=1), shift or 0)
    size = days_in_month(month.year, month.month)
    if day > size:
        unknown = Sense(f"{month.year:04d}-{month.month:02d}-{day:02d}")
        node = Node(start=place, stop=unit + 1, type="date", grain="day", senses=(unknown,), day=day)
        return node if not words.strict else None
    if shift is None and after == inner + 1 + (words.number(inner) != "") and words[after - 1] != "day" and day > 0:
        return None
    senses = one_day(month.replace(day=size if day < 0 else day))
    return Node(start=place, stop=unit + 1, type="date", grain="day", senses=senses, day=day)


def bare_day(words: Words, place: int) -> Node | None:
    """A number that can only be a day because of its company: 15 in "seven on 15"."""
    found = month_day(words, place)
    if found is None:
        return None
    return Node(start=place, stop=found[1], type="date", grain="day", day=found[0], clear=False)
