"""What extraction reads: a turn, and what is known already about the people in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from strandline.extract.relations import SPEAKER
from strandline.types import Claim

LONGEST = 10_000
"""Characters of a turn that are read: what is longer is a document, not something said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message to read. ``at`` is aware: "yesterday" is counted from it, in its zone."""

    role: str
    content: str
    at: datetime
    name: str | None = None
    step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the store knows of the people a turn may speak of.

    ``speaker`` is the subject that "I" stands for. ``names`` maps a folded name to the relations it is known by
    ("sibling", "pet", "name"): one name with two of them may be two people. ``values`` maps a relation to the speaker's
    current values. ``kinds`` maps a folded name to what narrows it: the kind of animal or of relative.
    """

    speaker: str = SPEAKER
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)

    @property
    def own_names(self) -> frozenset[str]:
        """What the speaker is called, folded."""
        called = (self.speaker, *self.values.get("name", ()), *self.values.get("nickname", ()))
        return frozenset(name.casefold() for name in called if name != SPEAKER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What was read in a turn: claims that passed every check, and what was refused and why."""

    claims: tuple[Claim, ...] = ()
    warnings: tuple[str, ...] = ()
