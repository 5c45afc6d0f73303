"""From one turn to its claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from strandline.extract import candidates as tried
from strandline.extract import languages, plays
from strandline.extract.answers import answers, labelled
from strandline.extract.clauses import Clause, Mood, clauses, parts_of
from strandline.extract.clefts import put_plainly
from strandline.extract.dating import birthdays
from strandline.extract.drafts import Page, claims
from strandline.extract.exchanges import dated_there, exchanged
from strandline.extract.gapping import completed
from strandline.extract.gate import supported
from strandline.extract.keys import loose_match, subject_key, value_key
from strandline.extract.masks import mask
from strandline.extract.mentions import Mentions
from strandline.extract.moods import with_moods
from strandline.extract.past import Past, Said
from strandline.extract.patterns import Found, Pattern, joined, match
from strandline.extract.plainer import in_passing
from strandline.extract.properties import of_its_thing
from strandline.extract.relations import SPEAKER
from strandline.extract.renewals import changed_to, relabelled
from strandline.extract.retractions import retractions
from strandline.extract.revision_forms import marked, may_revise, requests_value
from strandline.extract.revisions import as_correction, revised, same_thing
from strandline.extract.rewordings import misstated
from strandline.extract.sentences import Sentence, is_small_talk, sentences
from strandline.extract.slips import without_asides, without_slips
from strandline.extract.tokens import spelt
from strandline.extract.turn import LONGEST, Known, Turn
from strandline.extract.values import without_article
from strandline.types import Act, Claim, Since

_LOOKS_BACK = 3
"""Turns of the speaker that a correction may be about."""


def read(turn: Turn, *, before: Sequence[Turn] = (), known: Known | None = None) -> tuple[Claim, ...]:
    """The claims a turn of the user makes, in the order of their words; none for other roles.

    ``before`` are the turns before it in its session, oldest first: for "he", for answers and corrections. Never raises
    for any text.
    """
    return _claims_of(turn, before, known or Known(), revising=True)


def _claims_of(turn: Turn, before: Sequence[Turn], known: Known, *, revising: bool) -> tuple[Claim, ...]:
    """As ``read``; without ``revising`` nothing is put right or taken back: a statement put together never does."""
    if turn.role != "user" or not turn.content.strip():
        return ()
    turn = replace(turn, content=without_asides(without_slips(turn.content[:LONGEST])))
    text = plays.asserted(turn, before)
    if not text.strip():
        return ()
    foreign, text = _foreign(turn, text, known) if languages.detect(text) else ([], text)
    page = Page(turn=turn, known=known, masked=mask(text, known.own_names))
    found = [
        claim for claim in _read(page, before, revising=revising) if supported(claim, turn.content, _question(before))
    ]
    return tuple(sorted(_distinct((*foreign, *found)), key=lambda claim: claim.start))


def _question(before: Sequence[Turn]) -> str:
    """What the assistant said just before: a bare "yes" is about it."""
    return before[-1].content if before and before[-1].role == "assistant" else ""


def _foreign(turn: Turn, text: str, known: Known) -> tuple[list[Claim], str]:
    """The claims of the parts in other languages, and the text with the parts that were read left blank."""
    quoted = mask(text, known.own_names)
    plain = quoted.text
    claims_made: list[Claim] = []
    for part in languages.parts(plain):
        if part.language is None:
            continue
        alone = " " * part.start + plain[part.start : part.stop]
        made = languages.read(replace(turn, content=alone), part.language)
        if made:
            text = text[: part.start] + " " * (part.stop - part.start) + text[part.stop :]
        claims_made += [replace(c, subject=known.speaker) if c.subject == SPEAKER else c for c in made]
    return claims_made, text


def _read(page: Page, before: Sequence[Turn], *, revising: bool) -> Iterator[Claim]:
    parts = sentences(
        page.masked, page.turn.at, birthdays(page.masked.text, page.turn.at, page.known.values.get("birthday", ()))
    )
    mentions = Mentions(page, before)
    past = Past(lambda: _said_before(page, before), first=all(turn.role != "user" for turn in before))
    replied = _question(before)
    mine: list[Claim] = []
    looks_back = False
    answered = list(_answer(page, before)) if before and revising else []
    for number, sentence in enumerate(parts):
        following = parts[number + 1] if number + 1 < len(parts) else None
        stated = [] if is_small_talk(sentence) else list(_stated(page, sentence, following, mentions))
        looks_back, followed = revising and may_revise(sentence), looks_back
        if looks_back or (followed and marked(_text(page, parts[number - 1]))):
            stated = _revised(page, parts[: number + 1], stated, past, replied)
        past.here += _said(page, stated)
        mine += stated
    if answered:
        same = {(claim.relation, value_key(claim.value)) for claim in answered}
        other = [c for c in mine if c.start < answered[0].stop and (c.relation, value_key(c.value)) not in same]
        if all(claim.generic and claim.act is Act.STATE for claim in other):  # "Any allergies?" - "Just cats."
            yield from answered
            mine = [claim for claim in mine if claim not in other]
    yield from dated_there(page, parts, mine)


def _text(page: Page, sentence: Sentence) -> str:
    return page.turn.content[sentence.start : sentence.stop]


def _stated(page: Page, sentence: Sentence, following: Sentence | None, mentions: Mentions) -> Iterator[Claim]:
    """What a sentence states by itself."""
    told = with_moods(clauses(sentence), sentence, following, page.masked.text)
    if all(clause.mood in (Mood.FACT, Mood.BACKGROUND) for clause in told):
        at_home = "lives_in" in page.known.values
        for plain in (*put_plainly(sentence), *in_passing(sentence, at_home=at_home)):
            yield from (replace(c, start=plain.start, stop=plain.stop) for c in _reread(page, plain.statement))
    for said in completed(told):
        clause = mentions.object.resumed(said)
        introduced = list(mentions.introduced(clause))
        read_here = [claim for part in parts_of(clause) for claim in _of_clause(page, part, mentions)]
        swapped = list(exchanged(page, clause))
        if swapped:  # "I left Acme for Globex" ends Acme by what takes its place
            read_here = [claim for claim in read_here if claim.act is not Act.END]
        read_here += swapped
        ended = {(claim.relation, value_key(claim.value)) for claim in read_here if claim.act is Act.END}
        shown = {(claim.relation, value_key(claim.value)) for claim in introduced}
        yield from (claim for claim in introduced if (claim.relation, value_key(claim.value)) not in ended)
        yield from (_learned(page, claim) if (claim.relation, value_key(claim.value)) in shown else claim
                    for claim in read_here)  # fmt: skip


def _learned(page: Page, claim: Claim) -> Claim:
    """The end of what is first heard of by it: "Ada, my girlfriend, left me" tells whom there was until then."""
    held = page.known.values.get(claim.relation, ())
    new = claim.act is Act.END and not any(loose_match(claim.value, value) for value in held)
    return replace(claim, loose=False) if new else claim


def _revised(page: Page, parts: Sequence[Sentence], stated: list[Claim], past: Past, replied: str) -> list[Claim]:
    """The claims of the last of ``parts``, where it puts right, takes back or brings up to date what was said."""
    sentence, text = parts[-1], _text(page, parts[-1])
    if _hands_over(page, sentence):
        return stated
    renewed = _relabelled(page, sentence)
    if renewed:
        renewed = [same_thing(claim, past) for claim in renewed]
        return [claim for claim in renewed if _had_one(claim, past)] if requests_value(sentence) else renewed
    if put_right := misstated(page.turn, sentence, lambda words: _reread(page, words)):
        return put_right
    if past.first and not past.here and not stated and not {"it", "not"} <= sentence.words:
        return []  # nothing was said that it could be about, and "it's not Berlin, it's Bonn" is not its form

    def reread(words: str) -> tuple[Claim, ...]:
        return _reread(page, words)

    back = retractions(page.turn, sentence, past, replied, stated)
    if back:
        struck = not stated and text.lstrip().casefold().startswith(("strike", "scratch"))
        instead = revised(page.turn, sentence, past, reread, replied=replied) if struck else []
        return [claim for claim in instead if claim.act is Act.CORRECT] or [*back, *stated]
    previous = _text(page, parts[-2]) if len(parts) > 1 and marked(_text(page, parts[-2])) else ""
    if marked(text) or (previous and not past.here):
        both = f"{previous} {text}" if previous else text
        stated = [as_correction(c, past, _sentence_of(page.turn.content, c), both, page.known) for c in stated]
    stated = [same_thing(claim, past) for claim in stated]
    if any(claim.act is Act.CORRECT for claim in stated):
        return stated
    now = past.with_more(_said(page, stated))
    made = revised(page.turn, sentence, now, reread, previous=previous, replied=replied)
    made = [_told_as(new, stated) for new in made if not any(_within(new, claim) for claim in stated)]
    replaced = {(claim.relation, value_key(claim.value)) for claim in made}
    return [*(claim for claim in stated if (claim.relation, value_key(claim.value)) not in replaced), *made]


def _had_one(claim: Claim, past: Past) -> bool:
    """Whether what a claim is of was told another value of before."""
    slot = (subject_key(claim.subject), claim.relation, claim.qualifier)
    return any((subject_key(one.claim.subject), one.claim.relation, one.claim.qualifier) == slot for one in past.stated)


def _hands_over(page: Page, sentence: Sentence) -> bool:
    """ "Correct my grammar: …": what stands after the colon is a text, unless it is one word in marks of code."""
    shown = page.masked.text[sentence.start : sentence.stop].rstrip()
    hidden = page.turn.content[sentence.start + len(shown) : sentence.stop].strip()
    return shown.endswith(":") and hidden != "" and hidden[0] != "`"


def _said(page: Page, claims_made: Sequence[Claim]) -> list[Said]:
    """Claims of this turn with the words that made them."""
    return [Said(claim=claim, words=_sentence_of(page.turn.content, claim)) for claim in claims_made]


def _told_as(new: Claim, stated: Sequence[Claim]) -> Claim:
    """What puts something right, with the value that its words state: of "Leo lives in Bonn, not Rome" that is Bonn."""
    whole = [c for c in stated if c.relation == new.relation and c.value in new.value and c.value != new.value]
    return replace(whole[0], act=new.act, replaces=new.replaces) if whole else new


def _within(new: Claim, stated: Claim) -> bool:
    """Whether a value that would put something right is of the same words as what they state by themselves."""
    inside = stated.start <= new.start and new.stop <= stated.stop and new.value in stated.value
    longer = stated.start < new.start < stated.stop and new.value.startswith(f"{stated.value} ")  # "Cork yesterday"
    return new.relation == stated.relation and (inside or longer)


def _relabelled(page: Page, sentence: Sentence) -> list[Claim]:
    """ "Please update my address: it's 8 Anchor Street now" """
    text = _text(page, sentence)
    found = relabelled(text, sentence.words)
    if found is not None:
        label, value, (start, stop) = found
        statement = labelled(label, value)
    elif (changed := changed_to(text)) is not None:
        statement, (start, stop) = changed
    else:
        return []
    return [replace(c, start=sentence.start + start, stop=sentence.start + stop) for c in _reread(page, statement)]


def _sentence_of(text: str, claim: Claim) -> str:
    """The words of a claim up to the end of their sentence."""
    end = re.compile(r"[.!?](?:\s|$)|\n").search(text, claim.stop)
    return text[claim.start : len(text) if end is None else end.start()]


@lru_cache(maxsize=128)
def _read_again(turn: Turn, earlier: Turn | None, speaker: str) -> tuple[Claim, ...]:
    """The claims of a turn that went before, read with the one before it: a session reads each of them many times."""
    return read(turn, before=() if earlier is None else (earlier,), known=Known(speaker=speaker))


def clear_caches() -> None:
    """Forget the turns that were read last, and their words."""
    _read_again.cache_clear()
    tried.clear_caches()
    plays.clear_caches()
    spelt.cache_clear()


def _said_before(page: Page, before: Sequence[Turn]) -> list[Said]:
    """What the user's turns just before this one claim, the latest last."""
    found = []
    spoken = [number for number, turn in enumerate(before) if turn.role == "user"]
    for number in spoken[-_LOOKS_BACK:]:
        turn, earlier = before[number], before[number - 1] if number else None
        found += [
            Said(claim=claim, words=_sentence_of(turn.content, claim), fresh=number == spoken[-1])
            for claim in _read_again(turn, earlier, page.known.speaker)
        ]
    return found


