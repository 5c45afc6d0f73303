"""What the grammar builds: a node is an expression found at some words, a sense is one reading of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from strandline.timex.calendar import DAY, local
from strandline.timex.spans import Reading

NO_DAY = local(2000, 1, 1)
UNRESOLVED = "not resolved"


@dataclass(frozen=True, slots=True)
class Sense:
    """One reading: its TIMEX, its stretch of naive local time, the end as values write it where that differs.

    ``tense`` is -1 for the past one of two readings, 1 for the future one, 0 where there is no choice.
    """

    timex: str
    first: datetime | None = None
    until: datetime | None = None
    shown: datetime | None = None
    tense: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """An expression over words ``start`` to ``stop`` (exclusive).

    ``year``, ``month``, ``day`` and ``weekday`` (-1 for none) are what the words of a date say, so that a later
    word can complete them; ``units`` are the amounts of a duration. ``clear`` is False where the words alone could
    as well be something else (a bare 7, a bare 2016, "may"): such a node needs a cue or company.
    """

    start: int
    stop: int
    type: str
    grain: str
    senses: tuple[Sense, ...] = ()
    relation: str | None = None
    seconds: float | None = None
    vague: bool = False
    clear: bool = True
    year: int = 0
    month: int = 0
    day: int = 0
    weekday: int = -1
    units: tuple[tuple[str, float], ...] = ()

    def over(self, start: int, stop: int) -> Node:
        """The same expression over other words."""
        return self if (start, stop) == (self.start, self.stop) else replace(self, start=start, stop=stop)


def period_node(start: int, stop: int, grain: str, *senses: Sense, clear: bool = True) -> Node:
    """A node for a period of whole days."""
    return Node(start=start, stop=stop, type="daterange", grain=grain, senses=senses, clear=clear)


def pick(senses: tuple[Sense, ...], tense: int) -> Sense:
    """The sense of that tense, or the one there is."""
    return next((sense for sense in senses if sense.tense == tense), senses[0])


def longest(*nodes: Node | None) -> Node | None:
    """The node that reaches furthest; the earliest given of equals. One without any sense is none."""
    best: Node | None = None
    for node in nodes:
        if node is not None and node.senses and (best is None or node.stop > best.stop):
            best = node
    return best


def date_text(time: datetime) -> str:
    """2016-11-07."""
    return f"{time.year:04d}-{time.month:02d}-{time.day:02d}"


def clock_text(time: datetime) -> str:
    """14:30:00."""
    return f"{time.hour:02d}:{time.minute:02d}:{time.second:02d}"


def moment_text(time: datetime) -> str:
    """2016-11-07 14:30:00."""
    return f"{date_text(time)} {clock_text(time)}"


_SHOWN = {
    "date": date_text,
    "daterange": date_text,
    "datetime": moment_text,
    "datetimerange": moment_text,
    "time": clock_text,
    "timerange": clock_text,
}


def reading_of(node: Node, sense: Sense) -> Reading:
    """A sense as TIMEX and the values that go with it."""
    if node.type == "duration":
        seconds = node.seconds or 0.0
        return Reading(timex=sense.timex, value=str(int(seconds)) if seconds == int(seconds) else f"{seconds:.10g}")
    if node.type == "set" or node.grain == "season" or (sense.first is None and sense.until is None):
        return Reading(timex=sense.timex, value=UNRESOLVED)
    shown = _SHOWN[node.type]
    if not node.type.endswith("range"):
        return Reading(timex=sense.timex, value=shown(sense.first) if sense.first else "")
    # an open range shows the day its words name, though "after Friday" begins on Saturday
    start = sense.shown if node.relation == "after" and sense.shown else sense.first
    end = None if node.relation in ("since", "after") else sense.shown or sense.until
    return Reading(timex=sense.timex, start=shown(start) if start else "", end=shown(end) if end else "")


def on_day(day: datetime, clock: datetime) -> datetime:
    """A time of day (hanging on NO_DAY) on the day of ``day``."""
    return day.replace(hour=0, minute=0, second=0, microsecond=0) + (clock - NO_DAY)


def clock_at(hour: int, minute: int = 0, second: int = 0) -> datetime:
    """A time of day, hanging on no day."""
    return NO_DAY + timedelta(hours=hour, minutes=minute, seconds=second)


def whole_day(timex: str, day: datetime, tense: int = 0) -> Sense:
    """A sense that is one day."""
    return Sense(timex, day, day + DAY, None, tense)
