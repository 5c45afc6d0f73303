"""Builders of times of day and parts of the day."""

from __future__ import annotations

from datetime import datetime

from strandline.timex.calendar import (
    DAY,
    midnight,
)
from strandline.timex.languages.base import Groups, key
from strandline.timex.languages.pieces import Piece, instant
from strandline.timex.nodes import NO_DAY, Sense, clock_at, date_text

_MIDNIGHT = 24


HALF_OF = {"TMO": 1, "TDA": 1, "TAF": 2, "TEV": 2, "TMI": 2, "TNI": 3}
"""Part of the day -> 1 before noon, 2 after it, 3 the night, which is on both sides of midnight."""


def clock(g: Groups) -> Piece | None:
    """A time of day: ``h``, ``i`` (or ``quarter``), ``x`` seconds, ``ap`` or ``p`` for the half of the day."""
    hour = g.whole("h") if g.text("h") else fixed_number(g, "hour")
    if hour is None or not 0 <= hour <= 24:
        return None
    minute, second = _minute(g), g.whole("x") or 0
    if minute is None or not (minute < 60 and second < 60):
        return None
    if minute < 0:
        hour, minute = hour - 1, minute + 60
    half = _half(g)
    if half == 0 and hour in range(1, 13) and "both" in g.fixed:
        return clock_piece(hour % 24, minute, second, 0, doubtful=True)
    return clock_piece(_in_half(hour, half, g), minute, second, half, rank=7 if g.text("p") else 3)


def half_to(g: Groups) -> Piece | None:
    """Half or three quarters of the way to the hour: ``f`` and ``h``."""
    hour, minute = g.whole("h"), g.named("f", g.names.fractions)
    if hour is None or not 0 <= hour <= 24 or not isinstance(minute, int):
        return None
    half = _half(g)
    hour = (_in_half(hour, half, g) - 1) % _MIDNIGHT
    return clock_piece(hour, minute, 0, half, doubtful=half == 0 and hour < 12, rank=5)


def fixed_number(g: Groups, name: str) -> int | None:
    """A number that the rule adds; None where it adds none."""
    value = g.fixed.get(name)
    return value if isinstance(value, int) else None


def _minute(g: Groups) -> int | None:
    if g.text("i"):
        value = g.whole("i")
        if value is None:
            return None
        return -value if g.text("to") else value
    if g.text("f"):
        minutes = g.named("f", g.names.fractions)
        if not isinstance(minutes, int):
            return None
        return -minutes if g.text("to") else minutes
    return fixed_number(g, "minute") or 0


def _half(g: Groups) -> int:
    """1 for the morning, 2 for after noon, 3 for the night, 0 where nothing says so."""
    said = g.text("ap").replace(".", "").replace(" ", "")
    if said:
        return 1 if said.startswith("a") else 2
    part = g.names.parts.get(key(g.text("p")))
    if part is None:
        return fixed_number(g, "half") or 0
    return HALF_OF.get(part[0], 0)


def _in_half(hour: int, half: int, g: Groups) -> int:
    if half == 1:
        return 0 if hour == 12 and not g.text("p") else hour
    if half == 2:
        return hour + 12 if hour < 12 else hour
    if half == 3 and hour == 12:
        return 0
    return hour + 12 if half == 3 and 5 <= hour < 12 else hour


def clock_piece(
    hour: int, minute: int = 0, second: int = 0, half: int = 0, *, doubtful: bool = False, rank: int = 3
) -> Piece:
    """A time of day; a doubtful one is read before and after noon."""
    hour %= _MIDNIGHT
    senses = [_time(hour, minute, second, -1 if doubtful else 0)]
    if doubtful:
        senses.append(_time((hour + 12) % 24, minute, second, 1))
    grain = "second" if second else "minute" if minute else "hour"
    parts = {"hour": hour, "minute": minute, "second": second, "half": half or (2 if hour > 12 else 0)}
    return Piece(type="time", grain=grain, senses=tuple(senses), parts=parts, rank=rank)


def _time(hour: int, minute: int, second: int, tense: int) -> Sense:
    timex = f"T{hour:02d}" + (f":{minute:02d}" if minute or second else "") + (f":{second:02d}" if second else "")
    return instant(clock_at(hour, minute, second), timex, tense)


def bare_number(g: Groups) -> Piece | None:
    """A number that is an hour or a day only beside another time."""
    value = g.whole("n")
    if value is None or not 0 <= value <= 31:
        return None
    return Piece(type="number", alone=False, parts={"number": value, "half": 0}, rank=-1)


def part(g: Groups) -> Piece | None:
    """A part of the day (``p``), its beginning or end where ``e`` says so; of a day where the rule names one."""
    name = key(g.text("p"))
    if name not in g.names.parts:
        return None
    code, first, last = g.names.parts[name]
    edge = g.named("e", g.names.edges)
    size = 1 if last - first < 3 else 2
    if edge == "early":
        last = first + size
    elif edge == "late":
        first = last - 2 if last - first > 3 else last - size
    begin, until = clock_at(first), clock_at(last)
    shown = clock_at(23, 59, 59) if last >= _MIDNIGHT else None
    offset = g.fixed.get("offset")
    if isinstance(offset, int):
        day = midnight(g.now) + offset * DAY
        sense = Sense(f"{date_text(day)}{code}", _on(day, begin), _on(day, until), _on(day, shown) if shown else None)
        parts = {"half": HALF_OF.get(code, 0)}
        return Piece(type="datetimerange", grain="part", senses=(sense,), parts=parts, rank=4)
    parts = {"half": HALF_OF.get(code, 0)}
    return Piece(type="timerange", grain="part", senses=(Sense(code, begin, until, shown),), rank=1, parts=parts)


def part_beside(g: Groups) -> Piece | None:
    """A part of the day that means one only beside a day."""
    made = part(g)
    return made and made.over(0, 0, alone=False)


def _on(day: datetime, time: datetime) -> datetime:
    return day + (time - NO_DAY)


def now(g: Groups) -> Piece | None:
    """This very moment."""
    return Piece(type="datetime", grain="second", senses=(instant(g.now, "PRESENT_REF"),), rank=2)
