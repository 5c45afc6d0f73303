"""What somebody or something was or is no longer, told by what is known: an employer that was quit, a car that died.

And who had a post when: "Solveig has been my manager since 2022", "before her my manager was Anders, 2018 to 2021".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from strandline.extract.clauses import Clause, Mood
from strandline.extract.dating import When, ended_at, over_at, since_when
from strandline.extract.drafts import VERSION, Page
from strandline.extract.keys import loose_match, value_key
from strandline.extract.kin_claims import head
from strandline.extract.patterns import joined
from strandline.extract.people import KIN
from strandline.extract.relations import relations
from strandline.extract.subjects import name_stop
from strandline.extract.values import stretch, without_article
from strandline.types import Act, Claim, Since

_POSTS = frozenset({"manager", "partner"})
"""Of whom there is one at a time."""
_QUIT = frozenset({"quit", "leave", "ditch", "escape"})
_WRECKED = ("off", "stolen", "scrapped", "totalled", "totaled", "nicked")
_BROKEN = {"die": ("",), "conk": ("out",), "pack": ("in", "up"), "give": ("up",), "break": ("down for good",)}
"""How a machine ends: the verb and how its rest begins."""


def tenures(page: Page, clause: Clause) -> Iterator[Claim]:
    """Who had a post from when to when, and what of the known is given up or broken."""
    verb = clause.verb
    if verb is None or clause.mood is not Mood.FACT or verb.negated or verb.ended or verb.modal is not None:
        return
    if verb.lemma == "be" and clause.subject.kind == "person":
        yield from _in_post(page, clause)
    elif not page.known.values:
        return
    elif verb.lemma in _QUIT and clause.subject.kind in ("speaker", "none") and verb.tense != "present":
        yield from _quit(page, clause)
    elif clause.subject.kind in ("thing", "person") and clause.subject.owner is None:
        yield from _broken(page, clause)


def _in_post(page: Page, clause: Clause) -> Iterator[Claim]:
    """ "Solveig has been my manager since 2022", "Ewa was my boss until May", "my manager was Anders, 2018 to 2021"."""
    subject, verb, words = clause.subject, clause.verb, clause.rest
    if verb is None or verb.tense not in ("perfect", "past") or not words:
        return
    if subject.name and subject.kin is None and words[0].word in ("my", "our"):
        found = head(words, 1)
        if found is None or any(word.word.startswith("ex") for word in words[: found[1]]):
            return
        kin, value = KIN[found[2]], " ".join(page.turn.content[subject.first : subject.last].split())
        stop = words[found[1] - 1].stop
    elif subject.kin is not None and not subject.name and subject.owner is not None and subject.owner.is_speaker:
        named = name_stop(words, 0)
        if named == 0 or verb.tense != "past" or (named < len(words) and words[named].word == "'s"):
            return
        kin, value, stop = subject.kin, page.text(words, (0, named)), words[named - 1].stop
    else:
        return
    if kin.relation not in _POSTS:
        return
    at = page.turn.at
    when = since_when(clause, page.turn.content, at, change=True) if verb.tense == "perfect" else over_at(clause, at)
    if verb.tense == "perfect" and when.since is not Since.WORDS:
        return
    yield replace(_claim(page, clause, kin.relation, value, when), over=verb.tense == "past", stop=stop)


def _quit(page: Page, clause: Clause) -> Iterator[Claim]:
    """ "Quit the copper pot": an employer that is known, however it is written."""
    words = clause.rest
    if not words or not (words[0].is_word or words[0].capital):
        return
    value = page.text(words, without_article(words, stretch(words, 0, "org"))) if words else ""
    held = _known(page, "works_at", value)
    if held is not None:
        yield _end(page, clause, "works_at", held)


def _broken(page: Page, clause: Clause) -> Iterator[Claim]:
    """ "The Honda died", "mazda got written off": a car that is known."""
    verb, (said, _) = clause.verb, joined(clause.rest)
    if verb is None or verb.tense not in ("past", "perfect") or "drives" not in page.known.values:
        return
    ends = any(said.startswith(start) for start in _BROKEN.get(verb.lemma, ())) and not said.startswith(("up on", "down on"))
    wrecked = {word.word for word in clause.words} & set(_WRECKED)
    if not ends and not (wrecked and (verb.passive or verb.lemma in ("get", "be"))):
        return
    subject = clause.subject
    held = _known(page, "drives", page.turn.content[subject.first : subject.last])
    if held is not None:
        yield _end(page, clause, "drives", held)


def _known(page: Page, relation: str, said: str) -> str | None:
    """The known value that some words name."""
    key = value_key(said)
    values = page.known.values.get(relation, ())
    return next((value for value in values if key and (value_key(value) == key or loose_match(said, value))), None)


def _end(page: Page, clause: Clause, relation: str, value: str) -> Claim:
    when = ended_at(clause, page.turn.content, page.turn.at)
    return replace(_claim(page, clause, relation, value, when), act=Act.END, loose=True)


def _claim(page: Page, clause: Clause, relation: str, value: str, when: When) -> Claim:
    row, speaker = relations()[relation], page.known.speaker
    return Claim(
        subject=speaker, relation=relation, value=value, at=page.turn.at, valid_from=when.first, valid_to=when.until,
        since=when.since, text=row.sentence(speaker, value), start=clause.start, stop=clause.stop, confidence=0.8,
        extractor=VERSION,
    )  # fmt: skip


def parted(page: Page, claims: Sequence[Claim]) -> list[Claim]:
    """The end of being married or engaged that the end of a partnership brings with it, unless the turn says what is."""
    known = page.known.values
    status = next((one for one in known.get("relationship_status", ()) if one in ("married", "engaged")), None)
    if status is None:
        return []
    if any(claim.relation == "relationship_status" for claim in claims):
        return []
    held = known.get("partner", ())
    for claim in claims:
        if claim.relation == "partner" and claim.act is Act.END and claim.subject == page.known.speaker:
            if not claim.value or not held or any(loose_match(claim.value, value) for value in held):
                text = relations()["relationship_status"].sentence(claim.subject, status)
                return [replace(claim, relation="relationship_status", value="", loose=True, text=text)]
    return []
