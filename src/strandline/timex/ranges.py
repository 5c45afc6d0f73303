"""From one date or time to another: Nov 18 - Dec 19 2015, 2014-2018, from 4pm today to 5pm tomorrow."""

from __future__ import annotations

from datetime import datetime, timedelta

from strandline.timex.anyday import any_day
from strandline.timex.calendar import DAY, month, week_of, weekday_after
from strandline.timex.clockranges import gap_timex
from strandline.timex.clocks import clock
from strandline.timex.cuts import cut_period
from strandline.timex.dayranges import day_number_range
from strandline.timex.lengths import duration
from strandline.timex.lexicon import WEEKDAYS
from strandline.timex.moments import moment
from strandline.timex.nodes import Node, Sense, date_text, longest, on_day, pick
from strandline.timex.offsets import offset
from strandline.timex.periods import named_period
from strandline.timex.resolve import monthless, one_day, yearless, yearless_month
from strandline.timex.shift import in_days, shift
from strandline.timex.words import Words, remembered
from strandline.timex.years import AFTER_YEAR

TO = frozenset({"to", "-", "till", "til", "until", "through", "thru"})
_DAYS = frozenset({"date", "daterange"})
_COARSE = {"year": 12, "decade": 120, "century": 1200}


def span(words: Words, place: int) -> Node | None:
    """The stretch of days or moments between two that are named."""
    return longest(
        _week_days(words, place), day_number_range(words, place), _general(words, place), _starting(words, place)
    )


@remembered
def endpoint(words: Words, place: int) -> Node | None:
    """Anything with a place on the calendar, the furthest reaching."""
    inner = words.skip(place, {"the"}) if words[place + 1] in ("end", "start", "beginning", "middle") else place
    found = longest(
        moment(words, place),
        any_day(words, place),
        cut_period(words, inner),
        named_period(words, place),
        _dated(words, place),
    )
    return found


def _dated(words: Words, place: int) -> Node | None:
    found = offset(words, place)
    return found if found is not None and found.type in ("date", "datetime") else None


def _general(words: Words, place: int) -> Node | None:
    inner = words.skip(place, {"from", "between"})
    cued = inner > place
    left = endpoint(words, inner)
    if left is None:
        left = clock(words, inner) if cued else None
        if left is None:
            return None
    if left.type in ("datetimerange", "duration"):
        return None
    link = left.stop
    if words[link] not in TO and not (words[link] == "and" and words[place] == "between"):
        left = _cut_link(words, inner, left)
        if left is None:
            return None
        link = left.stop
    if words.phrase(link, "to date") or (
        words[link] == "-" and not cued and words.strict and not _dash_joins(words, link)
    ):
        return None
    right = endpoint(words, link + 1)
    right = right if right is not None else clock(words, link + 1) or _present(words, link + 1)
    if (
        right is None
        or right.type in ("datetimerange", "duration", "timerange")
        or not _may_join(words, left, right, cued=cued)
    ):
        return None
    return _joined(words, place, left, right)


def _present(words: Words, place: int) -> Node | None:
    """The end of 2015 - present, from 2015 to the present day."""
    stop = words.phrase(place, "the present day", "the present", "present")
    if not stop:
        return None
    return Node(start=place, stop=stop, type="date", grain="day", senses=one_day(words.now))


def _cut_link(words: Words, place: int, left: Node) -> Node | None:
    """The first endpoint again, ended before a link it swallowed: 2014-2018, Nov 18 - Dec 19."""
    for link in range(place + 1, left.stop):
        if words[link] in TO:
            shorter = endpoint(words.upto(link), place)
            return shorter if shorter is not None and shorter.stop == link else None
    return None


def _dash_joins(words: Words, place: int) -> bool:
    return words[place - 1] != "" and words[place + 1] != ""


def _may_join(words: Words, left: Node, right: Node, *, cued: bool) -> bool:
    """Whether two endpoints make one range; years and doubtful words need a cue or each other."""
    if "time" in (left.type, right.type) and left.type == right.type:
        return False
    if left.type == "time" or right.type == "time":
        both_now = left.senses[0].timex == "PRESENT_REF" or right.senses[0].timex == "PRESENT_REF"
        return both_now or "datetime" in (left.type, right.type)
    if left.clear and right.clear:
        return True
    if left.grain == "year" and left.year and words[right.stop - 1] in ("present", "day", "now", "today"):
        return left.year <= words.now.year
    if left.grain == right.grain == "year" and left.year and right.year:
        free = not words.strict or not words[right.stop].isalpha() or words[right.stop] in AFTER_YEAR
        return left.year < right.year and left.year >= 1500 and right.year <= 2199 and free
    if left.grain == right.grain == "month" and len(left.senses) == len(right.senses) == 2:
        return words[left.start] not in ("may", "march", "mar") or words[left.stop] != "-"
    return (left.clear or right.clear or cued) and not (words.strict and left.grain != right.grain and not cued)


