"""Times tied by a word: since March, until Friday, before 5pm, after Easter, 2012 or later, around the 21st."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from strandline.timex.clocks import clock
from strandline.timex.moments import day_base, join
from strandline.timex.nodes import Node, Sense, longest
from strandline.timex.parts import day_part
from strandline.timex.ranges import endpoint
from strandline.timex.words import Words

_PREFIXES = {
    "since": "since", "ever since": "since", "starting on": "since", "starting from": "since", "starting with": "since",
    "starting in": "since", "starting": "since", "as early as": "since", "at or after": "since", "on or after": "since",
    "after or equal to": "since", "later than or at": "since", "later than or in": "since", "later than or on": "since",
    "> =": "since", "as of": "since", "effective": "since", "beginning in": "since",
    "beginning": "since", "beginning on": "since",
    "any time from": "since", "anytime from": "since", "any time after": "after", "year greater than": "after",
    "year less than": "before", "after": "after", "later than": "after", ">": "after", "past": "after",
    "before": "before", "earlier than": "before", "no later than": "before", "not later than": "before",
    "prior to": "before", "<": "before", "sooner than": "before",
    "until": "until", "till": "until", "til": "until", "up until": "until", "up to": "until", "ending with": "until",
    "ending on": "until", "ending in": "until", "as late as": "through", "on or earlier than": "through",
    "on or before": "through", "at or before": "through", "earlier than or in": "through",
    "earlier than or at": "through", "earlier than or on": "through", "< =": "through", "before or on": "through",
    "around": "around", "circa": "around", "approximately": "around", "about": "around", "roughly": "around",
}  # fmt: skip
_BY_WORD: dict[str, list[tuple[str, str]]] = {}
for _phrase in sorted(_PREFIXES, key=len, reverse=True):
    _BY_WORD.setdefault(_phrase.split(" ")[0], []).append((_phrase, _PREFIXES[_phrase]))
_SUFFIXES = {
    "or later": "since", "and later": "since", "or after": "since", "and after": "since", "or greater": "since",
    "and greater": "since", "onwards": "since", "onward": "since", "and beyond": "since", "or newer": "since",
    "and onwards": "since",
    "or earlier": "through", "and earlier": "through", "or before": "through", "and before": "through",
    "or older": "through",
}  # fmt: skip
_WITHIN_DAY = {"before": "before", "after": "after", "by": "before", "later than": "after", "earlier than": "before",
               "since": "since", "until": "until", "till": "until"}  # fmt: skip

RELATION_WORDS = frozenset(_BY_WORD)


def related(words: Words, place: int) -> Node | None:
    """The time at a place with the word that ties it."""
    return longest(_prefixed(words, place), _suffixed(words, place), _in_day(words, place), _from_on(words, place))


def _prefix(words: Words, place: int) -> tuple[str, int] | None:
    for phrase, relation in _BY_WORD.get(words[place], ()):
        stop = words.phrase(place, phrase)
        if stop:
            return relation, stop
    if words[place] == "by" and words.strict:
        return "before", place + 1
    return None


def _target(words: Words, place: int) -> Node | None:
    return longest(endpoint(words, place), _clock(words, place), day_part(words, place))


def _clock(words: Words, place: int) -> Node | None:
    time = clock(words, words.skip(place, {"at"}))
    if time is None or time.clear:
        return time
    following = words[time.stop]
    spelled = not words.number(time.start)
    if (
        words.strict
        or following.isalpha()
        or (following in ("-", "/", "%", ":", ".") and words.glued(time.stop) and words[time.stop + 1])
    ):
        return None
    return replace(time, clear=True) if spelled and time.stop == time.start + 1 else None


def _prefixed(words: Words, place: int) -> Node | None:
    found = _prefix(words, place)
    if found is None:
        return None
    relation, inner = found
    target = _target(words, inner)
    if target is None and words[inner] == "the":
        target = _target(words, inner + 1)
    if (
        target is None
        or target.type in ("set", "duration")
        or not (target.clear or target.grain in ("month", "year", "season", "part"))
    ):
        return None
    if words.strict and target.grain == "year" and not target.clear:
        return None
    if relation == "around":
        return _around(words, place, target)
    if (
        target.relation in ("since", "until", "before", "after")
        or words[place] == "past"
        or target.senses[0].timex.startswith("PAST")
    ):
        return None
    if words[place] == "up" and target.senses[0].timex == "PRESENT_REF":
        return None
    if target.type == "date" and len(target.senses) == 1 and target.senses[0].first is None:
        return None
    if words.strict and relation in ("until", "before") and words[words.skip(target.start, {"the", "very"})] == "end":
        # until the end of March: all of March
        tied = _tie(place, target.stop, target, "through")
        return replace(tied, relation=relation) if tied is not None else None
    # "the week after next", "half past": an "after" or "past" inside another expression never gets here alone
    return _tie(place, target.stop, target, relation)


def _around(words: Words, place: int, target: Node) -> Node | None:
    if target.type not in ("date", "daterange", "time", "datetime") or (
        target.type == "daterange" and not words.strict
    ):
        return None
    if words[place] == "about" and not (words.strict and (target.type == "time" or words[target.stop - 1] == "ago")):
        return None
    if not words.strict and words[place] == "around" and target.type != "date":
        return target
    return replace(target, start=place, relation="around", vague=words.strict)


def _tie(start: int, stop: int, target: Node, relation: str) -> Node | None:
    """A point or period as one end of an open range."""
    senses = tuple(_tied(s, target.type, relation) for s in target.senses)
    if all(s.first is None and s.until is None for s in senses):
        return None
    kind = target.type if target.type.endswith("range") else target.type + "range"
    said = "until" if relation == "through" else relation
    return replace(target, start=start, stop=stop, type=kind, senses=senses, relation=said, clear=True)


def _tied(sense: Sense, kind: str, relation: str) -> Sense:
    first, until = sense.first, sense.until
    end: datetime | None = until if until is not None else first
    if relation == "since":
        return Sense(sense.timex, first, None, None, sense.tense)
    if relation == "after":
        return Sense(sense.timex, end, None, first if not kind.endswith("range") else end, sense.tense)
    if relation in ("until", "through") and kind == "date":
        return Sense(sense.timex, None, end, first, sense.tense)
    if relation == "through" and kind == "daterange":
        return Sense(sense.timex, None, end, end, sense.tense)
    return Sense(sense.timex, None, first, first, sense.tense)


def _from_on(words: Words, place: int) -> Node | None:
    """From Monday on, from 2012 onwards."""
    if words[place] != "from":
        return None
    target = _target(words, place + 1)
    if target is None:
        return None
    if words[target.stop] not in ("on", "onward", "onwards", "forward"):
        return _tie(place, target.stop, target, "since") if _lies_ahead(words, target) else None
    now = target.senses[0].timex == "PRESENT_REF"
    ended = (
        now or words[target.stop] != "on" or words[target.stop + 1] not in ("the", "a", "an", "my", "our", "his", "her")
    )
    return _tie(place, target.stop + 1, target, "since") if ended else None


def _lies_ahead(words: Words, target: Node) -> bool:
    """Whether a day or period is still to come, so that "from" can only be where something begins."""
    if not words.strict or target.type not in ("date", "daterange") or len(target.senses) != 1:
        return False
    first = target.senses[0].first
    return first is not None and first >= words.now and target.relation is None


def _suffixed(words: Words, place: int) -> Node | None:
    """2012 or later, 3 pm or later on Monday, 1/1/2016 and later."""
    target = longest(endpoint(words, place), clock(words, place))
    if target is None or words[target.stop] not in ("or", "and", "onwards", "onward"):
        return None
    if not target.clear and not (target.year and target.grain == "year"):
        return None
    for phrase, relation in _SUFFIXES.items():
        stop = words.phrase(target.stop, phrase)
        if not stop:
            continue
        # "on 1/1/2016 and after 6pm" is two expressions
        if phrase.endswith(("after", "before")) and clock(words, stop) is not None:
            return None
        if target.type == "time" and words[stop] == "on" and (day := day_base(words, stop + 1)) is not None:
            target = join(place, day[0].stop, day[0], target)
            stop = target.stop
        return _tie(place, stop, target, relation)
    return None


def _in_day(words: Words, place: int) -> Node | None:
    """Today before 4pm, next Wednesday later than 10 in the morning, Tuesday by 2 in the afternoon."""
    base = day_base(words, place)
    if base is None or base[0].type != "date":
        return None
    day = base[0]
    for phrase, relation in _WITHIN_DAY.items():
        after = words.phrase(day.stop, phrase)
        time = clock(words, after) if after else None
        if time is None or not time.clear or len(time.senses) > 1:
            continue
        return _tie(place, time.stop, join(place, time.stop, day, time), relation)
    return None
