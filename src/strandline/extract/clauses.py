"""Clauses: who, verb, rest, and whether the speaker asserts it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise

from strandline.extract.openers import skip_openers
from strandline.extract.people import KIN, singular
from strandline.extract.pieces import RELATIVE, pieces
from strandline.extract.profiles import spoken
from strandline.extract.sentences import Sentence
from strandline.extract.subjects import Subject, subject_at
from strandline.extract.tokens import Token
from strandline.extract.verbs import FORMS, Verb, verb_group


class Mood(StrEnum):
    """How a clause is meant."""

    FACT = "fact"
    QUESTION = "question"
    UNREAL = "unreal"
    """Hypothesis, wish, condition, invention, joke."""
    PLAN = "plan"
    REPORTED = "reported"
    """Somebody else's words."""
    REQUEST = "request"
    """Said to the assistant as an order."""
    BACKGROUND = "background"
    """Set in the past by a "when", "back when", "as a child"."""


@dataclass(slots=True, kw_only=True)  # not frozen: made too often for that
class Clause:
    """One statement. ``rest`` are the tokens after the verb; without a verb, all tokens."""

    sentence: Sentence
    words: tuple[Token, ...]
    subject: Subject
    verb: Verb | None
    rest: tuple[Token, ...]
    mood: Mood = Mood.FACT
    lead: str = ""
    """The connective before it: "if", "because", "and"."""
    inherited: bool = False
    """Whether its subject is that of the clause before."""
    fronted: tuple[Token, ...] = field(default=())
    """What stands before the subject: dates, "on weekends"."""
    part: bool = False
    """Whether it is a later member of a list of the clause."""
    carried: tuple[Token, ...] = field(default=())
    """Dates of the clause before, where that tells with it what one subject did: "packed up last month and moved"."""

    @property
    def start(self) -> int:
        """First character."""
        return self.words[0].start

    @property
    def stop(self) -> int:
        """Character after the last."""
        return self.words[-1].stop


def clauses(sentence: Sentence) -> list[Clause]:
    """The clauses of a sentence in order. Moods are still those of plain statements."""
    found: list[Clause] = []
    before: Subject | None = None
    for lead, words in pieces(spoken(sentence.tokens, sentence.words, asks=sentence.asks), asks=sentence.asks):
        clause = _clause(sentence, words, lead, before)
        if clause is None:
            continue
        if found and _told_with(found[-1], clause):
            clause = replace(clause, carried=found[-1].carried or _dates_of(found[-1].words))
        if clause.subject.kind != "none":
            before = clause.subject
        if clause.subject.is_speaker and [word.word for word in clause.fronted[:2]] in (["as", "a"], ["as", "an"]):
            nobody = Subject(kind="none", text="", stop=0)
            front = clause.fronted  # "As a nurse at St Olav's I see this every day"
            found.append(replace(clause, words=front, subject=nobody, verb=None, rest=front[1:], fronted=()))
        found.append(clause)
    if len(found) > 1 and _as_somebody(found[0]) and any(word.word in ("i", "we", "my") for word in found[1].words):
        found[0] = replace(found[0], rest=found[0].rest[1:])
    return found


def _told_with(first: Clause, second: Clause) -> bool:
    """Whether a clause goes on with what its subject did, without a date: "… last month and moved to Bergen"."""
    one, other = first.verb, second.verb
    if one is None or other is None or not second.inherited or second.lead != "and":
        return False
    told = one.tense == other.tense == "past" and not (one.negated or other.negated)
    later = {"then", "later", "eventually", "since", "now", "afterwards", "soon", "ever"}
    dated = bool(_dates_of(second.words)) or bool(later & {word.word for word in second.words})
    return told and not dated and one.lemma not in _LASTING and one.modal is None


def _dates_of(words: Sequence[Token]) -> tuple[Token, ...]:
    return tuple(word for word in words if word.word.startswith("⟨"))


_LASTING = frozenset(["be", "bear", "live", "work", "grow", "know", "have", "meet", "like", "love", "want", "use"])
"""What goes on for long, or long before: its date says nothing of what follows."""


