"""Which words can begin a time expression: a text without one is not read at all."""

from __future__ import annotations

import re

from strandline.timex.decades import DECADE_WORDS
from strandline.timex.holidays import HOLIDAY_WORDS, holiday_name
from strandline.timex.lexicon import (
    DAY_PARTS,
    MONTHS,
    SEASONS,
    SHIFTS,
    TODAY,
    UNITS,
    WEEKDAYS,
    WEEKDAYS_PLURAL,
    misspelt_month,
    misspelt_weekday,
)
from strandline.timex.numbers import NUMBER_WORDS, ORDINAL_WORDS
from strandline.timex.relations import RELATION_WORDS
from strandline.timex.sets import SET_WORDS
from strandline.timex.words import Words, word_set

_BASE = (
    frozenset(MONTHS) | frozenset(WEEKDAYS) | frozenset(WEEKDAYS_PLURAL) | frozenset(TODAY) | frozenset(SEASONS)
    | frozenset(DAY_PARTS) | frozenset(UNITS) | DECADE_WORDS | SET_WORDS
    | word_set(
        "now noon midday midnight noonish tonight tonite weekend weekends recently lately asap eod eom eoy eow "
        "business century present moment date midafternoon midmorning noontime possible springs summers autumns "
        "winters weekday weekdays workday workdays"
    )
)  # fmt: skip
_CORE = _BASE | HOLIDAY_WORDS
_LEADS = word_set(
    "the a an in at on from between for this that next last previous past coming following upcoming current same my "
    "within more less early late mid middle beginning start end earlier later rest remainder half quarter three first "
    "other few several some couple another all full whole entire just as right every each any about around over "
    "almost nearly week month day year w fy sy cy fiscal school academic financial q h by = > < ' turn close midst "
    "ending circa approximately roughly once twice effective times to bi semi during working office "
    "work nxt ages while calendar"
)
_STRONG = (
    _CORE
    | NUMBER_WORDS
    | ORDINAL_WORDS
    | frozenset(SHIFTS)
    | word_set(
        "ago half few several couple some whole full y w fy sy cy q h rest remainder early late mid middle start "
        "beginning end"
    )
)
_BEGIN = _CORE | NUMBER_WORDS | ORDINAL_WORDS | RELATION_WORDS | _LEADS
_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"[0-9]")
_MISSPELT = re.compile(r"(?:day|ary|ber|gust)(?![^\W_])")  # how names of days and months end, however the rest is spelt
_TALK = (
    _CORE - {"date", "moment", "present"}
    | ORDINAL_WORDS
    | word_set("am pm half past ago clock oclock nineteen twenty eighteen seventeen thousand hundred")
)
_ANY = _TALK | NUMBER_WORDS
_HARD = (
    (_BASE - frozenset({"every", "each", "any"}))
    | NUMBER_WORDS
    | ORDINAL_WORDS
    | word_set("ago half am pm fiscal time")
)
_PLAIN = word_set("for time times business am pm more not minute minutes hour hours breakfast lunch dinner")
_ONLY_WITH = {"to": ("date",), "up": ("to", "until", "till", "til")}
"""Words that begin an expression with few others."""
_FAR = 10
"""How far behind its first word the core of an expression may stand at most."""
_REACH = 5
"""How far behind a leading word the first word of time may stand: as early as in the middle of next week."""


def worth_reading(text: str, *, strict: bool) -> bool:
    """Whether any word or digit of a text could belong to a time expression."""
    low = text.lower()
    if _DIGIT.search(low) or _MISSPELT.search(low):
        return True
    if not (_TALK if strict else _ANY).isdisjoint(_WORD.findall(low)):
        return True
    return "present" in low or "moment" in low or "this time" in low or "to date" in low


def beginnings(words: Words) -> list[bool]:
    """For each word, whether an expression may begin with it: a word that leads to one, with its core not far on."""
    begins = [False] * words.count
    core = strong = words.count + _FAR
    for place in range(words.count - 1, -1, -1):
        word = words[place]
        number = words.number(place) != ""
        hard = number or _is_core(words, place, word)
        known = hard or word in _BEGIN
        if hard:
            core = strong = place
        elif word in _STRONG:
            strong = place
        if known and core - place < _FAR and not (words.strict and _is_plain(words, place, word)):
            begins[place] = word not in _LEADS or strong - place < _REACH
    return begins


def _is_plain(words: Words, place: int, word: str) -> bool:
    """Whether a word that may begin an expression begins none here, in what people write."""
    following = words[place + 1]
    if word == "'":
        return words.number(place + 1) == ""
    return word in _PLAIN or (word in _ONLY_WITH and following not in _ONLY_WITH[word])


def _is_core(words: Words, place: int, word: str) -> bool:
    """Whether a word is a time, a day, a unit or a number itself."""
    return word in _HARD or (word in HOLIDAY_WORDS and holiday_name(words, place) is not None) or _misspelt(word)


def _misspelt(word: str) -> bool:
    return len(word) > 5 and (misspelt_weekday(word) >= 0 or misspelt_month(word) > 0)
