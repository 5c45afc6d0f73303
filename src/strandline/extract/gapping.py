"""What a sentence leaves out the second time: "my brother lives in Kiel and my sister in Bonn"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from strandline.extract.clauses import Clause, Mood
from strandline.extract.naming import name_stop
from strandline.extract.occupations import occupation
from strandline.extract.people import KIN, singular
from strandline.extract.subjects import Subject, subject_at
from strandline.extract.tables.habits import pastime
from strandline.extract.tokens import Token
from strandline.extract.verbs import FORMS

_JOINERS = frozenset(["and", "while", "but", ","])
_PREPOSITIONS = frozenset(["in", "at", "to", "on", "for", "from", "with", "as"])
_OWNERS = frozenset(["my", "our", "his", "her", "their"])
_TAKING = frozenset(
    [
        "play",
        "speak",
        "like",
        "love",
        "hate",
        "prefer",
        "drive",
        "drink",
        "eat",
        "study",
        "teach",
        "use",
        "have",
        "own",
        "want",
        "dislike",
        "enjoy",
        "support",
        "collect",
    ]
)
"""Verbs whose object may follow the second subject bare: "I like tea and my husband coffee"."""
_DEGREES = frozenset(
    ["both", "too", "equally", "alike", "well", "either", "together", "all", "most", "best", "more", "again", "always"]
)
_LONGEST = 5
"""Words of the second subject."""


def completed(found: Iterable[Clause]) -> Iterator[Clause]:
    """The clauses, and after each those that share its verb without saying it again."""
    for clause in found:
        said_of = clause.verb is not None and clause.subject.kind in _SUBJECTS and len(clause.rest) > 3
        turned = (_turned(clause) or _only(clause)) if said_of else None
        if turned is not None:
            yield from turned
            continue
        joiner = _another(clause) if said_of else None
        if joiner is not None:
            stop = len(clause.words) - len(clause.rest) + joiner
            yield replace(clause, words=clause.words[:stop], rest=clause.rest[:joiner])
            rest = clause.rest[joiner + 1 :]
            yield from completed(
                [replace(clause, words=(*clause.words[: len(clause.words) - len(clause.rest)], *rest), rest=rest)]
            )
            continue
        cut = _cut(clause) if said_of and len(clause.rest) > 4 else None
        if cut is None:
            yield clause
            continue
        joiner, begin, object_at, kept = cut
        second = _second(clause, (begin, object_at), kept)
        if second is None:
            yield clause
            continue
        stop = len(clause.words) - len(clause.rest) + joiner
        yield replace(clause, words=clause.words[:stop], rest=clause.rest[:joiner])
        yield from completed([second])


def _turned(clause: Clause) -> list[Clause] | None:
    """ "Choir is on Thursdays, Mondays is yoga": the second day stands before what is on it."""
    words = clause.rest
    at = next((at for at in range(1, len(words) - 3) if words[at].word == "," and words[at + 2].word in _IS), None)
    if at is None or words[0].word[0] != "⟨" or words[at + 1].word[0] != "⟨" or clause.verb is None:
        return None
    shift = len(clause.words) - len(words)
    first = replace(clause, words=clause.words[: shift + at], rest=words[:at])
    named = words[at + 3 :]
    if clause.verb.lemma != "be" or not pastime(" ".join(word.word for word in named)):
        return [first]
    subject = Subject(
        kind="thing", text=" ".join(word.word for word in named), stop=len(named), first=named[0].start,
        last=named[-1].stop,
    )  # fmt: skip
    second = (*named, words[at + 2], words[at + 1])
    verb = replace(clause.verb, rest=len(named) + 1, negated=False, ended=False)
    return [first, replace(clause, words=second, subject=subject, verb=verb, rest=second[-1:], inherited=False)]


_IS = frozenset(["is", "are"])


def _only(clause: Clause) -> list[Clause] | None:
    """ "I don't speak Dutch, only German", "I'm not allergic to cats, just dogs": what is denied, and what is so."""
    verb, words = clause.verb, clause.rest
    if verb is None or not verb.negated or verb.ended or verb.tense != "present":
        return None
    kept = 2 if verb.lemma == "be" and words[0].word in _REACTING and words[1].word == "to" else 0
    if not kept and verb.lemma not in _TAKING | _KNOWING:
        return None
    at = next((at for at in range(kept + 1, len(words) - 2) if words[at].word == ","), None)
    if at is None or at > kept + 3 or words[at + 1].word not in ("only", "just"):
        return None
    begin = at + 2 + (kept > 0 and words[at + 2].word == "to")
    told = words[begin:]
    if not 0 < len(told) <= 3 or not _same_kind(words[kept], told[0]) or _has_verb(told):
        return None
    before = clause.words[: len(clause.words) - len(words)]
    rest = (*words[:kept], *told)
    return [
        replace(clause, words=(*before, *words[:at]), rest=words[:at]),
        replace(clause, words=(*before, *rest), rest=rest, verb=replace(verb, negated=False)),
    ]


def _same_kind(denied: Token, told: Token) -> bool:
    """Whether what is so can stand where what is denied stood: both names, or both things."""
    vague = any(not word.word.isalpha() or word.word in _VAGUE or word.word.endswith("ly") for word in (denied, told))
    return not vague and denied.capital is told.capital and told.word not in _PREPOSITIONS


_KNOWING = frozenset(["know", "understand", "learn", "read"])
_REACTING = frozenset(["allergic", "intolerant", "sensitive"])
_VAGUE = frozenset(
    """
    it that this them him her me you us much many more any some a-lot my your his their our its kidding saying joking
    asking wondering because when if sometimes once twice not very really too so well enough half now here there online
    """.split()  # noqa: SIM905
)
"""Words that name nothing that is spoken, eaten or had."""


def _another(clause: Clause) -> int | None:
    """The "and" in "Reykjavik in 2019 and Cusco in 2022", "at Kone until 2019 and at Nokia since": each dated."""
    words = clause.rest
    for at in range(2, len(words) - 1):
        if (
            words[at].word != "and"
            or not _dated(words[:at])
            or not _dated(words[at + 1 :])
            or _has_verb(words[at + 1 :])
        ):
            continue
        if words[0].word in _PREPOSITIONS:
            alike = words[at + 1].word == words[0].word and at + 2 < len(words) and _alike(words[1], words[at + 2])
        else:
            named = name_stop(words, at + 1)
            after = words[named] if named < len(words) else None
            alike = (
                words[0].capital
                and named > at + 1
                and after is not None
                and (after.word in _PREPOSITIONS or after.word[0] == "⟨")
            )
        return at if alike else None
    return None


def _dated(words: Sequence[Token]) -> bool:
    return any(word.word.startswith("⟨") for word in words)


_SUBJECTS = frozenset(["speaker", "person", "thing"])


def _cut(clause: Clause) -> tuple[int, int, int, int] | None:
    """(joiner, second subject, what is said of it, words of the first that both share), counted in the rest."""
    words = clause.rest
    for at in range(1, len(words) - 2):
        if words[at].word not in _JOINERS:
            continue
        begin = at + 1 + (words[at].word == "," and words[at + 1].word in ("and", "while", "but"))
        stop = _noun_stop(clause, words, begin)
        if clause.verb is not None and clause.verb.lemma == "paint" and clause.verb.passive and stop is not None:
            stop = len(words) - 1
        if stop is None or stop >= len(words) or _has_verb(words[stop:]):
            continue
        for kept in range(0, min(3, at)):
            if words[kept].word in _PREPOSITIONS:
                alike = (
                    words[stop].word == words[kept].word
                    and stop + 1 < len(words)
                    and _alike(words[kept + 1], words[stop + 1])
                )
                alike = alike and not (words[begin].capital and any(word.capital for word in words[:kept]))
                return (at, begin, stop, kept) if alike and words[at - 1].word not in _OWNERS else None
        return (at, begin, stop, 0) if _bare(clause, words, (at, begin, stop)) else None
    return None


def _noun_stop(clause: Clause, words: Sequence[Token], begin: int) -> int | None:
    """The index after a second subject: "my sister Ana", "the side gate", "Bela"; None where none begins."""
    if begin >= len(words):
        return None
    named = name_stop(words, begin)
    if named > begin:
        return named
    if words[begin].word in ("i", "we"):
        return begin + 1
    things = clause.subject.kind == "thing" and words[begin].word in ("the", "our", "my")
    if not (things or words[begin].word in _OWNERS):
        return None
    stop = begin + 1
    while stop < min(begin + _LONGEST, len(words)) and words[stop].word not in _PREPOSITIONS:
        word = words[stop].word
        if not words[stop].is_word or word in ("and", "or", "who", "which", "that", "'s"):
            return None
        stop += 1
        if not things and singular(word) in KIN:
            return max(stop, name_stop(words, stop))
    return stop if stop > begin + 1 else None


def _has_verb(words: Sequence[Token]) -> bool:
    return any(
        {form.tense for form in FORMS.get(word.word, ())} & {"s", "past"}
        or word.word in ("have", "am", "are", "do", "will", "can", "would")
        for word in words
    )


def _alike(one: Token, other: Token) -> bool:
    """Whether two words may stand in the same place: both names, both numbers or dates, or both plain."""
    if one.word[0] in "⟨⟦" or other.word[0] in "⟨⟦" or one.word[0].isdigit() or other.word[0].isdigit():
        return not (one.word.isalpha() and other.word.isalpha()) and one.word[0] not in "⟦"
    return one.capital is other.capital and other.word not in FORMS and other.word.isalpha()


def _bare(clause: Clause, words: Sequence[Token], places: tuple[int, int, int]) -> bool:
    """ "my daughter the harp" after "my son plays the drums"."""
    joiner, begin, stop = places
    verb = clause.verb
    kin = any(singular(word.word) in KIN for word in words[begin:stop])
    if verb is not None and verb.lemma == "paint" and verb.passive:
        return joiner <= 3 and len(words) - stop <= 3 and words[-1].word.isalpha()  # "painted sage and the hall cream"
    if verb is not None and verb.lemma == "be" and kin and clause.subject.kin is not None:
        return _is_one(words, joiner) and _is_one(words[stop:], len(words) - stop)  # "… a nurse and my aunt a cook"
    if verb is None or verb.lemma not in _TAKING or not kin or words[0].word in _OWNERS:
        return False
    said = words[stop:]
    if said[-1].word in _DEGREES or said[-1].word.endswith("ly") or any(word.word in _PREPOSITIONS for word in said):
        return False
    article = words[0].word in ("a", "an", "the")
    if article or said[0].word in ("a", "an", "the"):
        return article and said[0].word in ("a", "an", "the") and len(said) <= 4
    return joiner <= 2 and len(said) <= 2 and _alike(words[0], said[0])


def _is_one(words: Sequence[Token], stop: int) -> bool:
    """Whether words are an occupation with its article and no more."""
    return 2 <= stop <= 4 and words[0].word in ("a", "an") and occupation([word.word for word in words[1:stop]])


def _second(clause: Clause, places: tuple[int, int], kept: int) -> Clause | None:
    """The clause of the second subject, with the verb of the first."""
    begin, stop = places
    verb = clause.verb
    if verb is None:
        return None
    shared = clause.words[clause.subject.stop if not clause.inherited else verb.rest - 1 : verb.rest]
    rest = (*clause.rest[:kept], *clause.rest[stop:])
    words = (*clause.rest[begin:stop], *shared, *rest)
    subject: Subject | None = subject_at(words, 0)
    if subject is None or subject.stop != stop - begin or subject.kind not in _SUBJECTS:
        return None
    shift = stop - begin + len(shared)
    mood = Mood.FACT if clause.mood is Mood.BACKGROUND else clause.mood
    return replace(
        clause,
        words=words,
        subject=subject,
        verb=replace(verb, rest=shift),
        rest=rest,
        lead="and",
        inherited=False,
        fronted=(),
        mood=mood,
    )
