"""The words a fact was learned from, cut out of their message."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

SNIPPET: Final = 160
"""Characters up to which a message is shown whole, and a longer one by the sentence around the words."""

_END: Final = re.compile(r"[.!?…]+[)\]\"'”’]*\s+|\n+|[。！？]+")
_SLACK: Final = 20


def sentence(text: str, start: int, stop: int) -> tuple[int, int]:
    """The characters of the sentence around some words, or as much of it as ``SNIPPET`` allows; all of a short text."""
    start, stop = max(0, min(start, len(text))), max(0, min(stop, len(text)))
    if len(text.strip()) <= SNIPPET:
        return 0, len(text)
    low = max((match.end() for match in _END.finditer(text, 0, start)), default=0)
    end = _END.search(text, max(stop - 1, 0))
    high = end.end() if end is not None else len(text)
    return (low, high) if high - low <= SNIPPET else _cut(text, (low, high), (start, stop))


def _cut(text: str, whole: tuple[int, int], words: tuple[int, int]) -> tuple[int, int]:
    """A part of a long sentence with the words in its middle, cut between words."""
    spare = max(0, SNIPPET - (words[1] - words[0]))
    low = max(whole[0], words[0] - spare // 2)
    high = min(whole[1], max(low + SNIPPET, words[1]))
    low = max(whole[0], min(low, high - SNIPPET))
    if low > whole[0]:
        space = text.find(" ", low, min(low + _SLACK, words[0] + 1))
        low = space + 1 if space >= 0 else low
    if high < whole[1]:
        space = text.rfind(" ", max(words[1], high - _SLACK), high)
        high = space if space >= 0 else high
    return low, high


def snippet(text: str, parts: Iterable[tuple[int, int]]) -> str:
    """Some parts of a text in their order, joined where they touch, with "…" wherever something is left out."""
    joined: list[list[int]] = []
    for low, high in sorted(parts):
        if joined and not text[joined[-1][1] : low].strip():
            joined[-1][1] = max(joined[-1][1], high)
        else:
            joined.append([low, high])
    shown = [(low, high) for low, high in joined if text[low:high].strip()]
    if not shown:
        return ""
    before = "…" if text[: shown[0][0]].strip() else ""
    after = "…" if text[shown[-1][1] :].strip() else ""
    return before + " … ".join(text[low:high].strip() for low, high in shown) + after
