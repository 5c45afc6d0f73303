"""Whether the speaker says what a quoted stretch of a turn is proposed to say: asserted, not denied, of themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from strandline.extract import languages
from strandline.extract.clauses import Clause, Mood
from strandline.extract.kin_claims import mentioned
from strandline.extract.masks import Masked
from strandline.extract.moods import statements
from strandline.extract.relations import Relation
from strandline.extract.turn import Turn

_WHY = {
    Mood.QUESTION: "its quote stands in a question",
    Mood.UNREAL: "its quote is hypothetical, or a joke",
    Mood.PLAN: "its quote tells of what is not yet so",
    Mood.REPORTED: "its quote gives the words of somebody else",
}
_AHEAD = frozenset(["plans", "appointment", "deadline", "event", "instruction", "learning", "works_on"])
"""Relations that may be told of what is still to be."""
_BY_DENIAL = frozenset(["dislikes", "allergic_to", "avoids", "diet", "condition", "likes", "prefers", "instruction",
                        "relationship_status", "skill"])  # fmt: skip
"""Relations that may be told by a denial: "I can't stand jazz"."""
_OF_OTHERS = frozenset(["people", "pets", "instructions"])
_OTHERS = frozenset(["he", "she", "they", "who"])
_MINE = frozenset(["i", "me", "my", "mine", "we", "us", "our", "ours"])
_WORD = re.compile(r"[^\W_]+")


def in_english(masked: Masked, turn: Turn) -> list[Clause]:
    """The clauses of a turn with their moods; none of its parts in other languages."""
    foreign = [part for part in languages.parts(masked.text) if part.language] if languages.detect(masked.text) else []
    return [
        clause
        for clause in statements(masked, turn.at)
        if not any(part.start < clause.sentence.stop and clause.sentence.start < part.stop for part in foreign)
    ]


def objection(
    told: Sequence[Clause], quote: tuple[int, int], value: str, row: Relation, *, denied: bool, own: bool
) -> str | None:
    """Why the clauses at a quote do not say that a relation has a value; None where one of them does.

    ``denied`` is whether a denial, or an end, is proposed, ``own`` whether it is proposed of the speaker.
    """
    there = [clause for clause in told if clause.start < quote[1] and quote[0] < clause.stop]
    wanted = set(_WORD.findall(value.casefold()))
    naming = [clause for clause in there if wanted & _words(clause)]
    reasons = [_objection(clause, wanted, row, denied=denied, own=own) for clause in naming or there]
    return None if None in reasons else next(iter(reasons), None)


def _words(clause: Clause) -> set[str]:
    return set(_WORD.findall(clause.sentence.source[clause.start : clause.stop].casefold()))


def _spoken_of(clause: Clause) -> set[str]:
    """Names beside the word for what they are to the speaker: "my sister Ada"."""
    found = (named for _, _, named, _ in mentioned(clause.words) if named is not None)
    return {word.word for start, stop in found for word in clause.words[start:stop]}


def _objection(clause: Clause, wanted: set[str], row: Relation, *, denied: bool, own: bool) -> str | None:
    subject, verb = clause.subject, clause.verb
    people = row.group in _OF_OTHERS
    named = {subject.kin_word, *_WORD.findall(f"{subject.text} {subject.name}".casefold())}
    if people and ((not subject.is_speaker and wanted & named) or wanted & _spoken_of(clause)):
        return None  # "Does my sister Ada live here?" tells that there is Ada
    if clause.mood in _WHY and not (clause.mood is Mood.PLAN and (row.name in _AHEAD or denied)):
        return _WHY[clause.mood]
    if verb is not None and verb.negated and not denied and row.name not in _BY_DENIAL:
        return "its quote denies it"
    other = subject.kind == "person" or (subject.kind in ("pronoun", "other") and subject.text in _OTHERS)
    mine = bool(wanted & named) or any(word.word in _MINE for word in (*clause.rest, *clause.fronted))
    if own and other and not people and not mine:
        return "its quote says it of somebody else"
    return None
