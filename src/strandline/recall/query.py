"""What a question asks for, before any row is looked at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from strandline.recall.asked import NOTHING, Asked, asked
from strandline.recall.asked_back import asked_back
from strandline.text import STOP_WORDS, asked_ids, unspaced, words
from strandline.timex import Window, windows
from strandline.types import micros

_LOOKED_AT = 4000
_WHOLE, _BROKEN = 1.5, 3.0
"""Word pieces a word, on average, up to which a question's vector means all it can, and from which it means nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question, understood. ``vector`` is (dim,) of unit length; ``pieces`` (q,) word pieces of its ``content``."""

    terms: tuple[tuple[int, ...], ...]
    """Each term by the ids it may have: one for each language it may be of."""
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


def content(text: str) -> str:
    """The words of a question that carry its subject, for cutting into word pieces."""
    return " ".join(word for word in words(text) if word not in STOP_WORDS)


def understand(
    text: str,
    *,
    vector: NDArray[np.float32] | None = None,
    pieces: NDArray[np.uint16] | None = None,
    now: datetime,
    facts: bool = False,
) -> Query:
    """Read a question once; any str is safe, also an empty one.

    ``vector`` is the embedding of ``text`` and ``pieces`` are the word pieces of ``content(text)``, where the embedder
    has them; ``now`` (aware) is what "yesterday" counts from. ``facts`` says that there are facts to ask for.
    """
    ids = tuple(asked_ids(text))
    named = windows(text, now)
    return Query(
        terms=ids,
        words=frozenset(words(text)),
        windows=named,
        asks_assistant=asked_back(text[:_LOOKED_AT]),
        vector=vector,
        pieces=pieces,
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
