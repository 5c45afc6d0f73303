"""Statements turned round for stress, put plainly: "latex is the one thing I'm allergic to", "what I play is chess"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from strandline.extract.sentences import Sentence
from strandline.extract.tokens import Token
from strandline.extract.verbs import FORMS

_CUES = frozenset(
    """
    one only single sole thing what where city town village place firm company stuff person team language
    """.split()  # noqa: SIM905
)
"""Without one of these words nothing is turned round in the ways that are read here."""
_BEING = frozenset(["is", "are", "'s"])
_SPEAKERS = frozenset(["i", "we"])
_SOLE = frozenset(["one", "only", "single", "sole"])
_STRANDED = frozenset(["to", "in", "at", "with", "on", "from", "for", "of"])
_ENDS = frozenset([",", ";", ":", "(", ")", "—", "–", "-", "and", "but", "because", "so", "though", "although"])
_NO_VALUE = frozenset(
    """
    i we you he she it they this that these those there here my our your his her their the a an what which who how
    when where why if whether because not no never to just also still now home enough everything nothing anything
    something somewhere problem trouble issue point question answer reason fact truth secret private confidential
    boring hard easy great good bad important nice fun amazing expensive cheap simple unclear different true obvious
    small big new old fine irrelevant
    """.split()  # noqa: SIM905
)
"""What begins with these is no value, or none that can stand after the verb."""
_EMPTY = frozenset(["do", "mean", "say", "think", "know", "am", "are", "want", "need", "see", "feel", "get", "have"])
"""Verbs of "what I do is …", which go on otherwise than with a thing."""
_LONGEST = 6
"""Words of what the speaker does, "I" included."""


class Plain(NamedTuple):
    """A statement put plainly, and the characters of the turn that it stands for."""

    statement: str
    start: int
    stop: int


def put_plainly(sentence: Sentence) -> Iterator[Plain]:
    """What a sentence says turned round: of "latex is the one thing I'm allergic to" that "I'm allergic to latex"."""
    if sentence.asks or sentence.words.isdisjoint(_CUES) or sentence.words.isdisjoint(_SPEAKERS):
        return
    words = sentence.tokens
    for at, word in enumerate(words):
        if word.word in _BEING and 0 < at < len(words) - 1:
            found = _value_first(words, at) or _value_last(words, at)
            if found is not None:
                said, value = found
                yield _turned(sentence, said, value)


_Range = tuple[int, int]
_PLACED = {"live": "in ", "work": "at "}
"""What stands between these and the place, where "where" does not say it."""


def _turned(sentence: Sentence, said: _Range, value: _Range) -> Plain:
    words, text = sentence.tokens, sentence.source
    doing, thing = (text[words[low].start : words[high - 1].stop] for low, high in (said, value))
    where = said[0] > 0 and words[said[0] - 1].word == "where"
    between = _PLACED[words[said[1] - 1].word] if where else ""
    first, last = min(said[0], value[0]), max(said[1], value[1])
    return Plain(f"{doing} {between}{thing}.", words[first].start, words[last - 1].stop)


def _value_first(words: Sequence[Token], verb: int) -> tuple[_Range, _Range] | None:
    """ "Latex is the one thing I'm allergic to", "Bergen is where I live": what I do, and the value before the verb."""
    value = _value_before(words, verb)
    if value is None:
        return None
    after = words[verb + 1].word
    if after in ("what", "where"):
        said = _said(words, verb + 2)
        fits = said is not None and (_lives(words, said) if after == "where" else _does(words, said))
    elif after == "the":
        at = verb + 2
        sole = at < len(words) and words[at].word in _SOLE
        said = _said(words, _after_noun(words, at + sole))
        fits = said is not None and (words[said[1] - 1].word in _STRANDED or (sole and _does(words, said)))
    else:
        return None
    return (said, value) if said is not None and fits else None


def _value_last(words: Sequence[Token], verb: int) -> tuple[_Range, _Range] | None:
    """ "The only thing I'm allergic to is latex", "what I play is chess": what I do, and the value after the verb."""
    speaker = next((at for at in range(verb - 1, max(verb - _LONGEST - 1, -1), -1) if words[at].word in _SPEAKERS), -1)
    if speaker < 1 or not (head := _head(words, speaker)):
        return None
    most = verb - (words[verb - 1].word in ("most", "best"))
    said = (speaker, most)
    fits = _lives(words, said) if head == "where" else words[most - 1].word in _STRANDED
    fits = fits or (head in ("what", "only") and _does(words, said)) or (head == "the" and most < verb)
    stop = next((at for at in range(verb + 1, len(words)) if words[at].word in _ENDS), len(words))
    value = (verb + 1, stop)
    named = head != "the" or most < verb or words[verb + 1].capital  # "the town I live in is small"
    return (said, value) if fits and named and _is_value(words, value) else None


def _head(words: Sequence[Token], speaker: int) -> str:
    """What leads to what the speaker does: "what", "where", "only" of "the only thing that I", "the"; else nothing."""
    at = speaker - 1
    if words[at].word in ("what", "where") and _begins(words, at):
        return words[at].word
    at -= words[at].word in ("that", "which")
    sole = at > 1 and words[at - 1].word in _SOLE
    low = at - 1 - sole
    if low < 0 or words[low].word != "the" or not _begins(words, low):
        return ""
    return "only" if sole else "the"


def _begins(words: Sequence[Token], at: int) -> bool:
    return at == 0 or words[at - 1].word in _ENDS


def _value_before(words: Sequence[Token], verb: int) -> _Range | None:
    """The words before the verb back to where a clause may begin; both of two things that are."""
    low = _clause_start(words, verb)
    if words[verb].word == "are" and low > 1 and words[low - 1].word in ("and", "&"):
        both = _clause_start(words, low - 1)
        low = both if _is_value(words, (both, verb)) else low
    return (low, verb) if _is_value(words, (low, verb)) else None


def _clause_start(words: Sequence[Token], at: int) -> int:
    while at > 0 and words[at - 1].word not in _ENDS:
        at -= 1
    return at


def _is_value(words: Sequence[Token], value: _Range) -> bool:
    """Whether some words can be a thing, a place or a name: few, and no statement."""
    low, high = value
    inside = words[low:high]
    plain = 0 < len(inside) <= 4 and all(word.is_word for word in inside)
    told = any({form.tense for form in FORMS.get(word.word, ())} & {"s", "past"} for word in inside)
    return plain and not told and not any(word.word in _NO_VALUE for word in inside)


def _after_noun(words: Sequence[Token], at: int) -> int:
    """The token after a noun and the "that" after it: where "I" may stand."""
    if at + 1 >= len(words) or not words[at].word.isalpha():
        return len(words)
    return at + 1 + (words[at + 1].word in ("that", "which"))


def _said(words: Sequence[Token], at: int) -> _Range | None:
    """What the speaker says to do from a token on to the end of the clause."""
    if at >= len(words) or words[at].word not in _SPEAKERS:
        return None
    stop = next((end for end in range(at, len(words)) if words[end].word in _ENDS), len(words))
    stop -= words[stop - 1].word in ("most", "best")
    return (at, stop) if 1 < stop - at <= _LONGEST else None


def _does(words: Sequence[Token], said: _Range) -> bool:
    """Whether it ends with a verb that lacks its object: "I play", "I can't stand", "I'm allergic to"."""
    last = words[said[1] - 1].word
    if last in _STRANDED:
        return True
    return said[1] - said[0] > 1 and last not in _EMPTY and any(form.tense == "base" for form in FORMS.get(last, ()))


def _lives(words: Sequence[Token], said: _Range) -> bool:
    """ "where I live", "where I work" """
    return said[1] - said[0] == 2 and words[said[1] - 1].word in _PLACED
