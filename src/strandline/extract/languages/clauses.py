"""From a message to clauses that patterns can read, each character with its place in the message."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

HIDDEN = "\x01"
"""Stands for quoted text and code: no pattern and no value has it."""
TAKEN = "\x00"
"""Stands for time words that were read already; it vanishes."""

_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|«[^»]*»|“[^”]*”|„[^“”]*[“”]|\"[^\"\n]*\"|「[^」]*」|『[^』]*』|^\s*>.*$",
    re.DOTALL | re.MULTILINE,
)
_SENTENCE = re.compile(r"(?:[^.!?。！？।؟\n…]|\.(?=\S))+[.!?。！？।؟…]*")
_ABBREVIATION = re.compile(r"(?:^|[\s(])(?:St|Ste|Dr|Dra|Sr|Sra|Hr|Mme|Mlle|M|ca|Nr|usw|[A-ZÀ-Þ])\.$")
_ORDINAL = re.compile(r"(?<!\d)\d{1,2}\.$")
_GONE = "\x00\u064b-\u0652\u0640\u200b-\u200f\u2060\ufeff"
_OLD = "\u0958-\u095f"
_RUN = re.compile(rf"(?P<gone>[{_GONE}]+)|(?P<blank>\s+)|(?P<old>[{_OLD}])|(?P<said>[^\s{_GONE}{_OLD}]+)")
_SAME = str.maketrans({"’": "'", "ʼ": "'", "\u00a0": " ", "\u202f": " ", "\u3000": " "})


@dataclass(frozen=True, slots=True)
class Clause:
    """A run of the message; ``places[i]`` is where character i stands in it."""

    text: str
    places: tuple[int, ...]

    def cut(self, start: int, stop: int) -> Clause:
        """A part of it, without white space at its edges."""
        while start < stop and self.text[start].isspace():
            start += 1
        while stop > start and self.text[stop - 1].isspace():
            stop -= 1
        return Clause(self.text[start:stop], self.places[start:stop])

    @property
    def start(self) -> int:
        """Where it begins in the message."""
        return self.places[0]

    @property
    def stop(self) -> int:
        """Where it ends in the message, exclusive."""
        return self.places[-1] + 1


def hide_quotes(content: str) -> str:
    """The message, as long as it was, with quotations and code blanked and typographic variants made one."""
    return _QUOTED.sub(lambda match: HIDDEN * len(match[0]), content.translate(_SAME))


def sentences(text: str, *, ordinal_dot: bool) -> Iterator[tuple[int, int]]:
    """Where sentences begin and end, their marks included."""
    start = None
    for match in _SENTENCE.finditer(text):
        start = match.start() if start is None else start
        said = text[start : match.end()]
        if _ABBREVIATION.search(said) or (ordinal_dot and _ORDINAL.search(said)):
            continue
        yield start, match.end()
        start = None
    if start is not None:
        yield start, len(text)


def squeeze(text: str, start: int, stop: int, *, offset: int = 0, spaced: bool = True) -> Clause:
    """Single blanks, no vanished characters, no Arabic vowel marks; old forms of Devanagari letters as their parts.

    Where words are not spaced, blanks stay only between Latin words. ``offset``: where the text begins in the message.
    """
    shown: list[str] = []
    places: list[int] = []
    for run in _RUN.finditer(text, start, stop):
        first = run.start()
        if run.lastgroup == "gone":
            continue
        if run.lastgroup == "old":
            parts = unicodedata.normalize("NFC", run[0])
            shown.append(parts)
            places.extend([first + offset] * len(parts))
        elif run.lastgroup == "said":
            shown.append(run[0])
            places.extend(range(first + offset, run.end() + offset))
        elif shown and shown[-1] != " " and (spaced or _between_latin(text, first, run.end())):
            shown.append(" ")
            places.append(first + offset)
    clause = Clause("".join(shown), tuple(places))
    return clause.cut(0, len(places))


def _between_latin(text: str, first: int, last: int) -> bool:
    return text[first - 1].isascii() and text[last : last + 1].isascii()


def trim(clause: Clause) -> Clause:
    """Without signs at its edges; letters keep their marks, and "C++" its signs."""
    start, stop = 0, len(clause.text)
    while start < stop and not _solid(clause.text[start]):
        start += 1
    while stop > start and not (_solid(clause.text[stop - 1]) or clause.text[stop - 1] in "+#%)"):
        stop -= 1
    return clause.cut(start, stop)


def _solid(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char)[0] == "M"
