"""``bench facts``: what is believed after each labelled conversation, through the public API."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.progress import track

from strandline.bench.fact_cases import RATIOS, Malformed, read_cases, score
from strandline.memory import Memory

TARGETS = {"precision": 0.95, "recall": 0.80, "never": 0.03, "ended": 0.85, "ask": 0.90}
"""What it is built to reach on the development cases; of ``never`` at most, of the others at least."""


def beliefs(memory: Memory, now: list[datetime], messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The adapter: a fresh memory, its clock (``now[0]``) at each message's time of arrival, no rules of its own."""
    arrivals = [datetime.fromisoformat(message.get("recorded_at", message["at"])) for message in messages]
    for message, now[0] in zip(messages, arrivals, strict=True):
        turn = {"role": message["role"], "content": message["content"], "at": message["at"]}
        memory.add(turn, user_id="case", session_id=message["session_id"])
    current = {fact.id for fact in memory.facts(user_id="case", limit=1000)}
    facts = [
        {**fact.to_dict(), "polarity": 1 if fact.polarity else -1, "current": fact.id in current}
        for fact in memory.facts(user_id="case", include_ended=True, limit=1000)
    ]

    def ask(subject: str, relation: str, *times: str | None) -> dict[str, Any]:
        as_of, known_at = (datetime.fromisoformat(time) if time else None for time in times)
        answer = memory.ask(subject, relation, user_id="case", as_of=as_of, known_at=known_at)
        return {"status": answer.status, "values": [fact.value for fact in answer.facts if fact.polarity]}

    keys = ("subject", "relation", "value", "polarity", "valid_from", "valid_to", "current", "qualifier")
    return {"facts": [{key: fact[key] for key in keys} for fact in facts], "ask": ask}


def run(path: Path, *, progress: bool = False) -> dict[str, Any]:
    """The six figures in total and by kind of case, and what is wrong in each case. Raises Malformed."""
    cases = read_cases(path)
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    wrong: dict[str, list[str]] = {}
    began = time.process_time()
    moment = [datetime.now(UTC)]
    for case in track(cases, description="facts", disable=not progress, transient=True):
        with Memory(":memory:", clock=lambda: moment[0]) as memory:
            count, complaints = score(case, beliefs(memory, moment, [dict(message) for message in case["messages"]]))
        totals[case["kind"]].update(count)
        totals["ALL"].update(count)
        if complaints:
            wrong[case["id"]] = complaints
    return {
        "what": f"facts-{path.stem}",
        "cases": path.name,
        "figures": {kind: figures(totals[kind]) for kind in sorted(totals, key=lambda kind: (kind != "ALL", kind))},
        "targets": TARGETS,
        "cpu_seconds": round(time.process_time() - began, 1),
        "wrong": wrong,
    }


def figures(count: Counter[str]) -> dict[str, Any]:
    """The ratios of a count, each with what it is out of; None where nothing was asked."""
    ratios: dict[str, Any] = {"cases": count["cases"]}
    for name, (part, whole) in RATIOS.items():
        ratios[name] = round(count[part] / count[whole], 4) if count[whole] else None
        ratios[f"{name}_of"] = [count[part], count[whole]]
    return ratios


__all__ = ["TARGETS", "Malformed", "beliefs", "figures", "run"]
