"""What a time expression means: the words it covers, the stretch of time it names, every reading of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read an expression, written as TIMEX3 and as the values that go with it.

    ``timex`` is the code ("2016-11-07", "XXXX-WXX-5", "PT1H"). ``value`` is the one value of a date, time, duration
    ("3600" seconds) or set ("not resolved"); ``start`` (inclusive) and ``end`` (exclusive) are those of a range. All in
    the local time of the reference: "2016-11-07", "14:30:00" or "2016-11-07 14:30:00"; empty where there is none.
    """

    timex: str
    value: str = ""
    start: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSpan:
    """One time expression in a text.

    ``start`` and ``stop`` are its characters, ``type`` one of date, daterange, datetime, datetimerange, duration, time,
    timerange and set, ``grain`` how fine the words are (second minute hour part day weekend week month quarter season
    year decade century). ``first`` (inclusive) and ``until`` (exclusive) are the stretch of time of the preferred
    reading, in the zone of the reference; ``until`` is None where the words leave it open ("since March"), ``first``
    where they leave the beginning open ("until Friday"), both where nothing is on the calendar (a duration, a set, a
    time without a day). A moment has both the same.

    ``relation`` is how the words tie it: since and after (open at the end), until and before (open at the beginning:
    "until Friday" takes Friday in, "until 2015" ends as 2015 begins), around, and same for "on the same day"; a day
    told from another ("three days later") has after or before too, and both its ends. ``seconds`` is the length of a
    duration; ``vague`` marks "a few days ago" and "recently"; ``readings`` has all readings, the past one first.
    """

    start: int
    stop: int
    type: str
    grain: str
    first: datetime | None = None
    until: datetime | None = None
    relation: str | None = None
    seconds: float | None = None
    vague: bool = False
    readings: tuple[Reading, ...] = ()
