"""From a message to its passages: the pieces of text that are indexed and embedded."""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b
from math import ceil
from typing import Protocol

PASSAGE_LIMIT = 1200
"""Characters up to which a message is one passage: about what a sentence encoder of 256 word pieces reads.

Recall on long answers is the same from 800 to 2,400 characters."""

_BREAKS = (
    re.compile(r"\n\s*\n\s*"),
    re.compile(r"\n\s*"),
    re.compile(r"[.!?…][\"')\]]*\s+|[。！？]+"),
    re.compile(r"\s+|[、，]"),
)
_WORD = re.compile(r"[^\W_]")
_JOINERS = frozenset("\u200d\ufe0f\ufe0e\u20e3")


class TokenCounter(Protocol):
    """Counts the tokens of a text for a budget. It should never count fewer than the model will."""

    def __call__(self, text: str, /) -> int: ...


def count_tokens(text: str) -> int:
    """A quarter of the UTF-8 bytes, rounded up: more than English needs, about right for other scripts."""
    return ceil(len(text.encode("utf-8", "surrogatepass")) / 4)


def digest64(text: str) -> int:
    """A signed 64-bit digest, by which equal texts are shown once. White space at the ends does not count."""
    raw = blake2b(text.strip().encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(raw, "little", signed=True)


def document(text: str, name: str | None) -> str:
    """What is indexed and embedded for a passage: the speaker's name, where there is one, is a word of it."""
    return f"{name}: {text}" if name else text


def passages(text: str, limit: int = PASSAGE_LIMIT) -> list[tuple[int, int]]:
    """Spans (start, end) that follow each other and cover ``text``, each at most ``limit`` characters, in order.

    A text within the limit is one span. A longer one is cut at the last paragraph, line, sentence or word boundary in
    the second half of the limit, and within a word only where there is none. A text without words has none.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > limit:
        end = _cut(text, start, start + limit)
        spans.append((start, end))
        start = end
    spans.append((start, len(text)))
    return [(a, b) for a, b in spans if _WORD.search(text, a, b)]


def _cut(text: str, start: int, stop: int) -> int:
    """The best place to end a passage that begins at ``start``, at most ``stop``."""
    middle = (start + stop) // 2
    for pattern in _BREAKS:
        ends = [m.end() for m in pattern.finditer(text, middle, stop) if m.end() < stop]
        if ends:
            return ends[-1]
    end = stop
    while end > middle and _sticks(text, end):
        end -= 1
    return end if end > middle else stop


def _sticks(text: str, at: int) -> bool:
    """Whether the characters before and after ``at`` are one to a reader (a mark, a joined emoji, a flag)."""
    before, after = text[at - 1], text[at]
    return (
        unicodedata.category(after)[0] == "M"
        or after in _JOINERS
        or before == "\u200d"
        or "\U0001f3fb" <= after <= "\U0001f3ff"
        or ("\U0001f1e6" <= before <= "\U0001f1ff" and "\U0001f1e6" <= after <= "\U0001f1ff")
    )
