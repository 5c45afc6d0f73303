"""From a question and a user's rows to scored candidates in a total order. Pure: equal input gives equal bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from strandline.recall.evidence import FEATURES, Evidence, Match, Pool, evidence
from strandline.recall.features import Mask, Places, Scores, Whole, most, whole
from strandline.recall.index import View
from strandline.recall.maxsim import piece_matches, token_matches
from strandline.recall.model import ANSWER_FEATURES, FEW, FIRST, Profile, Ranking
from strandline.recall.parts import LEGS, PARTS, legs, parts_of
from strandline.recall.query import Query
from strandline.text import term_ids
from strandline.types.rows import PieceTable

_DECIMALS = 6
_MOST = 1.0 - 10.0**-_DECIMALS
POOL: Final = 300
"""Candidates that are compared with one another, the best by what is cheap."""
_PROPOSED: Final = {
    "words": 1.0, "coverage": 0.5, "session_words": 0.7, "meaning": 1.5, "speaker": 0.5, "date": 0.5, "asks": 4.0,
    "around": 0.5,
}  # fmt: skip
_UNRELATED = 0.2
"""Cosine of two texts up to which they have nothing to do with each other."""
_SOME = 0.35
"""Up to which a match is slight: below it, less tells more than above it."""
_MOST_TAKEN = 3
"""Up to how many better candidates of its session count against one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Candidates, best first: one a message (its best passage) and one a text (its newest message).

    Order: score, then newest (``at``, step), then the later stored.
    """

    rows: NDArray[np.int64]
    """Row of the view for each candidate."""
    scores: Scores
    """The probability that the candidate is relevant, in [0, 1), rounded to 6 decimals."""
    parts: NDArray[np.float64]
    """(n, len(PARTS)) what each kind of evidence added to the log odds."""
    legs: NDArray[np.bool_]
    """(n, len(LEGS)) which kinds of evidence speak for the candidate."""
    own: Scores
    """How well the candidate's own words fit, whatever stands around it."""
    asks: Scores
    """How well each fact answers the question, in [0, 1]; 0 for messages."""
    answerable: float
    """The chance that anything the reader may see answers the question."""
    of_that_time: bool = False
    """Whether the best of all is of the time that the question names."""
    memories: int
    """How many the reader may see."""

    def __len__(self) -> int:
        return len(self.rows)

    def why(self, place: int) -> dict[str, Any]:
        """Why the candidate at ``place`` is there: ``found_by`` names the legs, the rest is what each kind of evidence
        added to the log odds of its score, or took from them."""
        values = np.round(self.parts[place], _DECIMALS).tolist()
        why: dict[str, Any] = {"found_by": [leg for leg, there in zip(LEGS, self.legs[place], strict=True) if there]}
        why["answerable"] = self.answerable
        why.update((name, value) for name, value in zip(PARTS, values, strict=True) if value)
        return why


def rank(  # noqa: PLR0913 (what may be returned, and how it is chosen, by row)
    view: View,
    query: Query,
    *,
    visible: Mask | None = None,
    allowed: Mask | None = None,
    table: PieceTable | None = None,
    limit: int = 400,
    lift: Scores | None = None,
    asks: Scores | None = None,
    ranking: Ranking | None = None,
) -> Ranked:
    """Score what a read may return, at most ``limit`` candidates.

    ``visible`` (n,) are the rows the reader may know of: all statistics, neighbours and sessions come from them.
    ``allowed`` (n,) are the rows that may be returned; a row that is not visible never is. ``table`` holds the vectors
    of the word pieces, when the embedder has them. ``lift`` (n,) are the factors by which the caller will multiply the
    scores: they help to choose the candidates and change no score. ``asks`` (n,) says how well each fact answers the
    question, in [0, 1]. Facts are scored as messages without a session.
    """
    may = _both(visible, allowed)
    if not len(view) or limit <= 0 or (may is not None and not may.any()):
        return _nothing()
    query, found, cheap, counted = _first_look(view, query, visible, asks)
    units = np.flatnonzero(found.seen if may is None else may[view.first])
    lifted = cheap if lift is None else (cheap + 0.1) * lift[view.first]
    chosen = _candidates(view, units, lifted, limit)
    pool, given = _second_look(view, query, found, chosen, counted, table)
    ranking = ranking or Ranking.default()
    profile = ranking.profile(_kind(query, table))
    weights = profile.vector()
    score = given.table @ weights
    there = found_at_all(given)
    told = _told(view, given, score, pool.counted & there)
    asked = question_features(view, query, found, given, pool, score)
    odds = _odds(profile, asked)
    first = first_features(given.table[pool.counted], score[pool.counted])
    answerable = _answerable(profile, {**asked, **first})
    score = score + told
    if query.form.wants_breadth and ranking.breadth > 0.0:
        score = spread(score, view.place[given.units], ranking.breadth, pool.counted)
    scores = np.where(there | (told > 0.0), odds.scores(score), 0.0)
    places = np.searchsorted(pool.units, chosen)
    ranked = _ranked(view, found, given, places, scores, parts_of(given.table, weights, told))
    return replace(ranked, answerable=answerable, of_that_time=first["first:date"] > 0.0)


