"""The words of time in English: months, weekdays, units, seasons, parts of the day."""

from __future__ import annotations

from functools import lru_cache

MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
MONTHS = {name: number for number, name in enumerate(MONTH_NAMES, 1)}
MONTHS |= {name[:3]: number for number, name in enumerate(MONTH_NAMES, 1)} | {"sept": 9}
DOUBTFUL_MONTHS = frozenset({"may", "march", "mar", "jan", "dec", "sep", "august"})
"""Names that are other words or people's names too; "august" only in lower case, but case is not read here."""

WEEKDAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAYS = {name: number for number, name in enumerate(WEEKDAY_NAMES)}
WEEKDAYS |= {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "wedn": 2, "wednes": 2, "thu": 3, "thur": 3, "thurs": 3,
    "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip
DOUBTFUL_WEEKDAYS = frozenset({"sun", "sat", "wed", "mon"})
WEEKDAYS_PLURAL = {name + "s": number for number, name in enumerate(WEEKDAY_NAMES)}

UNITS = {
    "second": "S", "sec": "S", "minute": "TM", "min": "TM", "hour": "H", "hr": "H", "day": "D", "week": "W", "wk": "W",
    "month": "M", "year": "Y", "yr": "Y", "decade": "10Y", "century": "100Y", "weekend": "WE", "fortnight": "2W",
    "quarter": "3M", "night": "D", "minuet": "TM",
}  # fmt: skip
UNITS |= {name + "s": unit for name, unit in UNITS.items()} | {"centuries": "100Y"}
LETTER_UNITS = {"y": "Y", "ys": "Y", "h": "H", "d": "D", "w": "W", "m": "TM", "s": "S"}
"""Only when glued to their number: 2y, 3h."""

UNIT_SECONDS = {
    "S": 1, "TM": 60, "H": 3600, "D": 86400, "BD": 86400, "W": 604800, "M": 2592000, "Y": 31536000, "WE": 172800,
}  # fmt: skip
UNIT_GRAINS = {
    "S": "second", "TM": "minute", "H": "hour", "D": "day", "BD": "day", "W": "week", "M": "month", "Y": "year",
    "WE": "weekend",
}  # fmt: skip

SEASONS = {"spring": "SP", "summer": "SU", "fall": "FA", "autumn": "FA", "winter": "WI"}
SEASONS |= {"springtime": "SP", "summertime": "SU", "wintertime": "WI"}

DAY_PARTS = {
    "morning": ("TMO", 8, 12), "afternoon": ("TAF", 12, 16), "evening": ("TEV", 16, 20), "night": ("TNI", 20, 24),
    "daytime": ("TDT", 8, 18), "lunch": ("TMEL", 11, 13), "lunchtime": ("TMEL", 11, 13), "dinner": ("TMED", 16, 20),
    "dinnertime": ("TMED", 16, 20), "supper": ("TMED", 16, 20), "suppertime": ("TMED", 16, 20),
    "breakfast": ("TMEB", 8, 12), "brunch": ("TMER", 8, 12),
}  # fmt: skip
DAY_PARTS |= {
    name + "s": part for name, part in DAY_PARTS.items() if name in {"morning", "afternoon", "evening", "night"}
}
MEALS = frozenset({"lunch", "dinner", "supper", "breakfast", "brunch"})

THIS = frozenset({"this", "current"})
NEXT = frozenset({"next", "coming", "following", "upcoming", "nxt"})
LAST = frozenset({"last", "previous", "past"})
SHIFTS = dict.fromkeys(THIS, 0) | dict.fromkeys(NEXT, 1) | dict.fromkeys(LAST, -1)

TODAY = {"today": 0, "tomorrow": 1, "yesterday": -1, "tmr": 1, "tmrw": 1, "tmw": 1, "tomorow": 1, "tommorow": 1,
         "tommorrow": 1, "otd": 0, "tomoz": 1, "tmro": 1, "yday": -1}  # fmt: skip


def distance(one: str, other: str, limit: int = 2) -> int:
    """Edits (a letter more, less, changed, or two swapped) from one word to another; more than ``limit`` reads as 9."""
    if abs(len(one) - len(other)) > limit:
        return 9
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        older, before, row = before, row, [i, *([0] * len(other))]
        for j, wanted in enumerate(other, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                row[j] = min(row[j], older[j - 2] + 1)
    return row[-1] if row[-1] <= limit else 9


def clear_caches() -> None:
    """Forget the words that were looked up last."""
    misspelt_month.cache_clear()
    misspelt_weekday.cache_clear()


@lru_cache(maxsize=4096)
def misspelt_month(word: str) -> int:
    """The month a word was meant to be, 0 if none: the same first letter, one edit, two in long names."""
    if not 5 <= len(word) <= 11 or word in MONTHS or not word.isascii():
        return 0
    for number, name in enumerate(MONTH_NAMES, 1):
        if name[0] == word[0] and len(name) > 5 and distance(word, name) <= (2 if len(name) > 6 else 1):
            return number
    return 0


@lru_cache(maxsize=4096)
def misspelt_weekday(word: str) -> int:
    """The weekday a word was meant to be, -1 if none: two letters swapped, one more, less or changed."""
    if not 6 <= len(word) <= 10 or word in WEEKDAYS or word in WEEKDAYS_PLURAL or not word.isascii():
        return -1
    for number, name in enumerate(WEEKDAY_NAMES):
        if name[0] == word[0] and word[-2:] in ("ay", "ya", "dy") and distance(word, name, 1) == 1:
            return number
    return -1
