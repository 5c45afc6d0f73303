"""From one piece to another: what one leaves out the other says."""

from __future__ import annotations

from dataclasses import replace

from strandline.timex.calendar import DAY, add_months, midnight, month
from strandline.timex.languages.clocks import clock_piece
from strandline.timex.languages.pairs import day_and_time, hour_in
from strandline.timex.languages.pieces import Piece
from strandline.timex.nodes import Sense, date_text, pick
from strandline.timex.resolve import (
    dated,
)


def from_to(one: Piece, other: Piece) -> Piece | None:
    """The stretch from one piece to another; what one leaves out the other says."""
    one, other = _completed(one, other)
    if one.type == "number" or other.type == "number" or not one.senses or not other.senses:
        return None
    if one.type in ("datetime", "date") and other.type == "time":
        other = _later_that_day(one, other)
    if one.type == "time" and other.type == "datetime":
        one = _same_day(other, one) or one
    if "time" in (one.type, other.type) and one.type != other.type:
        return None
    kind = _kind(one, other)
    found = dict.fromkeys(_between(one, other, tense) for tense in _tenses(one, other))
    senses = tuple(sense for sense in found if sense is not None)
    if not senses:
        return None
    return Piece(type=kind, grain=one.grain, senses=senses, parts=_shared(one, other), rank=5)


def _later_that_day(one: Piece, time: Piece) -> Piece:
    """A time on the day of the first piece; twelve hours later where it would else be before it."""
    made = _same_day(one, time)
    begin, end = one.senses[0].first, made.senses[0].first if made else None
    if made is None or begin is None or end is None or end > begin or time.parts.get("half") or time.parts["hour"] > 11:
        return made or time
    moved = clock_piece(time.parts["hour"] + 12, time.parts["minute"], time.parts["second"])
    return _same_day(one, moved.over(time.start, time.stop)) or made


def _shared(one: Piece, other: Piece) -> dict[str, int]:
    kept = {"half": other.parts["half"]} if "half" in other.parts else {}
    if one.parts.get("day") and set(one.parts) == set(other.parts) == {"day"}:
        kept |= {"from": one.parts["day"], "to": other.parts["day"]}
    if "weekday" in one.parts and "weekday" in other.parts:
        kept |= {"from weekday": one.parts["weekday"], "to weekday": other.parts["weekday"]}
    return kept


def _kind(one: Piece, other: Piece) -> str:
    if one.type == "time":
        return "timerange"
    return "datetimerange" if "datetime" in (one.type, other.type) else "daterange"


def _tenses(one: Piece, other: Piece) -> tuple[int, ...]:
    tenses = {sense.tense for sense in (*one.senses, *other.senses)}
    return (-1, 1) if len(tenses) > 1 else (0,)


def _between(one: Piece, other: Piece, tense: int) -> Sense | None:
    fixed_one, fixed_other = len(one.senses) == 1, len(other.senses) == 1
    begin = pick(one.senses, tense).first
    ends = [sense.first for sense in other.senses if sense.first]
    if begin is None or not ends:
        return None
    end = pick(other.senses, tense).first or ends[-1]
    if one.type == "time":
        shown = end + DAY if end <= begin else end
        return Sense("RANGE", begin, shown, end, tense)
    if end < begin or (end == begin and one.type != "datetime"):
        later = [moment for moment in ends if moment > begin]
        earlier = [sense.first for sense in one.senses if sense.first and sense.first < end]
        if fixed_other and earlier:
            begin = earlier[-1]
        elif later:
            end = later[0]
        elif not fixed_other:
            end = add_months(end, 12)
        elif not fixed_one:
            begin = add_months(begin, -12)
        else:
            return None
    return Sense(f"({date_text(begin)},{date_text(end)})", begin, end, None, tense)


def _completed(one: Piece, other: Piece) -> tuple[Piece, Piece]:
    """Both pieces with what the other one says: a bare 5 beside "7 pm" is an hour, beside "8 May" a day."""
    if one.type == "number" and other.type == "number":
        hours = [piece.parts["number"] for piece in (one, other)]
        if max(hours) > 24:
            return one, other
        later = hours[0] < hours[1] <= 12
        one, other = (
            clock_piece(hour, doubtful=later and hour > 0).over(piece.start, piece.stop)
            for hour, piece in zip(hours, (one, other), strict=True)
        )
    if one.type == "number":
        one = _as(one, other, before=True)
    elif other.type == "number":
        other = _as(other, one, before=False)
    if one.type == other.type == "time":
        one = _half_from(one, other)
        other = _half_after(one, other)
    if one.grain == other.grain == "month":
        one = _month_in_year(one, other)
    if one.type == other.type == "date":
        one = _year_from(_month_from(one, other), other)
        other = _month_from(other, one)
    return one, other


