"""What is believed, brought in line with the statements that are on: loading, folding and writing of slots."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from strandline.extract.reconcile import (
    Filed,
    KnownRow,
    beliefs,
    said_order,
    settle,
    slot_tail_from,
    span_stop,
    tail,
)
from strandline.extract.relations import line_relation
from strandline.stores.ids import fact_id
from strandline.stores.sqlite import claims as rows_of
from strandline.stores.sqlite import codec, reach
from strandline.stores.sqlite.claims import SAID_ORDER, StoredClaim
from strandline.stores.sqlite.notes import settle_note
from strandline.stores.sqlite.passages import FactPassages
from strandline.stores.sqlite.schema import FOREVER
from strandline.stores.sqlite.subjects import Subjects, place_of
from strandline.stores.sqlite.work import UserWork
from strandline.text import digest64
from strandline.types import Belief, micros

_COLUMNS = (
    "f.key, f.id, f.subject, f.relation, f.qualifier, f.value, f.text, f.polarity, f.valid_from, f.valid_to, "
    "f.covers_from, f.covers_to, f.confidence, f.at, f.zone, f.root, f.extractor"
)

_OF_LINES = "c.line <> 0 AND c.line IN (SELECT value FROM json_each(?))"
# The unary plus keeps the planner from walking the whole slot.
_LINE = "+f.slot = ? AND f.line = ? AND f.line <> 0"
_LINES = "+f.slot = ? AND f.line <> 0 AND f.line IN (SELECT value FROM json_each(?))"
_TAIL = (
    f"+f.slot = ? AND f.key IN (SELECT key FROM fact WHERE line = ? AND line <> 0 AND superseded_at = {FOREVER} "
    "AND covers_to > ? UNION SELECT key FROM fact WHERE line = ? AND covers_from >= covers_to AND stance IN (?, ?))"
)


@dataclass(slots=True)
class Weighed:
    """What weighing one slot or line did: beliefs before and after, and the rows written."""

    before: tuple[Belief, ...] = ()
    after: tuple[Belief, ...] = ()
    inserted: list[int] = field(default_factory=list)
    """Keys of new versions."""
    facts: list[str] = field(default_factory=list)
    """Ids of the facts that got one, or another source, and did not get shorter by it."""
    closed: list[str] = field(default_factory=list)
    """Ids of the facts that are believed no more, or for a shorter time."""

    def join(self, other: Weighed) -> None:
        """Add what another slot's weighing did."""
        self.before += other.before
        self.after += other.after
        self.inserted += other.inserted
        self.facts += other.facts
        self.closed += other.closed


