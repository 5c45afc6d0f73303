"""Durations: 3 hrs, an hour and a half, half a year, 1 month, 21 days, a couple of weeks, the whole day."""

from __future__ import annotations

from dataclasses import dataclass

from strandline.timex.lexicon import LETTER_UNITS, UNIT_GRAINS, UNIT_SECONDS, UNITS
from strandline.timex.nodes import Node, Sense
from strandline.timex.numbers import spelled
from strandline.timex.words import Words, remembered

_VAGUE = {"few": 3, "several": 3, "some": 3}
_WHOLE = frozenset({"full", "whole", "entire"})
_ORDER = ("Y", "M", "W", "D", "WE", "BD", "H", "TM", "S")


@dataclass(frozen=True, slots=True)
class Count:
    """How many of a unit: the number, the place after it, and whether it is only about so many."""

    value: float
    stop: int
    vague: bool = False


def count(words: Words, place: int) -> Count | None:
    """A number of units: 3, 3.5, twenty and four, a, a few, a couple of, half an."""
    word = words.number(place)
    if word:
        return _digit_count(words, place, word)
    article = words.skip(place, {"a", "an", "another", "the"}) if words[place] != "the" else place
    if after := words.phrase(article, "couple of", "couple", "pair of"):
        return Count(2, after, True)
    if words[article] in _VAGUE:
        return Count(_VAGUE[words[article]], words.skip(article + 1, {"more"}), True)
    if after := words.phrase(article, "quarter of an", "quarter of a"):
        return Count(0.25, after)
    if after := words.phrase(article, "three quarters of an", "three quarters of a"):
        return Count(0.75, after)
    if words[article] == "half":
        return Count(0.5, words.skip(words.skip(article + 1, {"a", "an"}), {"-"}))
    if words[article] in _WHOLE:
        return Count(1, words.skip(article + 1, {"-"}))
    if article > place:
        return Count(1, words.skip(article, {"single"}))
    found = spelled(words, place)
    if found is None:
        return None
    value, after = found
    if words[after] == "and" and value in (20, 30, 40, 50) and (unit := spelled(words, after + 1)) and unit[0] < 10:
        value, after = value + unit[0], unit[1]
    if halved := words.phrase(after, "and a half", "and half"):
        return Count(value + 0.5, halved)
    return Count(value, words.skip(words.skip(after, {"-"}), {"more", "full", "whole"}))


def _digit_count(words: Words, place: int, word: str) -> Count | None:
    if len(word) > 6 or (words.glued(place) and words[place - 1] in {".", ",", ":", "/", "$", "€", "£"}):
        return None
    value, after = float(word), place + 1
    if words[after] == "." and words.glued(after) and words.glued(after + 1) and words.number(after + 1):
        value, after = float(f"{word}.{words.number(after + 1)[:9]}"), after + 2
    elif words[after] == "," and words.glued(after) and words.glued(after + 1) and len(words.number(after + 1)) == 3:
        value, after = float(word + words.number(after + 1)), after + 2
    elif words.phrase(after, "1 / 2"):
        value, after = value + 0.5, after + 3
    if words.phrase(after, "and a half"):
        return Count(value + 0.5, after + 3)
    return Count(value, words.skip(words.skip(after, {"-"}), {"more", "full", "whole"}))


def unit(words: Words, place: int) -> tuple[str, int] | None:
    """The code of a unit of time and the place after it; a business day is one."""
    word = words[place]
    if word in ("business", "working", "work") and words[place + 1] in ("day", "days"):
        return "BD", place + 2
    if word in UNITS:
        return UNITS[word], place + 1
    return (LETTER_UNITS[word], place + 1) if word in LETTER_UNITS and words.glued(place) else None


@remembered
def amount(words: Words, place: int) -> tuple[float, str, int, bool] | None:
    """One amount: the number, the unit's code, the place after it, and whether it is vague."""
    counted = count(words, place)
    if counted is None:
        return None
    found = unit(words, counted.stop)
    if found is None:
        return None
    code, stop = found
    if words[counted.stop] == "night" and counted.value != 1 and words[counted.stop - 1] != "-":
        # three night markets
        return None
    if words[counted.stop] in ("second", "quarter") and counted.value == 1 and not _ends_amount(words, stop):
        return None
    if (
        words.strict
        and words[counted.stop] in LETTER_UNITS
        and words[counted.stop] != "h"
        and not _chained(words, place, stop)
    ):
        return None
    if words[counted.stop] in LETTER_UNITS and (words[stop] == "-" or (words[place - 1] == "-" and words.glued(place))):
        return None
    value = counted.value
    if words.phrase(stop, "and a half", "and half"):
        value, stop = value + 0.5, words.phrase(stop, "and a half", "and half")
    if code[0].isdigit():
        scale = code.rstrip("YWM")
        value, code = value * int(scale), code[len(scale) :]
    return value, code, stop, counted.vague


