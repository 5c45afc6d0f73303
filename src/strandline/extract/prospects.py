"""What is told in the present of a time that has not come: "once I retire, I live in Spain", "by 2030 I live in"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from strandline.extract.clauses import Clause
from strandline.extract.sentences import Sentence

_LEADS = frozenset(["when", "once", "as", "until", "till", "after", "before", "by"])
"""With one of these, or a date, something may be told of a time to come."""
_ONCE_ONLY = frozenset(["retire", "graduate", "grow", "turn", "die", "win", "inherit", "become", "qualify", "marry"])
"""What is done once in a life: with "when" and the present it is yet to be."""
_LASTING = frozenset(["live", "work", "be", "own", "drive", "speak", "teach", "study", "rent", "run", "love", "like"])
_PEOPLE = frozenset(["speaker", "person", "pronoun"])
_STAYING = frozenset(["live", "work", "own"])
_JOINING = frozenset(["and", "but", "so"])
_FUTURE = frozenset(["will", "shall", "would", "going"])
_MEANT = frozenset(["want", "plan", "hope", "intend", "wish", "expect", "dream"])
_OFTEN = frozenset("always usually often sometimes normally typically generally mostly never tend".split())  # noqa: SIM905


def not_yet(found: Sequence[Clause], sentence: Sentence) -> frozenset[int]:
    """Which clauses of a sentence tell of a time that has not come."""
    if not sentence.times and _LEADS.isdisjoint(sentence.words):
        return frozenset()
    return frozenset((*_after_conditions(found, sentence), *_dated_ahead(found, sentence)))


def _after_conditions(found: Sequence[Clause], sentence: Sentence) -> Iterator[int]:
    for number, clause in enumerate(found):
        lead = _lead(found, number)
        verb = clause.verb
        if not lead or verb is None or verb.tense == "past" or verb.modal is not None:
            continue
        main = _main(found, number, sentence)
        if lead in ("until", "till", "before"):
            yield number
        elif lead in ("once", "soon", "time") or (lead == "when" and verb.lemma in _ONCE_ONLY):
            yield number
            if main is not None:
                yield main
        elif _OFTEN.isdisjoint(sentence.words) and (_meant(clause) or (main is not None and _meant(found[main]))):
            yield number


def _main(found: Sequence[Clause], number: int, sentence: Sentence) -> int | None:
    """The clause that waits for what a clause tells; None where it goes on in that clause itself, or nowhere."""
    if _meant(found[number]):
        return None
    if number + 1 < len(found):
        return number + 1
    between = sentence.source[found[number - 1].stop : found[number].start] if number else "and"
    joined = not _JOINING.isdisjoint(between.casefold().split())  # "I live in Oslo and once I retire …"
    return None if joined else number - 1


def _lead(found: Sequence[Clause], number: int) -> str:
    """The word that makes a clause wait for something: "soon" for "as soon as", "time" for "by the time"."""
    clause = found[number]
    before = [word.word for word in found[number - 1].words[-3:]] if number else []
    if clause.lead == "as" and before[-2:] == ["as", "soon"]:
        return "soon"
    if before == ["by", "the", "time"] or [word.word for word in clause.words[:3]] == ["by", "the", "time"]:
        return "time"
    return clause.lead if clause.lead in ("when", "once", "until", "till", "before", "after") else ""


def _meant(clause: Clause) -> bool:
    """Whether a clause, or one that goes on in it without a comma, tells of what will be or is wanted."""
    verb = clause.verb
    if verb is not None and (verb.modal in _FUTURE or (verb.lemma in _MEANT and verb.tense == "present")):
        return True
    return any(word.word in ("will", "shall") or (word.word, after.word) == ("going", "to")
               for word, after in pairwise(clause.rest))  # fmt: skip


def _dated_ahead(found: Sequence[Clause], sentence: Sentence) -> Iterator[int]:
    """Clauses in the present with a date to come: "next year I live in Oslo", "five years from now: I live in"."""
    ahead = _ahead(sentence)
    if not ahead:
        return
    first = next((word for word in sentence.tokens if word.is_word or word.word[0] == "⟨"), None)
    headed = first is not None and first.word in ahead and len(sentence.tokens) > 1 and sentence.tokens[1].word == ":"
    for number, clause in enumerate(found):
        verb = clause.verb
        if verb is None or verb.tense != "present" or verb.modal is not None or verb.progressive:
            continue
        fronted = any(word.word in ahead for word in clause.fronted)
        later = verb.lemma in _STAYING and any(word.word in ahead for word in clause.rest)
        if headed or ((fronted or later) and verb.lemma in _LASTING and clause.subject.kind in _PEOPLE):
            yield number


def _ahead(sentence: Sentence) -> set[str]:
    """The tokens of dates to come by which something is to be, and not from which on."""
    found = set()
    for number, time in enumerate(sentence.times):
        words = sentence.source[time.start : time.stop].casefold()
        begins = time.until if words.startswith("by ") else time.first if time.relation is None else None
        on = words.startswith(("from ", "as of ", "as from ", "starting ", "beginning ", "since ", "until "))
        if begins is not None and sentence.at is not None and begins > sentence.at and not on:
            found.add(f"⟨{number}⟩")
    return found
