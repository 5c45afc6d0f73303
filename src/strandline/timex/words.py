"""A text as words the grammar walks over: lower case, with their places and the gaps between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from datetime import datetime
from functools import wraps
from typing import TypeVar

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\s]")
_SAME = str.maketrans({"’": "'", "‘": "'", "`": "'", "–": "-", "—": "-", "‑": "-", "−": "-", "~": "-", "～": "-"})

_Found = TypeVar("_Found")


def word_set(line: str) -> frozenset[str]:
    """The words of a line, parted by spaces, as a set."""
    return frozenset(line.split())


class Words:
    """The words of one text, the time it was said at (naive, local), and whether to be strict.

    Places past the end read as empty words, so a rule may look ahead without asking for the length.
    """

    __slots__ = ("_gaps", "_text", "anchor", "count", "low", "memo", "now", "starts", "stops", "strict")

    def __init__(self, text: str, now: datetime, *, strict: bool) -> None:
        found = list(_TOKEN.finditer(text))
        self.count = len(found)
        self.low = [match[0].lower().translate(_SAME) for match in found]
        self.starts = [match.start() for match in found]
        self.stops = [match.end() for match in found]
        self._gaps = [i == 0 or self.starts[i] > self.stops[i - 1] for i in range(self.count)]
        self.now = now
        self.strict = strict
        self._text = text
        self.memo: dict[tuple[object, int], object] = {}
        """What rules found at a place: many rules ask for the same part."""
        self.anchor: datetime | None = None
        """The day the text named last: what "three days later" counts from."""

    def __getitem__(self, place: int) -> str:
        """The word at a place; empty outside the text."""
        return self.low[place] if 0 <= place < self.count else ""

    def glued(self, place: int) -> bool:
        """Whether no space stands before the word at a place."""
        return 0 <= place < self.count and not self._gaps[place]

    def apart(self, start: int, stop: int) -> bool:
        """Whether the words from ``start`` to ``stop`` are not part of a longer word or id (3am3io, x_2016)."""
        before, after = self.starts[start], self.stops[stop - 1]
        left = self._text[max(0, before - 1) : before]
        right = self._text[after : after + 1]
        return not (left.isalnum() or left == "_" or right.isalnum() or right == "_")

    def number(self, place: int) -> str:
        """The word at a place if it is written in the digits 0-9, else empty."""
        word = self[place]
        return word if word.isascii() and word.isdigit() else ""

    def phrase(self, place: int, *phrases: str) -> int:
        """The place after the first of the phrases (words parted by a space) that stands here; 0 if none does."""
        word = self[place]
        for phrase in phrases:
            if not word or not phrase.startswith(word):
                continue
            parts = phrase.split(" ")
            if self.low[place : place + len(parts)] == parts:
                return place + len(parts)
        return 0

    def upto(self, stop: int) -> Words:
        """The same words, ending before a place."""
        return self._with(self.low[:stop])

    def without(self, place: int) -> Words:
        """The same words without the one at a place; places after it move down by one."""
        return self._with([*self.low[:place], *self.low[place + 1 :]])

    def _with(self, low: list[str]) -> Words:
        other = Words("", self.now, strict=self.strict)
        other.low, other.count, other.anchor = low, len(low), self.anchor
        other._text = self._text
        other.starts, other.stops, other._gaps = self.starts, self.stops, self._gaps
        return other

    def skip(self, place: int, words: Collection[str]) -> int:
        """The place after the word here if it is one of ``words``, else the same place."""
        return place + 1 if self[place] in words else place

    def possessive(self, place: int) -> int:
        """The place after an 's here, else the same place."""
        return place + 2 if self[place] == "'" and self[place + 1] == "s" and self.glued(place + 1) else place


def remembered(rule: Callable[[Words, int], _Found]) -> Callable[[Words, int], _Found]:
    """A rule that is worked out once for each place of a text; an error is remembered as well."""

    @wraps(rule)
    def reading(words: Words, place: int) -> _Found:
        key = (rule, place)
        try:
            found = words.memo[key]
        except KeyError:
            try:
                found = rule(words, place)
            except (ValueError, OverflowError) as error:
                # 31 June, the year 0, a day after the calendar ends: not a date
                found = error
            words.memo[key] = found
        if isinstance(found, ArithmeticError | ValueError):
            raise found
        return found  # type: ignore[return-value]

    return reading
