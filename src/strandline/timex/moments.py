"""Days and times of day together: tomorrow at 8am, 3pm on Sunday, this morning, tonight from 7 to 9."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from strandline.timex.anyday import any_day
from strandline.timex.calendar import DAY, midnight
from strandline.timex.clockranges import clock_range
from strandline.timex.clocks import AT, around, clock
from strandline.timex.dates import lone_day
from strandline.timex.daywords import bare_day
from strandline.timex.lexicon import MEALS, SHIFTS
from strandline.timex.nodes import NO_DAY, Node, Sense, date_text, moment_text, on_day
from strandline.timex.offsets import offset
from strandline.timex.parts import day_part, part_node, part_word
from strandline.timex.resolve import monthless, one_day
from strandline.timex.weekdays import week_after
from strandline.timex.words import Words, remembered

_NOW = ("now", "right now", "at the moment", "at present", "at this time", "at this moment", "as of now", "just now")
_SOON = ("as soon as possible", "asap")
_LINKS = frozenset({",", "-", "at", "@", "around", "about", "for", "by", "on", "circa", "in", "("})
_PM_PARTS = frozenset({"afternoon", "evening", "night", "tonight", "dinner", "supper"})


@remembered
def moment(words: Words, place: int) -> Node | None:
    """The day with its time, or the moment, at a place."""
    return _now(words, place) or _ending(words, place) or _day_first(words, place) or _time_first(words, place)


def _now(words: Words, place: int) -> Node | None:
    if words[place] not in ("now", "right", "at", "as", "asap", "just") or words[place - 1] == "every":
        return None
    stop = words.phrase(place, *_NOW)
    timex = "PRESENT_REF"
    if not stop:
        stop, timex = words.phrase(place, *_SOON), "FUTURE_REF"
    if not stop or (words.strict and (timex == "FUTURE_REF" or not _now_is_time(words, place, stop))):
        return None
    now = words.now.replace(microsecond=0)
    return Node(start=place, stop=stop, type="datetime", grain="second", senses=(Sense(timex, now, now),))


def _now_is_time(words: Words, place: int, stop: int) -> bool:
    """ "now" opens many sentences in talk; it is a time where it is not followed by a comma."""
    return words[stop] != "," or place > 0


def _ending(words: Words, place: int) -> Node | None:
    """End of the day, the end of tomorrow, eod, rest of the day, mid today, early in the day Wednesday."""
    inner = words.skip(place, {"the"})
    if words[inner] == "eod":
        return _last_second(place, inner + 1, one_day(words.now))
    if words[inner] in ("rest", "remainder"):
        after = words.skip(words.skip(inner + 1, {"of"}), {"the", "current", "this", "my"})
        return _rest(words, place, after + 1) if words[after] in ("day", "today") else None
    if words[inner] == "end" and words[inner + 1] in ("of", "the"):
        after = words.skip(inner + 1, {"of"})
        if (
            words.phrase(after, "the day", "day", "this day")
            and words[words.phrase(after, "the day", "day", "this day")] != "s"
        ):
            return _last_second(place, words.phrase(after, "the day", "day", "this day"), one_day(words.now))
        day = any_day(words, words.skip(after, {"the"}) if words[after + 1] not in ("day",) else after)
        return _last_second(place, day.stop, day.senses) if day is not None and day.clear else None
    if words[inner] in ("mid", "early", "late", "earlier", "later"):
        return _cut_day(words, place)
    return None


def _last_second(start: int, stop: int, senses: tuple[Sense, ...]) -> Node:
    made = tuple(
        Sense(s.timex + "T23:59:59", s.first + DAY - timedelta(seconds=1), s.first + DAY, None, s.tense)
        for s in senses
        if s.first is not None
    )
    return Node(start=start, stop=stop, type="datetime", grain="day", senses=made)


def _rest(words: Words, place: int, stop: int) -> Node:
    now = words.now.replace(microsecond=0)
    until = midnight(now) + DAY
    last = until - timedelta(seconds=1)
    seconds = int((last - now).total_seconds())
    timex = f"({_stamp(now)},{_stamp(last)},PT{seconds}S)"
    return Node(start=place, stop=stop, type="datetimerange", grain="day", senses=(Sense(timex, now, until, last),))


def _stamp(time: datetime) -> str:
    return moment_text(time).replace(" ", "T")


def _cut_day(words: Words, place: int) -> Node | None:
    """Early in the day Wednesday, mid today, earlier today, later today."""
    word = words[place]
    after = words.phrase(place + 1, "in the day", "on in the day") or words.skip(place + 1, {"-"})
    inner = words.skip(after, {"on", ","})
    day = any_day(words, inner) if words[inner] != "today" else None
    if day is None and words[inner] == "today":
        day = Node(start=inner, stop=inner + 1, type="date", grain="day", senses=one_day(words.now))
    whole = words[after - 1] == "day"
    if day is None or (not whole and words[inner] not in ("today", "tomorrow", "yesterday")):
        if not whole:
            return None
        day = Node(start=place, stop=after, type="date", grain="day", senses=one_day(words.now))
    first, last = {"mid": (10, 14)}.get(word, (0, 12) if word.startswith("early") or word == "earlier" else (12, 24))
    senses = tuple(
        Sense(s.timex, s.first + timedelta(hours=first), s.first + timedelta(hours=last), None, s.tense)
        for s in day.senses
        if s.first is not None
    )
    return Node(start=place, stop=day.stop, type="datetimerange", grain="part", senses=senses)


@remembered
def day_base(words: Words, place: int) -> tuple[Node, str] | None:
    """A day and the part of it that is said with it: tomorrow morning, this evening, Tuesday."""
    shifted = _shifted_part(words, place)
    if shifted is not None:
        return shifted
    day = any_day(words, place)
    if day is None:
        day = offset(words, place) if words[place] not in ("in", "within") else None
        if day is None or day.type != "date":
            return None
    return _with_part(words, day)


def _with_part(words: Words, day: Node) -> tuple[Node, str]:
    after = words.skip(day.stop, {","})
    after = words.skip(after, {"in", "at", "on"})
    after = words.skip(after, {"the"} if words[after - 1] in ("in", "on") else ())
    inner = words.skip(words.skip(after, {"early", "late", "mid"}), {"-"})
    shift = {"early": -1, "late": 1}.get(words[after], 0)
    found = part_word(words, inner)
    if found is None and words[inner] in ("am", "pm") and inner == day.stop:
        found = ("morning" if words[inner] == "am" else "afternoon"), inner + 1
    if found is None or words[inner].endswith("s") or (found[0] in MEALS and words[after - 1] != "at"):
        return day, ""
    name, stop = found
    part = part_node(day.start, stop, name, shift)
    if day.weekday >= 0 and (week := week_after(words, stop)) is not None and len(day.senses) > 1:
        monday = midnight(words.now) - words.now.weekday() * DAY
        senses = one_day(monday + (7 * week[0] + day.weekday) * DAY)
        day, stop = Node(start=day.start, stop=week[1], type="date", grain="day", senses=senses), week[1]
    return join(day.start, stop, day, part), name


def _shifted_part(words: Words, place: int) -> tuple[Node, str] | None:
    """Tonight, this morning, last night, next evening."""
    lead = words.skip(place, {"early", "late", "later", "earlier"})
    if words[lead] in ("tonight", "tonite"):
        cut = {"early": -1, "earlier": -1, "late": 1, "later": 1}.get(words[place], 0)
        day = Node(start=place, stop=lead + 1, type="date", grain="day", senses=one_day(words.now))
        return join(place, lead + 1, day, part_node(place, lead + 1, "night", cut)), "night"
    shift = SHIFTS.get(words[lead])
    if shift is None or words[lead] in ("past", "current"):
        return None
    found = part_word(words, lead + 1)
    if found is None or words[lead + 1].endswith("s") or found[0] in MEALS or found[0] == "business":
        return None
    if words[lead + 1] in ("daytime",):
        return None
    name, stop = found
    cut = {"early": -1, "earlier": -1, "late": 1, "later": 1}.get(words[place], 0) if lead > place else 0
    day = Node(start=place, stop=stop, type="date", grain="day", senses=one_day(midnight(words.now) + shift * DAY))
    return join(place, stop, day, part_node(place, stop, name, cut)), name


def join(start: int, stop: int, day: Node, time: Node) -> Node:
    """A day and a time, part or stretch of it: every reading of the one with every reading of the other."""
    senses = tuple(_joined(d, t, time.type) for t in time.senses for d in day.senses if d.first is not None)
    kind = "datetime" if time.type == "time" else "datetimerange"
    return Node(
        start=start, stop=stop, type=kind, grain=time.grain, senses=senses, vague=day.vague, relation=day.relation,
        weekday=day.weekday,
    )  # fmt: skip


def _joined(day: Sense, time: Sense, kind: str) -> Sense:
    date = day.first or NO_DAY
    first = on_day(date, time.first or NO_DAY)
    base = _day_timex(day.timex)
    if kind == "time":
        return Sense(base + time.timex, first, first, None, day.tense)
    until = on_day(date, time.until or NO_DAY)
    shown = on_day(date, time.shown) if time.shown is not None else None
    if not time.timex.startswith("("):
        return Sense(base + time.timex, first, until, shown, day.tense)
    begin, end, length = time.timex.strip("()").split(",")
    last = base if midnight(until) == midnight(first) else _day_timex(_next_timex(day.timex, date))
    return Sense(f"({base}{begin},{last}{end},{length})", first, until, shown, day.tense)


def _day_timex(timex: str) -> str:
    """The TIMEX of the day of a part: 2016-11-07TEV is of 2016-11-07."""
    return timex.split("T", 1)[0]


def _next_timex(timex: str, day: datetime) -> str:
    if timex.startswith("XXXX-WXX-"):
        return f"XXXX-WXX-{int(timex[9]) % 7 + 1}"
    text = date_text(day + DAY)
    return "XXXX" + text[4:] if timex.startswith("XXXX-") else text


def _halved(time: Node, name: str) -> Node:
    """A time in the half of the day that the part said with it has."""
    if not name or len(time.senses) < 2:
        return time
    late = name in _PM_PARTS
    kept = tuple(s for s in time.senses if s.first is not None and (s.first.hour >= 12) == late)
    return replace(time, senses=kept or time.senses)


@remembered
def _day_first(words: Words, place: int) -> Node | None:
    base = day_base(words, place)
    if base is None:
        return None
    day, name = base
    stop = day.stop
    link = words.skip(stop, _LINKS)
    link = around(words, link) if words[link - 1] in ("at", ",", "by") else link
    if words[stop] == "(":
        link = stop
    if words[stop] == "t" and words.glued(stop) and words.glued(stop + 1):
        link = stop + 1
    source = _bare(day)
    ranged = clock_range(words, words.skip(link, {"at"})) or clock_range(words, stop)
    if ranged is not None and (ranged.clear or not words.strict) and not (words[stop] == "-" and not ranged.clear):
        return join(day.start, ranged.stop, source, _halved(ranged, name))
    lasting = clock_range(words, stop) if words[stop] == "for" else None
    if lasting is not None:
        return join(day.start, lasting.stop, source, lasting)
    time = clock(words, link) or _part_then_clock(words, stop)
    if time is not None and _fits(words, day, name, time, stop, link):
        return join(day.start, time.stop, source, _halved(time, name))
    return day if day.type != "date" else None


def _bare(day: Node) -> Node:
    """The day of a part of it, to be given a closer time."""
    if day.type == "date":
        return day
    senses = tuple(
        Sense(_day_timex(s.timex), midnight(s.first), midnight(s.first) + DAY, None, s.tense)
        for s in day.senses
        if s.first is not None
    )
    return Node(start=day.start, stop=day.stop, type="date", grain="day", senses=senses, weekday=day.weekday)


def _part_then_clock(words: Words, place: int) -> Node | None:
    time = clock(words, place)
    return time if time is not None and time.clear else None


def _fits(words: Words, day: Node, name: str, time: Node, stop: int, link: int) -> bool:
    """Whether a time belongs to the day before it: a bare number only after at, or right after a sure day."""
    if time.clear:
        return words[stop] != "for" or not words.strict or words[time.stop] not in ("people",)
    if words[link - 1] in ("at", "@", "around", "about", "circa") and link > stop:
        return not words[time.stop].isalpha() or words[time.stop] in (
            "and",
            "or",
            "to",
            "with",
            "for",
            "in",
            "on",
            "but",
            "so",
        )
    if words.strict:
        return False
    if words[link - 1] in ("for", "by", "in", "on", "-", ","):
        return False
    number = words.number(time.start) != ""
    return number and time.stop - time.start == 1 and day.month == 0 and words[time.stop] in ("", ".", "!", "?", ",")


def _time_first(words: Words, place: int) -> Node | None:
    """8pm today, seven on 15, 7 this morning, at 2:00 - 2:30 pm on Tuesday, in the early afternoon on Tuesday."""
    node = clock_range(words, place) or clock(words, place) or day_part(words, place)
    if node is None:
        return None
    link = words.skip(words.skip(node.stop, {",", "-"}), {"on", "of", "for"})
    part = node.type == "timerange" and node.grain == "part"
    if words[link - 1] == "of" and not part and words[link] not in ("tomorrow", "today", "yesterday"):
        return None
    base = day_base(words, words.skip(link, {"the"} if words[link + 1] in ("sunday",) else ()))
    on = words[link - 1] == "on"
    if base is None and on:
        day = lone_day(words, link) or _numbered(words, link)
        base = (day, "") if day is not None else None
    if base is None or not _time_leads(words, place, node, base[0], link):
        return None
    day, name = base
    if node.type == "timerange" and node.grain == "part" and day.type != "date":
        return None
    return join(node.start, day.stop, _bare(day), _halved(node, name))


def _numbered(words: Words, place: int) -> Node | None:
    day = bare_day(words, place)
    if day is None or words.strict or words[day.stop].isalpha():
        return None
    return Node(start=place, stop=day.stop, type="date", grain="day", senses=monthless(words.now, day.day), day=day.day)


def _time_leads(words: Words, place: int, time: Node, day: Node, link: int) -> bool:
    """Whether a time belongs to the day after it."""
    if time.clear:
        return True
    before = words[place - 1]
    if time.type == "timerange" and time.grain == "part":
        meal = time.senses[0].timex.startswith("TME")
        return not meal and (not words.strict or words[link - 1] == "of")
    if time.type == "timerange":
        return not words.strict or words[place] in ("from", "between") or before in ("at",)
    parted = day.type == "datetimerange" and words[time.stop] == ","
    return before in AT or (parted and not words.strict)
