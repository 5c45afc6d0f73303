"""Replays a conversation turn by turn into a store, as an agent would, and asks questions on the way.

A question counts when everything that answers it has left the window of the model at the step where it is asked:
it was said in another session, or at a step up to the edge. Only what was said before is in the store by then.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from time import perf_counter

from strandline.cli.conversations import Turn, read_conversation
from strandline.errors import InputError
from strandline.memory import Memory
from strandline.types import StepRecall
from strandline.types.results import Plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of the bundled story. ``evidence`` counts turns from 0, ``asked_at_step`` steps from 1."""

    question: str
    answer: str | None
    evidence: tuple[int, ...]
    kind: str
    asked_at_session: str
    asked_at_step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Plain):
    """One question asked: the rank of each piece of evidence among the results (1 is best, None is not found)."""

    question: Question
    ranks: tuple[int | None, ...]
    ms: float
    recall: StepRecall

    @property
    def found(self) -> int:
        """How many pieces of evidence were found."""
        return sum(rank is not None for rank in self.ranks)

    @property
    def whole(self) -> bool:
        """Whether all of it was found."""
        return None not in self.ranks


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay(Plain):
    """What a replay measured. Times are milliseconds of wall clock; ``visible`` and ``unanswerable`` were not asked."""

    asked: tuple[Asked, ...]
    visible: int
    unanswerable: int
    messages: int
    facts: int
    add_ms: float
    last_session: str


def story() -> tuple[list[Turn], list[Question]]:
    """The bundled conversation (122 turns, six sessions) and its 40 questions."""
    folder = files("strandline.cli") / "data"
    turns = read_conversation((folder / "conversation.jsonl").read_text(encoding="utf-8"), source="conversation.jsonl")
    rows = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    return turns, [Question(**{**row, "evidence": tuple(row["evidence"])}) for row in rows]


def replay(
    memory: Memory, turns: Iterable[Turn], questions: Sequence[Question], *, user_id: str, window: int
) -> Replay:
    """Add every turn in order; after each, ask the questions that are due there.

    Raises InputError when the user already has messages: their steps would not be those of the questions.
    """
    if len(memory.messages(user_id=user_id, limit=1)):
        raise InputError(f"user {user_id!r} already has messages in this store; give a new --db, or another --user")
    places: list[tuple[str, int, str]] = []
    asked: list[Asked] = []
    skipped: Counter[str] = Counter()
    facts, seconds = 0, 0.0
    for turn in turns:
        start = perf_counter()
        added = memory.add(turn.message, user_id=user_id, session_id=turn.session_id or "default")
        seconds += perf_counter() - start
        facts += len(added.facts)
        row = added.messages[0]
        places.append((row.session_id, row.step, row.id))
        for question in (q for q in questions if (q.asked_at_session, q.asked_at_step) == places[-1][:2]):
            standing = standing_of(question, places, window=window)
            if standing == "left":
                asked.append(ask(memory, question, places, user_id=user_id, window=window))
            else:
                skipped[standing] += 1
    return Replay(
        asked=tuple(asked),
        visible=skipped["visible"],
        unanswerable=skipped["unanswerable"],
        messages=len(places),
        facts=facts,
        add_ms=1000 * seconds / max(1, len(places)),
        last_session=places[-1][0] if places else "default",
    )


def standing_of(question: Question, places: Sequence[tuple[str, int, str]], *, window: int) -> str:
    """Where the evidence is when the question is asked: "left" the window, still "visible", or "unanswerable"."""
    if not question.evidence:
        return "unanswerable"
    edge = max(0, question.asked_at_step - window)
    gone = (
        session != question.asked_at_session or step <= edge
        for session, step, _ in (places[i] for i in question.evidence)
    )
    return "left" if all(gone) else "visible"


def ask(
    memory: Memory, question: Question, places: Sequence[tuple[str, int, str]], *, user_id: str, window: int
) -> Asked:
    """Ask one question where the replay stands, and look for its evidence among the results."""
    start = perf_counter()
    recall = memory.recall_step(
        question.question,
        user_id=user_id,
        session_id=question.asked_at_session,
        current_step=question.asked_at_step,
        window=window,
    )
    ms = 1000 * (perf_counter() - start)
    order = [result.message_id for result in recall.results]
    wanted = [places[i][2] for i in question.evidence]
    ranks = tuple(order.index(id) + 1 if id in order else None for id in wanted)
    return Asked(question=question, ranks=ranks, ms=ms, recall=recall)
