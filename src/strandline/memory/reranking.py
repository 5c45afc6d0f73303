"""The second look: a reranker reads the texts of the best candidates, and what it says is added to what was found.

Evidence is only ever added. A candidate's score is read as odds, the reranker's score in [0, 1] adds up to ``WEIGHT``
to them, and the odds are a score again. So ``min_score`` means what it means without a reranker: it acts on the
first ranking, and a second look drops nothing that passed. Nothing can pass what was looked at from outside either: the
candidates below were lower already, and those above only rise.

A fact that the question asks for is credited with at least what it answers of it. It was found by what it says, not by
its likeness to the question, which is all that a reranker sees: it keeps its place before the messages that it led.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from strandline.errors import RerankerError
from strandline.memory.ordering import DIGITS, Boost, best
from strandline.memory.recalls import Found, to_hit
from strandline.rerankers import Reranker, checked
from strandline.stores import Snapshot
from strandline.stores.base import Recalled

RERANK_TOP = 50
"""Candidates whose texts a reranker reads."""
WEIGHT = 1.0
"""What a reranker that is certain adds to the odds of a candidate; right answers have odds of 2 in the middle."""
_CERTAIN = 1.0 - 10**-DIGITS
"""The highest score there is."""


@dataclass(frozen=True, slots=True)
class SecondStage:
    """A reranker and how many candidates it looks at."""

    reranker: Reranker
    top: int


def second_look(
    stage: SecondStage | None, snapshot: Snapshot, found: Found, query: str, boost: Boost | None = None
) -> Found:
    """Score the best candidates anew, by one more statement. Without a stage, or a question, nothing changes.

    ``found`` is settled: which of a fact and its message is given was decided by the first ranking. A reranker that
    fails leaves the first ranking, and each hit's ``why`` says so.
    """
    if stage is None or not query.strip():
        return found
    places = best(found, stage.top, boost).places[: stage.top].tolist()
    if not places:
        return found
    texts = _texts(snapshot, found, places)
    flat = [text for of_place in texts.values() for text in of_place]
    try:
        scores = iter(checked(stage.reranker, query, flat).tolist())
    except RerankerError as exc:
        return replace(found, rerank_note=str(exc))
    return raised(found, {place: max(next(scores) for _ in of_place) for place, of_place in texts.items()})


def raised(found: Found, reranked: Mapping[int, float]) -> Found:
    """The candidates with what a reranker said of some places added, best first."""
    said = {place: round(score, DIGITS) for place, score in reranked.items()}
    places = np.fromiter(said, np.int64, len(said))
    answers = np.clip(found.ranked.asks[places], 0.0, 1.0)
    added = WEIGHT * np.maximum(np.fromiter(said.values(), np.float64, len(said)), answers)
    scores = found.ranked.scores.copy()
    first = np.minimum(scores[places], _CERTAIN)
    odds = first / (1.0 - first) + added
    scores[places] = np.minimum(np.round(odds / (1.0 + odds), DIGITS), _CERTAIN)
    changed = replace(found, ranked=replace(found.ranked, scores=scores), reranked=said)
    return replace(changed, places=best(changed, None).places)


def _texts(snapshot: Snapshot, found: Found, places: list[int]) -> dict[int, list[str]]:
    """What is read of each place: its text, and of a fact that stands for its message also the message's."""
    twins = {} if found.twins is None else found.twins.said
    beside = {place: [place, *([twins[place]] if place in twins else [])] for place in places}
    wanted = [one for group in beside.values() for one in group]
    keys = dict(zip(wanted, found.keys(wanted), strict=True))
    read = snapshot.recalled(list(dict.fromkeys(keys.values())), found.known, found.said)
    return {place: [_text(read[keys[one]], found.name) for one in group] for place, group in beside.items()}


def _text(row: Recalled, name: str | None) -> str:
    """A text as it is shown, with its speaker where that is known."""
    hit = to_hit(row, 0.0, {}, name)
    return f"{hit.name}: {hit.text}" if hit.name else hit.text
