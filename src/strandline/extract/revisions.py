"""Corrections and updates of what was just said: "sorry, I meant the 15th", "no, 0770 900 132", "it's now 42".

They are read against the claims of the same turn and of the turns just before, never against the whole store.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from strandline.extract.keys import loose_match, qualifier_key, subject_key, value_key
from strandline.extract.likeness import close, frame
from strandline.extract.past import Past, Said, stated_of
from strandline.extract.relations import SPEAKER, relations
from strandline.extract.retractions import taken_back
from strandline.extract.revised_days import CLOCK, day_named, names_day, since_then
from strandline.extract.revision_forms import (
    CLEFT,
    OTHER_WAY,
    Revision,
    marked,
    of_a_slip,
    revisions,
    says_anew,
    strongly_marked,
    written_out,
)
from strandline.extract.rewordings import reworded_kin, reworded_value
from strandline.extract.sentences import Sentence
from strandline.extract.turn import Known, Turn
from strandline.types import Act, Claim, Since

_COUNTS = re.compile(r"^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$", re.IGNORECASE)
_COUNTED = re.compile(r"^(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.IGNORECASE)
_DAYS = re.compile(r"^(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?$", re.IGNORECASE)
_FILLER = re.compile(
    r"^(?:the|a|an|my|our|on|at|in|by|to|from|that|just|actually|really|now|called|it's|it is|up to|down to|back to|"
    r"number|"
    r"no\.|nr\.?|for|as)\s+(?=\S)",
    re.IGNORECASE,
)
_PEOPLE = frozenset(
    ["name", "nickname", "partner", "child", "parent", "sibling", "relative", "friend", "colleague", "manager", "pet"]
)
_TELLS = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|now|nowadays|instead|changed|moved|"
    r"used to)\b",
    re.IGNORECASE,
)
"""What "it" has to say for the turns before to be read for what it is."""
_SHORT = 14
"""Tokens of a sentence that says no more than the new value of "it"."""
_IT = re.compile(
    r"^(?:\W*(?:(?:ok|okay|so|and|update|well|oh|actually|sorry|no|wait)\W+)*|[^,;.!?]{1,30}, (?:and |so |but "
    r")?)it(?=\W|'s\b)",
    re.IGNORECASE,
)

_DID_I_SAY = re.compile(
    r"\bdid i (?:just )?(?:say|write|type) (?P<old>[^,.;!?]{1,40})(?:\?|$)|\bi (?:said|wrote|typed) "
    r"(?P<old2>[^,.;!?]{1,40}?),? (?:but|and) (?:i )?meant",
    re.IGNORECASE,
)

Reread = Callable[[str], Sequence[Claim]]
"""Reads a statement put together from the turn's words."""


def revised(
    turn: Turn, part: Sentence, past: Past, reread: Reread, *, previous: str = "", replied: str = ""
) -> list[Claim]:
    """Claims for the values that a sentence puts right or brings up to date.

    ``previous`` is the sentence before, where that is one of correction; ``replied`` is what the assistant said in
    between: a bare value after a question of its is an answer.
    """
    text = turn.content[part.start : part.stop]
    again = reworded_value(turn, part, past, reread) or reworded_kin(turn, part, past, previous)
    if again:
        return again
    cleft = CLEFT.search(text)
    if cleft is not None:
        place = (part.start + cleft.start("new"), part.start + cleft.end("new"))
        found = [claim for claim in reread(f"{cleft['rest']} {cleft['new']}") if claim.act is Act.STATE]
        pairs = [(new, one.claim) for new in found for one in past.stated[::-1][:8] if _of_one_slot(one.claim, new)]
        return [
            _corrected(new, old, turn, place) for new, old in pairs if value_key(old.value) != value_key(new.value)
        ][:1]
    if OTHER_WAY.search(text) is not None and not written_out(text):
        return _swapped(turn, part, past.stated, reread)
    if not (previous or past.here or marked(text) or _NEW.search(text) or names_day(text) or says_anew(part)):
        return _of_it(turn, part, past, reread)
    wrong = _DID_I_SAY.search(previous) or _DID_I_SAY.search(text)
    for revision in revisions(text, part, sure=bool(previous)):
        if wrong is not None and revision.old is None:
            revision = replace(revision, old=_bare(wrong["old"] or wrong["old2"]))
        stated = past.stated if _looks_far(revision) else stated_of(past.here)
        made = _made(revision, stated, turn, reread, replied)
        if made is not None:
            return [since_then(made, part) if revision.update else made]
        if revision.old is not None and (reworded := _reworded(revision, stated, turn, reread)):
            return reworded
    return _of_it(turn, part, past, reread)


