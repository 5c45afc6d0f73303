"""What "it" and "them" stand for, where the clause before says it: "I can't take ibuprofen, I'm allergic to it"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from strandline.extract.clauses import Clause, Mood
from strandline.extract.naming import NOT_NAMES
from strandline.extract.tokens import Token
from strandline.extract.values import stretch

_TAKEN = frozenset(
    """
    take eat drink quit start stop try avoid play study learn do love like hate use give have touch stand cook teach
    practise practice begin enjoy
    """.split()  # noqa: SIM905
)
"""Verbs whose bare object the next clause may take up: "I started bouldering, I love it"."""
_FELT = frozenset(["love", "hate", "like", "enjoy", "adore", "dislike", "detest", "loathe", "stand", "bear", "avoid"])
_CONSUMED = frozenset(["drink", "eat", "play", "smoke"])
"""Verbs that say of "it" what is done with it: "coffee is off, I don't drink it"."""
_OPINION = frozenset(
    ["mad", "crazy", "obsessed", "keen", "hooked", "wild", "into", "nuts", "addicted", "fond", "sick", "tired"]
)
_TOPIC = frozenset(["about", "on", "with", "of", "to", "regarding"])
_SHORT = frozenset(["off", "out", "over", "back", "gone", "history", "banned"])
"""What is said of a thing that is given up or taken up again: "coffee is off again"."""
_TOWARDS = frozenset(["allergic", "intolerant", "addicted", "sensitive"])
_AFTER = frozenset(
    [
        ",",
        "any",
        "now",
        "these",
        "anymore",
        "again",
        "a",
        "so",
        "too",
        "really",
        "and",
        "but",
        "at",
        "very",
        "to",
        "!",
        "though",
    ]
)
_NO_OBJECTS = NOT_NAMES | frozenset(
    ["me", "us", "him", "them", "up", "out", "off", "some", "any", "too", "something", "everything", "part", "care"]
)
_DOING = frozenset(
    ["any", "to", "up", "taking", "eating", "drinking", "using", "doing", "playing", "smoking", "trying", "learning"]
)
"""What may stand between the verb and its object: "I stopped taking codeine", "I took up pottery"."""
_WORK = frozenset(["job", "position", "role", "post", "internship", "placement", "apprenticeship", "traineeship"])
_LONGEST = 3


class Object:
    """The last thing a turn spoke of, clause by clause."""

    def __init__(self) -> None:
        self._words: tuple[Token, ...] = ()
        self._firm: tuple[Token, ...] = ()
        """What the clause before was about, by name."""
        self._begun: Clause | None = None
        self._given_up = False

    def resumed(self, clause: Clause) -> Clause:
        """The clause with what "it" stands for in its place; the clause as it is where that is not clear."""
        put = self._placed(clause) or self._there(clause) or self._employed(clause) or clause
        self._firm = _named_subject(clause)
        if clause.mood in (Mood.FACT, Mood.PLAN, Mood.REQUEST) and not _says_how_only(clause):
            self._words = _object(clause) or _topic(clause)
            self._given_up = clause.subject.kind == "thing" and clause.verb is not None
            self._begun = clause if _new_work(clause) else self._begun
        return put

    def _placed(self, clause: Clause) -> Clause | None:
        at = _pronoun(clause)
        if self._words and [word.word for word in clause.rest] == ["allergic"]:
            return replace(clause, rest=(clause.rest[0], clause.rest[0]._replace(word="to"), *self._words))
        if at is None or not self._words or (self._given_up and clause.verb and clause.verb.lemma not in _CONSUMED):
            return None
        return replace(clause, rest=(*clause.rest[:at], *self._words, *clause.rest[at + 1 :]))

    def _there(self, clause: Clause) -> Clause | None:
        """ "Kiln is history, I don't work there any more" """
        verb, words = clause.verb, clause.rest
        if not self._firm or verb is None or not words or words[0].word != "there" or not clause.subject.is_speaker:
            return None
        place = _THERE.get(verb.lemma)
        return None if place is None else replace(
            clause, rest=(words[0]._replace(word=place), *self._firm, *words[1:])
        )  # fmt: skip

    def _employed(self, clause: Clause) -> Clause | None:
        """ "I started a new job on Monday. It's at Kiln": one statement in two."""
        begun, verb = self._begun, clause.verb
        if (
            begun is None
            or begun is clause
            or verb is None
            or verb.lemma != "be"
            or clause.subject.text not in ("it", "job")
        ):
            return None
        if (
            verb.tense != "present"
            or not clause.rest
            or clause.rest[0].word not in ("at", "with", "for")
            or verb.negated
        ):
            return None
        return replace(
            begun, sentence=begun.sentence, words=(*begun.words, *clause.rest), rest=(*begun.rest, *clause.rest)
        )


def _named_subject(clause: Clause) -> tuple[Token, ...]:
    """The name of a firm or school that a clause is about; nothing for people of the speaker's."""
    subject = clause.subject
    if subject.kind not in ("thing", "person") or subject.kin is not None or subject.owner is not None:
        return ()
    tokens = tuple(word for word in clause.words if subject.first <= word.start < subject.last)
    return tokens if tokens and tokens[0].capital and len(tokens) <= _LONGEST_NAME else ()


