"""What the engine asks of a store: one transaction to write, one snapshot to read.

Keys are ``uid << 32 | seq``: each user is one key range, so that a read of one user touches nobody else's rows.
Texts and ids are opaque. Times inside are microseconds since 1970 UTC.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from strandline.types import EmbedderIdentity, Fact, Message, PassageRows, Receipt, SessionInfo, StoredMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPassage:
    """A searchable piece of a text, ready to be written.

    ``terms``, ``counts`` and ``pieces`` are little-endian uint32, uint8 and uint16 bytes; ``vector`` is a float32
    scale followed by int8 values, or None while it is still to be made.
    """

    start: int
    stop: int
    terms: bytes
    counts: bytes
    pieces: bytes
    vector: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMessage:
    """A message with its passages. ``digest`` is a signed 64-bit digest of its text, 0 where there is none."""

    message: Message
    digest: int
    passages: tuple[NewPassage, ...] = ()
    recorded_at: datetime | None = None
    """Only an import sets it; None is the store's clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewNote:
    """A bare text to remember: a fact without a source message."""

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


class Snapshot(Protocol):
    """One consistent view. Each method is one SQL statement, whatever the number of rows it returns."""

    def scope(self, user_id: str, agent_id: str | None) -> ScopeState | None:
        """The user, or None for one who never wrote."""

    def passages(self, uid: int, after: int, dimensions: int, generation: int) -> Iterator[PassageRows]:
        """The user's passages with a sequence number above ``after``, in order, in chunks."""

    def recalled(self, keys: Sequence[int]) -> dict[int, Recalled]:
        """The passages with these keys, with their message or fact."""

    def metadata(self, uid: int) -> dict[int, Mapping[str, Any]]:
        """Metadata of the user's messages and facts that have any, by owner key."""

    def session_numbers(self, uid: int, session_id: str, agent: int) -> dict[int, int]:
        """Number -> last step of the sessions of that id which this agent may read."""

    def sequence_numbers(self, uid: int, ids: Collection[str]) -> set[int]:
        """Sequence numbers of the messages and facts with these public ids; unknown ids are left out."""

    def around(self, spans: Sequence[tuple[int, int, int]]) -> list[tuple[int, StoredMessage]]:
        """(session number, message) with a step inside any of the (session, low, high) spans, ordered."""

    def calls(self, sessions: Collection[int], ids: Collection[str]) -> list[tuple[int, StoredMessage]]:
        """(session number, message), ordered: messages of these sessions that make a tool call of one of these ids,
        with all their results, and results of these ids.
        """

    def tail(self, numbers: Collection[int], upto: int) -> Iterator[tuple[int, str]]:
        """(step, text) of the messages of these sessions, from step ``upto`` downwards."""

    def get(self, uid: int, id: str, agent: int) -> StoredMessage | Fact | None:
        """One row by its public id."""

    def messages(
        self, uid: int, agent: int | None, *, session_id: str | None, after_step: int, after_key: int, limit: int
    ) -> list[tuple[int, StoredMessage]]:
        """(key, message) in the order they were stored; agent None reads all agents'."""

    def facts(self, uid: int, agent: int | None, *, after_key: int, limit: int) -> list[tuple[int, Fact]]:
        """(key, fact) in the order they were stored; agent None reads all agents'."""

    def sessions(self, uid: int, agent: int | None) -> list[SessionInfo]:
        """The sessions this agent may read that hold messages, in the order they began."""

    def session_rows(self, uid: int) -> list[tuple[str | None, str, int]]:
        """(agent, session, last step) of all the user's sessions, empty ones too, in the order they began."""

    def tombstones(self) -> Iterator[bytes]:
        """Digests of rows that were forgotten, ascending."""

    def users(self) -> list[str]:
        """All user ids, in the order they first wrote."""

    def texts_since(self, moment: datetime) -> Iterator[str]:
        """Texts and names of all users' rows that were stored after a time."""

    def counts(self, uid: int | None) -> Counts:
        """Totals of the store, or of one user."""


class Store(Protocol):
    """A place that keeps memories. All methods may be called from any thread."""

    def read(self) -> AbstractContextManager[Snapshot]:
        """A snapshot; never waits for writers."""

    def apply(self, batches: Sequence[Batch]) -> list[tuple[Placed, ...]]:
        """Write batches in one transaction, durable on return. Notes follow messages in each answer.

        Raises StepError, ConflictError, StoreBusyError, StoreFullError and other StoreErrors, having written nothing.
        """

    def identity(self) -> tuple[EmbedderIdentity | None, int]:
        """Who makes this store's vectors, and the generation number of that choice."""

    def set_identity(self, identity: EmbedderIdentity) -> int:
        """Choose who makes the vectors from now on; returns the new generation."""

    def pending(self, generation: int, *, uid: int | None, after: int, limit: int) -> list[Pending]:
        """Passages above the key ``after`` that have no vector of this generation, in key order."""

    def set_vectors(self, generation: int, rows: Iterable[tuple[int, bytes, bytes]]) -> None:
        """Write (key, vector, pieces) of passages, if they are still there."""

    def forget(self, user_id: str, selection: Selection, *, dry_run: bool, salt: str) -> Receipt:
        """Remove rows and every copy of their text."""

    def forgotten(self, digests: Sequence[bytes]) -> set[bytes]:
        """Those of the digests that are marks of rows forgotten here."""

    def add_tombstones(self, digests: Sequence[bytes]) -> None:
        """Take over the marks of rows that were forgotten elsewhere."""

    def leftovers(self, receipt: Receipt) -> list[str]:
        """The tables and files that still hold something of what the receipt says was removed."""

    def check(self) -> list[str]:
        """What is wrong with rows, indexes and vectors, a line each; empty when all is well."""

    def disk(self) -> dict[str, int]:
        """Bytes on disk, by file."""

    def close(self) -> None:
        """Release everything. Closing twice is fine."""


Clock = Callable[[], datetime]
"""Gives the current, aware time. Injected, so that the same input gives the same bytes."""

__all__ = [
    "Batch",
    "Clock",
    "Counts",
    "NewMessage",
    "NewNote",
    "NewPassage",
    "Pending",
    "Placed",
    "Recalled",
    "ScopeState",
    "Selection",
    "Snapshot",
    "Store",
]