_NEW = re.compile(r"\bnot\b|n't\b|[\d*@]|\b(?:now|just|really|still|actually|in fact)\b", re.IGNORECASE)
"""What a new value comes with, where no mark of correction does and nothing was said before it in the turn."""


def _looks_far(revision: Revision) -> bool:
    """Whether it may be about a turn before. A bare word without a mark is about this turn's, if it is about any."""
    plain = not any(char.isdigit() for char in revision.new) and not names_day(revision.new)
    return revision.sure or revision.old is not None or not plain


def _of_one_slot(one: Claim, other: Claim) -> bool:
    return (one.subject, one.relation, one.qualifier) == (other.subject, other.relation, other.qualifier)


def _made(revision: Revision, stated: Sequence[Said], turn: Turn, reread: Reread, replied: str) -> Claim | None:
    """What a new value says, in the place of the claim it is for; None where there is no such claim."""
    new = _bare(revision.new)
    latest_first = list(reversed(stated))
    if revision.old is not None and value_key(new) == value_key(revision.old):
        return None
    if revision.old is not None:
        for one in latest_first:
            if value_key(one.claim.value) == value_key(revision.old) or loose_match(revision.old, one.claim.value):
                whole = _with_part(new, revision.old, one.claim)
                made = _substituted(one, whole, revision, turn, reread)
                like = _alike(new, one.claim, sure=True) or _fits(new, one.claim.value) or _instead(new, one.claim)
                return made or (_apply(revision, one.claim, turn) if like else None)
        return None
    for one in latest_first:
        if value_key(new) != value_key(one.claim.value) and (
            _alike(new, one.claim, sure=revision.sure) or _instead(new, one.claim)
        ):
            made = _apply(revision, one.claim, turn)
            if made is not None:
                return made
    asked = replied.rstrip().endswith("?")
    fitting: list[Claim] = []
    for one in latest_first:
        answers = revision.bare and asked and value_key(one.claim.value) not in value_key(replied)
        spelt = _as_within(new, one.claim.value)
        if not one.fresh or not revision.sure or answers or not _fits(spelt, one.claim.value):
            continue
        made = _substituted(one, spelt, revision, turn, reread)
        if made is not None:
            fitting.append(made)
    return fitting[0] if len({(claim.subject, claim.relation, claim.qualifier) for claim in fitting}) == 1 else None


def _with_part(new: str, old: str, claim: Claim) -> str:
    """The new value, where the old one was only a part of what a firm or a club is called: "Munro, not Monroe"."""
    at = claim.value.casefold().find(old.casefold())
    if (
        claim.relation not in ("works_at", "studies_at", "member_of")
        or at < 0
        or value_key(old) == value_key(claim.value)
    ):
        return new
    return claim.value[:at] + new + claim.value[at + len(old) :]


def _as_within(new: str, old: str) -> str:
    """A word with a capital only because it begins its sentence, as it is written within one: "Bassoon, actually"."""
    return new[:1].lower() + new[1:] if old[:1].islower() and new[1:].islower() else new


def _fits(new: str, old: str) -> bool:
    """Whether an unlike value may stand in the place of an old one: a name for a name, a word for a word."""
    if any(c.isdigit() for c in new) != any(c.isdigit() for c in old) or value_key(new) == value_key(old):
        return False
    if old[:1].isupper() != new[:1].isupper() or (old.isdigit() and not new.isdigit()):
        return False
    return len(new.split()) <= max(4, len(old.split()) + 1)


def _substituted(one: Said, new: str, revision: Revision, turn: Turn, reread: Reread) -> Claim | None:
    """The old statement read again with the new value in the place of the old one."""
    target = one.claim
    at = one.words.casefold().find(target.value.casefold())
    if at < 0 or not target.polarity:
        return None
    count = _COUNTED.match(target.value)
    if _COUNTED.fullmatch(new) and count is not None:
        new += target.value[count.end() :]
    for claim in reread(one.words[:at] + new + one.words[at + len(target.value) :]):
        same = (claim.relation, qualifier_key(claim.qualifier)) == (target.relation, qualifier_key(target.qualifier))
        if same and claim.act is Act.STATE and claim.polarity and value_key(claim.value) == value_key(new):
            place = (revision.start, revision.stop)
            text = relations()[claim.relation].sentence(target.subject, claim.value, claim.qualifier)
            stated = replace(claim, subject=target.subject, at=turn.at, start=place[0], stop=place[1], text=text)
            return stated if revision.update else _corrected(stated, target, turn, place)
    return None


