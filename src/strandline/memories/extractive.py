"""A summary without a language model: the sentences that say most, verbatim, in the order they were said. Pure.

A sentence is worth more the more of its words are rare in what is summarised (Luhn 1958, with idf), where a fact can be
read in it, and where it has a number, a name or a time; a question is worth less, and so is what repeats what was
chosen already (maximal marginal relevance, Carbonell and Goldstein 1998).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from strandline.context import quote
from strandline.extract import Turn, read
from strandline.text import TokenCounter, terms, traits
from strandline.text.traits import NUMBER, QUESTION, TIME

LONGEST_READ = 10_000
"""Characters of a message that are read: what is longer is a document, not something said."""
MOST_READ, LEAST_OF_EACH = 3_000, 3
"""Sentences that are read at a time, and of each message at least."""
MOST_COMPARED = 500
"""Sentences that are weighed against each other: those that say most by themselves."""
LONGEST_LINE = 300
"""Characters of a sentence that are kept; a longer one ends with an ellipsis."""
_LINE = re.compile(r"^- (?P<speaker>[^:]{1,80}): (?P<text>.+)$")
_SENTENCE = re.compile(r"(?<=[.!?…])[)\"'”’]*\s+|\n+|(?<=[。！？])")
_FACT, _DETAIL, _QUESTION, _OTHER = 2.0, 0.3, 0.3, 0.5
"""What a line that states a fact, has a detail, asks, or is not the user's counts for, against one that is none."""
_REPEATED = 0.6
_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""A time to read dates from where only whether there is a fact matters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A message to summarise."""

    role: str
    text: str
    at: datetime
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    speaker: str
    text: str
    stems: frozenset[str]
    factor: float

    def __str__(self) -> str:
        return f"- {self.speaker}: {self.text}"


def summarize(previous: str, said: Sequence[Said], *, max_tokens: int, count_tokens: TokenCounter) -> str:
    """A summary of ``previous`` (an earlier summary, or "") and of what was said since, of at most ``max_tokens``."""
    lines = [*_earlier(previous), *_spoken(said)]
    worth = _worth(lines)
    left = sorted(range(len(lines)), key=lambda place: (-worth[place], place))[:MOST_COMPARED]
    chosen: list[int] = []
    told = [0.0] * len(lines)
    while left:
        best = max(left, key=lambda place: (worth[place] * (1.0 - _REPEATED * told[place]), -place))
        left.remove(best)
        text = "\n".join(str(lines[place]) for place in sorted([*chosen, best]))
        if worth[best] > 0.0 and told[best] < 1.0 and count_tokens(text) <= max_tokens:
            chosen.append(best)
            for place in left:
                told[place] = max(told[place], _shared(lines[place], lines[best]))
    return "\n".join(str(lines[place]) for place in sorted(chosen))


def _worth(lines: Sequence[_Line]) -> list[float]:
    """What each line says: its words by how few of the lines have them, over the root of their number."""
    common = Counter(stem for line in lines for stem in line.stems)
    rarity = {stem: math.log(1.0 + len(lines) / count) for stem, count in common.items()}
    return [
        line.factor * sum(sorted(rarity[stem] for stem in line.stems)) / math.sqrt(len(line.stems) or 1)
        for line in lines
    ]


def _shared(line: _Line, other: _Line) -> float:
    """The share of a line's words that another has."""
    return len(line.stems & other.stems) / len(line.stems) if line.stems else 0.0


def _earlier(previous: str) -> Iterator[_Line]:
    """The lines of an earlier summary. What is no such line, a model's prose, stays as it is, sentence by sentence."""
    for row in previous.splitlines():
        found = _LINE.match(row)
        speaker, text = (found["speaker"], found["text"]) if found else ("earlier", row.strip())
        if text:
            yield _line(speaker, text, "assistant" if speaker == "assistant" else "user", _ANY_TIME)


def _spoken(said: Sequence[Said]) -> Iterator[_Line]:
    share = max(LEAST_OF_EACH, MOST_READ // max(1, len(said)))
    for message in said:
        speaker = quote(message.name or message.role).replace(":", " ").strip()[:80] or message.role
        parts = (quote(part.strip()) for part in _SENTENCE.split(message.text[:LONGEST_READ]))
        for text in islice(dict.fromkeys(part for part in parts if part), share):
            text = text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE - 1]}…"
            yield _line(speaker, text, message.role, message.at)


def _line(speaker: str, text: str, role: str, at: datetime) -> _Line:
    found = traits(text)
    factor = 1.0 + _DETAIL * (bool(found & NUMBER) + bool(found & TIME))
    if found & QUESTION:
        factor *= _QUESTION
    elif role == "user" and read(Turn(role=role, content=text, at=at)):
        factor *= _FACT
    return _Line(
        speaker=speaker, text=text, stems=frozenset(terms(text)), factor=factor * (1.0 if role == "user" else _OTHER)
    )
