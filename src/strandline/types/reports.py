"""What the verbs that look after a store give back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from strandline.types.results import Plain

Progress: TypeAlias = Callable[[int, int], None]
"""Called with (done, total) while a long verb works."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats(Plain):
    """How much there is, of the whole store or of one user. Sizes are bytes."""

    users: int
    sessions: int
    messages: int
    facts: int
    passages: int
    vectors_pending: int
    """Passages whose vector is still to be made: ``reembed()`` makes them."""
    text_bytes: int
    disk: Mapping[str, int]
    cache_bytes: int
    embedder: str
    """Who makes the vectors, as the store says."""
    dense: bool
    """False when another embedder was given than the one that made the vectors: recall goes by words alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport(Plain):
    """Integrity of rows, indexes and vectors. ``ok`` is true when there are no problems; a queue is none."""

    ok: bool
    problems: tuple[str, ...] = ()
    vectors_pending: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reextracted(Plain):
    """What ``reextract`` did: messages it read again, those that now say something else, and what could not be read."""

    extractor: str
    read: int = 0
    changed: int = 0
    changes: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reembedded(Plain):
    """What ``reembed`` did: vectors made now, and those still to be made."""

    embedder: str
    made: int
    pending: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Plain):
    """What ``export`` wrote or ``import_`` read, by kind of row; ``skipped`` were there, or had been forgotten."""

    rows: Mapping[str, int] = field(default_factory=dict)
    skipped: int = 0
