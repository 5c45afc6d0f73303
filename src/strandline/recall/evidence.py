"""The named features that ranking weighs, for the units that were proposed. Pure numpy over a few hundred units.

Every name of ``FEATURES`` is a column. Those in ``RISING`` never lower a score: more of a question's words, nearer
words, a named speaker, a named date. ``best:NAME`` is a feature as a share of the best one of this question, and
``named:NAME`` is a feature where the message is of a named person: conversations of people and logs of a user with an
assistant differ in what neighbours, sessions and form are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from strandline.recall.features import Places, Scores, Whole, best_of_session, most
from strandline.recall.index import View
from strandline.recall.query import Query
from strandline.text import TRAITS, share

Match = Callable[[Places], NDArray[np.float64]]
"""Rows of the view -> (rows, q) how near each comes to each word piece or token of the question, in [0, 1]."""

_USER, _ASSISTANT = 2, 3

_WORDS: Final = ("words", "coverage", "rarest", "session_words", "session_coverage", "words_of_session_best")
_AROUND: Final = ("words_before", "words_before_that", "words_after", "coverage_so_far", "coverage_around")
_MEANING: Final = ("meaning", "meaning_of_session_best")
_MEANING_AROUND: Final = ("meaning_before", "meaning_after")
_PIECES: Final = ("pieces", "pieces_of_a_part", "pieces_of_session", "pieces_of_session_best")
_PIECES_AROUND: Final = ("pieces_before", "pieces_before_that", "pieces_after", "pieces_so_far", "pieces_around")
_WHO: Final = ("speaker", "other_speaker", "user", "assistant", "assistant_asked")
_WHAT: Final = ("fact", "asks", "answered", "date", "length", "follows_question")
_CROSSED: Final = (
    "number_of_how_many", "number_of_when", "time_of_when", "name_of_who", "first_person_of_own", "statement_of_own",
)  # fmt: skip
_SHARES: Final = (
    "words", "coverage", "session_words", "coverage_so_far", "meaning", "meaning_of_session_best", "pieces",
    "pieces_of_a_part", "pieces_of_session", "pieces_of_session_best", "pieces_so_far",
)  # fmt: skip
_BY_NAMED: Final = (
    *_AROUND, *_MEANING_AROUND, *_PIECES_AROUND, "session_words", "session_coverage", "pieces_of_session",
    "pieces_of_session_best", "meaning_of_session_best", "follows_question", "length", "first_person", "second_person",
    "question", "asking", "request", "statement",
)  # fmt: skip

_PLAIN: Final = (
    *_WORDS, *_AROUND, *_MEANING, *_MEANING_AROUND, *_PIECES, *_PIECES_AROUND, *_WHO, *_WHAT, *TRAITS, *_CROSSED,
)  # fmt: skip
FEATURES: Final = (*_PLAIN, *(f"best:{name}" for name in _SHARES), *(f"named:{name}" for name in _BY_NAMED))
"""The columns of ``Evidence.table``, in their order."""
RISING: Final = frozenset(
    name
    for name in FEATURES
    if name.partition(":")[2] in {*_WORDS, *_MEANING, *_PIECES, "coverage_so_far", "coverage_around", "pieces_so_far",
                                  "pieces_around"}
    or name in {*_WORDS, *_MEANING, *_PIECES, "coverage_so_far", "coverage_around", "pieces_so_far", "pieces_around",
                "speaker", "date", "asks", "answered", "assistant_asked"}
)  # fmt: skip
"""Features whose weight is never below 0."""

GROUPS: Final[dict[str, frozenset[str]]] = {
    "dense": frozenset({*_MEANING, *_MEANING_AROUND}),
    "pieces": frozenset({*_PIECES, *_PIECES_AROUND}),
    "neighbours": frozenset({*_AROUND, *_MEANING_AROUND, *_PIECES_AROUND, "follows_question"}),
    "session": frozenset({
        "session_words", "session_coverage", "words_of_session_best", "meaning_of_session_best", "pieces_of_session",
        "pieces_of_session_best",
    }),
    "speaker": frozenset({"speaker", "other_speaker"}),
    "date": frozenset({"date"}),
    "roles": frozenset({"user", "assistant", "assistant_asked"}),
    "facts": frozenset({"fact", "asks", "answered"}),
    "form": frozenset({*TRAITS, *_CROSSED, "length", "follows_question"}),
}  # fmt: skip
"""What can be left out together, for ablations: group -> plain names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The units that are looked at: ``units`` (n,) ascending; ``counted`` (n,) those that the others are compared with.

    Those that are counted are the best of all that the reader may see, whatever may be returned: filters and boosts
    change no score.
    """

    units: Places
    counted: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The features of some units. ``table`` is (n, len(FEATURES)), ``units`` (n,) ascending."""

    units: Places
    table: NDArray[np.float64]
    named: NDArray[np.bool_]
    """(n,) whether each is of a named speaker."""

    def column(self, name: str) -> Scores:
        """(n,) one feature."""
        return np.asarray(self.table[:, FEATURES.index(name)], np.float64)


