"""Intentions and goals that are stated as such."""

from __future__ import annotations

import re

from strandline.extract.clauses import Mood
from strandline.extract.patterns import ANY, Found, Pattern
from strandline.extract.tables.common import ELIDED, SELF, WHO
from strandline.extract.tables.days import DULL, PLANNED, ahead, dates, moving
from strandline.extract.tables.words import listed
from strandline.types import Act


def _worth(found: Found) -> bool:
    """A plan with something in it: no "I want to ask", "going to see"."""
    words = found.text("v").split()
    first = words[0] if words else ""
    doing = first == "do" and words[1:2] != [] and words[1] in ("a", "an", "my")  # "do an MBA"
    if len(words) < 1 or (first in DULL - {"get", "make", "go"} and not doing) or first in ("be", "also"):
        return False
    return (
        words[-1] not in ("it", "this", "that", "you", "so")
        and not set(words[:4]) & {"you", "your"}
        and found.clause.lead not in ("if", "unless", "whether")
    )


def _in_time(found: Found) -> bool:
    """Whether a time to come is given, or one that goes on: "this year", "this summer"."""
    at = found.clause.sentence.at
    lasting = ("month", "quarter", "season", "year", "decade")
    goes_on = at is not None and any(span.until and span.until > at and span.grain in lasting for span in dates(found))
    return goes_on or ahead(found)


def _settled(found: Found) -> bool:
    """Whether it is decided, not "I can't decide", "I haven't made up my mind"."""
    verb = found.clause.verb
    return verb is not None and not verb.negated and verb.modal is None


def _going(found: Found) -> bool:
    """ "I'm going to start a podcast", "I'll book it on Monday"."""
    verb = found.clause.verb
    if verb is None or verb.negated or verb.modal not in ("going", "will") or verb.lemma in DULL:
        return False
    words = [word.word for word in found.clause.rest]
    if not words or set(words) & {"you", "your"} or words[-1] in ("it", "that", "this", "them"):
        return False
    if "now" in words or words[0] in ("those", "these", "that", "this", "it", "them"):
        return False
    return ahead(found) if verb.modal == "will" else True


