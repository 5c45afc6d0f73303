"""What a reranker is, and the one place where a foreign one is checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from strandline.errors import InputError, RerankerError

_TOLERANCE = 1e-4
"""How far a score may be outside [0, 1] before it is refused: float16 models round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankerIdentity:
    """Who scored. Another ``version`` may score the same texts differently."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@runtime_checkable
class Reranker(Protocol):
    """Says how well each text answers a query, reading both together. Called from many threads at once.

    A text's score must be the same whatever other texts it is scored with, up to rounding.
    """

    @property
    def identity(self) -> RerankerIdentity:
        """Name and version; cheap."""
        ...

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """One number in [0, 1] a text, in order: (n,); 1 is best, and a probability where the model gives one."""
        ...


def as_reranker(value: object) -> Reranker:
    """The value itself, when it has what a `Reranker` needs. Calls no model. Raises `InputError` for anything else."""
    needs = "a reranker needs identity (a RerankerIdentity) and score(query, texts)"
    if isinstance(value, str):
        name = repr(value[:80])
        raise InputError(f"reranker is the str {name}, and {needs}; make one: open_reranker({name})")
    if isinstance(value, type):
        raise InputError(f"reranker is the class {value.__name__}, and {needs}; make one: {value.__name__}(...)")
    if not callable(getattr(value, "score", None)):
        raise InputError(f"reranker is of type {type(value).__name__}, which has no score, and {needs}")
    if not isinstance(identity := getattr(value, "identity", None), RerankerIdentity):
        raise InputError(f"reranker is of type {type(value).__name__}, whose identity is {identity!r}, and {needs}")
    return cast(Reranker, value)


def checked(reranker: Reranker, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
    """``reranker.score(query, texts)``, made sure of: (n,) float32 in [0, 1].

    Raises `RerankerError` from whatever the reranker raised, and for anything else that is not one such number a text.
    """
    try:
        raw = reranker.score(query, list(texts))
    except Exception as exc:  # a reranker is the user's code and may raise anything
        problem = f"{type(exc).__name__}: {exc}"
        raise RerankerError(f"reranker {reranker.identity} failed on {len(texts)} texts: {problem}") from exc
    return _checked_scores(raw, count=len(texts), identity=reranker.identity)


def _checked_scores(raw: Any, *, count: int, identity: RerankerIdentity) -> NDArray[np.float32]:
    try:
        array = np.asarray(raw)
    except (TypeError, ValueError) as exc:
        raise RerankerError(f"reranker {identity} returned {type(raw).__name__}, not numbers: {exc}") from exc
    if count == 0 and array.size == 0:
        return np.zeros(0, np.float32)
    if array.dtype.kind not in "fiu":
        raise RerankerError(f"reranker {identity} returned an array of {array.dtype}, wanted numbers (float32)")
    if array.shape != (count,):
        raise RerankerError(f"reranker {identity} returned an array of shape {array.shape}, wanted ({count},)")
    wrong = ~((array >= -_TOLERANCE) & (array <= 1.0 + _TOLERANCE))  # NaN is neither
    if wrong.any():
        place = int(np.argmax(wrong))
        raise RerankerError(
            f"reranker {identity} returned {array[place]} for text {place}; a score must be in [0, 1]: "
            "put the logits of a model through a sigmoid"
        )
    scores: NDArray[np.float32] = np.clip(array, 0.0, 1.0).astype(np.float32)
    return scores
