"""Second pass: the entries of a slot are painted on its time lines in order, later words over earlier ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from strandline.extract.keys import loose_match
from strandline.extract.reconcile_shapes import single_valued
from strandline.extract.reconcile_spans import (
    Piece,
    Span,
    cut,
    emptied,
    ends_only,
    gaps_of,
    moment,
    opposed,
    over_somewhen,
    piece_of,
    span_of,
    timeless,
)
from strandline.extract.reconcile_words import Entry
from strandline.types.claims import Belief, Since
from strandline.types.times import micros


def _by_stop(piece: Piece) -> tuple[int, int, str]:
    return piece.stop, piece.start, piece.belief.root


class Board:
    """The time lines of one slot. Pieces of a line are kept by their end, so that new words touch few of them.

    Closed pieces that cover nothing (an end without a start, a past without dates) are kept apart.
    """

    def __init__(self, relation: str, pieces: Iterable[Piece] = ()) -> None:
        self._single = single_valued(relation)
        self._lines: dict[str, list[Piece]] = {}
        self._closed: dict[tuple[str, bool], list[Piece]] = {}
        self._generic = False
        for piece in pieces:
            self._keep(piece)
        for line in self._lines.values():
            line.sort(key=_by_stop)

    def beliefs(self) -> tuple[Belief, ...]:
        """All that is believed, by time, then by root."""
        return tuple(
            sorted(
                (piece.belief for piece in (*self._all(), *self._over())),
                key=lambda b: (b.covers_from, b.covers_to, b.root),
            )
        )

    def apply(self, entry: Entry) -> None:
        """Paint one entry. A denial of everything ("I have no pets") is an end of everything."""
        claim = entry.claim
        if claim.generic and entry.states and not entry.sign and claim.qualifier:
            # "I have no cat" denies every cat there is.
            self._end(replace(entry, key="", sign=True))
        if not entry.states:
            self._end(entry)
        elif not entry.key:
            if not entry.sign:
                self._end(replace(entry, sign=True))
        elif ends_only(claim):
            self._end(entry)
        elif over_somewhen(claim) or (span := span_of(claim)).start == span.stop:
            self._once(entry)
        else:
            self._paint(entry, span)

    def _line(self, key: str) -> list[Piece]:
        return self._lines.setdefault("" if self._single else key, [])

    def _all(self) -> Iterator[Piece]:
        for line in self._lines.values():
            yield from line

    def _over(self) -> Iterator[Piece]:
        for closed in self._closed.values():
            yield from closed

    def _keep(self, piece: Piece) -> None:
        """Put a piece where it belongs; lines are sorted by the caller."""
        self._generic = self._generic or piece.generic
        if piece.start < piece.stop:
            self._line(piece.key).append(piece)
        else:
            self._closed.setdefault((piece.key, piece.sign), []).append(piece)

    def _swap(self, line: list[Piece], old: Sequence[Piece], new: Sequence[Piece]) -> None:
        """Replace pieces of a line; only its part from the first of them on is looked at."""
        moved = [*old, *(piece for piece in new if piece.start < piece.stop)]
        if not moved:
            return
        first = bisect_right(line, min(piece.stop for piece in moved) - 1, key=lambda piece: piece.stop)
        gone = {id(piece) for piece in old}
        rest = [piece for piece in line[first:] if id(piece) not in gone]
        del line[first:]
        line.extend(rest)
        for piece in new:
            self._keep(piece)
        line[first:] = sorted(line[first:], key=_by_stop)

    # --- A value that holds

    def _paint(self, entry: Entry, span: Span) -> None:
        """Paint a value over a span: it joins what is believed of it there, and ends what cannot be true beside it."""
        if entry.claim.generic and entry.sign and self._named(span):
            return
        line = self._line(entry.key)
        near = line[bisect_right(line, span.start, key=lambda piece: piece.stop) :]
        root = None
        if self._generic and entry.sign and not entry.claim.generic:
            span, root = self._name(entry, span)
            near = line[bisect_right(line, span.start, key=lambda piece: piece.stop) :]
        span = self._bounded(entry, span, near)
        own = [piece for piece in near if self._same(piece, entry) and piece.over(span.start, span.stop)]
        gaps = gaps_of(span.start, span.stop, own)
        hurt = [
            piece
            for piece in near
            if self._conflict(piece, entry) and any(piece.over(start, stop) for start, stop in gaps)
        ]
        left = [part for piece in hurt for part in self._left(piece, gaps, entry)]
        if self._single and timeless(entry.claim) and not own and root is None:
            # Of what is true always or never, another value is a correction: the fact stays the same fact.
            root = next((piece.belief.root for piece in hurt if piece.sign and entry.sign), None)
        self._swap(line, [*own, *hurt], [*left, self._merged(entry, span, own, root)])
        self._closed.pop((entry.key, entry.sign), None)
        self._drop_closed((entry.key, not entry.sign), span)

    @staticmethod
    def _left(piece: Piece, gaps: Sequence[tuple[int, int]], entry: Entry) -> list[Piece]:
        """What new words leave of a piece. One they leave no time for was still told as true, so it stays as over.

        "I moved to Lund last month" starts on the first of that month, perhaps before "I live in Malmö" was said: that
        was not wrong. Only what is true always (or was never) takes everything from what it contradicts.
        """
        parts = cut(piece, gaps, entry)
        if parts or timeless(entry.claim) or not (piece.sign or opposed(entry.claim.relation)):
            return parts
        start = max(gap[0] for gap in gaps if gap[0] <= piece.start)
        return [emptied(piece, start, entry)]

    def _drop_closed(self, key: tuple[str, bool], span: Span) -> None:
        """Words about a span overrule an end of the opposite that was told for a time in it."""
        closed = self._closed.get(key)
        if closed:
            self._closed[key] = [piece for piece in closed if not span.start <= piece.start < span.stop]

    @staticmethod
    def _same(piece: Piece, entry: Entry) -> bool:
        return piece.key == entry.key and piece.sign == entry.sign

    def _conflict(self, piece: Piece, entry: Entry) -> bool:
        """Whether a piece of the line cannot hold at the same time as ``entry``."""
        if piece.key == entry.key:
            return piece.sign != entry.sign
        return self._single and piece.sign and entry.sign and not entry.claim.beside

    def _bounded(self, entry: Entry, span: Span, near: Sequence[Piece]) -> Span:
        """``span`` with the end that the words leave open.

        What holds when it is said again goes on as long as was believed: an announced end or successor stays. A past
        told with its dates stops where what holds today began: it never ends the present.
        """
        at = micros(entry.claim.at)
        rivals = [piece for piece in near if self._conflict(piece, entry)]
        if not span.open:
            if entry.claim.over:
                later = (piece for piece in rivals if span.start < piece.start < span.stop and piece.stop > at)
                return _until(span, later)
            return span
        now = max(span.start, at)
        held = [piece for piece in near if self._same(piece, entry) and piece.start <= now < piece.stop]
        if held:
            return replace(span, stop=held[0].stop, shown_to=held[0].belief.valid_to)
        return _until(span, (piece for piece in rivals if piece.start > now)) if span.start <= at else span

    def _merged(self, entry: Entry, span: Span, own: Sequence[Piece], root: str | None) -> Piece:
        """What was believed of a value and new words about it, as one piece."""
        if not own:
            return piece_of(entry, span, root)
        first = min(own, key=lambda piece: piece.start)
        last = max(own, key=lambda piece: piece.stop)
        claim = entry.claim
        if timeless(claim):
            dated = claim.valid_from is not None or claim.valid_to is not None
            whole = span if dated else replace(span, shown_from=first.belief.valid_from, shown_to=first.belief.valid_to)
        else:
            starts_before = span.start < first.start
            # An end that is told for what holds now moves its end, whether earlier or later.
            ends_there = span.stop > last.stop or (not claim.over and not span.open and span.stop > micros(claim.at))
            whole = Span(
                start=span.start if starts_before else first.start,
                stop=span.stop if ends_there else last.stop,
                shown_from=span.shown_from if starts_before else first.belief.valid_from,
                shown_to=span.shown_to if ends_there else last.belief.valid_to,
            )
        return _joined(entry, whole, own)

    # --- Kinds and names

    def _named(self, span: Span) -> bool:
        """Whether a value with a name is believed at any time of a span: then a kind ("a cat") says nothing new."""
        return any(piece.sign and not piece.generic and piece.over(span.start, span.stop) for piece in self._all())

    def _name(self, entry: Entry, span: Span) -> tuple[Span, str | None]:
        """Take back the kinds that a name now stands for. It has their start if it tells none, and their root."""
        known = any(self._same(piece, entry) and piece.over(span.start, span.stop) for piece in self._line(entry.key))
        kinds: list[Piece] = []
        for line in self._lines.values():
            found = [p for p in line if p.generic and p.sign and p.key != entry.key and p.over(span.start, span.stop)]
            self._swap(line, found, ())
            kinds.extend(found)
        if known or not kinds:
            return span, None
        kind = min(kinds, key=lambda piece: (piece.start, piece.belief.root))
        if entry.claim.since is Since.SAID and entry.claim.valid_from is None and kind.start < span.start:
            span = replace(span, start=kind.start, shown_from=kind.belief.valid_from)
        return span, kind.belief.root

    # --- Ends, and the past

    def _end(self, entry: Entry) -> None:
        """Close what holds at the end told, or what holds now if nothing did then; else note the end of an unknown."""
        claim = entry.claim
        shown = claim.valid_to or claim.at
        end, at = micros(shown), micros(claim.at)
        found = self._matching(entry)
        told = [piece for piece in found if piece.start <= end <= piece.stop]
        if not told and any(piece.stop == end for piece in self._closed.get((entry.key, entry.sign), ())):
            return  # told before, and nothing was left of it
        told = told or [piece for piece in found if piece.start <= at < piece.stop]
        if not told and found and claim.since is Since.WORDS and entry.key:
            told = [piece for piece in found if piece.stop < end and piece.stop == max(p.stop for p in found)]
        for piece in told:
            self._close(piece, entry, Span(start=piece.start, stop=end, shown_from=None, shown_to=shown))
        if not told and entry.key and not claim.loose:
            self._note_end(entry, end, at)

    def _matching(self, entry: Entry) -> list[Piece]:
        """The pieces an end may close: those of its value, or all that it matches loosely.

        One without a value ("I quit my job") closes all that holds; one of a kind ("my cat died") a name only if it is
        the only one that holds, since otherwise it cannot be told which.
        """
        claim = entry.claim
        wide = claim.loose or claim.generic or not entry.key
        signed = [piece for piece in self._all() if piece.sign == entry.sign] if wide else []
        if not entry.key:
            return signed
        if claim.loose:
            return [p for p in signed if p.key == entry.key or loose_match(claim.value, p.belief.value)]
        found = [piece for piece in self._line(entry.key) if self._same(piece, entry)]
        if found or not claim.generic:
            return found
        end = micros(claim.valid_to or claim.at)
        holding = [piece for piece in signed if piece.start <= end < piece.stop]
        return holding if len(holding) == 1 else []

    def _close(self, piece: Piece, entry: Entry, end: Span) -> None:
        """Give a piece the end told: earlier, or later as far as nothing else is believed there."""
        line = self._line(piece.key)
        stop = end.stop
        if stop > piece.stop:
            rivals = (other for other in line if self._single or other.sign != piece.sign)
            stop = min((stop, *(other.start for other in rivals if other.start >= piece.stop)))
        shown_to = end.shown_to if stop == end.stop else piece.belief.valid_to
        belief = replace(piece.belief, covers_to=stop, valid_to=shown_to)
        if stop == piece.stop:
            belief = piece.belief
        changed = replace(piece, belief=belief)
        if stop < piece.start:
            # Said to hold, later said to have ended before: what is left is the end.
            changed = emptied(piece, stop, entry)
        self._swap(line, [piece], [changed.supported(entry) if entry.states else changed])

    def _note_end(self, entry: Entry, end: int, at: int) -> None:
        """The end of something never heard of: closed, or held until an end that is still to come."""
        claim = entry.claim
        if self._known(entry) or not (entry.sign or opposed(claim.relation)):
            return
        if claim.generic and any(piece.sign == entry.sign for piece in (*self._all(), *self._over())):
            return  # "my cat died", where named cats are known: it is one of them
        rivals = (piece for piece in self._line(entry.key) if self._conflict(piece, entry))
        # An end ends nothing else: where another value holds, it is only noted.
        start = end if any(piece.over(at, end) for piece in rivals) else min(at, end)
        span = Span(start=start, stop=end, shown_from=None, shown_to=claim.valid_to or claim.at)
        if span.start == span.stop:
            self._keep(piece_of(entry, span))
        else:
            self._paint(entry, span)

    def _once(self, entry: Entry) -> None:
        """A past without its dates confirms what ended, adds a closed piece to what is not believed, ends nothing."""
        claim = entry.claim
        at = micros(claim.at)
        if not self._known(entry):
            if entry.sign or opposed(claim.relation):
                shown_to = claim.valid_to or claim.at
                span = Span(
                    start=micros(shown_to), stop=micros(shown_to), shown_from=claim.valid_from, shown_to=shown_to
                )
                self._keep(piece_of(entry, span))
            return
        closed = self._closed.get((entry.key, entry.sign))
        if closed:
            closed[-1] = closed[-1].supported(entry)
            return
        line = self._line(entry.key)
        ended = [piece for piece in line if self._same(piece, entry) and piece.stop <= at]
        if ended:
            self._swap(line, ended[-1:], [ended[-1].supported(entry)])

    def _known(self, entry: Entry) -> bool:
        """Whether anything is believed of a value, at whatever time."""
        if self._closed.get((entry.key, entry.sign)):
            return True
        return any(self._same(piece, entry) for piece in self._line(entry.key))


def _until(span: Span, later: Iterable[Piece]) -> Span:
    """``span`` up to the first start of ``later``."""
    first = min(later, key=lambda piece: piece.start, default=None)
    if first is None or first.start >= span.stop:
        return span
    return replace(span, stop=first.start, shown_to=first.belief.valid_from or moment(first.start, None))


def _joined(entry: Entry, whole: Span, own: Sequence[Piece]) -> Piece:
    """Pieces of one value and an entry as one: worded as before if its time did not change, else by the entry."""
    first = min(own, key=lambda piece: piece.start)
    base = first.belief
    for piece in own:
        if piece is not first:
            at, confidence = max(base.at, piece.belief.at), max(base.confidence, piece.belief.confidence)
            base = replace(base, claims=(*base.claims, *piece.belief.claims), at=at, confidence=confidence)
    shown = (base.valid_from, base.valid_to, base.covers_from, base.covers_to)
    if shown != (whole.shown_from, whole.shown_to, whole.start, whole.stop):
        said = entry.source.claim
        base = replace(
            base,
            value=said.value,
            text=said.text,
            valid_from=whole.shown_from,
            valid_to=whole.shown_to,
            covers_from=whole.start,
            covers_to=whole.stop,
            extractor=said.extractor,
        )
    generic = all(piece.generic for piece in own)
    return replace(first, generic=generic, belief=base).supported(entry)