_THERE = {"work": "at", "study": "at", "teach": "at"}
_LONGEST_NAME = 6


def _new_work(clause: Clause) -> bool:
    verb = clause.verb
    return (
        verb is not None
        and clause.subject.is_speaker
        and verb.lemma in ("start", "get", "begin", "land", "find", "take")
        and verb.tense in ("past", "perfect")
        and not verb.negated
        and any(word.word in _WORK for word in clause.rest[:4])
        and not any(word.word in ("at", "with", "for") for word in clause.rest)
    )


def _object(clause: Clause) -> tuple[Token, ...]:
    """The bare object of a clause: "ibuprofen" of "I can't take ibuprofen"; nothing where it is another."""
    verb, words = clause.verb, clause.rest
    if verb is not None and (
        verb.lemma not in _TAKEN or not (clause.subject.is_speaker or clause.subject.kind == "none")
    ):
        return ()
    if verb is None and not any(word.word == "no" for word in clause.words[:2]):
        return ()
    start = int(verb is None and bool(words) and words[0].word == "no")
    start += int(start < len(words) and words[start].word in _DOING)
    if start >= len(words) or words[start].word in _NO_OBJECTS or not words[start].word.isalpha():
        return ()
    stop = stretch(words, start, "thing")[1]
    ends = stop >= len(words) or words[stop].word not in ("in", "of", "to", "with", "from", "about")  # "pride in it"
    return tuple(words[start:stop]) if ends and 0 < stop - start <= _LONGEST else ()


def _says_how_only(clause: Clause) -> bool:
    """ "I'm hooked" between "I tried bouldering" and "I adore it"."""
    verb, words = clause.verb, clause.rest
    return verb is not None and verb.lemma == "be" and clause.subject.is_speaker and len(words) == 1 and (
        words[0].word in _OPINION
    )  # fmt: skip


def _topic(clause: Clause) -> tuple[Token, ...]:
    """What a clause is about by other words: "I've changed my mind about blue cheese", "as for olives"."""
    verb, words = clause.verb, clause.rest
    said = [word.word for word in words]
    if verb is None:
        start = 2 if said[:2] == ["as", "for"] else int(said[:1] in (["about"], ["regarding"]))
    elif (clause.subject.is_speaker or clause.subject.kind == "none") and (
        (verb.lemma == "change" and said[:2] == ["my", "mind"])
        or (verb.lemma == "be" and said[:1] and said[0] in _OPINION)
    ):
        at = 2 if verb.lemma == "change" else 1
        start = at + 1 if said[at : at + 1] and said[at] in _TOPIC else 0
    elif (
        verb.lemma == "be"
        and clause.subject.kind == "thing"
        and clause.subject.owner is None
        and set(said[:1]) & _SHORT
    ):
        subject = clause.subject
        tokens = [word for word in clause.sentence.tokens if subject.first <= word.start < subject.last]
        return tuple(tokens) if 0 < len(tokens) <= _LONGEST and len(said) <= 2 else ()
    else:
        return ()
    if not 0 < start < len(words) or words[start].word in _NO_OBJECTS or not words[start].word.isalpha():
        return ()
    stop = stretch(words, start, "thing")[1]
    return tuple(words[start:stop]) if 0 < stop - start <= _LONGEST else ()


def _pronoun(clause: Clause) -> int | None:
    """The place of an "it" or "them" that somebody feels something about, in the rest of a clause."""
    verb, words = clause.verb, clause.rest
    if verb is None or not clause.subject.is_speaker or verb.tense != "present" or verb.progressive:
        return None
    at = _place(words) if verb.lemma == "be" else 0 if verb.lemma in _FELT | _CONSUMED else None
    if at is None or at >= len(words) or words[at].word not in ("it", "them"):
        return None
    after = "" if at + 1 == len(words) else words[at + 1].word
    return at if not after or after in _AFTER or after[0] == "⟨" else None


def _place(words: Sequence[Token]) -> int | None:
    """The place after "allergic to"."""
    return next(
        (
            at + 2
            for at, word in enumerate(words[:4])
            if word.word in _TOWARDS and words[at + 1 : at + 2] and words[at + 1].word in ("to", "of")
        ),
        None,
    )
