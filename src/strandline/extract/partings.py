"""Who is had no more: those who died, were lost, or "aren't my manager any more"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from strandline.extract.clauses import Clause, Mood
from strandline.extract.kin_claims import head
from strandline.extract.naming import name_stop
from strandline.extract.people import FORMER, KIN, Kin, singular
from strandline.extract.subjects import Subject
from strandline.types import Act

_KEPT = frozenset({"partner", "pet"})
"""Whose death ends the relation; blood relatives stay what they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """What somebody was to the speaker, who names them, and whether it ends or is denied."""

    kin: Kin
    person: Subject | None = None
    name: tuple[int, int] | None = None
    """Tokens of the clause's rest."""
    act: Act = Act.END


def partings(clause: Clause, known_as: Callable[[str], Kin | None], alone: Callable[[str], bool]) -> Iterator[Parting]:
    """The partings a clause tells of.

    ``known_as`` says what somebody of a name is to the speaker; ``alone`` whether there is one pet of a kind, so that
    "the cat" is it.
    """
    if clause.mood is not Mood.FACT or clause.verb is None:
        return
    if clause.verb.lemma == "lose" and clause.subject.is_speaker:
        yield from _lost(clause)
    elif _gone(clause):
        yield from _died(clause, known_as, alone)
    elif clause.verb.lemma == "be" and clause.subject.kind == "person" and clause.subject.kin is None:
        yield from _no_kin(clause)


def _gone(clause: Clause) -> bool:
    """ "died", "passed away", "has passed", not "passed her test"."""
    verb, words = clause.verb, clause.rest
    if verb is None or verb.negated or verb.modal is not None or verb.tense not in ("past", "perfect"):
        return False
    after = words[0].word if words else ""
    return verb.lemma == "die" or (verb.lemma == "pass" and (after in ("away", "on") or not after or after[0] == "⟨"))


def _died(clause: Clause, known_as: Callable[[str], Kin | None], alone: Callable[[str], bool]) -> Iterator[Parting]:
    person = clause.subject
    if person.kind == "thing" and person.owner is None:
        key = singular(person.text)
        if key in KIN and KIN[key].relation == "pet" and key == person.text and alone(key):
            yield Parting(kin=KIN[key])
        return
    others = person.owner is not None and not person.owner.is_speaker
    if person.kind != "person" or person.former or others:
        return
    kin = person.kin or (known_as(person.text) if person.name else None)
    sure = clause.verb is not None and (clause.verb.lemma == "die" or person.kin is not None or bool(clause.rest))
    if kin is not None and kin.relation in _KEPT and sure:
        yield Parting(kin=kin, person=person if person.name else None)


def _lost(clause: Clause) -> Iterator[Parting]:
    """ "I lost my wife two years ago" """
    words = clause.rest
    found = head(words, 1) if words and words[0].word in ("my", "our") else None
    if found is not None and KIN[found[2]].relation in _KEPT:
        named = name_stop(words, found[1])
        yield Parting(kin=KIN[found[2]], name=(found[1], named) if named > found[1] else None)


def _no_kin(clause: Clause) -> Iterator[Parting]:
    """ "Ingrid isn't my manager any more", "Tom is no longer my flatmate", "Ada isn't my sister"."""
    verb, words = clause.verb, clause.rest
    if verb is None or not (verb.negated or verb.ended) or verb.tense != "present" or verb.modal is not None:
        return
    if len(words) < 2 or words[0].word not in ("my", "our"):
        return
    found = head(words, 1)
    if found is None or any(word.word in FORMER or word.word.startswith("ex-") for word in words[: found[1]]):
        return
    plain = found[1] == 2 or words[1].word in ("line", "team")  # "isn't my only friend" denies less
    after = [word.word for word in words[found[1] : found[1] + 2]]
    over = verb.ended or after in (["any", "more"], ["any", "longer"])
    if plain and (over or not after or after[0] in (",", "but", "and", "by")):
        yield Parting(kin=KIN[found[2]], person=clause.subject, act=Act.END if over else Act.STATE)
