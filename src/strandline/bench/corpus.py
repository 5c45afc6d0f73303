"""Seeded messages to measure speed with: sentences of the data packs, or made-up ones, put together two by two."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from strandline.bench.data import load
from strandline.errors import InputError

PACKS = ("locomo.jsonl.xz", "realmem.jsonl.xz", "longmemeval_oracle.jsonl.xz")
"""The packs that sentences are taken from."""
QUERY_WORDS = 6
_END = re.compile(r"(?<=[.!?])\s+|\n+")
_WHO = (
    "Ana",
    "My brother",
    "Dr Okafor",
    "The neighbour",
    "Lea",
    "Our teacher",
    "Tom",
    "My aunt",
    "Priya",
    "The plumber",
)
_DID = ("repaired", "lost", "sold", "borrowed", "painted", "forgot", "found", "cleaned", "wrapped", "measured")
_WHAT = (
    "the green bicycle", "a wooden chair", "the spare key", "an old camera", "the kitchen window", "two tickets",
    "the blue umbrella", "a birthday present", "the garden hose", "a winter coat", "the train timetable", "a cello",
)  # fmt: skip
_WHERE = (
    "in Lisbon", "behind the school", "at the harbour", "near the old bakery", "in the attic", "on the way to work",
    "at the dentist", "under the third flowerpot", "in Oslo", "beside the river",
)  # fmt: skip
_WHEN = ("last spring", "on Friday", "before breakfast", "after the storm", "during the holidays", "in May")


@dataclass(frozen=True, slots=True)
class Corpus:
    """As many messages as there are rows in ``picks`` (n, 2), each row naming two sentences; made when asked for."""

    sentences: tuple[str, ...]
    picks: NDArray[np.int64]
    seed: int

    def __len__(self) -> int:
        return len(self.picks)

    def message(self, index: int) -> str:
        """The text of one message."""
        return " ".join(self.sentences[place] for place in self.picks[index])

    def query(self, number: int, first: int, size: int) -> str:
        """Some neighbouring words of one of the ``size`` messages from ``first`` on: a user's own text."""
        rng = random.Random(f"{self.seed}:{number}")
        words = self.message(first + rng.randrange(size)).split()
        start = rng.randrange(max(1, len(words) - QUERY_WORDS + 1))
        return " ".join(words[start : start + QUERY_WORDS])


def sentences(folder: Path) -> tuple[str, ...]:
    """Distinct sentences of 20 to 300 characters of the packs in a folder, in the order of saying."""
    found: dict[str, None] = {}
    for name in PACKS:
        for conversation in load(folder / name):
            for turn in conversation.turns:
                found.update((part.strip(), None) for part in _END.split(turn.text) if 20 <= len(part.strip()) <= 300)
    if not found:
        raise InputError(f"the packs in {folder.name!r} have no sentence of 20 to 300 characters")
    return tuple(found)


def corpus(pool: Sequence[str], count: int, *, seed: int) -> Corpus:
    """``count`` messages of two sentences drawn from the pool; equal arguments give equal messages."""
    picks = np.random.default_rng(seed).integers(0, len(pool), (count, 2))
    return Corpus(tuple(pool), picks, seed)


def made_up(count: int, *, seed: int) -> Corpus:
    """``count`` messages, no two alike, of sentences from a small vocabulary: no pack is needed."""
    parts = itertools.product(_WHO, _DID, _WHAT, _WHERE, _WHEN)
    pool = tuple(f"{who} {did} {what} {where} {when}." for who, did, what, where, when in parts)
    pairs = np.random.default_rng(seed).choice(len(pool) ** 2, count, replace=False)
    return Corpus(pool, np.stack(np.divmod(pairs, len(pool)), axis=1), seed)
