"""One way of saying a relation, and the engine that finds it in a clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from strandline.extract.clauses import Clause, Mood
from strandline.extract.tokens import Token
from strandline.extract.values import stretch
from strandline.types import Act

PRESENT = frozenset({"present", "perfect", "bare"})
"""Tenses of a statement about now."""
DONE = frozenset({"past", "perfect", "bare"})
"""Tenses of something that happened."""
ANY = PRESENT | DONE


@dataclass(slots=True, kw_only=True)  # not frozen: made too often for that
class Found:
    """A pattern that was found: the clause, and the token ranges of its groups within ``words``."""

    clause: Clause
    words: tuple[Token, ...]
    groups: dict[str, tuple[int, int]]
    thing: str = ""
    """Group ``q`` of the pattern's ``noun``: "season" of "favourite season"."""

    def text(self, group: str) -> str:
        """The folded words of a group; empty when it is not there."""
        start, stop = self.groups.get(group, (0, 0))
        return " ".join(word.word for word in self.words[start:stop])


@dataclass(frozen=True, kw_only=True)
class Pattern:
    """A relation in words.

    ``verbs`` are the lemmas it begins with ("" for a clause without a verb, "*" for any, tried last); ``rest`` is a
    regular expression over the folded words after the verb, one space between them; its group ``v`` is where the value
    begins. ``value`` says how far it goes (see ``values.stretch``), group ``s`` names what it is said of, where that is
    not the subject. ``tenses`` are those in which it is a fact; in the past tense a state is told as over. ``act``
    END closes. ``who`` are the kinds of subjects it is true of.
    """

    verbs: tuple[str, ...]
    rest: str = r"(?P<v>.+)"
    relation: str
    value: str = "noun"
    act: Act = Act.STATE
    tenses: frozenset[str] = PRESENT
    who: frozenset[str] = frozenset({"speaker", "person", "pronoun", "none"})
    noun: str | None = None
    """For a thing somebody has ("my birthday", "Marek's shoe size"): what the thing is; the fact is about the owner."""
    qualifier: str | None = None
    """A fixed qualifier; else group ``q``."""
    fixed: str | None = None
    """A fixed value, where the words do not give one: "I don't drink" -> alcohol."""
    negated: bool | None = False
    """False: a denied statement is a denial. None: the pattern takes both alike. True: only denied statements fit."""
    progressive: bool | None = None
    passive: bool | None = None
    modal: frozenset[str | None] = frozenset({None})
    single: bool = False
    """The value is one, also where "and" follows."""
    loose: bool = False
    others: tuple[str, ...] = ()
    """END: further relations this may end, where a value fits."""
    check: Callable[[Found], bool] | None = None
    guard: Callable[[Clause], bool] | None = None
    """Asked before anything else, to be cheap where most clauses cannot fit."""
    inverse: bool = False
    """The value names whom the fact is about, the clause's subject is its value: "Alice manages Bob"."""
    value_of: Callable[[Found], str | None] | None = None
    """Gives the value where it is not written as such; None refuses."""
    denies: bool = False
    """The words deny by themselves, whether the verb is denied or not: "we have no pets"."""
    confidence: float = 0.85
    moods: frozenset[Mood] = frozenset({Mood.FACT, Mood.BACKGROUND})
    goes_on: bool = False
    """Further patterns may speak of the same clause."""
    event_day: bool = field(default=False)
    """A date in the clause is the day of it (for events) or the day it began (for changes)."""
    takes: str = "rest"
    """Where the value stands: ``rest`` after the verb (group ``v``), ``verb`` the verb and what follows it, ``clause``
    all of it and the conditions around it, ``subject`` what the clause is about ("jazz is my thing"); the fact is then
    about the speaker."""
    generic: bool = False
    """The value is a kind ("cat"), not a name: a named one takes its place."""
    strip: str = ""
    """A regular expression for words at the front of a value that are no part of it: "a bit of"."""
    keep: Callable[[str], bool] | None = None
    """Which values count, by their folded words."""
    mentioned: bool = False
    """The value is not in the clause: it is the one of this relation that was spoken of before in the turn."""
    speaker: bool = False
    """The fact is about the speaker, whatever the clause is about: "the divorce came through"."""
    past: bool = True
    """Whether it is told as over in the past tense; False: nothing is made of the past tense."""

    @property
    def regex(self) -> re.Pattern[str]:
        """``rest``, compiled once."""
        return _compiled(self.rest)


@cache
def _compiled(rest: str) -> re.Pattern[str]:
    """A regular expression of the tables. Compiled when it is first tried: all of them take longer than a start may."""
    return re.compile(rest)


def joined(words: Sequence[Token]) -> tuple[str, list[int]]:
    """The folded words with one space between them, and where each begins."""
    starts, at = [], 0
    for word in words:
        starts.append(at)
        at += len(word.word) + 1
    return " ".join(word.word for word in words), starts


Grammar = tuple[str, bool, Mood, "tuple[str, bool, bool, str | None, bool, bool] | None"]
"""What decides which patterns may speak of a clause: kind of subject, whether it is somebody's, mood, verb."""


