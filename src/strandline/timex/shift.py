"""Moving a time by the amounts of a duration."""

from __future__ import annotations

from datetime import datetime, timedelta

from strandline.timex.calendar import add_business_days, add_months
from strandline.timex.lexicon import UNIT_SECONDS

Units = tuple[tuple[str, float], ...]


def shift(time: datetime, units: Units, sign: int) -> datetime:
    """The time so much later (or earlier): months and years by the calendar, the rest by their length.

    Raises OverflowError or ValueError where the calendar ends.
    """
    for code, value in units:
        amount = sign * value
        if code in ("Y", "M"):
            months = amount * (12 if code == "Y" else 1)
            time = add_months(time, int(months))
            if months != int(months):
                time += timedelta(days=round((months - int(months)) * 30))
        elif code == "BD":
            time = add_business_days(time, int(amount))
        else:
            time += timedelta(seconds=amount * UNIT_SECONDS[code])
    return time


def in_days(units: Units) -> bool:
    """Whether the amounts are all whole days or longer, so that the result is a day and not an hour of it."""
    return all(code not in ("H", "TM", "S") for code, _ in units)
