"""From a pattern that was found to claims: subject, values, dates, polarity, span."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from strandline.extract.clauses import Clause, Mood
from strandline.extract.dating import When, dated, ended_at, event_at, over_at, since_when, times_of
from strandline.extract.keys import value_key
from strandline.extract.masks import Masked
from strandline.extract.patterns import Found, Pattern
from strandline.extract.people import singular
from strandline.extract.places import Range
from strandline.extract.relations import relations
from strandline.extract.tokens import Token
from strandline.extract.turn import Known, Turn
from strandline.extract.values import several, stretch, without_article
from strandline.types import Act, Claim, Since

VERSION = "rules/1"
"""Which rules read a claim."""
_JOINERS = frozenset(["and", "n", "&", "plus"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A turn being read."""

    turn: Turn
    known: Known
    masked: Masked

    def text(self, words: Sequence[Token], value: Range) -> str:
        """What is written between two tokens, as written; a quotation without its marks."""
        start, stop = value
        first = words[start].word
        if first.startswith("⟦") and stop == start + 1:
            low, high = self.masked.quotes[int(first[1:-1])]
            return self.turn.content[low:high].strip()
        return " ".join(self.turn.content[words[start].start : words[stop - 1].stop].split()).strip(" ,.;:!?")


def claims(page: Page, found: Found, pattern: Pattern, subject: str) -> Iterator[Claim]:
    """The claims of one pattern in one clause: one for each value, and one for each relation an end may be of."""
    made = list(_claims(page, found, pattern, subject))
    yield from made
    if pattern.denies:
        yield from (end for claim in made for end in _none_left(page, claim))
    for relation in pattern.others:
        row = relations()[relation]
        for claim in made:
            value, kind = (claim.value, None) if row.qualifier is None else _one_of_kind(page, claim.value)
            said = row.sentence(subject, value, kind)
            yield replace(claim, relation=relation, value=value, qualifier=kind, loose=True, text=said)


def _none_left(page: Page, claim: Claim) -> Iterator[Claim]:
    """The ends of what is believed of a kind, of which there is said to be none now."""
    row = relations()[claim.relation]
    values = page.known.values.get(claim.relation, ())
    if row.timeless or claim.subject != page.known.speaker or not values:
        return
    kinds = dict.fromkeys(page.known.kinds.get(value_key(value)) for value in values) if row.qualifier else {None: None}
    for kind in kinds:
        if claim.act is Act.END and kind is None:
            continue  # it is that already
        yield replace(
            claim, act=Act.END, polarity=True, value="", qualifier=kind, loose=True, valid_from=None, valid_to=claim.at
        )


def _claims(page: Page, found: Found, pattern: Pattern, subject: str) -> Iterator[Claim]:
    clause, words = found.clause, found.words
    if not _comes_about(pattern, clause):
        return
    whole = _span(clause, None, words)
    if pattern.fixed is not None:
        yield draft(page, clause, pattern, (subject, pattern.fixed, _qualifier(page, found, pattern)), whole)
        return
    if pattern.mentioned:
        yield draft(page, clause, pattern, (subject, "", None), whole)
        return
    if pattern.value_of is not None:
        said = pattern.value_of(found)
        if said or (said is not None and pattern.act is Act.END):
            yield draft(page, clause, pattern, (subject, said, _qualifier(page, found, pattern)), whole)
        return
    start = found.groups.get("v", (0, 0))[0] if "v" in found.groups else None
    if start is None:
        if pattern.act is Act.END:
            yield draft(page, clause, pattern, (subject, "", _qualifier(page, found, pattern)), whole)
        return
    single = (
        pattern.single
        or pattern.takes == "subject"
        or pattern.value in ("clause", "number", "phrase")
        or relations()[pattern.relation].single
    )
    inside = words[: found.groups["v"][1]]
    named = _called(inside, start) if pattern.value in ("org", "group") else None
    ranges = (
        [named]
        if named is not None
        else [stretch(inside, start, pattern.value)]
        if single
        else several(inside, start, pattern.value)
    )
    for value in ranges:
        if value[1] <= value[0]:
            continue
        value = without_article(words, _stripped(words, value, pattern.strip))
        text = page.text(words, value)
        if text and (pattern.keep is None or pattern.keep(" ".join(word.word for word in words[slice(*value)]))):
            whose, text = (text, subject) if pattern.inverse else (subject, text)
            told = (whose, text, _qualifier(page, found, pattern))
            yield draft(page, clause, pattern, told, _span(clause, value, words))


