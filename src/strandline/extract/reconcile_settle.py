"""From wanted beliefs to what must be written: which rows stay, which are superseded, which versions are inserted."""

from __future__ import annotations

from collections.abc import Sequence

from strandline.extract.keys import value_key
from strandline.extract.reconcile_shapes import Insert, KnownRow, Settlement
from strandline.types.claims import Belief


def _version(belief: Belief) -> tuple[object, ...]:
    """What makes a row another version when it changes; what it rests on does not."""
    return (
        belief.subject,
        belief.relation,
        belief.value,
        belief.text,
        belief.qualifier,
        belief.polarity,
        belief.valid_from,
        belief.valid_to,
        belief.covers_from,
        belief.covers_to,
    )


def _basis(belief: Belief) -> tuple[object, ...]:
    """What of a row may change in place."""
    return belief.claims, belief.confidence, belief.at, belief.extractor


def settle(known: Sequence[KnownRow], wanted: Sequence[Belief]) -> Settlement:
    """What to write so that the believed rows ``known`` become ``wanted``.

    ``known`` are all believed rows of the lines (or of the end of the line) that ``wanted`` was computed for. A row is
    followed by the belief with its root, else by one of the same value: with another id, but its history goes on.
    """
    free = {row.belief.root: row for row in sorted(known, key=lambda row: row.key, reverse=True)}
    twins = [row for row in known if free[row.belief.root] is not row]
    followed: dict[int, KnownRow] = {}
    for place, belief in enumerate(wanted):
        row = free.pop(belief.root, None)
        if row is not None:
            followed[place] = row
    rest = sorted((*free.values(), *twins), key=lambda row: row.key)
    for place, belief in enumerate(wanted):
        if place not in followed and (row := _nearest(belief, rest)) is not None:
            followed[place] = row
            rest.remove(row)
    return _written(wanted, followed, [row.key for row in rest])


def _nearest(belief: Belief, rows: Sequence[KnownRow]) -> KnownRow | None:
    """The row of the same relation and value that covers most of the same time; None if there is none."""

    def shared(row: KnownRow) -> tuple[int, int]:
        return min(row.belief.covers_to, belief.covers_to) - max(row.belief.covers_from, belief.covers_from), -row.key

    def same(old: Belief) -> bool:
        return (old.relation, old.polarity, value_key(old.value)) == (
            belief.relation,
            belief.polarity,
            value_key(belief.value),
        )

    return max((row for row in rows if same(row.belief)), key=shared, default=None)


def _written(wanted: Sequence[Belief], followed: dict[int, KnownRow], dropped: list[int]) -> Settlement:
    kept: list[int] = []
    resourced: list[tuple[int, Belief]] = []
    inserted: list[Insert] = []
    for place, belief in enumerate(wanted):
        row = followed.get(place)
        if row is None:
            inserted.append(Insert(belief=belief))
        elif row.belief.root != belief.root or _version(row.belief) != _version(belief):
            inserted.append(Insert(belief=belief, previous=row.key))
            dropped.append(row.key)
        elif _basis(row.belief) != _basis(belief):
            resourced.append((row.key, belief))
        else:
            kept.append(row.key)
    return Settlement(
        kept=tuple(sorted(kept)),
        resourced=tuple(sorted(resourced, key=lambda pair: pair[0])),
        superseded=tuple(sorted(dropped)),
        inserted=tuple(inserted),
    )
