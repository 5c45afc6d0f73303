"""Plans that are called off, told by what is planned: "the cruise is off", "I'm not climbing Ben Nevis any more"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from strandline.extract.clauses import Clause, Mood
from strandline.extract.dating import ended_at
from strandline.extract.drafts import VERSION, Page
from strandline.extract.keys import value_key
from strandline.extract.patterns import joined
from strandline.extract.relations import relations
from strandline.types import Act, Claim

_OFF = re.compile(
    r"(?:now |all |officially |definitely |called )*(?:off|cancelled|canceled|scrapped|out of the question|"
    r"dead in the water)"
    r"(?= (?:now|again|after all|for good|because|since|as|so|and|but|this|,|⟨)|$)"
)
_DROPPED = {
    "cancel": "", "scrap": "", "abandon": "", "shelve": "", "call": r"off\b", "bin": "", "happen": "", "go": r"ahead\b",
    "fall": r"through\b", "take": r"place\b",
}  # fmt: skip
"""What is done to a plan, and how its rest begins."""
_NEGATED = frozenset(["happen", "go", "take"])
"""Of these it is the denial that calls a plan off."""
_NO_MORE = re.compile(r"^(?P<what>.+?) (?:any more|any longer|after all|now)\b(?! that\b)")
_SMALL = frozenset("the a an my our this that to in at on for of with up".split())  # noqa: SIM905


def called_off(page: Page, clause: Clause) -> Iterator[Claim]:
    """The end of the one known plan that a clause says nothing comes of."""
    plans = page.known.values.get("plans", ())
    if not plans or clause.mood not in (Mood.FACT, Mood.PLAN):
        return
    topic = _topic(clause)
    named = [plan for plan in plans if topic and topic <= _words(plan)]
    if len(named) != 1:
        return
    when, row = ended_at(clause, page.turn.content, page.turn.at), relations()["plans"]
    yield Claim(
        subject=page.known.speaker, relation="plans", value=named[0], act=Act.END, at=page.turn.at, valid_to=when.until,
        since=when.since, text=row.sentence(page.known.speaker, named[0]), start=clause.start, stop=clause.stop,
        loose=True, replaces=named[0], confidence=0.8, extractor=VERSION,
    )  # fmt: skip


def _words(text: str) -> frozenset[str]:
    """The words of a plan that tell it from others; of a verb also its form in -ing."""
    words = frozenset(value_key(text).split()) - _SMALL
    return words | {f"{word.removesuffix('e')}ing" for word in words} | {f"{word}{word[-1]}ing" for word in words}


def _topic(clause: Clause) -> frozenset[str]:
    """The words for what is called off; none where nothing is."""
    verb, subject = clause.verb, clause.subject
    if verb is None or verb.tense not in ("present", "past", "perfect"):
        return frozenset()
    said = joined(clause.rest)[0]
    if subject.is_speaker:
        doing = () if verb.lemma in ("do", "go") else (clause.words[verb.rest - 1].word,)
        match = _NO_MORE.match(said) if verb.negated and (verb.progressive or verb.modal == "going") else None
        return frozenset() if match is None else frozenset((*doing, *match["what"].split())) - _SMALL
    if subject.kind != "thing" or subject.kin is not None:
        return frozenset()
    off = verb.lemma == "be" and not verb.negated and _OFF.match(said) is not None
    denied = verb.lemma in _NEGATED
    dropped = verb.lemma in _DROPPED and verb.negated is denied and verb.modal in (None, "will" if denied else None)
    over = off or (dropped and re.match(_DROPPED[verb.lemma], said) is not None)
    still = (verb.modal is not None and not denied) or "yet" in said.split(" ")
    return frozenset(value_key(subject.text).split()) - _SMALL if over and not still else frozenset()
