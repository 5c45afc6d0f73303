"""What the tables of habits share: kinds of values, and whether a clause speaks of a habit."""

from __future__ import annotations

import re

from strandline.extract.dating import times_of
from strandline.extract.patterns import Found
from strandline.extract.tables.words import (
    GROUPS,
    HOBBIES,
    INSTRUMENTS,
    SPORTS,
    listed,
)
from strandline.timex import TimeSpan

LEVEL = (
    r"(?:(?:a|an|some|any|any kind of|word of|single word of|bit of|little|little bit of|tiny bit of|smattering of|"
    r"enough|good|very|really|decent|basic|fluent|conversational|rusty|broken|my|passable|reasonable|perfect|"
    r"near-native|quite|both|native|school|tourist|intermediate|beginner|beginners|advanced|pretty|much|only|just|of|"
    r"and|also|business|terrible|bad|poor|no|the|how|to|speak|play|speaking|playing|read|write) )*"
)


def playable(value: str) -> bool:
    """Whether a value is an instrument, a sport or a game."""
    words = value.split()
    return (
        bool(words)
        and len(words) < 5
        and (value in INSTRUMENTS or value in SPORTS or words[-1] in INSTRUMENTS or words[-1] in SPORTS)
    )


def pastime(value: str) -> bool:
    """Whether a value is a pastime or a sport, or begins or ends with one."""
    words = value.split()
    return bool(words) and (
        value in HOBBIES
        or value in SPORTS
        or (words[0] in HOBBIES and len(words) < 6)
        or (words[-1] in HOBBIES and len(words) < 4)
    )


SKILLS = listed(
    "swim weld drive cook juggle knit sew ski dance sing draw paint solder crochet whistle code program type skate "
    "snowboard surf sail ride bake fish hunt climb weave carve forge fly navigate yodel sign touch-type darn "
    "unicycle cycle dive moonwalk lip-read beatbox plaster tile"
)


def habit(found: Found) -> bool:
    """A habit, not what goes on at this moment: no "now", "today", "tonight", "right now" with a progressive."""
    verb = found.clause.verb
    if verb is None:
        return True
    if verb.tense == "perfect" and not verb.progressive:
        since = any(word.word == "since" for word in found.clause.sentence.tokens)
        return since or any(time.type == "duration" or time.relation == "since" for time in times(found))
    if verb.progressive and verb.tense != "perfect":
        said = " ".join(word.word for word in found.clause.words)
        return "these days" in said or "lately" in said
    return not any(
        time.type in ("date", "datetime") and time.grain in ("day", "part", "hour", "minute") and time.relation is None
        for time in times(found)
    )


def times(found: Found) -> list[TimeSpan]:
    """The times that stand in the clause."""
    return times_of(found.clause)


def set_time(found: Found) -> bool:
    """Whether the clause says how often."""
    return any(time.type == "set" for time in times(found))


_PARTED = re.compile(
    r" (?:called|named|in|at|for|since|with|that|which|who|and|on|of|from|to|because|but|so|until|once|again|now|"
    r"too|any|these|lately|where|here|there|,|⟨\d+⟩)(?: |$)| , "
)
_NO_CLUB = re.compile(
    r"(?:a |the |my |our |this |that )?(?:same |right |wrong |other |next |first )*(?:boat|team|work|top|board|"
    r"call|group chat|front|meeting|party|circle|network|church|gym|theatre|theater|trust)|"
    r"(?:you|it|this|that|what)\b.*"
)
_AT_WORK = re.compile(
    r"\b(?:dev|engineering|sales|support|platform|marketing|product|search|billing|pricing|data|design|security|"
    r"infra|infrastructure|finance|growth|payments|research|backend|frontend|legal|qa|ops|devops|core|mobile|web|"
    r"hr|analytics|content|birthday|dinner|christmas|farewell|leaving|house|garden|dance|wedding|halloween|"
    r"costume|surprise|engagement|retirement|graduation|stag|hen|office|work|after|cocktail|pool)\b"
)
"""Before "team" and "group" it is work, before "party" an evening."""
_AT_PLAY = re.compile(
    r"\b(?:quiz|football|soccer|hockey|rugby|cricket|netball|relay|chess|swim|swimming|dance|pub|darts|"
    r"basketball|volleyball|baseball|softball|rowing|running|walking|knitting|support|study|reading|writing|"
    r"writers|theatre|drama|youth|prayer|sketching|hiking|tennis|curling|debate|bowling|improv|re-enactment|rescue|"
    r"lifeboat|first aid|coastguard|litter-picking|gardening|bell-ringing|lacrosse|polo|judo|gymnastics|ski|sailing|"
    r"cycling|triathlon|esports)\b"
)


_PERFORMERS = frozenset(
    """
    players singers ringers ramblers harriers rangers rovers wanderers chorale philharmonic sinfonia consort strings
    voices dramatics operatics morris cadets volunteers paddlers rowers striders
    """.split()  # noqa: SIM905
)
"""What the name of a company, club or side may end with: "the Harrow Players"."""


def group(found: Found, *, strict: bool = False) -> bool:
    """Whether a value is of a club, choir, party: by its head noun, or the noun before "called".

    ``strict`` lets "team" and "group" pass only where what is before them tells that they are for pleasure.
    """
    start, stop = found.groups["v"]
    said = " ".join(word.word for word in found.words[start:stop])
    head = _PARTED.split(said, maxsplit=1)[0]
    named = found.words[start + len(head.split()) - 1]
    if named.word in _PERFORMERS and named.capital:
        return True
    if GROUPS.fullmatch(head) is None or _NO_CLUB.fullmatch(head) or _AT_WORK.search(head):
        return False
    return not (strict and head.endswith(("team", "group"))) or _AT_PLAY.search(head) is not None
