"""Clubs, bands, choirs, parties: what somebody is a member of."""

from __future__ import annotations

from strandline.extract.patterns import ANY, DONE, Found, Pattern
from strandline.extract.tables.common import ELIDED, SELF, WHO
from strandline.extract.tables.employers import PLACES_OF_WORK
from strandline.extract.tables.habits import group
from strandline.extract.values import stretch
from strandline.types import Act

_MEMBER = (
    r"(?:a |an |the |proud |founding |paid-up |long-standing |active |keen |board |life |lifelong |honorary |"
    r"card-carrying |committee |fellow |paying |new )*"
)


def _named_side(found: Found) -> bool:
    """A side by its name: "I play for Harrow Ladies", not "for fun"."""
    return found.words[found.groups["v"][0]].capital


def _place_of_work(found: Found) -> bool:
    """ "Stellar Gym": by its name a club of which one may be a member, and in which people are employed."""
    start, stop = stretch(found.words, found.groups["v"][0], "org")
    return found.words[start].capital and found.words[stop - 1].word in PLACES_OF_WORK


# fmt: off
_MEMBERS = (
    Pattern(
        verbs=("be",),
        rest=rf"{_MEMBER}(?:member|part|president|secretary|treasurer|chair|chairman|chairwoman|chairperson|captain|"
             r"vice president|founder|organiser|organizer|leader|trustee|patron|fellow|supporter) (?:of|at|in|with) "
             r"(?P<v>.+)",
        relation="member_of", who=WHO, past=True, value="group",
        check=lambda found: group(found) or _named_group(found),
    ),
    Pattern(
        verbs=("be", "play", "sing", "dance", "act", "perform", "row", "run", "sew", "knit"),
        rest=r"(?:[\w' -]+? )??(?:in|with|part of|to) (?:an?|the|this) (?:[\w'-]+ ){0,3}?(?:group|team|society|"
             r"collective|circle|"
             r"ensemble|outfit|network|league|crew|gang|duo|trio|quartet|quintet|band|choir|club|troupe|orchestra|"
             r"ceilidh band|association|guild|company|squad|side)(?: in [\w-]+)? (?:called|named) (?P<v>.+)",
        relation="member_of", who=WHO, past=True, value="org", single=True, goes_on=True,
    ),
    Pattern(
        verbs=("play", "row", "race", "compete", "run", "swim", "skate", "bowl"),
        rest=r"(?:in [a-z]+ |as an? [a-z ]+ )?for (?P<v>.+)",
        relation="member_of", who=WHO, value="org", single=True, goes_on=True, past=True, check=_named_side,
    ),
    Pattern(
        verbs=("become",), rest=rf"{_MEMBER}member of (?P<v>.+)", relation="member_of", who=WHO, tenses=ANY,
        value="group", single=True, event_day=True, check=lambda found: group(found) or _named_group(found),
    ),
    Pattern(
        verbs=("be",), rest=r"(?:also |still |now |currently )*(?:in|on) (?P<v>.+)", relation="member_of", who=WHO,
        past=True, value="group", single=True, check=lambda found: group(found, strict=True),
    ),
    Pattern(
        verbs=("belong",), rest=r"to (?P<v>.+)", relation="member_of", who=WHO, past=False, value="group",
        check=lambda found: group(found) or _named_group(found),
    ),
    Pattern(
        verbs=("join",), rest=r"(?P<v>.+)", relation="member_of", who=ELIDED, tenses=ANY, event_day=True,
        value="group", single=True, check=lambda found: group(found, strict=True),
    ),
    Pattern(
        verbs=("register", "enrol", "enroll", "sign"), rest=r"(?:up )?(?:with|for|in|to|at) (?P<v>.+)",
        relation="member_of", who=SELF, tenses=ANY, event_day=True, value="group", single=True,
        check=lambda found: group(found, strict=True),
    ),
    Pattern(
        verbs=("have", "hold"), rest=r"(?:a |an )?(?:annual |yearly |monthly )?(?:(?P<v>.+?) )?membership\b",
        relation="member_of", who=SELF, past=False, single=True, value="group",
    ),
    Pattern(
        verbs=("leave", "quit", "resign"), rest=r"(?:from )?(?P<v>.+)", relation="works_at", act=Act.END, loose=True,
        who=ELIDED, tenses=DONE, event_day=True, value="org", single=True, goes_on=True,
        check=lambda found: group(found, strict=True) and _place_of_work(found),
    ),
    Pattern(
        verbs=("leave", "quit", "resign"), rest=r"(?:from )?(?P<v>.+)", relation="member_of", act=Act.END, loose=True,
        who=ELIDED, tenses=DONE, value="group", single=True, others=("plays", "hobby"),
        check=lambda found: group(found, strict=True),
    ),
    Pattern(
        verbs=("drop",), rest=r"out of (?P<v>.+)", relation="member_of", act=Act.END, loose=True,
        who=ELIDED, tenses=DONE, value="group", single=True, event_day=True, others=("plays", "hobby"),
        check=lambda found: group(found, strict=True),
    ),
    Pattern(
        verbs=("step", "walk", "stand", "part"), rest=r"(?:away from|down from|back from|ways with) (?P<v>.+)",
        relation="member_of", act=Act.END, loose=True, who=ELIDED, tenses=DONE, value="group", single=True,
        event_day=True, others=("plays", "hobby"), check=lambda found: group(found, strict=True),
    ),
    Pattern(
        verbs=("stop", "quit"), rest=r"(?:singing|playing|rowing|dancing|acting|going) (?:in|with|for|to) (?P<v>.+)",
        relation="member_of", act=Act.END, loose=True, who=ELIDED, tenses=ANY, value="group", single=True,
        check=group,
    ),
)
# fmt: on


def _named_group(found: Found) -> bool:
    """A name of some length after "member of"."""
    start, _ = found.groups["v"]
    words = found.words[start : start + 3]
    skip = 1 if words and words[0].word in ("the", "a", "an", "our") else 0
    return len(words) > skip and words[skip].capital


PATTERNS = _MEMBERS
