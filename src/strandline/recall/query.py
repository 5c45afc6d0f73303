"""What a question asks for, before any row is looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from strandline.recall.asked import NOTHING, Asked, asked
from strandline.recall.asked_back import asked_back
from strandline.recall.lexical import Lexical
from strandline.recall.maxsim import MAX_PIECES
from strandline.recall.questions import Form, content, form
from strandline.text import STOP_WORDS, asked_ids, term_ids, unspaced, words
from strandline.timex import Window, windows
from strandline.types import Tokens, micros

_LOOKED_AT = 4000
_WHOLE, _BROKEN = 1.5, 3.0
"""Word pieces a word, on average, up to which a question's vector means all it can, and from which it means nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """The distinct word pieces of a question's ``content``, in text order: arrays are (q,)."""

    ids: NDArray[np.uint16]
    word: NDArray[np.int64]
    """The place of the word that each is of."""
    words: tuple[str, ...]
    """The words of the question's content."""

    @staticmethod
    def of(text: str, cut: Callable[[str], NDArray[np.uint16]]) -> Pieces:
        """Cut the content of a question, word by word."""
        found: dict[int, int] = {}
        named = tuple(dict.fromkeys(content(text).split()))
        for place, word in enumerate(named):
            if len(found) >= MAX_PIECES:
                break
            for piece in cut(word).tolist():
                found.setdefault(piece, place)
        kept = list(found.items())[:MAX_PIECES]
        ids, places = [piece for piece, _ in kept], [place for _, place in kept]
        return Pieces(ids=np.array(ids, np.uint16), word=np.array(places, np.int64), words=named)

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def numbers(self) -> list[bool]:
        """(q,) whether each is of a word with a digit in it."""
        return [any(map(str.isdigit, self.words[word])) for word in self.word.tolist()]


_NO_PART = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """The words of a question as late interaction compares them with a text: arrays are (q,), a column of a match."""

    weights: NDArray[np.float64]
    """What each counts for."""
    parts: NDArray[np.int64]
    """The part of the question that each stands in."""
    terms: tuple[tuple[int, ...], ...]
    """The places of the terms of each one's word among those of the question."""
    exact: NDArray[np.bool_]
    """Whether each is of a number or an id, which is the same or another: 7 is not nearly 8."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question, understood.

    ``vector`` is (dim,) of unit length; ``pieces`` are the word pieces of its ``content``, ``tokens`` its words' own
    vectors. Each is None where the embedder gives none.
    """

    terms: tuple[tuple[int, ...], ...]
    """Each term by the ids it may have: one for each language it may be of."""
    words: frozenset[str]
    windows: tuple[Window, ...]
    asks_assistant: bool
    """Whether it asks for what the assistant said: "what did you recommend"."""
    form: Form
    vector: NDArray[np.float32] | None
    pieces: Pieces | None
    trust: float
    """How much the vector and the pieces mean, in [0, 1]: 0 without a content word, less for words the model lacks."""
    asked: Asked = NOTHING
    """Which facts it asks for."""
    piece_part: NDArray[np.int64] = field(default_factory=lambda: _NO_PART)
    """(q,) which part of the question each piece stands in."""
    tokens: Tokens | None = None

    def weighed(self, found: Lexical) -> Weighed:
        """What each column of a match counts for: each of the first tokens where there are any, else each piece.

        A token counts as much as its piece, and one of another piece as much as the mean of the others.
        """
        terms = self._word_terms(found)
        pieces, parts = self._piece_weights(found, terms), self.piece_part
        exact = np.array([] if self.pieces is None else self.pieces.numbers, np.bool_)
        of_piece = () if self.pieces is None else tuple(terms[word] for word in self.pieces.word.tolist())
        if self.tokens is None:
            return Weighed(weights=pieces, parts=parts, terms=of_piece, exact=exact)
        asked = self.tokens.pieces[:MAX_PIECES].tolist()
        place_of = {} if self.pieces is None else {piece: place for place, piece in enumerate(self.pieces.ids.tolist())}
        places = np.array([place_of.get(piece, -1) for piece in asked], np.int64)
        known = places >= 0
        weights = np.full(len(places), float(pieces[places[known]].mean()) if known.any() else 1.0)
        weights[known] = pieces[places[known]]
        part = np.zeros(len(places), np.int64)
        part[known] = parts[places[known]]
        return Weighed(
            weights=weights,
            parts=part,
            terms=tuple(of_piece[place] if place >= 0 else () for place in places.tolist()),
            exact=np.array([place >= 0 and bool(exact[place]) for place in places.tolist()], np.bool_),
        )

    def _word_terms(self, found: Lexical) -> tuple[tuple[int, ...], ...]:
        """For each word of the content the places of its terms."""
        if self.pieces is None:
            return ()
        places = {id: place for place, ids in enumerate(found.terms) for id in ids}
        words = [dict.fromkeys(places[id] for id in term_ids(word) if id in places) for word in self.pieces.words]
        return tuple(tuple(word) for word in words)

    def _piece_weights(self, found: Lexical, terms: tuple[tuple[int, ...], ...]) -> NDArray[np.float64]:
        """(q,) what each piece counts for: the weight of its word, shared among the word's pieces."""
        if self.pieces is None:
            return np.empty(0)
        of_word = np.array([found.weights[list(places)].mean() if places else 0.0 for places in terms])
        shares = np.bincount(self.pieces.word, minlength=len(of_word))
        return np.asarray((of_word / np.maximum(shares, 1))[self.pieces.word], np.float64)