def _called(words: Sequence[Token], start: int) -> Range | None:
    """The name in "a small studio in Lyon called Atelier Brun"; None where nothing is called by a name."""
    if words[start].word not in ("a", "an", "the", "this", "my", "our"):
        return None
    for at in range(start + 1, min(start + 10, len(words) - 1)):
        if words[at].word in ("called", "named"):
            return stretch(words, at + 1, "org")
    return None


def _stripped(words: Sequence[Token], value: Range, front: str) -> Range:
    """The range without the words at its front that are no part of the value."""
    start, stop = value
    hit = re.match(rf"(?:{front})(?: |$|(?<= ))", " ".join(word.word for word in words[start:stop])) if front else None
    skipped = 0 if hit is None else len(hit.group().split())
    return (start + skipped, stop) if start + skipped < stop else value


def _qualifier(page: Page, found: Found, pattern: Pattern) -> str | None:
    if pattern.qualifier is not None:
        return pattern.qualifier
    if "q" not in found.groups:
        return found.thing or None
    said = page.text(found.words, found.groups["q"])
    counted = "v" in found.groups and found.groups["v"] < found.groups["q"]  # not "port 1"
    if pattern.relation == "attribute" and counted and found.text("v") in ("1", "one"):
        return _plural(said)  # "two bedrooms" and "one bedroom" count the same thing
    return singular(said.casefold()) if pattern.relation == "pet" else said


def _plural(word: str) -> str:
    """The plural of something counted, as other numbers of it are written."""
    if word.casefold().endswith("person"):
        return word[:-6] + "people"
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    return word[:-1] + "ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else word + "s"


def _span(clause: Clause, value: Range | None, words: Sequence[Token]) -> tuple[int, int]:
    """The characters that say it: from the subject (or verb) to the value; all of it where the value stands first."""
    if value is None or words[value[0]].start <= clause.start:
        return clause.start if value is None else min(clause.start, words[value[0]].start), clause.stop
    return clause.start, max(words[value[1] - 1].stop, clause.words[0].stop)


def _one_of_kind(page: Page, value: str) -> tuple[str, str | None]:
    """Of what ends: the name with its kind; of "the cat", where one cat is known, only the kind."""
    kinds = page.known.kinds
    if singular(value.casefold()) == value.casefold() and list(kinds.values()).count(value.casefold()) == 1:
        return "", value.casefold()
    return value, kinds.get(value_key(value))