def grammar(clause: Clause) -> Grammar:
    """The grammar of a clause."""
    verb, subject = clause.verb, clause.subject
    form = None if verb is None else (verb.tense, verb.progressive, verb.passive, verb.modal, verb.negated, verb.ended)
    return subject.kind, subject.owner is not None, clause.mood, form


def fits(pattern: Pattern, form: Grammar) -> bool:
    """Whether a pattern may speak of clauses of this grammar."""
    kind, owned, mood, verb = form
    if mood not in pattern.moods:
        return False
    if (kind != "thing" or not owned) if pattern.noun is not None else kind not in pattern.who:
        return False
    if verb is None:
        return True
    tense, progressive, passive, modal, negated, ended = verb
    return not (
        (pattern.progressive is not None and progressive is not pattern.progressive)
        or (pattern.passive is not None and passive is not pattern.passive)
        or (modal not in pattern.modal and modal not in (None, "used"))
        or (pattern.negated is True and not (negated or ended))
        or (not pattern.past and tense not in pattern.tenses and not ended)
    )


def match(pattern: Pattern, clause: Clause, said: str, starts: list[int]) -> Found | None:
    """The pattern in a clause whose rest is ``said``, where it fits its grammar; None where the words are others."""
    thing = ""
    if pattern.guard is not None and not pattern.guard(clause):
        return None
    if pattern.noun is not None:
        noun = re.fullmatch(pattern.noun, clause.subject.text)
        thing = "" if noun is None else noun.groupdict().get("q") or ""
        if noun is None or "⟨" in thing:
            return None
    hit = pattern.regex.match(said)
    if hit is None:
        return None
    words, groups = _groups(pattern, clause, hit, starts)
    found = Found(clause=clause, words=words, groups=groups, thing=thing)
    return found if pattern.check is None or pattern.check(found) else None


def _groups(
    pattern: Pattern, clause: Clause, hit: re.Match[str], starts: list[int]
) -> tuple[tuple[Token, ...], dict[str, tuple[int, int]]]:
    """The tokens that the groups count, and the groups."""
    whole = pattern.takes != "rest"
    words = clause.words if whole else clause.rest
    shift = len(clause.words) - len(clause.rest) if whole else 0
    groups = {}
    for name, text in hit.groupdict().items():
        if text:
            low, high = hit.span(name)
            groups[name] = (shift + _token(starts, low), shift + _token(starts, high - 1) + 1)
    if pattern.takes == "verb" and clause.verb is not None:
        start = clause.verb.rest - 1
        stop = groups.get("v", (0, len(words)))[1]
        stop = stretch(words[:stop], start, pattern.value)[1] if pattern.event_day and stop > start else stop
        groups["v"] = (start, _undated(pattern, words, stop))
    elif pattern.takes == "clause":
        words = clause.sentence.tokens
        groups["v"] = _with_conditions(clause)
    elif pattern.takes == "subject" and not clause.inherited:
        subject = clause.subject
        named = [
            at
            for at in range(subject.start, subject.stop)
            if subject.kin is None or subject.first <= words[at].start < subject.last
        ]
        groups["v"] = (named[0], named[-1] + 1)
    return words, groups


def _with_conditions(clause: Clause) -> tuple[int, int]:
    """The tokens of its sentence that make up a clause, with "when I …" before it and "unless I …" after it."""
    words = clause.sentence.tokens
    start = next(at for at, word in enumerate(words) if word.start >= clause.start)
    stop = next((at for at, word in enumerate(words) if word.start >= clause.stop), len(words))
    if start and words[start - 1].word in _CONDITIONS:
        start -= 1
    after = words[stop + (stop < len(words) and words[stop].word == ",") :]
    return start, (len(words) if after and after[0].word in _CONDITIONS else stop)


_CONDITIONS = frozenset(["when", "whenever", "if", "unless", "until", "except", "even", "before", "after"])


_BEFORE_DATES = frozenset(["on", "in", "at", "the", "this", "during", "over", "from", "until", ",", "last"])


def _undated(pattern: Pattern, words: Sequence[Token], stop: int) -> int:
    """Where a phrase ends without the date that is told apart from it."""
    while (
        pattern.event_day
        and stop > 1
        and (words[stop - 1].word.startswith("⟨") or words[stop - 1].word in _BEFORE_DATES)
    ):
        stop -= 1
    return stop


def _token(starts: list[int], char: int) -> int:
    low, high = 0, len(starts)
    while high - low > 1:
        middle = (low + high) // 2
        if starts[middle] <= char:
            low = middle
        else:
            high = middle
    return low


def indexed(patterns: Iterable[Pattern]) -> dict[str, tuple[Pattern, ...]]:
    """Patterns by the lemma of the verb, in their order."""
    table: dict[str, list[Pattern]] = {}
    for pattern in patterns:
        for verb in pattern.verbs:
            table.setdefault(verb, []).append(pattern)
    return {verb: tuple(found) for verb, found in table.items()}