def understand(
    text: str,
    *,
    vector: NDArray[np.float32] | None = None,
    pieces: Pieces | None = None,
    tokens: Tokens | None = None,
    now: datetime,
    facts: bool = False,
) -> Query:
    """Read a question once; any str is safe, also an empty one.

    ``vector`` is the embedding of ``text``, ``pieces`` are its word pieces and ``tokens`` its words' own vectors, where
    the embedder has them; ``now`` (aware) is what "yesterday" counts from. ``facts`` says that there are facts to ask
    for.
    """
    ids = tuple(asked_ids(text))
    named = windows(text, now)
    read = form(text)
    return Query(
        terms=ids,
        words=frozenset(words(text)),
        windows=named,
        asks_assistant=asked_back(text[:_LOOKED_AT]),
        form=read,
        vector=vector,
        pieces=pieces,
        tokens=tokens,
        trust=_trust(text, pieces) if ids else 0.0,
        asked=_about(asked(text), named, now) if facts else NOTHING,
        piece_part=_NO_PART if pieces is None else _parts(pieces, read),
    )


def _parts(pieces: Pieces, read: Form) -> NDArray[np.int64]:
    """(q,) the last part of the question that each piece's word stands in."""
    part_of = {word: number for number, part in enumerate(read.parts) for word in content(part).split()}
    of_word = np.array([part_of.get(word, 0) for word in pieces.words], np.int64)
    return of_word[pieces.word] if len(of_word) else _NO_PART


def _about(found: Asked, named: tuple[Window, ...], now: datetime) -> Asked:
    """A question that names a time before now is about the past."""
    end = micros(now)
    if found.about == "now" and any(not window.month and window.end <= end for window in named):
        return replace(found, about="past")
    return found


def _trust(text: str, pieces: Pieces | None) -> float:
    """Words of a model's vocabulary are one piece or two; nonsense and other languages fall into letters."""
    if pieces is None:
        return 1.0
    count = sum(len(word) if unspaced(word) else 1 for word in content(text).split())
    return min(1.0, max(0.0, (_BROKEN - len(pieces) / max(1, count)) / (_BROKEN - _WHOLE)))


def named(query: Query, speakers: tuple[str, ...]) -> list[int]:
    """Positions of the speakers a question names, by their whole name or its first word."""
    found = []
    for position, speaker in enumerate(speakers):
        parts = words(speaker)
        whole = len(parts) > 1 and query.words.issuperset(parts)
        if whole or (parts and parts[0] in query.words and parts[0] not in STOP_WORDS):
            found.append(position)
    return found