def _joined(words: Words, start: int, left: Node, right: Node) -> Node | None:
    if left.type in _DAYS and right.senses[0].timex == "PRESENT_REF":
        right = Node(start=right.start, stop=right.stop, type="date", grain="day", senses=one_day(words.now))
    elif right.type in _DAYS and left.senses[0].timex == "PRESENT_REF":
        left = Node(start=left.start, stop=left.stop, type="date", grain="day", senses=one_day(words.now))
    if left.type in _DAYS and right.type in _DAYS:
        return _days(words, start, left, right)
    return _moments(words, start, left, right)


def _days(words: Words, start: int, left: Node, right: Node) -> Node | None:
    senses = []
    for tense in _tenses(left, right):
        one, other = _matched(left, right, tense)
        if one is None or other is None or one.first is None or other.first is None:
            continue
        first, shown = _edge(words, left, one), _edge(words, right, other)
        if shown < first:
            if not words.strict:
                # the words are a range, though not one that this day can fix
                senses.append(Sense(f"({_edge_timex(left, one, first)},{_edge_timex(right, other, shown)},PXD)"))
            continue
        timex = (
            f"({_edge_timex(left, one, first)},{_edge_timex(right, other, shown)},{_length(left, right, first, shown)})"
        )
        until = max(other.until or shown, shown)
        senses.append(Sense(timex, first, until, shown, tense))
    if not senses:
        return None
    return Node(start=start, stop=right.stop, type="daterange", grain=right.grain, senses=tuple(senses))


def _tenses(left: Node, right: Node) -> tuple[int, ...]:
    if len(left.senses) > 1 and not right.year:
        return (-1, 1)
    return (1,) if len(left.senses) == 1 else (0,)


def _matched(left: Node, right: Node, tense: int) -> tuple[Sense | None, Sense | None]:
    """The readings of both ends that belong together."""
    if tense == 0 and len(left.senses) > 1:
        other = right.senses[0]
        return (_before(left, other.first) if other.first is not None else None), other
    one = pick(left.senses, tense)
    if len(right.senses) == 1 or one.first is None:
        return one, right.senses[0]
    return one, _after(right, one.first)


def _before(node: Node, time: datetime) -> Sense | None:
    """The reading of an incomplete date that lies in the year of a later one, or last before it."""
    if node.month and node.day:
        sense = next(
            (s for s in yearless(time + DAY, node.month, node.day) if s.first is not None and s.first <= time), None
        )
        if sense is None or sense.first is None:
            return None
        return Sense(date_text(sense.first), sense.first, sense.until)
    sense = pick(node.senses, -1)
    first = sense.first
    if first is not None and node.grain == "month":
        year = time.year - (first.month > time.month)
        begin, until = month(year, first.month)
        return Sense(f"{year:04d}-{first.month:02d}", begin, until)
    return next((s for s in reversed(node.senses) if s.first is not None and s.first <= time), sense)


def _after(node: Node, time: datetime) -> Sense | None:
    """The reading of an incomplete date that comes first after another date."""
    if node.weekday >= 0:
        day = weekday_after(time, node.weekday)
        return Sense(node.senses[0].timex, day, day + DAY)
    if node.month and node.day:
        return pick(yearless(time, node.month, node.day), 1)
    if node.day:
        return pick(monthless(time, node.day), 1)
    if node.grain == "month" and node.senses[0].first is not None:
        return pick(yearless_month(time, node.senses[0].first.month), 1)
    return next((s for s in node.senses if s.first is not None and s.first >= time), node.senses[-1])


def _edge(words: Words, node: Node, sense: Sense) -> datetime:
    """Where an end of a range lies: the end of March is April 1, its middle the 16th."""
    first, until = sense.first, sense.until
    assert first is not None
    if node.type != "daterange" or words.strict or until is None:
        return first
    inner = words.skip(node.start, {"the"})
    if words[inner] == "end":
        return until
    if words[inner] == "middle":
        begin = first.replace(day=1)
        return begin + timedelta(days=15) if node.grain == "month" else first.replace(month=7, day=1)
    return first


