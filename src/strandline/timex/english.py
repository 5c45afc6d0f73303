"""English: from a text to its time expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo

from strandline.timex.anyday import any_day
from strandline.timex.clockranges import clock_range
from strandline.timex.clocks import AT, clock
from strandline.timex.cuts import cut_period
from strandline.timex.lengths import duration
from strandline.timex.lexicon import MEALS
from strandline.timex.moments import moment
from strandline.timex.nodes import Node, Sense, reading_of
from strandline.timex.offsets import offset
from strandline.timex.parts import day_part
from strandline.timex.periods import named_period
from strandline.timex.ranges import span
from strandline.timex.relations import related
from strandline.timex.sets import recurrence
from strandline.timex.spans import TimeSpan
from strandline.timex.strict import allowed, tense_before, tense_of
from strandline.timex.triggers import beginnings, worth_reading
from strandline.timex.words import Words, word_set

_Reader = Callable[[Words, int], Node | None]
_READERS: tuple[_Reader, ...] = (
    recurrence, related, moment, any_day, cut_period, named_period, span, clock_range, offset, clock, duration,
    day_part,
)  # fmt: skip
_CHANGES = word_set("change changed move moved shift shifted reschedule rescheduled push pushed postpone")
_WIDEST = 20_000


def find_spans(text: str, at: datetime, prefer: str | None, strict: bool) -> tuple[TimeSpan, ...]:
    """The time expressions of an English text."""
    if not worth_reading(text, strict=strict):
        return ()
    words = Words(text[:_WIDEST], at.replace(tzinfo=None), strict=strict)
    found: list[TimeSpan] = []
    begins = beginnings(words)
    place = 0
    last: Node | None = None
    while place < words.count:
        node = expression(words, place) if begins[place] else None
        if node is None or node.stop <= place:
            place += 1
            continue
        node = _in_context(words, node, last)
        last = node
        made = _span(words, node, at.tzinfo, prefer or tense_of(words, node))
        if made is not None:
            found.append(made)
        place = node.stop
    return tuple(found)


def _in_context(words: Words, node: Node, last: Node | None) -> Node:
    """What an expression is beside its neighbours, in what people write."""
    if not words.strict:
        return node
    if words[node.start] == "in" and node.type in ("date", "datetime") and tense_before(words, node.start) == "past":
        # "I finished it in two weeks" is how long it took
        length = duration(words, words.skip(node.start + 1, {"about", "around", "just"}))
        return length if length is not None and length.stop == node.stop else node
    listed = last is not None and last.type == "set" and last.weekday >= 0 and node.type == "date" and node.weekday >= 0
    if listed and last is not None and len(node.senses) == 2 and _only_links(words, last.stop, node.start):
        # every Monday, Wednesday and Friday
        return replace(node, type="set", senses=(Sense(node.senses[0].timex),))
    return node


def _only_links(words: Words, start: int, stop: int) -> bool:
    return start < stop and all(words[place] in (",", "and", "or", "&") for place in range(start, stop))


def expression(words: Words, place: int) -> Node | None:
    """The longest expression at a place that stands for a time by itself."""
    best: Node | None = None
    for read in _READERS:
        node = _safely(read, words, place)
        if node is None or not node.senses or (best is not None and node.stop <= best.stop):
            continue
        if _stands(words, node):
            best = node
    return best


def _safely(read: _Reader, words: Words, place: int) -> Node | None:
    try:
        return read(words, place)
    except (ValueError, OverflowError):
        # 31 June, the year 0, a day after the calendar ends: not a date
        return None


def _stands(words: Words, node: Node) -> bool:
    """Whether a node needs nothing more around it."""
    if not words.apart(node.start, node.stop):
        return False
    if words.strict:
        return allowed(words, node)
    if node.clear:
        return True
    if node.type == "time":
        return _at_hour(words, node)
    named = words[node.stop - 1] not in MEALS and words[node.start - 1] != "good"
    return node.type == "timerange" and node.grain == "part" and named


def _at_hour(words: Words, node: Node) -> bool:
    """At 7: a bare number is an hour after at, and after a change from one time to it."""
    if words[node.start - 1] == "to" and _changes_to(words, node):
        return True
    if words[node.start - 1] not in ("at", "@") or words[node.start - 1] not in AT:
        return False
    after = words[node.stop]
    if after in ("-", "/", ":", ".") and words.glued(node.stop) and words.glued(node.stop + 1):
        return False
    return not after.isalpha() or after in ("and", "or", "to", "with", "for", "in", "on", "but", "so", "today")


def _changes_to(words: Words, node: Node) -> bool:
    """Change the ten am appointment to thirteen: a bare hour that takes the place of a time said before."""
    if words[node.stop].isalnum():
        return False
    begin = max(0, node.start - 8)
    changed = next((i for i in range(node.start - 1, begin - 1, -1) if words[i] in _CHANGES), -1)
    return changed >= 0 and any(
        (time := clock(words, i)) is not None and time.clear for i in range(changed + 1, node.start - 1)
    )


def _remember(words: Words, node: Node, sense: Sense) -> None:
    """Keep the day the text named last, for "three days later"."""
    if words.strict and sense.first is not None and node.type in ("date", "datetime"):
        words.anchor = sense.first
        words.memo.clear()


def _span(words: Words, node: Node, zone: tzinfo | None, prefer: str) -> TimeSpan | None:
    senses = [
        sense for sense in node.senses if node.type in ("duration", "set") or _resolved(sense) or not words.strict
    ]
    if not senses:
        return None
    readings = tuple(dict.fromkeys(reading_of(node, sense) for sense in senses))
    chosen = choose(senses, prefer, words.now if node.weekday < 0 else None)
    _remember(words, node, chosen)
    dated = node.type not in ("time", "timerange", "duration", "set")
    return TimeSpan(
        start=words.starts[node.start],
        stop=words.stops[node.stop - 1],
        type=node.type,
        grain=node.grain,
        first=chosen.first.replace(tzinfo=zone) if dated and chosen.first is not None else None,
        until=chosen.until.replace(tzinfo=zone) if dated and chosen.until is not None else None,
        relation=node.relation,
        seconds=node.seconds,
        vague=node.vague,
        readings=readings,
    )


def _resolved(sense: Sense) -> bool:
    return sense.first is not None or sense.until is not None


def choose(senses: Sequence[Sense], prefer: str, now: datetime | None) -> Sense:
    """The reading preferred; of day and month names the one that holds today ("in May", said in May)."""
    tense = 1 if prefer == "future" else -1
    if now is not None and len(senses) > 1:
        for sense in senses:
            if sense.first is not None and sense.until is not None and sense.first <= now < sense.until:
                return sense
    return next((s for s in senses if s.tense == tense), senses[0])
