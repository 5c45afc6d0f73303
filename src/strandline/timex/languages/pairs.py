"""What two pieces beside each other mean together, and what words before or after one change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from strandline.timex.calendar import (
    DAY,
    add_months,
    midnight,
)
from strandline.timex.languages.base import Groups
from strandline.timex.languages.clocks import clock_piece, part
from strandline.timex.languages.dates import weekday
from strandline.timex.languages.pieces import Piece
from strandline.timex.nodes import NO_DAY, Sense, date_text
from strandline.timex.resolve import (
    dated,
    one_day,
)

_RANGES = {"date": "daterange", "daterange": "daterange", "time": "timerange", "datetime": "datetimerange"}


Pair = Callable[[Piece, Piece], Piece | None]


def day_and_time(day: Piece, time: Piece) -> Piece | None:
    """A day with a time, a part of the day or a stretch of hours; all readings of both."""
    if not day.senses or not time.senses or any(sense.first is None for sense in (*day.senses, *time.senses)):
        return None
    kind = "datetime" if time.type == "time" else "datetimerange"
    senses = tuple(_at(d, t) for d in day.senses for t in time.senses)
    return Piece(
        type=kind,
        grain=time.grain,
        senses=senses,
        parts={**day.parts, **time.parts},
        rank=6,
        relation=time.relation,
    )


def time_and_day(time: Piece, day: Piece) -> Piece | None:
    """The same, told the other way round."""
    return day_and_time(day, time)


def _at(day: Sense, time: Sense) -> Sense:
    first = day.first or NO_DAY
    begin, until, shown = (
        None if moment is None else first + (moment - NO_DAY) for moment in (time.first, time.until, time.shown)
    )
    if until is not None and begin is not None and until <= begin:
        until += DAY
    return Sense(f"{day.timex}{time.timex}", begin, until, shown, day.tense or time.tense)


def part_and_time(part: Piece, time: Piece) -> Piece | None:
    """A part of a day with a time in it: this evening at eight."""
    if part.type == "timerange":
        hour = hour_in(time.parts["hour"], part.parts.get("half", 0))
        made = clock_piece(hour, time.parts["minute"], time.parts["second"], part.parts.get("half", 0))
        return replace(made, rank=5)
    if part.parts.get("half") is None or "hour" not in time.parts:
        return None
    hour = hour_in(time.parts["hour"], part.parts["half"])
    clock = clock_piece(hour, time.parts["minute"], time.parts["second"], part.parts["half"])
    days = tuple(
        Sense(sense.timex[:10], midnight(sense.first), None, None, sense.tense) for sense in part.senses if sense.first
    )
    return day_and_time(Piece(type="date", senses=days), clock)


def time_and_part(time: Piece, part: Piece) -> Piece | None:
    """The same, told the other way round."""
    return part_and_time(part, time)


def hour_in(hour: int, half: int) -> int:
    """An hour of the clock in the half of the day: 1 before noon, 2 after it, 3 the night."""
    if half == 1:
        return hour
    if half == 2:
        return hour + 12 if hour < 12 else hour
    return hour + 12 if half == 3 and 5 < hour < 12 else hour


def within_week(day: Piece, week: Piece) -> Piece | None:
    """A weekday of a week that is named beside it."""
    if "weekday" not in day.parts or week.grain != "week" or not week.senses or week.senses[0].first is None:
        return None
    return Piece(type="date", senses=one_day(week.senses[0].first + day.parts["weekday"] * DAY), rank=6)


def week_and_day(week: Piece, day: Piece) -> Piece | None:
    """The same, told the other way round."""
    return within_week(day, week)


def in_year(inner: Piece, year: Piece) -> Piece | None:
    """A day, month or season without a year, with a year beside it."""
    if year.grain != "year" or "year" in inner.parts or not year.senses or year.senses[0].first is None:
        return None
    first = year.senses[0].first
    if (year.senses[0].until or first) - first > 366 * DAY:
        return None
    number = inner.parts.get("month")
    if inner.type == "date" and number and "day" in inner.parts:
        parts = {**inner.parts, "year": first.year}
        return Piece(type="date", senses=dated(first.year, number, inner.parts["day"]), rank=6, parts=parts)
    if inner.grain == "season":
        sense = inner.senses[0]
        if sense.first is None or sense.until is None:
            return None
        months = 12 * (first.year - sense.first.year)
        ends = add_months(sense.first, months), add_months(sense.until, months)
        moved = Sense(f"{first.year}-{sense.timex[-2:]}", *ends)
        return Piece(type="daterange", grain="season", senses=(moved,), rank=6)
    if inner.grain != "month" or not number:
        return None
    start = first.replace(month=number)
    sense = Sense(f"{first.year:04d}-{number:02d}", start, add_months(start, 1))
    return Piece(type="daterange", grain="month", senses=(sense,), parts={"month": number, "year": first.year}, rank=6)


def year_and_inner(year: Piece, inner: Piece) -> Piece | None:
    """The same, told the other way round."""
    return in_year(inner, year)


def edge(which: str) -> Callable[[Piece], Piece | None]:
    """A stretch cut to its early, mid or late part."""

    def make(piece: Piece) -> Piece | None:
        return edged(piece, which)

    return make


def edged(piece: Piece, which: str) -> Piece | None:
    """The early, mid or late part of a stretch; a year that is told from today on is cut in halves, else in thirds."""
    if piece.grain not in ("week", "month", "year", "season", "decade", "century", "quarter"):
        return None
    halves = piece.grain == "year" and "year" not in piece.parts
    senses = tuple(
        Sense(sense.timex, *edge_stretch(sense.first, sense.until, which, halves=halves), None, sense.tense)
        for sense in piece.senses
        if sense.first and sense.until
    )
    return replace(piece, senses=senses, rank=6, alone=True) if senses else None


def edge_stretch(first: datetime, until: datetime, which: str, *, halves: bool = False) -> tuple[datetime, datetime]:
    """The early, mid or late part of a stretch: of a week half its days, of a month 15 days, of longer ones a third."""
    days = (until - first).days
    if days <= 31:
        early, mid, late = (3, (1, 5), 3) if days <= 7 else (15, (9, 20), 15)
        if which == "mid":
            return first + mid[0] * DAY, first + mid[1] * DAY
        return (first, first + early * DAY) if which == "early" else (first + late * DAY, until)
    months = round(days / 30.4)
    cut = max(1, round(months / (2 if halves and which != "mid" else 3)))
    cuts = add_months(first, cut), add_months(until, -cut)
    return {"early": (first, cuts[0]), "mid": cuts}.get(which, (cuts[1], until))


def clipped(piece: Piece, which: str, now: datetime) -> Piece | None:
    """Earlier or later in a stretch: its first part up to today, or its last part from today on."""
    cut = edged(piece, which)
    if cut is None or cut.senses[0].first is None or cut.senses[0].until is None:
        return None
    first, until, today = cut.senses[0].first, cut.senses[0].until, midnight(now)
    ends = (
        (first, min(until, max(today, first + DAY)))
        if which == "early"
        else (max(first, min(today, until - DAY)), until)
    )
    return replace(cut, senses=(Sense(cut.senses[0].timex, *ends),), rank=7)


def week_and_span(week: Piece, span: Piece) -> Piece | None:
    """From one weekday to another in the week that is named beside them."""
    if week.grain != "week" or not {"from weekday", "to weekday"} <= set(span.parts) or week.senses[0].first is None:
        return None
    begin, end = (week.senses[0].first + span.parts[name] * DAY for name in ("from weekday", "to weekday"))
    return Piece(type="daterange", senses=(Sense("WEEKDAYS", begin, end),), rank=7) if begin < end else None


def tied(relation: str) -> Callable[[Piece], Piece | None]:
    """Open at one end: since and after begin where the piece does, until and before end there.

    After a stretch of days means after its end, before it means before its start.
    """

    def make(piece: Piece) -> Piece | None:
        if piece.relation or not piece.senses or any(sense.first is None for sense in piece.senses):
            return None
        kind = piece.type if piece.type.endswith("range") else _RANGES.get(piece.type)
        if kind is None:
            return None
        senses = tuple(_open(sense, relation, wide=piece.type.endswith("range")) for sense in piece.senses)
        return replace(piece, type=kind, senses=senses, relation=relation, rank=5)

    return make


def _open(sense: Sense, relation: str, *, wide: bool) -> Sense:
    if relation in ("since", "after"):
        first = sense.until if relation == "after" and wide else sense.first
        return Sense(sense.timex, first, None, None, sense.tense)
    return Sense(sense.timex, None, sense.first, None, sense.tense)


def same_words(piece: Piece) -> Piece | None:
    """The piece as it is, over the words before it too."""
    return piece


def end_of_day(piece: Piece) -> Piece | None:
    """The last second of a day."""
    senses = tuple(
        Sense(
            f"{sense.timex}T23:59:59",
            midnight(sense.first) + DAY - timedelta(seconds=1),
            midnight(sense.first) + DAY,
            None,
            sense.tense,
        )
        for sense in piece.senses
        if sense.first
    )
    return Piece(type="datetime", grain="second", senses=senses, rank=7) if senses else None


def around(piece: Piece) -> Piece | None:
    """The piece, roughly."""
    return replace(piece, relation="around", vague=True)


def length_from(sign: int) -> Pair:
    """So long before (-1) or after (1) a day: two days before Christmas."""

    def make(length: Piece, day: Piece) -> Piece | None:
        if length.type != "duration" or length.seconds is None or not day.senses or length.grain not in _CALENDAR:
            return None
        moved = [(_moved(sense.first, length, sign), sense.tense) for sense in day.senses if sense.first]
        senses = tuple(Sense(date_text(time), time, time + DAY, None, tense) for time, tense in moved)
        return Piece(type="date", grain=length.grain, senses=senses, rank=6) if senses else None

    return make


_CALENDAR = ("day", "week", "month", "year")


def _moved(first: datetime, length: Piece, sign: int) -> datetime:
    seconds = length.seconds or 0.0
    if length.grain == "month":
        return add_months(first, sign * round(seconds / 2592000))
    if length.grain == "year":
        return add_months(first, sign * 12 * round(seconds / 31536000))
    return first + sign * timedelta(seconds=seconds)


def recurring_time(first: Piece, second: Piece) -> Piece | None:
    """A recurrence with its time: every day at three."""
    repeat, time = (first, second) if first.type == "set" else (second, first)
    if not repeat.senses or not time.senses or "hour" not in time.parts:
        return None
    hour = hour_in(time.parts["hour"], repeat.parts.get("half", 0))
    clock = clock_piece(hour, time.parts["minute"], time.parts["second"]).senses[0].timex
    base = repeat.senses[0].timex
    code = clock if base.startswith("T") or base == "P1D" else base + clock
    return Piece(type="set", grain="day", senses=(Sense(code),), rank=6)


def recurring_day(one: Piece) -> Piece | None:
    """A weekday that comes back: on Mondays."""
    if "weekday" not in one.parts:
        return None
    return Piece(type="set", grain="day", senses=(Sense(f"XXXX-WXX-{one.parts['weekday'] + 1}"),), rank=6)


def span_in_month(month: Piece, span: Piece) -> Piece | None:
    """Days from one to another in the month that is named beside them: this month from the 4th to the 22nd."""
    if month.grain != "month" or len(month.senses) != 1 or not {"from", "to"} <= set(span.parts):
        return None
    first = month.senses[0].first
    if first is None:
        return None
    begin, end = first.replace(day=span.parts["from"]), first.replace(day=span.parts["to"])
    if end <= begin:
        return None
    return Piece(type="daterange", senses=(Sense(f"({date_text(begin)},{date_text(end)})", begin, end),), rank=7)


def month_after_span(span: Piece, month: Piece) -> Piece | None:
    """The same, told the other way round."""
    return span_in_month(month, span)


def part_and_hours(part: Piece, hours: Piece) -> Piece | None:
    """A part of the day before the hours it is about: in the morning from five to seven."""
    half, sense = part.parts.get("half", 0), hours.senses[0]
    if not half or part.grain != "part" or hours.grain == "part" or sense.first is None or sense.shown is None:
        return None
    begin, end = (clock_piece(hour_in(time.hour, half), time.minute).senses[0] for time in (sense.first, sense.shown))
    if begin.first is None or end.first is None or end.first <= begin.first:
        return None
    return Piece(type="timerange", grain="hour", senses=(Sense("RANGE", begin.first, end.first, end.first),), rank=7)


def weekday_part(g: Groups) -> Piece | None:
    """A weekday (``w``, ``s``) with a part of that day (``p``), in one word or two."""
    day, time = weekday(g), part(g)
    return None if day is None or time is None else day_and_time(day, time)
