"""What can be asked, behind one small face: Strandline through its public verbs, and the baselines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from strandline.bench.baseline import CONTEXT_DEPTH, Baseline, context
from strandline.bench.data import Turn, message, runs

USER = "u1"
ASKING_SESSION = "bench-now"
"""The empty session that questions are asked from, so that nothing counts as visible in the window."""
KINDS = ("message", "fact")
"""What Strandline may return."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One returned item: the position of the turn it is, or was learned from (None for neither).

    ``answerable`` is what the system says of the question as a whole, where it says that apart from scores.
    """

    turn: int | None
    score: float
    kind: str = "message"
    answerable: float | None = None


class Asked(Protocol):
    """What recall is measured on. ``add`` leaves everything searchable; times of all verbs are the caller's to take."""

    adds: bool
    """Whether it takes the turns in itself. If not, another system of its family, added to before it, does."""
    searches: bool
    """Whether it searches itself. If not, it looks at the answers of another, and has no times of its own."""

    def add(self, turns: Sequence[Turn]) -> None:
        """Take in the next turns, in order."""

    def asked_at(self, moment: datetime | None) -> None:
        """When the next questions are asked; None is now."""

    def search(self, text: str, k: int) -> list[Found]:
        """The best items, best first, at most ``k``: as anybody would call it."""

    def pool(self, text: str, k: int) -> list[Found]:
        """The same without any threshold."""

    def context(self, text: str, max_tokens: int) -> str:
        """Text for a prompt within the budget."""

    def close(self) -> None:
        """Write everything into the folder it was made with."""


class StrandlineAsked:
    """The file of one conversation. ``open_memory`` takes its path and a ``clock``.

    Several may share a file and ``place`` (id of a message -> position of its turn): one ``adds``, the others only ask,
    each with settings of its own. The clock stands at the time a question is asked, as the pack gives it: "last week"
    must mean the week before it.
    """

    searches = True

    def __init__(
        self, path: Path, open_memory: Callable[..., Any], place: dict[str, int], *, adds: bool = True
    ) -> None:
        self.adds = adds
        self._path, self._open, self._place = path, open_memory, place
        self._moment: datetime | None = None
        self._memory: Any = None

    def add(self, turns: Sequence[Turn]) -> None:
        """One ``add`` a run of turns of one session; ids are learned from what it returns."""
        if self._memory is None:  # one that only asks must not be the first to open the file
            self._memory = self._open(str(self._path), clock=lambda: self._moment or datetime.now(UTC))
        for run in runs(turns) if self.adds else ():
            added = self._memory.add([message(turn) for turn in run], user_id=USER, session_id=run[0].session)
            self._place.update(zip((row.id for row in added.messages), (turn.index for turn in run), strict=True))

    def asked_at(self, moment: datetime | None) -> None:
        """Set the memory's clock."""
        self._moment = moment

    def search(self, text: str, k: int) -> list[Found]:
        """``Memory.search`` with the default threshold, over all sessions."""
        return self._found(self._memory.search(text, user_id=USER, k=k, kinds=KINDS))

    def pool(self, text: str, k: int) -> list[Found]:
        """``Memory.search`` with ``min_score=0.0``."""
        return self._found(self._memory.search(text, user_id=USER, k=k, kinds=KINDS, min_score=0.0))

    def context(self, text: str, max_tokens: int) -> str:
        """``Memory.context`` as asked from a new session."""
        block = self._memory.context(text, user_id=USER, session_id=ASKING_SESSION, max_tokens=max_tokens, kinds=KINDS)
        return str(block.text)

    def close(self) -> None:
        """Close the store, which folds its log into the file."""
        if self._memory is not None:
            self._memory.close()

    def _found(self, hits: Sequence[Any]) -> list[Found]:
        return [
            Found(
                turn=self._place.get(hit.message_id or hit.id),
                score=hit.score,
                kind=hit.kind,
                answerable=(hit.why or {}).get("answerable"),
            )
            for hit in hits
        ]


class BaselineAsked:
    """A baseline, built anew whenever turns were added; it is saved into a folder of its own."""

    searches = True

    def __init__(self, folder: Path, baseline: Baseline, *, adds: bool = True) -> None:
        self.adds = adds
        self._folder, self._baseline = folder, baseline
        self._turns: list[Turn] = []

    def add(self, turns: Sequence[Turn]) -> None:
        """Add and build."""
        self._turns += turns
        self._baseline.add(turns)
        self._baseline.build()

    def asked_at(self, moment: datetime | None) -> None:
        """Words and vectors know no time."""

    def search(self, text: str, k: int) -> list[Found]:
        """Turns by the baseline's score."""
        return [Found(turn=turn, score=score) for turn, score in self._baseline.search(text, k)]

    def pool(self, text: str, k: int) -> list[Found]:
        """There is no threshold."""
        return self.search(text, k)

    def context(self, text: str, max_tokens: int) -> str:
        """The best turns that fit."""
        return context(self._baseline.search(text, CONTEXT_DEPTH), self._turns, max_tokens)

    def close(self) -> None:
        """Save index and texts."""
        self._baseline.save(self._folder)