def _reread(page: Page, text: str, before: Sequence[Turn] = ()) -> tuple[Claim, ...]:
    """The claims of a statement put together from this turn's words."""
    return _claims_of(Turn(role="user", content=text, at=page.turn.at), before, page.known, revising=False)


def _answer(page: Page, before: Sequence[Turn]) -> Iterator[Claim]:
    """What the turn says by answering a question, with spans in the turn."""
    for found in answers(page.turn, before):
        kinds = {claim.relation for claim in _reread(page, found.like)} if found.like else None
        for claim in _reread(page, found.statement, before):
            stated = claim.polarity or claim.act is not Act.STATE or not found.offset
            if stated and (kinds is None or claim.relation in kinds):
                yield replace(claim, start=found.start, stop=found.stop)


def people_in(turn: Turn, known: Known) -> dict[str, str]:
    """Name, or word, of those a turn speaks of, with the word for what they are to the speaker."""
    page = Page(turn=turn, known=known, masked=mask(turn.content[:LONGEST], known.own_names))
    mentions = Mentions(page, ())
    for sentence in sentences(page.masked, turn.at):
        for clause in clauses(sentence):
            for _ in mentions.introduced(clause):
                pass
    return mentions.people


def _of_clause(page: Page, clause: Clause, mentions: Mentions) -> Iterator[Claim]:
    said, starts = joined(clause.rest)
    for pattern in tried.candidates(clause, said):
        found = match(pattern, clause, said, starts)
        if found is None:
            continue
        subject = _subject(page, found, pattern, mentions)
        if subject is None:
            continue
        made = [of_its_thing(claim) for claim in claims(page, found, pattern, subject)]
        if pattern.mentioned:
            made = [filled for claim in made if (filled := mentions.filled(claim)) is not None]
        yield from made
        if made and not pattern.goes_on:
            return


def _subject(page: Page, found: Found, pattern: Pattern, mentions: Mentions) -> str | None:
    """Whom or what it is said of: what the pattern names (group ``s``), the speaker, or the subject of the clause."""
    if "s" in found.groups:
        return page.text(found.words, without_article(found.words, found.groups["s"]))
    if pattern.takes == "subject" or pattern.speaker:
        return page.known.speaker
    return mentions.subject(found.clause, pattern)


def _distinct(found: Iterable[Claim]) -> list[Claim]:
    """Each statement once, in the order of the words; of two the one whose words date it."""
    seen: dict[tuple[object, ...], Claim] = {}
    for claim in found:
        key = (claim.subject, claim.relation, claim.qualifier, value_key(claim.value), claim.act, claim.polarity)
        known = seen.get(key)
        if known is None or (known.since is Since.SAID and claim.since is Since.WORDS):
            seen[key] = claim
    return list(seen.values())
