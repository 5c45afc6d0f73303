"""Living a part of the change log again, without what was removed from it.

What is left then is what would have been written had the removed statements never been made: no interval stays closed
by them, and no row shows a word or a date of theirs.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, field

from strandline.extract.keys import subject_key
from strandline.stores.sqlite import claims as rows_of
from strandline.stores.sqlite.claims import StoredClaim
from strandline.stores.sqlite.ledger import ASKED_FOR, Ledger
from strandline.stores.sqlite.notes import later_versions
from strandline.stores.sqlite.reach import matches_any, reach
from strandline.stores.sqlite.schema import FOREVER
from strandline.stores.sqlite.subjects import place_of
from strandline.types import ChangeKind

IN = "IN (SELECT value FROM json_each(?))"
BEFORE_ALL = -(2**63)
"""Before any transaction."""


@dataclass(slots=True)
class Part:
    """Statements that may have to do with each other, the merges of their subjects, and the rows they led to."""

    claims: list[StoredClaim] = field(default_factory=list)
    merges: list[int] = field(default_factory=list)
    notes: list[int] = field(default_factory=list)
    """First versions of notes that were edited."""
    facts: list[int] = field(default_factory=list)
    since: int = BEFORE_ALL
    """The transaction time of the first change that concerns what is given: all before it stays as it is."""


def part_of(db: sqlite3.Connection, uid: int, claims: Collection[int], merges: Collection[int]) -> Part:
    """What must be lived again when these statements and merges are not to have been made."""
    given = rows_of.select(db, f"c.key {IN}", (json.dumps(sorted(claims)),))
    names = {one.subject_key for one in given} | {subject_key(one.claim.subject) for one in given}
    links = db.execute("SELECT key, subject_key, into_key FROM alias WHERE key >> 32 = ?", (uid,)).fetchall()
    names |= {name for key, *pair in links if key in merges for name in pair}
    linked: set[int] = set()
    while more := [row for row in links if row[0] not in linked and names & {row[1], row[2]}]:
        linked |= {row[0] for row in more}
        names |= {name for row in more for name in row[1:]}
    if linked:
        found = rows_of.select(db, f"c.key >> 32 = ? AND c.subject_key {IN}", (uid, json.dumps(sorted(names))))
    else:
        found = _reached(db, given)
    facts = db.execute(f"SELECT DISTINCT fact FROM support WHERE claim {IN}", (json.dumps([one.key for one in found]),))
    notes = {one.owner for one in found if one.slot == 0}
    rows = {row[0] for row in facts} | later_versions(db, uid, notes)
    part = Part(claims=found, merges=sorted(linked), notes=sorted(notes), facts=sorted(rows))
    if not linked and not notes:
        first = f"SELECT min(x.recorded_at) FROM effect e JOIN change x ON x.key = e.change WHERE e.target {IN}"
        since = db.execute(first, (json.dumps([one.key for one in given]),)).fetchone()[0]
        part.since = BEFORE_ALL if since is None else since
    return part


def _reached(db: sqlite3.Connection, given: list[StoredClaim]) -> list[StoredClaim]:
    """The statements that bear on the same lines as these, and those of the same notes."""
    found: dict[int, StoredClaim] = {}
    slots: dict[int, list[StoredClaim]] = {}
    for one in given:
        slots.setdefault(one.slot, []).append(one)
    notes = json.dumps(sorted({one.owner for one in slots.pop(0, [])}))
    some = [rows_of.select(db, f"c.slot = 0 AND c.owner {IN}", (notes,))]
    for slot, of_slot in slots.items():
        lines = reach(db, slot, of_slot, ever=True)
        if lines is None:
            some.append(rows_of.select(db, "c.slot = ?", (slot,)))
        else:
            some.append(rows_of.select(db, f"c.line <> 0 AND c.line {IN}", (json.dumps(sorted(lines)),)))
            own = {one.key for one in of_slot}
            wide = rows_of.select(db, "c.slot = ? AND c.line = 0", (slot,))
            # What ends other lines has nothing to do with these, and is not to be told anew.
            some.append([one for one in wide if one.key in own or matches_any(db, lines, one.claim.value)])
    found.update((one.key, one) for claims in some for one in claims)
    return sorted(found.values(), key=lambda one: one.order)


def replay(ledger: Ledger, part: Part) -> None:
    """Write the rows of a part anew from the change log; what was removed is gone from it already."""
    db, now = ledger.work.db, ledger.work.now
    old = _take_rows(ledger, part)
    _unmake(ledger, part)
    if part.since > BEFORE_ALL:
        # What rows rest on, which changes in place, is brought back, too.
        ledger.work.now = part.since - 1
        ledger.beliefs.weigh(part.claims, 0)
    targets = json.dumps([*(one.key for one in part.claims), *part.merges])
    rows = db.execute(
        "SELECT DISTINCT x.key, x.kind, x.recorded_at FROM effect e JOIN change x ON x.key = e.change "
        f"WHERE e.target {IN} AND x.recorded_at >= ? ORDER BY x.recorded_at, x.key",
        (targets, part.since),
    ).fetchall()
    for key, kind, recorded_at in rows:
        ledger.work.now = recorded_at
        _live(ledger, key, ChangeKind(kind), targets, old)
    ledger.work.now = now


def _take_rows(ledger: Ledger, part: Part) -> set[str]:
    """Delete the versions of facts of a part that are made anew; returns the ids of all of its facts.

    The pieces and keys of deleted ones are kept for use again; what they superseded is believed again.
    """
    db, keys, since = ledger.work.db, json.dumps(part.facts), part.since
    ids, gone = set(), []
    for key, id, recorded_at, text in db.execute(
        f"SELECT key, id, recorded_at, text FROM fact WHERE key {IN} ORDER BY key", (keys,)
    ).fetchall():
        ids.add(id)
        if recorded_at >= since:
            gone.append(key)
            ledger.beliefs.kept_keys.setdefault((id, recorded_at), []).append(key)
            ledger.passages.keep(text, key)
    for table, column in (("passage", "owner"), ("support", "fact"), ("fact", "key")):
        db.execute(f"DELETE FROM {table} WHERE {column} {IN}", (json.dumps(gone),))
    db.execute(f"DELETE FROM support WHERE fact {IN} AND recorded_at >= ?", (keys, since))
    for table, column in (("support", "fact"), ("fact", "key")):
        again = f"UPDATE {table} SET superseded_at = {FOREVER} WHERE superseded_at >= ? AND {column} {IN}"
        db.execute(again, (since, keys))
    return ids


def _unmake(ledger: Ledger, part: Part) -> None:
    """Bring statements and merges to where they were before the first change that is lived again."""
    db = ledger.work.db
    db.execute(f"UPDATE alias SET off = 1 WHERE key {IN}", (json.dumps(part.merges),))
    db.execute(f"UPDATE fact SET superseded_at = {FOREVER} WHERE key {IN}", (json.dumps(part.notes),))
    ledger.subjects.refresh()
    before = (
        "SELECT coalesce(sum(e.delta), 0) FROM effect e JOIN change x ON x.key = e.change "
        "WHERE e.target = claim.key AND x.recorded_at < ?"
    )
    for one in part.claims:
        place = place_of(ledger.work.uid, one.agent, ledger.subjects.resolved(one.agent, one.claim))
        db.execute(
            f"UPDATE claim SET off = 1 + ({before}), subject_key = ?, slot = ?, line = ? WHERE key = ?",
            (part.since, ledger.subjects.key(one.agent, one.claim.subject), place.slot, place.line, one.key),
        )


def _live(ledger: Ledger, key: int, kind: ChangeKind, targets: str, old: set[str]) -> None:
    """Make one change again, as far as it concerns the part, and say anew what it did."""
    db = ledger.work.db
    switched = db.execute(
        f"SELECT target, delta FROM effect WHERE change = ? AND target {IN} ORDER BY target", (key, targets)
    ).fetchall()
    touched = ledger.switch(switched)
    if kind not in ASKED_FOR and len(touched) == 1:
        done = ledger.beliefs.add(touched[0], key)
        said = ledger.entry_of(touched[0], done)
        db.execute(
            "UPDATE change SET kind = ?, reason = ?, facts = ?, ended = ? WHERE key = ?",
            (said.entry.kind.value, said.entry.reason, json.dumps(said.facts), json.dumps(said.ended), key),
        )
        return
    done = ledger.beliefs.weigh(touched, key)
    before = db.execute("SELECT facts, ended FROM change WHERE key = ?", (key,)).fetchone()
    lists = [
        [*(id for id in json.loads(text) if id not in old), *dict.fromkeys(ids)]
        for text, ids in zip(before, (done.facts, done.closed), strict=True)
    ]
    db.execute("UPDATE change SET facts = ?, ended = ? WHERE key = ?", (*map(json.dumps, lists), key))
