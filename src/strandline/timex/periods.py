"""Periods of the calendar in any form: May 2016, next week, Q3, the seventies, the year 2019."""

from __future__ import annotations

from collections.abc import Callable

from strandline.timex.decades import century, decade
from strandline.timex.months import month_period
from strandline.timex.nodes import Node, longest
from strandline.timex.quarters import quarter_period, week_period
from strandline.timex.shifted import season_period, shifted_period
from strandline.timex.words import Words, remembered
from strandline.timex.years import year_period

_Reader = Callable[[Words, int], Node | None]


@remembered
def named_period(words: Words, place: int) -> Node | None:
    """The period at a place, without its parts (early, end of): the furthest reaching of all kinds."""
    return longest(*(read(words, place) for read in _READERS))


_READERS: tuple[_Reader, ...] = (
    month_period, week_period, quarter_period, shifted_period, season_period, decade, century, year_period,
)  # fmt: skip
