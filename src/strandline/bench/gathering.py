"""What ranking learns from: for each question, the features of the candidates and which of them are right.

Turns are added to a store of their own through the public API, each question is asked when exactly the turns that it
may know are in, and what the engine knows of its candidates is written down before any weight is given. Beside the real
questions there are three kinds that teach what a score means:

- ``foreign``: a question of another conversation; nothing here answers it;
- ``part``: a real question where only a few neighbouring turns are known, the evidence among them;
- ``gap``: the same, or a question of another conversation, where only turns are known that do not answer it.
"""

from __future__ import annotations

import hashlib
import pickle
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from strandline.bench.data import Conversation, Question, Turn, load, message, runs
from strandline.memory.engine import Engine
from strandline.memory.memory import Memory
from strandline.memory.recalls import Asked
from strandline.recall import View
from strandline.recall.evidence import FEATURES, Pool
from strandline.recall.features import Whole
from strandline.recall.model import QUESTION_FEATURES
from strandline.recall.query import Query
from strandline.recall.ranking import compared, question_features

_USER = "u1"
_FOREIGN = 40
"""Foreign questions asked of a conversation, at most."""
_PARTS = 20
"""Questions of a conversation that are also asked of a part of it, at most."""
_LONGEST_PART = 12
ASKED_LATER = datetime(2030, 1, 1, tzinfo=UTC)
"""When questions without a time are asked."""


@dataclass(slots=True, kw_only=True)
class Example:
    """One question and its candidates: arrays are (n,) by candidate, ``table`` is (n, len(FEATURES))."""

    pack: str
    group: str
    kind: str
    """``real``, ``abstain``, ``foreign``, ``part`` or ``gap``."""
    type: str
    wanted: int
    """How many turns are right; 0 where nothing is."""
    breadth: bool
    table: NDArray[np.float32]
    right: NDArray[np.bool_]
    turn: NDArray[np.int32]
    """The turn that each candidate is, or was learned from; -1 for none."""
    place: NDArray[np.int32]
    asked: dict[str, float] = field(default_factory=dict)
    """The features of the question that do not depend on weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What an example was made of: the index, the question, and the candidates as the engine knows them."""

    view: View
    query: Query
    found: Whole
    pool: Pool
    """The candidates, in the order of the example's arrays."""


Extra = Callable[[Example, Looked], Example]
"""Makes of an example one that says more of its candidates; a function of a module, so that its name tells it apart."""


def gather(
    data: Path,
    *,
    seed: int,
    work: Path | None = None,
    progress: bool = False,
    extra: Extra | None = None,
    **options: Any,
) -> list[Example]:
    """The examples of a pack. ``work`` keeps those of each conversation, so that an interrupted run goes on.

    ``options`` are those of ``Memory``; what another embedder made, or another ``extra``, is kept apart. Raises
    InputError when the pack cannot be read.
    """
    conversations = list(load(data))
    digest = hashlib.sha256(data.read_bytes())
    if (embedder := options.get("embedder")) is not None:
        digest.update(str(embedder.identity).encode())
    if extra is not None:
        digest.update(f"{extra.__module__}.{extra.__qualname__}".encode())
    digest.update(f"{data.name} {seed} {FEATURES} {QUESTION_FEATURES}".encode())
    mark = digest.hexdigest()[:16]
    examples = []
    for number, conversation in enumerate(
        track(conversations, description=data.name, console=Console(stderr=True), disable=not progress)
    ):
        other = conversations[(number + 1) % len(conversations)]
        kept = None if work is None else work / f"{mark}-{number}.pickle"
        if kept is not None and kept.exists():
            examples += pickle.loads(kept.read_bytes())  # our own file
            continue
        found = _of_conversation(data.name.partition(".")[0], conversation, other, seed, options, extra)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            part = kept.with_suffix(".part")
            part.write_bytes(pickle.dumps(found, protocol=5))
            part.replace(kept)
        examples += found
    return examples


def _of_conversation(
    pack: str,
    conversation: Conversation,
    other: Conversation,
    seed: int,
    options: dict[str, Any],
    extra: Extra | None,
) -> list[Example]:
    chance = random.Random(f"{seed}/{pack}/{conversation.id}")
    with TemporaryDirectory(prefix="strandline-train-") as folder:
        moment = ASKED_LATER
        with Memory(str(Path(folder) / "memory.db"), clock=lambda: moment, synchronous="NORMAL", **options) as memory:
            asker = _Asker(pack, memory, conversation, extra)
            found, added = [], 0
            for question in conversation.questions:
                asker.add(conversation.turns[added : question.before])
                added = max(added, question.before)
                found.append(asker.ask(question))
            asker.add(conversation.turns[added:])
            real = [question for question in conversation.questions if question.evidence and not question.abstain]
            for question in chance.sample(real, min(_PARTS, len(real))):
                found += asker.ask_parts(question, chance)
            strangers = [] if other is conversation else [one for one in other.questions if not one.abstain]
            few = _FOREIGN if len(conversation.questions) > 1 else 1
            for question in chance.sample(strangers, min(few, len(strangers))):
                found.append(asker.ask(question, kind="foreign"))
                found.append(asker.ask(question, kind="gap", known=asker.some(chance)))
    return [example for example in found if example is not None]