class Beliefs:
    """The believed rows of one user, inside a write transaction."""

    def __init__(self, work: UserWork, subjects: Subjects, passages: FactPassages) -> None:
        self._work = work
        self._db = work.db
        self._subjects = subjects
        self._passages = passages
        self._agents: dict[int, str | None] = {0: None}
        self.kept_keys: dict[tuple[str, int], list[int]] = {}
        """Keys that versions of facts had before they were written anew, by id and time."""
        self._standing_for: dict[str, int] = {}
        """Claims that stand for all those that a row rests on, where only the end of a line was read."""

    @classmethod
    def of_reader(cls, db: sqlite3.Connection, uid: int, user_id: str) -> Beliefs:
        """For a look at them that writes nothing."""
        work = UserWork(db=db, user_id=user_id, uid=uid, next_seq=0, now=0)
        return cls(work, Subjects(db, uid), FactPassages(work))

    @property
    def uid(self) -> int:
        """The user's number."""
        return self._work.uid

    def differs(self, slot: int, agent: int) -> bool:
        """Whether the believed rows of a slot are other than what follows from its statements."""
        claims = rows_of.select(self._db, "c.slot = ? AND c.off <= 0", (slot,))
        known = self._believed("f.slot = ?", (slot,))
        plan = settle(known, beliefs([self._filed(claim) for claim in claims]))
        moved = any(row.fact != self.fact_id(agent, row.belief.root) for row in known)
        return bool(plan.resourced or plan.superseded or plan.inserted or moved)

    def weigh(self, touched: Sequence[StoredClaim], change: int) -> Weighed:
        """Fold the slots and lines of claims that were switched, and write what follows."""
        total = Weighed()
        for note in dict.fromkeys(claim.owner for claim in touched if claim.slot == 0):
            version = settle_note(self._work, self._passages, note, change)
            total.inserted += [] if version is None else [version[0]]
            total.facts += [] if version is None else [version[1]]
        slots: dict[int, list[StoredClaim]] = {}
        for claim in touched:
            if claim.slot != 0:
                slots.setdefault(claim.slot, []).append(claim)
        for slot, of_slot in slots.items():
            lines = reach.reach(self._db, slot, of_slot, ever=False)
            total.join(self._fold(slot, lines, of_slot[0].agent, change))
        return total

    def add(self, claim: StoredClaim, change: int) -> Weighed:
        """Weigh one claim that was just filed: by the end of its line alone, where that decides."""
        filed = self._filed(claim)
        since = slot_tail_from(filed.claim)
        kinds = claim.claim.generic or reach.has_kinds(self._db, claim.slot)
        last = since is not None and reach.is_last(self._db, claim, said_order(filed), of_slot=kinds)
        if since is None or not last or (claim.line == 0 and not kinds):
            return self.weigh([claim], change)
        known, generic = self._tail_of(claim, since) if kinds else (self._line_tail(claim, since), ())
        wanted = tail([row.belief for row in known], filed, generic)
        self._standing_for = {row.belief.claims[-1]: row.key for row in known if row.belief.claims}
        done = self._settle(known, wanted, claim.agent, change)
        self._standing_for = {}
        return done

    def _line_tail(self, claim: StoredClaim, since: int) -> list[KnownRow]:
        line = self._shared(claim)
        said = self._subjects.resolved(claim.agent, claim.claim)
        stances = (place_of(self._work.uid, claim.agent, replace(said, polarity=one)).stance for one in (True, False))
        return self._believed(_TAIL, (claim.slot, line, since, line, *stances), last_only=True)

    def _tail_of(self, claim: StoredClaim, since: int) -> tuple[list[KnownRow], list[int]]:
        """The rows that decide, where kinds are spoken of in the slot, and the places of those that are kinds."""
        kinds = self._believed(reach.KINDS, (claim.slot, claim.slot, since), last_only=True)
        first = min([since, *(row.belief.covers_from for row in kinds)])
        rows = {row.key: row for row in (*kinds, *self._line_tail(claim, first))}
        if claim.claim.generic:
            until, relation = span_stop(claim.claim), line_relation(claim.claim.relation)[0]
            named = self._believed(reach.NAMED, (claim.slot, since, until, relation), last_only=True)
            rows |= {row.key: row for row in named}
        known = [rows[key] for key in sorted(rows)]
        generic = {row.key for row in kinds}
        return known, [place for place, row in enumerate(known) if row.key in generic]

    def _shared(self, claim: StoredClaim) -> int:
        """The line of the rows that a claim is about, whoever believes them. A kind has one, too."""
        said = replace(self._subjects.resolved(claim.agent, claim.claim), generic=False)
        return place_of(self._work.uid, claim.agent, said).shared

    def _filed(self, claim: StoredClaim) -> Filed:
        return Filed(id=claim.id, step=claim.step, claim=self._subjects.resolved(claim.agent, claim.claim))

    def filed(self, claim: StoredClaim) -> Filed:
        """A claim as the fold sees it."""
        return self._filed(claim)

    def _fold(self, slot: int, lines: set[int] | None, agent: int, change: int) -> Weighed:
        """Fold these lines of a slot, with what concerns more than a line; None is all of it."""
        if lines is None:
            claims = rows_of.select(self._db, "c.slot = ? AND c.off <= 0", (slot,))
            known = self._believed("f.slot = ?", (slot,))
        else:
            claims = rows_of.select(self._db, f"{_OF_LINES} AND c.off <= 0", (json.dumps(sorted(lines)),))
            claims += rows_of.select(self._db, "c.slot = ? AND c.line = 0 AND c.off <= 0", (slot,))
            shared = {self._shared(one) for one in reach.line_examples(self._db, lines)}
            known = self._believed(_LINES, (slot, json.dumps(sorted(shared))))
        return self._settle(known, beliefs([self._filed(claim) for claim in claims]), agent, change)

    def _believed(self, where: str, values: tuple[object, ...], *, last_only: bool = False) -> list[KnownRow]:
        """Believed rows of one slot. ``last_only`` gives one supporting claim each, all that its end is decided by."""
        found = self._db.execute(
            f"SELECT {_COLUMNS} FROM fact f WHERE {where} AND f.slot <> 0 AND f.superseded_at = {FOREVER} "
            "ORDER BY f.key",
            values,
        ).fetchall()
        supports = self._supports([row[0] for row in found], last_only=last_only)
        return [KnownRow(key=row[0], fact=row[1], belief=_belief(row, supports.get(row[0], ()))) for row in found]

    def _supports(self, facts: list[int], *, last_only: bool) -> dict[int, tuple[str, ...]]:
        found: dict[int, list[str]] = {}
        last = f"SELECT claim FROM support WHERE fact = ? AND superseded_at = {FOREVER} ORDER BY claim DESC LIMIT 1"
        for key in facts if last_only else ():
            found[key] = [id for (id,) in self._db.execute(f"SELECT id FROM claim WHERE key = ({last})", (key,))]
        if not last_only:
            rows = self._db.execute(
                "SELECT s.fact, c.id FROM json_each(?) j JOIN support s ON s.fact = j.value "
                f"JOIN claim c ON c.key = s.claim WHERE s.superseded_at = {FOREVER} "
                f"ORDER BY {SAID_ORDER}",
                (json.dumps(facts),),
            )
            for fact, id in rows:
                found.setdefault(fact, []).append(id)
        return {fact: tuple(ids) for fact, ids in found.items()}

    def _settle(self, known: list[KnownRow], wanted: Sequence[Belief], agent: int, change: int) -> Weighed:
        """Write what makes the believed rows the wanted beliefs."""
        plan = settle(known, wanted)
        by_key = {row.key: row for row in known}
        done = Weighed(before=tuple(row.belief for row in known), after=tuple(wanted))
        for key in plan.superseded:
            self._db.execute(
                "UPDATE fact SET superseded_at = ?, changed = ? WHERE key = ?",
                (self._work.now, self._work.touch(), key),
            )
        ends: dict[str, int] = {}
        for key, belief in plan.resourced:
            self._resource(by_key[key], belief)
            done.facts.append(by_key[key].fact)
        for new in plan.inserted:
            done.inserted.append(self._insert(new.belief, new.previous, agent, change))
            id = self.fact_id(agent, new.belief.root)
            ends[id] = max(new.belief.covers_to, ends.get(id, new.belief.covers_to))
        was = {by_key[key].fact: by_key[key].belief.covers_to for key in plan.superseded}
        done.closed += [id for id, end in was.items() if id not in ends or ends[id] < end]
        done.facts += [id for id, end in ends.items() if end >= was.get(id, end)]
        return done

    def of_user(self, claim: StoredClaim) -> list[Belief]:
        """What is believed for the user, without an agent, in the slot of an agent's claim."""
        other = place_of(self._work.uid, 0, self._subjects.resolved(claim.agent, claim.claim))
        line = _LINE if other.line else "f.slot = ? AND ? = 0"
        known = self._believed(line, (other.slot, other.shared), last_only=True)
        return [row.belief for row in known]

    def fact_id(self, agent: int, root: str) -> str:
        """The id of the fact that begins with a claim."""
        if agent not in self._agents:
            self._agents[agent] = self._work.agent_id(agent)
        return fact_id(self._work.user_id, self._agents[agent], root)

    def _resource(self, row: KnownRow, belief: Belief) -> None:
        """Give a row other claims to rest on; it stays the same version."""
        db, now = self._db, self._work.now
        was, now_on = set(row.belief.claims), set(belief.claims)
        for id in was - now_on:
            db.execute(
                f"UPDATE support SET superseded_at = ? WHERE fact = ? AND superseded_at = {FOREVER} "
                "AND claim IN (SELECT key FROM claim WHERE id = ?)",
                (now, row.key, id),
            )
        self._support(row.key, [id for id in belief.claims if id not in was])
        at, zone, session, step = self._latest(belief)
        db.execute(
            "UPDATE fact SET at = ?, zone = ?, session = ?, step = ?, confidence = ?, extractor = ?, changed = ? "
            "WHERE key = ?",
            (at, zone, session, step, belief.confidence, belief.extractor, self._work.touch(), row.key),
        )
        db.execute("UPDATE passage SET at = ?, session = ?, step = ? WHERE owner = ?", (at, session, step, row.key))

    def _support(self, fact: int, ids: Sequence[str]) -> None:
        """Let a row rest on claims. One that was dropped and came back in one transaction goes on as before."""
        again = f"ON CONFLICT(fact, claim, recorded_at) DO UPDATE SET superseded_at = {FOREVER}"
        rows = {self._standing_for[id] for id in ids if id in self._standing_for} - {fact}
        self._db.executemany(
            "INSERT INTO support(fact, claim, recorded_at) SELECT ?, claim, ? FROM support "
            f"WHERE fact = ? AND superseded_at = {FOREVER} {again}",
            [(fact, self._work.now, row) for row in sorted(rows)],
        )
        self._db.executemany(
            f"INSERT INTO support(fact, claim, recorded_at) SELECT ?, key, ? FROM claim WHERE id = ? {again}",
            [(fact, self._work.now, id) for id in ids if id not in self._standing_for],
        )

    def _latest(self, belief: Belief) -> tuple[int, int, int, int]:
        """Time, offset, session and step of the latest claim a belief rests on that was read from a message."""
        of_row = "SELECT session, step FROM fact WHERE key = ?"
        of_claim = "SELECT m.session, m.step FROM claim c JOIN message m ON m.key = c.owner WHERE c.id = ?"
        where = 0, 0
        for id in reversed(belief.claims):
            row = self._standing_for.get(id)
            found = self._db.execute(of_claim if row is None else of_row, (id if row is None else row,)).fetchone()
            if found is not None and found[1]:
                where = found
                break
        return micros(belief.at), codec.zone(belief.at), *where

    def _insert(self, belief: Belief, previous: int | None, agent: int, change: int) -> int:
        id = self.fact_id(agent, belief.root)
        spare = self.kept_keys.get((id, self._work.now))
        key = spare.pop(0) if spare else self._work.next_key()
        place = place_of(self._work.uid, agent, belief)
        at, zone, session, step = self._latest(belief)
        self._db.execute(
            "INSERT INTO fact(key, id, agent, subject, relation, value, text, polarity, confidence, valid_from, "
            "valid_to, at, zone, recorded_at, previous, extractor, digest, qualifier, subject_key, covers_from, "
            "covers_to, slot, line, stance, root, change, changed, session, step) "
            f"VALUES ({', '.join('?' * 29)})",
            (
                key, id, agent, belief.subject, belief.relation, belief.value, belief.text, belief.polarity,
                belief.confidence, None if belief.valid_from is None else micros(belief.valid_from),
                None if belief.valid_to is None else micros(belief.valid_to), at, zone, self._work.now, previous,
                belief.extractor, digest64(belief.text), belief.qualifier,
                self._subjects.key(agent, belief.subject), belief.covers_from, belief.covers_to, place.slot,
                place.shared, place.stance, belief.root, change, self._work.touch(), session, step,
            ),
        )  # fmt: skip
        self._support(key, belief.claims)
        self._passages.write(key, belief.text, previous, (session, step, agent, at))
        return key


def _belief(row: Sequence[Any], claims: tuple[str, ...]) -> Belief:
    (_, _, subject, relation, qualifier, value, text, polarity, since, until, *rest) = row
    covers_from, covers_to, confidence, at, zone, root, extractor = rest
    return Belief(
        subject=subject, relation=relation, qualifier=qualifier, value=value, text=text, polarity=bool(polarity),
        valid_from=None if since is None else codec.moment(since, zone),
        valid_to=None if until is None else codec.moment(until, zone),
        covers_from=covers_from, covers_to=covers_to, confidence=confidence, at=codec.moment(at, zone), claims=claims,
        root=root, extractor=extractor,
    )  # fmt: skip
