"""The values that go into a store and come out of it.

Texts and ids are opaque. Times inside are microseconds since 1970 UTC.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from strandline.types import Change, Claim, Fact, Message, StoredMessage


class KnownValue(NamedTuple):
    """What is believed, as far as reading a new turn needs it."""

    subject: str
    relation: str
    value: str
    qualifier: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPassage:
    """A searchable piece of a text, ready to be written.

    ``terms``, ``counts`` and ``pieces`` are little-endian uint32, uint8 and uint16 bytes; ``vector`` is a float32
    scale followed by int8 values, or None while it is still to be made; ``tokens`` are the int8 vectors of single words
    end to end, None where the embedder gives none; ``traits`` is what ``text.traits`` says.
    """

    start: int
    stop: int
    terms: bytes
    counts: bytes
    pieces: bytes
    vector: bytes | None
    tokens: bytes | None = None
    traits: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMessage:
    """A message with its passages. ``digest`` is a signed 64-bit digest of its text, 0 where there is none."""

    message: Message
    digest: int
    passages: tuple[NewPassage, ...] = ()
    recorded_at: datetime | None = None
    """Only an import sets it; None is the store's clock."""
    said_at: datetime | None = None
    """When it was said, for a message without ``at``. Decided before the lock: its claims have the same time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClaim:
    """A statement that was read from one message or note of a batch, with its sentence indexed.

    ``message`` is the position of what it was read from among the batch's messages and, after them, its notes; -1 for
    nothing that is kept.
    """

    claim: Claim
    message: int = -1
    passages: tuple[NewPassage, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NewNote:
    """A bare text to remember: a fact without a source message.

    Unless it is imported, a note that says the same now is taken for it; it gets another id where a note of this one
    was edited and says something else.
    """

    id: str
    text: str
    at: datetime | None
    digest: int
    metadata: Mapping[str, Any] | None = None
    passages: tuple[NewPassage, ...] = ()
    recorded_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Everything one ``add`` writes, for one user, agent and session."""

    user_id: str
    agent_id: str | None
    session_id: str | None
    messages: tuple[NewMessage, ...] = ()
    notes: tuple[NewNote, ...] = ()
    claims: tuple[NewClaim, ...] = ()
    """Those of a message or note that is not created (it was there, or had been forgotten) are left out."""
    generation: int = 0
    """Generation of the vectors; 0 when there are none."""
    last_step: int = 0
    """At least this step is taken as used (an import knows steps that were forgotten)."""
    imported: bool = False
    """Rows keep their steps and transaction times; those that were forgotten here before are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Where a message or note of a batch went, in the order given. ``created`` is false for one that was there."""

    id: str
    step: int
    created: bool
    fact: Fact | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What one transaction did: where messages and notes went, and how it changed what is believed.

    ``facts`` are the new versions that are believed because of it (not the notes), ``changes`` those that had an
    effect; both in the order they were written.
    """

    placed: tuple[Placed, ...] = ()
    facts: tuple[Fact, ...] = ()
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FactFilter:
    """Which facts to read: those believed at ``known_at`` that cover ``as_of``.

    With ``known_at`` alone, ``as_of`` is the same; with neither, what is believed and covers ``now`` (and every note).
    ``include_ended`` adds what is believed and does not cover that time.
    """

    now: datetime
    subject_key: str | None = None
    """As ``extract.keys.subject_key`` makes it; None is any subject. A merged subject is found by each of its keys."""
    relations: tuple[str, ...] | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    include_ended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeState:
    """A user as one snapshot sees it. ``version`` grows with each write, ``rewrites`` when rows changed or went."""

    uid: int
    version: int
    rewrites: int
    next_seq: int
    """Rows of the user with this sequence number and above are not in the snapshot."""
    agent: int
    """Number of the reading agent; 0 for none, -1 for one that never wrote."""
    generation: int
    """Which choice of embedder the store's vectors follow now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What to forget of one user: exactly one of the fields."""

    id: str | None = None
    session_id: str | None = None
    phrase: str | None = None
    before: datetime | None = None
    everything: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The selector that was given, without the text of a phrase."""
        if self.phrase is not None:
            return {"phrase": True}
        if self.before is not None:
            return {"before": self.before.isoformat()}
        if self.everything:
            return {"everything": True}
        return {"id": self.id} if self.id is not None else {"session_id": self.session_id}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """The text and origin of one passage that recall chose."""

    key: int
    start: int
    stop: int
    message: StoredMessage | None = None
    fact: Fact | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much a store (or one user) holds."""

    users: int = 0
    sessions: int = 0
    messages: int = 0
    facts: int = 0
    passages: int = 0
    vectors_pending: int = 0
    text_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A passage whose vector is still to be made."""

    key: int
    text: str
    name: str | None


__all__ = [
    "Batch",
    "Counts",
    "FactFilter",
    "NewClaim",
    "NewMessage",
    "NewNote",
    "NewPassage",
    "Pending",
    "Placed",
    "Recalled",
    "ScopeState",
    "Selection",
    "Written",
]