def compared(
    view: View, query: Query, visible: Mask | None, table: PieceTable | None, asks: Scores | None
) -> tuple[Whole, Pool, Evidence]:
    """What is known of the candidates of a read without filters before any weight is given: what is learned from."""
    query, found, _, counted = _first_look(view, query, visible, asks)
    return found, *_second_look(view, query, found, counted, counted, table)


def _first_look(
    view: View, query: Query, visible: Mask | None, asks: Scores | None
) -> tuple[Query, Whole, Scores, Places]:
    """What is cheap of all units: the question as it can be asked of them, what speaks for each, how much that is, and
    the ``POOL`` best of those that are visible.

    The question has no tokens where the index holds none to compare them with.
    """
    if query.tokens is not None and not view.tokens.shape[1]:
        query = replace(query, tokens=None)
    found = whole(view, query, visible, asks)
    cheap = _proposed(found)
    return query, found, cheap, _best(view, np.flatnonzero(found.seen), cheap, POOL)


def _second_look(
    view: View, query: Query, found: Whole, chosen: Places, counted: Places, table: PieceTable | None
) -> tuple[Pool, Evidence]:
    """What is dearer, of the units that may be returned and of those that they are compared with."""
    units = np.union1d(chosen, counted)
    pool = Pool(units=units, counted=np.isin(units, counted))
    return pool, evidence(view, query, found, pool, _match(view, query, table))


def _match(view: View, query: Query, table: PieceTable | None) -> Match | None:
    if query.tokens is not None:
        return partial(token_matches, view, tokens=query.tokens)
    if table is None or query.pieces is None:
        return None
    return partial(piece_matches, view, pieces=query.pieces.ids, table=table)


def _kind(query: Query, table: PieceTable | None) -> str:
    """Which profile fits what there is of the question."""
    if query.vector is None:
        return "words"
    if query.tokens is not None:
        return "tokens"
    return "vectors" if table is None or query.pieces is None else "pieces"


def _both(visible: Mask | None, allowed: Mask | None) -> Mask | None:
    if visible is None or allowed is None:
        return allowed if visible is None else visible
    return np.asarray(visible & allowed, np.bool_)


def _nothing() -> Ranked:
    none, empty = np.empty(0, np.int64), np.empty(0)
    parts, there = np.empty((0, len(PARTS))), np.empty((0, len(LEGS)), np.bool_)
    return Ranked(rows=none, scores=empty, parts=parts, legs=there, own=empty, asks=empty, answerable=0.0, memories=0)


def _proposed(found: Whole) -> Scores:
    """(u,) a rough score by what is cheap, by which candidates are proposed."""
    around = np.zeros(len(found.words))
    for link in (found.before, found.after):
        there = link >= 0
        around[there] += found.words[link[there]]
    total = _PROPOSED["around"] * around
    for name, weight in _PROPOSED.items():
        if name != "around":
            total = total + weight * getattr(found, name)
    return np.asarray(np.maximum(total, 0.0), np.float64)


