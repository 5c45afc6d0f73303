"""What is seen of a query and a text that may answer it, beside how near their vectors are. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strandline.text import terms, traits
from strandline.text.traits import NUMBER, TIME

FEATURES = (
    "cosine",
    "overlap",  # share of the query's words that the text has
    "covered",  # share of the text's words that the query has
    "personal",  # the query speaks of the one who asks
    "both_personal",  # and the text too
    "fits",  # the text has what the query asks for: a name, a number, a time
    "misfits",  # it has not
    "near_and_shared",
)
"""Columns of `features`, each in [-1, 1]."""

_PERSONAL = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|myself|we|our|us|user|user's|users)\b")
_WHO = re.compile(r"\b(?:who|whose|whom|who's)\b|\bname of\b|\bcalled\b|\bnamed?\b")
_WHEN = re.compile(
    r"\bwhen\b|\bwhat (?:time|day|date|year)\b|\bwhich (?:day|date|year|month)\b|\bhow (?:long|old|often)\b"
)
_COUNT = re.compile(r"\bhow (?:many|much|old|long|tall|big|far|often)\b|\bwhat (?:number|price|age)\b")
_NAME = re.compile(r"(?<=[\w,;:] )[A-Z][\w'’-]+")
_FRAME = frozenset(terms("user users"))


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read in one text, as a query or as what may answer one."""

    stems: frozenset[str]
    personal: bool
    who: bool
    when: bool
    count: bool
    name: bool
    time: bool
    number: bool


def read(text: str) -> Reading:
    """Read a text; any str is safe."""
    lowered = text.lower().replace("’", "'")
    found = traits(text)
    return Reading(
        stems=frozenset(terms(text)) - _FRAME,
        personal=_PERSONAL.search(lowered) is not None,
        who=_WHO.search(lowered) is not None,
        when=_WHEN.search(lowered) is not None,
        count=_COUNT.search(lowered) is not None,
        name=_NAME.search(text) is not None,
        time=bool(found & TIME),
        number=bool(found & NUMBER),
    )


def features(query: str, texts: Sequence[str], cosines: Sequence[float]) -> NDArray[np.float64]:
    """(n, len(FEATURES)) what is seen of the query and each text, given the cosines of their vectors."""
    asked = read(query)
    rows = np.zeros((len(texts), len(FEATURES)))
    for place, (text, cosine) in enumerate(zip(texts, cosines, strict=True)):
        rows[place] = _pair(asked, read(text), cosine)
    return rows


def _pair(asked: Reading, told: Reading, cosine: float) -> tuple[float, ...]:
    shared = len(asked.stems & told.stems)
    overlap = shared / len(asked.stems) if asked.stems else 0.0
    wanted = ((asked.who, told.name), (asked.when, told.time or told.number), (asked.count, told.number))
    fits = any(asks and has for asks, has in wanted)
    misfits = any(asks and not has for asks, has in wanted)
    return (
        cosine,
        overlap,
        shared / len(told.stems) if told.stems else 0.0,
        float(asked.personal),
        float(asked.personal and told.personal),
        float(fits),
        float(misfits),
        cosine * overlap,
    )
