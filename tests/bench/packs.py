"""Small packs in the shape of the real ones, written for these tests."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any


def turn(id: str, session: str, text: str, *, speaker: str = "user") -> dict[str, Any]:
    return {"id": id, "session": session, "time": "2023/05/21 (Sun) 19:50", "speaker": speaker, "text": text}


def question(id: str, text: str, evidence: list[str], **fields: Any) -> dict[str, Any]:
    row = {"id": id, "type": "plain", "text": text, "time": None, "answer": "", "abstain": False, "before": None}
    sessions = sorted({place.split(":")[0] for place in evidence})
    return {**row, "evidence": evidence, "evidence_sessions": sessions, "group": "g", **fields}


def conversation(turns: list[dict[str, Any]], questions: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    return {"dataset": "longmemeval_s", "conv_id": "c1", "lang": "en", "turns": turns, "questions": questions, **fields}


def write(path: Path, *rows: dict[str, Any]) -> Path:
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return path


GARDEN = conversation(
    [
        turn("answer_a:0", "answer_a", "The spare key is under the third flowerpot."),
        turn("answer_a:1", "answer_a", "Good to know, thank you for telling me that!", speaker="assistant"),
        turn("b:0", "b", "Tomorrow the gardener will cut the tall hedge."),
        turn("b:1", "b", "The spare key is under the third flowerpot."),
        turn("c:0", "c", "My sister plays the cello in an orchestra."),
    ],
    [
        question("q1", "spare key flowerpot", ["answer_a:0"]),
        question("q2", "who plays the cello", ["c:0", "b:0"], type="several"),
        question("q3", "what does the dog eat", [], abstain=True),
        question("q4", "is the hedge tall", []),
    ],
)
