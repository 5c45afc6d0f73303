"""Ranking: one user's index, a question, and pure functions from both to scored candidates."""

from __future__ import annotations

from strandline.recall.answering import answering, spans_of
from strandline.recall.facts import FactView
from strandline.recall.index import UserIndex, View
from strandline.recall.model import DEFAULT_ANSWERABLE, DEFAULT_MIN_SCORE, Ranking
from strandline.recall.query import Pieces, Query, understand
from strandline.recall.questions import content
from strandline.recall.ranking import Ranked, rank

__all__ = [
    "DEFAULT_ANSWERABLE",
    "DEFAULT_MIN_SCORE",
    "FactView",
    "Pieces",
    "Query",
    "Ranked",
    "Ranking",
    "UserIndex",
    "View",
    "answering",
    "content",
    "rank",
    "spans_of",
    "understand",
]
