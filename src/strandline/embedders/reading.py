"""What embedders that run or call a model have in common: prefixes, blank texts, texts too long for one reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.base import Kind, check_asked
from strandline.errors import InputError
from strandline.types import Vectors

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefixes:
    """What stands before a text of each kind, for models that were trained with it; ``""`` for nothing."""

    query: str
    document: str

    def __post_init__(self) -> None:
        for name, value in (("query", self.query), ("document", self.document)):
            if not isinstance(value, str):
                raise InputError(f"the prefix of a {name} must be a str, got {value!r}")

    def of(self, kind: Kind) -> str:
        """The prefix of a kind. Raises `InputError` for another kind."""
        check_asked((), kind)
        return self.query if kind == "query" else self.document


def digest(*parts: str | int | None) -> str:
    """Twelve hexadecimal digits that stand for these values, on every machine; versions carry them."""
    return blake2b("\0".join(map(ascii, parts)).encode(), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[T]):
    """How texts are read by a model that takes no more than so much at once.

    ``read`` makes of a text what the model takes, ``whole`` says whether nothing of the text is missing in it, ``run``
    gives a row for each. Where ``normalize``, rows have length 1.
    """

    read: Callable[[str], T]
    whole: Callable[[T], bool]
    run: Callable[[Sequence[T]], Vectors]
    dimensions: int
    normalize: bool

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """(n, dimensions) float32. A blank text is a row of zeros and is not shown to the model.

        The vector of a long text is the mean of its parts', by their lengths. Lone surrogates are left out. Raises
        `InputError` for one str instead of several texts.
        """
        check_asked(texts)
        rows, lengths, parts = [], [], []
        for row, text in enumerate(texts):
            for length, part in self._parts(text.encode("utf-8", "ignore").decode("utf-8")):
                rows.append(row)
                lengths.append(length)
                parts.append(part)
        sums = np.zeros((len(texts), self.dimensions), dtype=np.float64)
        if parts:
            totals = np.bincount(rows, lengths, len(texts))
            found = self._scaled(self.run(parts).astype(np.float64))
            np.add.at(sums, rows, found * (np.array(lengths) / totals[rows])[:, None])
        return self._scaled(sums).astype(np.float32)

    def _parts(self, text: str) -> list[tuple[int, T]]:
        """The length in characters and the reading of each part of a text, in order; none for a blank one."""
        if not text.strip():
            return []
        part = self.read(text)
        if len(text) == 1 or self.whole(part):
            return [(len(text), part)]
        cut = _middle(text)
        return [*self._parts(text[:cut]), *self._parts(text[cut:])]

    def _scaled(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        if not self.normalize:
            return rows
        norms = np.sqrt(np.square(rows).sum(axis=1, keepdims=True))
        unit: NDArray[np.float64] = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
        return unit


def _middle(text: str) -> int:
    """Where to cut a text of two characters and more: between words, as near to the middle as it goes.

    Within a word where there is none in the two quarters around the middle.
    """
    middle = (len(text) + 1) // 2
    for distance in range(len(text) // 4 + 1):
        for place in (middle - distance, middle + distance):
            if 0 < place < len(text) and text[place - 1].isspace():
                return place
    return middle
