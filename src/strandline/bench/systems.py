"""Two things that can be asked, behind one small face: Strandline through its public verbs, and plain BM25."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from strandline.bench.baseline import Bm25
from strandline.bench.data import Turn, message, runs

USER = "u1"
ASKING_SESSION = "bench-now"
"""The empty session that questions are asked from, so that nothing counts as visible in the window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One returned item: the position of the turn it is, or was learned from (None for neither)."""

    turn: int | None
    score: float
    kind: str = "message"


class Asked(Protocol):
    """What recall is measured on. ``add`` leaves everything searchable; times of all verbs are the caller's to take."""

    def add(self, turns: Sequence[Turn]) -> None:
        """Take in the next turns, in order."""

    def asked_at(self, moment: datetime | None) -> None:
        """When the next questions are asked; None is now."""

    def search(self, text: str, k: int) -> list[Found]:
        """The best items, best first, at most ``k``."""

    def context(self, text: str, max_tokens: int) -> str:
        """Text for a prompt within the budget."""

    def close(self) -> None:
        """Write everything into the folder it was made with."""


class StrandlineAsked:
    """A fresh store of one conversation. ``open_memory`` takes the path of its file and a ``clock``.

    The clock stands at the time a question is asked, as the pack gives it: "last week" must mean the week before it.
    """

    def __init__(self, folder: Path, open_memory: Callable[..., Any], kinds: Sequence[str]) -> None:
        self._moment: datetime | None = None
        self._memory = open_memory(str(folder / "memory.db"), clock=lambda: self._moment or datetime.now(UTC))
        self._kinds = tuple(kinds)
        self._place: dict[str, int] = {}

    def add(self, turns: Sequence[Turn]) -> None:
        """One ``add`` a run of turns of one session; ids are learned from what it returns."""
        for run in runs(turns):
            added = self._memory.add([message(turn) for turn in run], user_id=USER, session_id=run[0].session)
            self._place.update(zip((row.id for row in added.messages), (turn.index for turn in run), strict=True))

    def asked_at(self, moment: datetime | None) -> None:
        """Set the memory's clock."""
        self._moment = moment

    def search(self, text: str, k: int) -> list[Found]:
        """``Memory.search`` with the default threshold, over all sessions."""
        hits = self._memory.search(text, user_id=USER, k=k, kinds=self._kinds)
        return [Found(turn=self._place.get(hit.message_id or hit.id), score=hit.score, kind=hit.kind) for hit in hits]

    def context(self, text: str, max_tokens: int) -> str:
        """``Memory.context`` as asked from a new session."""
        block = self._memory.context(
            text, user_id=USER, session_id=ASKING_SESSION, max_tokens=max_tokens, kinds=self._kinds
        )
        return str(block.text)

    def close(self) -> None:
        """Close the store, which folds its log into the file."""
        self._memory.close()


class Bm25Asked:
    """The baseline, indexed anew whenever turns were added."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._bm25 = Bm25()

    def add(self, turns: Sequence[Turn]) -> None:
        """Add and index."""
        self._bm25.add(turns)
        self._bm25.build()

    def asked_at(self, moment: datetime | None) -> None:
        """Words know no time."""

    def search(self, text: str, k: int) -> list[Found]:
        """Turns by BM25 score (unbounded, higher is better)."""
        return [Found(turn=turn, score=score) for turn, score in self._bm25.search(text, k)]

    def context(self, text: str, max_tokens: int) -> str:
        """The best turns that fit."""
        return self._bm25.context(text, max_tokens)

    def close(self) -> None:
        """Save index and texts."""
        self._bm25.save(self._folder)
