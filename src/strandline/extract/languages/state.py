"""What is known while a message is read: whom the last clause was about, and what may still be added to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Protocol

from strandline.extract.languages.grammar import Grammar
from strandline.extract.languages.table import Rule
from strandline.types.claims import Claim

OTHER = ""
"""The subject of a clause that is about somebody the engine does not know."""


class Said(Protocol):
    """What is read of a message."""

    @property
    def role(self) -> str:
        """Who said it: "user", "assistant", …."""

    @property
    def content(self) -> str:
        """Its text."""

    @property
    def at(self) -> datetime:
        """When it was said."""


class Outcome(Enum):
    """What became of a clause."""

    LEAD = "nothing but words that lead in"
    READ = "it states something"
    UNKNOWN = "not understood"


@dataclass(slots=True)
class Thing:
    """The relative or animal that was spoken of last."""

    relation: str
    noun: str
    name: str = ""
    several: bool = False
    """It has more than one name, so that "she" is nobody in particular."""
    told: int | None = None
    """The place among the claims of the one that says it is there but not its name."""

    @property
    def subject(self) -> str:
        """What claims about it have as subject."""
        return self.name or self.noun


@dataclass(slots=True)
class Reader:
    """What is known while a message is read."""

    said: Said
    grammar: Grammar
    text: str
    claims: list[Claim] = field(default_factory=list)
    subject: str | None = None
    """Whom the clause before was about; None at the beginning."""
    thing: Thing | None = None
    greeted: bool = False
    past: bool = False
    open: tuple[Rule, str] | None = None
    """The rule and subject whose values may go on."""
    began: datetime | None = None
    span: tuple[int, int] | None = None
    """Where the time words stand."""

    def restore(self, before: Reader) -> None:
        """As it was before a clause that was not understood."""
        self.subject, self.thing, self.greeted = before.subject, before.thing, before.greeted
        self.past, self.open = before.past, before.open
        self.began, self.span = before.began, before.span
