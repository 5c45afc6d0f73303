"""Which version of something runs, and how that changes: "the gateway is on 2.14", "we bumped the parser to 3.2"."""

from __future__ import annotations

from strandline.extract.patterns import DONE, Found, Pattern
from strandline.extract.tables.counts import AGAIN, THING

_STOP = r"(?= (?:now|today|again|once|since|because|as|at|in|on|for|and|but|so|until|,|⟨)|$)"
_DOTTED = rf"v?(?P<v>\d+(?:\.\d+)+[\w.-]*){_STOP}"
"""A number that is a version by its form."""
_SAID = rf"(?:version |release |v )(?P<v>\d[\w.-]*){_STOP}"
"""One that the words call so."""
_WHAT = r"(?:the |my |our )(?P<s>(?!meeting|call|flight|budget|price|rent|date|time|room)[\w-]+(?: [\w-]+){0,2}?) "
_US = frozenset({"speaker", "none"})


def _no_person(found: Found) -> bool:
    return found.clause.subject.kin is None and "s" not in found.groups


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
)
# fmt: on
