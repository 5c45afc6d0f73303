"""A fact and the message it came from say the same: which of the two is given, and what must then be shown with it.
A fact that was changed by hand says something else than its message, and is not left out for it.

A fact leads when the question asks for it and it scores higher than its message. Then its message is left
out, and the passage of it that was found stands below the fact; of a long one only the sentence that says the fact,
unless it was found by other words than the fact has. Where the message leads, the fact is left out: the message says it
too. Other messages that only confirm a fact which leads go as well, unless they were found by words that it does not
have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from strandline.recall import Ranked, View

CARRIED = 1.1
"""A fact carries what its message was found by when the message's own evidence is at most so many times the fact's."""
LONG = 600
"""Characters above which a passage is not shown whole below a fact that carries what it was found by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Twins:
    """What is left of some candidates."""

    places: NDArray[np.int64]
    """Places of those that stay, best first."""
    said: Mapping[int, int] = field(default_factory=dict)
    """Place of a fact -> place of its message, for facts that stand for a message that was found too."""
    wider: frozenset[int] = frozenset()
    """Places of those facts below which the whole passage is shown."""


def settle(view: View, ranked: Ranked, places: NDArray[np.int64]) -> Twins:
    """Leave out one of each fact and its message. ``places`` are the candidates, best first."""
    rows = ranked.rows[places]
    facts = np.flatnonzero(view.kind[rows] == 1)
    if not len(facts):
        return Twins(places=places)
    said_rows = view.kind[rows] == 0
    by_key = dict(zip(view.message[rows[said_rows]].tolist(), places[said_rows].tolist(), strict=True))
    own = ranked.own
    gone: set[int] = set()
    said: dict[int, int] = {}
    wider: set[int] = set()
    numbers = view.facts.places(view.message[rows[facts]])
    for place, number in zip(places[facts].tolist(), numbers.tolist(), strict=True):
        sources = [by_key[key] for key in (view.facts.sources[number] if number >= 0 else ()) if key in by_key]
        if not sources:
            continue
        if not _leads(view, ranked, place, sources):
            if not view.facts.edited[number]:
                gone.add(place)
            continue
        carried = [message for message in sources if own[message] <= own[place] * CARRIED]
        latest = sources[-1]
        gone.update(carried, [latest])
        said[place] = latest
        if latest not in carried or view.size[ranked.rows[latest]] <= LONG:
            wider.add(place)
    kept = np.array([place for place in places.tolist() if place not in gone], np.int64)
    return Twins(places=kept, said=said, wider=frozenset(wider))


def _leads(view: View, ranked: Ranked, place: int, sources: list[int]) -> bool:
    """Whether a fact stands for its messages: it scores higher than they do, and is what the question asks for or came
    from a message too long to be shown whole.
    """
    best = max(ranked.scores[message] for message in sources)
    long = all(view.divided(int(ranked.rows[message])) for message in sources)
    return bool((ranked.asks[place] > 0.0 or long) and ranked.scores[place] > best)


def said_by(twins: Twins | None, place: int) -> int:
    """The place of the message whose passage is shown whole below a fact; -1 for none."""
    return twins.said[place] if twins is not None and place in twins.wider else -1
