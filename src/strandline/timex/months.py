"""Months: May, May 2016, 2016 May, this May, the month of May, May next year, 2016-11, 11/2016."""

from __future__ import annotations

from dataclasses import replace

from strandline.timex.calendar import month
from strandline.timex.dates import month_name
from strandline.timex.lexicon import DOUBTFUL_MONTHS, MONTHS, SHIFTS
from strandline.timex.nodes import Node, Sense, period_node
from strandline.timex.numbers import any_year, digits, plain_year
from strandline.timex.resolve import yearless_month
from strandline.timex.words import Words, remembered, word_set

_MONTH_CUES = word_set(
    "in of during since until till by at from through between early late mid every before after throughout around to "
    "the for over and last"
)


@remembered
def month_period(words: Words, place: int) -> Node | None:
    """A month: May, May 2016, 2016 May, this May, the month of May, May next year, 2016-11, 11/2016."""
    start = place
    if after := words.phrase(place, "the month of", "month of"):
        place = after
    shift = SHIFTS.get(words[place])
    numeric = _numeric_month(words, place)
    if numeric is not None:
        return numeric
    year = any_year(words, place)
    if year is not None and place == start:
        inner = words.skip(words.skip(year[1], {","}), {"-"})
        named = month_name(words, inner)
        return _month(words, start, named[1], named[0], year=year[0]) if named else None
    named = month_name(words, place if shift is None else place + 1)
    if named is None:
        return None
    number, stop = named
    if shift is not None:
        return _month(words, start, stop, number, year=_shifted_year(words, number, shift))
    joined = stop + 1 if words[stop] in ("-", "/") and words.glued(stop) and words.glued(stop + 1) else stop
    year = any_year(words, words.skip(words.skip(words.skip(joined, {","}), {"of", "in"}), {"the"}))
    year = year or (plain_year(words, stop + 3) if words.phrase(stop, "of the year") else None)
    if year is not None:
        return _month(words, start, year[1], number, year=year[0])
    short = words.number(stop)
    if (
        len(short) == 2
        and int(short) > 31
        and words[stop + 1] not in (":", "%", "-", "/")
        and not words[stop + 1].isalpha()
    ):
        return _month(words, start, stop + 1, number, year=1900 + int(short))
    if (relative := relative_year(words, stop)) is not None:
        return _month(words, start, relative[1], number, year=words.now.year + relative[0])
    if words[stop] == "'" and len(words.number(stop + 1)) == 2 and words.glued(stop + 1):
        return _month(words, start, stop + 2, number, year=2000 + int(words.number(stop + 1)))
    clear = place > start or _month_is_clear(words, place)
    stop = stop if words[stop - 1] != "." or words[stop] else stop - 1
    return period_node(start, stop, "month", *yearless_month(words.now, number), clear=clear)


def _month_is_clear(words: Words, place: int) -> bool:
    """Whether a lone month name is one: "in may", but not "may I" or "a march"."""
    word, before = words[place], words[place - 1]
    if before == "$" or (words.strict and before in ("'", "dr", "mr", "mrs", "ms")):
        return False
    if word not in DOUBTFUL_MONTHS and not words.strict:
        return True
    if (
        word in ("may", "march")
        and before in ("and", "to", "over", "around", "every")
        and words[place - 2] not in MONTHS
    ):
        return False
    cued = before in _MONTH_CUES and not (words.strict and before in ("to", "the", "and", "for", "over", "at"))
    return cued and not (word in ("may", "march") and words[place + 1] in ("on", "be", "have", "not", "i", "you", "we"))


def _shifted_year(words: Words, number: int, shift: int) -> int:
    now = words.now
    if shift == 0 or not words.strict:
        return now.year + shift
    return now.year - (number >= now.month) if shift < 0 else now.year + (number <= now.month)


def _month(words: Words, start: int, stop: int, number: int, *, year: int) -> Node:
    sense = Sense(f"{year:04d}-{number:02d}", *month(year, number))
    return replace(period_node(start, stop, "month", sense), year=year, month=number)


def relative_year(words: Words, place: int) -> tuple[int, int] | None:
    """This year, next year, of last year."""
    after = words.skip(words.skip(place, {","}), {"of", "in"})
    shift = SHIFTS.get(words[words.skip(after, {"the"})])
    after = words.skip(after, {"the"})
    return (shift, after + 2) if shift is not None and words[after + 1] == "year" and words[after + 2] != "'" else None


def _numeric_month(words: Words, place: int) -> Node | None:
    """2016-11, 11/2016, 2015.3, 2016 / 11."""
    sign = words[place + 1]
    if sign not in ("-", "/", ".") or not words.number(place):
        return None
    loose = not words.glued(place + 1) or not words.glued(place + 2)
    if (words.strict and (loose or sign == ".")) or (sign == "." and loose):
        return None
    year = plain_year(words, place)
    number = digits(words, place + 2, 2) if year is not None else digits(words, place, 2)
    year = year or plain_year(words, place + 2)
    before, after = words[place - 1], words[place + 3]
    if year is None or number is None or not 1 <= number[0] <= 12 or not 1000 <= year[0] <= 2999:
        return None
    if (words.glued(place) and before in ("-", "/", ".", ":")) or (after in ("-", "/", ":") and words.glued(place + 3)):
        return None
    if after == "." and words.glued(place + 3) and words.number(place + 4) and words.glued(place + 4):
        return None
    return _month(words, place, place + 3, number[0], year=year[0])
