"""From dated claims to beliefs, and from beliefs to the rows that must change. Pure: no store, no clock.

How a writer uses it, for a new claim (in its transaction, after the claim itself is filed):

1. ``slot_of(claim)`` and ``line_of(claim)`` are stored with the claim, ``slot_of(belief)`` and ``line_of(belief)`` with
   each row. A slot with any active claim of line None is loaded and folded whole; else only the line of the claim.
2. If ``tail_from(claim)`` is not None, the claim is said after every active claim of its slot (``said_order``), and
   none of these is ``generic``, the end of the line suffices: the believed rows of the line with
   ``covers_to > tail_from(claim)``, and those of the same value key with ``covers_from == covers_to``; more do no
   harm. ``wanted = tail(rows, filed)``. Other claims of the slot may have line None.
   Where the claim or an active one of its slot is ``generic``, as much with ``slot_tail_from``, and besides: the rows
   that rest on generic claims alone (``kinds``) with ``covers_to`` above it, for a generic claim one other row that
   covers any of its time, and the line from the first start of ``kinds`` on.
   Else ``wanted = beliefs(all active claims)``, against all believed rows of what was loaded.
3. ``settle(rows, wanted)`` says what to write, ``explain(filed, before, wanted)`` what to log.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from strandline.extract.keys import value_key
from strandline.extract.reconcile_explain import disputed, explain
from strandline.extract.reconcile_paint import Board
from strandline.extract.reconcile_settle import settle
from strandline.extract.reconcile_shapes import (
    Effect,
    Filed,
    Insert,
    KnownRow,
    SaidOrder,
    Settlement,
    Slot,
    line_of,
    said_order,
    slot_of,
)
from strandline.extract.reconcile_spans import ends_only, piece_again, span_of
from strandline.extract.reconcile_words import BY_HAND, entry_of, weigh
from strandline.types.claims import Act, Belief, Claim

__all__ = [
    "BY_HAND",
    "Effect",
    "Filed",
    "Insert",
    "KnownRow",
    "SaidOrder",
    "Settlement",
    "Slot",
    "beliefs",
    "disputed",
    "explain",
    "line_of",
    "said_order",
    "settle",
    "slot_of",
    "slot_tail_from",
    "span_stop",
    "tail",
    "tail_from",
]


def beliefs(claims: Sequence[Filed]) -> tuple[Belief, ...]:
    """What follows from all active claims of one slot, given in any order; or from those of whole lines of it.

    In the order of the time they cover, then of their roots. The claims of each are in the order they were said.
    """
    if not claims:
        return ()
    board = Board(slot_of(claims[0].claim).relation)
    for entry in weigh(claims):
        board.apply(entry)
    said = {filed.id: number for number, filed in enumerate(sorted(claims, key=said_order))}
    return tuple(
        replace(belief, claims=tuple(sorted(set(belief.claims), key=said.__getitem__))) for belief in board.beliefs()
    )


def tail_from(claim: Claim) -> int | None:
    """From where on (microseconds) the end of a line decides what ``claim`` does, said last; None: all of it does."""
    return None if claim.generic else slot_tail_from(claim)


def slot_tail_from(claim: Claim) -> int | None:
    """As ``tail_from``, where kinds are spoken of in the slot: they and names bear on each other across its lines."""
    if claim.act is not Act.STATE or claim.over or claim.loose or ends_only(claim) or not value_key(claim.value):
        return None
    if claim.generic and not claim.polarity:
        return None
    span = span_of(claim)
    return span.start if span.start < span.stop else None


def span_stop(claim: Claim) -> int:
    """The first instant (microseconds) after those that a STATE is about."""
    return span_of(claim).stop


def tail(rows: Sequence[Belief], claim: Filed, kinds: Collection[int] = ()) -> tuple[Belief, ...]:
    """What ``rows``, the end of a line, become by a claim that is said after all others of its slot.

    ``kinds`` are the places in ``rows`` of those that rest on generic claims alone. The same as ``beliefs`` of all
    claims, less the rows that were left out. See the module for when it may be used.
    """
    pieces = (piece_again(row, generic=place in kinds) for place, row in enumerate(rows))
    board = Board(slot_of(claim.claim).relation, pieces)
    board.apply(entry_of(claim))
    return board.beliefs()