def draft(
    page: Page, clause: Clause, pattern: Pattern, told: tuple[str, str, str | None], span: tuple[int, int]
) -> Claim:
    """One claim, dated and signed as its clause says. ``told`` are subject, value and qualifier."""
    subject, value, qualifier = told
    row = relations()[pattern.relation]
    if pattern.act is Act.END and qualifier is None and row.qualifier is not None:
        value, qualifier = _one_of_kind(page, value)
    verb = clause.verb
    negated = pattern.denies or (verb is not None and verb.negated and pattern.negated is False)
    ended = verb is not None and verb.ended and pattern.negated is not True
    act, polarity, over = pattern.act, True, False
    if act is Act.STATE and ended:
        act = Act.END
    elif act is Act.STATE and negated:
        act, polarity = (Act.END, True) if _any_more(clause) else (Act.STATE, False)
    elif act is Act.STATE and row.kind == "state" and verb is not None:
        reaches = "past" in pattern.tenses or verb.tense != "perfect" or not _until_then(clause)
        over = verb.tense not in pattern.tenses or not reaches
    if clause.mood is Mood.BACKGROUND:
        over = over or row.kind == "state"
    if pattern.denies and act is Act.END:
        value = ""  # "we don't have pets any more" ends whatever holds
    when = _when(page, clause, pattern, act, over=over, event=row.kind == "event" or row.timeless)
    return Claim(
        subject=subject, relation=pattern.relation, value=value, qualifier=qualifier, polarity=polarity, act=act,
        at=page.turn.at, valid_from=when.first, valid_to=when.until, since=when.since, over=over,
        beside=act is Act.STATE and row.single and verb is not None and bool(verb.adverbs & {"also", "too"}),
        loose=act is not Act.STATE and (pattern.loose or not _named(value)),
        text=row.sentence(subject, value, qualifier, polarity=polarity),
        generic=pattern.generic, start=span[0], stop=span[1], confidence=pattern.confidence, extractor=VERSION,
    )  # fmt: skip


def _until_then(clause: Clause) -> bool:
    """ "I had lived in Oslo", "I've been living in Oslo until last week": a perfect that does not reach to now."""
    verb, at = clause.verb, clause.sentence.at
    had = verb is not None and any(word.word == "had" for word in clause.words[: verb.rest - 1])
    return had or any(
        span.relation == "until" and at is not None and span.until is not None and span.until < at
        for span in times_of(clause)
    )


_LASTING = frozenset(["expiry", "duration", "schedule", "until"])
"""Properties that are times themselves: they do not date the statement."""
_STARTS = frozenset(
    """
    start begin join move take switch relocate leave quit become get open launch
    """.split()  # noqa: SIM905
)
"""In the present tense with a day to come these tell what will be: "I'm starting a course in September"."""


def _named(value: str) -> bool:
    """Whether a value is a name or a code: then only it is meant, not whatever has its words."""
    return any(char.isdigit() or char.isupper() for char in value)


def _comes_about(pattern: Pattern, clause: Clause) -> bool:
    """Whether the tense lets the pattern speak: what happened is not said in the present ("I start on Monday")."""
    verb = clause.verb
    if verb is not None and verb.tense == "bare" and verb.progressive and "present" not in pattern.tenses:
        return False  # "moving to Lyon in May"
    if verb is not None and verb.tense == "present" and verb.lemma in _STARTS and pattern.act is Act.STATE:
        span, at = dated(clause), clause.sentence.at
        if span is not None and span.first is not None and at is not None and span.first > at:
            return relations()[pattern.relation].kind == "event" or pattern.relation == "plans"
    if verb is None or verb.tense in pattern.tenses or verb.ended or pattern.act is not Act.STATE:
        return verb is None or verb.tense in pattern.tenses or verb.ended or verb.tense == "past"
    return verb.tense == "past" and pattern.tenses & {"present"} != frozenset()


def _any_more(clause: Clause) -> bool:
    words = [word.word for word in clause.words]
    return any(pair in (("any", "more"), ("any", "longer"), ("no", "more")) for pair in pairwise(words))


def _when(page: Page, clause: Clause, pattern: Pattern, act: Act, *, over: bool, event: bool) -> When:
    """The bounds that the words give, else the moment it was said."""
    text, at = page.turn.content, page.turn.at
    if act is Act.END:
        return ended_at(clause, text, at)
    if event and relations()[pattern.relation].timeless and relations()[pattern.relation].kind == "state":
        return When(since=Since.ALWAYS)
    if event:
        return event_at(clause, text, at, said=pattern.event_day)
    if over:
        return over_at(clause, at)
    if pattern.qualifier in _LASTING:
        return When(first=at)
    if pattern.relation == "plans" and not pattern.event_day:
        return since_when(clause, text, at, change=False)  # "I booked a trip for 3 August": the day is yet to come
    return since_when(clause, text, at, change=pattern.event_day or "past" in pattern.tenses)
