"""How much of the evidence is found: turn-level recall on the packs, through the public API, with BM25 beside it.

One fresh store a conversation. A question is asked when exactly the turns it may know have been added. Questions
without evidence are left out and counted; those without an answer (``abstain``) are counted apart and say how often
nothing is returned, and how well the best score tells them from answerable ones.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.progress import track

from strandline.bench import metrics
from strandline.bench.clocks import folder_bytes, timed
from strandline.bench.data import Conversation, Question, load
from strandline.bench.systems import Asked, Bm25Asked, Found, StrandlineAsked
from strandline.context.quote import quote
from strandline.memory import Memory

K = 10
"""Items a timed search asks for; the turn metrics look at these."""
DEEP = 50
"""Items of a second, untimed search, so that five distinct sessions can be seen."""
CONTEXT_TOKENS = 1000
SEED = 7


@dataclass(slots=True)
class Log:
    """What was measured of one system: a row a question, and what it cost over all conversations."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    first_search_ms: list[float] = field(default_factory=list)
    messages: int = 0
    text_bytes: int = 0
    add_s: float = 0.0
    add_cpu_s: float = 0.0
    disk_bytes: int = 0


def run(
    data: Path,
    *,
    limit: int | None = None,
    kinds: Sequence[str] = ("fact", "message"),
    baseline: bool = True,
    open_memory: Callable[..., Any] = Memory,
    progress: bool = False,
) -> dict[str, Any]:
    """Measure recall on one pack and return plain JSON.

    ``limit`` asks that many questions, evenly spaced. ``kinds`` is what ``search`` and ``context`` may return;
    ``open_memory`` makes a memory from the path of a new file and a ``clock``, which stands at the time of each
    question where the pack gives it. Raises InputError when the pack cannot be read.
    """
    logs = {name: Log() for name in (["strandline", "bm25"] if baseline else ["strandline"])}
    conversations = list(load(data, limit=limit))
    for conversation in track(conversations, description=data.name, console=Console(stderr=True), disable=not progress):
        for name, log in logs.items():
            with TemporaryDirectory(prefix="strandline-bench-") as folder:
                place = Path(folder)
                asked: Asked = Bm25Asked(place) if name == "bm25" else StrandlineAsked(place, open_memory, kinds)
                measure(conversation, asked, log)
                log.disk_bytes += folder_bytes(place)
    return {
        "what": f"recall-{data.name.partition('.')[0]}",
        "data": {
            "name": data.name,
            "sha256": hashlib.sha256(data.read_bytes()).hexdigest(),
            "conversations": len(conversations),
            "turns": sum(len(conversation.turns) for conversation in conversations),
        },
        "settings": {"k": K, "deep": DEEP, "context_tokens": CONTEXT_TOKENS, "kinds": list(kinds), "limit": limit},
        "systems": {name: summary(log) for name, log in logs.items()},
    }


def measure(conversation: Conversation, asked: Asked, log: Log) -> None:
    """Ingest one conversation, ask its questions at their time, close; everything is added to ``log``."""
    added = 0
    for question in conversation.questions:
        first = added == 0
        added = _add(conversation, asked, log, question.before, added)
        if first and added:
            log.first_search_ms.append(timed(lambda: asked.search(conversation.turns[0].text[:80], K))[1])
        log.rows.append(ask(conversation, question, asked))
    asked.close()


def ask(conversation: Conversation, question: Question, asked: Asked) -> dict[str, Any]:
    """Ask one question: a timed search, a deeper one for sessions, and a context; what was found becomes a row."""
    asked.asked_at(question.at)
    cpu = time.process_time()
    found, search_ms = timed(lambda: asked.search(question.text, K))
    cpu = time.process_time() - cpu
    row = {
        "type": question.type,
        "abstain": question.abstain,
        "search_ms": search_ms,
        "search_cpu_ms": cpu * 1000,
        "returned": len(found),
        "top": found[0].score if found else 0.0,
        "scores": None,
    }
    if question.evidence:
        deep = asked.search(question.text, DEEP)
        context = asked.context(question.text, CONTEXT_TOKENS)
        row["scores"] = scores(conversation, question, found, deep=deep, context=context)
    return row


