"""Holidays by name, fixed and moving, with the rule that places them in a year."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from strandline.timex.calendar import DAY, easter, local, midnight, nth_weekday
from strandline.timex.lexicon import SHIFTS
from strandline.timex.nodes import Node, Sense, date_text, whole_day
from strandline.timex.numbers import any_year
from strandline.timex.words import Words, remembered

_FIXED = {
    "new year 's day": (1, 1), "new years day": (1, 1), "new year day": (1, 1), "new year": (1, 1),
    "new year 's": (1, 1), "new years": (1, 1), "yuandan": (1, 1), "epiphany": (1, 6), "three kings day": (1, 6),
    "groundhog day": (2, 2), "valentine 's day": (2, 14), "valentines day": (2, 14), "valentine 's": (2, 14),
    "valentine day": (2, 14), "saint valentine 's day": (2, 14), "valentines": (2, 14),
    "saint patrick": (3, 17), "st patrick 's day": (3, 17), "saint patrick 's day": (3, 17),
    "st . patrick 's day": (3, 17), "st patricks day": (3, 17), "saint patricks day": (3, 17), "paddy 's day": (3, 17),
    "women 's day": (3, 8), "international women 's day": (3, 8), "april fools": (4, 1), "april fool 's day": (4, 1),
    "april fools day": (4, 1), "april fools ' day": (4, 1), "earth day": (4, 22), "may day": (5, 1),
    "international workers ' day": (5, 1), "international workers day": (5, 1), "int ' l workers day": (5, 1),
    "int ' l workers ' day": (5, 1), "workers ' day": (5, 1), "cinco de mayo": (5, 5), "juneteenth": (6, 19),
    "independence day": (7, 4), "fourth of july": (7, 4), "bastille day": (7, 14), "halloween": (10, 31),
    "all hallows eve": (10, 31), "halloween day": (10, 31), "all saints ' day": (11, 1), "all saints day": (11, 1),
    "all souls day": (11, 2), "all souls ' day": (11, 2), "guy fawkes day": (11, 5), "bonfire night": (11, 5),
    "australia day": (1, 26), "inauguration day": (1, 20), "pi day": (3, 14), "tax day": (4, 15),
    "st george 's day": (4, 23), "anzac day": (4, 25), "king 's day": (4, 27), "youth day": (5, 4),
    "children 's day": (6, 1), "flag day": (6, 14), "canada day": (7, 1), "teacher 's day": (9, 10),
    "teachers ' day": (9, 10), "kwanzaa": (12, 26), "veterans day": (11, 11), "veterans ' day": (11, 11),
    "veteran 's day": (11, 11), "armistice day": (11, 11),
    "remembrance day": (11, 11), "singles day": (11, 11), "singles ' day": (11, 11),
    "christmas": (12, 25), "christmas day": (12, 25), "xmas": (12, 25), "xmas day": (12, 25), "x - mas": (12, 25),
    "christmas eve": (12, 24), "xmas eve": (12, 24), "boxing day": (12, 26),
    "new year 's eve": (12, 31), "new years eve": (12, 31), "new year eve": (12, 31), "nye": (12, 31),
    "st nicholas day": (12, 6), "saint nicholas day": (12, 6),
}  # fmt: skip
_NTH = {
    "martin luther king day": (1, 0, 3), "martin luther king jr day": (1, 0, 3), "mlk day": (1, 0, 3),
    "presidents ' day": (2, 0, 3), "presidents day": (2, 0, 3), "president 's day": (2, 0, 3),
    "washington 's birthday": (2, 0, 3), "mother 's day": (5, 6, 2), "mothers day": (5, 6, 2),
    "mothers ' day": (5, 6, 2), "memorial day": (5, 0, -1), "father 's day": (6, 6, 3), "fathers day": (6, 6, 3),
    "fathers ' day": (6, 6, 3), "labor day": (9, 0, 1), "labour day": (9, 0, 1), "columbus day": (10, 0, 2),
    "canadian thanksgiving": (10, 0, 2), "thanksgiving": (11, 3, 4), "thanksgiving day": (11, 3, 4),
    "thanks giving": (11, 3, 4), "thanks giving day": (11, 3, 4),
}  # fmt: skip
_FROM_EASTER = {
    "easter": 0, "easter day": 0, "easter sunday": 0, "easter monday": 1, "easter saturday": -1, "good friday": -2,
    "maundy thursday": -3, "holy thursday": -3, "holy saturday": -1, "palm sunday": -7, "ash wednesday": -46,
    "shrove tuesday": -47, "mardi gras": -47, "fat tuesday": -47, "pancake day": -47, "ascension day": 39,
    "pentecost": 49, "whit sunday": 49, "whit monday": 50, "pentecost monday": 50, "corpus christi": 60,
    "trinity sunday": 56,
}  # fmt: skip
_AFTER_THANKSGIVING = {"black friday": 1, "cyber monday": 4}
_ISLAMIC_NEW_YEARS = {
    2015: (10, 14), 2016: (10, 2), 2017: (9, 21), 2018: (9, 11), 2019: (8, 31), 2020: (8, 19), 2021: (8, 9),
    2022: (7, 29), 2023: (7, 18), 2024: (7, 7), 2025: (6, 26), 2026: (6, 16), 2027: (6, 6), 2028: (5, 25),
}  # fmt: skip
_ISLAMIC = frozenset({"islamic new year", "hijri new year", "arabic new year"})
_LUNAR_NEW_YEARS = {
    2015: (2, 19), 2016: (2, 8), 2017: (1, 28), 2018: (2, 16), 2019: (2, 5), 2020: (1, 25), 2021: (2, 12),
    2022: (2, 1), 2023: (1, 22), 2024: (2, 10), 2025: (1, 29), 2026: (2, 17), 2027: (2, 6), 2028: (1, 26),
}  # fmt: skip
_LUNAR = frozenset({"chinese new year", "lunar new year", "spring festival", "chinese new year 's day"})

_Rule = Callable[[int], datetime]


def _fixed(month: int, day: int) -> _Rule:
    return lambda year: local(year, month, day)


def _nth(month: int, weekday: int, which: int) -> _Rule:
    return lambda year: nth_weekday(year, month, weekday, which)


def _from_easter(days: int) -> _Rule:
    return lambda year: easter(year) + days * DAY


def _after_thanksgiving(days: int) -> _Rule:
    return lambda year: nth_weekday(year, 11, 3, 4) + days * DAY


def _listed(days: dict[int, tuple[int, int]]) -> _Rule:
    """A holiday of another calendar, known for the years of a table."""

    def day(year: int) -> datetime:
        if year not in days:
            raise ValueError(f"the day of {year} is not known")
        return local(year, *days[year])

    return day


def _key(name: str) -> tuple[str, ...]:
    return tuple(name.replace("'s", "' s").replace("-", " - ").split())


_RULES: dict[tuple[str, ...], _Rule] = (
    {_key(name): _fixed(*rule) for name, rule in _FIXED.items()}
    | {_key(name): _nth(*rule) for name, rule in _NTH.items()}
    | {_key(name): _from_easter(days) for name, days in _FROM_EASTER.items()}
    | {_key(name): _after_thanksgiving(days) for name, days in _AFTER_THANKSGIVING.items()}
    | dict.fromkeys(map(_key, _ISLAMIC), _listed(_ISLAMIC_NEW_YEARS))
    | dict.fromkeys(map(_key, _LUNAR), _listed(_LUNAR_NEW_YEARS))
)
_NTH_KEYS = {_key(name): rule for name, rule in _NTH.items()}
_FIXED_KEYS = {_key(name): rule for name, rule in _FIXED.items()}
_BY_FIRST: dict[str, list[tuple[str, ...]]] = {}
for _name in sorted(_RULES, key=len, reverse=True):
    _BY_FIRST.setdefault(_name[0], []).append(_name)

HOLIDAY_WORDS = frozenset(_BY_FIRST)


def holiday_name(words: Words, place: int) -> tuple[tuple[str, ...], int] | None:
    """The longest holiday named at a place, and the place after its name."""
    for name in _BY_FIRST.get(words[place], ()):
        if tuple(words.low[place : place + len(name)]) == name:
            return name, place + len(name)
    return None


@remembered
def holiday(words: Words, place: int) -> Node | None:
    """The holiday at a place: of a named year, this, next or last one, or the last and the next one."""
    shift = SHIFTS.get(words[place])
    found = holiday_name(words, place if shift is None else place + 1)
    if found is None:
        return None
    name, stop = found
    if shift is not None and words.low[place] in ("past",) and not words.strict:
        return None
    year = any_year(words, words.skip(words.skip(stop, {",", "in"}), {"of"}))
    if year is not None:
        return _node(place, year[1], _in_year(name, year[0]), year[0])
    if (named := _relative_year(words, stop)) is not None:
        return _node(place, named[1], _in_year(name, words.now.year + named[0]), words.now.year + named[0])
    senses = _near(name, words.now)
    if shift is not None and senses:
        chosen = _shifted(name, words.now, shift, senses)
        return _node(place, stop, (whole_day(date_text(chosen), chosen),), chosen.year)
    return _node(place, stop, senses, 0)


def _relative_year(words: Words, place: int) -> tuple[int, int] | None:
    """This year, next year, last year."""
    after = words.skip(place, {"of"})
    shift = SHIFTS.get(words[after])
    return (shift, after + 2) if shift is not None and words[after + 1] == "year" else None


def _shifted(name: tuple[str, ...], now: datetime, shift: int, senses: tuple[Sense, ...]) -> datetime:
    if shift == 0:
        return _RULES[name](now.year)
    tense = 1 if shift > 0 else -1
    first = next((s.first for s in senses if s.tense == tense), None)
    return first if first is not None else _RULES[name](now.year + shift)


def _node(start: int, stop: int, senses: tuple[Sense, ...], year: int) -> Node | None:
    if not senses:
        return None
    return Node(start=start, stop=stop, type="date", grain="day", senses=senses, year=year)


def _in_year(name: tuple[str, ...], year: int) -> tuple[Sense, ...]:
    try:
        day = _RULES[name](year)
    except (ValueError, OverflowError):
        return ()
    if name in _NTH_KEYS and _NTH_KEYS[name][2] > 0:
        month, weekday, which = _NTH_KEYS[name]
        return (whole_day(f"{year:04d}-{month:02d}-WXX-{weekday + 1}-{which}", day),)
    return (whole_day(date_text(day), day),)


def _near(name: tuple[str, ...], now: datetime) -> tuple[Sense, ...]:
    """The last such day before today and the next from today on."""
    today, days = midnight(now), []
    for year in range(max(1, now.year - 1), min(9999, now.year + 1) + 1):
        try:
            days.append(_RULES[name](year))
        except (ValueError, OverflowError):
            continue
    past, future = [d for d in days if d < today], [d for d in days if d >= today]
    day = future[0] if future else None
    timex = _timex(name, day or (past[-1] if past else None))
    senses = [whole_day(timex, past[-1], -1)] if past else []
    if day is not None:
        senses.append(whole_day(timex, day, 1))
    return tuple(senses)


def _timex(name: tuple[str, ...], day: datetime | None) -> str:
    if name in _FIXED_KEYS:
        month, number = _FIXED_KEYS[name]
        return f"XXXX-{month:02d}-{number:02d}"
    if name in _NTH_KEYS and _NTH_KEYS[name][2] > 0:
        month, weekday, which = _NTH_KEYS[name]
        return f"XXXX-{month:02d}-WXX-{weekday + 1}-{which}"
    return f"XXXX-{day.month:02d}-{day.day:02d}" if day is not None else ""
