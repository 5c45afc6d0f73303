"""Writing statements and the changes they make; everything that is believed follows from them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from strandline.extract.reconcile import explain
from strandline.stores.ids import change_id, claim_id
from strandline.stores.sqlite import claims as rows_of
from strandline.stores.sqlite import codec
from strandline.stores.sqlite.beliefs import Beliefs, Weighed
from strandline.stores.sqlite.claims import StoredClaim
from strandline.stores.sqlite.facts import CHANGE_COLUMNS, CHANGE_JOINS, SHOWN, to_change
from strandline.stores.sqlite.keys import key_range
from strandline.stores.sqlite.passages import FactPassages
from strandline.stores.sqlite.schema import FOREVER
from strandline.stores.sqlite.subjects import Subjects, place_of
from strandline.stores.sqlite.work import UserWork
from strandline.stores.values import NewClaim
from strandline.types import Belief, Change, ChangeKind, Claim, Fact

ASKED_FOR = (ChangeKind.EDIT, ChangeKind.MERGE, ChangeKind.UNDO, ChangeKind.REEXTRACT)
"""Kinds of changes that a person or a newer reader asked for; the other kinds are named by what they did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What a statement was read from: the key, id and step of a message or note; the first two 0 and None for none."""

    key: int = 0
    id: str | None = None
    step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a change says of itself."""

    kind: ChangeKind
    reason: str
    subject: str
    relation: str
    agent: int
    target: str
    """The id of what it is about, which makes its own id."""
    owner: int = 0
    undoes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A change with the ids of the facts it made or touched and of those it ended."""

    entry: Entry
    facts: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()


class Ledger:
    """Writes statements and changes of one user, and what is believed because of them, inside a transaction."""

    def __init__(self, work: UserWork) -> None:
        self.work = work
        self._db = work.db
        self.subjects = Subjects(work.db, work.uid)
        self.passages = FactPassages(work)
        self.beliefs = Beliefs(work, self.subjects, self.passages)
        self._inserted: list[int] = []
        self._changes: list[int] = []

    def file(self, new: NewClaim, agent: int, source: Source) -> StoredClaim:
        """Write a statement, switched on, without weighing it yet."""
        claim, work = new.claim, self.work
        resolved = self.subjects.resolved(agent, claim)
        place = place_of(work.uid, agent, resolved)
        stored = StoredClaim(
            key=work.next_key(), id=self._claim_id(claim, agent, source), agent=agent, owner=source.key,
            step=source.step, claim=claim, recorded_at=work.now,
            subject_key=self.subjects.key(agent, claim.subject), slot=place.slot, line=place.line,
        )  # fmt: skip
        rows_of.insert(self._db, stored)
        self.passages.offer(resolved.text, new.passages if resolved.text == claim.text else ())
        return stored

    def _claim_id(self, claim: Claim, agent: int, source: Source) -> str:
        parts = (
            str(claim.start), str(claim.stop), claim.relation, claim.subject, claim.qualifier, claim.value,
            claim.act.value, str(claim.polarity), None if source.key else claim.at.isoformat(),
        )  # fmt: skip
        agent_id, again, low_high = self.work.agent_id(agent), 0, key_range(self.work.uid)
        while True:
            id = claim_id(self.work.user_id, agent_id, source.id, (*parts, *([str(again)] if again else [])))
            taken = "SELECT 1 FROM claim WHERE id = ? AND key BETWEEN ? AND ?"
            if self._db.execute(taken, (id, *low_high)).fetchone() is None:
                return id
            again += 1

    def learn(self, new: NewClaim, agent: int, source: Source) -> None:
        """File a statement and weigh it: one change."""
        stored = self.file(new, agent, source)
        key = self.work.next_key()
        self.effects(key, [(stored.key, -1)])
        done = self.beliefs.add(stored, key)
        self.log(key, self.entry_of(stored, done), done)

    def entry_of(self, stored: StoredClaim, done: Weighed) -> Said:
        """What the change of one statement says."""
        filed = self.beliefs.filed(stored)
        effect = explain(filed, done.before, done.after, self._of_others(stored, done))
        entry = Entry(
            kind=effect.kind, reason=effect.reason, subject=filed.claim.subject, relation=filed.claim.relation,
            agent=stored.agent, target=stored.id, owner=stored.owner,
        )  # fmt: skip
        if not effect.touched:
            return Said(entry=entry)
        return Said(
            entry=entry, facts=self._ids(stored.agent, effect.facts), ended=self._ids(stored.agent, effect.ended)
        )

    def _ids(self, agent: int, roots: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.beliefs.fact_id(agent, root) for root in roots))

    def said_of(self, entry: Entry, done: Weighed) -> Said:
        """What a change says that is not the weighing of one statement."""
        return Said(entry=entry, facts=tuple(dict.fromkeys(done.facts)), ended=tuple(dict.fromkeys(done.closed)))

    def _of_others(self, stored: StoredClaim, done: Weighed) -> list[Belief]:
        """What the user's side (or, for the user, nobody) believes of the same."""
        if stored.agent == 0 or not done.inserted:
            return []
        return self.beliefs.of_user(stored)

    def effects(self, change: int, switched: Sequence[tuple[int, int]]) -> None:
        """Write down what a change switched."""
        self._db.executemany("INSERT INTO effect VALUES (?, ?, ?)", [(change, *one) for one in switched])

    def log(self, key: int, said: Said, done: Weighed) -> None:
        """Write a change."""
        entry = said.entry
        self._db.execute(
            "INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)",
            (
                key, self._change_id(entry), entry.agent, entry.kind.value, entry.reason, entry.subject,
                entry.relation, json.dumps(said.facts), json.dumps(said.ended), entry.owner, entry.undoes,
                self.work.now,
            ),
        )  # fmt: skip
        self._changes.append(key)
        self._inserted += done.inserted

    def _change_id(self, entry: Entry) -> str:
        agent_id, again = self.work.agent_id(entry.agent), 0
        # What a statement does to what is believed may be seen otherwise later, once others are forgotten.
        kind = entry.kind.value if entry.kind in ASKED_FOR else "claim"
        while True:
            id = change_id(self.work.user_id, agent_id, kind, entry.target, again)
            if self._db.execute("SELECT 1 FROM change WHERE id = ?", (id,)).fetchone() is None:
                return id
            again += 1

    def switch(self, switched: Iterable[tuple[int, int]]) -> list[StoredClaim]:
        """Turn statements and merges on or off; returns what must be weighed, at its old and its new place."""
        touched: list[StoredClaim] = []
        merges: list[int] = []
        for key, delta in switched:
            if self._db.execute("UPDATE claim SET off = off + ? WHERE key = ?", (delta, key)).rowcount:
                touched += rows_of.select(self._db, "c.key = ?", (key,))
            else:
                merges += [key] * self._db.execute(
                    "UPDATE alias SET off = off + ? WHERE key = ?", (delta, key)
                ).rowcount
        return touched + self._relocated(merges) if merges else touched

    def _relocated(self, merges: Sequence[int]) -> list[StoredClaim]:
        """Move the statements whose subject stands for another one now."""
        found: dict[int, StoredClaim] = {}
        for key in merges:
            agent, own, into = self._db.execute(
                "SELECT agent, subject_key, into_key FROM alias WHERE key = ?", (key,)
            ).fetchone()
            for one in rows_of.select(
                self._db, "c.key >> 32 = ? AND c.subject_key IN (SELECT value FROM json_each(?)) AND ? IN (0, c.agent)",
                (self.work.uid, json.dumps(sorted(self._names(agent, own, into))), agent),
            ):  # fmt: skip
                found[one.key] = one
        self.subjects.refresh()
        moved = []
        for one in found.values():
            name = self.subjects.key(one.agent, one.claim.subject)
            if name == one.subject_key:
                continue
            place = place_of(self.work.uid, one.agent, self.subjects.resolved(one.agent, one.claim))
            self._db.execute(
                "UPDATE claim SET subject_key = ?, slot = ?, line = ? WHERE key = ?",
                (name, place.slot, place.line, one.key),
            )
            # Nothing may be left of its old line that would tell which it was, so the whole slot is weighed.
            moved += [replace(one, line=0), replace(one, subject_key=name, slot=place.slot, line=place.line)]
        return moved

    def _names(self, agent: int, own: str, into: str) -> set[str]:
        """Every subject that a merge may have anything to do with, as the agents who see it call it."""
        names = {own, into}
        agents = [agent] if agent else [0, *(row[0] for row in self._db.execute(_AGENTS, (self.work.uid,)))]
        for number in agents:
            names |= {self.subjects.key(number, own), self.subjects.key(number, into)}
        return names

    def written(self) -> tuple[tuple[Fact, ...], tuple[Change, ...]]:
        """The new versions that are believed, and the changes that had an effect."""
        facts = self._db.execute(
            f"SELECT {codec.fact_columns(reader='f.agent')} FROM fact f {codec.FACT_JOINS} "
            f"WHERE f.key IN (SELECT value FROM json_each(?)) AND f.superseded_at = {FOREVER} ORDER BY f.key",
            (json.dumps(self._inserted),),
        ).fetchall()
        changes = self._db.execute(
            f"SELECT {CHANGE_COLUMNS} FROM change x {CHANGE_JOINS} "
            f"WHERE x.key IN (SELECT value FROM json_each(?)) AND {SHOWN} ORDER BY x.key",
            (json.dumps(self._changes),),
        ).fetchall()
        return tuple(map(codec.to_fact, facts)), tuple(map(to_change, changes))


_AGENTS = "SELECT number FROM agent WHERE uid = ?"
