"""Reads the packs of conversations and questions that recall is measured on.

Sessions are numbered ``s1``, ``s2`` … and turns are known by their position: the ids of a pack stay in here, because
those of LongMemEval name the right sessions. Every turn of a session has the same time in the packs, so turn ``i`` of
a conversation (from 0) is given ``i`` microseconds more, which keeps the order of saying.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from strandline.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn: ``index`` is its position in the conversation, ``said`` the time as the pack writes it."""

    index: int
    session: str
    role: str
    name: str | None
    text: str
    at: datetime
    speaker: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question with the positions of the turns that answer it; ``before`` bounds what may be known (exclusive).

    ``at`` is when it is asked, where the pack says so.
    """

    id: str
    type: str
    text: str
    abstain: bool
    evidence: tuple[int, ...]
    sessions: frozenset[str]
    before: int
    at: datetime | None = None
    group: str = ""
    """Questions of one group stand in one fold: those about one history, and twins in several packs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Turns in the order of ingestion and the questions about them, in the order in which they may be asked."""

    id: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]

    @property
    def text_bytes(self) -> int:
        """UTF-8 bytes of what was said."""
        return sum(len(turn.text.encode()) for turn in self.turns)


PACKS = ("locomo", "longmemeval_s", "longmemeval_oracle", "realmem")
"""The packs that figures are published of, by the names of their files."""
_FORMATS = ("%I:%M %p on %d %B, %Y", "%Y/%m/%d %H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d")
_WEEKDAY = re.compile(r"\s*\([A-Za-z]+\)")


def parse_said(text: str) -> datetime:
    """Read a time of a pack as UTC: "1:56 pm on 8 May, 2023", "2023/05/21 (Sun) 19:50" or "2025-12-15 (Monday)".

    Raises InputError for any other shape.
    """
    plain = _WEEKDAY.sub("", text).strip()
    for shape in _FORMATS:
        try:
            return datetime.strptime(plain, shape).replace(tzinfo=UTC)
        except ValueError:
            continue
    raise InputError(f"time {text!r} is in none of the styles of the packs: {', '.join(_FORMATS)}")


def packs(place: Path) -> list[Path]:
    """The packs in a folder, in the order of ``PACKS``; a file is its own only one.

    Raises InputError for a folder without any.
    """
    if not place.is_dir():
        return [place]
    found = [place / f"{name}{suffix}" for name in PACKS for suffix in (".jsonl.xz", ".jsonl")]
    there = [path for path in found if path.is_file()]
    if not there:
        raise InputError(f"there is none of the packs {', '.join(PACKS)} (.jsonl or .jsonl.xz) in {place}")
    return there


def load(path: Path, *, limit: int | None = None) -> Iterator[Conversation]:
    """Yield the conversations of a pack (.jsonl or .jsonl.xz).

    ``limit`` keeps that many questions, evenly spaced over the pack, and the conversations they belong to.
    """
    if limit is not None and limit < 1:
        raise InputError(f"limit must be at least 1, got {limit}")
    keep = _spread([len(row["questions"]) for row in _rows(path)], limit) if limit is not None else None
    for position, row in enumerate(_rows(path)):
        if keep is not None:
            row["questions"] = [row["questions"][i] for i in keep.get(position, ())]
        if row["questions"]:
            yield _conversation(row)


def runs(turns: Sequence[Turn]) -> Iterator[list[Turn]]:
    """Neighbouring turns of one session, as lists: what one ``add`` can take."""
    for _, group in groupby(turns, key=lambda turn: turn.session):
        yield list(group)


def message(turn: Turn) -> dict[str, Any]:
    """The turn as ``Memory.add`` takes it, without any id of the pack."""
    fields = {"role": turn.role, "content": turn.text, "at": turn.at}
    return fields if turn.name is None else {**fields, "name": turn.name}


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if not path.is_file():
        raise InputError(f"there is no data pack at {path}; give the path of a .jsonl or .jsonl.xz file")
    with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _spread(sizes: Sequence[int], limit: int) -> dict[int, list[int]]:
    places = [(row, i) for row, size in enumerate(sizes) for i in range(size)]
    keep: dict[int, list[int]] = {}
    for place in sorted(set(np.linspace(0, len(places) - 1, min(limit, len(places))).round().astype(int).tolist())):
        row, i = places[place]
        keep.setdefault(row, []).append(i)
    return keep


def _conversation(row: dict[str, Any]) -> Conversation:
    numbers: dict[str, str] = {}
    for turn in row["turns"]:
        numbers.setdefault(turn["session"], f"s{len(numbers) + 1}")
    first = row["turns"][0]["speaker"]
    named = any(turn["speaker"].lower() not in ("user", "assistant") for turn in row["turns"])
    turns = tuple(
        Turn(
            index=i,
            session=numbers[turn["session"]],
            role=("user" if turn["speaker"] == first else "assistant") if named else turn["speaker"].lower(),
            name=turn["speaker"] if named else None,
            text=turn["text"],
            at=parse_said(turn["time"]) + timedelta(microseconds=i),
            speaker=turn["speaker"],
            said=turn["time"],
        )
        for i, turn in enumerate(row["turns"])
    )
    place = {turn["id"]: i for i, turn in enumerate(row["turns"])}
    questions = [_question(question, place, numbers) for question in row["questions"]]
    return Conversation(
        id=row["conv_id"], turns=turns, questions=tuple(sorted(questions, key=lambda question: question.before))
    )


def _question(row: dict[str, Any], place: dict[str, int], numbers: dict[str, str]) -> Question:
    return Question(
        id=row["id"],
        type=row["type"],
        text=row["text"],
        abstain=row["abstain"],
        evidence=tuple(sorted(place[id] for id in row["evidence"])),
        sessions=frozenset(numbers[id] for id in row["evidence_sessions"]),
        before=len(place) if row["before"] is None else place[row["before"]],
        at=parse_said(row["time"]) if row.get("time") else None,
        group=str(row.get("group") or ""),
    )
