"""Builders of lengths, recurrences and moments counted from now."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from strandline.timex.calendar import (
    DAY,
    midnight,
)
from strandline.timex.languages.base import Groups, key
from strandline.timex.languages.clocks import HALF_OF, fixed_number
from strandline.timex.languages.pieces import Piece, instant
from strandline.timex.languages.stretches import GRAINS
from strandline.timex.nodes import Sense, date_text
from strandline.timex.resolve import (
    one_day,
)
from strandline.timex.shift import in_days, shift

Units = tuple[tuple[str, float], ...]


_SECONDS = {"S": 1, "TM": 60, "H": 3600, "D": 86400, "W": 604800, "WE": 172800, "M": 2592000, "3M": 7776000,
            "Y": 31536000, "10Y": 315360000, "100Y": 3153600000}  # fmt: skip


_YEARS = {"10Y": 10, "100Y": 100}


def units_of(g: Groups) -> Units | None:
    """The amounts of a length: ``n u``, ``n2 u2``, ``n3 u3``; ``f`` adds a half of the last unit."""
    found: list[tuple[str, float]] = []
    for suffix in ("", "2", "3"):
        if not g.text(f"u{suffix}"):
            continue
        unit = g.named(f"u{suffix}", g.names.units)
        value = g.number(f"n{suffix}") if g.text(f"n{suffix}") else float(g.fixed.get("count", 1))
        if not isinstance(unit, str) or value is None or value > 99_999:
            return None
        if g.text("half") and not suffix:
            value += 0.5
        if g.text("halved") and not suffix:
            value = 0.5
        found.append(
            ("Y", value * _YEARS[unit]) if unit in _YEARS else ("M", 3 * value) if unit == "3M" else (unit, value)
        )
    return tuple(found) or None


def iso_moment(g: Groups) -> Piece | None:
    """A moment as ISO 8601 writes it."""
    moment = datetime.fromisoformat(g.match[0].upper())
    return Piece(type="datetime", grain="second", senses=(instant(moment, moment.isoformat()),), rank=9)


def duration(g: Groups) -> Piece | None:
    """A length of time."""
    units = units_of(g)
    if units is None:
        return None
    return replace(duration_piece(units, vague=g.fixed.get("vague") == 1), rank=fixed_number(g, "rank") or 2)


def duration_piece(units: Units, *, vague: bool = False) -> Piece:
    """A length of time from its amounts."""
    seconds = sum(_SECONDS[unit] * value for unit, value in units)
    return Piece(
        type="duration",
        grain=GRAINS[units[-1][0]],
        senses=(Sense(duration_timex(units)),),
        seconds=round(seconds, 3),
        vague=vague,
        rank=2,
    )


def duration_timex(units: Units) -> str:
    """P1Y2M, PT3H."""
    days = "".join(f"{_plain(value)}{unit}" for unit, value in units if unit in ("D", "W", "M", "Y", "WE"))
    clock = "".join(f"{_plain(value)}{unit[-1]}" for unit, value in units if unit in ("S", "TM", "H"))
    return f"P{days}" + (f"T{clock}" if clock else "")


def _plain(value: float) -> str:
    return f"{value:.10g}"


def counted(g: Groups) -> Piece | None:
    """So long ago (``sign`` -1) or from now (1): a day, or a moment where the amounts are hours or less."""
    units, sign = units_of(g), g.fixed.get("sign", 1)
    if units is None or not isinstance(sign, int):
        return None
    offset = g.named("r", g.names.days)
    base = g.now + offset * DAY if isinstance(offset, int) else g.now
    return counted_piece(base, units, sign, vague=g.fixed.get("vague") == 1)


def counted_piece(base: datetime, units: Units, sign: int, *, vague: bool = False) -> Piece:
    """The moment so long before or after ``base``."""
    moment = shift(base, units, sign)
    if in_days(units):
        return Piece(type="date", grain=GRAINS[units[-1][0]], senses=one_day(moment), vague=vague, rank=4)
    timex = f"{date_text(moment)}T{moment:%H:%M:%S}"
    return Piece(type="datetime", grain="minute", senses=(instant(moment, timex),), vague=vague, rank=4)


def counted_range(g: Groups) -> Piece | None:
    """The last or next so many units (``s``, ``n``, ``u``), up to now or from tomorrow on."""
    units, which = units_of(g), g.shift()
    if units is None or not which:
        return None
    sign = 1 if which > 0 else -1
    if not in_days(units):
        ends = sorted((g.now, shift(g.now, units, sign)))
        sense = Sense(f"({ends[0]},{ends[1]})", ends[0], ends[1])
        return Piece(type="datetimerange", grain=GRAINS[units[-1][0]], senses=(sense,), rank=4)
    today = midnight(g.now)
    start = today + DAY if sign > 0 and "today" not in g.fixed else today
    ends = sorted((start, shift(start, units, sign)))
    sense = Sense(f"({date_text(ends[0])},{date_text(ends[1])},{duration_timex(units)})", ends[0], ends[1])
    return Piece(type="daterange", grain=GRAINS[units[-1][0]], senses=(sense,), rank=4)


def within(g: Groups) -> Piece | None:
    """From now until so long from now."""
    units = units_of(g)
    if units is None:
        return None
    if in_days(units):
        ends = (midnight(g.now), shift(midnight(g.now), units, 1))
        sense = Sense(f"({date_text(ends[0])},{date_text(ends[1])},{duration_timex(units)})", *ends)
        return Piece(type="daterange", grain="day", senses=(sense,), rank=4)
    moment = shift(g.now, units, 1)
    return Piece(type="datetimerange", grain="minute", senses=(Sense("WITHIN", g.now, moment),), rank=4)


def every(g: Groups) -> Piece | None:
    """A recurrence: every ``n`` ``u``, every weekday ``w``, every part of the day ``p``, or the code of the rule."""
    code = g.fixed.get("timex")
    if isinstance(code, str):
        return set_piece(code)
    weekday = g.named("w", g.names.weekdays)
    if isinstance(weekday, int):  # every second Friday is written as every Friday
        return set_piece(f"XXXX-WXX-{weekday + 1}")
    name = key(g.text("p"))
    if name in g.names.parts:
        code = g.names.parts[name][0]
        return set_piece(code, half=HALF_OF.get(code, 0))
    month = g.named("m", g.names.months)
    if isinstance(month, int):
        return set_piece(f"XXXX-{month:02d}")
    units = units_of(g)
    return set_piece(duration_timex(units)) if units else None


def set_piece(timex: str, half: int = 0) -> Piece:
    """A recurrence by its code."""
    return Piece(type="set", grain="day", senses=(Sense(timex),), parts={"half": half}, rank=4)
