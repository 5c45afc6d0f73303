"""How the speaker is called in the sentence of a fact: by name where one is known.

Stored sentences say "The user". The name is put in when they are read, so that learning or changing it rewrites
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from strandline.extract.relations import NOTE, SHOWN_SPEAKER, SPEAKER
from strandline.stores import FactFilter, ScopeState, Snapshot
from strandline.types import Fact

MOST_NAMES = 20
"""Names and nicknames of one user that are looked at."""
DENIED = "It is not true that "
"""How the sentence of a denial begins."""


def shown(text: str, name: str | None) -> str:
    """The sentence of a fact with the speaker's name in place of "The user", where it is the subject.

    A sentence that says the name already ("The user goes by Ana.") is left as it is; so is every other text.
    """
    before = DENIED if text.startswith(DENIED) else ""
    rest = text.removeprefix(before)
    if not rest.startswith(SHOWN_SPEAKER) or rest[len(SHOWN_SPEAKER) :][:1].isalnum():
        return text
    said = rest.removeprefix(SHOWN_SPEAKER)
    if name and not _says(said, name):
        return f"{before}{name}{said}"
    return f"{before}{SHOWN_SPEAKER[0].lower()}{SHOWN_SPEAKER[1:]}{said}" if before else text


def _says(text: str, name: str) -> bool:
    """Whether a name stands in a text as a whole."""
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(name) :][:1]
        if not before.isalnum() and not after.isalnum():
            return True
        at = text.find(name, at + 1)
    return False


def named(fact: Fact, name: str | None) -> Fact:
    """The fact with its sentence as it is shown. A remembered text is nobody's sentence but the caller's."""
    if fact.relation == NOTE:
        return fact
    text = shown(fact.text, name)
    return fact if text == fact.text else replace(fact, text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """What the user is known to be called."""

    names: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()

    @property
    def shown(self) -> str | None:
        """The one to show: the name told last, else the nickname told last."""
        return next(iter((*self.names, *self.nicknames)), None)


def called(snapshot: Snapshot, scope: ScopeState, now: datetime, known_at: datetime | None = None) -> Called:
    """What the user is called, as believed at ``known_at`` (None: now). One statement."""
    wanted = FactFilter(now=now, subject_key=SPEAKER, relations=("name", "nickname"), known_at=known_at)
    rows = [fact for _, fact in snapshot.facts(scope.uid, scope.agent, wanted, after_key=0, limit=MOST_NAMES)]
    rows = sorted((fact for fact in rows if fact.polarity), key=lambda fact: (fact.at, fact.id), reverse=True)
    return Called(
        names=tuple(fact.value for fact in rows if fact.relation == "name"),
        nicknames=tuple(fact.value for fact in rows if fact.relation == "nickname"),
    )