def evidence(view: View, query: Query, found: Whole, pool: Pool, match: Match | None) -> Evidence:
    """The features of some units.

    ``match`` says how near rows come to the question's pieces or tokens, where there are any.
    """
    columns: dict[str, Scores] = {}
    units = pool.units
    _add_words(columns, found, units, view)
    _add_meaning(columns, found, units, view)
    _add_pieces(columns, query, found, view, pool, match)
    _add_form(columns, view, query, found, units)
    for name in _SHARES:
        best = max(most(columns[name][pool.counted]), 1e-6)
        columns[f"best:{name}"] = np.clip(columns[name] / best, -1.0, 1.0)
    by_name = np.asarray(view.speaker[view.first[units]] >= 0, np.bool_)
    for name in _BY_NAMED:
        columns[f"named:{name}"] = columns[name] * by_name
    return Evidence(units=units, table=np.column_stack([columns[name] for name in FEATURES]), named=by_name)


def _at(values: Scores, places: NDArray[np.integer]) -> Scores:
    """The values at some places; 0 at -1."""
    return np.where(places >= 0, values[np.maximum(places, 0)], 0.0)


def _then(link: NDArray[np.int32], places: NDArray[np.integer]) -> NDArray[np.integer]:
    """Where a link leads from some places; -1 from -1."""
    return np.where(places >= 0, link[np.maximum(places, 0)], -1)


def _add_words(columns: dict[str, Scores], found: Whole, units: Places, view: View) -> None:
    before, after = found.before[units], found.after[units]
    second = _then(found.before, before)
    columns.update(
        words=found.words[units],
        coverage=found.coverage[units],
        rarest=found.rarest[units],
        session_words=found.session_words[units],
        session_coverage=found.session_coverage[units],
        words_of_session_best=best_of_session(view, found.words, found.seen)[units],
        words_before=_at(found.words, before),
        words_before_that=_at(found.words, second),
        words_after=_at(found.words, after),
    )
    weights = found.lexical.weights
    total = max(float(weights.sum()), 1e-9)
    own, first, last, next_ = (_having(found.has, places) for places in (units, before, second, after))
    columns["coverage_so_far"] = weights @ (own | first | last) / total
    columns["coverage_around"] = weights @ (own | first | next_) / total


def _having(has: NDArray[np.bool_], places: NDArray[np.integer]) -> NDArray[np.bool_]:
    """(t, n) whether the units at some places have each term; -1 has none."""
    return np.asarray(has[:, np.maximum(places, 0)] & (places >= 0), np.bool_)


def _add_meaning(columns: dict[str, Scores], found: Whole, units: Places, view: View) -> None:
    columns.update(
        meaning=found.meaning[units],
        meaning_of_session_best=best_of_session(view, found.meaning, found.seen)[units],
        meaning_before=_of_another(view, found.meaning, units, found.before[units]),
        meaning_after=_of_another(view, found.meaning, units, found.after[units]),
    )


def _of_another(view: View, values: Scores, units: Places, beside: NDArray[np.integer]) -> Scores:
    """The values of the messages beside some units where another voice says them, else 0.

    What follows a fitting answer of the other is seldom what is looked for; what follows a fitting message of one's own
    may well be.
    """
    here, there = view.first[units], view.first[np.maximum(beside, 0)]
    other = (view.role[here] != view.role[there]) | (view.speaker[here] != view.speaker[there])
    return np.where(other, _at(values, beside), 0.0)


