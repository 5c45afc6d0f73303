"""Second thoughts that say a value again in fewer or other words: "well, deputy head", "just Tunde"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from strandline.extract.keys import loose_match, value_key
from strandline.extract.past import Past, Said
from strandline.extract.people import KIN, singular
from strandline.extract.relations import relations
from strandline.extract.sentences import Sentence
from strandline.extract.turn import Turn
from strandline.types import Act, Claim, Since

Reread = Callable[[str], Sequence[Claim]]
"""Reads a statement put together from the turn's words."""

_NOT_CLEFT = re.compile(
    r"\b(?:it is not|it's not|it isn'?t|its not|it wasn'?t) (?P<old>[^,.;!?]{1,40}?) (?:that |which |who )?"
    r"(?P<rest>i(?:'m| am|'ve| have)? [^,.;!?]{2,40}?)[,;.]? (?:but |it's |it is |its |it was )(?:actually |in fact )?"
    r"(?P<new>[^,;!?]{1,40}?)(?=[,;!?.](?:\s|$)|$)",
    re.IGNORECASE,
)
""" "It's not Berlin I live in, it's Potsdam" """
_NARROWED = re.compile(
    r"^\W*(?:well|okay|ok|technically|strictly speaking|to be (?:precise|exact|fair|honest)|more precisely|or rather|"
    r"more like|rather)[, …:-]+(?:technically |actually |more like |only |just )*(?:an? |the )?"
    r"(?P<new>[\w'-]+(?: [\w'-]+){1,4}?)(?: really| actually| technically)?\W*$",
    re.IGNORECASE,
)
_SHORTER = re.compile(
    r"^\W*(?i:just|only|plain|simply|make (?:that|it)|rather|better)(?: plain| just)? (?P<new>[A-Z][\w'-]+(?: "
    r"[A-Z][\w'-]+)?)"
    r"(?: is fine| will do| is enough| then| please| works)?\W*$"
)
_BETTER = re.compile(
    r"^\W*(?:(?i:actually|no|hm+|well|or|just|maybe|oh|sorry)\W+)*(?P<new>[A-Z][\w'-]+) (?:is|would be|sounds|works) "
    r"(?:better|nicer|fine|enough|easier|best|good enough)\W*$"
)
_GAVE_WAY = (
    re.compile(
        r"\b(?:is no longer|isn'?t|was|is not|used to be) my (?P<thing>[\w'-]+(?: [\w'-]+){0,2}?)(?: any ?more| "
        r"until [^,;.]{2,30}"
        r"| before)?[,;.]? (?:and |but |so )?(?:now )?(?:it's|it is|its|that's) (?:now "
        r")?(?P<new>[A-Z][^,;.!?]{1,40}?)(?: now)?"
        r"(?=[,;.!?]|$)"
    ),
    re.compile(
        r"\b[Mm]y (?P<thing>[\w'-]+(?: [\w'-]+){0,2}?) (?:used to be|was) [^,;.]{2,40}[,;.]? (?:and |but |so "
        r")?(?:now )?"
        r"(?:it's|it is|its|he's|she's) (?:now )?(?P<new>[A-Z][^,;.!?]{1,40}?)(?: now)?(?=[,;.!?]|$)"
    ),
)
""" "Jever is no longer my favourite beer, it's Rothaus now" """
_OF_WHOM = re.compile(
    r"\bdid i (?:just )?(?:say|write|type) (?P<old>[\w-]+)[?.!,\s]+(?:i (?:mean|meant) |he's |she's |he is |she is |"
    r"they're |"
    r"they are |it's )?(?:my |our |an? )?(?P<new>[\w-]+)",
    re.IGNORECASE,
)
""" "Did I say niece? She's my goddaughter." """


def may_reword(sentence: Sentence) -> bool:
    """Whether a sentence begins as a second thought does, or is short enough to be one."""
    first = sentence.tokens[0].word
    return len(sentence.tokens) <= 9 and first in _FIRST


_FIRST = frozenset(
    ["actually", "well", "okay", "ok", "technically", "strictly", "to", "more", "or", "rather", "just", "only", "plain",
     "simply", "make", "better"]
)  # fmt: skip


