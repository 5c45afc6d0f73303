"""Rules that place a holiday in a year, for the tables of the languages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from strandline.timex.calendar import DAY, easter, nth_weekday

Feast = Callable[[int], datetime]


def on(month: int, day: int) -> Feast:
    """The same day every year."""
    return lambda year: datetime(year, month, day)  # noqa: DTZ001 - naive local times by design


def nth(month: int, weekday: int, which: int, *, plus: int = 0) -> Feast:
    """The so-manieth weekday (0 = Monday) of a month, -1 the last; ``plus`` days later."""
    return lambda year: nth_weekday(year, month, weekday, which) + plus * DAY


def from_easter(days: int) -> Feast:
    """So many days after Easter Sunday."""
    return lambda year: easter(year) + days * DAY


def advent(sunday: int, *, plus: int = 0) -> Feast:
    """The first to fourth Sunday of Advent, ``plus`` days later."""

    def rule(year: int) -> datetime:
        christmas = datetime(year, 12, 25)  # noqa: DTZ001 - naive local times by design
        fourth = christmas - ((christmas.weekday() + 1) % 7 or 7) * DAY
        return fourth + (plus - 7 * (4 - sunday)) * DAY

    return rule


def table(*rows: tuple[str, Feast]) -> dict[str, Feast]:
    """Names with a bar between them -> their rule."""
    return {name: rule for names, rule in rows for name in names.split("|")}
