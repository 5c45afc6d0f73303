"""What has a new value, told with its name: "wifi password changed to rose-2", "our rent rose, it's 950 euros now"."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from strandline.extract.cues import cue

_RELABEL = (
    cue(
        "update change correct amend replace set",
        r"\b(?:update|change|correct|amend|replace|set) (?:my|our) (?P<n>[\w' -]{2,30}?)(?: on file| in your "
        r"(?:notes|memory|records)| for me)?(?: to| with| as|:|,| -|;)+ ?(?:it is |it's |its |to )?(?:now )?"
        r"(?P<new>[^!?\n]+?)(?: now)?(?:,? (?:please|thanks|thank you))?[.!]*$",
        re.IGNORECASE,
    ),
    cue(
        "new",
        r"\bnew (?P<n>(?:phone |mobile |cell |work |home )?(?:number|e-?mail(?: address)?|address|city|employer|"
        r"company|manager|boss))(?: is|:|,|=| -)+ ?(?:it is |it's |its )?(?P<new>[^!?\n]+?)(?: now)?[.!]*$",
        re.IGNORECASE,
    ),
)  # fmt: skip
_CHANGED = r"(?:changed|updated|reset|switched)"
_MOVED = (
    r"(?:(?:went|gone|is|are|now|moved) (?:up|down|back)|rose|risen|dropped|fell|fallen|increased|decreased|grew"
    r"|shrank)"
)
_HAS_CHANGED = cue(
    "changed",
    r"^\W*(?:(?:update|note|fyi|btw|so|ok|also)\W+)*(?:my|our) (?P<n>[\w' -]{2,30}?)(?: has| have|'s|'ve)?(?: just| "
    r"recently)? changed"
    r"(?: now| today| again| recently| last \w+)?(?: ?[:;,]| -| –| —) ?(?:it is |it's |its |to )?(?:now "
    r")?(?P<new>[^!?\n]+?)(?: now)?[.!]*$",
    re.IGNORECASE,
)
""" "Our address has changed: 40 Mill Lane" """
_BY = (
    r"^\W*(?:(?:update|note|fyi|btw|so|ok|and|we|they|he|she|i|someone|somebody|just|recently|have|had|has|ve|s|also|"
    r"by the way)\W+)*"
)
_CHANGED_TO = re.compile(
    rf"{_BY}(?:(?:{_CHANGED}|set) (?P<whose>my|our|the) (?P<n>[\w' -]{{2,30}}?)|(?P<whose2>my|our|the|)\W?(?P<n2>[\w' "
    rf"-]{{2,30}}?) "
    rf"(?:(?:has|was|got|is|just|been|have|had|recently|were) )*(?:{_CHANGED}|{_MOVED}))"
    r" (?:from [^,.;!?]{1,30} )?to (?:be )?(?P<new>[^\s,;!?]+(?: [^\s,;!?]+){0,2}?)(?: now| today| yesterday)?[.!]*$",
    re.IGNORECASE,
)
""" "Wifi password changed to rose-2", "the office is down to 15 desks" """
_UNIT = re.compile(r"\b(?:euros?|pounds?|dollars?|quid|percent|kg|kilos?|cm|km|miles|minutes|hours|degrees)$")
_THEN = r"(?: (?:again|today|yesterday|recently|a bit|slightly|last \w+|this \w+|in \w+|on \w+))*"
_CHANGED_AND_IS = re.compile(
    rf"{_BY}(?:(?:{_CHANGED}|raised|lowered) (?P<whose>my|our|the) (?P<n>[\w' -]{{2,30}}?)|(?P<whose2>my|our|the) "
    rf"(?P<n2>[\w' -]{{2,30}}?)(?:(?:'s|'ve)? (?:(?:has|was|got|is|just|been|have|had|recently|were) )*(?:{_CHANGED}|"
    rf"{_MOVED})|'s (?:up|down|back)))"
    rf"{_THEN}(?:[,;:–—-]| -| –| —| and| so)+ (?:it's|it is|its|they're|they are|that's)(?: now| only| up to| down to| "
    r"back to| at)* (?P<new>[^\s,;!?]+(?: [^\s,;!?]+){0,4}?)(?: now| these days| at the moment)*[.!]*$",
    re.IGNORECASE,
)
""" "We changed the gate code, it's 4471 now" """
_CODED = re.compile(r"\S*(?:\d|\w[-_.@#]\w|[a-z][A-Z])")
"""How a new value begins that is no opinion of the change."""


def changed_to(text: str) -> tuple[str, tuple[int, int]] | None:
    """Of "wifi password changed to rose-2": the statement of the new value, and where that stands."""
    match = _NEW_LABEL.match(text) if ":" in text or "=" in text else None
    if match is not None:
        return f"The {match['n']} is {match['new']}", match.span("new")
    folded = text.casefold()
    match = _CHANGED_TO.match(text) if " to " in folded else None
    if match is None and any(word in folded for word in (" it", " they", " that")):
        match = _CHANGED_AND_IS.match(text)
        match = match if match is not None and _CODED.match(match["new"]) else None
    if match is None:
        return None
    own = (match["whose"] or match["whose2"] or "").casefold() in ("my", "our")
    counted = re.match(r"\S+ [a-z]{3,}$", match["new"]) is not None and match["n2"] is not None
    verb = "has" if counted and match["new"][:1].isdigit() and not _UNIT.search(match["new"]) else "is"
    return f"{'My' if own else 'The'} {match['n'] or match['n2']} {verb} {match['new']}", match.span("new")


_NEW_LABEL = re.compile(
    r"^\W*(?:(?:update|note|fyi|btw|ok|so)\W+)*(?:the |my |our )?(?:new|updated|latest|current|changed) "
    r"(?P<n>[a-z][\w' -]{2,30}?(?:password|code|pin|number|combination|key|username|login|rate|price|rent|address)) "
    r"?[:=] "
    r"?(?P<new>\S+(?: \d\S*)*?)[.!]*$",
    re.IGNORECASE,
)
""" "New wifi password: rose-2" """


def relabelled(text: str, words: AbstractSet[str]) -> tuple[str, str, tuple[int, int]] | None:
    """Of "please update my address: it's 8 Anchor Street": what changes, its new value, and where that stands."""
    for pattern in (*_RELABEL, _HAS_CHANGED):
        match = pattern.search(text, words)
        if match is not None:
            return match["n"].casefold(), match["new"], match.span("new")
    return None
