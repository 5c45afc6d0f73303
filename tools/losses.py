#!/usr/bin/env python3
"""Where recall is lost: which step of the default lost each piece of evidence, with counts and examples.

    losses.py [--out DIR] PACK...

Every question that has evidence is asked once, at its time. A piece of evidence (a distinct text) is

- ``found`` when it is among the first ten results;
- lost by ``ranking`` when it is among two hundred candidates but not among the first ten;
- lost by ``candidates`` when it is not among those;

and of what was found it is lost by ``packing`` when it does not stand in a block of 1,000 tokens. A question misses a
session among its first five for one of these reasons: the set wants ``more than five``; one of those it wants holds no
evidence (``no evidence in it``), so that its own turns do not say why it is wanted; or else by ``ranking``.

Examples are ids of the pack, a place in the ranking, and no text: not every licence allows to quote.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.progress import track

from strandline.bench.asking import POOL, SESSIONS, Evidence, K
from strandline.bench.data import Conversation, Question, load
from strandline.bench.results import FOLDER, save, this_command
from strandline.bench.systems import Found, StrandlineAsked
from strandline.context.quote import quote
from strandline.memory import Memory

TOKENS = 1000
EXAMPLES = 10
"""Shown of each way to lose: those of the questions whose ids hash lowest, so that they are not all of one kind."""


@dataclass
class Losses:
    """Counts by what became of a piece of evidence, by type of question, and of a question's sessions."""

    turns: Counter[str] = field(default_factory=Counter)
    by_type: dict[str, Counter[str]] = field(default_factory=dict)
    sessions: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def count(self, what: str, conversation: Conversation, question: Question, **where: Any) -> None:
        """One piece of evidence."""
        self.turns[what] += 1
        self.by_type.setdefault(question.type, Counter())[what] += 1
        self.show(what, conversation, question, **where)

    def show(self, what: str, conversation: Conversation, question: Question, **where: Any) -> None:
        """Keep it as a possible example."""
        if what != "found":
            example = {"conversation": conversation.id, "question": question.id, **where}
            self.examples.setdefault(what, []).append(example)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON, with the examples that are shown."""
        return {
            "evidence": dict(sorted(self.turns.items())),
            "by_type": {kind: dict(sorted(counts.items())) for kind, counts in sorted(self.by_type.items())},
            "sessions": dict(sorted(self.sessions.items())),
            "examples": {what: sorted(rows, key=_drawn)[:EXAMPLES] for what, rows in sorted(self.examples.items())},
        }


def _drawn(example: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(example, sort_keys=True).encode()).hexdigest()


def losses(pack: Path) -> dict[str, Any]:
    """What became of the evidence of every question of a pack."""
    found = Losses()
    conversations = list(load(pack))
    for conversation in track(conversations, description=pack.name, console=Console(stderr=True)):
        for question, asked in _asked(conversation):
            if question.evidence and not question.abstain:
                look(found, conversation, question, asked)
    return found.to_dict()


def _asked(conversation: Conversation) -> Iterator[tuple[Question, StrandlineAsked]]:
    """Each question with a memory that holds what it may know, its clock at the question's time."""
    with (
        TemporaryDirectory(prefix="strandline-losses-") as folder,
        closing(StrandlineAsked(Path(folder) / "memory.db", Memory, {})) as asked,
    ):
        added = 0
        for question in conversation.questions:
            asked.add(conversation.turns[added : question.before])
            added = max(added, question.before)
            asked.asked_at(question.at)
            yield question, asked


def look(found: Losses, conversation: Conversation, question: Question, asked: StrandlineAsked) -> None:
    """Count what became of the evidence of one question."""
    evidence = Evidence(conversation, question)
    first = [evidence.place(item) for item in asked.search(question.text, K)]
    pool = asked.pool(question.text, POOL)
    ranked = [evidence.place(item) for item in pool]
    block = asked.context(question.text, TOKENS)
    for place in sorted(evidence.places):
        where = {"turn": place, "rank": ranked.index(place) + 1 if place in ranked else None}
        if place in first:
            inside = quote(conversation.turns[place].text).strip() in block
            found.count("found" if inside else "packing", conversation, question, **where)
        else:
            found.count("candidates" if where["rank"] is None else "ranking", conversation, question, **where)
    why = _sessions(question, evidence, list(dict.fromkeys(evidence.sessions(pool))))
    found.sessions[why] += 1
    if why != "found":
        found.show(f"session: {why}", conversation, question)


def _sessions(question: Question, evidence: Evidence, sessions: Sequence[str]) -> str:
    """Why not all sessions that a question wants are among the first five."""
    missing = question.sessions - set(sessions[:SESSIONS])
    if not missing:
        return "found"
    if len(question.sessions) > SESSIONS:
        return "more than five"
    held = set(evidence.sessions([Found(turn=place, score=0.0) for place in evidence.places]))
    return "ranking" if missing & held else "no evidence in it"


def main() -> None:
    parser = argparse.ArgumentParser(description="Where recall is lost.")
    parser.add_argument("packs", nargs="+", type=Path, metavar="PACK")
    parser.add_argument("--out", type=Path, default=FOLDER, help="where the result is written")
    given = parser.parse_args()
    result = {"what": "losses", "packs": {pack.name.partition(".")[0]: losses(pack) for pack in given.packs}}
    print(save(result, command=this_command(), folder=given.out))


if __name__ == "__main__":
    main()
