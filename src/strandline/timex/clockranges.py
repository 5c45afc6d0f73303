"""Stretches of a day: from 5 to 6pm, 10:30-12, between 9 and 11 in the morning, from 2pm for 2 hours."""

from __future__ import annotations

from datetime import datetime, timedelta

from strandline.timex.calendar import DAY
from strandline.timex.clocks import clock
from strandline.timex.lengths import duration, length_timex
from strandline.timex.nodes import NO_DAY, Node, Sense, clock_text
from strandline.timex.shift import in_days, shift
from strandline.timex.words import Words, remembered

TO = frozenset({"to", "-", "till", "til", "until", "through", "thru"})


@remembered
def clock_range(words: Words, place: int) -> Node | None:
    """The stretch between two times of a day."""
    return _lasting(words, place) or _between(words, place)


def _between(words: Words, place: int) -> Node | None:
    inner = words.skip(place, {"from", "between"})
    left = _first(words, inner)
    if left is None:
        return None
    link = words[left.stop]
    if link not in TO and not (link == "and" and words[place] == "between"):
        return None
    right = clock(words, words.skip(left.stop + 1, {"at", "around"}))
    if right is None or (
        words[place] == "between" and link == "-" and not (left.clear or right.clear or _leads(words, inner))
    ):
        return None
    cued = inner > place
    clear = left.clear or right.clear or (cued and not words.strict) or _leads(words, inner)
    if not cued and not (left.clear or right.clear):
        clear = False
    senses = _paired(left, right)
    return (
        Node(start=place, stop=right.stop, type="timerange", grain="hour", senses=senses, clear=clear)
        if senses
        else None
    )


def _leads(words: Words, place: int) -> bool:
    """Whether a number is written like 0930."""
    return len(words.number(place)) == 4 and words[place][0] == "0"


def _first(words: Words, place: int) -> Node | None:
    """The first time: never one that eats the link, as "5 to seven" would as five to seven."""
    left = clock(words, place)
    if left is None:
        return None
    for link in range(place + 1, left.stop):
        if words[link] in ("to", "till") and words[link - 1] not in ("quarter", "minutes", "mins", "min", "minute"):
            return clock(words.upto(link), place)
    return left


def _paired(left: Node, right: Node) -> tuple[Sense, ...]:
    """The readings of two times together: each as the other's half of the day makes likely."""
    firsts = [s for s in left.senses if s.first is not None]
    seconds = [s for s in right.senses if s.first is not None]
    if len(firsts) > 1 and len(seconds) == 1:
        return (_pair(min(firsts, key=lambda s: _gap(s.first, seconds[0].first)), seconds[0]),)
    return tuple(_pair(one, min(seconds, key=lambda s: _gap(one.first, s.first))) for one in firsts)


def _gap(first: datetime | None, second: datetime | None) -> float:
    """Seconds from one time of day on to the other, a full day for the same."""
    if first is None or second is None:
        return 0.0
    return ((second - first).total_seconds() % 86400) or 86400.0


def _pair(one: Sense, other: Sense) -> Sense:
    gap = _gap(one.first, other.first)
    until = (one.first or NO_DAY) + timedelta(seconds=gap)
    return Sense(f"({one.timex},{other.timex},{gap_timex(gap)})", one.first, until)


def gap_timex(seconds: float) -> str:
    """PT1H30M for a number of seconds."""
    hours, rest = divmod(int(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    return "PT" + "".join(f"{n}{u}" for n, u in ((hours, "H"), (minutes, "M"), (rest, "S")) if n) or "PT0S"


def _lasting(words: Words, place: int) -> Node | None:
    """From 2pm for 2 hours; for 2.5 hours from 9."""
    if words[place] == "for":
        length = duration(words, place + 1)
        if length is None or words[length.stop] not in ("from", "starting", "beginning"):
            return None
        begin = clock(words, words.skip(length.stop + 1, {"at", "from"}))
        stop = begin.stop if begin else 0
    else:
        if words[place] != "from":
            return None
        begin = clock(words, place + 1)
        if begin is None or words[begin.stop] != "for":
            return None
        length = duration(words, begin.stop + 1)
        stop = length.stop if length else 0
    if begin is None or length is None or in_days(length.units):
        return None
    senses = tuple(_long(sense, length) for sense in begin.senses[:1] if sense.first is not None)
    return Node(start=place, stop=stop, type="timerange", grain="hour", senses=senses)


def _long(sense: Sense, length: Node) -> Sense:
    first = sense.first or NO_DAY
    until = shift(first, length.units, 1)
    whole = (
        gap_timex(length.seconds or 0.0)
        if length.units[0][1] != int(length.units[0][1])
        else length_timex(length.units)
    )
    return Sense(f"({sense.timex},T{clock_text(until)},{whole})", first, min(until, NO_DAY + 9 * DAY))
