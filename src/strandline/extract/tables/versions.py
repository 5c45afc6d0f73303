"""Which version of something runs, and how that changes: "the gateway is on 2.14", "we bumped the parser to 3.2"."""

from __future__ import annotations

import re

from strandline.extract.patterns import DONE, Found, Pattern
from strandline.extract.tables.counts import AGAIN, THING
from strandline.extract.tables.words import PROGRAMMING

_STOP = r"(?= (?:now|today|again|once|since|because|as|at|in|on|for|and|but|so|until|,|⟨)|$)"
_DOTTED = rf"v?(?P<v>\d+(?:\.\d+)+[\w.-]*){_STOP}"
"""A number that is a version by its form."""
_SAID = rf"(?:version |release |v )(?P<v>\d[\w.-]*){_STOP}"
"""One that the words call so."""
_WHAT = r"(?:the |my |our )(?P<s>(?!meeting|call|flight|budget|price|rent|date|time|room)[\w-]+(?: [\w-]+){0,2}?) "
_US = frozenset({"speaker", "none"})
COUNTED_PLACES = (
    "level", "floor", "room", "rack", "pier", "route", "gate", "platform", "channel", "bay", "door", "line", "track",
    "slot", "stage", "zone", "unit", "bus", "port", "phase", "day", "week", "page", "step", "desk", "table", "shelf",
    "building", "block", "street", "version", "release",
)  # fmt: skip
"""What has a number and is no program: "moved to Room 4"."""
_NAMED = rf"(?!(?:{'|'.join(COUNTED_PLACES)}) )(?P<v>[a-z][\w.+#-]* v?\d[\w.]*){_STOP}"
"""A name with a number: "Postgres 16"."""
_RUNS = re.compile(
    r"(?:.* )?(?:api|apis|app|application|backend|back end|back-end|frontend|front end|front-end|server|servers|"
    r"database|databases|db|site|website|web ?shop|service|services|cluster|nodes?|gateway|parser|worker|workers|"
    r"pipeline|pipelines|build|builds|ci|repo|project|codebase|code|monolith|stack|plugin|library|firmware|software|"
    r"dashboard|portal|platform|system|systems|bot|crawler|scraper|scheduler|proxy|cache|queue|broker|container|"
    r"containers|image|images|vm|machine|machines|laptop|desktop|pc|computer|phone|tablet|nas|router|pi|box)"
)
"""What has something that it runs on."""


def _no_person(found: Found) -> bool:
    return found.clause.subject.kin is None and "s" not in found.groups


def _runtime(found: Found) -> bool:
    """Whether a name with a number is what a program or machine runs on, not "the show is on BBC 2"."""
    start = found.groups["v"][0]
    named = found.words[start].capital or found.words[start].word in PROGRAMMING
    thing = found.text("s") or found.clause.subject.text
    return named and found.clause.subject.kin is None and _RUNS.fullmatch(thing) is not None


# fmt: off
PATTERNS = (
    *(
        Pattern(
            verbs=("be", "run", "use", "stay"), rest=rf"{AGAIN}(?:back |again |running )*{on}{number}",
            relation="attribute", who=THING, qualifier="version", past=False, value="clause", single=True,
            check=_no_person,
        )
        for on, number in ((r"(?:on |at )?", _SAID), (r"(?:on |at )", _DOTTED))
    ),
    *(
        Pattern(
            verbs=verbs, rest=rf"{_WHAT}(?:over |back |up |down |from .+? )*(?:to|at|onto|on) {number}",
            relation="attribute", who=_US, qualifier="version", tenses=DONE, event_day=True, value="clause",
            single=True,
        )
        for verbs, number in (
            (("upgrade", "downgrade", "bump", "update", "migrate", "move", "switch", "roll", "revert", "pin", "take",
              "bring", "put", "set"), _SAID),
            (("upgrade", "downgrade", "bump", "update", "migrate", "roll", "revert", "pin"), _DOTTED),
        )
    ),
    *(
        Pattern(
            verbs=("upgrade", "downgrade", "bump", "update", "migrate", "move", "roll", "revert", "go"),
            rest=rf"(?:over |back |up |down |from .+? )*to {number}", relation="attribute", who=THING,
            qualifier="version", tenses=DONE, event_day=True, value="clause", single=True, passive=passive,
            check=_no_person,
        )
        for number in (_SAID, _DOTTED)
        for passive in (True, False)
    ),
    Pattern(
        verbs=("be", "run", "stay"), rest=rf"{AGAIN}(?:back |again |running |still )*on {_NAMED}",
        relation="attribute", who=THING, qualifier="runs on", past=False, value="clause", single=True, check=_runtime,
    ),
    Pattern(
        verbs=("upgrade", "downgrade", "bump", "update", "migrate", "move", "switch", "roll", "revert", "pin", "take",
               "bring", "put", "set", "port"),
        rest=rf"{_WHAT}(?:over |back |up |down |from .+? )*(?:to|at|onto|on) {_NAMED}", relation="attribute",
        who=_US, qualifier="runs on", tenses=DONE, event_day=True, value="clause", single=True, check=_runtime,
    ),
    *(
        Pattern(
            verbs=("upgrade", "downgrade", "bump", "update", "migrate", "move", "switch", "roll", "revert", "go"),
            rest=rf"(?:over |back |up |down |from .+? )*to {_NAMED}", relation="attribute", who=THING,
            qualifier="runs on", tenses=DONE, event_day=True, value="clause", single=True, passive=passive,
            check=_runtime,
        )
        for passive in (True, False)
    ),
)
# fmt: on
