"""What a question asks for, before any row is looked at."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from strandline.text import STOP_WORDS, term_ids, words
from strandline.timex import Window, windows

_ASKED_BACK = re.compile(
    r"\byou (?:\w+ ){0,2}?(?:suggest|recommend|advi[sc]e|told|tell|said|say|mention|list|gave|give|provide|propose|explain"
    r"|describe|share|answer|come up with|came up with|wrote|write|create|help)"
    r"|\byour (?:\w+ )?(?:suggestion|recommendation|advice|answer|list|explanation|response|reply|example)"
    r"|\b(?:our|the) (?:previous|last|earlier|past) (?:\w+ )?(?:conversation|chat|discussion)"
    r"|\b(?:we|us) (?:\w+ )?(?:discuss|talk|chat|spoke)",
    re.IGNORECASE | re.ASCII,
)
_LOOKED_AT = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question, understood. ``vector`` is (dim,) of unit length; ``pieces`` (q,) word pieces of its content words."""

    terms: tuple[int, ...]
    words: frozenset[str]
    windows: tuple[Window, ...]
    asks_assistant: bool
    """Whether it asks for what the assistant said: "what did you recommend"."""
    vector: NDArray[np.float32] | None
    pieces: NDArray[np.uint16] | None


def content(text: str) -> str:
    """The words of a question that carry its subject, for cutting into word pieces."""
    return " ".join(word for word in words(text) if word not in STOP_WORDS)


def understand(
    text: str,
    *,
    vector: NDArray[np.float32] | None = None,
    pieces: NDArray[np.uint16] | None = None,
    now: datetime,
) -> Query:
    """Read a question once. ``now`` (aware) is what "yesterday" counts from; any str is safe, also an empty one."""
    return Query(
        terms=tuple(dict.fromkeys(term_ids(text))),
        words=frozenset(words(text)),
        windows=windows(text, now),
        asks_assistant=_ASKED_BACK.search(text[:_LOOKED_AT]) is not None,
        vector=vector,
        pieces=pieces,
    )


def named(query: Query, speakers: tuple[str, ...]) -> list[int]:
    """Positions of the speakers a question names, by their whole name or its first word."""
    found = []
    for position, speaker in enumerate(speakers):
        parts = words(speaker)
        whole = len(parts) > 1 and query.words.issuperset(parts)
        if whole or (parts and parts[0] in query.words and parts[0] not in STOP_WORDS):
            found.append(position)
    return found
