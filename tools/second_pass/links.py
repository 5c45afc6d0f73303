"""What the candidates of a question have in common, written down before any weight is given.

Nothing here knows which candidates are first: that is known once weights are, and then `second_pass.columns` reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from strandline.bench.gathering import Example, Looked
from strandline.extract.relations import NOTE, SPEAKER
from strandline.recall import View
from strandline.recall.index import COUNT_BITS, ROW_BITS

RARE: Final = 0.02
"""A rare word is had by at most this share of the messages,"""
RARE_COUNT: Final = 3
"""or by so few of them; and by two at least, as one that nobody else has links nothing."""

_MASK = np.uint64((1 << ROW_BITS) - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """Things that candidates have: ``owner[i]`` has ``item[i]``, each pair once; an item weighs ``weight[item]``."""

    owner: NDArray[np.int32]
    item: NDArray[np.int32]
    weight: NDArray[np.float32]


@dataclass(slots=True, kw_only=True)
class Linked(Example):
    """An example with what links its candidates: arrays are by candidate (n,)."""

    vectors: NDArray[np.int8]
    """(n, dim) the vector of the passage that fits best."""
    scale: NDArray[np.float32]
    step: NDArray[np.int32]
    """How many messages of its session stand before it; -1 for a fact."""
    older: NDArray[np.float32]
    """The share of the reader's messages that are older."""
    has_facts: NDArray[np.bool_]
    """Whether facts were read from it."""
    words: Shared
    """Rare words that are none of the question's, by their idf."""
    facts: Shared
    """Subjects and values of the facts that were read from it, or that it is; the speakers themselves are none."""


def linked(example: Example, looked: Looked) -> Example:
    """The example with its links, where it is one that is learned from or measured.

    What was kept in a folder of work is not made anew when this changes: begin with an empty one.
    """
    if example.kind not in ("real", "part") or (example.kind == "real" and not example.wanted):
        return example
    view, units = looked.view, looked.pool.units
    rows = looked.found.best[units]
    facts, has_facts = _facts(looked)
    return Linked(
        **{field.name: getattr(example, field.name) for field in fields(example)},
        vectors=view.vectors[rows],
        scale=view.scale[rows],
        step=_steps(view, looked.found.seen)[units].astype(np.int32),
        older=_older(view, looked.found.seen, units),
        has_facts=has_facts,
        words=_rare_words(looked),
        facts=facts,
    )


def _messages(view: View, seen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(u,) the units that are messages the reader may see."""
    return np.asarray(seen & (view.kind[view.first] == 0), np.bool_)


def _steps(view: View, seen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(u,) how many visible messages of its session stand before each visible message; -1 for all else."""
    steps = np.full(len(view.first), -1, np.int64)
    units = np.flatnonzero(_messages(view, seen) & (view.place >= 0))
    units = units[np.argsort(view.place[units], kind="stable")]
    places = view.place[units]
    starts = np.searchsorted(places, places)
    steps[units] = np.arange(len(units)) - starts
    return steps


def _older(view: View, seen: NDArray[np.bool_], units: NDArray[np.int64]) -> NDArray[np.float32]:
    """(n,) the share of the visible messages that are older than each of some units, in [0, 1]."""
    times = np.sort(view.at[view.first[_messages(view, seen)]])
    return (np.searchsorted(times, view.at[view.first[units]]) / max(len(times), 1)).astype(np.float32)


def _rare_words(looked: Looked) -> Shared:
    """The rare words of each candidate that are not words of the question."""
    view, units = looked.view, looked.pool.units
    terms, having = _terms(view, looked.found.seen)
    messages = _messages(view, looked.found.seen)
    total = int(np.count_nonzero(messages))
    known, place = np.unique(terms, return_inverse=True)
    count = np.bincount(place[messages[having]], minlength=len(known))
    asked = np.array([id for ids in looked.query.terms for id in ids], np.int64)
    rare = (count >= 2) & (count <= max(RARE_COUNT, RARE * total)) & ~np.isin(known, asked)
    kept = rare[place] & np.isin(having, units)
    idf = np.log1p((total - count + 0.5) / (count + 0.5))
    items = np.unique(place[kept])
    return Shared(
        owner=np.searchsorted(units, having[kept]).astype(np.int32),
        item=np.searchsorted(items, place[kept]).astype(np.int32),
        weight=idf[items].astype(np.float32),
    )


def _terms(view: View, seen: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(p,) ids of terms and (p,) the visible units that have them, each pair once."""
    keys = np.concatenate([np.empty(0, np.uint64), *view.runs])
    unit = view.unit[((keys >> np.uint64(COUNT_BITS)) & _MASK).astype(np.int64)].astype(np.int64)
    term = (keys >> np.uint64(32)).astype(np.int64)
    pairs = np.unique(np.column_stack([term, unit])[seen[unit]], axis=0)
    return pairs[:, 0], pairs[:, 1]


def _facts(looked: Looked) -> tuple[Shared, NDArray[np.bool_]]:
    """What the facts of each candidate are about, and (n,) whether facts were read from it."""
    view, units = looked.view, looked.pool.units
    place_of = {int(key): place for place, key in enumerate(view.message[view.first[units]].tolist())}
    has_facts = np.zeros(len(units), np.bool_)
    items: dict[str, int] = {}
    pairs: set[tuple[int, int]] = set()
    for row, place in _visible_facts(looked):
        sources = [place_of[key] for key in map(int, view.facts.sources[place]) if key in place_of]
        has_facts[sources] = True
        own = place_of.get(int(view.message[row]))
        for thing in _things(view, place):
            item = items.setdefault(thing, len(items))
            pairs.update((owner, item) for owner in (*sources, *([] if own is None else [own])))
    owner, item = np.array(sorted(pairs), np.int32).reshape(-1, 2).T
    return Shared(owner=owner, item=item, weight=np.ones(len(items), np.float32)), has_facts


def _visible_facts(looked: Looked) -> Iterator[tuple[int, int]]:
    """(row, place in the table of facts) of each visible fact that was read from what was said."""
    view = looked.view
    note = view.facts.names.get(NOTE, -1)
    for row, place in zip(view.fact_rows.tolist(), view.fact_places.tolist(), strict=True):
        if place >= 0 and looked.found.seen[view.unit[row]] and int(view.facts.relation[place]) != note:
            yield row, place


def _things(view: View, place: int) -> Iterator[str]:
    """What a fact is about: its subject and its value, folded, without the speakers, who are in all they say."""
    speakers = {view.facts.words(SPEAKER), *map(view.facts.words, view.speakers)}
    subject = view.facts.keys[int(view.facts.subject[place])]
    for text in (view.facts.aliases.get(subject, subject), view.facts.values[place]):
        words = view.facts.words(text)
        if words and words not in speakers:
            yield " ".join(sorted(words))
