"""Builders of stretches of days: weeks, months, seasons, years and parts of them."""

from __future__ import annotations

from datetime import datetime, timedelta

from strandline.timex.calendar import (
    DAY,
    add_months,
    day_of,
    half,
    iso_week,
    midnight,
    month,
    quarter,
    season,
    week_of,
    week_of_month,
    weekend_of,
    years,
)
from strandline.timex.languages.base import Groups
from strandline.timex.languages.dates import full_date, year_of
from strandline.timex.languages.pieces import Piece
from strandline.timex.nodes import Sense, date_text
from strandline.timex.resolve import (
    dated,
    full_year,
    one_day,
    yearless_month,
)

Stretch = tuple[datetime, datetime]


def fixed_decade(g: Groups) -> Piece | None:
    """The decade that the rule names."""
    return range_piece(years(int(g.fixed["first"]), 10), "decade", rank=4)


def stretch_of(now: datetime, unit: str, shift: int) -> Stretch:
    """This day, week, weekend, month, year, decade or century, or one so many before or after."""
    if unit == "D":
        return day_of(now + shift * DAY)
    if unit in ("W", "WE"):
        moved = now + shift * 7 * DAY
        return week_of(moved) if unit == "W" else weekend_of(moved)
    if unit == "M":
        moved = add_months(now.replace(day=1), shift)
        return month(moved.year, moved.month)
    if unit == "3M":
        moved = add_months(now.replace(day=1), 3 * shift)
        return quarter(moved.year, (moved.month + 2) // 3)
    size = {"Y": 1, "10Y": 10, "100Y": 100}[unit]
    return years((now.year // size + shift) * size, size)


GRAINS = {
    "S": "second", "TM": "minute", "H": "hour", "D": "day", "W": "week", "WE": "weekend", "M": "month", "3M": "quarter",
    "Y": "year", "10Y": "decade", "100Y": "century",
}  # fmt: skip


def unit_shifted(g: Groups) -> Piece | None:
    """This week, last month, next year, last minute: ``u`` and ``s``."""
    unit, shift = g.named("u", g.names.units) or g.fixed.get("unit"), g.shift()
    if not isinstance(unit, str) or shift is None:
        return None
    if unit in ("S", "TM", "H"):
        length = timedelta(seconds={"S": 1, "TM": 60, "H": 3600}[unit] * abs(shift))
        ends = (g.now - length, g.now) if shift < 0 else (g.now, g.now + length)
        return Piece(type="datetimerange", grain=GRAINS[unit], senses=(Sense("PRESENT", *ends),), rank=3)
    if unit not in GRAINS:
        return None
    ends = stretch_of(g.now, unit, shift)
    if unit == "D":
        return Piece(type="date", senses=one_day(ends[0]), rank=3)
    return range_piece(ends, GRAINS[unit], timex=_timex(ends, unit), rank=3)


def unit_beside(g: Groups) -> Piece | None:
    """The week, month or year of today (``u``), which is meant only beside a word that cuts it: the end of the year."""
    made = unit_shifted(g)
    return made and made.over(0, 0, alone=False)


def _timex(ends: Stretch, unit: str) -> str:
    first = ends[0]
    iso = first.isocalendar()
    if unit in ("W", "WE"):
        return f"{iso[0]:04d}-W{iso[1]:02d}" + ("-WE" if unit == "WE" else "")
    return f"{first.year:04d}-{first.month:02d}" if unit == "M" else f"{first.year:04d}"


def range_piece(ends: Stretch, grain: str, *, timex: str = "", rank: int = 0, tense: int = 0) -> Piece:
    """A stretch of days as a piece."""
    code = timex or f"({date_text(ends[0])},{date_text(ends[1])},P{(ends[1] - ends[0]).days}D)"
    return Piece(type="daterange", grain=grain, senses=(Sense(code, *ends, None, tense),), rank=rank)


def month_piece(g: Groups) -> Piece | None:
    """A month (``m``) of a year (``y``), of this or another one (``s``), or the last one and the next one."""
    number = g.named("m", g.names.months)
    if not isinstance(number, int):
        return None
    year, shift = year_of(g), g.shift()
    parts = {"month": number}
    if year is None and shift is not None:
        year = g.now.year + shift
    if year is None:
        return Piece(type="daterange", grain="month", senses=yearless_month(g.now, number), parts=parts, rank=3)
    ends = month(year, number)
    sense = Sense(f"{year:04d}-{number:02d}", *ends)
    return Piece(type="daterange", grain="month", senses=(sense,), parts=parts | {"year": year}, rank=4)


def numbered_month(g: Groups) -> Piece | None:
    """A month by its number (``a``) in the year that ``s`` says."""
    number, shift = g.whole("a"), g.shift()
    if number is None or shift is None or not 1 <= number <= 12:
        return None
    year = g.now.year + shift
    sense = Sense(f"{year:04d}-{number:02d}", *month(year, number))
    return Piece(type="daterange", grain="month", senses=(sense,), parts={"month": number, "year": year}, rank=4)


def numeric_month(g: Groups) -> Piece | None:
    """A month in digits (``a``) and its year (``y``)."""
    year, number = year_of(g), int(g.text("a"))
    if year is None or not 1 <= number <= 12:
        return None
    sense = Sense(f"{year:04d}-{number:02d}", *month(year, number))
    return Piece(type="daterange", grain="month", senses=(sense,), parts={"month": number, "year": year})


def year_piece(g: Groups) -> Piece | None:
    """A year (``y``)."""
    year = year_of(g)
    if year is None:
        return None
    return Piece(
        type="daterange",
        grain="year",
        senses=(Sense(f"{year:04d}", *years(year)),),
        parts={"year": year},
        rank=3,
    )


def short_year(g: Groups) -> Piece | None:
    """A year in words or in two digits, written one by one."""
    text = g.text("y")
    if text in g.names.years or len(text) != 2:
        return year_piece(g)
    digits = [g.names.numbers.get(character, character) for character in text]
    number = int("".join(str(int(digit)) for digit in digits))
    year = full_year(number)[-1]
    return Piece(
        type="daterange", grain="year", senses=(Sense(f"{year:04d}", *years(year)),), parts={"year": year}, rank=3
    )


def unit_shifted_year(g: Groups) -> Piece | None:
    """This year, last year, next year, in one word with its shift (``s``)."""
    shift = g.named("s", {"今": 0, "明": 1, "后": 2, "去": -1, "前": -2})
    if not isinstance(shift, int):
        return None
    ends = stretch_of(g.now, "Y", shift)
    return range_piece(ends, "year", timex=f"{ends[0].year:04d}", rank=3)


def half_of_year(g: Groups) -> Piece | None:
    """The first or second half (``e``) of a year (``y``, ``s``) or of this month (``u``)."""
    which = 1 if g.text("e") in ("上", "前") else 2
    if g.text("u") == "月":
        first, until = stretch_of(g.now, "M", 0)
        middle = first + 15 * DAY
        return range_piece((first, middle) if which == 1 else (middle, until), "month", rank=5)
    shift = g.shift() if g.text("s") else None
    year = year_of(g) or g.now.year + (shift or 0)
    return range_piece(half(year, which), "year", rank=5)


def decade_piece(g: Groups) -> Piece | None:
    """A decade by its number (``n``: 80 or 1980) in the century that ``c`` names or that the number means."""
    text = g.text("n").rstrip("s")
    number, century = (int(text) if text.isdecimal() else g.whole("n")), century_of(g)
    if number is None:
        return None
    if number >= 100:
        first = number
    else:
        base = (century - 1) * 100 if century else (g.now.year // 100 * 100 if "now" in g.fixed else 1900)
        first = base + (number if number >= 10 else number * 10)
    return range_piece(years(first // 10 * 10, 10), "decade", rank=4)


def century_piece(g: Groups) -> Piece | None:
    """A century by its number (``c``)."""
    number = century_of(g)
    return range_piece(years((number - 1) * 100, 100), "century", rank=4) if number and number > 1 else None


def century_of(g: Groups) -> int | None:
    """The number of a century: an ordinal, or Roman (XV)."""
    text = g.text("c")
    if text and not text.strip("xvi"):
        values = [{"i": 1, "v": 5, "x": 10}[letter] for letter in text]
        return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))
    return g.ordinal("c")


def year_span(g: Groups) -> Piece | None:
    """From one year to another (``y``, ``z``), written with a dash."""
    first, last = int(g.text("y")), int(g.text("z"))
    if last <= first:
        return None
    return range_piece((years(first)[0], years(last)[0]), "year", rank=4)


def numeric_span(g: Groups) -> Piece | None:
    """From one date in digits to another: ``a``/``b`` to ``c``/``e``, the second one perhaps with its year (``y``)."""
    first, last = (int(g.text("a")), int(g.text("b"))), (int(g.text("c")), int(g.text("e")))
    if g.fixed.get("month_first"):
        first, last = first[::-1], last[::-1]
    year = year_of(g)
    spans = [(year, 0)] if year else [(g.now.year - 1, -1), (g.now.year, 1), (g.now.year + 1, 1)]
    senses: list[Sense] = []
    for which, tense in spans:
        begin, end = (dated(which, number, day)[0].first for day, number in (first, last))
        if begin is None or end is None or end <= begin:
            return None
        senses.append(Sense(f"({date_text(begin)},{date_text(end)})", begin, end, None, tense))
    if not year:
        past = [sense for sense in senses if sense.first and sense.first < midnight(g.now)][-1]
        future = next(sense for sense in senses if sense.first and sense.first >= midnight(g.now))
        senses = [_as(past, -1), _as(future, 1)]
    return Piece(type="daterange", senses=tuple(senses), rank=6)


def _as(sense: Sense, tense: int) -> Sense:
    return Sense(sense.timex, sense.first, sense.until, sense.shown, tense)


def season_piece(g: Groups) -> Piece | None:
    """A season (``t``) of a year (``y``) or of another one (``s``); alone the last one that began and the next."""
    name = g.named("t", g.names.seasons)
    if not isinstance(name, str):
        return None
    year, shift = year_of(g), g.shift()
    if year is None and shift is not None:
        year = g.now.year + shift
    if year is not None:
        senses: tuple[Sense, ...] = (Sense(f"{year:04d}-{name}", *season(year, name)),)
    else:
        past = g.now.year - (season(g.now.year, name)[0] > g.now)
        senses = tuple(Sense(name, *season(past + add, name), None, tense) for add, tense in ((0, -1), (1, 1)))
    return Piece(type="daterange", grain="season", senses=senses, rank=3)


def part_of_year(g: Groups) -> Piece | None:
    """A quarter (``q``) or half (``f``) of a year (``y``, ``s``, or this one and the last one)."""
    count, size = (g.ordinal("q"), 4) if g.text("q") else (g.ordinal("f"), 2)
    if count is None or not 1 <= count <= size:
        return None
    stretch = quarter if size == 4 else half
    grain = "quarter" if size == 4 else "year"
    year, shift = year_of(g), g.shift()
    if year is None and shift is not None:
        year = g.now.year + shift
    if year is not None:
        return range_piece(stretch(year, count), grain, rank=4)
    this, last = stretch(g.now.year, count), stretch(g.now.year - 1, count)
    code = f"XXXX-{'Q' if size == 4 else 'H'}{count}"
    senses = (Sense(code, *last, None, -1), Sense(code, *this, None, 1)) if this[0] > g.now else (Sense(code, *this),)
    return Piece(type="daterange", grain=grain, senses=senses, rank=4)


def numbered_week(g: Groups) -> Piece | None:
    """A week by its number (``n``) or order (``o``) of a year (``y``, ``s``), or of a month (``m``)."""
    count = g.ordinal("o") if g.text("o") else g.whole("n")
    if count is None or count == 0:
        return None
    named, year, shift = g.named("m", g.names.months), year_of(g), g.shift()
    if isinstance(named, int):
        chosen = [year] if year else [g.now.year - (named >= g.now.month), g.now.year + (named < g.now.month)]
        senses = [Sense(f"{y}-{named:02d}-W{count:02d}", *week_of_month(y, named, count)) for y in chosen]
        if len(senses) == 2:
            senses = [Sense(s.timex, s.first, s.until, None, tense) for s, tense in zip(senses, (-1, 1), strict=True)]
        return Piece(type="daterange", grain="week", senses=tuple(senses), rank=5)
    if g.fixed.get("of") == "month":
        first = add_months(g.now.replace(day=1), shift or 0)
        return range_piece(week_of_month(first.year, first.month, count), "week", rank=5)
    in_year = year or g.now.year + (shift or 0)
    if count == -1:
        return range_piece(week_of(datetime(in_year, 12, 28)), "week", rank=5)  # noqa: DTZ001 - naive by design
    return range_piece(iso_week(in_year, count), "week", rank=5)


def week_around(g: Groups) -> Piece | None:
    """The week, weekend or month (``u``) of a day (``d``, ``m``, ``y``)."""
    unit, piece = g.named("u", g.names.units), full_date(g)
    if piece is None or unit not in ("W", "WE", "M"):
        return None
    senses = tuple(
        Sense(sense.timex, *stretch_of(sense.first, str(unit), 0), None, sense.tense)
        for sense in piece.senses
        if sense.first is not None
    )
    return Piece(type="daterange", grain=GRAINS[str(unit)], senses=senses, rank=6)


def rest_of(g: Groups) -> Piece | None:
    """What is left of this week, month, year or day (``u``)."""
    unit = g.named("u", g.names.units)
    if unit == "D":
        end = day_of(g.now)[1]
        sense = Sense("REST", g.now, end, end - timedelta(seconds=1))
        return Piece(type="datetimerange", grain="part", senses=(sense,), rank=5)
    if unit not in ("W", "M", "Y", "3M", "10Y"):
        return None
    end = stretch_of(g.now, str(unit), 0)[1]
    shown = end - DAY if unit in ("W", "M") else None
    sense = Sense(date_text(end), midnight(g.now), end, shown)
    return Piece(type="daterange", grain=GRAINS[str(unit)], senses=(sense,), rank=5)
