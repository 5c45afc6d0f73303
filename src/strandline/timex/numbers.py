"""Numbers in digits and in English words: counts, ordinals, days of the month, years."""

from __future__ import annotations

from strandline.timex.words import Words

Found = tuple[int, int]
"""A value and the place after its words."""

_UNITS = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS = {
    word: value
    for value, word in zip(
        range(20, 100, 10), ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), strict=True
    )
}
_ORDINAL_UNITS = {
    word: value
    for value, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
        ],
        1,
    )
}
_ORDINAL_TENS = {word[:-1] + "ieth": value for word, value in _TENS.items()}
_SUFFIXES = frozenset({"st", "nd", "rd", "th"})

NUMBER_WORDS = frozenset(_UNITS) | frozenset(_TENS)
ORDINAL_WORDS = frozenset(_ORDINAL_UNITS) | frozenset(_ORDINAL_TENS)


def small(words: Words, place: int) -> Found | None:
    """A number below 100 in words: seven, fifteen, twenty, twenty-one."""
    word = words[place]
    if word in _UNITS:
        return _UNITS[word], place + 1
    if word not in _TENS:
        return None
    after = place + 2 if words[place + 1] == "-" else place + 1
    unit = _UNITS.get(words[after], 0)
    return (_TENS[word] + unit, after + 1) if 0 < unit < 10 else (_TENS[word], place + 1)


def digits(words: Words, place: int, longest: int = 4) -> Found | None:
    """A number in digits, of so many digits at most."""
    word = words.number(place)
    return (int(word), place + 1) if word and len(word) <= longest else None


def spelled(words: Words, place: int) -> Found | None:
    """A whole number in words up to the thousands: two hundred and sixty seven, one thousand seven hundred."""
    found = small(words, place)
    if found is None:
        return None
    total, value = 0, found[0]
    place = found[1]
    for scale, word in ((1000, "thousand"), (100, "hundred")):
        if words[place] != word:
            continue
        total += value * scale
        value, place = 0, place + 1
        rest = small(words, place + 1 if words[place] == "and" else place)
        if rest is None:
            break
        value, place = rest
    return total + value, place


def whole(words: Words, place: int) -> Found | None:
    """A whole number in digits or words."""
    return digits(words, place, 6) or spelled(words, place)


def ordinal(words: Words, place: int) -> Found | None:
    """An ordinal: 21st, twenty-first, third."""
    number = digits(words, place)
    if number is not None:
        suffixed = words[place + 1] in _SUFFIXES and words.glued(place + 1)
        return (number[0], place + 2) if suffixed else None
    word = words[place]
    if word in _ORDINAL_UNITS:
        return _ORDINAL_UNITS[word], place + 1
    if word in _ORDINAL_TENS:
        return _ORDINAL_TENS[word], place + 1
    if word in _TENS:
        after = place + 2 if words[place + 1] == "-" else place + 1
        unit = _ORDINAL_UNITS.get(words[after], 0)
        if 0 < unit < 10:
            return _TENS[word] + unit, after + 1
    return None


def month_day(words: Words, place: int) -> Found | None:
    """A day of the month, 1 to 31: 4, 04, 4th, fourth, twenty one."""
    found = ordinal(words, place) or digits(words, place, 2) or small(words, place)
    return found if found is not None and 1 <= found[0] <= 31 else None


def plain_year(words: Words, place: int) -> Found | None:
    """A year of four digits, 1000 to 2999, that is not part of a longer number."""
    word = words.number(place)
    if len(word) != 4 or word[0] not in "12":
        return None
    if words.glued(place) and words[place - 1] in {".", ",", "$", "€", "£", "#", ":"} and words.number(place - 2):
        return None
    if words.glued(place + 1) and words[place + 1] in {"%", "px", "k", "m", "kg", "km", "th", "ml", "g", "w", "mm"}:
        return None
    return int(word), place + 1


def spelled_year(words: Words, place: int) -> Found | None:
    """A year in words: nineteen seventy eight, two thousand and eighteen, seventeen hundred thirty three."""
    first = small(words, place)
    if first is None:
        return None
    value, after = first
    if words[after] in ("thousand", "hundred"):
        found = spelled(words, place)
        return found if found is not None and 1000 <= found[0] <= 2999 else None
    if not 11 <= value <= 21:
        return None
    after = words.skip(after, {"-"})
    if words[after] in ("oh", "o"):
        last = small(words, after + 1)
        return (100 * value + last[0], last[1]) if last is not None and 0 < last[0] < 10 else None
    last = small(words, after)
    return (100 * value + last[0], last[1]) if last is not None and last[0] >= 10 else None


def any_year(words: Words, place: int) -> Found | None:
    """A year in four digits or in words."""
    return plain_year(words, place) or spelled_year(words, place)
