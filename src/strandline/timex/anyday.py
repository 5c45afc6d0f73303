"""A single day in any form but a counted one."""

from __future__ import annotations

from strandline.timex.dates import date, lone_day
from strandline.timex.daywords import day_word
from strandline.timex.holidays import holiday
from strandline.timex.nodes import Node
from strandline.timex.weekdays import weekday
from strandline.timex.words import Words, remembered


@remembered
def any_day(words: Words, place: int) -> Node | None:
    """The day at a place: by its date, its weekday, its holiday, its word or its number."""
    return (
        date(words, place)
        or weekday(words, place)
        or holiday(words, place)
        or day_word(words, place)
        or lone_day(words, place)
    )