def _add_pieces(
    columns: dict[str, Scores], query: Query, found: Whole, view: View, pool: Pool, match: Match | None
) -> None:
    """Late interaction: each piece of the question with the nearest one of the text, and of what stands around it."""
    units = pool.units
    asked = query.weighed(found.lexical)
    weights, total = asked.weights, float(asked.weights.sum())
    if match is None or total <= 0.0:
        columns.update(dict.fromkeys((*_PIECES, *_PIECES_AROUND), np.zeros(len(units))))
        return
    before, after = found.before[units], found.after[units]
    second = _then(found.before, before)
    known, near = _matches(view, np.unique(np.concatenate([units, before, second, after])), match)
    having = _having_words(found, asked.terms, known)
    near = np.where(asked.exact, having, np.maximum(near * query.trust, having))

    def of(places: NDArray[np.integer]) -> NDArray[np.float64]:
        return np.where((places >= 0)[:, None], near[np.searchsorted(known, np.maximum(places, known[0]))], 0.0)

    def weighed(matrix: NDArray[np.float64]) -> Scores:
        return np.asarray(matrix @ weights / total, np.float64)

    own, first, last, next_ = of(units), of(before), of(second), of(after)
    pieces = weighed(own)
    places, counted = view.place[units], pool.counted
    session = np.zeros((view.places + 1, near.shape[1]))
    np.maximum.at(session, places[counted], own[counted])
    best = np.zeros(view.places + 1)
    np.maximum.at(best, places[counted], pieces[counted])
    placed = places >= 0
    columns.update(
        pieces=pieces,
        pieces_before=weighed(first),
        pieces_before_that=weighed(last),
        pieces_after=weighed(next_),
        pieces_so_far=weighed(np.maximum(np.maximum(own, first), last)),
        pieces_around=weighed(np.maximum(np.maximum(own, first), next_)),
        pieces_of_session=np.where(placed, weighed(np.maximum(session[places], own)), pieces),
        pieces_of_session_best=np.where(placed, np.maximum(best[places], pieces), pieces),
        pieces_of_a_part=_best_part(own, asked.parts, weights),
    )


def _having_words(found: Whole, terms: Sequence[tuple[int, ...]], units: Places) -> NDArray[np.float64]:
    """(n, q) the share of the terms of each column's word that each unit has: the same word is as near as can be,
    whatever the model makes of it.
    """
    having = found.has[:, units].astype(np.float64)
    columns = [having[list(places)].mean(axis=0) if places else np.zeros(len(units)) for places in terms]
    return np.column_stack(columns)


def _matches(view: View, units: Places, match: Match) -> tuple[Places, NDArray[np.float64]]:
    """Units without -1, and (n, q) the best match of any of the rows of each."""
    units = units[units >= 0]
    ends = np.append(view.first[1:], len(view))[units]
    sizes = ends - view.first[units]
    offsets = np.concatenate([[0], np.cumsum(sizes)])[:-1]
    rows = np.arange(int(sizes.sum())) + np.repeat(view.first[units] - offsets, sizes)
    return units, np.maximum.reduceat(match(rows), offsets, axis=0)


def _best_part(own: NDArray[np.float64], part: NDArray[np.int64], weights: Scores) -> Scores:
    """(n,) the best match with one part of the question: of "the trip to Rome or the one to Oslo" one is enough.

    A part with less than a quarter of the question's weight is none.
    """
    best = np.zeros(len(own))
    total = float(weights.sum())
    for number in sorted(set(part.tolist())):
        inside = part == number
        weight = float(weights[inside].sum())
        if weight >= 0.25 * total:
            np.maximum(best, own[:, inside] @ weights[inside] / max(weight, 1e-9), out=best)
    return best


def _add_form(columns: dict[str, Scores], view: View, query: Query, found: Whole, units: Places) -> None:
    head = view.first[units]
    ends = np.append(view.first[1:], len(view))
    tail = ends[units] - 1
    stored = {name: _strongest(view, units, name) for name in TRAITS}
    stored["question"] = share(view.traits[tail], "question")
    columns.update(stored)
    length = np.add.reduceat(view.length, view.first)[units] if len(units) else np.zeros(0)
    unnamed = view.speaker[head] < 0
    assistant = ((view.role[head] == _ASSISTANT) & unnamed).astype(np.float64)
    before = found.before[units]
    last_before = ends[np.maximum(before, 0)] - 1
    columns.update(
        speaker=found.speaker[units],
        other_speaker=found.other_speaker[units],
        user=(view.role[head] == _USER).astype(np.float64),
        assistant=assistant,
        assistant_asked=assistant * query.asks_assistant,
        fact=(view.kind[head] == 1).astype(np.float64),
        asks=found.asks[units],
        answered=found.answered[units],
        date=found.date[units],
        length=np.log1p(length) / 5.0,
        follows_question=np.where(before >= 0, share(view.traits[last_before], "question"), 0.0),
    )
    kinds = query.form
    columns.update(
        number_of_how_many=stored["number"] * kinds.is_a("how_many"),
        number_of_when=stored["number"] * kinds.is_a("when"),
        time_of_when=stored["time"] * kinds.is_a("when"),
        name_of_who=stored["name"] * (kinds.is_a("who") or kinds.is_a("where")),
        first_person_of_own=stored["first_person"] * kinds.is_a("own"),
        statement_of_own=stored["statement"] * kinds.is_a("own"),
    )


def _strongest(view: View, units: Places, name: str) -> Scores:
    """(n,) a trait of each unit: the strongest of its rows."""
    if len(view.first) == len(view):
        return share(view.traits[view.first[units]], name)
    return np.asarray(np.maximum.reduceat(share(view.traits, name), view.first)[units], np.float64)