def reworded_value(turn: Turn, part: Sentence, past: Past, reread: Reread) -> list[Claim]:
    """The claims of a sentence that says a value again in other words; none where it is no such sentence."""
    text = turn.content[part.start : part.stop]
    cleft = _NOT_CLEFT.search(text) if " i" in text.casefold() else None
    if cleft is not None:
        return _of_cleft(turn, part, past, reread, cleft)
    if " my " in text.casefold() or text.lstrip().casefold().startswith("my "):
        for pattern in _GAVE_WAY:
            gave = pattern.search(text) if "now" in text else None
            if gave is not None:
                place = (part.start + gave.start("new"), part.start + gave.end("new"))
                found = [claim for claim in reread(f"My {gave['thing']} is {gave['new']}") if claim.act is Act.STATE]
                return [replace(claim, start=place[0], stop=place[1]) for claim in found[:1]]
    first = part.tokens[0].word
    if first in _FIRST and (narrowed := _NARROWED.match(text)) is not None:
        found = _narrowed(turn, part, past.stated, narrowed)
        if found:
            return found
    if " is " in text and (better := _BETTER.match(text)) is not None:
        return _renamed(turn, part, past.stated, better)
    if first in _FIRST and (shorter := _SHORTER.match(text)) is not None:
        return _renamed(turn, part, past.stated, shorter)
    return []


_I_SAID = re.compile(
    r"\bi (?:said|told you|wrote|mentioned|claimed|typed)(?: (?:earlier|before|yesterday|last \w+|the other day))*"
    r"(?: that)? (?P<old>[^,.;!?]{3,80}?)[,.;]? ?(?:but |and |well )?(?:that|which|it|this)(?:'s| was| is| were)? ?"
    r"(?:was |is )?(?:all |just |actually |completely |plain |totally )?(?:wrong|incorrect|a mistake|a slip|a typo|"
    r"my mistake|nonsense|not right|not true|not correct|n't right|n't true)[,;:.–—-]* ?(?:sorry,? |but |and |"
    r"actually,? )*(?:(?:it|he|she|they)(?:'s|'re| is| are)|i mea?nt?|the right \w+ is)"
    r"(?: (?:actually|really|in fact|called|named|rather))* (?P<new>[^,;!?]{1,40}?)(?=[,;!?.](?:\s|$)|$)",
    re.IGNORECASE,
)
""" "I said my boss is called Ann, that was wrong, she's called Anja" """


def misstated(turn: Turn, part: Sentence, reread: Reread) -> list[Claim]:
    """The claims of a sentence that says again what was said before and what is right instead."""
    text = turn.content[part.start : part.stop]
    match = _I_SAID.search(text) if "i" in part.words and not _SAYS.isdisjoint(part.words) else None
    if match is None:
        return []
    place = (part.start + match.start("new"), part.start + match.end("new"))
    for was in reread(match["old"]):
        at = match["old"].casefold().rfind(was.value.casefold())
        if was.act is not Act.STATE or not was.value or at < 0:
            continue
        new = re.sub(r"^(?:a|an|the|in|at|on) ", "", match["new"])
        for claim in reread(match["old"][:at] + new + match["old"][at + len(was.value) :]):
            same = (claim.subject, claim.relation, claim.qualifier) == (was.subject, was.relation, was.qualifier)
            if same and claim.act is Act.STATE and value_key(claim.value) == value_key(new):
                return [replace(claim, act=Act.CORRECT, replaces=was.value, start=place[0], stop=place[1])]
    return []


_SAYS = frozenset(["said", "told", "wrote", "mentioned", "claimed", "typed"])


def reworded_kin(turn: Turn, part: Sentence, past: Past, previous: str) -> list[Claim]:
    """ "Did I say niece? She's my goddaughter.": the same person by another word."""
    both = f"{previous.strip()} {turn.content[part.start : part.stop]}"
    match = _OF_WHOM.search(both) if "did i" in both.casefold() else None
    if match is None:
        return _other_kind(turn, part, past)
    was, kin = KIN.get(singular(match["old"].casefold())), KIN.get(singular(match["new"].casefold()))
    if was is None or kin is None or was == kin:
        return []
    for one in reversed(past.stated):
        claim = one.claim
        if one.fresh and (claim.relation, claim.qualifier) == (was.relation, was.qualifier):
            gone = replace(claim, act=Act.RETRACT, valid_from=None, valid_to=None, since=Since.SAID, at=turn.at,
                           start=part.start, stop=part.stop)  # fmt: skip
            row = relations()[kin.relation]
            text = row.sentence(claim.subject, claim.value, kin.qualifier)
            since = Since.ALWAYS if row.timeless else Since.SAID
            instead = replace(claim, relation=kin.relation, qualifier=kin.qualifier, act=Act.CORRECT, since=since,
                              replaces=claim.value, text=text, at=turn.at, start=part.start, stop=part.stop,
                              valid_from=None if row.timeless else turn.at)  # fmt: skip
            return [gone, instead]
    return []


