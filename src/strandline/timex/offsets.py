"""Times counted from another: two weeks ago, in 3 hours, 2 days after Easter, the last 3 months, within a year."""

from __future__ import annotations

from strandline.timex.beside import beside, seasons_ago, vague_time
from strandline.timex.counted import from_now, in_time, with_weekday
from strandline.timex.nodes import Node
from strandline.timex.stretches import counted_units, more_or_less, stretch_of_units, within
from strandline.timex.words import Words, remembered


@remembered
def offset(words: Words, place: int) -> Node | None:
    """The time at a place that is counted from now or from another date."""
    return (
        in_time(words, place)
        or more_or_less(words, place)
        or within(words, place)
        or counted_units(words, place)
        or stretch_of_units(words, place)
        or with_weekday(words, place)
        or from_now(words, place)
        or seasons_ago(words, place)
        or beside(words, place)
        or vague_time(words, place)
    )