def _as_somebody(clause: Clause) -> bool:
    """ "As a vegan, what can I eat?" """
    first = [word.word for word in clause.rest[:2]]
    return clause.verb is None and clause.subject.kind == "none" and first in (["as", "a"], ["as", "an"])


def parts_of(clause: Clause) -> list[Clause]:
    """The clause, and each further thing that a list says: "I'm 52, divorced and vegan", "vegan, two cats"."""
    whole = [clause]
    verb = clause.verb
    if verb is not None and verb.passive and verb.lemma in _STATES and verb.tense == "present":
        return [clause, *_beside_state(clause, replace(verb, lemma="be", passive=False))]
    if verb is not None and (verb.lemma not in ("be", "have") or verb.progressive or verb.passive):
        return whole
    inside = _bracketed(clause.rest) if any(word.word == "(" for word in clause.rest) else frozenset()
    cuts = [
        at
        for at, word in enumerate(clause.rest)
        if word.word in (",", "and", "&", "plus") and at > 0 and at not in inside
    ]
    if (
        not cuts
        or clause.subject.kind not in ("speaker", "none", "pronoun", "person")
        or (verb is None and clause.subject.kind != "none")
    ):
        return whole
    edges = [*cuts, len(clause.rest)]
    if not _listed(clause.rest[: cuts[0]]) or _names_follow(clause.rest, cuts[0]):
        return whole
    if verb is None:
        whole = [replace(clause, rest=clause.rest[: cuts[0]])]
    for low, high in pairwise(edges):
        if high == low + 1:
            continue  # ", and"
        if not _listed(clause.rest[low + 1 : high]):
            break
        start = low
        while start < high and clause.rest[start].word in (",", "and", "&", "plus", "also", "so"):
            start += 1
        if start < high and clause.rest[start].word not in ("which", "who", "but", "not", "because"):
            whole.append(_member(clause, clause.rest[start:]))
    return whole


_STATES = frozenset(["retire", "marry", "divorce", "separate", "widow", "engage"])
"""Verbs whose participle tells what somebody is."""


def _beside_state(clause: Clause, being: Verb) -> list[Clause]:
    """What else somebody is doing who is retired or married: "I'm retired and living in Nice"."""
    for at, word in enumerate(clause.rest[:-2]):
        if word.word in (",", "and"):
            start = at + 1 + (clause.rest[at + 1].word == "and")
            doing = any(form.tense == "ing" for form in FORMS.get(clause.rest[start].word, ()))
            return [_member(replace(clause, verb=being), clause.rest[start:])] if doing else []
    return []


def _member(clause: Clause, rest: tuple[Token, ...]) -> Clause:
    """A later member of a list; of "I'm 19, studying law" it has its own verb."""
    verb = clause.verb
    form = next((form for form in FORMS.get(rest[0].word, ()) if form.tense == "ing"), None)
    if verb is None or verb.lemma != "be" or form is None:
        return replace(clause, rest=rest, part=True)
    words = (*clause.words[: verb.rest], *rest)
    doing = replace(verb, lemma=form.lemma, progressive=True, rest=verb.rest + 1)
    return replace(clause, words=words, verb=doing, rest=rest[1:], part=True)


def _names_follow(words: Sequence[Token], comma: int) -> bool:
    """ "two cats, Lola and Chispa": what comes after the comma names those before it."""
    return words[comma].word == "," and words[comma + 1 :][:1] != () and words[comma + 1].capital and (
        singular(words[comma - 1].word) in KIN)  # fmt: skip


def _bracketed(words: Sequence[Token]) -> frozenset[int]:
    """The places of some words that stand in brackets."""
    depth, inside = 0, set()
    for at, word in enumerate(words):
        depth += (word.word == "(") - (word.word == ")")
        if depth > 0:
            inside.add(at)
    return frozenset(inside)


_LONGEST_MEMBER = 9
"""Words a member of a list may have, names in brackets aside."""


