"""Asks one system one question, and says as numbers what was found: a row."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from strandline.bench import metrics
from strandline.bench.clocks import timed
from strandline.bench.data import Conversation, Question
from strandline.bench.systems import Asked, Found
from strandline.context.quote import quote

K = 10
"""Items a timed search asks for; the turn metrics look at these."""
POOL = 200
"""Items of a second, untimed search without a threshold: the candidates, and enough to see five distinct sessions."""
SESSIONS = 5
"""Distinct sessions that the session metrics look at."""
CONTEXT_TOKENS = {"context_evidence": 1000, "context_evidence@500": 500, "context_evidence@2000": 2000}
"""Metric -> tokens of the context it is about."""
SETTINGS = {"k": K, "pool": POOL, "context_tokens": sorted(CONTEXT_TOKENS.values())}


def ask(conversation: Conversation, question: Question, asked: Asked) -> dict[str, Any]:
    """Ask one question about its own conversation.

    ``hits`` holds (score, whether it is evidence) of the first ten items without a threshold; ``scores`` the metrics,
    or None for a question without evidence.
    """
    asked.asked_at(question.at)
    cpu = time.process_time()
    found, search_ms = timed(lambda: asked.search(question.text, K))
    cpu = time.process_time() - cpu
    evidence = Evidence(conversation, question)
    uncut = _uncut(asked, question, found)
    return {
        "type": question.type,
        "abstain": question.abstain,
        "search_ms": search_ms if asked.searches else None,
        "search_cpu_ms": cpu * 1000 if asked.searches else None,
        "returned": len(found),
        "top": found[0].score if found else 0.0,
        "answerable": _answerable(uncut),
        "hits": [[item.score, evidence.holds(item)] for item in uncut],
        "scores": _scores(question, found, evidence, asked) if question.evidence else None,
    }


def ask_elsewhere(question: Question, asked: Asked) -> dict[str, Any]:
    """Ask it of a conversation that it is not about, without a threshold."""
    asked.asked_at(question.at)
    found = asked.pool(question.text, K)
    return {"answerable": _answerable(found), "returned": len(found)}


def _answerable(found: Sequence[Found]) -> float:
    """What says whether anything answers: what the system says of that, else its best score; 0.0 for nothing."""
    if not found:
        return 0.0
    return found[0].score if found[0].answerable is None else found[0].answerable


class Evidence:
    """The turns that answer a question.

    An item counts as the evidence turn whose text it equals, since a store may keep one of equal texts. A fact counts
    as the turn it was learned from.
    """

    def __init__(self, conversation: Conversation, question: Question) -> None:
        self._turns = conversation.turns
        self._twins = {conversation.turns[place].text: place for place in reversed(question.evidence)}
        self.places = frozenset(self._twins.values())
        self.texts = tuple(self._twins)

    def place(self, item: Found) -> int:
        """The turn that an item counts as, -1 for none."""
        return -1 if item.turn is None else self._twins.get(self._turns[item.turn].text, item.turn)

    def holds(self, item: Found) -> bool:
        """Whether the item is evidence."""
        return self.place(item) in self.places

    def sessions(self, items: Sequence[Found]) -> list[str]:
        """The sessions of the turns that the items count as."""
        return [self._turns[place].session for place in map(self.place, items) if place >= 0]


def _uncut(asked: Asked, question: Question, found: Sequence[Found]) -> Sequence[Found]:
    """A search that gave ten items was not cut by its threshold."""
    return found if len(found) == K else asked.pool(question.text, K)


def _scores(question: Question, found: Sequence[Found], evidence: Evidence, asked: Asked) -> dict[str, float]:
    """All metrics of one question with evidence. In the ``_verbatim`` columns only messages count."""
    wanted, pool = evidence.places, asked.pool(question.text, POOL)
    ranked = [evidence.place(item) for item in found]
    verbatim = [evidence.place(item) if item.kind == "message" else -1 for item in found]
    sessions = evidence.sessions(pool)
    quoted = [quote(text).strip() for text in evidence.texts]
    return {
        "recall@5": metrics.recall_at(ranked, wanted, 5),
        "recall@10": metrics.recall_at(ranked, wanted, 10),
        "all@5": metrics.all_at(ranked, wanted, 5),
        "all@10": metrics.all_at(ranked, wanted, 10),
        "mrr": metrics.reciprocal_rank(ranked, wanted),
        "session_hit@5": metrics.session_hit(sessions, question.sessions, SESSIONS),
        "session_all@5": metrics.session_all(sessions, question.sessions, SESSIONS),
        "recall@200": metrics.recall_at([evidence.place(item) for item in pool], wanted, POOL),
        **{
            name: metrics.share_inside(asked.context(question.text, tokens), quoted)
            for name, tokens in CONTEXT_TOKENS.items()
        },
        "recall@5_verbatim": metrics.recall_at(verbatim, wanted, 5),
        "recall@10_verbatim": metrics.recall_at(verbatim, wanted, 10),
    }
