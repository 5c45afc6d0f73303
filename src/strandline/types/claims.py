"""What was said about the world, and what is believed because of it.

A ``Claim`` is one dated statement read from words. Beliefs are a pure function of a user's active claims: whatever
order claims arrive in, the same claims give the same beliefs about valid time. Undoing a change switches its claims
off; forgetting removes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from strandline.types.results import Plain


class Act(StrEnum):
    """What a statement does to what is believed."""

    STATE = "state"
    """The value holds (or, with ``polarity=False``, does not hold) from ``valid_from`` until ``valid_to``."""
    END = "end"
    """What held until now stopped holding at ``valid_to``: "I quit Google"."""
    RETRACT = "retract"
    """An earlier statement was never true: "I made that up"."""
    CORRECT = "correct"
    """As STATE, and an earlier statement was never true: "Sorry, it's March 15"."""


class Since(StrEnum):
    """Where the bounds of a claim come from."""

    SAID = "said"
    """No words about time: true from the moment it was said."""
    WORDS = "words"
    """The words say so: "since March", "last Friday"."""
    ALWAYS = "always"
    """A timeless relation, or an event: no bound at all."""
    UNKNOWN = "unknown"
    """It began (or ended) at some time that the words do not tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Plain):
    """One statement, ready to be weighed against others about the same thing.

    ``start`` and ``stop`` are the characters of the message's content that say it. ``at`` is when it was said.
    ``valid_from`` is inclusive, ``valid_to`` exclusive; ``since`` says where ``valid_from`` comes from.
    """

    subject: str
    """``"user"`` for the speaker, else a name or a noun phrase without its article."""
    relation: str
    value: str
    """As written. ``""`` in an END or RETRACT means whatever is believed, in a RETRACT or CORRECT the latest said."""
    at: datetime
    qualifier: str | None = None
    polarity: bool = True
    act: Act = Act.STATE
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    since: Since = Since.SAID
    over: bool = False
    """It is told as past: "I worked at IBM for ten years" holds no more, and ends nothing by being said."""
    beside: bool = False
    """It comes on top ("also", "a second job"): nothing of a relation that holds one value ends because of it."""
    generic: bool = False
    """The value is a kind, not a name ("sister", "cat"): a named one of that kind takes its place."""
    loose: bool = False
    """END, RETRACT and CORRECT match any value that has the words of ``value``: "the hospital"."""
    replaces: str | None = None
    """CORRECT: the value that was wrong; None is the latest one said before."""
    text: str = ""
    """The sentence to read; the speaker stands in it as "The user"."""
    start: int = 0
    stop: int = 0
    confidence: float = 0.8
    extractor: str = "rules/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief(Plain):
    """What follows from claims: a value and the time it holds.

    ``valid_from`` and ``valid_to`` are for people: None where there is no bound or it is unknown. It covers an instant
    t iff ``covers_from <= t < covers_to``, in microseconds since 1970 UTC.
    """

    subject: str
    relation: str
    value: str
    text: str
    qualifier: str | None = None
    polarity: bool = True
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    covers_from: int
    covers_to: int
    confidence: float
    at: datetime
    """When the latest supporting claim was said."""
    claims: tuple[str, ...]
    """Ids of the claims it rests on, in the order they were said."""
    root: str = ""
    """What its id is a digest of: the first of its claims, or of those of the belief it corrects."""
    extractor: str = "rules/1"