@dataclass(frozen=True, slots=True)
class _Odds:
    """The log odds of a candidate are ``slope * evidence + rest``."""

    slope: float
    rest: float

    def scores(self, given: Scores) -> Scores:
        """(n,) probabilities of some evidence."""
        odds = np.clip(self.slope * given + self.rest, -500.0, 500.0)
        return np.asarray(np.minimum(np.round(1.0 / (1.0 + np.exp(-odds)), _DECIMALS), _MOST), np.float64)


def _odds(profile: Profile, asked: Mapping[str, float]) -> _Odds:
    calibration = profile.calibration
    rest = calibration.get("bias", 0.0) + sum(calibration.get(name, 0.0) * value for name, value in asked.items())
    return _Odds(calibration.get("evidence", 1.0) + calibration.get("share", 0.0), rest)


def _answerable(profile: Profile, asked: Mapping[str, float]) -> float:
    """The chance that anything answers."""
    odds = profile.answers.get("bias", 0.0)
    odds += sum(profile.answers.get(name, 0.0) * asked[name] for name in ANSWER_FEATURES)
    return round(1.0 / (1.0 + float(np.exp(-np.clip(odds, -500.0, 500.0)))), _DECIMALS)


def first_features(table: NDArray[np.float64], score: Scores) -> dict[str, float]:
    """What the best candidate has, from the features (n, F) and the evidence (n,) of those that are compared."""
    if not len(score):
        return {f"first:{name}": 0.0 for name in FIRST}
    best = table[int(np.argmax(np.round(score, _DECIMALS)))]
    return {f"first:{name}": float(best[FEATURES.index(name)]) for name in FIRST}


def question_features(
    view: View, query: Query, found: Whole, given: Evidence, pool: Pool, score: Scores
) -> dict[str, float]:
    """How well the question meets what is stored, by feature of ``QUESTION_FEATURES``; those of a hit are not here.

    ``share`` is minus the logarithm of the sum of the candidates' exponentiated evidence, of equal texts the best.
    """
    counted = _best_of_equal(view, given.units[pool.counted], score[pool.counted])
    highest = most(counted)
    best = {
        "coverage": most(found.coverage),
        "pieces": most(given.column("pieces")[pool.counted]),
        "meaning": most(found.meaning),
    }
    few = FEW / (FEW + float(np.count_nonzero(found.seen)))
    return {
        **best,
        **{f"some_{name}": min(value, _SOME) for name, value in best.items()},
        **{f"few_{name}": few * value for name, value in best.items()},
        "few": few,
        "share": -(highest + float(np.log(np.exp(counted - highest).sum()))) if len(counted) else 0.0,
        "unseen": found.lexical.unseen,
        "unmet": float(found.lexical.unseen >= 1.0),
        "unseen_names": _unseen_names(query, found),
        "size": float(np.log1p(np.count_nonzero(found.seen))),
        "terms": float(np.log1p(len(query.terms))),
        "breadth": float(query.form.wants_breadth),
        "named": float(given.named[pool.counted].mean()) if len(counted) else 0.0,
    }


def _best_of_equal(view: View, units: Places, score: Scores) -> Scores:
    """The evidence of the best of each text: many copies of one are one candidate."""
    _, text = np.unique(view.digest[view.first[units]], return_inverse=True)
    best = np.full(int(np.max(text, initial=-1)) + 1, -np.inf)
    np.maximum.at(best, text.ravel(), score)
    return best


def _told(view: View, given: Evidence, score: Scores, lenders: Mask) -> Scores:
    """(n,) what a message lacks of the evidence of the facts that were last learned from it and that nobody asked for.

    Such a fact does not stand for its message; what it was found by speaks for the message. Not where the fact was
    changed by hand, and says something else; nor where the message is long, and another part of it may be shown.
    """
    told = np.zeros(len(score))
    facts = np.flatnonzero((given.column("fact") > 0.0) & (given.column("asks") <= 0.0) & lenders)
    if not len(facts):
        return told
    messages = np.flatnonzero(given.column("fact") <= 0.0)
    keys = view.message[view.first[given.units]]
    place_of = dict(zip(keys[messages].tolist(), messages.tolist(), strict=True))
    for fact, place in zip(facts.tolist(), view.facts.places(keys[facts]).tolist(), strict=True):
        sources = view.facts.said_in(place)
        message = next((place_of[source] for source in reversed(sources) if source in place_of), None)
        if message is not None and not view.divided(int(view.first[given.units[message]])):
            told[message] = max(told[message], score[fact] - score[message])
    return told


