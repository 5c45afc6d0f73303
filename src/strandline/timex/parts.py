"""Parts of the day: in the morning, early-afternoon, late night, business hours, at lunch."""

from __future__ import annotations

from datetime import datetime

from strandline.timex.lexicon import DAY_PARTS, MEALS
from strandline.timex.nodes import NO_DAY, Node, Sense, clock_at
from strandline.timex.words import Words, remembered

_EARLY_LATE = {"early": -1, "late": 1, "earlier": -1, "later": 1}
_HALVES = {"TMO": 2, "TAF": 2, "TEV": 2, "TNI": 2, "TDT": 5, "TBH": 5}


@remembered
def day_part(words: Words, place: int) -> Node | None:
    """The part of the day at a place, with the words that lead to it; hangs on no day."""
    start = place
    after = words.phrase(place, "in the", "during the") or words.skip(place, {"at"})
    shift, inner = _early_late(words, after)
    if inner > after and words.phrase(inner, "in the"):
        inner += 2
    found = part_word(words, inner)
    if found is None:
        return None
    name, stop = found
    at_word = words[start] == "at"
    if at_word and (shift or not (name in MEALS or name in {"night", "lunchtime", "dinnertime"})):
        start = after
    node = part_node(start, stop, name, shift)
    # a lone "night" or "lunch" is as often no time at all
    return node if after > place else _doubtful(node)


def _doubtful(node: Node) -> Node:
    return Node(start=node.start, stop=node.stop, type=node.type, grain=node.grain, senses=node.senses, clear=False)


def _early_late(words: Words, place: int) -> tuple[int, int]:
    """-1 for early, 1 for late, 0 for neither, and the place after the word and its dash."""
    shift = _EARLY_LATE.get(words[place], 0)
    return (shift, words.skip(place + 1, {"-"})) if shift else (0, place)


def part_word(words: Words, place: int) -> tuple[str, int] | None:
    """The name of a part of the day and the place after it."""
    word = words[place]
    if word in DAY_PARTS:
        if word in MEALS and words[place + 1] == "time":
            return word, place + 2
        return word, place + 1
    if word in ("business", "working", "office", "work") and words[place + 1] in ("hours", "hour"):
        return "business", place + 2
    if word == "day" and words[place + 1] == "time" and words.glued(place + 1):
        return "daytime", place + 2
    return None


def part_node(start: int, stop: int, name: str, shift: int = 0) -> Node:
    """A part of the day as a node; ``shift`` -1 takes its first hours, 1 its last."""
    timex, first, last = ("TBH", 8, 18) if name == "business" else DAY_PARTS[name]
    half = _HALVES.get(timex, 1)
    if shift < 0:
        last = first + half
    elif shift > 0:
        first += half
    begin, until = clock_at(first), clock_at(last)
    sense = Sense(timex, begin, until, shown_end(until))
    return Node(start=start, stop=stop, type="timerange", grain="part", senses=(sense,))


def shown_end(until: datetime) -> datetime | None:
    """How a part that ends at midnight is written: 23:59:59."""
    return clock_at(23, 59, 59) if (until - NO_DAY).days >= 1 else None
