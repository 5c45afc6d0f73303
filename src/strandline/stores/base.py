"""What the engine asks of a store: one transaction to write, one snapshot to read.

Keys are ``uid << 32 | seq``: each user is one key range, so that a read of one user touches nobody else's rows.
Texts and ids are opaque. Times inside are microseconds since 1970 UTC.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

from strandline.stores.values import (
    Batch,
    Counts,
    FactFilter,
    KnownValue,
    NewClaim,
    NewMessage,
    NewNote,
    NewPassage,
    Pending,
    Placed,
    Recalled,
    ScopeState,
    Selection,
    Written,
)
from strandline.types import (
    Change,
    EmbedderIdentity,
    Fact,
    FactRows,
    PassageRows,
    Receipt,
    SessionInfo,
    StoredMessage,
    Version,
)


class Snapshot(Protocol):
    """One consistent view. Each method is one SQL statement, whatever the number of rows it returns."""

    def scope(self, user_id: str, agent_id: str | None) -> ScopeState | None:
        """The user, or None for one who never wrote."""

    def passages(
        self, uid: int, after: int, dimensions: int, generation: int, token_dimensions: int = 0
    ) -> Iterator[PassageRows]:
        """The user's passages with a sequence number above ``after``, in order, in chunks.

        Vectors and tokens of another generation or width are left out; with ``token_dimensions=0`` all tokens are.
        """

    def recalled(self, keys: Sequence[int], known: int | None = None, said: int | None = None) -> dict[int, Recalled]:
        """The passages with these keys, with their message or fact, as of ``known`` (microseconds; None is now).

        Time, step and sources of a fact are those of what was said by ``said``, where anything was.
        """

    def told(self, facts: Sequence[int], known: int | None, said: int | None = None) -> dict[int, tuple[str, int, int]]:
        """Key of a fact -> the content of its latest source as of ``known`` (microseconds; None is now), and the
        characters of it that say so. Facts without a source message are left out; of sources said later than ``said``
        there is one only where there is no other.
        """

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
        """One row by its public id; of a fact the version that is believed, else the last one."""

    def messages(
        self, uid: int, agent: int | None, *, session_id: str | None, after_step: int, after_key: int, limit: int
    ) -> list[tuple[int, StoredMessage]]:
        """(key, message) in the order they were stored; agent None reads all agents'."""

    def facts(
        self, uid: int, agent: int | None, wanted: FactFilter, *, after_key: int, limit: int
    ) -> list[tuple[int, Fact]]:
        """(key, fact), in the order they were learned; agent None reads all agents'."""

    def fact_rows(self, uid: int, after: int) -> FactRows:
        """The versions of facts that were made or changed above the sequence number ``after``, by key."""

    def known(self, uid: int, agent: int, relations: Collection[str], limit: int) -> list[KnownValue]:
        """What is believed and has no end, the last ``limit`` of each relation, the last written first; no denials."""

    def history(self, uid: int, id: str, agent: int) -> list[Version]:
        """Every version of a fact (or the one of a message), the first first; empty for an unknown id."""

    def changes(
        self, uid: int, agent: int | None, *, after_key: int, limit: int, idle: bool = False
    ) -> list[tuple[int, Change]]:
        """(key, change), in order, with ``idle`` those without an effect too; agent None reads all agents'."""

    def read_by(self, uid: int) -> dict[str, set[str]]:
        """Ids of the messages that something was read from -> who read it, what was taken back included."""

    def aliases(self, uid: int, agent: int) -> dict[str, str]:
        """Keys of merged subjects -> key of the subject that they are part of now."""

    def recent(
        self, uid: int, session_id: str, agent: int, *, until: datetime, steps: int, limit: int
    ) -> tuple[int, list[StoredMessage]]:
        """The last step of the agent's own session of that id, and messages of its last ``steps`` steps.

        Those are the last that were said until then, by time and step, the latest last.
        """

    def first_speaker(self, uid: int, agent: int) -> str | None:
        """The name under which the user first spoke, to this agent alone (0: to none); None for never with a name."""

    def sessions(self, uid: int, agent: int | None) -> list[SessionInfo]:
        """The sessions this agent may read that hold messages, in the order they began."""

    def session_rows(self, uid: int) -> list[tuple[str | None, str, int]]:
        """(agent, session, last step) of all the user's sessions, empty ones too, in the order they began."""

    def notes(self, uid: int, *, after_key: int, limit: int) -> list[tuple[int, Fact]]:
        """(key, note) of all agents as first remembered, in the order they were stored."""

    def log(self, uid: int) -> Iterator[dict[str, Any]]:
        """The user's statements, changes, blocked words and versions of facts as plain rows, in a fixed order.

        Takes several statements of one snapshot.
        """

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

    def apply(self, batches: Sequence[Batch]) -> list[Written]:
        """Write batches in one transaction, durable on return. Notes follow messages in each answer.

        Claims are weighed against what is believed, and everything that follows is written with them.

        Raises StepError, ConflictError, StoreBusyError, StoreFullError and other StoreErrors, having written nothing.
        """

    def edit(self, user_id: str, id: str, new: NewClaim, *, generation: int) -> Written:
        """Put a claim in the place of those that a fact rests on. The fact keeps its id and gets a new version.

        Of a note the claim's text becomes the text. The fact's agent is the claim's. Raises NotFoundError for an id
        that is no believed fact, and InputError for the text of another note.
        """

    def undo(self, user_id: str, change_id: str) -> Change:
        """Take a change back, or bring it back when it is itself an undo; returns the change that does so.

        Raises NotFoundError, and InputError for a change that is undone already.
        """

    def merge(self, user_id: str, agent_id: str | None, subject_a: str, subject_b: str) -> Change:
        """Take two subjects for one, called ``subject_a``. Raises InputError when they are one already."""

    def reextract(
        self,
        user_id: str,
        message_id: str,
        claims: Sequence[NewClaim],
        *,
        extractor: str,
        generation: int,
    ) -> Written:
        """Put these claims in the place of those that ``extractor`` (any version of it) read from a message.

        Equal ones stay as they are; words of which a fact was forgotten are left out. Raises NotFoundError.
        """

    def restore(
        self,
        user_id: str,
        rows: Sequence[Mapping[str, Any]],
        passages: Mapping[str, Sequence[NewPassage]],
        *,
        generation: int,
    ) -> int:
        """Write the rows of a ``log`` that are not there and were not forgotten; returns how many were left out.

        Facts follow from them, with the transaction times they had. ``passages`` are those of sentences of facts.
        """

    def identity(self) -> tuple[EmbedderIdentity | None, int]:
        """Who makes this store's vectors, and the generation number of that choice."""

    def set_identity(self, identity: EmbedderIdentity) -> int:
        """Choose who makes the vectors from now on; returns the new generation."""

    def pending(self, generation: int, *, uid: int | None, after: int, limit: int) -> list[Pending]:
        """Passages above the key ``after`` that have no vector of this generation, in key order."""

    def set_vectors(self, generation: int, rows: Iterable[tuple[int, bytes, bytes, bytes | None]]) -> None:
        """Write (key, vector, pieces, tokens) of passages, if they are still there."""

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
    "FactFilter",
    "KnownValue",
    "NewClaim",
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
    "Written",
]