def _unseen_names(query: Query, found: Whole) -> float:
    """Share of the named people and things of the question of which no visible row has a word."""
    seen = {id for ids, rows in zip(found.lexical.terms, found.lexical.rows, strict=True) if len(rows) for id in ids}
    names = [ids for name in query.form.names if (ids := term_ids(name))]
    return sum(seen.isdisjoint(ids) for ids in names) / len(names) if names else 0.0


def spread(score: Scores, places: NDArray[np.integer], breadth: float, counted: Mask | None = None) -> Scores:
    """(n,) evidence, less for each better candidate of the same session, up to three.

    Counts, lists and comparisons ask for all there is, and that is mostly in several sessions: after the first
    candidates of one, the best of another tells more. ``places`` say which session each candidate is of, -1 for none;
    only those that are ``counted`` take from others.
    """
    out = score.copy()
    taken: Counter[int] = Counter()
    order = np.lexsort((-np.arange(len(score)), -score))
    for i in order.tolist():
        place = int(places[i])
        out[i] -= breadth * min(_MOST_TAKEN, taken[place])
        if place >= 0 and (counted is None or counted[i]):
            taken[place] += 1
    return out


def found_at_all(given: Evidence) -> Mask:
    """(n,) whether anything speaks for a candidate, be it only what stands around it."""
    names = ("words", "pieces", "speaker", "date", "asks", "coverage_around", "pieces_around", "session_words")
    there = given.column("meaning") > _UNRELATED
    for name in names:
        there |= given.column(name) > 0.0
    return np.asarray(there, np.bool_)


def _newest_first(view: View, units: Places, score: Scores) -> Places:
    """The order of units by score, then time, step and place of storage: total."""
    head = view.first[units]
    return np.lexsort((-view.seq[head], -view.step[head], -view.at[head], -score))


def _candidates(view: View, units: Places, cheap: Scores, limit: int) -> Places:
    """The ``limit`` best units by the cheap evidence, one a text."""
    take = limit
    while True:
        top = _best(view, units, cheap, take)
        single = _one_a_text(view, top)
        if len(single) >= limit // 2 or take >= len(units):
            return single[:limit]
        take *= 8  # many equal texts stand before the others


def _best(view: View, units: Places, cheap: Scores, take: int) -> Places:
    """The ``take`` best units, best first. Ties at the edge go to the newest."""
    score = cheap[units]
    if len(units) > take:
        edge = np.partition(score, len(units) - take)[len(units) - take]
        above, level = units[score > edge], units[score == edge]
        need = take - len(above)
        if len(level) > need:
            at = view.at[view.first[level]]
            level = level[at >= np.partition(at, len(level) - need)[len(level) - need]]
            level = level[_newest_first(view, level, np.zeros(len(level)))[:need]]
        units = np.concatenate([above, level])
    return units[_newest_first(view, units, cheap[units])]


def _one_a_text(view: View, units: Places) -> Places:
    """``units`` in their order, of equal texts only the newest."""
    newest = _newest_first(view, units, np.zeros(len(units)))
    _, first = np.unique(view.digest[view.first[units[newest]]], return_index=True)
    return units[np.sort(newest[first])]


def _ranked(
    view: View, found: Whole, given: Evidence, chosen: Places, scores: Scores, parts: NDArray[np.float64]
) -> Ranked:
    """The candidates, as places of ``given``, in the final order."""
    units, scores = given.units[chosen], scores[chosen]
    order = _newest_first(view, units, scores)
    kept = chosen[order]
    table = given.table[kept]
    own = given.column("words") + np.maximum(given.column("meaning"), 0.0) + given.column("pieces")
    return Ranked(
        rows=found.best[given.units[kept]],
        scores=scores[order],
        parts=parts[kept],
        legs=legs(table),
        own=own[kept],
        asks=given.column("asks")[kept],
        answerable=0.0,
        memories=int(np.count_nonzero(found.seen)),
    )