def _chained(words: Words, place: int, stop: int) -> bool:
    """Whether a unit of one letter stands beside another amount: 1h 30m, 2m 16s; not 38s or 4d alone."""
    return bool(words.number(stop) and words[stop + 1] in LETTER_UNITS) or words[place - 1] in LETTER_UNITS


def _ends_amount(words: Words, place: int) -> bool:
    """Whether a second or a quarter is an amount here: not "a second round"."""
    return not words[place].isalpha() or words[place] in (
        "ago",
        "later",
        "before",
        "after",
        "from",
        "or",
        "and",
        "to",
        "in",
        "at",
    )


@remembered
def duration(words: Words, place: int) -> Node | None:
    """The duration at a place: one amount or several."""
    if over := words.phrase(place, "less than", "more than") if not words.strict else 0:
        inner = duration(words, over) if not words.phrase(over, "less than", "more than") else None
        return inner.over(place, inner.stop) if inner is not None else None
    if words.strict and (wider := _about_so_many(words, place)) is not None:
        return wider
    first = amount(words, place)
    if first is None:
        return _all_day(words, place)
    value, code, stop, vague = first
    units = [(code, value)]
    while (more := _next_amount(words, stop)) is not None and more[1] not in {c for c, _ in units}:
        units.append((more[1], more[0]))
        stop, vague = more[2], vague or more[3]
    return length_node(place, stop, tuple(units), vague=vague)


def _about_so_many(words: Words, place: int) -> Node | None:
    """2-3 days, five or six weeks: as long as the longer one, and vague."""
    link = place + 1
    if words[link] not in ("-", "to", "or") or not (words.number(place) or spelled(words, place)):
        return None
    more = amount(words, link + 1)
    if more is None or words[link + 1] in ("a", "an", "the", "half") or (words[link] == "-" and not words.glued(link)):
        return None
    return length_node(place, more[2], ((more[1], more[0]),), vague=True)


def _next_amount(words: Words, place: int) -> tuple[float, str, int, bool] | None:
    """A further amount after and, a comma or nothing."""
    after = words.skip(words.skip(place, {","}), {"and"})
    if words[after] in ("a", "an", "the", "another", "some", "few", "several", "half"):
        return None
    more = amount(words, after)
    # "two weeks 3 days ago" is one, "3 months and 2 days ago" is decided by who reads "ago"
    return more


def _all_day(words: Words, place: int) -> Node | None:
    """All day, all week, full-day; for the hour."""
    if words.phrase(place - 1, "for the hour"):
        return length_node(place, place + 2, (("H", 1.0),))
    if words[place] not in ("all", *_WHOLE):
        return None
    after = words.skip(place + 1, {"-"})
    found = unit(words, after)
    if found is None or words[after].endswith("s") or found[0] in ("WE", "S"):
        return None
    return length_node(place, found[1], ((found[0], 1.0),))


def length_node(start: int, stop: int, units: tuple[tuple[str, float], ...], *, vague: bool = False) -> Node:
    """A node for a duration of these amounts."""
    ordered = tuple(sorted(units, key=lambda item: _ORDER.index(item[0])))
    seconds = sum(UNIT_SECONDS[code] * value for code, value in ordered)
    return Node(
        start=start, stop=stop, type="duration", grain=UNIT_GRAINS[ordered[-1][0]],
        senses=(Sense(length_timex(ordered)),), seconds=seconds, vague=vague, units=ordered,
    )  # fmt: skip


def length_timex(units: tuple[tuple[str, float], ...]) -> str:
    """P1Y2M3DT4H5M6S for ordered amounts."""
    days = "".join(f"{value:.10g}{code}" for code, value in units if code not in ("H", "TM", "S"))
    clock = "".join(f"{value:.10g}{code[-1]}" for code, value in units if code in ("H", "TM", "S"))
    return f"P{days}" + (f"T{clock}" if clock else "")
