"""One thing in the place of another: "we've swapped Bologna for Trieste", "Anneke took over from Guillermo".

What is exchanged is told by what is known: a town that is lived in, an employer, a manager, a team, a car.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from strandline.extract.called_off import called_off
from strandline.extract.clauses import Clause, Mood
from strandline.extract.dating import back, gone_by, since_when
from strandline.extract.drafts import VERSION, Page
from strandline.extract.keys import loose_match, value_key
from strandline.extract.notices import noticed
from strandline.extract.patterns import joined
from strandline.extract.relations import relations
from strandline.extract.sentences import Sentence
from strandline.extract.succession import succeeded
from strandline.extract.tenures import misplaced, outdone, parted, tenures
from strandline.extract.values import stretch, without_article
from strandline.types import Act, Claim, Since

_SINGLE = ("lives_in", "works_at", "manager", "team", "drives", "studies_at", "role", "partner", "diet", "address")
_FOR = re.compile(
    r"(?:in |up )?(?:my |our |the )?(?P<old>.+?)(?: in)? for (?:an? (?:[\w-]+ )?(?:job|role|position|post) (?:as "
    r"[^,]+? )?(?:at|with) )?(?P<new>.+)"
)
_VEHICLE = re.compile(
    r"[A-Z]|\b(?:car|van|bike|e-bike|motorbike|motorcycle|scooter|moped|estate|hatchback|saloon|truck|pickup|camper|"
    r"hybrid|electric|convertible|people carrier|tractor|minibus)\b"
)
_SWAPPING = frozenset(["swap", "trade", "exchange", "leave", "ditch", "switch", "change", "give", "part-exchange"])
_WITH = re.compile(r"(?:my |our |the )(?P<old>[^,]+?) (?:with|by) (?P<new>.+)")
_FROM_TO = re.compile(r"(?:over |back |all the way )*from (?P<old>.+?) to (?P<new>.+)")
_DATED = re.compile(r"(?: (?:in|on|at|the|back|early|late))* ⟨\d+⟩$")
_BY = re.compile(r"by (?P<new>.+)")
_OVER = re.compile(r"over from (?P<old>.+?)(?: as (?:my|our|the) .+)?(?: ⟨\d+⟩)?$")
_AS_OBJECT = re.compile(r"(?P<old>.+?)(?: as (?:my|our|the) .+)?(?: ⟨\d+⟩)?$")


def exchanged(page: Page, clause: Clause) -> Iterator[Claim]:
    """What took the place of something that is known of the speaker, and what is called off."""
    yield from called_off(page, clause)
    verb = clause.verb
    if verb is None or clause.mood is not Mood.FACT or verb.negated or verb.modal is not None:
        return
    yield from tenures(page, clause)
    found = _found(page, clause) if page.known.values else None
    if found is None:
        return
    old, new, stop = found
    for relation in _SINGLE:
        if relation == "drives" and _VEHICLE.search(new) is None:
            continue  # "left the van for a service"
        if any(
            value_key(value) == value_key(old) or loose_match(old, value)
            for value in page.known.values.get(relation, ())
        ):
            row, at = relations()[relation], page.turn.at
            when = since_when(clause, page.turn.content, at, change=True)
            yield Claim(
                subject=page.known.speaker, relation=relation, value=new, at=at, valid_from=when.first,
                since=when.since, text=row.sentence(page.known.speaker, new), start=clause.start, stop=stop,
                confidence=0.8, extractor=VERSION,
            )  # fmt: skip
            return


_THERE = re.compile(r"(?:been|worked|lived|studied|living|working|studying) (?:there|here)\b")
_PLACED = ("works_at", "studies_at", "lives_in")


def dated_there(page: Page, parts: Sequence[Sentence], claims: Sequence[Claim]) -> list[Claim]:
    """The claims of a turn, dated where it says so later: "I'm at Coral Systems, I've been there since 2022"."""
    claims = noticed(page, parts, misplaced(page, claims))
    found = [*claims, *parted(page, claims), *outdone(page, claims), *succeeded(page, parts, claims)]
    for sentence in parts:
        if not sentence.times:
            continue
        said = " ".join(word.word for word in sentence.tokens)
        if "since" in sentence.words:
            found = _ever_since(page, sentence, said, found)
        spans = [span for span in sentence.times if span.relation == "since" or span.type == "duration"]
        if not spans or not _THERE.search(said):
            found = _moved_then(page, sentence, said, found)
            continue
        placed = [n for n, claim in enumerate(found)
                  if claim.act is Act.STATE and claim.relation in _PLACED and claim.since is Since.SAID
                  and claim.start < spans[0].start and claim.subject == page.known.speaker]  # fmt: skip
        since = spans[0].first if spans[0].relation == "since" else back(page.turn.at, spans[0].seconds or 0.0)
        if placed and since is not None:
            found[placed[-1]] = replace(found[placed[-1]], valid_from=since, since=Since.WORDS, stop=spans[0].stop)
    return found


_MOVED = re.compile(
    r"(?:^|, |; |\b(?:i|we|and) )(?:have |had |just |only |finally )*(?:moved|relocated)(?: (?:up|down|in|over|here|"
    r"across|back|there|house|home))*(?: (?:on|in|at|back in))? ⟨(?P<n>\d+)⟩(?! (?:to|from|into|out)\b)"
)


def _moved_then(page: Page, sentence: Sentence, said: str, claims: list[Claim]) -> list[Claim]:
    """The claims, with a home that was just told dated by the move: "I'm in Cork now, moved here in May"."""
    match = _MOVED.search(said)
    span = None if match is None else sentence.times[int(match["n"])]
    if span is None or span.first is None or span.type not in ("date", "daterange"):
        return claims
    span = gone_by(span, page.turn.content, page.turn.at)
    homes = [n for n, claim in enumerate(claims)
             if claim.relation == "lives_in" and claim.act is Act.STATE and claim.since is Since.SAID
             and claim.stop <= span.start and claim.subject == page.known.speaker and claim.polarity]  # fmt: skip
    if homes and span.first is not None and span.first <= page.turn.at:
        home = claims[homes[-1]]
        claims[homes[-1]] = replace(home, valid_from=span.first, since=Since.WORDS, stop=span.stop)
    return claims


_EVER_SINCE = re.compile(
    r"(?:^|, |\b(?:i|we) )(?:have|'ve) .*\bsince (?:i|we) (?!(?:was|were|am|are)\b)\w+ [^,⟨]*⟨(?P<n>\d+)⟩(?= ,|$)"
)


def _ever_since(page: Page, sentence: Sentence, said: str, claims: list[Claim]) -> list[Claim]:
    """The claims, with a state dated by what came before it: "I've lived in Ghent since I graduated in 2014"."""
    match = _EVER_SINCE.search(said)
    span = None if match is None else sentence.times[int(match["n"])]
    if span is None or span.first is None or span.first > page.turn.at or span.type not in ("date", "daterange"):
        return claims
    since = next(word.start for word in reversed(sentence.tokens) if word.word == "since" and word.start < span.start)
    return [
        replace(claim, valid_from=span.first, since=Since.WORDS, stop=span.stop)
        if claim.act is Act.STATE and claim.since is Since.SAID and claim.polarity and claim.relation in _PLACED
        and claim.subject == page.known.speaker and sentence.start <= claim.start < claim.stop <= since
        else claim
        for claim in claims
    ]  # fmt: skip


def _found(page: Page, clause: Clause) -> tuple[str, str, int] | None:
    """(what was, what is, where that ends)."""
    verb, words = clause.verb, clause.rest
    said, starts = joined(words)
    subject = clause.subject
    named = " ".join(page.turn.content[subject.first : subject.last].split())
    if verb is None:
        return None
    told = subject.is_speaker or (subject.kind == "none" and verb.tense == "past")  # "left Acme for Globex"
    if told and verb.tense in ("past", "perfect", "bare"):
        if verb.lemma in _SWAPPING:
            match = _FOR.match(said)
        elif verb.lemma == "replace" and not verb.passive:
            match = _WITH.match(said)
        else:
            match = None
        if match is None and verb.lemma in ("go", "move", "switch", "change", "transfer"):
            match = _FROM_TO.match(said)
        if match is not None:
            low = next(at for at, start in enumerate(starts) if start >= match.start("new"))
            value = without_article(words, stretch(words, low, "org"))
            old = _DATED.sub("", match["old"])  # "left Acme in May for Globex"
            return old, page.text(words, value), words[value[1] - 1].stop
    if subject.kind in ("person", "thing") and verb.lemma == "replace" and verb.passive and _BY.match(said):
        value = stretch(words, 1, "name")
        return (named, page.text(words, value), words[value[1] - 1].stop) if value[1] > value[0] else None
    if subject.kind in ("person", "thing") and verb.lemma in ("replace", "take") and not verb.passive:
        match = (_OVER if verb.lemma == "take" else _AS_OBJECT).match(said)
        if match is not None:
            return match["old"], named, clause.stop
    return None
