"""Years: 2016, the year 2019, year two hundred and sixty seven, fiscal year 2008, class of '99."""

from __future__ import annotations

from strandline.timex.calendar import years
from strandline.timex.lexicon import SHIFTS
from strandline.timex.nodes import Node, Sense, period_node
from strandline.timex.numbers import any_year, digits, plain_year, spelled
from strandline.timex.words import Words, remembered, word_set

_YEAR_CUES = word_set(
    "in since until till by from before after during for around year = > < through throughout circa late early mid"
)
_SURE_CUES = frozenset({"in", "since", "during", "until", "till", "year", "early", "late", "mid"})
_COUNTED = word_set(
    "dollars euros pounds people users words steps pieces lines items units points km kg miles meters metres percent "
    "days hours minutes seconds times copies calories rows pages votes volts watts"
)
AFTER_YEAR = word_set(
    "and or but so i we he she they it you my our his her their the a an was were is are when where while as with at "
    "on in for to until till through because that which who after before then there this by from"
)


@remembered
def year_period(words: Words, place: int) -> Node | None:
    """A year: 2016, the year 2019, year two hundred and sixty seven, fiscal year 2008, =2019."""
    inner = words.skip(place, {"the"})
    special = _special_year(words, inner)
    if special is not None:
        return special
    said = words[inner] in ("year", "years") or (words[inner] == "cy" and words.number(inner + 1) != "")
    number = inner + 1 if said else place
    if not said and (short := _short_year(words, place)) is not None:
        return short
    found = any_year(words, number) or (spelled(words, number) if said else None)
    if found is None and words[inner] == "cy" and len(words.number(number)) == 2:
        found = 2000 + int(words.number(number)), number + 1
    if found is None or not 1 <= found[0] <= 9998:
        return None
    year, stop = found
    if not said and not _year_is_clear(words, place, stop, year):
        return Node(
            start=place, stop=stop, type="daterange", grain="year", senses=(_year(year),), year=year, clear=False
        )
    begin = (
        (inner if words[inner] == "cy" else place)
        if said
        else place - 1
        if words[place - 1] == "=" and words[place - 2] not in ("<", ">")
        else place
    )
    return Node(start=begin, stop=stop, type="daterange", grain="year", senses=(_year(year),), year=year)


def _short_year(words: Words, place: int) -> Node | None:
    """In '99, class of '08."""
    number = words.number(place + 1)
    if words[place] != "'" or len(number) != 2 or not words.glued(place + 1) or words[place + 2] in ("s", "'"):
        return None
    if words[place - 1] not in (
        "in",
        "since",
        "of",
        "until",
        "till",
        "before",
        "after",
        "from",
        "summer",
        "spring",
        "winter",
    ):
        return None
    year = words.now.year // 100 * 100 + int(number)
    return period_node(place, place + 2, "year", _year(year if year <= words.now.year else max(1, year - 100)))


def _year(year: int) -> Sense:
    return Sense(f"{year:04d}", *years(year))


def _year_is_clear(words: Words, place: int, stop: int, year: int) -> bool:
    """Whether a lone number is a year: with a cue in what people write, in the range of years elsewhere."""
    after, before = words[stop], words[place - 1]
    if (words.glued(stop) and after in ("%", "$", "€", "£", "-", "/", "+", "°")) or after in (
        "dollars",
        "people",
        "km",
        "kg",
    ):
        return False
    if before == "at":
        return False
    if words.glued(place) and before in ("-", "/", "$", "€", "£", "#", "_", ":", "'", "@"):
        return False
    cued = before in _YEAR_CUES or (before == "(" and after == ")")
    if not words.number(place):
        return cued
    if words.strict:
        free = not after.isalpha() or after in AFTER_YEAR or (before in _SURE_CUES and after not in _COUNTED)
        classed = before == "of" and words[place - 2] in (
            "class",
            "all",
            "whole",
            "most",
            "rest",
            "much",
            "half",
            "part",
        )
        cued = cued and before not in (">", "<", "=")
        return (cued and free and 1500 <= year <= 2150) or classed
    return 1500 <= year <= 2199


def _special_year(words: Words, place: int) -> Node | None:
    """Fiscal and school years, which no calendar fixes."""
    shift = SHIFTS.get(words[place])
    after = place if shift is None else place + 1
    if calendar := words.phrase(after, "calendar year"):
        number = plain_year(words, calendar) or digits(words, calendar, 2)
        if number is None or shift is not None:
            return None
        value = number[0] if number[0] > 99 else 2000 + number[0]
        return period_node(place, number[1], "year", _year(value))
    code = {"fy": "FY", "sy": "SY"}.get(words[after])
    stop = after + 1
    if code is None:
        stop = words.phrase(after, "fiscal year", "school year", "academic year", "financial year")
        code = "SY" if words[after] in ("school", "academic") else "FY"
        if not stop:
            return None
    year = plain_year(words, stop) or (digits(words, stop, 2) if words.glued(stop) else None)
    if shift is not None:
        value = words.now.year + shift
    elif year is not None:
        value, stop = (year[0] if year[0] > 99 else 2000 + year[0]), year[1]
    else:
        return None
    return period_node(place, stop, "year", Sense(f"{code}{value:04d}"))