class _Asker:
    """One store, and which of its rows are which turns."""

    def __init__(self, pack: str, memory: Memory, conversation: Conversation, extra: Extra | None) -> None:
        self._pack = pack
        self._extra = extra
        self._memory = memory
        self._engine: Engine = memory._engine
        self._turns = conversation.turns
        self._group = conversation.id
        self._turn_of: dict[int, int] = {}
        """Key of a message -> its turn."""

    def add(self, turns: Sequence[Turn]) -> None:
        """Take in the next turns."""
        for run in runs(turns):
            added = self._memory.add([message(turn) for turn in run], user_id=_USER, session_id=run[0].session)
            with self._engine.store.read() as snapshot:
                scope = snapshot.scope(_USER, None)
                assert scope is not None
                keys = sorted(snapshot.sequence_numbers(scope.uid, {row.id for row in added.messages}))
            self._turn_of.update(zip(keys, (turn.index for turn in run), strict=True))

    def ask(self, question: Question, kind: str | None = None, known: range | None = None) -> Example | None:
        """One question; ``known`` are the turns that may be known, all by default."""
        engine = self._engine
        asked = Asked(query=question.text, user_id=_USER)
        with engine.store.read() as snapshot:
            vectors = engine.recaller.query_vector(question.text)
            read = engine.recaller.reading(snapshot, asked, vectors, question.at or ASKED_LATER)
            if read is None:
                return None
        turns = _turns_of(read.view, self._turn_of)
        seen = read.seen if known is None else read.seen & np.isin(turns, np.arange(known.start, known.stop))
        if not seen.any():
            return None
        found, pool, given = compared(read.view, read.query, seen, read.table, read.asks)
        texts = {self._turns[place].text for place in question.evidence} if kind not in ("foreign", "gap") else set()
        at = turns[read.view.first[pool.units]]
        right = np.array([turn >= 0 and self._turns[turn].text in texts for turn in at.tolist()], np.bool_)
        score = np.zeros(len(pool.units))
        values = question_features(read.view, read.query, found, given, pool, score)
        example = Example(
            pack=self._pack,
            group=question.group or self._group,
            kind=kind or ("abstain" if question.abstain else "real"),
            type=question.type,
            wanted=0 if question.abstain or kind in ("foreign", "gap") else len(texts),
            breadth=read.query.form.wants_breadth,
            table=given.table.astype(np.float32),
            right=right,
            turn=at.astype(np.int32),
            place=read.view.place[pool.units].astype(np.int32),
            asked={name: values[name] for name in QUESTION_FEATURES if name in values},
        )
        if self._extra is None:
            return example
        return self._extra(example, Looked(view=read.view, query=read.query, found=found, pool=pool))

    def ask_parts(self, question: Question, chance: random.Random) -> Iterator[Example]:
        """The question where only a few turns around one of its evidence are known, and where other ones are."""
        place = chance.choice(question.evidence)
        size = chance.randint(1, _LONGEST_PART)
        start = max(0, place - chance.randrange(size))
        part = self.ask(question, "part", range(start, start + size))
        if part is not None:
            part.wanted = len(set(part.turn[part.right].tolist()))
            yield part
        away = self.some(chance)
        if not any(one in away for one in question.evidence):
            gap = self.ask(question, "gap", away)
            if gap is not None:
                yield gap

    def some(self, chance: random.Random) -> range:
        """A few turns that stand together."""
        size = chance.randint(1, _LONGEST_PART)
        start = chance.randrange(max(1, len(self._turns) - size))
        return range(start, start + size)


def _turns_of(view: View, keys: Mapping[int, int]) -> NDArray[np.int64]:
    """(len(view),) the turn that each row is, or was last learned from; -1 for none. ``keys`` are message -> turn."""
    turns = np.array([keys.get(key, -1) for key in view.message.tolist()], np.int64)
    turns[view.fact_rows] = -1
    for row, place in zip(view.fact_rows.tolist(), view.fact_places.tolist(), strict=True):
        sources = view.facts.sources[place] if place >= 0 else ()
        turns[row] = keys.get(int(sources[-1]), -1) if sources else -1
    return turns
