"""Notice that was given: who resigned may stay for a while. "I've resigned, I'm staying until 30 June"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from strandline.extract.dating import gone_by, to_come
from strandline.extract.drafts import VERSION, Page
from strandline.extract.keys import value_key
from strandline.extract.relations import relations
from strandline.extract.sentences import Sentence
from strandline.timex import TimeSpan, find
from strandline.types import Act, Claim, Since

_GIVEN = re.compile(
    r"\bi (?:have |had |just |finally |already |now )*(?:(?:hand(?:ed)?|put|gave|give|given|turn(?:ed)?) (?:in )?(?:my "
    r"|a )?(?:\w+ weeks )?(?:notice|resignation)|resigned)\b"
    r"|\bi (?:am |have )?(?:just )?(?:leaving|quitting|quit) (?:my job|work|the (?:company|firm|job)|this job|⟦held⟧)"
)
_STAYS = re.compile(
    r"\b(?:i|my)\b[^,.;]{0,25}?\b(?:stay(?:ing)?|work(?:ing)?|there|here|remain(?:ing)?|around|serv(?:e|ing)|"
    r"continu(?:e|ing)|employed)(?: on| there| here| at work| my notice| it out| out my notice)* "
    r"(?:right |up )?⟨(?P<n>\d+)⟩"
)
_LAST = re.compile(
    r"\bmy (?:very )?(?:last|final) (?:working )?(?:day|shift|week)(?: there| here| at work| at the office| in the "
    r"office)? (?:is|will be|would be|falls|comes)(?: on| in| at)? ⟨(?P<n>\d+)⟩"
    r"|\bi (?:will |am )?(?:finish|stop|leave|finishing|leaving|done|out)(?: there| here| up| work)?(?: on| at| in)* "
    r"⟨(?P<m>\d+)⟩"
)
_WAS_LAST = re.compile(
    r"\bmy (?:very )?(?:last|final) (?:working )?(?:day|shift)(?: there| at work| in the office)? was(?: on)? "
    r"⟨(?P<n>\d+)⟩|⟨(?P<m>\d+)⟩ was my (?:very )?(?:last|final) (?:working )?(?:day|shift)(?! (?:of|on|as|with|in)\b)"
)
_FROM = re.compile(r"(?:effective|with effect|as (?:of|from)|from)\b", re.IGNORECASE)
_LONGEST = timedelta(days=400)
"""A notice is no longer than that."""


def noticed(page: Page, parts: Sequence[Sentence], claims: Sequence[Claim]) -> list[Claim]:
    """The claims, with the ends of a job moved to the day that is told for them, and one where only the day is told."""
    if not any(sentence.times for sentence in parts):
        return list(claims)
    given = any(_ends_job(page, claim) for claim in claims)
    held = [value_key(value) for value in page.known.values.get("works_at", ())]
    said = [" ".join(word.word for word in sentence.tokens) for sentence in parts]
    for name in filter(None, held):
        said = [one.replace(f" {name}", " ⟦held⟧") for one in said]
    if not given and not (held and any(_GIVEN.search(one) for one in said)):
        return list(claims)
    if given:
        claims = [_dated_back(page, claim, said, parts) for claim in claims]
    found = next(
        (
            (span, until)
            for words, sentence in zip(said, parts, strict=True)
            for span, until in _days(page, words, sentence)
            if page.turn.at < until < page.turn.at + _LONGEST
        ),
        None,
    )
    if found is None:
        return list(claims)
    span, until = found
    if not given:
        return [*claims, _end(page, span, until)]
    return [
        replace(
            claim,
            valid_to=until,
            since=Since.WORDS,
            start=min(claim.start, span.start),
            stop=max(claim.stop, span.stop),
        )
        if _ends_job(page, claim)
        else claim
        for claim in claims
    ]


def _dated_back(page: Page, claim: Claim, said: Sequence[str], parts: Sequence[Sentence]) -> Claim:
    """The end of a job, on the last day that is told for it: "They fired me. Friday was my last day." """
    if not _ends_job(page, claim) or claim.since is not Since.SAID:
        return claim
    for words, sentence in zip(said, parts, strict=True):
        match = _WAS_LAST.search(words)
        if match is not None:
            span = gone_by(sentence.times[int(match["n"] or match["m"])], page.turn.content, page.turn.at)
            if span.first is not None and span.first <= page.turn.at:
                start, stop = min(claim.start, span.start), max(claim.stop, span.stop)
                return replace(claim, valid_to=span.first, since=Since.WORDS, start=start, stop=stop)
    return claim


def _ends_job(page: Page, claim: Claim) -> bool:
    of_work = claim.relation in ("works_at", "role", "team")
    return of_work and claim.act is Act.END and claim.subject == page.known.speaker


def _days(page: Page, words: str, sentence: Sentence) -> Iterator[tuple[TimeSpan, datetime]]:
    """The days until which a sentence says that the speaker stays, and where they stand."""
    text, at = page.turn.content, page.turn.at
    for match in _STAYS.finditer(words):
        span = sentence.times[int(match["n"])]
        ahead = to_come(span, text, at)
        if span.relation == "until" and ahead.until is not None:
            yield span, ahead.until
    for match in _LAST.finditer(words):
        span = sentence.times[int(match["n"] or match["m"])]
        ahead = to_come(span, text, at)
        if span.relation is None and ahead.first is not None:
            yield span, ahead.first
    for span in sentence.times:
        from_then = _FROM.match(text, span.start)
        if from_then is not None and span.relation == "since" and _GIVEN.search(words):
            readings = [one for one in find(text[from_then.end() : span.stop], at, prefer="future") if one.first]
            yield from ((span, one.first) for one in readings[:1] if one.first is not None)


def _end(page: Page, span: TimeSpan, until: datetime) -> Claim:
    row, speaker = relations()["works_at"], page.known.speaker
    value = page.known.values["works_at"][-1]
    return Claim(
        subject=speaker, relation="works_at", value=value, act=Act.END, at=page.turn.at, valid_to=until, loose=True,
        since=Since.WORDS, text=row.sentence(speaker, value), start=span.start, stop=span.stop, replaces=value,
        confidence=0.8, extractor=VERSION,
    )  # fmt: skip
