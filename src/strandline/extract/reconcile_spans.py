"""When a claim says its value holds, and the pieces of time that beliefs are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo

from strandline.extract.keys import value_key
from strandline.extract.reconcile_shapes import BEFORE_ALL, FOREVER
from strandline.extract.reconcile_words import Entry, sign_of
from strandline.extract.relations import line_relation, relations
from strandline.types.claims import Belief, Claim, Since
from strandline.types.times import from_micros, micros


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The instants [start, stop) in microseconds, and the bounds to show. ``open``: the words tell no end."""

    start: int
    stop: int
    shown_from: datetime | None
    shown_to: datetime | None
    open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A belief in the making: its value's key and its sign on the line."""

    key: str
    sign: bool
    generic: bool
    belief: Belief

    @property
    def start(self) -> int:
        """First instant it covers."""
        return self.belief.covers_from

    @property
    def stop(self) -> int:
        """First instant it covers no more."""
        return self.belief.covers_to

    def over(self, start: int, stop: int) -> bool:
        """Whether it covers any instant of [start, stop)."""
        return self.start < stop and start < self.stop

    def supported(self, entry: Entry) -> Piece:
        """The piece with one more claim that says it. How it is worded stays."""
        old, said = self.belief, entry.source
        at, confidence = max(old.at, said.claim.at), max(old.confidence, said.claim.confidence)
        belief = replace(old, claims=(*old.claims, said.id), at=at, confidence=confidence)
        return replace(self, belief=belief, generic=self.generic and entry.claim.generic)


def opposed(relation: str) -> bool:
    """Whether a relation has an opposite: what denies it is then itself a relation, not a denial."""
    row = relations().get(relation)
    return row is not None and row.opposite is not None


def timeless(claim: Claim) -> bool:
    """Whether a claim covers all of time: by its relation or its words. A state told as past does not."""
    row = relations().get(line_relation(claim.relation)[0])
    always = claim.since is Since.ALWAYS or (row is not None and row.timeless)
    return always and not (claim.over and (row is None or row.kind != "event"))


def ends_only(claim: Claim) -> bool:
    """Whether a STATE tells of its value only when it ended: "I worked at IBM until March"."""
    if timeless(claim) or claim.valid_to is None or claim.valid_from is not None:
        return False
    return claim.over or claim.valid_to <= claim.at


def over_somewhen(claim: Claim) -> bool:
    """Whether a STATE tells that its value held once, without both bounds: "I used to work at IBM"."""
    return claim.over and not timeless(claim) and (claim.valid_from is None or claim.valid_to is None)


def span_of(claim: Claim) -> Span:
    """The time a STATE paints. A start that is not told covers nothing before the words were said."""
    if timeless(claim):
        return Span(start=BEFORE_ALL, stop=FOREVER, shown_from=claim.valid_from, shown_to=claim.valid_to)
    shown = claim.valid_from or (claim.at if claim.since is Since.SAID else None)
    start = micros(shown or claim.at)
    if claim.valid_to is None:
        return Span(start=start, stop=FOREVER, shown_from=shown, shown_to=None, open=True)
    return Span(start=start, stop=max(start, micros(claim.valid_to)), shown_from=shown, shown_to=claim.valid_to)


def piece_of(entry: Entry, span: Span, root: str | None = None) -> Piece:
    """A new piece that rests on one entry."""
    claim, said = entry.claim, entry.source.claim
    relation = line_relation(claim.relation)[0]
    row = relations().get(relation)
    opposite = row.opposite if row is not None else None
    belief = Belief(
        subject=said.subject,
        relation=relation if entry.sign or opposite is None else opposite,
        value=said.value,
        text=said.text,
        qualifier=said.qualifier,
        polarity=entry.sign or opposite is not None,
        valid_from=span.shown_from,
        valid_to=span.shown_to,
        covers_from=span.start,
        covers_to=span.stop,
        confidence=said.confidence,
        at=said.at,
        claims=(entry.source.id,),
        root=entry.root if root is None else root,
        extractor=said.extractor,
    )
    return Piece(key=entry.key, sign=entry.sign, generic=claim.generic, belief=belief)


def piece_again(belief: Belief, *, generic: bool) -> Piece:
    """The piece that a belief was; ``generic`` if all it rests on is."""
    sign = sign_of(belief.relation, belief.polarity)
    return Piece(key=value_key(belief.value), sign=sign, generic=generic, belief=belief)


def moment(instant: int, zone: tzinfo | None) -> datetime:
    """An instant to show, in the zone of the words that set it where the calendar allows."""
    shown = from_micros(instant)
    try:
        return shown.astimezone(zone or UTC)
    except OverflowError:
        return shown


def gaps_of(start: int, stop: int, held: Iterable[Piece]) -> list[tuple[int, int]]:
    """What is left of [start, stop) outside ``held``, in order."""
    gaps: list[tuple[int, int]] = []
    for piece in sorted(held, key=lambda piece: (piece.start, piece.stop)):
        if piece.start > start:
            gaps.append((start, min(piece.start, stop)))
        start = max(start, piece.stop)
    if start < stop:
        gaps.append((start, stop))
    return [gap for gap in gaps if gap[0] < gap[1]]


def cut(piece: Piece, gaps: Sequence[tuple[int, int]], entry: Entry) -> list[Piece]:
    """What is left of a piece outside ``gaps``. The last part keeps the root: it is the one that may go on."""
    zone = entry.claim.at.tzinfo
    left: list[Piece] = []
    rest: Belief | None = piece.belief
    for start, stop in gaps:
        if rest is None or stop <= rest.covers_from or start >= rest.covers_to:
            continue
        if start > rest.covers_from:
            before = replace(rest, covers_to=start, valid_to=moment(start, zone))
            left.append(replace(piece, belief=before))
        rest = None if stop >= rest.covers_to else replace(rest, covers_from=stop, valid_from=moment(stop, zone))
    if rest is not None:
        left.append(replace(piece, belief=rest))
    return [*(_part(part, entry, number) for number, part in enumerate(left[:-1])), *left[-1:]]


def emptied(piece: Piece, end: int, entry: Entry) -> Piece:
    """A piece that ended before it was said to hold: its end is known, its start is not, and it covers nothing."""
    shown = moment(end, entry.claim.at.tzinfo)
    return replace(piece, belief=replace(piece.belief, covers_from=end, covers_to=end, valid_from=None, valid_to=shown))


def _part(piece: Piece, entry: Entry, number: int) -> Piece:
    """An earlier part of a piece that was split: a fact of its own, named by what split it."""
    root = f"{piece.belief.root}/{entry.id}" + (f"/{number}" if number else "")
    return replace(piece, belief=replace(piece.belief, root=root))
