"""What can be liked for good."""

from __future__ import annotations

import re

from strandline.extract.patterns import Found
from strandline.extract.tables.words import listed

NO_TASTE = listed(
    "on at for in of with about by from it that this these those them him her me us you your yours one ones what how "
    "when where who why which if so not to everything something anything nothing all both none there here myself "
    "yourself each another more much same most things thing stuff being having getting knowing seeing hearing trying "
    "talking his their its our my someone somebody everyone anyone people whatever and but or too very just really "
    "fact idea"
)
MOMENT = re.compile(
    r".*\b(?:you (?:said|wrote|made|did|gave|suggested|suggest|have|sent|shared)|your|right now|(?:first|second|"
    r"third|last|next|previous|above) (?:one|line|option|version|paragraph|sentence|part|draft|verse|idea|half|"
    r"bit))\b"
)


_NOT_TASTE = listed("playing doing help going using working learning watching making life love work")


def taste(value: str) -> bool:
    """Whether a value can be liked for good."""
    words = value.split()
    if not words or words[0] in NO_TASTE or MOMENT.match(value) or len(words) > 9:
        return False
    if len(words) == 1 and words[0] in _NOT_TASTE:
        return False
    return value not in ("spending time", "time", "time together") and words[-1] not in (
        "it",
        "that",
        "you",
        "this",
        "them",
        "one",
    )


TRAITS = listed(
    "morning night early good bad nice happy sad private busy very different new big better changed terrible awful "
    "calm patient lazy shy quiet funny creative positive people social organised organized last first only other "
    "same tall short single real normal strong kind honest spiritual religious emotional sensitive visual detail "
    "details family homeless disabled sick healthy great lucky curious competitive nervous anxious cheerful outgoing "
    "introverted third second young old right wrong whole contact go-to"
)


def no_trait(found: Found) -> bool:
    """ "a jazz fan", "a cat person", not "a morning person", "a ceiling fan"."""
    words = found.text("v").split()
    return bool(words) and not set(words) & TRAITS and words[-1] not in ("ceiling", "no", "any", "every")


_NOT_SUBJECT_TASTE = listed("this that these those which what one it your he she nothing")


def subject_taste(found: Found) -> bool:
    """Whether the subject can be liked for good: no relative, nobody of the past, no pointing."""
    subject = found.clause.subject
    if "v" not in found.groups or subject.former or (subject.kind == "person" and subject.kin is not None):
        return False
    return subject.text.split()[0] not in _NOT_SUBJECT_TASTE
