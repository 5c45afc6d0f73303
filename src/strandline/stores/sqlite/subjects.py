"""What a statement is about, as digests; subjects that were merged are one here."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from strandline.extract.keys import subject_key, value_key
from strandline.extract.reconcile import line_of, slot_of
from strandline.extract.relations import NOTE, line_relation, relations
from strandline.stores.sqlite.facts import end_of
from strandline.stores.sqlite.keys import key_range
from strandline.types import Belief, Claim


def digest(*parts: object) -> int:
    """A signed 64-bit digest of texts and numbers, never 0."""
    hasher = blake2b(digest_size=8)
    for part in parts:
        data = str(part).encode("utf-8", "surrogatepass")
        hasher.update(b"%d:" % len(data))
        hasher.update(data)
    return int.from_bytes(hasher.digest(), "little", signed=True) or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a claim or belief belongs: ``slot`` among those of its user and agent, ``line`` in it (0: all of it).

    ``shared`` is the line without the agent, ``stance`` what is said there: two of one line that differ are a dispute.
    """

    slot: int
    line: int
    shared: int
    stance: int


def place_of(uid: int, agent: int, said: Claim | Belief) -> Place:
    """The place of a claim or belief whose subject is already the one it is merged into."""
    if said.relation == NOTE:  # the words of a note bear on nothing else
        return Place(slot=0, line=0, shared=0, stance=0)
    slot, line = slot_of(said), line_of(said)
    about = (uid, slot.subject, slot.relation, slot.qualifier)
    own = digest(*about, agent)
    affirmed = line_relation(said.relation)[1] is said.polarity
    return Place(
        slot=own,
        line=0 if line is None else digest(own, line),
        shared=0 if line is None else digest(*about, "" if line is None else line),
        stance=digest(value_key(said.value), affirmed),
    )


@dataclass(slots=True)
class Subjects:
    """The merges of one user that hold now, by agent: an agent sees the user's too, its own first."""

    db: sqlite3.Connection
    uid: int
    _into: dict[int, dict[str, str]] = field(default_factory=dict)
    _shown: dict[str, str] = field(default_factory=dict)

    def refresh(self) -> None:
        """Read the merges again after one was switched."""
        self._into.clear()

    def _map(self, agent: int) -> dict[str, str]:
        if agent not in self._into:
            low, high = key_range(self.uid)
            rows = self.db.execute(
                "SELECT subject_key, into_key, shown FROM alias WHERE key BETWEEN ? AND ? AND off <= 0 "
                "AND agent IN (0, ?) ORDER BY agent, key",
                (low, high, agent),
            ).fetchall()
            self._into[agent] = {row[0]: row[1] for row in rows}
            self._shown.update((row[1], row[2]) for row in rows)
        return self._into[agent]

    def key(self, agent: int, subject: str) -> str:
        """The key of the subject that a name stands for now."""
        return end_of(self._map(agent), subject_key(subject))

    def resolved(self, agent: int, claim: Claim) -> Claim:
        """The claim as one about the subject that its own is merged into."""
        own = subject_key(claim.subject)
        end = end_of(self._map(agent), own)
        if end == own:
            return claim
        shown = self._shown[end]
        row = relations().get(claim.relation)
        text = claim.text
        if row is not None and claim.value:
            text = row.sentence(shown, claim.value, claim.qualifier, polarity=claim.polarity)
        return replace(claim, subject=shown, text=text)