def scores(
    conversation: Conversation, question: Question, found: Sequence[Found], *, deep: Sequence[Found], context: str
) -> dict[str, float]:
    """All metrics of one question with evidence.

    An item counts as the evidence turn whose text it equals, since a store may keep one of equal texts. A fact counts
    as the turn it was learned from; the ``_verbatim`` columns let only messages count.
    """
    twins = {conversation.turns[place].text: place for place in reversed(question.evidence)}
    evidence = set(twins.values())

    def place_of(item: Found) -> int:
        return -1 if item.turn is None else twins.get(conversation.turns[item.turn].text, item.turn)

    ranked = [place_of(item) for item in found]
    verbatim = [place_of(item) if item.kind == "message" else -1 for item in found]
    sessions = [conversation.turns[place].session for place in map(place_of, deep) if place >= 0]
    return {
        "recall@5": metrics.recall_at(ranked, evidence, 5),
        "recall@10": metrics.recall_at(ranked, evidence, 10),
        "all@10": metrics.all_at(ranked, evidence, 10),
        "mrr": metrics.reciprocal_rank(ranked, evidence),
        "session_hit@5": metrics.session_hit(sessions, question.sessions, 5),
        "context_evidence": metrics.share_inside(context, (quote(text).strip() for text in twins)),
        "recall@5_verbatim": metrics.recall_at(verbatim, evidence, 5),
        "recall@10_verbatim": metrics.recall_at(verbatim, evidence, 10),
    }


def summary(log: Log) -> dict[str, Any]:
    """Means by type and in all, what was left out, how abstention went, and the cost."""
    answerable = [row for row in log.rows if not row["abstain"]]
    scored = [row for row in answerable if row["scores"]]
    recalls = [row["scores"]["recall@10"] for row in scored]
    return {
        "questions": {
            "asked": len(log.rows),
            "scored": len(scored),
            "abstain": len(log.rows) - len(answerable),
            "without_evidence": len(answerable) - len(scored),
        },
        "all": _means(scored),
        "recall@10_ci95": list(metrics.confidence_interval(recalls, seed=SEED)) if recalls else None,
        "by_type": {kind: _means(rows) for kind, rows in _by_type(scored).items()},
        "abstention": _abstention(log.rows),
        "cost": _cost(log),
    }


def _add(conversation: Conversation, asked: Asked, log: Log, until: int, added: int) -> int:
    turns = conversation.turns[added:until]
    if not turns:
        return added
    cpu = time.process_time()
    log.add_s += timed(lambda: asked.add(turns))[1] / 1000
    log.add_cpu_s += time.process_time() - cpu
    log.messages += len(turns)
    log.text_bytes += sum(len(turn.text.encode()) for turn in turns)
    return until


def _means(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {"questions": len(rows), **metrics.mean_of([row["scores"] for row in rows])}


def _by_type(rows: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in sorted(rows, key=lambda row: str(row["type"])):
        groups.setdefault(row["type"], []).append(row)
    return groups


def _abstention(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    right = [row for row in rows if not row["abstain"]]
    wrong = [row for row in rows if row["abstain"]]
    tops = [row["top"] for row in right], [row["top"] for row in wrong]
    return {
        "answerable": len(right),
        "answerable_returned_nothing": sum(not row["returned"] for row in right),
        "abstain": len(wrong),
        "abstain_returned_nothing": sum(not row["returned"] for row in wrong),
        "auroc_of_best_score": metrics.separation(*tops) if all(tops) else None,
        "evidence_of_abstain": _means([row for row in wrong if row["scores"]]),
    }


def _cost(log: Log) -> dict[str, float]:
    searches = [row["search_ms"] for row in log.rows]
    return {
        "search_p50_ms": metrics.percentile(searches, 50),
        "search_p95_ms": metrics.percentile(searches, 95),
        "search_cpu_ms": metrics.mean([row["search_cpu_ms"] for row in log.rows]),
        "first_search_p50_ms": metrics.percentile(log.first_search_ms, 50),
        "messages_per_s": log.messages / log.add_s,
        "add_cpu_s_per_1000": log.add_cpu_s / log.messages * 1000,
        "disk_bytes_per_text_byte": log.disk_bytes / log.text_bytes,
    }
