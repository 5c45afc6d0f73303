"""The texts that the sentence model learns from: sentences of two open packs, and made-up ones for every word piece."""

from __future__ import annotations

import json
import lzma
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PACKS = ("longmemeval_oracle", "realmem")
"""MIT and Apache-2.0: what is learned from them may be shipped."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_TOLD = """I have a {w}.|I love {w}.|I am allergic to {w}.|My {w} is broken.|I work as a {w}.|I live in {W}.|My sister {W} is a {w}.|I play the {w}.|I bought a new {w} yesterday.|I hate {w}.|I'm learning {W}.|My favourite {w} is {v}.|I drive a {W}.|I take {w} every morning.|My dog is called {W}|The user prefers {w}.|I study {w} at university|We moved to {W} in May|I support {W}.|I'm afraid of {w}|I collect {w}s|I'm saving for a {w}|My {w} hurts|I use {W} for my {v}|I quit {w} last year|my brother owns a {w} shop|I go {w} on Tuesdays|I never eat {w}|Please use {w} in your answers|{w} makes me ill|I have a {w} appointment on Friday|My wife teaches {w}|I am a {w}|we keep {w}s in the garden|I can't stand {w}|I grew up in {W} and moved to {V}.|We have a {w} and two {v}s|My {w} is called {V}|I got a {w} for my {v}|Every weekend I {w} with my {v}|I've been {w} for ten years|I gave up {w} because of my {v}|I need to {w} before Friday|I work for {W} in {V}|My mother is a {w} from {V}|I'd rather {w} than {v}|My {w} starts at six|I owe {W} money for the {v}|I wear a {w}|I read a lot of {w} {v}|{w} and {v} are what I eat most|I have {w} in my {v}"""  # noqa: E501
_ASKED = """What is my {w}?|Which {w} do I have?|What {w} do I like best?|Do I have a {w}?|Where is my {w}?|How do I {w} a {v}?|What is the {w} of {W}?|Who is my {w}?|when is my {w}|What is a {w}?|Who wrote {W}?|what {w} should I avoid|Which {w} do I play?|How many {w} are there in a {v}?|Tell me about my {w}|what kind of {w} do I own|which {w} am I in|How should I {w}?|What does my {w} do?|what {w} do I use for {v}|Which {w} did I grow up in?|what is the name of my {w}|How old is my {w}?|Where does my {w} live?|Who {w}s my {v}?|Why do I {w}?|What do I {w} on Sundays?|Am I a {w}?|Should I bring a {w}?|what time does my {w} begin|who do I {w} for|How much does my {w} cost?|which {w} makes me ill|Explain {w} to me|Translate {w} into {V}|What causes {w}?|How far is {W} from {V}?|Which company do I {w} for?"""  # noqa: E501
_EACH = 8
"""Made-up sentences for each word piece that is a word."""


def texts(data: Path, vocabulary: tuple[str, ...]) -> list[str]:
    """All texts, shuffled, the same every time."""
    rng = random.Random(1)
    found = sorted({*pack_sentences(data), *made_up(vocabulary, rng)})
    rng.shuffle(found)
    return found


def pack_sentences(data: Path) -> Iterator[str]:
    """Sentences of 3 to 30 words in the packs' messages and questions."""
    for pack in PACKS:
        with lzma.open(data / f"{pack}.jsonl.xz", "rt", encoding="utf-8") as file:
            for line in file:
                for text in _strings(json.loads(line)):
                    yield from (part for part in map(str.strip, _SENTENCE.split(text)) if 3 <= len(part.split()) <= 30)


def made_up(vocabulary: tuple[str, ...], rng: random.Random) -> Iterator[str]:
    """Things told and asked with every word of the vocabulary in them."""
    words = [piece for piece in vocabulary if re.fullmatch(r"[a-z]{3,}", piece)]
    told, asked = _TOLD.split("|"), _ASKED.split("|")
    for _ in range(_EACH):
        for place, word in enumerate(rng.sample(words, len(words))):
            other = rng.choice(words)
            form = rng.choice(told if place % 5 < 3 else asked)
            yield form.format(w=word, W=word.capitalize(), v=other, V=other.capitalize())


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