def _as(number: Piece, model: Piece, *, before: bool) -> Piece:
    value, parts = number.parts["number"], model.parts
    if model.type == "time" or "hour" in parts:
        if value > 24:
            return number
        doubtful = len(model.senses) > 1 and 0 < value < 13
        made = clock_piece(value, doubtful=doubtful)
        if model.type == "datetime" and before is False:
            made = _same_day(model, made) or made
        return made.over(number.start, number.stop)
    if "day" in parts and 1 <= value <= 31:
        return replace(_day_like(value, model), start=number.start, stop=number.stop)
    return number


def _day_like(value: int, model: Piece) -> Piece:
    parts = model.parts
    number = parts.get("month")
    if number is None:
        senses = tuple(
            Sense(date_text(sense.first.replace(day=value)), sense.first.replace(day=value), None, None, sense.tense)
            for sense in model.senses
            if sense.first
        )
        return Piece(type="date", senses=senses, parts={"day": value})
    now_senses = dated(parts["year"], number, value) if "year" in parts else None
    if now_senses is None:
        moved = [(sense, sense.first) for sense in model.senses if sense.first]
        now_senses = tuple(
            Sense(f"XXXX-{number:02d}-{value:02d}", first.replace(day=value), None, None, sense.tense)
            for sense, first in moved
        )
    return Piece(type="date", senses=now_senses, parts={**parts, "day": value})


def _half_from(one: Piece, other: Piece) -> Piece:
    """The first hour in the half of the day that the second one names: from 5 to 7 pm."""
    hour, last, half = one.parts["hour"], other.parts["hour"], other.parts.get("half", 0)
    if one.parts.get("half") or not half or not 0 < hour <= 12:
        return one
    moved = hour_in(hour % 12 if half in (2, 3) and hour == 12 else hour, half)
    if half == 3 and last < 6:
        moved = hour + 12 if hour > last and hour < 12 else hour
    if half == 2 and moved > last:
        moved = hour
    return clock_piece(moved, one.parts["minute"], one.parts["second"], half).over(one.start, one.stop)


def _half_after(one: Piece, other: Piece) -> Piece:
    """The second hour after the first one, where only the first says which half of the day is meant."""
    hour = other.parts["hour"]
    if other.parts.get("half") or (len(other.senses) > 1 and len(one.senses) > 1):
        return other
    later = one.parts["hour"] % 24 > hour and 0 < hour < 12 and hour + 12 > one.parts["hour"]
    if len(other.senses) > 1 or (later and not one.parts.get("exact")):
        moved = hour + 12 if later or (one.parts["hour"] >= 12 and hour < 12) else hour
        return clock_piece(moved, other.parts["minute"], other.parts["second"]).over(other.start, other.stop)
    return other


def _month_from(day: Piece, model: Piece) -> Piece:
    """A day of no month in the month of the other one: from the 15th to 19 November."""
    if set(day.parts) != {"day"} or "month" not in model.parts:
        return day
    return _day_like(day.parts["day"], model).over(day.start, day.stop)


def _month_in_year(one: Piece, other: Piece) -> Piece:
    """A month of no year in the year of the other one, or in the year before where it would else be later."""
    if "year" in one.parts or "year" not in other.parts or "month" not in one.parts:
        return one
    year = other.parts["year"] - (one.parts["month"] > other.parts.get("month", 12))
    sense = Sense(f"{year:04d}-{one.parts['month']:02d}", *month(year, one.parts["month"]))
    return replace(one, senses=(sense,))


def _year_from(one: Piece, other: Piece) -> Piece:
    if "month" in one.parts and "year" not in one.parts and "year" in other.parts:
        year = other.parts["year"] - (one.parts["month"] > other.parts.get("month", 12))
        return replace(one, senses=dated(year, one.parts["month"], one.parts["day"]))
    return one


def _same_day(day: Piece, time: Piece) -> Piece | None:
    senses = tuple(
        Sense(sense.timex, midnight(sense.first), None, None, sense.tense) for sense in day.senses if sense.first
    )
    clock = time
    hour = time.parts.get("hour", 0)
    if day.parts.get("half") == 2 and not time.parts.get("half") and hour < 12 and len(time.senses) == 1:
        clock = clock_piece(hour + 12, time.parts["minute"], time.parts["second"])
    elif len(time.senses) > 1:
        clock = replace(time, senses=time.senses[:1])
    made = day_and_time(Piece(type="date", senses=senses), clock)
    return None if made is None else made.over(time.start, time.stop)