_KIND = re.compile(
    r"^\W*(?:(?:no|oh|sorry|well|actually|oops|wait|hm+)\W+)*(?:it|he|she|that)(?:'s| is) (?:actually |really |in "
    r"fact )?"
    r"an? (?P<new>[a-z]+(?: [a-z]+)?)(?:,? (?P<mark>actually|really|not an? [a-z ]+))?\W*$",
    re.IGNORECASE,
)


def _other_kind(turn: Turn, part: Sentence, past: Past) -> list[Claim]:
    """ "I have a rabbit called Pepper." - "It's a guinea pig, actually." """
    text = turn.content[part.start : part.stop]
    match = _KIND.match(text) if " a" in text else None
    kin = None if match is None else KIN.get(singular(match["new"].casefold()))
    if (
        match is None
        or kin is None
        or kin.relation != "pet"
        or not re.search(r"actually|sorry|not an? |oops|no,", text, re.I)
    ):
        return []
    one = next((one for one in reversed(past.stated) if one.claim.relation == "pet"), None)
    if one is None or not one.fresh or one.claim.generic or one.claim.qualifier == kin.qualifier:
        return []
    place = (part.start + match.start("new"), part.start + match.end("new"))
    gone = replace(one.claim, act=Act.RETRACT, valid_from=None, valid_to=None, since=Since.SAID, at=turn.at,
                   start=place[0], stop=place[1])  # fmt: skip
    text = relations()["pet"].sentence(one.claim.subject, one.claim.value, kin.qualifier)
    instead = replace(one.claim, act=Act.CORRECT, replaces=one.claim.value, qualifier=kin.qualifier, text=text,
                      at=turn.at, start=place[0], stop=place[1])  # fmt: skip
    return [gone, instead]


def _of_cleft(turn: Turn, part: Sentence, past: Past, reread: Reread, cleft: re.Match[str]) -> list[Claim]:
    place = (part.start + cleft.start("new"), part.start + cleft.end("new"))
    found = [claim for claim in reread(f"{cleft['rest']} {cleft['new']}") if claim.act is Act.STATE][:1]
    result = []
    for new in found:
        new = replace(new, at=turn.at, start=place[0], stop=place[1])
        wrong = [
            one.claim
            for one in past.stated
            if (one.claim.subject, one.claim.relation) == (new.subject, new.relation)
            and loose_match(cleft["old"], one.claim.value)
        ]
        result.append(replace(new, act=Act.CORRECT, replaces=wrong[-1].value) if wrong else new)
    return result


def _narrowed(turn: Turn, part: Sentence, stated: Sequence[Said], match: re.Match[str]) -> list[Claim]:
    """ "I'm the head of logistics. Well, deputy head." """
    new = match["new"].casefold().split()
    for one in list(reversed(stated))[:6]:
        claim = one.claim
        old = value_key(claim.value).split()
        if not one.fresh or claim.relation not in _NARROWING or value_key(match["new"]) == value_key(claim.value):
            continue
        if new[-1] in old or " ".join(new[-2:]) == " ".join(old):
            value = (
                match["new"] if not match["new"][:1].isupper() or claim.value[:1].isupper() else match["new"].lower()
            )
            return [_put_right(claim, value, turn, (part.start + match.start("new"), part.start + match.end("new")))]
    return []


_NARROWING = frozenset(["role", "pet", "studies", "degree", "diet", "drives", "owns"])
"""Of whose values a narrower word says more: a junior doctor is a doctor."""


def _renamed(turn: Turn, part: Sentence, stated: Sequence[Said], match: re.Match[str]) -> list[Claim]:
    """ "You can call me Mr Adeyemi." - "Just Tunde." """
    for one in list(reversed(stated))[:3]:
        if value_key(match["new"]).split()[0] in _NO_NAMES:
            return []
        if one.fresh and one.claim.relation == "nickname" and value_key(one.claim.value) != value_key(match["new"]):
            place = (part.start + match.start("new"), part.start + match.end("new"))
            return [_put_right(one.claim, match["new"], turn, place)]
    return []


_NO_NAMES = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
    october november december thanks thank yes no ok okay i it that this english british tea coffee water
    """.split()  # noqa: SIM905
)


def _put_right(claim: Claim, value: str, turn: Turn, place: tuple[int, int]) -> Claim:
    text = relations()[claim.relation].sentence(claim.subject, value, claim.qualifier)
    return replace(
        claim, act=Act.CORRECT, value=value, replaces=claim.value, text=text, at=turn.at, start=place[0], stop=place[1]
    )