def _reworded(revision: Revision, stated: Sequence[Said], turn: Turn, reread: Reread) -> list[Claim]:
    """What another word of a statement makes of it: "a beagle called Mungo" - "not a beagle, a basset"."""
    old, new = _bare(str(revision.old)), _bare(revision.new)
    for one in reversed(stated):
        at = re.search(rf"\b{re.escape(old)}\b", one.words, re.IGNORECASE)
        if at is None or not one.fresh or one.words.strip() in turn.content:
            continue
        before = [other.claim for other in stated if other.words == one.words]
        after = [
            claim for claim in reread(one.words[: at.start()] + new + one.words[at.end() :]) if claim.act is Act.STATE
        ]
        keys = {(c.subject, c.relation, c.qualifier, value_key(c.value)) for c in after}
        gone = [c for c in before if (c.subject, c.relation, c.qualifier, value_key(c.value)) not in keys]
        told = {value_key(c.value): c.value for c in after}
        if not gone or not {value_key(c.value) for c in gone} <= set(told):
            return []
        place = (revision.start, revision.stop)
        back = [taken_back(c, turn.at, place) for c in gone]
        old_keys = {(c.subject, c.relation, c.qualifier, value_key(c.value)) for c in before}
        fresh = [c for c in after if (c.subject, c.relation, c.qualifier, value_key(c.value)) not in old_keys]
        return [*back, *(_corrected(c, c, turn, place) for c in fresh)]
    return []


def _swapped(turn: Turn, part: Sentence, stated: Sequence[Said], reread: Reread) -> list[Claim]:
    """ "I live in Oslo and work in Bergen. Sorry, the other way round." """
    fresh = [one for one in stated if one.fresh and one.claim.start >= 0][-2:]
    if len(fresh) != 2 or value_key(fresh[0].claim.value) == value_key(fresh[1].claim.value):
        return []
    made = []
    for one, other in (fresh, fresh[::-1]):
        revision = Revision(new=other.claim.value, old=None, start=part.start, stop=part.stop)
        claim = _substituted(one, other.claim.value, revision, turn, reread)
        if claim is None or relations()[claim.relation].value != relations()[other.claim.relation].value:
            return []
        made.append(claim)
    return made


def _of_it(turn: Turn, part: Sentence, past: Past, reread: Reread) -> list[Claim]:
    """ "The build takes ten minutes. It takes six now": the same property of the same thing."""
    text = turn.content[part.start : part.stop]
    match = _IT.match(text)
    if match is None:
        return []
    told = len(part.tokens) <= _SHORT and _TELLS.search(text) is not None
    for one in reversed(past.stated if told else stated_of(past.here)):
        claim = one.claim
        if claim.relation != "attribute" or not one.fresh:
            continue
        thing = f"My {claim.qualifier}" if claim.subject == SPEAKER else f"The {claim.subject}"
        rest = re.sub(r"^'s\b", " is", text[match.end() :])
        for new in reread(thing + rest):
            same = (subject_key(new.subject), qualifier_key(new.qualifier)) == (
                subject_key(claim.subject),
                qualifier_key(claim.qualifier),
            )
            if same and new.relation == claim.relation and value_key(new.value) != value_key(claim.value):
                return [replace(new, subject=claim.subject, at=turn.at, start=part.start, stop=part.stop)]
    return []


def same_thing(claim: Claim, past: Past) -> Claim:
    """The claim about what it was said of before: after "the cottage door code", "door code" is that one."""
    if claim.relation != "attribute" or claim.subject == SPEAKER:
        return claim
    key = subject_key(claim.subject)
    for one in reversed(past.said):
        other = one.claim
        if other.relation != "attribute" or subject_key(other.subject) == key:
            continue
        named = subject_key(other.subject)
        longer = (named.endswith(f" {key}") or _of_something(named, key)) and qualifier_key(
            other.qualifier
        ) == qualifier_key(claim.qualifier)
        own = other.subject == SPEAKER and qualifier_key(other.qualifier) == key and not claim.qualifier
        if longer or own:
            qualifier = other.qualifier if own else claim.qualifier
            text = relations()[claim.relation].sentence(other.subject, claim.value, qualifier)
            return replace(claim, subject=other.subject, qualifier=qualifier, text=text)
    return claim


def _of_something(longer: str, key: str) -> bool:
    """Whether "alarm code for the shop" is what "alarm code" is short for."""
    return " " in key and any(longer.startswith(f"{key} {word} ") for word in ("for", "of", "to", "at", "on", "in"))


