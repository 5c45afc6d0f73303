"""Ranking: one user's index, a question, and pure functions from both to scored candidates."""

from __future__ import annotations

from strandline.recall.answering import answering, spans_of
from strandline.recall.facts import FactView
from strandline.recall.index import UserIndex, View
from strandline.recall.query import Query, content, understand
from strandline.recall.ranking import Ranked, rank
from strandline.recall.weights import DEFAULT_MIN_SCORE, WEIGHTS, Weights

__all__ = [
    "DEFAULT_MIN_SCORE",
    "WEIGHTS",
    "FactView",
    "Query",
    "Ranked",
    "UserIndex",
    "View",
    "Weights",
    "answering",
    "content",
    "rank",
    "spans_of",
    "understand",
]
