"""First pass over the claims of a slot: what was taken back or put right is settled before any time line is drawn.

A retraction removes what it names as if it had never been said. A correction takes the place of what it corrects: said
later, it holds in the order of things where the wrong value stood, so "sorry, it was Lund, not Malmö" does not end what
was told in between.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from strandline.extract.keys import loose_match, value_key
from strandline.extract.reconcile_shapes import Filed, said_order, single_valued
from strandline.extract.relations import line_relation
from strandline.types.claims import Act, Claim, Since

BY_HAND = "edit/1"
"""The extractor of a correction that a person made of a fact. It says nothing of its own: where what it corrects was
taken back, there is nothing to correct."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A STATE or END in force, in the order of things.

    ``claim`` says what is meant (the bounds of the one corrected, the value of the correction), ``source`` who says
    so. ``sign`` is false for a denial and for the opposite of the line's relation.
    """

    id: str
    claim: Claim
    source: Filed
    key: str
    sign: bool
    root: str

    @property
    def states(self) -> bool:
        """Whether it is a STATE."""
        return self.claim.act is Act.STATE


def sign_of(relation: str, polarity: bool) -> bool:
    """Whether a statement stands affirmed on its line: "dislikes" stands there as "likes" denied."""
    return polarity == line_relation(relation)[1]


def entry_of(filed: Filed) -> Entry:
    """A claim as an entry; a correction as the STATE it also is."""
    claim = filed.claim if filed.claim.act in (Act.STATE, Act.END) else replace(filed.claim, act=Act.STATE)
    return Entry(
        id=filed.id,
        claim=claim,
        source=filed,
        key=value_key(claim.value),
        sign=sign_of(claim.relation, claim.polarity),
        root=filed.id,
    )


def _dated(claim: Claim) -> bool:
    """Whether a correction tells dates of its own; else it takes those of what it corrects."""
    return claim.valid_to is not None or (claim.valid_from is not None and claim.since is not Since.SAID)


def weigh(claims: Sequence[Filed]) -> list[Entry]:
    """What is in force of the claims of one slot, in the order of things."""
    heard = _Heard()
    for filed in sorted(claims, key=said_order):
        heard.take(filed)
    return [entry for entry in heard.entries if entry is not None]


class _Heard:
    """What was heard so far: entries by place (None once taken back), and where each value stands."""

    def __init__(self) -> None:
        self.entries: list[Entry | None] = []
        self._places: dict[tuple[str, bool], list[int]] = {}
        self._corrected: dict[tuple[str, bool], list[int]] = {}
        """Where a value stood before it was corrected."""
        self._spoken: list[int] = []

    def take(self, filed: Filed) -> None:
        if filed.claim.act is Act.RETRACT:
            self._retract(filed.claim)
        elif filed.claim.act is Act.CORRECT:
            self._correct(filed)
        else:
            self._append(entry_of(filed))

    def _append(self, entry: Entry) -> None:
        place = len(self.entries)
        self.entries.append(entry)
        self._places.setdefault((entry.key, entry.sign), []).append(place)
        self._spoken.append(place)

    def _retract(self, claim: Claim) -> None:
        """Remove the claims of a value, or what was said last: an end alone, else the value with its ends."""
        if value_key(claim.value):
            taken: Iterable[int] = self._matching(claim.value, claim)
        else:
            last = self._last()
            if last is None:
                return
            taken = self._run(last[0]) if last[1].states else (last[0],)
        for place in taken:
            self.entries[place] = None

    def _correct(self, filed: Filed) -> None:
        """Put the correction where the wrong value stands; without one it is a STATE."""
        new = entry_of(filed)
        place = self._wrong(new)
        dated = _dated(filed.claim)
        wrong = None if place is None else self.entries[place]
        if wrong is None and filed.claim.extractor == BY_HAND:
            return
        respelled = filed.claim.replaces is not None and wrong is not None and wrong.claim.value != new.claim.value
        if place is None or wrong is None or (wrong.key == new.key and not dated and not respelled):
            self._append(new)
            return
        run = self._run(place)
        root = next((entry.root for at in run if (entry := self.entries[at]) is not None and entry.states), wrong.root)
        for at in run:
            old = self.entries[at]
            if old is None:
                continue
            self._places[old.key, old.sign].remove(at)
            self._corrected.setdefault((old.key, old.sign), []).append(at)
            self.entries[at] = None
            if dated and old.states and at != place:
                continue
            if dated and old.states:
                said = replace(new.claim, beside=new.claim.beside or old.claim.beside)
                self._put(at, replace(new, claim=said, root=root))
            else:
                said = replace(old.claim, value=new.claim.value, generic=new.claim.generic)
                self._put(at, replace(new, id=old.id, claim=said, root=old.root))
        self._spoken.append(place)

    def _put(self, place: int, entry: Entry) -> None:
        self.entries[place] = entry
        insort(self._places.setdefault((entry.key, entry.sign), []), place)

    def _wrong(self, new: Entry) -> int | None:
        """Where the last statement stands that a correction is about.

        Without a word about which, it is the latest of another value, or of the same value if that was said last: then
        its dates were wrong.
        """
        replaced = new.source.claim.replaces
        if replaced is not None:
            places = self._matching(replaced, new.source.claim)
            if not places and new.source.claim.extractor == BY_HAND:  # words that came in later corrected it, too
                places = self._corrected.get((value_key(replaced), new.sign), [])
            stated = [at for at in places if (entry := self.entries[at]) is not None and entry.states]
            return max(stated or places, default=None)  # of what was never stated, its end was told
        for place in reversed(self._spoken):
            entry = self.entries[place]
            if entry is not None and entry.states and entry.sign == new.sign:
                return place
        return None

    def _last(self) -> tuple[int, Entry] | None:
        while self._spoken:
            entry = self.entries[self._spoken[-1]]
            if entry is not None:
                return self._spoken[-1], entry
            self._spoken.pop()
        return None

    def _matching(self, value: str, claim: Claim) -> list[int]:
        """The places of a value with the sign of ``claim``; of all values it matches loosely if none is equal."""
        sign = sign_of(claim.relation, claim.polarity)
        equal = self._standing((value_key(value), sign))
        if equal or not claim.loose:
            return equal
        found: list[int] = []
        for key in self._places:
            places = self._standing(key)
            first = self.entries[places[0]] if places and key[1] == sign and key[0] else None
            if first is not None and loose_match(value, first.claim.value):
                found.extend(places)
        return sorted(found)

    def _standing(self, key: tuple[str, bool]) -> list[int]:
        return [place for place in self._places.get(key, ()) if self.entries[place] is not None]

    def _run(self, place: int) -> list[int]:
        """The places of the statement at ``place``, of those that say the same, and of the ends told of them.

        Where one value holds at a time, only back to the statement of another value: that was another spell.
        """
        statement = self.entries[place]
        assert statement is not None
        places = self._standing((statement.key, statement.sign))
        if not single_valued(statement.claim.relation):
            return places
        for before in range(place - 1, -1, -1):
            entry = self.entries[before]
            if entry is None or entry.key == statement.key or not (entry.states and entry.sign):
                continue
            if not (entry.claim.over or entry.claim.beside):
                return [at for at in places if at > before]
        return places
