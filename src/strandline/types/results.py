"""What comes back: hits, blocks, rows, receipts. Each has ``to_dict()``, which gives plain JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from enum import Enum, StrEnum
from typing import Any, Generic, TypeVar

T = TypeVar("T")


def plain(value: object) -> Any:
    """Turn a value of this package into what ``json.dumps`` takes: times become ISO 8601, tuples become lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


class Plain:
    """Gives a dataclass ``to_dict()``."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The value as plain JSON: dicts, lists, str, numbers, bool and None."""
        result: dict[str, Any] = plain(self)
        return result


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMessage(Plain):
    """A message as it is kept. ``at`` has the offset it was given with; ``recorded_at`` is the store's clock (UTC)."""

    id: str
    session_id: str
    step: int
    role: str
    content: str | None
    at: datetime
    recorded_at: datetime
    name: str | None = None
    agent_id: str | None = None
    metadata: Mapping[str, Any] | None = None
    tool_calls: list[Mapping[str, Any]] | None = None
    tool_call_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Plain):
    """Something believed: subject, relation, value, and a sentence (``text``) to read.

    ``valid_from`` and ``valid_to`` say when it was true (half-open; None is unbounded or unknown), ``recorded_at``
    and ``superseded_at`` when this store learned it and stopped believing it. ``qualifier`` narrows the relation (the
    category of a favourite, the property of a thing). ``polarity`` is false for a denial. ``sources`` are the messages
    that say it, earliest said first; ``step`` and ``session_id`` are those of the last. ``disputed`` is true where an
    agent's private fact and the user's differ. A text given to ``remember`` is a fact of subject ``user`` and relation
    ``note`` without a source message.
    """

    id: str
    subject: str
    relation: str
    value: str
    text: str
    at: datetime
    recorded_at: datetime
    superseded_at: datetime | None = None
    qualifier: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    polarity: bool = True
    confidence: float = 1.0
    sources: tuple[str, ...] = ()
    step: int | None = None
    session_id: str | None = None
    agent_id: str | None = None
    extractor: str | None = None
    disputed: bool = False
    metadata: Mapping[str, Any] | None = None


class ChangeKind(StrEnum):
    """What a change did to what is believed."""

    ADD = "add"
    CONFIRM = "confirm"
    """A second source for what was believed already."""
    SUPERSEDE = "supersede"
    """A new value took the place of an old one, which was true until then."""
    END = "end"
    CORRECT = "correct"
    """An old value was never true."""
    CONTRADICT = "contradict"
    """The opposite, or a denial, of what was believed."""
    DISPUTE = "dispute"
    """An agent's private fact differs from the user's: both stay."""
    RETRACT = "retract"
    EDIT = "edit"
    MERGE = "merge"
    UNDO = "undo"
    REEXTRACT = "reextract"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Plain):
    """One step of the change log: what was learned or taken back, why, and which facts it touched.

    ``facts`` are the ids of facts that are believed because of it, ``ended`` those whose time it closed or that are
    believed no more. ``undoes`` is the id of the change that an undo takes back. ``undone`` is true while a later undo
    holds.
    """

    id: str
    kind: ChangeKind
    reason: str
    recorded_at: datetime
    subject: str
    relation: str
    facts: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    message_id: str | None = None
    undoes: str | None = None
    undone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Plain):
    """What is believed about one question. ``status`` is ``yes``, ``no`` or ``unknown``.

    *yes*: a believed positive fact covers the time asked about; *no*: none does, and a believed denial or an explicit
    end covers it; else *unknown*. ``facts`` are those that say so, the newest first.
    """

    status: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Version(Plain):
    """One version of a fact or message: the row as it was, on both axes, and why it changed.

    ``number`` counts from 1. ``reason`` says why this version came to be, ``change_id`` names the change that made it
    (None for a message).
    """

    id: str
    number: int
    reason: str
    recorded_at: datetime
    superseded_at: datetime | None = None
    change_id: str | None = None
    fact: Fact | None = None
    message: StoredMessage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedMessage(Plain):
    """Where one message of an ``add`` went."""

    id: str
    step: int
    session_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Added(Plain):
    """What an ``add`` or ``remember`` stored: messages in the order given, the facts learned from them, the changes
    that made (a fact that ended is named there, not among the facts), and what went less than well.
    """

    messages: tuple[AddedMessage, ...] = ()
    facts: tuple[Fact, ...] = ()
    changes: tuple[Change, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(Plain):
    """Something recalled.

    ``score`` is in [0, 1], higher is better, with one meaning on every store. ``kind`` is ``message`` or ``fact``.
    ``text`` is the best passage, verbatim (the whole message unless it is long). ``message_id`` is the message
    itself, or the one a fact was learned from. ``why`` names the legs that found it and what each contributed.
    """

    id: str
    kind: str
    text: str
    score: float
    at: datetime
    step: int | None = None
    session_id: str | None = None
    agent_id: str | None = None
    role: str | None = None
    name: str | None = None
    message_id: str | None = None
    metadata: Mapping[str, Any] | None = None
    confidence: float | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    why: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block(Plain):
    """Text ready for a prompt: ``tokens`` of it, the hits it shows (best first), and how many were left out."""

    text: str
    hits: tuple[Hit, ...] = ()
    tokens: int = 0
    omitted: int = 0

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult(Plain):
    """One recalled memory with its place relative to the window.

    ``score`` is before the step boost, ``fusion_score`` after it. ``scrolled_out`` is true iff the model can no
    longer see it.
    """

    id: str
    memory: str
    kind: str
    step: int | None
    session_id: str | None
    message_id: str | None
    at: datetime
    step_distance_boost: float
    scrolled_out: bool
    score: float
    fusion_score: float
    confidence: float | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    source_snippet: str = ""
    role: str | None = None
    name: str | None = None
    metadata: Mapping[str, Any] | None = None
    why: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRecall(Plain):
    """What ``recall_step`` found, best first, and the same as a block. ``llm_calls`` is always 0."""

    query: str
    user_id: str
    current_step: int
    window: int
    results: tuple[StepResult, ...]
    context_block: str
    llm_calls: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInfo(Plain):
    """One conversation: how many messages it holds, its last step, and when its first and last message were said."""

    session_id: str
    agent_id: str | None
    messages: int
    last_step: int
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt(Plain):
    """Proof of what ``forget`` removed, without the text itself.

    ``texts``, ``words`` and ``vectors`` are salted digests (hex) of the removed texts, of the words that only they had,
    and of their vectors;
    ``verify_forgotten`` looks for them everywhere. ``pending`` is true while a reader of an old snapshot keeps
    the old pages alive; call ``verify_forgotten`` again when it is gone.
    """

    user_id: str
    selector: Mapping[str, Any]
    messages: int
    facts: int
    forgotten_at: datetime
    salt: str
    texts: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    vectors: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    dry_run: bool = False
    pending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Plain, Generic[T]):
    """A slice of rows in a fixed order. ``cursor`` is given back to get the next page; None says this was the last."""

    items: tuple[T, ...]
    cursor: str | None = None

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, index: int) -> T:
        return self.items[index]
