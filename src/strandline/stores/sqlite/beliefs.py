"""What is believed, brought in line with the statements that are on: loading, folding and writing of slots."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from strandline.extract.reconcile import Filed, KnownRow, beliefs, said_order, settle, tail, tail_from
from strandline.stores.ids import fact_id
from strandline.stores.sqlite import claims as rows_of
from strandline.stores.sqlite import codec
from strandline.stores.sqlite.claims import StoredClaim
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

# The unary plus keeps the planner from walking the whole slot.
_LINE = "+f.slot = ? AND f.line = ? AND f.line <> 0"
_TAIL = (
    f"+f.slot = ? AND f.key IN (SELECT key FROM fact WHERE line = ? AND line <> 0 AND superseded_at = {FOREVER} "
    "AND covers_to > ? UNION SELECT key FROM fact WHERE line = ? AND covers_from >= covers_to)"
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
        slots: dict[int, dict[int, None]] = {}
        for note in dict.fromkeys(claim.owner for claim in touched if claim.slot == 0):
            version = settle_note(self._work, self._passages, note, change)
            total.inserted += [] if version is None else [version[0]]
            total.facts += [] if version is None else [version[1]]
        touched = [claim for claim in touched if claim.slot != 0]
        for claim in touched:
            slots.setdefault(claim.slot, {})[claim.line] = None
        agents = {claim.slot: claim.agent for claim in touched}
        for slot, lines in slots.items():
            whole = 0 in lines or self._is_wide(slot)
            for line in [0] if whole else lines:
                total.join(self._fold(slot, line, agents[slot], change))
        return total

    def add(self, claim: StoredClaim, change: int) -> Weighed:
        """Weigh one claim that was just filed: by the end of its line alone, where that decides."""
        since = tail_from(self._subjects.resolved(claim.agent, claim.claim))
        if claim.line == 0 or since is None or not self._is_last(claim):
            return self.weigh([claim], change)
        line = self._shared(claim)
        known = self._believed(_TAIL, (claim.slot, line, since, line), last_only=True)
        wanted = tail([row.belief for row in known], self._filed(claim))
        self._standing_for = {row.belief.claims[-1]: row.key for row in known if row.belief.claims}
        done = self._settle(known, wanted, claim.agent, change)
        self._standing_for = {}
        return done

    def _is_wide(self, slot: int) -> bool:
        """Whether a claim of the slot concerns all its lines."""
        wide = "SELECT 1 FROM claim WHERE slot = ? AND line = 0 AND off <= 0"
        return self._db.execute(wide, (slot,)).fetchone() is not None

    def _is_last(self, claim: StoredClaim) -> bool:
        """Whether a claim comes after all others that bear on its line.

        Claims that concern the whole slot have done what they do to words before them; only a kind, which gives way
        to names, has not.
        """
        where = "line = :line AND line <> 0"
        if self._is_wide(claim.slot):
            kinds = "SELECT 1 FROM claim WHERE slot = ? AND line = 0 AND off <= 0 AND generic"
            if self._db.execute(kinds, (claim.slot,)).fetchone() is not None:
                return False
            where = "slot = :slot"
        last = self._db.execute(
            f"SELECT at, step, start, id FROM claim WHERE {where} AND off <= 0 "
            "ORDER BY at DESC, step DESC, start DESC, id DESC LIMIT 1",
            {"line": claim.line, "slot": claim.slot},
        ).fetchone()
        return last is None or tuple(last) <= said_order(self._filed(claim))

    def _shared(self, claim: StoredClaim) -> int:
        return place_of(self._work.uid, claim.agent, self._subjects.resolved(claim.agent, claim.claim)).shared

    def _filed(self, claim: StoredClaim) -> Filed:
        return Filed(id=claim.id, step=claim.step, claim=self._subjects.resolved(claim.agent, claim.claim))

    def filed(self, claim: StoredClaim) -> Filed:
        """A claim as the fold sees it."""
        return self._filed(claim)

    def _fold(self, slot: int, line: int, agent: int, change: int) -> Weighed:
        where, values = ("c.slot = ?", (slot,)) if line == 0 else ("c.line = ? AND c.line <> 0", (line,))
        claims = rows_of.select(self._db, f"{where} AND c.off <= 0", values)
        if line == 0:
            known = self._believed("f.slot = ?", (slot,))
        elif claims:
            known = self._believed(_LINE, (slot, self._shared(claims[0])))
        else:  # the last claim of the line went
            off = rows_of.select(self._db, "c.line = ? AND c.line <> 0", (line,))
            known = self._believed(_LINE, (slot, self._shared(off[0]))) if off else []
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
        sql = f"SELECT ?1, id FROM claim WHERE key = ({last.replace('?', '?1')})"
        for key in facts if last_only else ():
            for fact, id in self._db.execute(sql, (key,)):
                found.setdefault(fact, []).append(id)
        if not last_only:
            rows = self._db.execute(
                "SELECT s.fact, c.id FROM json_each(?) j JOIN support s ON s.fact = j.value "
                f"JOIN claim c ON c.key = s.claim WHERE s.superseded_at = {FOREVER} "
                "ORDER BY c.at, c.step, c.start, c.id",
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