def _instead(new: str, claim: Claim) -> bool:
    """Whether a value follows a denial in its place: "my first language isn't Spanish, it's Quechua"."""
    return not claim.polarity and new[:1].isupper() == claim.value[:1].isupper() and len(new.split()) <= 4


def _bare(text: str) -> str:
    text = text.strip(" \"'")
    while (shorter := _FILLER.sub("", text)) != text:
        text = shorter
    return text.strip()


def _alike(new: str, claim: Claim, *, sure: bool) -> bool:
    """Whether a new value can stand in the place of an old one."""
    old = claim.value
    if "@" in new or "@" in old:
        return sure and "@" in new and "@" in old
    if _DAYS.match(new) and _DAYS.match(old.split(" ")[-1]):
        return True
    if CLOCK.fullmatch(new) and relations()[claim.relation].kind == "event":
        return claim.valid_from is not None and sure
    if names_day(new) and (relations()[claim.relation].value == "date" or relations()[claim.relation].kind == "event"):
        return claim.valid_from is not None or relations()[claim.relation].value == "date"
    digits_new, digits_old = any(c.isdigit() for c in new), any(c.isdigit() for c in old)
    if _COUNTS.match(new):
        return bool(_COUNTED.match(old)) and sure
    if digits_new or digits_old:
        return digits_new and digits_old and _shape(new) == _shape(old) and not new[:1].isspace()
    if claim.relation in _PEOPLE:
        return (
            new[:1].isupper()
            and len(new.split()) <= 3
            and (sure and (close(new, old) or claim.relation in ("name", "nickname")))
        )
    return sure and close(new, old)


def _shape(text: str) -> str:
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", text.casefold()))


def _apply(revision: Revision, target: Claim, turn: Turn) -> Claim | None:
    new = _bare(revision.new)
    row = relations()[target.relation]
    place = (revision.start, revision.stop)
    if row.kind == "event" and (names_day(new) or CLOCK.fullmatch(new)):
        day = day_named(new, target.valid_from, turn.at)
        return (
            None
            if day is None
            else replace(
                target,
                act=Act.CORRECT,
                replaces=target.value,
                at=turn.at,
                valid_from=day,
                start=place[0],
                stop=place[1],
            )
        )
    count = _COUNTED.match(target.value)
    if _COUNTED.fullmatch(new) and count is not None:
        new += target.value[count.end() :]
    text = row.sentence(target.subject, new, target.qualifier)
    stated = replace(target, value=new, text=text, act=Act.STATE, polarity=True,
                     at=turn.at, valid_from=None if row.timeless else turn.at, valid_to=None,
                     since=Since.ALWAYS if row.timeless else Since.SAID, start=place[0], stop=place[1])  # fmt: skip
    if revision.update or not target.polarity:
        return stated
    return _corrected(stated, target, turn, place)


def _corrected(new: Claim, target: Claim, turn: Turn, place: tuple[int, int]) -> Claim:
    return replace(new, act=Act.CORRECT, replaces=target.value, at=turn.at, start=place[0], stop=place[1])


def as_correction(claim: Claim, past: Past, words: str, text: str, known: Known) -> Claim:
    """A full restatement under a mark of correction takes the place of what was said of the same thing.

    ``words`` are those of the claim, ``text`` the sentence with its mark. Of a relation that holds several values only
    a spelling of the same name, or the same words about another value, is a correction.
    """
    if claim.act is not Act.STATE or not claim.polarity:
        return claim
    single = relations()[claim.relation].single
    for one in reversed(past.said):
        other = one.claim
        same = (other.subject, other.relation, other.qualifier) == (claim.subject, claim.relation, claim.qualifier)
        if not same or other.act not in (Act.STATE, Act.CORRECT) or value_key(other.value) == value_key(claim.value):
            continue
        sure = strongly_marked(text) or claim.relation == "nickname"  # "actually, call me Lexi"
        restated = sure and one.fresh and (
            close(claim.value, other.value)
            or frame(words, claim.value) == frame(one.words, other.value)
            or OTHER_WAY.search(text) is not None  # "I mixed those up: I play …, my sister plays …"
        )  # fmt: skip
        if single or restated:
            return replace(claim, act=Act.CORRECT, replaces=other.value)
    if claim.subject == known.speaker and of_a_slip(text):
        values = known.values.get(claim.relation, ())
        near = [value for value in values if close(value, claim.value) or (single and len(values) == 1)]
        if near and value_key(claim.value) not in {value_key(value) for value in values}:
            return replace(claim, act=Act.CORRECT, replaces=near[-1])
    return claim
