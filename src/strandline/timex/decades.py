"""Decades and centuries: the 2000s, 70's, the nineteen seventies, the noughties, the 15th century."""

from __future__ import annotations

from strandline.timex.calendar import years
from strandline.timex.nodes import Node, Sense
from strandline.timex.numbers import ordinal, small
from strandline.timex.units import range_timex
from strandline.timex.words import Words

_PLURAL_TENS = {
    "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
    "nineties": 90,
}  # fmt: skip
DECADE_WORDS = frozenset(_PLURAL_TENS) | {"noughties", "aughts", "tens"}


def decade(words: Words, place: int) -> Node | None:
    """The decade at a place."""
    inner = words.skip(place, {"the"})
    found = _digits(words, inner) or _spelled(words, inner)
    if found is None:
        return None
    hundreds, tens, stop = found
    if words.strict and hundreds is None and not _cued(words, place, inner):
        return None
    if words.strict and hundreds is None:
        hundreds = 19 if tens > words.now.year % 100 or words.now.year < 2000 else 20
    if hundreds is not None:
        senses: tuple[Sense, ...] = (_sense(hundreds * 100 + tens),)
    else:
        century_now = words.now.year // 100 * 100
        timex = f"(XX{tens:02d}-01-01,XX{(tens + 10) % 100:02d}-01-01,P10Y)"
        past = century_now + tens if century_now + tens < words.now.year else century_now - 100 + tens
        senses = tuple(
            Sense(timex, *years(first, 10), None, tense) for first, tense in ((past, -1), (past + 100, 1)) if first > 0
        )
    return Node(start=place, stop=stop, type="daterange", grain="decade", senses=senses)


def _cued(words: Words, place: int, inner: int) -> bool:
    """Whether a decade without its century is one: in the 70s, the late 80s; not 70s alone."""
    before = place - 2 if words[place - 1] == "-" else place - 1
    if words[before] in ("early", "late", "mid"):
        return True
    return inner > place and words[before] in ("in", "of", "from", "since", "during", "until", "by")


def _sense(first: int) -> Sense:
    begin, until = years(first, 10)
    return Sense(range_timex(begin, until, "P10Y"), begin, until)


def _digits(words: Words, place: int) -> tuple[int | None, int, int] | None:
    """1990s, 1990's, 70s, '70s, 1990 s."""
    inner = words.skip(place, {"'"})
    word = words.number(inner)
    if len(word) not in (2, 4) or word[-1] != "0" or (len(word) == 4 and word[0] not in "12"):
        return None
    stop = words.possessive(inner + 1)
    if stop == inner + 1:
        if words[stop] != "s" or (len(word) == 2 and not words.glued(stop)) or (words.strict and not words.glued(stop)):
            return None
        stop += 1
    if len(word) == 2:
        return (None, int(word), stop) if int(word) >= 20 else None
    return int(word[:2]), int(word[2:]), stop


def _spelled(words: Words, place: int) -> tuple[int | None, int, int] | None:
    """The seventies, the nineteen seventies, the twenty-tens, the noughties."""
    word = words[place]
    if word in ("noughties", "aughts"):
        return 20, 0, place + 1
    if word in _PLURAL_TENS:
        return None, _PLURAL_TENS[word], place + 1
    found = small(words, place)
    if found is None or not 15 <= found[0] <= 21:
        return None
    after = words.skip(found[1], {"-"})
    tens = 10 if words[after] == "tens" else _PLURAL_TENS.get(words[after], 0)
    return (found[0], tens, after + 1) if tens else None


def century(words: Words, place: int) -> Node | None:
    """The 15th century."""
    found = ordinal(words, words.skip(place, {"the"}))
    if found is None or words[found[1]] != "century" or not 1 <= found[0] <= 30:
        return None
    first = max(1, (found[0] - 1) * 100)
    begin, until = years(first, found[0] * 100 - first)
    sense = Sense(range_timex(begin, until, "P100Y"), begin, until)
    return Node(start=place, stop=found[1] + 1, type="daterange", grain="century", senses=(sense,))
