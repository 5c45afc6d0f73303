"""The one set of weights that ranking uses, and where each comes from."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_MIN_SCORE = 0.2
"""Hits below it are not returned unless the caller asks for them.

On the development packs (LoCoMo, LongMemEval-S and oracle, RealMem) 995 of 1,000 right messages among the first ten
results score 0.45 and more, none below 0.4; words that nobody used, alone, and messages that merely stand beside a
right one stay below 0.2. It is low on purpose: with few memories a paraphrase that shares no word scores 0.25.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each kind of evidence adds. Evidence is a sum; the score is ``evidence / (evidence + half)``, in [0, 1).

    Every feature means the same for every question: shares and cosines, never scaled by the best of the list, so that
    a question nothing answers gets low scores. The weights were chosen by hand on the development packs and rounded;
    they are the same for conversations of named people and for logs of a user with an assistant. Without pieces, or
    without vectors, their weight goes to ``meaning`` or ``words``.
    """

    words: float = 0.2
    """Share of the question's words the text has (BM25, 1 is about all of them once). Small, because ``pieces`` sees
    the same words; it is what finds ids, numbers and other languages."""
    neighbours: float = 0.15
    """The same share of the messages before and after, averaged: an answer often shares no word with its question."""
    session_words: float = 0.3
    """The same share with the whole session as one text: it tells what a short message is about."""
    meaning: float = 0.3
    """Cosine of the vectors, as far as it is above that of unrelated texts."""
    session_meaning: float = 0.3
    """The best such cosine of the session."""
    support: float = 2.0
    """The session adds at most this many times what speaks for the message itself: alone it lifts nothing."""
    pieces: float = 0.5
    """Mean over the question's word pieces of the nearest piece in the text, above that of unrelated pieces. It adds
    one point of recall@10 to what the vectors alone find, and two (people) to five (long logs) of recall@5."""
    speaker: float = 0.3
    """The message is by a person whom the question names. Two points of recall@10 on LoCoMo."""
    date: float = 0.3
    """The message is of a date which the question names. Two points of recall@10 on LoCoMo, one on LongMemEval."""
    asks: float = 2.0
    """The fact is what the question asks for: relation, subject and what else it gives. It is more than all words of
    a message can add: the fact comes before the messages that speak of it."""
    assistant: float = 0.3
    """Share taken from all evidence of an unnamed assistant's message, unless the question asks what the assistant
    said: people ask mostly for what they said themselves, and long answers match many questions a little."""
    half: float = 0.6
    """The evidence that makes a score of 0.5; right answers have about twice that in the middle."""


WEIGHTS = Weights()
