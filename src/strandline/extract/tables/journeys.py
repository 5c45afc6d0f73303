"""Trains and flights to be caught, and what was done to the speaker's body."""

from __future__ import annotations

import re
from datetime import timedelta

from strandline.extract.patterns import ANY, Found, Pattern
from strandline.extract.tables.common import ELIDED
from strandline.extract.tables.days import PLANNED, dates
from strandline.extract.tables.words import listed

_CARRIED = re.compile(
    r"(?:(?:return|connecting|overnight|night|morning|early|next|flight|first|last|evening|direct|long-haul) )*"
    r"(?:flight|train|ferry|bus|coach|boat|plane|eurostar|cruise|crossing|sleeper|shuttle|transfer|cab|taxi)"
    r"(?: (?:to|for|from|back|home|out|over) .+| home| back)?"
)


def _departs(found: Found) -> bool:
    """Something that carries the speaker on a day to come: "my flight to Accra leaves tomorrow evening"."""
    clause = found.clause
    at = clause.sentence.at
    later = at is not None and any((span.first or span.until or at) > at + timedelta(hours=3) for span in dates(found))
    mine = clause.subject.owner is not None and clause.subject.owner.is_speaker
    return mine and not clause.inherited and _CARRIED.fullmatch(clause.subject.text) is not None and later


_BODY = listed(
    "knee hip shoulder ankle wrist elbow back nose ear ears eye eyes tooth teeth tonsils appendix gallbladder "
    "thyroid "
    "spleen kidney heart hand foot toe finger thumb leg arm jaw womb ovary cataract cataracts hernia bunion bunions "
    "adenoids mole moles cyst lump tumour tumor cast stitches braces implant pacemaker gums hernias polyps "
    "sinuses prostate"
)
_DONE_TO = (
    r"(?:operated on|removed|taken out|out|lasered|replaced|x-rayed|scanned|pinned|extracted|done|fixed|"
    r"off|fitted|put in|checked)"
)


def _treated(found: Found) -> bool:
    verb, words = found.clause.verb, found.text("v").split()
    told = verb is not None and not verb.negated and not verb.ended and verb.modal is None
    return told and bool(_BODY & set(words))


_CONTESTS = listed(
    "marathon race triathlon course class workshop tournament competition run swim ride walk trek challenge "
    "exam test bootcamp "
    "retreat programme program tour ultramarathon duathlon 10k 5k ironman championship masterclass camp conference"
)


def _entered(found: Found) -> bool:
    """Something to take part in: "I've signed up for a half marathon", not "for the newsletter"."""
    return (
        bool(_CONTESTS & set(found.text("v").split()[:5]))
        and found.clause.verb is not None
        and not found.clause.verb.negated
    )


PATTERNS = (
    Pattern(
        verbs=("leave", "depart", "go", "be", "sail", "fly", "take", "board"),
        rest=r".*⟨",
        relation="event",
        takes="subject",
        who=frozenset({"thing"}),
        tenses=ANY,
        moods=PLANNED,
        modal=frozenset({None, "will"}),
        passive=None,
        check=_departs,
    ),
    Pattern(
        verbs=("sign", "register", "enter", "enrol", "enroll", "apply"),
        rest=r"(?:(?:myself|us|me) )?(?:up )?(?:for|to|on|in) (?:an?|the|my) (?P<v>.+)",
        relation="plans",
        who=frozenset({"speaker"}),
        tenses=frozenset({"past", "perfect"}),
        moods=PLANNED,
        value="noun",
        single=True,
        check=_entered,
        confidence=0.75,
    ),
    Pattern(
        verbs=("have", "get"),
        rest=rf"(?P<v>(?:my|our|a|an|the|one of my|both my|two) (?:[\w-]+ ){{1,3}}?{_DONE_TO})\b",
        relation="event",
        takes="verb",
        who=ELIDED,
        tenses=frozenset({"past", "perfect"}),
        value="clause",
        check=_treated,
        confidence=0.75,
    ),
)