def _listed(words: Sequence[Token]) -> bool:
    """Whether some words can be a member of a list of what somebody is or has: short, and no statement themselves."""
    told = any(word.word in ("that", "which", "who", "by", "because", "if") for word in words)
    told = told or any(word.word == "about" and one.word not in _ABOUT for one, word in pairwise(words))
    bracket = next((at for at, word in enumerate(words) if word.word == "("), len(words))
    return 0 < bracket <= _LONGEST_MEMBER and not told and not (words[0].word == "the" and words[0].capital)


_ABOUT = frozenset(["mad", "crazy", "nuts", "wild", "passionate", "enthusiastic"])
"""Before "about" these tell what somebody likes."""
_FRONTING = frozenset(
    """
    on in at for after before during by since until from with as
    """.split()  # noqa: SIM905
)
"""Words of what may stand before the subject: "before Kiln I was at Northlight"."""


def _often(words: Sequence[Token], at: int) -> bool:
    """ "Most evenings I …" """
    return words[at].word in ("most", "some") and at + 1 < len(words) and words[at + 1].word in _DAYS


_DAYS = frozenset(
    """
    evenings mornings days nights weekends weeks afternoons mondays tuesdays wednesdays thursdays fridays saturdays
    sundays
    """.split()  # noqa: SIM905
)


_WEATHER = frozenset(["rain", "snow", "be", "get", "go", "pour", "bother"])
"""Of these "been …ing" may be said of anything."""


def _clause(sentence: Sentence, words: tuple[Token, ...], lead: str, before: Subject | None) -> Clause | None:
    begin = skip_openers(words, 0)
    fronted = words[:begin]
    if begin >= len(words):
        if not words or all(not w.is_word for w in words):
            return None
        begin, fronted = 0, ()
    subject = subject_at(words, begin)
    inherited = False
    if (
        subject is None
        and begin < len(words)
        and (words[begin].word in _FRONTING or lead in _FRONTING or _often(words, begin))
    ):
        for ahead in range(begin + 1, min(begin + 9, len(words))):
            there = (
                words[ahead].word == "there"
                and ahead + 1 < len(words)
                and words[ahead + 1].word in ("is", "are", "was", "were")
            )
            if words[ahead].word in ("i", "we", ",") or words[ahead - 1].word[0] == "⟨" or there:
                trial = subject_at(words, ahead + (words[ahead].word == ","))
                if trial is not None and verb_group(words, trial.stop, subject=True) is not None:
                    fronted, subject = words[:ahead], trial
                    break
    at = begin if subject is None else subject.stop
    verb = verb_group(words, at, subject=subject is not None)
    if subject is not None and verb is None and subject.kind not in ("speaker",):
        subject = None
        at = begin
    if subject is None:
        verb = verb_group(words, begin, subject=False)
        asked = any(word.word == "please" for word in fronted)
        asked = asked or [word.word for word in words[begin : begin + 2]] == ["call", "me"]
        inherited = (
            before is not None and verb is not None and not asked and lead in ("and", "but", ",", "so", "then", "or")
        )
        nobody = "other" if lead in RELATIVE else "none"
        if verb is not None and verb.progressive and words[begin].word == "been" and verb.lemma not in _WEATHER:
            nobody, verb = "speaker", replace(verb, tense="perfect")  # "been playing the oud for years"
        if inherited and before is not None and before.kin is not None and before.kin.relation == "partner":
            # "hubby's called Rafael, married since 2017" is said of both
            inherited = not (lead == "," and verb is not None and verb.lemma in ("marry", "engage"))
            nobody = nobody if inherited else "speaker"
        subject = before if inherited and before is not None else Subject(kind=nobody, text="", stop=begin)
        at = begin
    rest = words[verb.rest :] if verb is not None else words[at:]
    return Clause(
        sentence=sentence, words=words, subject=subject, verb=verb, rest=tuple(rest), lead=lead,
        inherited=inherited, fronted=tuple(fronted),
    )  # fmt: skip
