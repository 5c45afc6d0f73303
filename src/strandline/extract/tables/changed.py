"""What things cost and when they are held, as it changes: "they put the pass up to 35", "yoga moved to Mondays"."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause
from strandline.extract.patterns import ANY, DONE, Found, Pattern
from strandline.extract.people import KIN, singular
from strandline.extract.tables.counts import AGAIN, NOUN, THING
from strandline.extract.tables.words import listed

_EACH = r"(?: (?:a|per|each|every) (?:month|year|week|day|hour|night|lesson|session|term|quarter))?"
_MONEY = (
    rf"(?P<v>(?:[£$€¥] ?\d[\d.,]*|\d[\d.,]* ?(?:euros?|pounds?|dollars?|quid|bucks|kroner|kronor|francs|pence|cents|"
    rf"yen|€|£|zloty|rupees)){_EACH})"
)
_STOP = r"(?= (?:now|today|again|once|since|because|as|in|from|for|and|but|so|until|after|when|,|⟨)|$)"
_WHAT = r"(?:the |my |our )(?P<s>[\w'-]+(?: [\w'-]+){0,3}?) "
_ANYTHING = (
    r"(?:(?:the |my |our )|(?!(?:it|them|that|this|him|her|me|us|you|to|back|over|up|down|a|an|all|from) ))"
    r"(?P<s>[\w'-]+(?: [\w'-]+){0,3}?) "
)
_WAY = r"(?:over |back |up |down |again |straight |from [^,]+? )*"
_THEY = frozenset({"speaker", "none", "pronoun", "other", "person", "thing"})
"""Who changes a price or a day: anybody."""
_SUMS = listed(
    "bid offer bill bills budget balance debt debts savings loan total limit target pot stake bet share shares goal "
    "pound dollar euro bitcoin stock market index donations expenses profit profits turnover sales"
)
"""Sums that are no price of a thing."""


def _done(found: Found) -> bool:
    """Whether it has come about: "they put it up" is the same in the past."""
    verb = found.clause.verb
    return verb is not None and not verb.progressive and (verb.tense in DONE or verb.lemma in ("put", "cut", "set"))


def _raised(found: Found) -> bool:
    return _done(found) and _priced(found)


def _priced(found: Found) -> bool:
    """A thing that is paid for: no sum itself, nobody, and no property that has a table of its own."""
    thing = found.text("s") or found.clause.subject.text
    person = "s" not in found.groups and found.clause.subject.kin is not None
    return not person and thing.split(" ")[-1] not in _SUMS and re.fullmatch(NOUN, thing) is None


def _charged(found: Found) -> bool:
    """Whether a price is said to go on, or to be a new one: "the pass is 30 euros a month", "it is back to 30"."""
    said = [word.word for word in found.clause.rest]
    again = {"now", "again", "back", "month", "year", "week", "term", "lesson", "session"}
    return not again.isdisjoint(said) and _priced(found)


def _timed(clause: Clause) -> bool:
    return any(word.word[0] == "⟨" for word in clause.rest)


def _weekly(found: Found) -> bool:
    """Whether what it is moved to comes again and again: "Thursdays", not "Thursday"."""
    start, _ = found.groups["v"]
    span = found.clause.sentence.times[int(found.words[start].word[1:-1])]
    person = found.clause.subject.kin is not None if "s" not in found.groups else singular(found.text("s")) in KIN
    return span.type == "set" and not person


_SHIFTED = ("move", "switch", "change", "shift", "go", "revert", "put", "bring", "set", "return", "push")
_RAISED = (
    "put", "bring", "raise", "lower", "cut", "drop", "reduce", "increase", "bump", "set", "take", "knock", "hike",
    "push",
)  # fmt: skip
_ROSE = ("go", "come", "rise", "jump", "drop", "fall", "climb", "increase", "creep", "shoot")
# fmt: off
PATTERNS = (
    Pattern(
        verbs=("be",), rest=rf"{AGAIN}(?:back |up |down )*(?:(?:to|at) )?{_MONEY}{_STOP}", relation="attribute",
        who=frozenset({"thing"}), qualifier="cost", past=False, value="clause", check=_charged,
    ),
    Pattern(
        verbs=_ROSE, rest=rf"{_WAY}to {_MONEY}{_STOP}", relation="attribute", who=frozenset({"thing"}),
        qualifier="cost", tenses=DONE, event_day=True, value="clause", check=_priced,
    ),
    Pattern(
        verbs=_RAISED, rest=rf"{_WAY}(?:my|our) (?P<q>rent|salary|wages?|fee|mortgage|pay) {_WAY}to {_MONEY}{_STOP}",
        relation="attribute", who=_THEY, tenses=ANY, event_day=True, value="clause", speaker=True, check=_done,
    ),
    Pattern(
        verbs=_RAISED, rest=rf"{_WAY}{_WHAT}{_WAY}to {_MONEY}{_STOP}", relation="attribute", who=_THEY,
        qualifier="cost", tenses=ANY, event_day=True, value="clause", check=_raised,
    ),
    *(
        Pattern(
            verbs=_SHIFTED, rest=rf"{_WAY}(?:to|on to|onto) (?P<v>⟨\d+⟩)", relation="attribute", who=THING,
            qualifier="schedule", tenses=DONE, value="clause", guard=_timed, check=_weekly, passive=passive,
        )
        for passive in (True, False)
    ),
    Pattern(
        verbs=("be",), rest=rf"{AGAIN}(?:back|again) (?:to|on) (?:being on )?(?P<v>⟨\d+⟩)", relation="attribute",
        who=THING, qualifier="schedule", past=False, value="clause", guard=_timed, check=_weekly,
    ),
    Pattern(
        verbs=_SHIFTED, rest=rf"{_WAY}{_ANYTHING}{_WAY}to (?P<v>⟨\d+⟩)", relation="attribute", who=_THEY,
        qualifier="schedule", tenses=ANY, value="clause", guard=_timed, check=lambda f: _done(f) and _weekly(f),
    ),
)
# fmt: on