_BIG = listed(
    "buy move learn start sell become change switch open launch build retire run quit apply adopt hire rent travel "
    "renovate redecorate join study train"
)
"""What one looks to do as a plan, and not as a question to the assistant."""
_GOAL = (
    r"(?:(?:main|big|current|only|biggest|long-term|new|next|ultimate|personal|short-term|year ?'s|new year ?'s|one) "
    r")*(?:goal|plan|aim|ambition|resolution|intention|objective|target|goals|plans|resolutions|challenge)(?: (?:for|"
    r"in|over) .+| now)?"
)
# fmt: off
_PLANS = (
    Pattern(
        verbs=("plan", "intend", "aim"), rest=r"(?:to|on) (?P<v>.+)", relation="plans", who=ELIDED, moods=PLANNED,
        value="phrase", check=_worth, past=False, modal=frozenset({None, "going"}),
    ),
    Pattern(
        verbs=("plan", "organise", "organize"),
        rest=r"(?P<v>(?:a|an|our|my|the) (?:[\w'-]+ ){0,3}?(?:trip|holiday|vacation|wedding|move|party|getaway|"
             r"honeymoon|"
             r"visit|tour|expedition|reunion|cruise|hike|pilgrimage|safari|sabbatical)\b(?! (?:menu|food|list|"
             r"playlist|budget|outfit|speech|invitations?|decorations?)).*)",
        relation="plans", takes="verb", who=WHO, moods=PLANNED, progressive=True, value="phrase", past=False,
    ),
    Pattern(
        verbs=("hope",), rest=r"to (?P<v>.+)", relation="plans", who=frozenset({"speaker"}),
        moods=PLANNED | {Mood.UNREAL}, value="phrase", check=lambda found: _worth(found) and _in_time(found),
        past=False,
        confidence=0.75,
    ),
    Pattern(
        verbs=("want",),
        rest=r"to (?P<v>(?:learn|run|start|move|buy|become|write|apply|visit|travel|study|finish|build|open|save|"
             r"quit|climb|train|go back to|pass|retire|publish|lose|read|launch|sail|swim|cycle|walk|take up|"
             r"renovate|switch)\b.+)",
        relation="plans", who=frozenset({"speaker"}), moods=PLANNED, value="phrase",
        check=lambda found: _worth(found) and _in_time(found), past=False, confidence=0.7,
    ),
    Pattern(
        verbs=("decide", "resolve"), rest=r"to (?P<v>.+)", relation="plans", who=WHO, moods=PLANNED, value="phrase",
        check=lambda found: _worth(found) and _settled(found) and found.clause.verb is not None and
            found.clause.verb.tense == "perfect",
        tenses=ANY,
    ),
    Pattern(
        verbs=("make",), rest=r"up (?:my|our) minds? (?:to|that (?:i|we) (?:will|am going to|are going to)) (?P<v>.+)",
        relation="plans", who=frozenset({"speaker"}), moods=PLANNED, value="phrase", tenses=ANY,
        check=lambda found: _worth(found) and _settled(found),
    ),
    Pattern(
        verbs=("look",), rest=r"to (?P<v>.+)", relation="plans", who=WHO, moods=PLANNED, progressive=True,
        value="phrase", check=lambda found: _worth(found) and found.text("v").split()[0] in _BIG, past=False,
    ),
    Pattern(
        verbs=("save",), rest=r"(?P<v>(?:up )?for .+)", relation="plans", takes="verb", who=WHO, progressive=True,
        value="phrase", past=False,
    ),
    Pattern(
        verbs=("be",), noun=_GOAL, rest=r"(?:still |now |just |simply )*(?:to )?(?P<v>.+)", relation="plans",
        moods=PLANNED, value="phrase", past=False, check=lambda found: _goal(found),
    ),
    Pattern(
        verbs=("have",), rest=r"(?:every |made |a |the |big )*(?:plans?|intention|goal) (?:to|of) (?P<v>.+)",
        relation="plans", who=WHO, moods=PLANNED, value="phrase", past=False, check=_worth,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:dead |all |quite )?(?:(?:determined|set|resolved|scheduled|booked) (?:on|to)|due to) "
             r"(?!fire\b)(?P<v>.+)",
        relation="plans", who=frozenset({"speaker"}), moods=PLANNED, value="phrase", past=False, check=_worth,
        confidence=0.75,
    ),
    Pattern(
        verbs=("book", "cancel"),
        rest=r"(?P<v>(?:a |our |my |the |us |me )?(?:flights?|trip|holiday|tickets?|train|table|cruise|retreat|"
             r"weekend) .+)",
        relation="plans", takes="verb", who=WHO, tenses=ANY, moods=PLANNED, value="phrase",
        check=lambda found: found.clause.verb is not None and found.clause.verb.lemma == "book" and not
            found.clause.verb.negated,
    ),
    Pattern(
        verbs=("cancel", "scrap", "postpone"),
        rest=r"(?!to |until |till )(?:my |our |the |all |plans to |plan to )*(?P<v>.+)",
        relation="plans", act=Act.END, loose=True, who=ELIDED, tenses=ANY, value="noun", moods=PLANNED,
        others=("uses", "member_of", "routine"),
    ),
    Pattern(
        verbs=("call",), rest=r"off (?:my |our |the )*(?P<v>.+)", relation="plans", act=Act.END, loose=True,
        who=ELIDED, tenses=ANY,
    ),
    Pattern(
        verbs=("change",), rest=r"(?:my|our) minds? about (?P<v>.+)", relation="plans", act=Act.END, loose=True,
        who=SELF, tenses=ANY,
    ),
)
# fmt: on
# fmt: off
_LATE = (
    Pattern(
        verbs=("*",), rest=r"(?P<v>.+)", relation="plans", takes="verb", who=frozenset({"speaker", "person", "none"}),
        moods=PLANNED, value="phrase", modal=frozenset({None, "going", "will"}),
        guard=lambda clause: clause.verb is not None and (clause.verb.modal is not None or clause.verb.progressive),
        check=lambda found: _going(found) or moving(found), past=False, confidence=0.75,
    ),
)
# fmt: on


def _goal(found: Found) -> bool:
    said = found.text("v")
    words = [word.word for word in found.words]
    return (
        _worth(found)
        and (
            "to" in words[:3] or said.split()[0].endswith("ing") or re.match(r"(?:a|an|the|one|\d+) ", said) is not None
        )
        and "challenge" not in found.clause.subject.text
    )


PATTERNS = _PLANS
LAST = _LATE
"""After all others: they take any verb."""
