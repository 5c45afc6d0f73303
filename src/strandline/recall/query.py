"""What a question asks for, before any row is looked at."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from strandline.recall.asked import NOTHING, Asked, asked
from strandline.text import STOP_WORDS, term_ids, unspaced, words
from strandline.timex import Window, windows
from strandline.types import Tokens, micros

_ASKED_BACK = re.compile(
    r"\byou (?:\w+ ){0,2}?(?:suggest|recommend|advi[sc]e|told|tell|said|say|mention|list|gave|give|provide|propose"
    r"|explain|describe|share|answer|come up with|came up with|wrote|write|create|help)"
    r"|\byour (?:\w+ )?(?:suggestion|recommendation|advice|answer|list|explanation|response|reply|example)"
    r"|\b(?:our|the) (?:previous|last|earlier|past) (?:\w+ )?(?:conversation|chat|discussion)"
    r"|\b(?:we|us) (?:\w+ )?(?:discuss|talk|chat|spoke)",
    re.IGNORECASE | re.ASCII,
)
_LOOKED_AT = 4000
_WHOLE, _BROKEN = 1.5, 3.0
"""Word pieces a word, on average, up to which a question's vector means all it can, and from which it means nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question, understood.

    ``vector`` is (dim,) of unit length; ``pieces`` (q,) word pieces of its ``content``; ``tokens`` its words' own
    vectors. Each is None where the embedder gives none.
    """

    terms: tuple[int, ...]
    words: frozenset[str]
    windows: tuple[Window, ...]
    asks_assistant: bool
    """Whether it asks for what the assistant said: "what did you recommend"."""
    vector: NDArray[np.float32] | None
    pieces: NDArray[np.uint16] | None
    trust: float
    """How much the vector and the pieces mean, in [0, 1]: 0 without a content word, less for words the model lacks."""
    asked: Asked = NOTHING
    """Which facts it asks for."""
    tokens: Tokens | None = None


def content(text: str) -> str:
    """The words of a question that carry its subject, for cutting into word pieces."""
    return " ".join(word for word in words(text) if word not in STOP_WORDS)


def understand(
    text: str,
    *,
    vector: NDArray[np.float32] | None = None,
    pieces: NDArray[np.uint16] | None = None,
    tokens: Tokens | None = None,
    now: datetime,
    facts: bool = False,
) -> Query:
    """Read a question once; any str is safe, also an empty one.

    ``vector`` is the embedding of ``text``, ``tokens`` are its words' own vectors, and ``pieces`` the word pieces of
    ``content(text)``, where the embedder has them; ``now`` (aware) is what "yesterday" counts from. ``facts`` says that
    there are facts to ask for.
    """
    ids = tuple(dict.fromkeys(term_ids(text)))
    named = windows(text, now)
    return Query(
        terms=ids,
        words=frozenset(words(text)),
        windows=named,
        asks_assistant=_ASKED_BACK.search(text[:_LOOKED_AT]) is not None,
        vector=vector,
        pieces=pieces,
        tokens=tokens,
        trust=_trust(text, pieces) if ids else 0.0,
        asked=_about(asked(text), named, now) if facts else NOTHING,
    )


def _about(found: Asked, named: tuple[Window, ...], now: datetime) -> Asked:
    """A question that names a time before now is about the past."""
    end = micros(now)
    if found.about == "now" and any(not window.month and window.end <= end for window in named):
        return replace(found, about="past")
    return found


def _trust(text: str, pieces: NDArray[np.uint16] | None) -> float:
    """Words of a model's vocabulary are one piece or two; nonsense and other languages fall into letters."""
    if pieces is None:
        return 1.0
    count = sum(len(word) if unspaced(word) else 1 for word in content(text).split())
    return min(1.0, max(0.0, (_BROKEN - len(pieces) / max(1, count)) / (_BROKEN - _WHOLE)))


def named(query: Query, speakers: tuple[str, ...]) -> list[int]:
    """Positions of the speakers a question names, by their whole name or its first word."""
    found = []
    for position, speaker in enumerate(speakers):
        parts = words(speaker)
        whole = len(parts) > 1 and query.words.issuperset(parts)
        if whole or (parts and parts[0] in query.words and parts[0] not in STOP_WORDS):
            found.append(position)
    return found
