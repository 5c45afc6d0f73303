"""The searchable pieces of facts: those that came with a claim, copies of an earlier version's, or terms alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from strandline.stores.sqlite.terms import term_bytes
from strandline.stores.sqlite.work import UserWork
from strandline.stores.values import NewPassage
from strandline.text import digest64, passages, traits

_COPIED = "start, stop, terms, counts, pieces, generation, vector, tokens, traits"


class FactPassages:
    """Writes the passages of one user's facts."""

    def __init__(self, work: UserWork) -> None:
        self._work = work
        self._ready: dict[str, list[Sequence[Any]]] = {}

    def offer(self, text: str, made: Sequence[NewPassage]) -> None:
        """Pieces of a text that came with a claim: used when a fact has that text."""
        generation = self._work.generation
        self._ready[text] = [
            (
                p.start,
                p.stop,
                p.terms,
                p.counts,
                p.pieces,
                generation if p.vector is not None else 0,
                p.vector,
                p.tokens,
                p.traits,
            )
            for p in made
        ]

    def keep(self, text: str, fact: int) -> None:
        """Hold the pieces of a row that is about to be written anew."""
        self._ready.setdefault(text, self._of(fact))

    def _of(self, fact: int) -> list[Sequence[Any]]:
        return self._work.db.execute(f"SELECT {_COPIED} FROM passage WHERE owner = ? ORDER BY key", (fact,)).fetchall()

    def write(self, fact: int, text: str, previous: int | None, origin: tuple[int, int, int, int]) -> None:
        """Index a version. ``origin`` is the session, step, agent and time of its latest source."""
        found = self._ready.get(text) or self._copied(text, previous) or _made(text)
        session, step, agent, at = origin
        work, mark = self._work, digest64(text)
        for start, stop, terms, counts, pieces, generation, vector, tokens, kind in found:
            work.db.execute(
                f"INSERT INTO passage VALUES ({', '.join('?' * 20)})",
                (
                    work.next_key(), fact, 1, session, step, agent, 0, at, work.now, mark, start, stop, None, terms,
                    counts, pieces, generation, vector, tokens, kind,
                ),
            )  # fmt: skip

    def _copied(self, text: str, previous: int | None) -> list[Sequence[Any]]:
        """The pieces of the version before, if that has the same text."""
        if previous is None:
            return []
        row = self._work.db.execute("SELECT text FROM fact WHERE key = ?", (previous,)).fetchone()
        return self._of(previous) if row is not None and row[0] == text else []


def _made(text: str) -> list[Sequence[Any]]:
    """Terms alone: the vectors are queued."""
    found: list[Sequence[Any]] = []
    for start, stop in passages(text):
        found.append((start, stop, *term_bytes(text[start:stop]), b"", 0, None, None, traits(text[start:stop])))
    return found
