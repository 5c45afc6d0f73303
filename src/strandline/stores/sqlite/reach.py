"""How far a statement reaches: which lines of a slot must be folded together, and which rows are the end of one."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence

from strandline.extract.keys import loose_match, value_key
from strandline.extract.reconcile import SaidOrder
from strandline.stores.sqlite import claims as rows_of
from strandline.stores.sqlite.claims import StoredClaim
from strandline.stores.sqlite.schema import FOREVER
from strandline.types import Act, Claim

_IN = "IN (SELECT value FROM json_each(?))"
KINDS = (
    f"+f.slot = ? AND f.key IN (SELECT g.key FROM fact g WHERE g.slot = ? AND g.slot <> 0 "
    f"AND g.superseded_at = {FOREVER} AND g.covers_to > ? AND g.covers_from < g.covers_to AND NOT EXISTS "
    f"(SELECT 1 FROM support s JOIN claim c ON c.key = s.claim WHERE s.fact = g.key AND s.superseded_at = {FOREVER} "
    "AND NOT c.generic))"
)
"""Rows of a slot (given twice) that cover anything after an instant and rest on kinds alone: "a cat", not "Tom"."""
NAMED = (
    f"f.key = (SELECT g.key FROM fact g WHERE g.slot = ? AND g.slot <> 0 AND g.superseded_at = {FOREVER} "
    "AND g.covers_to > ? AND g.covers_from < ? AND g.covers_from < g.covers_to AND g.relation = ? "
    "AND g.polarity AND EXISTS "
    f"(SELECT 1 FROM support s JOIN claim c ON c.key = s.claim WHERE s.fact = g.key AND s.superseded_at = {FOREVER} "
    "AND NOT c.generic) LIMIT 1)"
)
"""One row of a slot that covers any of a time, affirms its relation and rests on a name."""


def has_kinds(db: sqlite3.Connection, slot: int) -> bool:
    """Whether a claim of the slot that is on speaks of a kind instead of a name."""
    kinds = "SELECT 1 FROM claim WHERE slot = ? AND generic = 1 AND off <= 0"
    return db.execute(kinds, (slot,)).fetchone() is not None


def reach(db: sqlite3.Connection, slot: int, touched: Sequence[StoredClaim], *, ever: bool) -> set[int] | None:
    """The lines of a slot that may turn out otherwise when these claims of it are switched; None for all of them.

    An end told loosely ("I left the hospital") closes what has its words, and nothing else: lines without them are
    apart from it. It is decided at once for all that it matches, so these go together. ``ever`` counts the wide claims
    that are off, too.
    """
    lines = {one.line for one in touched if one.line}
    wide = {one.claim.value for one in touched if one.line == 0}
    if not all(_matches_words(one.claim) for one in touched if one.line == 0):
        return None
    for one in rows_of.select(db, f"c.slot = ? AND c.line = 0{'' if ever else ' AND c.off <= 0'}", (slot,)):
        if not _matches_words(one.claim):
            return None
        if one.claim.value not in wide and matches_any(db, lines, one.claim.value):
            wide.add(one.claim.value)
    return lines if not wide else _joined(db, slot, lines, wide)


def _matches_words(claim: Claim) -> bool:
    """Whether a claim that concerns more than its line concerns just those values that have its words."""
    return claim.act is Act.END and claim.loose and not claim.generic and bool(value_key(claim.value))


def matches_any(db: sqlite3.Connection, lines: Collection[int], value: str) -> bool:
    """Whether a loose value matches a value of one of these lines."""
    rows = db.execute(f"SELECT DISTINCT value FROM claim WHERE line <> 0 AND line {_IN}", (json.dumps(sorted(lines)),))
    return any(loose_match(value, other) for (other,) in rows)


def _joined(db: sqlite3.Connection, slot: int, lines: set[int], ends: set[str]) -> set[int]:
    """The lines with all those that one of the loose ends matches, and those of further ends that match one of them."""
    said = db.execute("SELECT DISTINCT line, value FROM claim WHERE slot = ? AND line <> 0", (slot,)).fetchall()
    left = {one.claim.value for one in rows_of.select(db, "c.slot = ? AND c.line = 0", (slot,))} - ends
    found, more = set(lines), ends
    while more:
        found |= {line for line, value in said if line not in found and any(loose_match(end, value) for end in more)}
        near = [value for line, value in said if line in found]
        more = {end for end in left if any(loose_match(end, value) for value in near)}
        left -= more
    return found


def line_examples(db: sqlite3.Connection, lines: Iterable[int]) -> list[StoredClaim]:
    """A claim of each line, on or off."""
    one = "SELECT c.key FROM claim c WHERE c.line = j.value AND c.line <> 0 LIMIT 1"
    return rows_of.select(db, f"c.key IN (SELECT ({one}) FROM json_each(?) j)", (json.dumps(sorted(lines)),))


def is_last(db: sqlite3.Connection, claim: StoredClaim, order: SaidOrder, *, of_slot: bool) -> bool:
    """Whether a claim comes after all others that bear on its line, or on any line of its slot.

    Claims that concern more than a line have done what they do to words before them; only a kind, which gives way to
    names, has not.
    """
    wheres = ["slot = :slot"] if of_slot else ["line = :line AND line <> 0", "slot = :slot AND line = 0"]
    names = ("at", "step", "start", "stated", "stop", "id")
    values = {"line": claim.line, "slot": claim.slot, **dict(zip(names, order, strict=True))}
    for where in wheres:  # by the index on the time it was said, since hardly anything was said later
        later = (
            f"SELECT 1 FROM claim WHERE {where} AND (at, step) >= (:at, :step) AND off <= 0 AND "
            "(at, step, start, act IN ('state', 'correct'), stop, id) > (:at, :step, :start, :stated, :stop, :id)"
        )
        if db.execute(later, values).fetchone() is not None:
            return False
    return True