def _edge_timex(node: Node, sense: Sense, edge: datetime) -> str:
    timex = sense.timex
    if timex == "PRESENT_REF":
        return timex
    if timex.startswith("XXXX-WXX"):
        return timex
    return "XXXX" + date_text(edge)[4:] if timex.startswith("XXXX-") and len(timex) <= 10 else date_text(edge)


def _length(left: Node, right: Node, first: datetime, shown: datetime) -> str:
    months = (shown.year - first.year) * 12 + shown.month - first.month
    grains = {left.grain, right.grain}
    if left.type == right.type == "daterange":
        if grains <= {"decade", "century"}:
            return f"P{months // 12}Y"
        if grains <= set(_COARSE) and not set(grains) - {"year", "decade", "century"} and first.day == 1 == first.month:
            return f"P{months // 12}Y" if left.year and right.year and not _cut(left, right) else f"P{months}M"
        if grains == {"week"}:
            return f"P{(shown - first).days // 7}W"
        if grains <= {"month", "year", "quarter"}:
            return f"P{months}M"
    return f"P{(shown - first).days}D"


def _cut(left: Node, right: Node) -> bool:
    """Whether an end is only part of a year: then the length is told in months."""
    for node in (left, right):
        sense = node.senses[0]
        if sense.first is not None and sense.until is not None and (sense.until - sense.first).days < 360:
            return True
    return False


def _moments(words: Words, start: int, left: Node, right: Node) -> Node | None:
    senses = []
    for tense in (-1, 1) if len(left.senses) > 1 and left.senses[0].tense else (0,):
        one = pick(left.senses, tense)
        other = pick(right.senses, tense) if len(right.senses) > 1 else right.senses[0]
        first, until = one.first, other.first
        if first is None or until is None:
            return None
        if left.type == "time":
            first = _clock_near(left, until, before=True)
        if right.type == "time":
            until = _clock_near(right, first, before=False)
        if until < first:
            continue
        a, b = _moment_timex(left, one, first), _moment_timex(right, other, until)
        senses.append(Sense(f"({a},{b},{gap_timex((until - first).total_seconds())})", first, until, None, tense))
    if not senses:
        return None
    return Node(start=start, stop=right.stop, type="datetimerange", grain="hour", senses=tuple(senses))


def _clock_near(node: Node, time: datetime, *, before: bool) -> datetime:
    """A time of day as the last moment before another, or the next one after it."""
    moments = [on_day(time + step * DAY, s.first) for s in node.senses if s.first is not None for step in (-1, 0, 1)]
    return max(m for m in moments if m < time) if before else min(m for m in moments if m > time)


def _moment_timex(node: Node, sense: Sense, moment_at: datetime) -> str:
    if sense.timex == "PRESENT_REF":
        return sense.timex
    return date_text(moment_at) + sense.timex if node.type == "time" else sense.timex


def _week_days(words: Words, place: int) -> Node | None:
    """Last week from Wednesday to Friday; next week between Monday and Thursday."""
    week = named_period(words, place)
    if week is None or week.grain != "week" or words[week.stop] not in ("from", "between"):
        return None
    one = WEEKDAYS.get(words[week.stop + 1], -1)
    link = week.stop + 2
    other = WEEKDAYS.get(words[link + 1], -1)
    base = week.senses[0].first
    if one < 0 or other < one or base is None or words[link] not in {*TO, "and"}:
        return None
    monday = week_of(base)[0]
    first, last = monday + one * DAY, monday + other * DAY
    timex = f"({date_text(first)},{date_text(last)},P{other - one}D)"
    return Node(
        start=place, stop=link + 2, type="daterange", grain="day", senses=(Sense(timex, first, last + DAY, last),)
    )


def _starting(words: Words, place: int) -> Node | None:
    """3 days starting from next Monday, two weeks starting May 20th, 3 days from Tuesday on."""
    length = duration(words, place)
    if length is None or words[length.stop] not in ("starting", "beginning", "commencing") or not in_days(length.units):
        return None
    base = endpoint(words, words.skip(length.stop + 1, {"from", "on", "with", "at"}))
    if base is None or base.type != "date":
        return None
    sense = base.senses[-1] if words.strict else base.senses[0]
    if sense.first is None:
        return None
    if not words.strict and len(base.senses) > 1:
        sense = min(base.senses, key=lambda s: s.first is None or s.first.year != words.now.year)
    first = sense.first or words.now
    until = shift(first, length.units, 1)
    timex = f"({date_text(first)},{date_text(until)},{length.senses[0].timex})"
    return Node(start=place, stop=base.stop, type="daterange", grain="day", senses=(Sense(timex, first, until),))
